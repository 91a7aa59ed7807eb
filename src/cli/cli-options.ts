/** Options of the commands: which commands have them, and how their values are read. One entry per option; its line in the help is `cli.help.NAME`. */
import { formats } from '../engine/formats/index.ts';
import { REPORTED } from '../engine/measures/run/measured-values.ts';
import { strategies } from '../engine/pipelines/index.ts';
import { CACHINGS } from '../engine/replay/contract.ts';
import { GROUPINGS } from '../engine/sets/contract.ts';
import { MEASURES } from '../engine/sets/sets-columns.ts';
import type { Param, ParamSchema } from '../engine/strategies/params.ts';
import { MOCK_OUTCOMES } from '../engine/summarizers/contract.ts';
import { TOKENIZER_IDS } from '../engine/tokens/contract.ts';
import { SEEDS, SUMMARY_MARKER, type Trigger, type TriggerSeed } from '../engine/triggers/contract.ts';
import { type AskedAxis, type Axis, DECIDES, type TunedValue } from '../engine/tune/contract.ts';
import { axisOf, searchable, tunable } from '../engine/tune/tune.ts';
import { LANGUAGES } from '../i18n/index.ts';
import { languageOf } from '../i18n/languages.ts';
import { EMBEDDING_PROVIDERS, ENDPOINT_PROVIDERS } from '../models/contract.ts';
import { RANGES } from '../scenario/defaults.ts';
import { INSPECT_COLUMNS, REDUCE_COLUMNS, REPLAY_COLUMNS, sortable, TUNE_COLUMNS } from './cli-columns.ts';
import { COLUMNS } from './cli-table.ts';
import { notOneOf, t, UsageError } from './cli-words.ts';

export type AskedTrigger = Trigger | { readonly kind: 'system'; readonly seed: TriggerSeed };

/** `ratio:0.8`, `ratio:0.9:5`, `S2` and so on; null for anything else. */
export function readTrigger(written: string): AskedTrigger | null {
  const seed = SEEDS.find((known) => known === written);
  if (seed) return { kind: 'system', seed };
  const at = written.indexOf(':');
  const kind = at < 0 ? written : written.slice(0, at);
  const rest = at < 0 ? '' : written.slice(at + 1);
  if (kind === 'marker') return { kind, text: rest || SUMMARY_MARKER };
  if (kind === 'requests') return rest === '' ? { kind } : null;
  if (kind === 'hard-limit') return rest === '' ? { kind } : null;
  if (kind === 'hand') {
    const numbers = rest.split(',').map(Number);
    return numbers.every((one) => Number.isInteger(one) && one > 0) ? { kind, messages: numbers.map((one) => one - 1) } : null;
  }
  const [first = '', second, ...more] = rest.split(':');
  const [value, extra] = [first === '' ? Number.NaN : Number(first), second === undefined ? undefined : Number(second)];
  if (more.length > 0 || (extra !== undefined && kind !== 'turns' && !(extra >= 0))) return null;
  switch (kind) {
    case 'turns': {
      const unit = (['auto', 'turns', 'steps'] as const).find((known) => known === (second ?? 'auto'));
      return Number.isInteger(value) && value > 0 && unit ? { kind, count: value, unit } : null;
    }
    case 'ratio':
      return isShare(value) ? { kind, share: value, ...(extra !== undefined && { interval: extra }) } : null;
    case 'messages':
      return Number.isInteger(value) && value > 0 && extra === undefined ? { kind, count: value } : null;
    case 'result':
      return Number.isInteger(value) && value > 0 && (extra === undefined || Number.isInteger(extra))
        ? { kind, tokens: value, ...(extra !== undefined && { spare: extra }) }
        : null;
    case 'tokens':
      return value > 0 && extra === undefined ? { kind, tokens: value } : null;
    case 'tool-result':
      return isShare(value) && (extra ?? 0) < 1 ? { kind, share: value, ...(extra !== undefined && { buffer: extra }) } : null;
    case 'remaining':
    case 'answer':
      return isShare(value) && extra === undefined ? { kind, share: value } : null;
    default:
      return null;
  }
}

