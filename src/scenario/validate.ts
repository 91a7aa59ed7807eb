/** Deep validation of a scenario that comes from outside: a link, a scenario file, the browser's storage. */
import * as z from 'zod/mini';
import { MATTERS } from '../engine/answer/contract.ts';
import { CACHINGS } from '../engine/replay/contract.ts';
import { PRIORITIES } from '../engine/signals/contract.ts';
import { type Keywords, keywordsError } from '../engine/signals/keywords.ts';
import { MOCK_OUTCOMES, PROMPT_IDS } from '../engine/summarizers/contract.ts';
import { TOKENIZER_IDS } from '../engine/tokens/contract.ts';
import type { Reason, Result } from '../engine/transcript/types.ts';
import { choiceId, EMBEDDING_PROVIDERS, embeddingChoice, isAddress, isEmbedding, MODEL_PROVIDERS, type StoredSummary } from '../models/contract.ts';
import { placeOf } from './bounds.ts';
import { COLUMN_WIDTHS, MAX_ENTRIES, MAX_PROMPT, RANGES } from './defaults.ts';
import { isRowKey } from './scenario-rows.ts';
import { BUDGETS, FILE_SETTINGS, type Scenario, SCENARIO_VERSION, TABS } from './schema.ts';

/** What a rule expects: its words are `reason.expects-<name>`. The types are zod's. */
const EXPECTED = [
  'int',
  'number',
  'string',
  'boolean',
  'array',
  'object',
  'tuple',
  'sha-256',
  'sample',
  'address',
  'different',
  'embedding-models',
  'target',
  'parameter',
  'row-key',
  'time',
  'ascending',
  'another',
] as const;
type ExpectedKind = (typeof EXPECTED)[number];
const says = (what: ExpectedKind): string => what;

const oneOf = (values: readonly unknown[]): Reason => ({
  key: 'expects-one-of',
  values: { list: values.map((value) => JSON.stringify(value)).join(' | ') },
});

const ranged = (name: keyof typeof RANGES) => {
  const { min, max, whole } = RANGES[name];
  return whole ? z.int().check(z.gte(min), z.lte(max)) : z.number().check(z.gte(min), z.lte(max));
};
const text = (max: number) => z.string().check(z.maxLength(max));
const index = z.int().check(z.gte(0));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, says('sha-256')));

const transcript = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sample'),
    // Becomes part of an address that the page fetches, so nothing but plain words.
    id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,79}$/, says('sample'))),
    hash: z.optional(sha256),
  }),
  z.strictObject({ kind: z.literal('file'), name: text(300), hash: sha256, bytes: index }),
  z.strictObject({ kind: z.literal('inline'), name: text(300), text: z.string() }),
]);

const unique = (values: readonly string[]): boolean => new Set(values).size === values.length;

const isTarget = (x: number): boolean => (x >= RANGES.target.min && x <= 1) || (Number.isInteger(x) && x >= 2 && x <= RANGES.window.max);

const keywords = z.custom<Keywords>().check((checked) => {
  const error = keywordsError(checked.value);
  if (error) checked.issues.push({ code: 'custom', path: [...error.path], params: { ...error.expects }, input: checked.value });
});

const model = z.strictObject({
  provider: z.enum(MODEL_PROVIDERS),
  model: text(200),
  // Nothing is sent there unless a person agrees on the page, whatever a link says.
  baseUrl: z.nullable(text(500).check(z.refine(isAddress, says('address')))),
  kind: z.optional(z.literal('embedding')),
});
const models = z.array(model).check(
  z.refine((list) => unique(list.map(choiceId)), says('different')),
  z.refine((list) => list.every((one) => !isEmbedding(one) || embeddingChoice(one)), says('embedding-models')),
);
const prompts = z.strictObject(Object.fromEntries(PROMPT_IDS.map((id) => [id, z.optional(text(MAX_PROMPT))])));

const settings = z.strictObject({
  window: z.nullable(ranged('window')),
  trigger: ranged('trigger'),
  target: z.number().check(z.refine(isTarget, says('target'))),
  budget: z.enum(BUDGETS),
  keepRecent: ranged('keepRecent'),
  preserveStart: ranged('preserveStart'),
  preserveEnd: ranged('preserveEnd'),
  longTokens: ranged('longTokens'),
  shortTokens: ranged('shortTokens'),
  edgeStart: ranged('edgeStart'),
  edgeEnd: ranged('edgeEnd'),
  weight: ranged('weight'),
  model: z.nullable(text(200)),
  tokenizer: z.nullable(z.enum(TOKENIZER_IDS)),
  overhead: ranged('overhead'),
  summarizer: text(800),
  embedder: z.optional(text(800)),
  models,
  prompts,
  maskSecrets: z.boolean(),
  maskEmails: z.boolean(),
  parallelCalls: ranged('parallelCalls'),
  summarizerOutcome: z.enum(MOCK_OUTCOMES),
  seed: ranged('seed'),
  keywords,
});

