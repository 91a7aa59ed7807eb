/**
 * A reporter for Stryker that prints each surviving mutation at once: a run takes long, and its first survivors can be worked on meanwhile.
 * Those that ran out of time are printed too: they count as noticed, and on a busy machine somebody has to see that they are loops without end.
 */
import { relative } from './sample.mjs';

class Told {
  onMutantTested({ fileName, location, mutatorName, replacement, status }) {
    if (!['Survived', 'NoCoverage', 'Timeout'].includes(status)) return;
    console.log(`\n${status} ${relative(fileName)}:${location.start.line}:${location.start.column} ${mutatorName} → ${replacement}`);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'told', injectableClass: Told }];
