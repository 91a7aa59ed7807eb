/**
 * How much of what could be tested is tested. `npm test` takes the cases that have told most in the least time; `DEEP=1`
 * (`npm run test:deep`) takes all. Every rule is in both.
 */
import { type SharedFile, sharedFiles } from './shared.ts';

export const deep = process.env.DEEP === '1';

/** Runs of a property: `all` where everything is tested, a third of them in the everyday gate. */
export const runs = (all: number): number => (deep ? all : Math.ceil(all / 3));

/** Messages of the longest file that the everyday gate takes. */
const LONGEST = 400;

/** Files of the collection: all where everything is tested, else of each format the one with most messages that is not long. */
export function someSharedFiles(): SharedFile[] {
  const files = sharedFiles();
  if (deep) return files;
  const size = ({ entry }: SharedFile): number => entry.messages ?? 0;
  const best = new Map<string, SharedFile>();
  for (const file of files) {
    const before = best.get(file.entry.format);
    const fits = size(file) <= LONGEST;
    if (!before || (fits && (size(before) > LONGEST || size(file) > size(before)))) best.set(file.entry.format, file);
  }
  return [...best.values()];
}

/** Conversations of one file: all where everything is tested, else the first few. */
export const someConversations = <T>(conversations: readonly T[]): readonly T[] => (deep ? conversations : conversations.slice(0, 3));
