/** What a mutation run says: counts, an interval, the list of survivors, and the report that shows them. */
import { EQUIVALENT } from './known.mjs';

/** Folders that are measured, and which tests beside their own can notice a change in them. */
export const FOLDERS = {
  triggers: { alsoTestedBy: [] },
  replay: { alsoTestedBy: [] },
  recall: { alsoTestedBy: [] },
  strategies: { alsoTestedBy: ['pipelines/golden.test.ts'] },
  compaction: {
    alsoTestedBy: [...['stages', 'composed', 'hybrid'].map((name) => `pipelines/${name}.test.ts`), 'strategies/contract.test.ts'],
  },
  measures: { alsoTestedBy: ['compare.test.ts', 'decay/decay.test.ts', 'recall/recall-values.test.ts'] },
};

const KILLED = new Set(['Killed', 'Timeout']);
const SURVIVED = new Set(['Survived', 'NoCoverage']);

/** 95 % interval of a share, by Wilson: it stays within 0 and 1 and is right for few and for extreme counts. */
function wilson(hits, of) {
  const z = 1.959964;
  const share = hits / of;
  const middle = share + (z * z) / (2 * of);
  const reach = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return [(middle - reach) / (1 + (z * z) / of), (middle + reach) / (1 + (z * z) / of)];
}

/** The share of its mutations that the tests of a folder should notice. */
const GOAL = 0.75;
/** Even the upper end of the interval is below the goal, or nothing was tried. */
export const isBelowGoal = ({ mutants, killed }) => !(wilson(killed, mutants)[1] >= GOAL);

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

/** A pipe would end a cell, a backtick the code. */
const code = (text) => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
const percent = (share) => `${(100 * share).toFixed(0)} %`;

function folderRow([folder, { population, seed, mutants, killed }]) {
  const [low, high] = wilson(killed, mutants);
  const measured = seed === null ? 'all' : `a sample, seed ${seed}`;
  const interval = seed === null ? '' : `${percent(low)} to ${percent(high)}`;
  return `| \`${folder}\` | ${population} | ${mutants} | ${killed} | ${mutants - killed} | ${percent(killed / mutants)} | ${interval} | ${measured} |`;
}

function survivorLine({ file, line, was, becomes, covered }) {
  const why = EQUIVALENT.find((one) => one.file === file && one.was === was && one.becomes === becomes)?.why;
  const told = why ? `. Does the same: ${why}` : covered === false ? '. No test runs it' : '';
  return `- ${file.replace('src/engine/', '')}:${line} ${code(was)} → ${code(becomes)}${told}`;
}

function constantRow({ file, name, line, value, sides }) {
  const noticed = sides.map((side) => (side.noticed ? `${side.value}` : `**${side.value} not noticed**`)).join(', ');
  return `| ${file.replace('src/engine/', '')}:${line} | \`${name}\` = ${value} | ${noticed} |`;
}

/** The report of the results of several runs. */
export function page({ folders, constants }) {
  const order = Object.keys(FOLDERS);
  const inOrder = (results) => order.filter((folder) => folder in results).map((folder) => [folder, results[folder]]);
  const numbers = inOrder(constants).flatMap(([, found]) => found);
  const both = numbers.filter(({ sides }) => sides.every(({ noticed }) => noticed)).length;
  return [
    '# Mutations',
    '',
    '## Score by folder',
    '',
    '| folder | mutations | tried | noticed | survived | score | 95 % interval | how |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |',
    ...inOrder(folders).map(folderRow),
    ...order.filter((folder) => !(folder in folders)).map((folder) => `| \`${folder}\` | | | | | not measured yet | | |`),
    '',
    '## Named numbers',
    '',
    `Each number with a name in these folders, one step down and one step up: ${both} of ${numbers.length} are noticed on both sides by the tests beside them.`,
    '',
    '| where | number | noticed |',
    '| --- | --- | --- |',
    ...numbers.map(constantRow),
    ...inOrder(folders).flatMap(([folder, { survivors }]) => ['', `## Survivors in ${folder}`, '', ...survivors.map(survivorLine)]),
    '',
  ].join('\n');
}
