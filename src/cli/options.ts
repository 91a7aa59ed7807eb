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
import { notOneOf } from './suggest.ts';
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
  /** What all that is given adds to; lists become one. */
  readonly multiple?: boolean;
  /** Where nothing is given; absent: null. */
  readonly usual?: T;
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
  wrong: (name, value) => notOneOf(name, value, known),
});

/** Digits only: `1e3`, `0x10` and a blank are not counts. */
const digits = (least: number, most: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most));
const decimal = z.string().regex(/\S/).transform(Number);

const number = <T>(schema: z.ZodType<T, string>, expected: () => string): Value<T> => ({
  schema,
  wrong: (name, value) => t('cli.error.number', { name, expected: expected(), value: shortened(value) }),
});

const share = number(decimal.pipe(z.number().gt(0).max(1)), () => t('cli.error.share'));
/** Whole numbers up to this could be per cent or tokens: they need their unit. */
const MOST_PERCENT = 100;
const tokens = z.int().min(2);
/** A share of the tokens up to 1 or in per cent, or tokens, with their unit where they are few. */
const target = z.union([
  z.literal(['own', 'same']),
  z
    .string()
    .regex(/^[\d.]+%$/)
    .transform((text) => Number(text.slice(0, -1)) / 100)
    .pipe(z.number().gt(0).max(1)),
  z
    .string()
    .regex(/^\d+tokens$/)
    .transform((text) => Number.parseInt(text, 10))
    .pipe(tokens),
  decimal.pipe(z.union([z.number().gt(0).max(1), tokens.gt(MOST_PERCENT)])),
]);
const targets: Value<(number | 'own' | 'same')[]> = {
  schema: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(target).min(1)),
  wrong: (name, value) => {
    const bare = value.split(',').find((one) => tokens.max(MOST_PERCENT).safeParse(decimal.safeParse(one).data).success);
    if (bare !== undefined) return t('cli.error.target.unit', { value: bare.trim() });
    return t('cli.error.number', { name, expected: t('cli.error.target'), value: shortened(value) });
  },
};

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