const DEEPEST_PARAM = 12;
const LONGEST_PARAM = 20_000;

const isData = (value: unknown, depth: number): boolean => {
  if (value === null || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.values(value).every((inner) => isData(inner, depth - 1));
};
const paramValue = z
  .unknown()
  .check(z.refine((value) => value !== null && isData(value, DEEPEST_PARAM) && JSON.stringify(value).length <= LONGEST_PARAM, says('parameter')));

const params = z.record(text(80), paramValue);
const MARKS: ReadonlySet<unknown> = new Set([...PRIORITIES, 'pin']);
const LONGEST_ID = 500;
// By hand, because it stops at the first issue: there may be 100,000 marks.
const marks = z.custom<Scenario['marks']>().check((checked) => {
  const { value } = checked;
  const issue = (params: Reason, ...path: string[]) => checked.issues.push({ code: 'custom', path, params: { ...params }, input: value });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return void issue({ key: 'expects-marks' });
  for (const [id, mark] of Object.entries(value)) {
    if (id.length > LONGEST_ID) return void issue({ key: 'expects-ids', values: { most: LONGEST_ID } }, id);
    if (!MARKS.has(mark)) return void issue(oneOf([...MARKS]), id);
  }
});

const row = z
  .strictObject({
    key: text(100),
    strategy: text(80),
    params,
    summarizer: z.optional(text(800)),
    embedder: z.optional(text(800)),
  })
  .check(z.refine((r) => isRowKey(r.key, r.strategy), says('row-key')));

const step = z.strictObject({
  strategy: text(80),
  params,
  summarizer: z.optional(text(800)),
  embedder: z.optional(text(800)),
  settings,
  marks,
  at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/, says('time'))),
});

const triggerShare = z.number().check(z.gte(0.01), z.lte(1));
const trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ratio'), share: triggerShare, interval: z.optional(z.number().check(z.gte(0), z.lte(86_400))) }),
  z.strictObject({ kind: z.literal('tokens'), tokens: z.number().check(z.gte(1), z.lte(1e9)) }),
  z.strictObject({ kind: z.literal('remaining'), share: z.number().check(z.gte(0), z.lte(1)) }),
  z.strictObject({
    kind: z.literal('turns'),
    count: z.int().check(z.gte(1), z.lte(100_000)),
    unit: z.optional(z.enum(['auto', 'turns', 'steps'])),
  }),
  z.strictObject({ kind: z.literal('marker'), text: z.string().check(z.minLength(1), z.maxLength(200)) }),
  z.strictObject({ kind: z.literal('tool-result'), share: triggerShare, buffer: z.optional(z.number().check(z.gte(0), z.lte(0.5))) }),
  z.strictObject({ kind: z.literal('answer'), share: triggerShare }),
  z.strictObject({
    kind: z.literal('result'),
    tokens: z.int().check(z.gte(1), z.lte(1_000_000)),
    spare: z.optional(z.int().check(z.gte(0), z.lte(1000))),
  }),
  z.strictObject({ kind: z.literal('hard-limit') }),
  z.strictObject({ kind: z.literal('requests') }),
  z.strictObject({ kind: z.literal('messages'), count: z.int().check(z.gte(1), z.lte(100_000)), except: z.optional(z.literal('user')) }),
]);

const replay = z.strictObject({
  ownTriggers: z.boolean(),
  triggers: z.nullable(z.array(trigger)),
  combine: z.enum(['any', 'all']),
  hand: z.array(index).check(z.refine((at) => at.every((x, i) => i === 0 || x > at[i - 1]!), says('ascending'))),
  warning: z.nullable(triggerShare),
  cooldown: z.int().check(z.gte(0), z.lte(1000)),
  answer: z.nullable(text(80)),
  strategies: z.nullable(z.array(text(100)).check(z.refine(unique, says('different')))),
  window: z.nullable(ranged('window')),
  priceModel: z.nullable(text(200)),
  summaryModel: z.nullable(text(200)),
  caching: z.nullable(z.enum(CACHINGS)),
});

const columnId = text(100);
const table = z.strictObject({
  sort: z.optional(z.array(text(101)).check(z.refine((ids) => unique(ids.map((id) => id.replace(/^-/, ''))), says('different')))),
  columns: z.optional(z.record(columnId, z.boolean())),
  moved: z.optional(z.array(z.tuple([columnId, columnId])).check(z.refine((moved) => unique(moved.map(([id]) => id)), says('different')))),
  widths: z.optional(z.record(columnId, z.number().check(z.gte(COLUMN_WIDTHS.min), z.lte(COLUMN_WIDTHS.max)))),
  frozen: z.optional(z.record(columnId, z.enum(['start', 'end', 'no']))),
  group: z.optional(columnId),
  filters: z.optional(z.record(columnId, text(500))),
  open: z.optional(z.record(text(200), z.boolean())),
});

