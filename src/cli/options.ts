/** Options of the commands: the commands that have them, the schema of their values, and their line in the help. One entry per option. */
import { z } from 'zod';
import { CACHINGS } from '../engine/replay/contract.ts';
import { MEASURES } from '../engine/sets/columns.ts';
import { GROUPINGS } from '../engine/sets/contract.ts';
import { REPORTED } from '../engine/measures/run/values.ts';
import { MOCK_OUTCOMES } from '../engine/summarizers/contract.ts';
import { TOKENIZER_IDS } from '../engine/tokens/contract.ts';
import { DECIDES } from '../engine/tune/contract.ts';
import { LANGUAGES } from '../i18n/index.ts';
import { languageOf } from '../i18n/languages.ts';
import { EMBEDDING_PROVIDERS, ENDPOINT_PROVIDERS } from '../models/contract.ts';
import { RANGES } from '../scenario/limits.ts';
import { INSPECT_COLUMNS, REDUCE_COLUMNS, REPLAY_COLUMNS, sortable, TUNE_COLUMNS } from './columns.ts';
import { didYouMean } from './suggest.ts';
import { COLUMNS, SORTED } from './table.ts';
import { type AskedTrigger, readTrigger } from './triggers.ts';
import type { AskedVary } from './tune/vary.ts';
import { t } from './words.ts';

/** Runs of a search. */
const LEAST_RUNS = 10;
const MOST_RUNS = 1_000_000;

export const COMMANDS = ['compare', 'compact', 'inspect', 'replay', 'ask', 'map', 'reduce', 'tune'] as const;
export type Command = (typeof COMMANDS)[number];

/** Schema of a value, and the sentence for an invalid one. */
interface Value<T> {
  /** All that it takes, or all that each of a list may be, where that is known; for the completion of the shell. */
  readonly known?: readonly string[];
  readonly schema: z.ZodType<T, string>;
  wrong(name: string, value: string): string;
}

export interface Option<T = unknown> {
  /** Placeholder in the help; a switch has none. */
  readonly placeholder?: string;
  /** null = a switch, which takes no value. */
  readonly value: Value<T> | null;
  /** Of commands that take other values. */
  readonly of?: Partial<Record<Command, Value<T>>>;
  readonly multiple?: boolean;
  readonly help: Parameters<typeof t>[0];
  readonly commands: readonly Command[];
}

/** A value as quoted in an error. */
const shortened = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** A report's kind is the ending of its name. */
const reportFile: Value<string> = {
  schema: z.string().regex(/\.(html|md)$/),
  wrong: (_, value) => t('cli.error.report', { value: shortened(value) }),
};
const anyText: Value<string> = { schema: z.string(), wrong: (name) => t('cli.error.value', { name }) };
const address: Value<string> = { ...anyText, schema: z.string().transform((url) => url.replace(/\/+$/, '')) };

const oneOf = <const T extends string>(known: readonly T[]): Value<T> => ({
  known,
  schema: z.enum(known),
  wrong: (name, value) => t('cli.error.choice', { name, known: known.join(', '), value }) + didYouMean(value, known),
});

/** Digits only: `1e3`, `0x10` and a blank are not counts. */
const digits = (least: number, most: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most));
const decimal = z.string().regex(/\S/).transform(Number);

const number = <T>(schema: z.ZodType<T, string>, expected: () => string): Value<T> => ({
  schema,
  wrong: (name, value) => t('cli.error.number', { name, expected: expected(), value: shortened(value) }),
});

const share = number(decimal.pipe(z.number().gt(0).max(1)), () => t('cli.error.share'));
/** A share of the tokens up to 1, or tokens from 2. */
const target = z.union([z.literal('own'), z.literal('same'), decimal.pipe(z.union([z.number().gt(0).max(1), z.int().min(2)]))]);
const targets = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(target).min(1));

const ids: Value<string[]> = {
  schema: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string()).min(1)),
  wrong: (name, value) => t('cli.error.no-strategies', { name, value }),
};

/** For the first of a list that is none of the known. */
const meantIn = (list: string, known: readonly string[]): string => {
  const wrong = list.split(',').find((one) => !known.includes(one.trim()));
  return wrong === undefined ? '' : didYouMean(wrong.trim(), known);
};

