/**
 * Worked examples of the measures, small enough to check by hand: the pages of docs/measures show them, and a test runs them. Tokens
 * are counted at four characters each, with four more per message.
 */
import type { Role } from '../transcript/types.ts';

export interface ExampleMessage {
  readonly role: Role;
  /** What is said, or the result where it answers a call. */
  readonly text: string;
  /** The call that the message makes; the message after it answers it. */
  readonly call?: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  /** K kept, E edited, S summarised, O offloaded, D dropped; F comes after the cut, as the recorded future. */
  readonly fate: 'K' | 'E' | 'S' | 'O' | 'D' | 'F';
  /** The text of an edited or offloaded message afterwards. */
  readonly becomes?: string;
}

/** A conversation, what a strategy made of it (up to the future, where there is one), and what the measure then says. */
export interface SessionExample {
  readonly messages: readonly ExampleMessage[];
  /** A message that the strategy puts in, before the message of this number (from 0). */
  readonly inserted?: { readonly before: number; readonly text: string };
  /** Paths into what `measured` gives, or into what the future needed, → value. */
  readonly expected: Readonly<Record<string, number | null>>;
  readonly because: string;
}

/** Numbers into the formula of a measure. */
export interface NumberExample {
  readonly input: Readonly<Record<string, number>>;
  readonly expected: number;
  readonly because: string;
}

/** A conversation that one strategy compacts again and again. */
export interface RoundsExample {
  readonly messages: SessionExample['messages'];
  readonly strategy: string;
  /** Share of the tokens that each round aims at. */
  readonly target: number;
  /** Paths into the rounds → value. */
  readonly expected: Readonly<Record<string, number | null>>;
  readonly because: string;
}

export type Example = SessionExample | NumberExample | RoundsExample;

/** Tokens: 8, 9, 25 and 8; the insertion has 9. */
const small: Pick<SessionExample, 'messages' | 'inserted'> = {
  messages: [
    { role: 'system', text: 'You are careful.', fate: 'K' },
    { role: 'user', text: 'Please look at it.', fate: 'K' },
    { role: 'assistant', text: 'I have looked at all of it, and this is what I have to say about it in some detail.', fate: 'D' },
    { role: 'user', text: 'Please go on.', fate: 'K' },
  ],
  inserted: { before: 3, text: 'It was looked at.' },
};

/** The last tool block is protected in every strategy: one that says nothing. */
const waited: SessionExample['messages'] = [
  { role: 'assistant', text: '', call: { name: 'Wait', args: {} }, fate: 'K' },
  { role: 'tool', text: 'Done.', fate: 'K' },
];

const pool: SessionExample['messages'] = [
  { role: 'user', text: 'The pool is made in src/pool.ts.', fate: 'K' },
  { role: 'assistant', text: '', call: { name: 'Read', args: { file_path: 'src/pool.ts' } }, fate: 'D' },
  { role: 'tool', text: 'It calls openPool with defaultLimit.', fate: 'D' },
  { role: 'assistant', text: 'This is what INC-2291 is about.', fate: 'D' },
  ...waited,
  { role: 'user', text: 'Please go on.', fate: 'K' },
];

/** A recording that is cut before its last four messages. */
const queue: Pick<SessionExample, 'messages' | 'inserted'> = {
  messages: [
    { role: 'user', text: 'The session is cached by sessionStore because lookups were slow.', fate: 'D' },
    { role: 'assistant', text: '', call: { name: 'Read', args: { file_path: 'src/limits.ts' } }, fate: 'D' },
    { role: 'tool', text: 'The longest request may take retryLimit attempts.', fate: 'D' },
    { role: 'assistant', text: 'The queue gives up too early, says ticket INC-2291.', fate: 'D' },
    ...waited,
    { role: 'user', text: 'Please go on.', fate: 'K' },
    { role: 'assistant', text: 'Now sessionStore changes, which belongs to INC-2291.', fate: 'F' },
    { role: 'assistant', text: '', call: { name: 'Read', args: { file_path: 'src/limits.ts' } }, fate: 'F' },
    { role: 'tool', text: 'The longest request may take retryLimit attempts.', fate: 'F' },
    { role: 'assistant', text: 'So it is retryLimit.', fate: 'F' },
  ],
  inserted: { before: 0, text: 'Lookups were slow, so they are cached in sessionStore. Also: INC-2291.' },
};

