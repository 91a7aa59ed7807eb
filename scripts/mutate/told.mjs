/** A reporter for Stryker that prints each surviving mutation at once: a run takes long, and its first survivors can be worked on meanwhile. */
import { relative } from './sample.mjs';

class Told {
  onMutantTested({ fileName, location, mutatorName, replacement, status }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    console.log(`\n${status} ${relative(fileName)}:${location.start.line}:${location.start.column} ${mutatorName} → ${replacement}`);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'told', injectableClass: Told }];