/** Some of these names. */
const someOf = (known: readonly string[]): Value<string[]> => ({
  known,
  schema: ids.schema.refine((names) => names.every((name) => known.includes(name))),
  wrong: (name, list) =>
    notOneOf(
      name,
      list
        .split(',')
        .find((one) => !known.includes(one.trim()))
        ?.trim() ?? list,
      known,
    ),
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

/** The options, in the groups and the order of the help. */
const GROUPS = {
  session: {
    conversation: {
      value: {
        schema: digits(1, Number.MAX_SAFE_INTEGER),
        wrong: (_: string, value: string) => t('cli.error.conversation', { count: '…', value }),
      },
      placeholder: 'N',
      commands: ONE_SESSION,
    },
    'at-compaction': {
      value: {
        schema: z.union([z.literal(['last', 'end']), digits(1, Number.MAX_SAFE_INTEGER)]),
        wrong: (_: string, value: string) => t('cli.error.atCompaction', { value, known: '…' }),
      },
      placeholder: 'N|last|end',
      commands: ['compare'],
    },
    format: { value: anyText, placeholder: 'ID', commands: READS },
    window: {
      value: number(digits(RANGES.window.min, RANGES.window.max), () =>
        t('cli.error.window', { minimum: RANGES.window.min, maximum: RANGES.window.max }),
      ),
      placeholder: 'N',
      commands: ENGINE,
    },
    model: { value: anyText, placeholder: 'M', commands: READS },
    tokenizer: { value: oneOf(TOKENIZER_IDS), placeholder: 'T', commands: READS },
    keywords: { value: anyText, placeholder: 'FILE', commands: ENGINE },
  },
  policies: {
    strategies: { value: ids, multiple: true, placeholder: 'A,B', commands: ['compare', 'replay', 'ask', 'map'] },
    preset: { value: ids, multiple: true, placeholder: 'P,Q', commands: ENGINE },
    strategy: { value: ids, multiple: true, placeholder: 'ID', commands: ['compact', 'tune'] },
    set: { value: setting, multiple: true, placeholder: 'S.P=V', commands: ENGINE },
    config: { value: anyText, placeholder: 'FILE', commands: ENGINE },
    target: { value: targets, multiple: true, placeholder: 'X', commands: ENGINE },
    vary: { value: vary, multiple: true, placeholder: 'P=V', commands: ['tune'] },
    best: { value: oneOf(DECIDES), placeholder: 'M', usual: 'kept', commands: ['tune'] },
    runs: {
      value: number(digits(LEAST_RUNS, MOST_RUNS), () => t('cli.error.tune.runs', { least: LEAST_RUNS, most: MOST_RUNS })),
      placeholder: 'N',
      commands: ['tune'],
    },
    seed: {
      value: number(digits(0, 999_999), () => t('cli.error.count.zero', { most: 999_999 })),
      placeholder: 'N',
      usual: 1,
      commands: ['tune'],
    },
    undo: { value: null, commands: ['compact'] },
    decay: { value: null, commands: ['compare'] },
    recall: { value: null, commands: ['compare', 'map'] },
    'recall-by-model': { value: null, commands: ['compare'] },
  },
  replay: {
    trigger: { value: trigger, multiple: true, placeholder: 'KIND:X', commands: ['replay'] },
    all: { value: null, commands: ['replay'] },
    any: { value: null, commands: ['replay'] },
    warning: { value: share, placeholder: 'X', usual: 0.8, commands: ['replay'] },
    cooldown: {
      value: number(digits(0, 999_999), () => t('cli.error.cooldown')),
      placeholder: 'N',
      usual: 0,
      commands: ['replay'],
    },
    answer: { value: oneOf(ANSWERS), placeholder: 'A', commands: ['replay'] },
    caching: { value: oneOf(CACHINGS), placeholder: 'C', commands: ['replay'] },
    log: { value: null, commands: ['replay'] },
  },
  model: {
    provider: { value: oneOf(ENDPOINT_PROVIDERS), placeholder: 'P', commands: ASKS },
    cuts: { value: number(digits(1, 100), () => t('cli.error.count', { most: 100 })), placeholder: 'N', commands: ASKS },
    samples: { value: number(digits(1, 20), () => t('cli.error.count', { most: 20 })), placeholder: 'N', commands: ASKS },
    probes: { value: number(digits(0, 30), () => t('cli.error.count.zero', { most: 30 })), placeholder: 'N', commands: ASKS },
    judge: { value: anyText, placeholder: 'M', commands: ASKS },
    answers: { value: anyText, placeholder: 'FILE', commands: ASKS },
    summarizer: { value: oneOf(['built-in', ...ENDPOINT_PROVIDERS]), placeholder: 'P', usual: 'built-in', commands: RUNS },
    'summary-model': { value: anyText, placeholder: 'M', commands: [...RUNS, 'ask'] },
    'base-url': { value: address, placeholder: 'URL', commands: [...RUNS, 'ask'] },
    'key-env': { value: anyText, placeholder: 'NAME', commands: [...RUNS, 'ask'] },
    embedder: { value: oneOf(['words', ...EMBEDDING_PROVIDERS]), placeholder: 'P', usual: 'words', commands: RUNS },
    'embedding-model': { value: anyText, placeholder: 'M', commands: RUNS },
    'embedding-url': { value: address, placeholder: 'URL', commands: RUNS },
    'embedding-key-env': { value: anyText, placeholder: 'NAME', commands: RUNS },
    yes: { value: null, commands: [...RUNS, 'ask'] },
    'summary-outcome': { value: oneOf(MOCK_OUTCOMES), placeholder: 'O', usual: 'ok', commands: ENGINE },
  },
  many: {
    jobs: {
      value: number(digits(1, 1024), () => t('cli.error.jobs')),
      placeholder: 'N',
      commands: SETS,
    },
    heap: {
      value: number(digits(64, 1_000_000), () => t('cli.error.heap')),
      placeholder: 'MB',
      commands: SETS,
    },
    done: { value: anyText, multiple: true, placeholder: 'FILE', commands: ['map', 'tune'] },
    by: { value: oneOf(GROUPINGS), placeholder: 'G', commands: ['reduce'] },
    baseline: { value: anyText, placeholder: 'ROW', commands: ['reduce'] },
    'no-names': { value: null, commands: ['reduce'] },
  },
  output: {
    to: { value: anyText, placeholder: 'FORMAT', commands: ['compact'] },
    'format-out': { value: oneOf(LINE_FORMATS), placeholder: 'F', usual: 'jsonl', commands: ['map'] },
    measures: {
      // `reduce` knows the cells of a line, `compare` what stands in `measures` of a row.
      value: someOf(MEASURES.map(({ name }) => name)),
      of: { compare: someOf([...REPORTED, 'all', 'none']) },
      placeholder: 'A,B',
      commands: ['compare', 'reduce'],
    },
    'all-rows': { value: null, commands: ['compare'] },
    columns: { value: someOf(COLUMNS), of: ofTables(someOf), placeholder: 'A,B', commands: HAS_TABLE },
    sort: {
      value: oneOf<string>(SORTED),
      of: ofTables((columns) => oneOf(sortable(columns))),
      placeholder: 'C',
      commands: HAS_TABLE,
    },
    'no-color': { value: null, commands: [...HAS_TABLE, 'ask'] },
    csv: { value: null, commands: ['reduce', 'tune'] },
    json: { value: null, commands: ['compare', 'inspect', 'replay', 'ask', 'reduce', 'tune'] },
    jsonl: { value: null, commands: ['compare'] },
    report: { value: reportFile, multiple: true, placeholder: 'FILE', commands: ['compare', 'reduce'] },
    lang: {
      value: {
        // `zh_CN.UTF-8`, as in a terminal's environment, is Chinese too.
        schema: z.string().refine((written) => languageOf(written) !== null),
        wrong: (name: string, value: string) =>
          notOneOf(
            name,
            value,
            LANGUAGES.map((l) => l.id),
          ),
      },
      placeholder: 'L',
      commands: ALL,
    },
    help: { value: null, commands: ALL },
  },
} as const satisfies Record<string, Record<string, Option>>;

export const OPTIONS = {
  ...GROUPS.session,
  ...GROUPS.policies,
  ...GROUPS.replay,
  ...GROUPS.model,
  ...GROUPS.many,
  ...GROUPS.output,
};

export type OptionName = keyof typeof OPTIONS;
export type GroupName = keyof typeof GROUPS;

/** Options of a command, in the order of the help. */
export const optionsOf = (command: Command): readonly (readonly [OptionName, Option, GroupName])[] =>
  (Object.entries(GROUPS) as [GroupName, Record<string, Option>][]).flatMap(([group, options]) =>
    Object.entries(options).flatMap(([name, option]) =>
      option.commands.includes(command) ? [[name as OptionName, { ...option, value: option.of?.[command] ?? option.value }, group] as const] : [],
    ),
  );

/** As the parser writes a name: `no-x` is the opposite of x. */
type Attribute<S extends string> = S extends `no-${infer X}`
  ? Attribute<X>
  : S extends `${infer A}-${infer B}`
    ? `${A}${Capitalize<Attribute<B>>}`
    : S;
type One<T> = T extends readonly (infer E)[] ? E : T;
type Meaning<O> = O extends { readonly value: Value<infer T> }
  ? O extends { readonly multiple: true }
    ? readonly One<T>[]
    : O extends { readonly usual: unknown }
      ? T
      : T | null
  : boolean;
/** The values of all options: what is not given is its usual value, else null, an empty list or false. */
export type Values = { readonly [K in OptionName as Attribute<K>]: Meaning<(typeof OPTIONS)[K]> };
