/** Deep validation of a snapshot from outside. Every text in it is an identifier of this project or the name of a model: nothing else passes. */
import * as z from 'zod/mini';
import { BARS, STANDING, SURE, VERDICTS } from '../engine/answer/contract.ts';
import { JUDGES } from '../engine/measures/independent/contract.ts';
import { FATES } from '../engine/strategies/contract.ts';
import type { Result } from '../engine/transcript/types.ts';
import { MAX_ROWS } from './defaults.ts';
import type { Data, Scenario } from './schema.ts';
import { MAX_CELLS, OUTCOMES, SNAPSHOT_VERSION, unpackFates } from './snapshot.ts';
import { type ScenarioError, invalidOf } from './validate.ts';

const id = z.string().check(z.regex(/^[\w~.-]{1,100}$/));
const model = z.string().check(z.regex(/^[\w.:/@~+-]{1,200}$/));
const name = z.string().check(z.regex(/^[\w .:()/+-]{1,80}$/));
const amount = z.number().check(z.gte(0), z.lte(1e12));
const whole = z.int().check(z.gte(0), z.lte(1e12));
const share = z.number().check(z.gte(0), z.lte(1));
const value = z.nullable(z.number().check(z.gte(-1e12), z.lte(1e12)));

const MAX_FIGURES = 100;
const MAX_CUTS = 200;
const MAX_RULES = 200;
const few = <T extends z.ZodMiniType>(of: T, most: number) => z.array(of).check(z.maxLength(most));
const by = <T extends z.ZodMiniType>(of: T) => z.record(id, of).check(z.refine((all) => Object.keys(all).length <= MAX_FIGURES));

/** Its values are numbers, or names of this project: words of the transcript cannot be in it. */
const reason = z.strictObject({ key: id, values: z.optional(by(z.union([z.number(), z.boolean(), name]))) });
const notes = by(reason);
const figures = few(value, MAX_FIGURES);
const byFate = z.array(whole).check(z.length(FATES.length));

const original = z.strictObject({
  format: id,
  /** Product that wrote the session, by its id; null = not known. */
  agent: z.nullable(id),
  messages: whole,
  toolCalls: whole,
  turns: whole,
  tokens: amount,
  toolDefinitionTokens: amount,
  exact: z.boolean(),
  tokenizer: id,
  model: z.nullable(model),
  ownModel: z.nullable(model),
  provider: id,
  rules: id,
  window: amount,
  windowFrom: id,
  compactions: whole,
  violations: few(z.tuple([id, whole]), MAX_RULES),
  figures: by(value),
});

const cells = z.strictObject({
  counts: few(whole.check(z.gte(1)), MAX_CELLS),
  tokens: few(amount, MAX_CELLS),
  roles: few(z.int().check(z.gte(0), z.lte(3)), MAX_CELLS),
  priorities: few(z.int().check(z.gte(0), z.lte(3)), MAX_CELLS),
});

const recall = z.strictObject({
  figures,
  recall: value,
  skill: value,
  binding: value,
  interval: z.nullable(z.tuple([share, share])),
  tokens: amount,
  used: value,
  idle: whole,
  compacted: whole,
  /** What its requests lack at the cuts; absent = nothing. */
  lack: z.optional(reason),
  overBudget: z.nullable(z.boolean()),
  belowChance: z.nullable(z.boolean()),
  otherWriter: z.boolean(),
  kept: few(whole, MAX_CUTS),
  /** Kept, needed, share, chance, newest, floor. */
  independent: z.nullable(few(z.tuple([amount, amount, value, value, value, value]), 20)),
  independentInterval: z.nullable(z.tuple([share, share])),
  notes,
});

const row = z.strictObject({
  key: id,
  strategy: id,
  summarizer: model,
  outcome: z.enum(OUTCOMES),
  tokensAfter: amount,
  messagesAfter: whole,
  target: z.nullable(amount),
  metTarget: z.nullable(z.boolean()),
  inserted: amount,
  /** Parameter, value, whether it was aimed. */
  knob: z.nullable(z.tuple([id, z.number(), z.boolean()])),
  sameAs: z.nullable(id),
  why: z.nullable(reason),
  note: z.nullable(reason),
  counts: byFate,
  tokensByFate: z.array(amount).check(z.length(FATES.length)),
  violations: few(z.tuple([id, whole, whole]), MAX_RULES),
  summaries: few(z.tuple([whole, whole, amount, whole]), MAX_CELLS),
  fates: z.string().check(z.maxLength(MAX_CELLS * 4), z.regex(/^(?:[KESOD]\d{1,6})*$/)),
  left: few(amount, MAX_CELLS),
  figures,
  measured: z.nullable(z.strictObject({ figures, notes })),
  recall: z.nullable(recall),
});

