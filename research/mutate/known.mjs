/** What a mutation run need not measure, and what it cannot: each with a reason. */

const SPEED = 'how much is done or remembered at a time: it changes speed and memory, no result';
const CODE = 'a number that stands for a kind: any other would do';

/** Named numbers that no test could notice, by name, or by file and name where another of that name counts. */
const NOT_MEASURED = new Map([
  ['compaction/planned.ts MOST_TRIED', SPEED],
  ['strategies/cutting/diff-truncation.ts HEAD', 'longer than every beginning that is looked for'],
  ['strategies/cutting/shared/cutting-plan.ts EVERY', 'how fine the cuts of a text are counted: a bound on work'],
  ['strategies/ledger/shared/entries.ts MOST_FACTS', 'a bound on work, far above what a ledger has room for'],
  ['strategies/ledger/fact-ledger.ts SHORTEST', 'no entry is shorter: when to stop looking'],
  ['recall/recall.ts ROUNDING', 'the rounding error of a mean: what is nearer is equal'],
  ['recall/mentions.ts LONGEST', 'longer than every fact that counts'],
  ...['SLICE', 'CLASS_SLICE', 'STRETCH', 'STRETCH_LINES', 'FAR', 'REPORT', 'READY', 'FIRSTS', 'INSERTIONS', 'EDITS'].map((name) => [name, SPEED]),
  ...[
    'REMEMBERED',
    'MOST_REMEMBERED',
    'LEAST_REMEMBERED',
    'BYTES_PER_MESSAGE',
    'KEPT_CHARACTERS',
    'TEXTS',
    'MOST_TEXTS',
    'LEDGERS',
    'LINES',
    'LIST',
  ].map((name) => [name, SPEED]),
  ...['KEEP', 'EDIT', 'SUMMARIZE', 'OFFLOAD', 'DROP', 'FREE', 'REASONING', 'ROUND', 'BARE', 'GONE', 'THERE', 'RE_FETCHABLE'].map((name) => [
    name,
    CODE,
  ]),
  ...['WHOLE', 'OFFLOADED', 'CUT', 'PRESERVED', 'DEGRADED', 'LOST', 'STANDS', 'LEADS', 'NEITHER', 'TASK', 'TASK_LIST'].map((name) => [name, CODE]),
  ...['QUESTION', 'ANSWER', 'SYSTEM', 'USER', 'ASSISTANT', 'TOOL', 'FATES', 'NEWLINE', 'BACKSLASH', 'N'].map((name) => [name, CODE]),
  ...['HAS_TEXT', 'HAS_CONTENT', 'HAS_CALLS', 'HAS_RESULTS', 'BAD_ARGUMENTS', 'HAS_BLANK'].map((name) => [name, CODE]),
  ...['ENDS_IN_REASONING', 'ENDS_IN_SPACE', 'HAS_LONE_SURROGATE'].map((name) => [name, CODE]),
]);

