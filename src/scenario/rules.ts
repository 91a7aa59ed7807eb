/** What may stand in a field of a scenario from outside. Loaded with the first link or file: the page's first load has none of it. */
import * as z from 'zod/mini';
import { PRIORITIES, type Priority } from '../engine/signals/contract.ts';
import { type Keywords, keywordsError } from '../engine/signals/keywords.ts';
import { PROMPT_IDS, type PromptId } from '../engine/summarizers/contract.ts';
import type { Reason } from '../engine/transcript/types.ts';
import type { Trigger } from '../engine/triggers/contract.ts';
import { choiceId, embeddingChoice, isAddress, isEmbedding, MODEL_PROVIDERS, type ModelChoice } from '../models/contract.ts';

/** What a rule expects: its words are `reason.expects-<name>`. The types are zod's. */
export const EXPECTED = [
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
export type ExpectedKind = (typeof EXPECTED)[number];
const says = (what: ExpectedKind): string => what;

export const oneOfReason = (values: readonly unknown[]): Reason => ({
  key: 'expects-one-of',
  values: { list: values.map((value) => JSON.stringify(value)).join(' | ') },
});

const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
const number = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max));
export const text = (max: number) => z.string().check(z.maxLength(max));
export const index = z.int().check(z.gte(0));
const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/, says('time')));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, says('sha-256')));

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
const distinct = <S extends z.ZodMiniType<string>>(of: S) => z.array(of).check(z.refine(isUnique, says('different')));
const ascending = z.array(index).check(z.refine((at) => at.every((x, i) => i === 0 || x > at[i - 1]!), says('ascending')));

const transcript = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sample'),
    // Becomes part of an address that the page fetches, so nothing but plain words.
    id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,79}$/, says('sample'))),
    hash: z.optional(sha256),
  }),
  // A file that the opener must supply; sha-256 of its bytes, hex.
  z.strictObject({ kind: z.literal('file'), name: text(300), hash: sha256, bytes: index }),
  z.strictObject({ kind: z.literal('inline'), name: text(300), text: z.string() }),
]);

/** A share, or a whole number of tokens from 2. */
const target = (least: number, most: number) =>
  z.number().check(z.refine((x) => (x >= least && x <= 1) || (Number.isInteger(x) && x >= 2 && x <= most), says('target')));

const keywords = z.custom<Keywords>().check((checked) => {
  const error = keywordsError(checked.value);
  if (error) checked.issues.push({ code: 'custom', path: [...error.path], params: { ...error.expects }, input: checked.value });
});

const model: z.ZodMiniType<ModelChoice> = z.strictObject({
  provider: z.enum(MODEL_PROVIDERS),
  model: text(200),
  // Nothing is sent there unless a person agrees on the page, whatever a link says.
  baseUrl: z.nullable(text(500).check(z.refine(isAddress, says('address')))),
  kind: z.optional(z.literal('embedding')),
});
const models = z.array(model).check(
  z.refine((list) => isUnique(list.map(choiceId)), says('different')),
  z.refine((list) => list.every((one) => !isEmbedding(one) || embeddingChoice(one)), says('embedding-models')),
);
const prompts = (longest: number) => {
  const prompt = z.optional(text(longest));
  return z.strictObject(Object.fromEntries(PROMPT_IDS.map((id) => [id, prompt])) as Record<PromptId, typeof prompt>);
};

const DEEPEST_PARAM = 12;
export const LONGEST_PARAM = 20_000;

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
const marks = z.custom<Record<string, Priority | 'pin'>>().check((checked) => {
  const { value } = checked;
  const issue = (params: Reason, ...path: string[]) => checked.issues.push({ code: 'custom', path, params: { ...params }, input: value });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return void issue({ key: 'expects-marks' });
  for (const [id, mark] of Object.entries(value)) {
    if (id.length > LONGEST_ID) return void issue({ key: 'expects-ids', values: { most: LONGEST_ID } }, id);
    if (!MARKS.has(mark)) return void issue(oneOfReason([...MARKS]), id);
  }
});

export function isRowKey(key: string, strategy: string): boolean {
  return key === strategy || (key.startsWith(`${strategy}~`) && /^([2-9]|[1-9]\d{1,3})$/.test(key.slice(strategy.length + 1)));
}

const triggerShare = number(0.01, 1);
const trigger: z.ZodMiniType<Trigger> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ratio'), share: triggerShare, interval: z.optional(number(0, 86_400)) }),
  z.strictObject({ kind: z.literal('tokens'), tokens: number(1, 1e9) }),
  z.strictObject({ kind: z.literal('remaining'), share: number(0, 1) }),
  z.strictObject({ kind: z.literal('turns'), count: whole(1, 100_000), unit: z.optional(z.enum(['auto', 'turns', 'steps'])) }),
  z.strictObject({ kind: z.literal('marker'), text: z.string().check(z.minLength(1), z.maxLength(200)) }),
  z.strictObject({ kind: z.literal('tool-result'), share: triggerShare, buffer: z.optional(number(0, 0.5)) }),
  z.strictObject({ kind: z.literal('answer'), share: triggerShare }),
  z.strictObject({ kind: z.literal('result'), tokens: whole(1, 1_000_000), spare: z.optional(whole(0, 1000)) }),
  z.strictObject({ kind: z.literal('hard-limit') }),
  z.strictObject({ kind: z.literal('requests') }),
  z.strictObject({ kind: z.literal('messages'), count: whole(1, 100_000), except: z.optional(z.literal('user')) }),
]);

const columnId = text(100);
const byColumn = <S extends z.ZodMiniType>(of: S) => z.optional(z.record(columnId, of));
const table = (widths: { readonly min: number; readonly max: number }) =>
  z.strictObject({
    sort: z.optional(z.array(text(101)).check(z.refine((ids) => isUnique(ids.map((id) => id.replace(/^-/, ''))), says('different')))),
    columns: byColumn(z.boolean()),
    moved: z.optional(z.array(z.tuple([columnId, columnId])).check(z.refine((moved) => isUnique(moved.map(([id]) => id)), says('different')))),
    widths: byColumn(number(widths.min, widths.max)),
    frozen: byColumn(z.enum(['start', 'end', 'no'])),
    group: z.optional(columnId),
    filters: byColumn(text(500)),
    open: z.optional(z.record(text(200), z.boolean())),
  });

const rows = z
  .array(
    z
      .strictObject({
        key: text(100),
        strategy: text(80),
        params,
        /** Who writes this row's summaries; absent = as the settings say. */
        summarizer: z.optional(text(800)),
        /** What this row compares by, where its strategy can compare by embeddings; absent = as the settings say. */
        embedder: z.optional(text(800)),
      })
      .check(z.refine((row) => isRowKey(row.key, row.strategy), says('row-key'))),
  )
  .check(z.refine((all) => isUnique(all.map(({ key }) => key)), says('different')));

export const rules = {
  array: z.array,
  ascending,
  boolean: z.boolean,
  distinct,
  index,
  keywords,
  literal: z.literal,
  marks,
  models,
  nullable: z.nullable,
  number,
  oneOf: z.enum,
  optional: z.optional,
  params,
  prompts,
  record: z.record,
  rows,
  strictObject: z.strictObject,
  table,
  target,
  text,
  time,
  transcript,
  trigger,
  whole,
};
