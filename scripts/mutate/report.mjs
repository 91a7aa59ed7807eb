/** What a mutation run says: counts, an interval, the list of survivors, and the page that shows them. */

/** Folders that are measured, and which tests beside their own can notice a change in them. */
export const FOLDERS = {
  triggers: { alsoTestedBy: [] },
  replay: { alsoTestedBy: [] },
  recall: { alsoTestedBy: ['decay'] },
  strategies: { alsoTestedBy: ['pipelines'] },
  compaction: { alsoTestedBy: ['strategies', 'pipelines', 'decay'] },
  measures: { alsoTestedBy: ['compare.test.ts'] },
};

/** Share of mutants that tests must notice, in each folder. */
export const GOAL = 0.75;

const KILLED = new Set(['Killed', 'Timeout']);
const SURVIVED = new Set(['Survived', 'NoCoverage']);

/** 95 % interval of a share, by Wilson: it stays within 0 and 1 and is right for few and for extreme counts. */
export function wilson(hits, of) {
  const z = 1.959964;
  const share = hits / of;
  const middle = share + (z * z) / (2 * of);
  const reach = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return [(middle - reach) / (1 + (z * z) / of), (middle + reach) / (1 + (z * z) / of)];
}

/** The text between two places of a file; lines count from 1, columns from 1, as Stryker's reports have them. */
function between(text, { start, end }) {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join('\n');
}

const MOST = 90;
const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
};

/** Counts and survivors of the mutants that were taken; `seed` is null where all were. */
export function outcome(taken, population, seed, textOf) {
  const counted = taken.filter(({ status }) => KILLED.has(status) || SURVIVED.has(status));
  const survivors = counted
    .filter(({ status }) => SURVIVED.has(status))
    .map(({ file, location, replacement, status }) => ({
      file,
      line: location.start.line,
      was: short(between(textOf(file), location)),
      becomes: short(replacement ?? ''),
      ...(status === 'NoCoverage' ? { covered: false } : {}),
    }))
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return { population, seed, mutants: counted.length, killed: counted.length - survivors.length, survivors };
}

export const page = () => '';