export function written(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'ratio':
      return `ratio:${trigger.share}${trigger.interval ? `:${trigger.interval}` : ''}`;
    case 'tool-result':
      return `tool-result:${trigger.share}${trigger.buffer === undefined ? '' : `:${trigger.buffer}`}`;
    case 'result':
      return `result:${trigger.tokens}${trigger.spare ? `:${trigger.spare}` : ''}`;
    case 'tokens':
      return `tokens:${trigger.tokens}`;
    case 'remaining':
    case 'answer':
      return `${trigger.kind}:${trigger.share}`;
    case 'turns':
      return `turns:${trigger.count}${trigger.unit === undefined || trigger.unit === 'auto' ? '' : `:${trigger.unit}`}`;
    case 'marker':
      return `marker:${trigger.text}`;
    case 'hand':
      return `hand:${trigger.messages.map((i) => i + 1).join(',')}`;
    case 'messages':
      return `messages:${trigger.count}${trigger.except ? ` (without ${trigger.except})` : ''}`;
    case 'requests':
    case 'recorded':
    case 'hard-limit':
      return trigger.kind;
  }
}

export const COMMANDS = ['compare', 'compact', 'inspect', 'replay', 'ask', 'map', 'reduce', 'tune'] as const;
export type Command = (typeof COMMANDS)[number];

interface Value<T> {
  readonly known?: readonly string[];
  /** Throws a UsageError that says what was expected of the option `name`. */
  read(text: string, name: string): T;
}

export interface Option<T = unknown> {
  readonly placeholder?: string;
  /** null = a switch, which takes no value. */
  readonly value: Value<T> | null;
  readonly of?: (command: Command) => Value<T>;
  readonly multiple?: boolean;
  /** Where nothing is given; absent: null. */
  readonly usual?: T;
  readonly commands: readonly Command[];
}