/** By the measure's id. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  'tokens-after': { ...small, expected: { 'result.tokensAfter': 34 }, because: '8 + 9 + 8 tokens of kept messages and 9 of the insertion.' },
  'messages-after': { ...small, expected: { 'result.layout.length': 4 }, because: 'Three kept messages and the insertion.' },
  'messages-by-fate': {
    ...small,
    expected: { 'row.messagesByFate.keep': 3, 'row.messagesByFate.drop': 1 },
    because: 'The insertion is no message of the original.',
  },
  'tokens-by-fate': {
    ...small,
    expected: { 'row.tokensByFate.keep': 25, 'row.tokensByFate.drop': 25 },
    because: '8 + 9 + 8 tokens are kept, 25 dropped; together the 50 of the original.',
  },
  'inserted-tokens': { ...small, expected: { 'row.inserted': 9 }, because: '17 characters are 5 tokens, and 4 for the message.' },
  target: { ...small, expected: { 'row.overTarget': 14 }, because: 'The target is 20 tokens, the result has 34.' },
  verification: {
    ...small,
    expected: { 'row.failedChecks': 0 },
    because: 'Nothing protected is gone, 34 are fewer than 50 tokens, the last message of the user stands, and there is no tool block to break.',
  },
  validity: {
    messages: [
      { role: 'user', text: 'Please look at it.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Wait', args: {} }, fate: 'K' },
      { role: 'assistant', text: 'I have looked at all of it, and this is what I have to say about it in some detail.', fate: 'D' },
      { role: 'user', text: 'Please go on.', fate: 'K' },
    ],
    expected: { 'measures.validity.openaiChat.length': 1, 'measures.validity.anthropic.length': 1, 'row.introduced': 0 },
    because:
      'The call was never answered, which OpenAI Chat and Anthropic do not take. The recording has it so already: none of it is blamed on the strategy.',
  },
  'token-reduction': {
    input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 1 },
    expected: 0.3111,
    because: '1 − 6,200 ÷ 9,000.',
  },
  preservation: {
    input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 0 },
    expected: 0.8,
    because: '12 of 15 messages are kept.',
  },
  efficiency: {
    input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 0.6 },
    expected: 0.5067,
    because: '0.6 × 0.3111 + 0.4 × 0.8.',
  },
  'fact-retention': {
    messages: pool,
    expected: { 'measures.factRetention.all': 0.25, 'values.facts.all.retained': 1, 'values.facts.all.recoverable': 2, 'values.facts.all.lost': 1 },
    because:
      'Four facts: src/pool.ts, openPool, defaultLimit, INC-2291. The path stands in the first message, which is kept: 1 of 4. That the path was said twice does not count.',
  },
  recoverable: {
    messages: pool,
    expected: { 'measures.recoverable': 0.5 },
    because:
      'openPool and defaultLimit came from reading src/pool.ts, and that path still stands in the first message: 2 of 4 facts. INC-2291 was said by the assistant; nothing leads back to it.',
  },
  coverage: {
    messages: [
      { role: 'user', text: 'Look at src/first.ts, it is the first of them all.', fate: 'K' },
      { role: 'assistant', text: 'In the middle there is src/middle.ts, which is longer than it has to be.', fate: 'D' },
      { role: 'user', text: 'And the last one is src/last.ts, I think.', fate: 'K' },
    ],
    expected: { 'values.facts.byTenth.0.retained': 1, 'values.facts.byTenth.3.lost': 1, 'values.facts.byTenth.7.retained': 1 },
    because:
      'The messages have 17, 22 and 15 tokens: they begin at 0, 17 and 39 of 54, in the first, fourth and eighth tenth. The fact of the fourth tenth is lost: this result forgets the middle.',
  },
  constraints: {
    messages: [
      { role: 'system', text: 'Never push to the main branch.', fate: 'K' },
      { role: 'user', text: 'Always run the tests first. You must not change the schema in the database.', fate: 'D' },
      {
        role: 'assistant',
        text: 'I have understood what is wanted and will begin with the tests of the queue, then look at the rest of the code.',
        fate: 'D',
      },
      { role: 'user', text: 'Please go on.', fate: 'K' },
    ],
    inserted: { before: 1, text: 'The user said: always run the tests first.\nThe schema must not change.' },
    expected: {
      'measures.constraints': 0.6667,
      'values.constraints.byOrigin.system.preserved': 1,
      'values.constraints.byOrigin.user.preserved': 1,
      'values.constraints.byOrigin.user.degraded': 1,
    },
    because:
      'Three constraints. That of the system message stays, and the insertion says the second word for word. Of the eight different words of the third (you, must, not, change, the, schema, in, database) one line has five: degraded. Preserved: 2 of 3.',
  },
  'artifact-trail': {
    messages: [
      { role: 'user', text: 'Please tidy up the queue and tell me what you did to which file, one after the other.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Write', args: { file_path: 'src/retry.ts', content: 'export const retries = 3;' } }, fate: 'D' },
      { role: 'tool', text: 'File written.', fate: 'D' },
      { role: 'assistant', text: '', call: { name: 'Edit', args: { file_path: 'src/worker.ts', old_string: 'a', new_string: 'b' } }, fate: 'K' },
      { role: 'tool', text: 'File edited.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Bash', args: { command: 'rm src/old.ts' } }, fate: 'D' },
      { role: 'tool', text: '', fate: 'D' },
      { role: 'assistant', text: '', call: { name: 'Read', args: { file_path: 'src/api.ts' } }, fate: 'D' },
      { role: 'tool', text: 'export function serve(port: number) { return listen(port, handler, options, whatever); }', fate: 'D' },
      ...waited,
      { role: 'user', text: 'Please go on.', fate: 'K' },
    ],
    inserted: { before: 1, text: 'Created: src/retry.ts.' },
    expected: { 'measures.artifactF1': 0.6667, 'values.artifacts.files': 4, 'values.artifacts.told': 2, 'values.artifacts.right': 2 },
    because:
      'Four files: retry.ts created, worker.ts modified, old.ts deleted, api.ts read. The kept call tells of worker.ts, the insertion of retry.ts, both rightly: 2 × 2 ÷ (4 + 2).',
  },
  'open-work': {
    messages: [
      { role: 'user', text: 'Please make the queue try again when a job fails.', fate: 'K' },
      {
        role: 'assistant',
        text: 'Next I will write the changelog.',
        call: {
          name: 'TodoWrite',
          args: {
            todos: [
              { content: 'Read the worker', status: 'completed' },
              { content: 'Add a test for the time-out', status: 'pending' },
              { content: 'Update the manual', status: 'pending' },
            ],
          },
        },
        fate: 'D',
      },
      { role: 'tool', text: 'Todos have been modified.', fate: 'D' },
      ...waited,
      { role: 'user', text: 'Fine, do that.', fate: 'K' },
    ],
    inserted: { before: 1, text: '- [ ] Add a test for the time-out' },
    expected: {
      'measures.openWork': 0.5,
      'values.openWork.byKind.todo.preserved': 1,
      'values.openWork.byKind.todo.lost': 1,
      'values.openWork.byKind.request.preserved': 1,
      'values.openWork.byKind.next-step.lost': 1,
    },
    because:
      'Four items are open: two to-dos, the last request (“Fine, do that.”) and the announced step. The insertion has one to-do, the request is kept: 2 of 4.',
  },
  'error-fix-pairs': {
    messages: [
      { role: 'user', text: 'Please make the tests of the queue pass, and keep an eye on what was wrong with them.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Bash', args: { command: 'npm test' } }, fate: 'D' },
      { role: 'tool', text: 'TypeError: backoff is not a function\nexit code 1', fate: 'D' },
      {
        role: 'assistant',
        text: '',
        call: { name: 'Edit', args: { file_path: 'src/worker.ts', old_string: 'backof', new_string: 'backoff' } },
        fate: 'K',
      },
      { role: 'tool', text: 'File edited.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Bash', args: { command: 'npm test' } }, fate: 'D' },
      { role: 'tool', text: '12 tests passed', fate: 'D' },
      ...waited,
      { role: 'user', text: 'Please go on.', fate: 'K' },
    ],
    expected: { 'measures.errorFixPairs': 0, 'values.errorFixPairs.fixOnly': 1 },
    because:
      'One pair: npm test failed with a TypeError and worked again after src/worker.ts was changed. The change is kept, but nothing says any more what it was for: 0 of 1.',
  },
  'hindsight-recall': {
    ...queue,
    expected: { 'future.needed': 3, 'future.kept': 2, 'future.recall': 0.6667 },
    because:
      'After the cut the assistant uses sessionStore, INC-2291 and src/limits.ts before anybody says them again. The insertion has the first two: 2 of 3. (One cut, to be checked by hand; the measure pools twelve and says nothing under 30 needed facts.)',
  },
  'recall-skill': {
    input: { recall: 0.75, random: 0.4, oracle: 0.9 },
    expected: 0.7,
    because: '(0.75 − 0.4) ÷ (0.9 − 0.4).',
  },
  binding: {
    ...queue,
    expected: { 'future.kept': 2, 'future.bound': 1, 'future.binding': 0.5 },
    because:
      'Two needed facts are kept. Beside sessionStore stand “lookups”, “slow” and “cached”, as before. INC-2291 stood among “queue”, “early” and “ticket”, of which none is near it now: 1 of 2.',
  },
  'needed-facts': {
    ...queue,
    expected: { 'future.seen': 4, 'future.needed': 3 },
    because:
      'Before the cut stand sessionStore, src/limits.ts, retryLimit and INC-2291. The future uses all four, but a tool says retryLimit again before the assistant does.',
  },
  're-read-cost': {
    ...queue,
    expected: { 'future.reRead.facts': 1, 'future.reRead.tokens': 17 },
    because:
      'retryLimit comes back with the second reading of src/limits.ts, before it is used: a result of 49 characters, 13 tokens and 4 for the message.',
  },
  'cache-survival': {
    ...small,
    expected: { 'measures.cacheSurvival': 17 },
    because: 'The first two messages are the same before and after: 4 + 4 and 5 + 4 tokens. What follows the dropped message has moved.',
  },
  cost: {
    input: { cached: 10_000, written: 30_000, read: 0.3, write: 3.75, summaries: 0.02 },
    expected: 0.1355,
    because: 'At 0.30 and 3.75 dollars for a million tokens read from and written to the cache: 0.003 + 0.1125, and 0.02 for the summaries.',
  },
  'break-even': {
    input: { read: 0.1, write: 1.25, before: 100_000, after: 40_000, prefix: 10_000, summaries: 2000 },
    expected: 6.0833,
    because:
      'In units of the price of one token: (2,000 + (1.25 − 0.1) × (40,000 − 10,000)) ÷ (0.1 × (100,000 − 40,000)) = 36,500 ÷ 6,000: from the seventh request on it has paid for itself.',
  },
  decay: {
    messages: [
      { role: 'user', text: 'There is a note in docs/first.md.', fate: 'K' },
      { role: 'assistant', text: 'There is a note in docs/second.md.', fate: 'K' },
      { role: 'user', text: 'There is a note in docs/third.md.', fate: 'K' },
      { role: 'assistant', text: 'There is a note in docs/fourth.md.', fate: 'K' },
      { role: 'user', text: 'There is a note in docs/fifth.md.', fate: 'K' },
      { role: 'assistant', text: 'There is a note in docs/sixth.md.', fate: 'K' },
      { role: 'user', text: 'There is a note in docs/seventh.md.', fate: 'K' },
      { role: 'assistant', text: 'There is a note in docs/eighth.md.', fate: 'K' },
    ],
    strategy: 'random-removal',
    target: 0.5,
    expected: {
      '0.values.facts.all.retained': 8,
      '1.values.facts.all.retained': 4,
      '2.values.facts.all.retained': 2,
      '3.values.facts.all.retained': 1,
    },
    because:
      'Each message holds one fact and has 13 tokens. Every round leaves half of what it finds: 4, 2, and the last message of the user, which is protected.',
  },
};
