/**
 * Everything a link carries, each field once: what it is on a first visit, and its rule. A scenario is data: no functions, no keys, no
 * transcript text unless the person shares it. Rules get their parts as an argument, so that the page's first load has no validation.
 * Changing a default changes what old links mean: it needs a new version and a migration (fixtures/links/README.md).
 */
import type { output, ZodMiniObject, ZodMiniType } from 'zod/mini';
import { MATTERS } from '../engine/answer/contract.ts';
import { CACHINGS } from '../engine/replay/contract.ts';
import { MOCK_OUTCOMES } from '../engine/summarizers/contract.ts';
import { LEAST_WINDOW, TOKENIZER_IDS } from '../engine/tokens/contract.ts';
import type { rules } from './rules.ts';

export const SCENARIO_VERSION = 1;

type Parts = typeof rules;
/** Data that nobody changes. */
export type Data<T> = T extends object ? { readonly [K in keyof T]: Data<T[K]> } : T;
interface Field {
  readonly value?: unknown;
  readonly rule: (r: Parts) => ZodMiniType;
}
type Fields = Readonly<Record<string, Field>>;
type Shape<F extends Fields> = { -readonly [K in keyof F]: ReturnType<F[K]['rule']> };
type Values<F extends Fields> = Data<output<ZodMiniObject<Shape<F>>>>;

const field = <S extends ZodMiniType>(value: NoInfer<Data<output<S>>>, rule: (r: Parts) => S) => ({ value, rule });
const flag = (value: boolean) => field(value, (r) => r.boolean());
/** A field that is absent by itself. */
const absent = <S extends ZodMiniType>(rule: (r: Parts) => S) => ({ rule: (r: Parts) => r.optional(rule(r)) });
const whole = (value: number, min: number, max: number) => ({ value, min, max, whole: true, rule: (r: Parts) => r.whole(min, max) });
const share = (value: number, min: number) => ({ value, min, max: 1, whole: false, rule: (r: Parts) => r.number(min, 1) });

const objectOf = <F extends Fields>(fields: F, r: Parts) =>
  r.strictObject(Object.fromEntries(Object.entries(fields).map(([name, { rule }]) => [name, rule(r)])) as Shape<F>);
const section = <F extends Fields>(fields: F) => ({
  value: Object.fromEntries(Object.entries(fields).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]))) as Values<F>,
  rule: (r: Parts) => objectOf(fields, r),
});

/** Settings that follow the file: automatic again with the next one, unless a person pinned them (next-file.ts). */
export const FILE_SETTINGS = ['window', 'model', 'tokenizer', 'target', 'replayWindow', 'priceModel', 'caching'] as const;
export type FileSetting = (typeof FILE_SETTINGS)[number];

/** same = at most what A leaves (target where it leaves nearly all); shipped = each by its makers' settings; own = the target. */
export const BUDGETS = ['same', 'shipped', 'own'] as const;
export const TABS = ['answer', 'policies', 'plot', 'replay'] as const;
export type Tab = (typeof TABS)[number];

/** Entries of a list or an object for which nothing else is said. */
export const MAX_ENTRIES = 20_000;
/** Characters of an edited prompt. */
export const MAX_PROMPT = 10_000;
export const COLUMN_WIDTHS = { min: 24, max: 2000 } as const;

const MOST_WINDOW = 100_000_000;
const window = { min: LEAST_WINDOW, max: MOST_WINDOW, whole: true, ...field(null, (r) => r.nullable(r.whole(LEAST_WINDOW, MOST_WINDOW))) };
const model = field(null, (r) => r.nullable(r.text(200)));

const SETTINGS = {
  /** Context window in tokens; null = what the recording states, else the model's, else 128,000. */
  window,
  /** Share of the window, 0–1. */
  trigger: share(0.9, 0.01),
  target: { ...share(0.5, 0.001), rule: (r: Parts) => r.target(0.001, MOST_WINDOW) },
  budget: field('same', (r) => r.oneOf(BUDGETS)),
  keepRecent: whole(10, 0, 100_000),
  preserveStart: whole(4, 0, 100_000),
  preserveEnd: whole(5, 0, 100_000),
  longTokens: whole(800, 0, 10_000_000),
  shortTokens: whole(20, 0, 10_000_000),
  edgeStart: whole(2, 0, 100_000),
  edgeEnd: whole(2, 0, 100_000),
  /** Weight of token reduction, 0–1. */
  weight: share(0.6, 0),
  /** null = the transcript's own. */
  model,
  /** null = the model's. */
  tokenizer: field(null, (r) => r.nullable(r.oneOf(TOKENIZER_IDS))),
  /** Tokens added per message (S1). */
  overhead: whole(4, 0, 1000),
  summarizer: field('built-in', (r) => r.text(800)),
  /** What is compared by where a strategy can compare by embeddings: `words` (absent too), or the id of one of `models` of that kind. */
  embedder: absent((r) => r.text(800)),
  models: field([], (r) => r.models),
  prompts: field({}, (r) => r.prompts(MAX_PROMPT)),
  maskSecrets: flag(true),
  maskEmails: flag(false),
  parallelCalls: whole(3, 1, 20),
  summarizerOutcome: field('ok', (r) => r.oneOf(MOCK_OUTCOMES)),
  seed: whole(1, 0, 4_294_967_295),
  /** Word lists that a person replaced, by list id (engine/signals/keywords.ts); a list that is not there has its default. */
  keywords: field({}, (r) => r.keywords),
};
export type Settings = Values<typeof SETTINGS>;

interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
type NumberSetting = { [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Range ? K : never }[keyof typeof SETTINGS];
/** Range of each number; `target` is its range as a share (a whole number of tokens, 2 or more, is the other way to give it). */
export const RANGES: Readonly<Record<NumberSetting, Range>> = SETTINGS;

/** A compaction that was carried out: everything its result depends on, so that running it again gives the same context. */
const STEP = {
  strategy: field('', (r) => r.text(80)),
  params: field({}, (r) => r.params),
  /** Who wrote its summaries; absent = as its settings say. */
  summarizer: absent((r) => r.text(800)),
  /** What it compared by; absent = as its settings say. */
  embedder: absent((r) => r.text(800)),
  settings: section(SETTINGS),
  marks: field({}, (r) => r.marks),
  at: field('', (r) => r.time),
};

const REPLAY = {
  ownTriggers: flag(true),
  /** null = one: the page's trigger, as use of the window. */
  triggers: field(null, (r) => r.nullable(r.array(r.trigger))),
  combine: field('any', (r) => r.oneOf(['any', 'all'])),
  hand: field([], (r) => r.ascending),
  /** Share of the window at which a warning is given (S2); null = none. */
  warning: field(0.8, (r) => r.nullable(r.number(0.01, 1))),
  cooldown: whole(0, 0, 1000),
  /** What is said to a strategy that asks first: null = yes, else its alternative. */
  answer: field(null, (r) => r.nullable(r.text(80))),
  /** Keys of the rows that run; null = A, B and C. */
  strategies: field(null, (r) => r.nullable(r.distinct(r.text(100)))),
  /** Instead of the window of the settings, tokens. */
  window,
  /** Whose prices are counted with; null = the model in use. */
  priceModel: model,
  /** Whose prices and window the calls have that write summaries; null = `priceModel`. */
  summaryModel: model,
  /** How prompts are cached; null = as the provider of that model does. */
  caching: field(null, (r) => r.nullable(r.oneOf(CACHINGS))),
};

const VIEW = {
  /** By the name of the table; absent = as it is by itself. */
  tables: field({}, (r) => r.record(r.text(80), r.table(COLUMN_WIDTHS))),
  /** C: key of the policy opened last; absent = the best that is not ours. A and B follow the session. */
  other: absent((r) => r.text(100)),
  /** Every row of the comparison, not only the short list (rows.ts: shownRows). */
  allRows: flag(false),
  deltas: flag(false),
  color: field('priority', (r) => r.oneOf(['priority', 'fate', 'role'])),
  width: field('tokens', (r) => r.oneOf(['tokens', 'messages'])),
  layout: field('columns', (r) => r.oneOf(['columns', 'unified', 'request'])),
  onlyDifferences: flag(false),
  /** Columns that the plot draws against each other; null = recall against tokens where there is recall, else what efficiency is made of. */
  plot: field(null, (r) => r.nullable(r.strictObject({ x: r.text(80), y: r.text(80) }))),
  /** Open message (index), or null. */
  selected: field(null, (r) => r.nullable(r.index)),
  tab: field('answer', (r) => r.oneOf(TABS)),
  /** What matters to the person; absent = what is kept, of rows that the provider accepts within the budget (engine/answer/contract.ts: WISHES). */
  wishes: absent((r) =>
    r.strictObject({
      matters: r.oneOf(MATTERS),
      accepted: r.boolean(),
      withinBudget: r.boolean(),
      noModel: r.boolean(),
      constraints: r.nullable(r.number(0, 1)),
    }),
  ),
};

const SCENARIO = {
  v: field(SCENARIO_VERSION, (r) => r.literal(SCENARIO_VERSION)),
  transcript: field({ kind: 'sample', id: 'coding-session' }, (r) => r.transcript),
  /** Conversation within the file, 0-based; subagents after the main lines, in order of appearance. */
  conversation: field(0, (r) => r.index),
  /**
   * Number (from 1) of the recorded agent's compaction that the comparison is right before: all rows run on the context that the agent
   * had there. Absent = the end of the conversation.
   */
  until: absent((r) => r.whole(1, MAX_ENTRIES)),
  /** Format chosen by the person, when not the detected one. */
  format: field(null, (r) => r.nullable(r.text(80))),
  settings: section(SETTINGS),
  /** Settings of the file that stay when another one is opened; absent = none. */
  kept: absent((r) => r.distinct(r.oneOf(FILE_SETTINGS))),
  rows: field([], (r) => r.rows),
  marks: field({}, (r) => r.marks),
  applied: field([], (r) => r.array(objectOf(STEP, r))),
  undone: field(0, (r) => r.index),
  replay: section(REPLAY),
  view: section(VIEW),
};
export type Scenario = Values<typeof SCENARIO>;
export const { value: FIRST_VISIT, rule: scenarioRule } = section(SCENARIO);

export type TranscriptRef = Scenario['transcript'];
export type Row = Scenario['rows'][number];
export type Step = Scenario['applied'][number];
export type Replay = Scenario['replay'];
export type View = Scenario['view'];
/** What a person changed of a table. A field that is absent is as the table has it by itself; names are ids of its columns. */
export type TableView = View['tables'][string];

/** The replaceable keyword lists, for the page, which may import only contracts of the engine. */
export {
  defaultWords,
  KEYWORD_LISTS,
  type KeywordList,
  type Keywords,
  LONGEST_WORD,
  MOST_WORDS,
} from '../engine/signals/keywords.ts';
