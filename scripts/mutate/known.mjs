/** What a mutation run need not measure, and what it cannot: each with a reason. */

const SPEED = 'how much is done or remembered at a time: it changes speed and memory, no result';
const CODE = 'a number that stands for a kind: any other would do';

/** Named numbers that no test could notice, by name. */
export const NOT_MEASURED = new Map([
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
export const EQUIVALENT = [];