/** Changes after which the code does the same, by file and by what is changed into what. They count as survivors all the same. */
export const EQUIVALENT = [
  {
    file: 'src/engine/compaction/compaction-finish.ts',
    was: '!original',
    becomes: 'false',
    why: 'behind the last message there is no fate either, so nothing is added',
  },
  {
    file: 'src/engine/compaction/stages.ts',
    was: 'l + 1 === links.length',
    becomes: 'false',
    why: 'what follows prepares the next stage, and there is none',
  },
  { file: 'src/engine/compaction/estimate.ts', was: 'members.length > 0', becomes: 'true', why: 'an index outside a typed array is not written' },
  {
    file: 'src/engine/strategies/scores/qa-pairs.ts',
    was: 'input.turns > 0',
    becomes: 'input.turns >= 0',
    why: 'without a turn there are no steps, and the answer is the same',
  },
  {
    file: 'src/engine/strategies/ledger/shared/entries.ts',
    was: 'entries.length % SLICE === 0',
    becomes: 'entries.length % SLICE !== 0',
    why: 'it says when to pause',
  },
  { file: 'src/engine/strategies/ledger/shared/entries.ts', was: "inner?.type === 'text'", becomes: 'true', why: 'facts are found in texts alone' },
  { file: 'src/engine/recall/recall-kept.ts', was: 'local < needs.needed', becomes: 'true', why: 'a typed array is not written behind its end' },
  { file: 'src/engine/recall/recall-kept.ts', was: "traces[local] === ''", becomes: 'true', why: 'texts are read that need not be: speed' },
  {
    file: 'src/engine/recall/recall-limits.ts',
    was: 'local < needed',
    becomes: 'true',
    why: 'the oracle and chance count no facts behind the needed ones',
  },
  {
    file: 'src/engine/recall/recall-limits.ts',
    was: '{ compared: 0, forced: 0, searched: 0 }',
    becomes: '{}',
    why: 'counts that nobody asked for',
  },
  {
    file: 'src/engine/recall/recall-limits.ts',
    was: 'Math.max(1, useful.length)',
    becomes: 'Math.min(1, useful.length)',
    why: 'up to 1,448 blocks; beyond, oracle-work.test.ts notices it, which is too slow for these runs',
  },
  {
    file: 'src/engine/replay/look.ts',
    was: 'after[fact] === 0',
    becomes: 'true',
    why: 'a fact that is still held is lost by a later compaction, which is then noted instead',
  },
  { file: 'src/engine/replay/walk.ts', was: 'end > 0', becomes: 'end >= 0', why: 'no time is known before the first message, either way' },
  {
    file: 'src/engine/measures/error-fix-pairs.ts',
    was: "part.type === 'tool-call'",
    becomes: 'true',
    why: 'a result never asks for a part without an id',
  },
  {
    file: 'src/engine/measures/error-fix-pairs.ts',
    was: "part.type !== 'tool-result'",
    becomes: 'false',
    why: 'parts of other kinds answer no call, so none is found for them',
  },
  { file: 'src/engine/measures/open-work.ts', was: 'at >= 0', becomes: 'at > 0', why: 'the words of an item stand behind its mark or its quote' },
  { file: 'src/engine/measures/run/losses.ts', was: 'characters <= KEPT_CHARACTERS', becomes: 'false', why: 'what was read is read again: speed' },
  { file: 'src/engine/measures/run/losses.ts', was: 'unsaid.length > 0', becomes: 'true', why: 'the claims of no file are added' },
  {
    file: 'src/engine/measures/run/losses.ts',
    was: '++read',
    becomes: '--read',
    why: 'a multiple of eight below 0 is one as well: it says when to pause',
  },
  { file: 'src/engine/measures/run/losses.ts', was: 'from < most', becomes: 'true', why: 'behind the end of a text no character equals another' },
  {
    file: 'src/engine/measures/run/losses.ts',
    was: 'after.slice(from, from + STRETCH)',
    becomes: 'after',
    why: 'characters are compared one by one: speed',
  },
  {
    file: 'src/engine/measures/shared/stands.ts',
    was: '-1',
    becomes: '+1',
    why: 'whoever asks looks whether that stretch is of the text, and there it is not',
  },
  {
    file: 'src/engine/measures/shared/measure-rules.ts',
    was: '{ return this.open === 0; }',
    becomes: '{}',
    why: 'then every message is looked at: speed (rules.property.test.ts)',
  },
  { file: 'src/engine/measures/shared/measure-rules.ts', was: 'this.open > 0', becomes: 'true', why: 'where no call waits no position is counted' },
  { file: 'src/engine/measures/shared/shapes.ts', was: 'shift === 0', becomes: 'false', why: '0 is added to the numbers' },
  {
    file: 'src/engine/measures/shared/statements.ts',
    was: 'rarest.slice(0, words.length - Math.ceil(words.length * DEGRADED_SHARE) + 1)',
    becomes: 'rarest',
    why: 'what has half of the words is found by those before: speed',
  },
  { file: 'src/engine/measures/shared/define.ts', was: '!tally', becomes: 'true', why: 'it is counted anew each time: speed' },
  {
    file: 'src/engine/measures/run/losses.ts',
    was: "next.type === 'tool-result'",
    becomes: 'true',
    why: 'a part of another kind has no id of a call, so it is not equal either',
  },
  {
    file: 'src/engine/measures/run/losses.ts',
    was: 'next < layout.order.length',
    becomes: 'next <= layout.order.length',
    why: 'behind the last insertion there is no place that could be reached',
  },
  {
    file: 'src/engine/measures/run/measured-values.ts',
    was: 'model !== undefined',
    becomes: 'true',
    why: 'no model in use is the same as none given',
  },
  {
    file: 'src/engine/measures/run/losses.ts',
    was: 'i < messages.length',
    becomes: 'i <= messages.length',
    why: 'behind the last message there is no fate, so nothing is read',
  },
  {
    file: 'src/engine/measures/shared/measure-rules.ts',
    was: 'i <= count',
    becomes: 'i < count',
    why: 'a stretch goes on at its last message at most: nobody asks for the state behind the last one of all',
  },
  { file: 'src/engine/measures/shared/fact-map.ts', was: 'i % SLICE', becomes: 'i * SLICE', why: 'it says when to pause' },
  {
    file: 'src/engine/measures/shared/statements.ts',
    was: "this.filed.size === 0 || line.trim() === ''",
    becomes: "this.filed.size === 0 && line.trim() === ''",
    why: 'a blank line has no sentences, and where nothing is filed nothing is found',
  },
];

/** Why a named number of a file is not measured; undefined where it is. */
export const notMeasured = (file, name) => NOT_MEASURED.get(name) ?? NOT_MEASURED.get(`${file.replace('src/engine/', '')} ${name}`);