function refuse(error: string): never {
  throw new UsageError(error);
}
const shortened = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}…` : value);
const expected = (name: string, what: string, value: string): never =>
  refuse(t('cli.error.number', { name, expected: what, value: shortened(value) }));
const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const idsOf = (of: readonly { readonly id: string }[]): readonly string[] => of.map(({ id }) => id);

const anyText: Value<string> = { read: (text) => text };
const address: Value<string> = { read: (text) => text.replace(/\/+$/, '') };
const reportFile: Value<string> = {
  read: (text) => (/\.(html|md)$/.test(text) ? text : expected('report', '*.html, *.md', text)),
};
const oneOf = <const T extends string>(known: readonly T[]): Value<T> => ({
  known,
  read: (text, name) => known.find((one) => one === text) ?? refuse(notOneOf(name, text, known)),
});
// `zh_CN.UTF-8`, as in a terminal's environment, is Chinese too.
const language: Value<string> = {
  known: idsOf(LANGUAGES),
  read: (text, name) =>
    languageOf(text)
      ? text
      : refuse(
          notOneOf(
            name,
            text,
            LANGUAGES.map(({ id }) => id),
          ),
        ),
};

/** Digits only: `1e3`, `0x10` and a blank are not counts. */
const whole = (least: number, most: number): Value<number> => ({
  read: (text, name) =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : expected(name, t('cli.error.whole', { least, most }), text),
});
const count = whole(1, 999_999);
const isShare = (value: number): boolean => value > 0 && value <= 1;
const share: Value<number> = {
  read: (text, name) => (isShare(Number(text)) ? Number(text) : expected(name, t('cli.error.share'), text)),
};
const place: Value<number | 'last' | 'end'> = {
  read: (text) => {
    if (text === 'last' || text === 'end') return text;
    return /^[1-9]\d*$/.test(text) ? Number(text) : refuse(t('cli.error.atCompaction', { value: text, known: '…' }));
  },
};

const MOST_PERCENT = 100;
function targetIn(text: string): number | 'own' | 'same' | null {
  if (text === 'own' || text === 'same') return text;
  const [, digits = '', unit = ''] = /^\s*([\d.]+)\s*(%|tokens)?\s*$/.exec(text) ?? [];
  const value = digits === '' ? Number.NaN : Number(digits);
  if (unit === '%') return isShare(value / 100) ? value / 100 : null;
  if (unit === '' && isShare(value)) return value;
  if (!Number.isInteger(value) || value < 2) return null;
  return unit === '' && value <= MOST_PERCENT ? refuse(t('cli.error.target.unit', { value })) : value;
}
const targets: Value<(number | 'own' | 'same')[]> = {
  read: (text, name) => text.split(',').map((one) => targetIn(one) ?? expected(name, t('cli.error.target'), text)),
};

const registered = (known: readonly string[]): Value<string> => ({ ...anyText, known });
const ids: Value<string[]> = {
  known: idsOf(strategies),
  read: (text, name) => (listIn(text).length > 0 ? listIn(text) : refuse(t('cli.error.number', { name, expected: t('cli.error.ids'), value: text }))),
};
const someOf = (known: readonly string[]): Value<string[]> => ({
  known,
  read: (text, name) => {
    const wrong = listIn(text).find((one) => !known.includes(one));
    return wrong === undefined ? ids.read(text, name) : refuse(notOneOf(name, wrong, known));
  },
});
const COLUMNS_OF: Partial<Record<Command, readonly string[]>> = {
  compare: COLUMNS,
  replay: REPLAY_COLUMNS,
  reduce: REDUCE_COLUMNS,
  tune: TUNE_COLUMNS,
  inspect: INSPECT_COLUMNS,
};
const columnsOf = (command: Command): readonly string[] => COLUMNS_OF[command] ?? [];

const setting: Value<{ readonly strategy: string; readonly param: string; readonly value: string }> = {
  read: (text) => {
    const [, strategy, param, value] = /^([\w-]+)\.([\w-]+)=(.*)$/s.exec(text) ?? [];
    return strategy === undefined ? expected('set', 'policy.setting=value', text) : { strategy, param: param!, value: value! };
  },
};
const vary: Value<VaryOption> = {
  read: (text) => {
    const [, param, values = null] = /^([\w.-]+)(?:=(.+))?$/.exec(text) ?? [];
    return param === undefined ? expected('vary', 'P, P=1:40, P=1:40:8, P=1,2,5', text) : { param, values };
  },
};
export const OWN_TRIGGER = 'own';
/** One of each kind, for the error of an unknown one. */
const TRIGGERS =
  'own ratio:0.8 tokens:64000 remaining:0.25 turns:200 marker:TEXT tool-result:0.8 answer:0.8 hand:40,120 result:1000:5 messages:100 requests hard-limit S0 S1 S2 S3 S4'.split(
    ' ',
  );
const trigger: Value<AskedTrigger | typeof OWN_TRIGGER> = {
  read: (text, name) => (text === OWN_TRIGGER ? text : (readTrigger(text) ?? refuse(notOneOf(name, text, TRIGGERS)))),
};

/** S1's alternatives to yes. */
const ANSWERS = ['yes', 'drop-oldest', 'new-session', 'stop'] as const;
const LINE_FORMATS = ['jsonl', 'csv', 'parquet'] as const;

const ALL: readonly Command[] = COMMANDS;
const RUNS: readonly Command[] = ['compare', 'compact'];
const ONE_SESSION: readonly Command[] = ['compare', 'compact', 'replay', 'ask'];
const ENGINE: readonly Command[] = [...ONE_SESSION, 'map', 'tune'];
const SETS: readonly Command[] = ['map', 'tune'];
const READS: readonly Command[] = ['compare', 'compact', 'inspect', 'replay', 'ask', 'map', 'tune'];
const ASKS: readonly Command[] = ['ask'];
const HAS_TABLE: readonly Command[] = ['compare', 'inspect', 'replay', 'reduce', 'tune'];

export const OPTIONS = {
  conversation: { value: count, placeholder: 'N', commands: ONE_SESSION },
  'at-compaction': { value: place, placeholder: 'N|last|end', commands: ['compare'] },
  format: { value: registered(idsOf(formats)), placeholder: 'ID', commands: READS },
  window: { value: whole(RANGES.window.min, RANGES.window.max), placeholder: 'N', commands: ENGINE },
  model: { value: anyText, placeholder: 'M', commands: READS },
  tokenizer: { value: oneOf(TOKENIZER_IDS), placeholder: 'T', commands: READS },
  keywords: { value: anyText, placeholder: 'FILE', commands: ENGINE },
  strategies: { value: ids, multiple: true, placeholder: 'A,B', commands: ['compare', 'replay', 'ask', 'map'] },
  preset: { value: { ...ids, known: idsOf(strategies.filter(({ preset }) => preset)) }, multiple: true, placeholder: 'P,Q', commands: ENGINE },
  strategy: { value: ids, multiple: true, placeholder: 'ID', commands: ['compact', 'tune'] },
  set: { value: setting, multiple: true, placeholder: 'S.P=V', commands: ENGINE },
  config: { value: anyText, placeholder: 'FILE', commands: ENGINE },
  target: { value: targets, multiple: true, placeholder: 'X', commands: ENGINE },
  vary: { value: vary, multiple: true, placeholder: 'P=V', commands: ['tune'] },
  best: { value: oneOf(DECIDES), placeholder: 'M', usual: 'kept', commands: ['tune'] },
  runs: { value: whole(10, 1_000_000), placeholder: 'N', commands: ['tune'] },
  seed: { value: whole(0, 999_999), placeholder: 'N', usual: 1, commands: ['tune'] },
  undo: { value: null, commands: ['compact'] },
  decay: { value: null, commands: ['compare'] },
  recall: { value: null, commands: ['compare', 'map'] },
  'recall-by-model': { value: null, commands: ['compare'] },
  trigger: { value: trigger, multiple: true, placeholder: 'KIND:X', commands: ['replay'] },
  all: { value: null, commands: ['replay'] },
  any: { value: null, commands: ['replay'] },
  warning: { value: share, placeholder: 'X', usual: 0.8, commands: ['replay'] },
  cooldown: { value: whole(0, 999_999), placeholder: 'N', usual: 0, commands: ['replay'] },
  answer: { value: oneOf(ANSWERS), placeholder: 'A', commands: ['replay'] },
  caching: { value: oneOf(CACHINGS), placeholder: 'C', commands: ['replay'] },
  log: { value: null, commands: ['replay'] },
  provider: { value: oneOf(ENDPOINT_PROVIDERS), placeholder: 'P', commands: ASKS },
  cuts: { value: whole(1, 100), placeholder: 'N', commands: ASKS },
  samples: { value: whole(1, 20), placeholder: 'N', commands: ASKS },
  probes: { value: whole(0, 30), placeholder: 'N', commands: ASKS },
  judge: { value: anyText, placeholder: 'M', commands: ASKS },
  answers: { value: anyText, placeholder: 'FILE', commands: ASKS },
  summarizer: { value: oneOf(['built-in', ...ENDPOINT_PROVIDERS]), placeholder: 'P', usual: 'built-in', commands: RUNS },
  'summary-model': { value: anyText, placeholder: 'M', commands: ONE_SESSION },
  'base-url': { value: address, placeholder: 'URL', commands: [...RUNS, 'ask'] },
  'key-env': { value: anyText, placeholder: 'NAME', commands: [...RUNS, 'ask'] },
  embedder: { value: oneOf(['words', ...EMBEDDING_PROVIDERS]), placeholder: 'P', usual: 'words', commands: RUNS },
  'embedding-model': { value: anyText, placeholder: 'M', commands: RUNS },
  'embedding-url': { value: address, placeholder: 'URL', commands: RUNS },
  'embedding-key-env': { value: anyText, placeholder: 'NAME', commands: RUNS },
  yes: { value: null, commands: [...RUNS, 'ask'] },
  'summary-outcome': { value: oneOf(MOCK_OUTCOMES), placeholder: 'O', usual: 'ok', commands: ENGINE },
  jobs: { value: whole(1, 1024), placeholder: 'N', commands: SETS },
  heap: { value: whole(64, 1_000_000), placeholder: 'MB', commands: SETS },
  done: { value: anyText, multiple: true, placeholder: 'FILE', commands: ['map', 'tune'] },
  by: { value: oneOf(GROUPINGS), placeholder: 'G', commands: ['reduce'] },
  baseline: { value: registered(idsOf(strategies)), placeholder: 'ROW', commands: ['reduce'] },
  'no-names': { value: null, commands: ['reduce'] },
  to: { value: registered(idsOf(formats.filter(({ serialize }) => serialize))), placeholder: 'FORMAT', commands: ['compact'] },
  'format-out': { value: oneOf(LINE_FORMATS), placeholder: 'F', usual: 'jsonl', commands: ['map'] },
  measures: {
    // `reduce` knows the cells of a line, `compare` what is in `measures` of a row.
    value: someOf([...REPORTED, 'all', 'none']),
    of: (command) => someOf(command === 'compare' ? [...REPORTED, 'all', 'none'] : MEASURES.map(({ name }) => name)),
    placeholder: 'A,B',
    commands: ['compare', 'reduce'],
  },
  'all-rows': { value: null, commands: ['compare'] },
  columns: { value: someOf(COLUMNS), of: (command) => someOf(columnsOf(command)), placeholder: 'A,B', commands: HAS_TABLE },
  sort: { value: anyText, of: (command) => oneOf(sortable(columnsOf(command))), placeholder: 'C', commands: HAS_TABLE },
  'no-color': { value: null, commands: [...HAS_TABLE, 'ask'] },
  csv: { value: null, commands: ['reduce', 'tune'] },
  json: { value: null, commands: ['compare', 'inspect', 'replay', 'ask', 'reduce', 'tune'] },
  jsonl: { value: null, commands: ['compare'] },
  report: { value: reportFile, multiple: true, placeholder: 'FILE', commands: ['compare', 'reduce'] },
  lang: { value: language, placeholder: 'L', commands: ALL },
  help: { value: null, commands: ALL },
} as const satisfies Record<string, Option>;
export type OptionName = keyof typeof OPTIONS;

const GROUPS = {
  conversation: 'session',
  strategies: 'policies',
  trigger: 'replay',
  provider: 'model',
  jobs: 'many',
  to: 'output',
} as const satisfies Partial<Record<OptionName, string>>;
type GroupName = (typeof GROUPS)[keyof typeof GROUPS];

export function optionsOf(command: Command): readonly (readonly [OptionName, Option, GroupName])[] {
  let group: GroupName = 'session';
  return (Object.entries(OPTIONS) as [OptionName, Option][]).flatMap(([name, option]) => {
    group = name in GROUPS ? GROUPS[name as keyof typeof GROUPS] : group;
    return option.commands.includes(command) ? [[name, { ...option, value: option.of?.(command) ?? option.value }, group] as const] : [];
  });
}

type Attribute<S extends string> = S extends `no-${infer X}`
  ? Attribute<X>
  : S extends `${infer A}-${infer B}`
    ? `${A}${Capitalize<Attribute<B>>}`
    : S;
type ElementOf<T> = T extends readonly (infer E)[] ? E : T;
type Meaning<O> = O extends { readonly value: Value<infer T> }
  ? O extends { readonly multiple: true }
    ? readonly ElementOf<T>[]
    : O extends { readonly usual: unknown }
      ? T
      : T | null
  : boolean;
/** The values of all options: what is not given is its usual value, else null, an empty list or false. */
export type Values = { readonly [K in OptionName as Attribute<K>]: Meaning<(typeof OPTIONS)[K]> };

export interface VaryOption {
  readonly param: string;
  /** null = all values that the parameter can have. */
  readonly values: string | null;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const RANGE = new RegExp(`^(${NUMBER}):(${NUMBER})(?::(\\d+))?$`);

function readValue(kind: Param['kind'], text: string): TunedValue {
  if (kind === 'number' && text.trim() !== '' && !Number.isNaN(Number(text))) return Number(text);
  return kind === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function askedOf(kind: Param['kind'], text: string | null): AskedAxis {
  if (text === null) return {};
  const [, from, to, steps] = RANGE.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from: Number(from), to: Number(to), ...(steps && { steps: Number(steps) }) };
  return { values: text.split(',').map((one) => readValue(kind, one.trim())) };
}

const ownName = (schema: ParamSchema, asked: string): string =>
  asked in schema ? asked : (Object.keys(schema).find((name) => schema[name]!.shared === asked) ?? asked);

function meantFor(asked: readonly VaryOption[], schema: ParamSchema, strategy: string, isOnly: boolean): readonly VaryOption[] {
  return asked.flatMap(({ param, values }) => {
    const dot = param.lastIndexOf('.');
    if (dot >= 0) return param.slice(0, dot) === strategy ? [{ param: ownName(schema, param.slice(dot + 1)), values }] : [];
    const name = ownName(schema, param);
    return isOnly || name in schema ? [{ param: name, values }] : [];
  });
}

/** The axes of a strategy; nothing asked = all that a search may turn. Throws a RangeError that says what was expected. */
export function axesOf(
  asked: readonly VaryOption[],
  schema: ParamSchema,
  strategy: string,
  own: Readonly<Record<string, unknown>>,
  isOnly = true,
): readonly Axis[] {
  const meant = meantFor(asked, schema, strategy, isOnly);
  if (asked.length > 0 && meant.length === 0)
    throw new RangeError(t('cli.error.tune.param', { strategy, param: asked[0]!.param, known: tunable(schema).join(', ') || '—' }));
  const wanted = asked.length > 0 ? meant : searchable(schema).map((param) => ({ param, values: null }));
  if (wanted.length === 0) throw new RangeError(t('cli.error.tune.nothing', { strategy }));
  const names = wanted.map(({ param }) => param);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(t('cli.error.tune.twice', { param: twice }));
  return wanted.map(({ param, values }) => {
    const made = axisOf(schema, param, askedOf(schema[param]?.kind ?? 'text', values), own);
    if (made.ok) return made.value;
    const { code, expected } = made.error;
    if (code === 'unknown' || code === 'kind')
      throw new RangeError(t('cli.error.tune.param', { strategy, param, known: tunable(schema).join(', ') || '—' }));
    throw new RangeError(t('tune.wrong.values', { param: `--vary ${param}`, expected }));
  });
}
