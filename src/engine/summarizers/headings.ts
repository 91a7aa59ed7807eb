/** Where the lines of our five sections stand under the headings of a product's summary. */
import type { ChosenLine } from './choose.ts';
import { listIn } from './merge.ts';
import type { ListKey, Section } from './words.ts';

/** What a line is about: its section, or files. */
type Topic = Section | 'files';

/** Words of a heading, by what it is about; a heading that an earlier pattern finds is preferred. */
const MEANING: Readonly<Record<Topic, readonly RegExp[]>> = {
  task: [/goal|objective|request|overview|focus|user_context/i],
  state: [/current[ _](?:state|work)|progress|work state|recent actions|what happened/i, /completed/i],
  files: [/files|artifact|code_state/i],
  discoveries: [/discover|decision|errors|knowledge/i, /details|issues/i],
  next: [/next/i, /pending|task state|issues/i],
  context: [/constraint|preference|preserve|important_context/i, /concepts|details|user_context/i],
};
const FILES = new Set<ListKey | undefined>(['created', 'modified', 'deleted', 'read', 'root']);

/** Index of the heading that is about a topic; without one that of the state, at last the first. */
function placeOf(topic: Topic, headings: readonly string[]): number {
  for (const pattern of [...MEANING[topic], ...MEANING.state]) {
    const found = headings.findIndex((heading) => pattern.test(heading));
    if (found >= 0) return found;
  }
  return 0;
}

/** Every heading in its order with the lines under it: those of one topic stay together. */
export function underHeadings(
  headings: readonly string[],
  lines: readonly ChosenLine[],
): readonly { readonly heading: string; readonly lines: readonly ChosenLine[] }[] {
  const at = new Map<Topic, number>();
  const under = headings.map((heading) => ({ heading, lines: [] as ChosenLine[] }));
  for (const line of lines) {
    const topic = FILES.has(listIn(line.text)?.key) ? 'files' : line.section;
    const place = at.get(topic) ?? placeOf(topic, headings);
    at.set(topic, place);
    under[place]!.lines.push(line);
  }
  return under;
}