/** Some of these names. */
const someOf = (known: readonly string[]): Value<string[]> => ({
  known,
  schema: ids.schema.refine((names) => names.every((name) => known.includes(name))),
  wrong: (name, value) => t('cli.error.choice', { name, known: known.join(', '), value }) + meantIn(value, known),
});
/** Of the commands whose tables have columns by name. */
const TABLES = { replay: REPLAY_COLUMNS, reduce: REDUCE_COLUMNS, tune: TUNE_COLUMNS, inspect: INSPECT_COLUMNS } as const;
const ofTables = <T>(value: (columns: readonly string[]) => Value<T>): Record<keyof typeof TABLES, Value<T>> => ({
  replay: value(TABLES.replay),
  reduce: value(TABLES.reduce),
  tune: value(TABLES.tune),
  inspect: value(TABLES.inspect),
});

/** A parameter of a strategy: its value stays text until the strategy is known. */
export interface Setting {
  readonly strategy: string;
  readonly param: string;
  readonly value: string;
}
const setting: Value<Setting> = {
  schema: z
    .string()
    .regex(/^[\w-]+\.[\w-]+=/)
    .transform((text) => {
      const [dot, equals] = [text.indexOf('.'), text.indexOf('=')];
      return { strategy: text.slice(0, dot), param: text.slice(dot + 1, equals), value: text.slice(equals + 1) };
    }),
  wrong: (_, value) => t('cli.error.set', { value }),
};

/** Its values stay text until the strategy is known. */
const vary: Value<AskedVary> = {
  schema: z
    .string()
    .regex(/^[\w.-]+(=.+)?$/)
    .transform((text) => {
      const at = text.indexOf('=');
      return at < 0 ? { param: text, values: null } : { param: text.slice(0, at), values: text.slice(at + 1) };
    }),
  wrong: (_, value) => t('cli.error.vary', { value: shortened(value) }),
};

/** Each strategy by its system's trigger. */
export const OWN_TRIGGER = 'own';
const trigger: Value<AskedTrigger | typeof OWN_TRIGGER> = {
  schema: z.string().transform((text, context) => {
    const read = text === OWN_TRIGGER ? OWN_TRIGGER : readTrigger(text);
    if (read !== null) return read;
    context.addIssue('no trigger');
    return z.NEVER;
  }),
  wrong: (_, value) => t('cli.error.trigger', { value }),
};

/** S1's alternatives to yes. */
const ANSWERS = ['yes', 'drop-oldest', 'new-session', 'stop'] as const;

/** Formats that lines are written in. */
export const LINE_FORMATS = ['jsonl', 'csv', 'parquet'] as const;

const ALL: readonly Command[] = COMMANDS;
const RUNS: readonly Command[] = ['compare', 'compact'];
const ONE_SESSION: readonly Command[] = ['compare', 'compact', 'replay', 'ask'];
const ENGINE: readonly Command[] = [...ONE_SESSION, 'map', 'tune'];
const SETS: readonly Command[] = ['map', 'tune'];
const READS: readonly Command[] = ['compare', 'compact', 'inspect', 'replay', 'ask', 'map', 'tune'];
const ASKS: readonly Command[] = ['ask'];
const HAS_TABLE: readonly Command[] = ['compare', 'inspect', 'replay', 'reduce', 'tune'];