const answerRow = z.nullable(
  z.strictObject({
    key: id,
    share,
    chance: share,
    own: z.nullable(share),
    cost: z.nullable(amount),
    left: z.nullable(share),
    lost: z._default(z.nullable(z.strictObject({ things: whole, first: z.nullable(whole) })), null),
    works: z.boolean(),
  }),
);
const points = z.number().check(z.gte(-1), z.lte(1));
const answer = z.strictObject({
  verdict: z.enum(VERDICTS),
  row: answerRow,
  base: answerRow,
  baseBar: z.optional(z.enum(BARS)),
  difference: z.nullable(z.strictObject({ mean: points, interval: z.tuple([points, points]), apart: z.boolean() })),
  equals: few(id, MAX_ROWS),
  trade: z.nullable(z.strictObject({ key: id, measure: z.enum(JUDGES), share, base: share })),
  smallest: z.optional(z.nullable(share)),
  instead: z._default(
    z.nullable(
      z.strictObject({ key: id, base: id, shares: few(z.strictObject({ measure: z.enum(STANDING), share, base: share }), STANDING.length) }),
    ),
    null,
  ),
  sure: z.enum(SURE),
  compactions: z._default(z.nullable(whole), null),
  sessions: whole,
  units: whole,
  items: amount,
  order: few(id, MAX_ROWS),
});

const columns = few(id, MAX_FIGURES);
const snapshot = z.strictObject({
  v: z.literal(SNAPSHOT_VERSION),
  engine: z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]{0,40}$/)),
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  original,
  cells,
  columns: z.strictObject({ result: columns, measured: columns, recall: columns }),
  cuts: z.nullable(
    z.strictObject({
      needed: few(whole, MAX_CUTS),
      budget: z.nullable(share),
      match: z.nullable(id),
      /** Compactions of the recorded agent that the cuts are before; null = evenly. */
      compactions: z._default(z.nullable(whole), null),
      random: z.nullable(share),
      oracle: z.nullable(share),
      curve: z.nullable(few(share, 30)),
      tooFew: z.nullable(reason),
    }),
  ),
  prices: z.nullable(z.strictObject({ model, list: name, date: z.string().check(z.regex(/^[\d-]{0,20}$/)) })),
  answer: z.nullable(answer),
  rows: few(row, MAX_ROWS),
});

type SentRun = Data<z.infer<typeof snapshot>>;
export type Snapshot = SentRun & { readonly scenario: Scenario };
export type SentRow = SentRun['rows'][number];
export type SentRecall = NonNullable<SentRow['recall']>;
export type SentAnswer = NonNullable<SentRun['answer']>;
export type SentReason = NonNullable<SentRow['why']>;

function disagreement({ cells: { counts, ...lists }, columns: names, rows, original: { messages } }: SentRun): string | null {
  if (Object.values(lists).some((list) => list.length !== counts.length)) return '$.cells';
  if (counts.reduce((sum, count) => sum + count, 0) !== messages) return '$.cells.counts';
  if (new Set(rows.map(({ key }) => key)).size !== rows.length) return '$.rows';
  const wrong = rows.findIndex((one) => {
    const fates = unpackFates(one.fates, counts.length);
    return (
      one.figures.length !== names.result.length ||
      (one.measured !== null && one.measured.figures.length !== names.measured.length) ||
      (one.recall !== null && one.recall.figures.length !== names.recall.length) ||
      fates === null ||
      fates.reduce((sum, fate) => sum + (FATES[fate] === 'edit' ? 1 : 0), 0) !== one.left.length
    );
  });
  return wrong < 0 ? null : `$.rows[${wrong}]`;
}

export function validateSnapshot(from: unknown): Result<SentRun, ScenarioError> {
  const parsed = snapshot.safeParse(from);
  if (!parsed.success) return { ok: false, error: invalidOf(parsed.error) };
  const path = disagreement(parsed.data);
  return path === null ? { ok: true, value: parsed.data } : { ok: false, error: { path, expects: { key: 'expects-another' } } };
}
