/** The scale of the tests. `npm test` takes the most informative cases; `DEEP=1` (`npm run test:deep`) takes all. Every rule is in both. */
import { type SharedFile, sharedFiles } from './shared.ts';

export const deep = process.env.DEEP === '1';

/** A mutation run repeats the tests for every change of the code: a hundredth of the cases has to do, and some strategies of all. */
const few = process.env.FEW_RUNS === '1';

/** All strategies; in a mutation run every sixth of the list. */
export const someStrategies = <T>(strategies: readonly T[]): readonly T[] => (few ? strategies.filter((_, k) => k % 6 === 0) : strategies);

/** Fewest runs of a property in the everyday gate. */
const FEWEST = 3;

/** Runs of a property: `all` where everything is tested, a sixteenth of them in the everyday gate: the first ones, as the seed is the same. */
export const runs = (all: number): number => (few ? Math.ceil(all / 100) : deep ? all : Math.max(Math.min(all, FEWEST), Math.ceil(all / 16)));

/** Cases of a rule that holds for each: all where everything is tested, else every `nth`, the first among them. */
export const some = <T>(cases: readonly T[], nth: number): readonly T[] => (deep ? cases : cases.filter((_, k) => k % nth === 0));

/** Bytes of the largest file that the everyday gate takes. */
const LARGEST = 70_000;

/** Files of the collection: all where everything is tested, else of each format the largest that is not too large. */
export function someSharedFiles(): SharedFile[] {
  const files = sharedFiles();
  if (deep) return files;
  const best = new Map<string, SharedFile>();
  for (const file of files) {
    const before = best.get(file.entry.format);
    if (file.entry.bytes <= LARGEST && (!before || file.entry.bytes > before.entry.bytes)) best.set(file.entry.format, file);
  }
  return [...best.values()];
}

/** Conversations of one file: all where everything is tested, else the first few. */
export const someConversations = <T>(conversations: readonly T[]): readonly T[] => (deep ? conversations : conversations.slice(0, 3));