export const OPTIONS = {
  conversation: {
    value: {
      schema: digits(1, Number.MAX_SAFE_INTEGER),
      wrong: (_: string, value: string) => t('cli.error.conversation', { count: '…', value }),
    },
    placeholder: 'N',
    help: 'cli.help.conversation',
    commands: ONE_SESSION,
  },
  'at-compaction': {
    value: {
      schema: z.union([z.literal(['last', 'end']), digits(1, Number.MAX_SAFE_INTEGER)]),
      wrong: (_: string, value: string) => t('cli.error.atCompaction', { value, known: '…' }),
    },
    placeholder: 'N|last|end',
    help: 'cli.help.atCompaction',
    commands: ['compare'],
  },
  format: { value: anyText, placeholder: 'ID', help: 'cli.help.format', commands: READS },
  strategies: { value: ids, multiple: true, placeholder: 'A,B', help: 'cli.help.strategies', commands: ['compare', 'replay', 'ask', 'map'] },
  preset: { value: ids, multiple: true, placeholder: 'P,Q', help: 'cli.help.preset', commands: ENGINE },
  strategy: { value: ids, multiple: true, placeholder: 'ID', help: 'cli.help.strategy', commands: ['compact', 'tune'] },
  undo: { value: null, help: 'cli.help.undo', commands: ['compact'] },
  to: { value: anyText, placeholder: 'FORMAT', help: 'cli.help.to', commands: ['compact'] },
  set: { value: setting, multiple: true, placeholder: 'S.P=V', help: 'cli.help.set', commands: ENGINE },
  config: { value: anyText, placeholder: 'FILE', help: 'cli.help.config', commands: ENGINE },
  keywords: { value: anyText, placeholder: 'FILE', help: 'cli.help.keywords', commands: ENGINE },
  window: {
    value: number(digits(RANGES.window.min, RANGES.window.max), () =>
      t('cli.error.window', { minimum: RANGES.window.min, maximum: RANGES.window.max }),
    ),
    placeholder: 'N',
    help: 'cli.help.window',
    commands: ENGINE,
  },
  target: { value: number(targets, () => t('cli.error.target')), placeholder: 'X', help: 'cli.help.target', commands: ENGINE },
  provider: { value: oneOf(ENDPOINT_PROVIDERS), placeholder: 'P', help: 'cli.help.provider', commands: ASKS },
  model: { value: anyText, placeholder: 'M', help: 'cli.help.model', commands: READS },
  cuts: { value: number(digits(1, 100), () => t('cli.error.count', { most: 100 })), placeholder: 'N', help: 'cli.help.cuts', commands: ASKS },
  samples: { value: number(digits(1, 20), () => t('cli.error.count', { most: 20 })), placeholder: 'N', help: 'cli.help.samples', commands: ASKS },
  probes: { value: number(digits(0, 30), () => t('cli.error.count.zero', { most: 30 })), placeholder: 'N', help: 'cli.help.probes', commands: ASKS },
  judge: { value: anyText, placeholder: 'M', help: 'cli.help.judge', commands: ASKS },
  answers: { value: anyText, placeholder: 'FILE', help: 'cli.help.answers', commands: ASKS },
  tokenizer: { value: oneOf(TOKENIZER_IDS), placeholder: 'T', help: 'cli.help.tokenizer', commands: READS },
  recall: { value: null, help: 'cli.help.recall', commands: ['compare', 'map'] },
  'recall-by-model': { value: null, help: 'cli.help.recallByModel', commands: ['compare'] },
  trigger: { value: trigger, multiple: true, placeholder: 'KIND:X', help: 'cli.help.trigger', commands: ['replay'] },
  all: { value: null, help: 'cli.help.all', commands: ['replay'] },
  any: { value: null, help: 'cli.help.any', commands: ['replay'] },
  warning: { value: share, placeholder: 'X', help: 'cli.help.warning', commands: ['replay'] },
  cooldown: {
    value: number(digits(0, 999_999), () => t('cli.error.cooldown')),
    placeholder: 'N',
    help: 'cli.help.cooldown',
    commands: ['replay'],
  },
  answer: { value: oneOf(ANSWERS), placeholder: 'A', help: 'cli.help.answer', commands: ['replay'] },
  caching: { value: oneOf(CACHINGS), placeholder: 'C', help: 'cli.help.caching', commands: ['replay'] },
  log: { value: null, help: 'cli.help.log', commands: ['replay'] },
  'summary-outcome': { value: oneOf(MOCK_OUTCOMES), placeholder: 'O', help: 'cli.help.summary-outcome', commands: ENGINE },
  summarizer: { value: oneOf(['built-in', ...ENDPOINT_PROVIDERS]), placeholder: 'P', help: 'cli.help.summarizer', commands: RUNS },
  'summary-model': { value: anyText, placeholder: 'M', help: 'cli.help.summary-model', commands: [...ONE_SESSION] },
  'base-url': { value: address, placeholder: 'URL', help: 'cli.help.base-url', commands: [...RUNS, 'ask'] },
  'key-env': { value: anyText, placeholder: 'NAME', help: 'cli.help.key-env', commands: [...RUNS, 'ask'] },
  embedder: { value: oneOf(['words', ...EMBEDDING_PROVIDERS]), placeholder: 'P', help: 'cli.help.embedder', commands: RUNS },
  'embedding-model': { value: anyText, placeholder: 'M', help: 'cli.help.embedding-model', commands: RUNS },
  'embedding-url': { value: address, placeholder: 'URL', help: 'cli.help.embedding-url', commands: RUNS },
  'embedding-key-env': { value: anyText, placeholder: 'NAME', help: 'cli.help.key-env', commands: RUNS },
  yes: { value: null, help: 'cli.help.yes', commands: [...RUNS, 'ask'] },
  lang: {
    value: {
      // `zh_CN.UTF-8`, as in a terminal's environment, is Chinese too.
      schema: z.string().refine((written) => languageOf(written) !== null),
      wrong: (name: string, value: string) => t('cli.error.choice', { name, known: LANGUAGES.map((l) => l.id).join(', '), value }),
    },
    placeholder: 'L',
    help: 'cli.help.lang',
    commands: ALL,
  },
  decay: { value: null, help: 'cli.help.decay', commands: ['compare'] },
  jobs: {
    value: number(digits(1, 1024), () => t('cli.error.jobs')),
    placeholder: 'N',
    help: 'cli.help.jobs',
    commands: SETS,
  },
  heap: {
    value: number(digits(64, 1_000_000), () => t('cli.error.heap')),
    placeholder: 'MB',
    help: 'cli.help.heap',
    commands: SETS,
  },
  done: { value: anyText, multiple: true, placeholder: 'FILE', help: 'cli.help.done', commands: ['map', 'tune'] },
  'format-out': { value: oneOf(LINE_FORMATS), placeholder: 'F', help: 'cli.help.format-out', commands: ['map'] },
  vary: { value: vary, multiple: true, placeholder: 'P=V', help: 'cli.help.vary', commands: ['tune'] },
  best: { value: oneOf(DECIDES), placeholder: 'M', help: 'cli.help.best', commands: ['tune'] },
  runs: {
    value: number(digits(LEAST_RUNS, MOST_RUNS), () => t('cli.error.tune.runs', { least: LEAST_RUNS, most: MOST_RUNS })),
    placeholder: 'N',
    help: 'cli.help.runs',
    commands: ['tune'],
  },
  seed: {
    value: number(digits(0, 999_999), () => t('cli.error.count.zero', { most: 999_999 })),
    placeholder: 'N',
    help: 'cli.help.seed',
    commands: ['tune'],
  },
  by: { value: oneOf(GROUPINGS), placeholder: 'G', help: 'cli.help.by', commands: ['reduce'] },
  baseline: { value: anyText, placeholder: 'ROW', help: 'cli.help.baseline', commands: ['reduce'] },
  measures: {
    // `reduce` knows the cells of a line, `compare` what stands in `measures` of a row.
    value: someOf(MEASURES.map(({ name }) => name)),
    of: { compare: someOf([...REPORTED, 'all', 'none']) },
    placeholder: 'A,B',
    help: 'cli.help.measures',
    commands: ['compare', 'reduce'],
  },
  report: { value: reportFile, multiple: true, placeholder: 'FILE', help: 'cli.help.report', commands: ['compare', 'reduce'] },
  'no-names': { value: null, help: 'cli.help.no-names', commands: ['reduce'] },
  'all-rows': { value: null, help: 'cli.help.all-rows', commands: ['compare'] },
  columns: { value: someOf(COLUMNS), of: ofTables(someOf), placeholder: 'A,B', help: 'cli.help.columns', commands: HAS_TABLE },
  sort: {
    value: oneOf<string>(SORTED),
    of: ofTables((columns) => oneOf(sortable(columns))),
    placeholder: 'C',
    help: 'cli.help.sort',
    commands: HAS_TABLE,
  },
  'no-color': { value: null, help: 'cli.help.no-color', commands: [...HAS_TABLE, 'ask'] },
  csv: { value: null, help: 'cli.help.csv', commands: ['reduce', 'tune'] },
  json: { value: null, help: 'cli.help.json', commands: ['compare', 'inspect', 'replay', 'ask', 'reduce', 'tune'] },
  jsonl: { value: null, help: 'cli.help.jsonl', commands: ['compare'] },
  help: { value: null, help: 'cli.help.help', commands: ALL },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;
/** Options of a command, in the order of the help. */
export const optionsOf = (command: Command): readonly (readonly [OptionName, Option])[] =>
  (Object.entries(OPTIONS) as [OptionName, Option][]).flatMap(([name, option]) =>
    option.commands.includes(command) ? [[name, { ...option, value: option.of?.[command] ?? option.value }] as const] : [],
  );

type Meaning<O> = O extends { readonly value: Value<infer T> } ? (O extends { readonly multiple: true } ? readonly T[] : T) : true;
/** The given options by name; missing ones are absent. */
export type Given = { readonly [K in OptionName]?: Meaning<(typeof OPTIONS)[K]> };