const view = z.strictObject({
  tables: z.record(text(80), table),
  other: z.optional(text(100)),
  allRows: z.boolean(),
  deltas: z.boolean(),
  color: z.enum(['priority', 'fate', 'role']),
  width: z.enum(['tokens', 'messages']),
  layout: z.enum(['columns', 'unified', 'request']),
  onlyDifferences: z.boolean(),
  plot: z.nullable(z.strictObject({ x: text(80), y: text(80) })),
  selected: z.nullable(index),
  tab: z.enum(TABS),
  wishes: z.optional(
    z.strictObject({
      matters: z.enum(MATTERS),
      accepted: z.boolean(),
      withinBudget: z.boolean(),
      noModel: z.boolean(),
      constraints: z.nullable(z.number().check(z.gte(0), z.lte(1))),
    }),
  ),
});

const scenario = z.strictObject({
  v: z.literal(SCENARIO_VERSION),
  transcript,
  conversation: index,
  until: z.optional(z.int().check(z.gte(1), z.lte(MAX_ENTRIES))),
  format: z.nullable(text(80)),
  settings,
  kept: z.optional(z.array(z.enum(FILE_SETTINGS)).check(z.refine(unique, says('different')))),
  rows: z.array(row).check(z.refine((rows) => unique(rows.map((r) => r.key)), says('different'))),
  marks,
  applied: z.array(step),
  undone: index,
  replay,
  view,
});

export interface ScenarioError {
  readonly path: string;
  readonly expects: Reason;
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, name) => placeOf(text, typeof name === 'number' ? name : String(name)), '$');

const NAMED_FIELDS = 3;
const LONGEST_QUOTE = 200;

const VALUES: Partial<Record<ExpectedKind, Reason['values']>> = {
  parameter: { most: LONGEST_PARAM },
  'embedding-models': { list: EMBEDDING_PROVIDERS.join(', ') },
};

const isKnown = (what: string): what is ExpectedKind => (EXPECTED as readonly string[]).includes(what);
const expects = (what: string): Reason => {
  const known = isKnown(what) ? what : 'another';
  const values = VALUES[known];
  return { key: `expects-${known}`, ...(values && { values }) };
};

function expectation(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'invalid_type':
      return expects(issue.expected === 'record' ? 'object' : issue.expected);
    case 'too_small':
      return { key: 'expects-at-least', values: { least: Number(issue.minimum) } };
    case 'too_big':
      return { key: issue.origin === 'string' ? 'expects-characters' : 'expects-at-most', values: { most: Number(issue.maximum) } };
    case 'invalid_value':
      return oneOf(issue.values);
    case 'unrecognized_keys': {
      const names = issue.keys.slice(0, NAMED_FIELDS).map((k) => JSON.stringify(k));
      return { key: 'expects-no-field', values: { names: names.join(', ').slice(0, LONGEST_QUOTE) } };
    }
    case 'custom':
      return issue.params ? (issue.params as Reason) : expects(issue.message);
    default:
      return expects(issue.message);
  }
}

/**
 * Any value whose lists are within their limits (bounds.ts) → scenario. Unknown fields are refused, not dropped: every change of the shape comes with a new version, so an
 * unknown field in a known version means damage, and dropping it would change the comparison without a word.
 */
export function validateScenario(value: unknown): Result<Scenario, ScenarioError> {
  const parsed = scenario.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, error: invalidOf(parsed.error) };
}

export function invalidOf({ issues: [issue] }: z.core.$ZodError): ScenarioError {
  return { path: pathText(issue?.path ?? []), expects: issue ? expectation(issue) : expects('another') };
}

const MOST_SUMMARIES = 1000;
const LONGEST_SUMMARY = 200_000;

const tokens = z.int().check(z.gte(0));
const summary = z.strictObject({
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  choice: z.string().check(z.maxLength(800)),
  text: z.string().check(z.maxLength(LONGEST_SUMMARY)),
  usage: z.nullable(z.strictObject({ input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens })),
  ms: z.number().check(z.gte(0)),
});

/** The summaries of a file's field `summaries`; null where it is malformed. */
export function readSummaries(value: unknown): readonly StoredSummary[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_SUMMARIES) return null;
  const parsed = value.map((one: unknown) => summary.safeParse(one));
  return parsed.every((one) => one.success) ? parsed.map(({ data }) => data as StoredSummary) : null;
}
