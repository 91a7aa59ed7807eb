/**
 * What the rows of a comparison lost: measures, lists, recall, in steps that can be stopped. A part of its own, loaded with the first
 * comparison.
 */
import { remembered } from '../engine/signals/remember.ts';
import { CUTS, keptInterval } from '../engine/answer/answer.ts';
import { leastNeeds } from '../engine/measures/independent/contract.ts';
import type { Wishes } from '../engine/answer/contract.ts';
import type { Words } from '../engine/report.ts';
import { lostFacts } from '../report/contract.ts';
import { smallestBudget } from '../report/report-answer.ts';
import { every, StopSignal } from './pause.ts';
import { contextAt, recordingOf } from '../engine/compaction/compaction-recorded.ts';
import type { CompactionResult } from '../engine/compaction/types.ts';
import type { Measure, Pricing } from '../engine/measures/contract.ts';
import { type CompareOptions, embeddingsOfRow, optionsFor, type RowRequest } from '../engine/compare.ts';
import { type DecayStep, decaySteps } from '../engine/decay/decay-rounds.ts';
import { BoundedMap } from '../engine/lib/bounded-map.ts';
import { measures } from '../engine/measures/index.ts';
import { lossLines, lossList } from '../engine/measures/run/losses.ts';
import { figuresOf, type Measurement, measured, partsOf, sharesOf } from '../engine/measures/run/measured-values.ts';
import type { LossLine, LossList, MissedFact } from '../engine/measures/types.ts';
import type { Recall, RecallStep } from '../engine/recall/contract.ts';
import { inHandSteps } from '../engine/recall/in-hand.ts';
import { recallSteps } from '../engine/recall/recall.ts';
import { isHidden } from '../engine/pipelines/index.ts';
import { recallValues } from '../engine/recall/recall-values.ts';
import { isBy } from '../engine/recall/writer.ts';
import type { PreparedTranscript } from '../engine/signals/contract.ts';
import { factKey } from '../engine/signals/facts/index.ts';
import { BUILT_IN, type Summarizer } from '../engine/summarizers/contract.ts';
import { loadPrices, pricingOf } from '../models/prices.ts';
import type { Row } from '../scenario/schema.ts';
import type { Comparison } from './comparing.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { breathe, countsOf, withPauses, preparedOf, type RunControl } from './counted.ts';
import type {
  CurveView,
  DecayView,
  HandView,
  LossView,
  LostFact,
  MeasuredRow,
  MessageLosses,
  MeasuresReply,
  Place,
  RecallReply,
  RecallRowView,
} from './loss-protocol.ts';
import { optionsOf, signalsOf } from './levels.ts';
import type { Progress } from './protocol.ts';

/** Milliseconds of work between two pauses. */
const STRETCH = 8;

/** Every measure of the rows that ran but those that need the future. `spent` = what real models' summaries cost. Throws Stopped when nobody waits any more. */
export async function measureRows({ prepared, rows, inUse }: Comparison, spent: Pricing['spent'], run: RunControl): Promise<MeasuresReply> {
  const due = every(STRETCH);
  await loadPrices().catch(() => undefined);
  const pricing = pricingOf(inUse.model, prepared.transcript, spent);
  const started = performance.now();
  const model = inUse.model === null ? {} : { model: inUse.model };
  const rowsMeasured: MeasuredRow[] = [];
  for (const { key, strategy, result } of rows.values()) {
    if (result?.outcome === 'compacted')
      rowsMeasured.push(measuredRow(key, measured(prepared, result, { pricing, ...model, hidden: isHidden({ strategy }) })));
    if (due()) await breathe(run);
  }
  return { rows: rowsMeasured, prices: ('source' in pricing && pricing.source) || null, ms: performance.now() - started };
}

const measuredRow = (key: string, { measures, notes, values }: Measurement): MeasuredRow => ({
  key,
  figures: figuresOf('measured', { ...measures }, true),
  notes,
  parts: partsOf(values),
  facts: values.facts,
  validity: measures.validity,
});

type ListedRecall = Recall['rows'][number];

/** A recall and its rows by what each depends on beside the common options. */
interface RecallMemory {
  readonly recall: Omit<Recall, 'rows'>;
  readonly rows: Map<string, ListedRecall>;
}
/** Recalls of a prepared transcript by their options; the oldest is forgotten first. */
const REMEMBERED = 8;
const recallsOf = remembered<PreparedTranscript, BoundedMap<string, RecallMemory>>(() => new BoundedMap(REMEMBERED));

/** A row of the comparison, except for the writer of its summaries. */
function requestOf({ key, strategy, params }: Row, { embeddings }: Pick<Comparison, 'embeddings'>): RowRequest {
  const vectors = embeddings.get(key);
  return { key, strategy, params, ...(vectors && { embeddings: vectors }) };
}

/** Rows that compare by words after all are the rows that do anyway. */
const rowId = (row: RowRequest, { prepared, options: { match } }: Comparison): string =>
  `${row.strategy} ${JSON.stringify(row.params)} ${embeddingsOfRow(prepared, row)?.id ?? ''} ${row.key === match?.key ? 'A' : ''}`;

/** Rows with A, whose size is the target of the others. */
const withA = (rows: readonly RowRequest[], { request, options: { match }, ...comparison }: Comparison): readonly RowRequest[] => {
  const a = rows.some(({ key }) => key === match?.key) ? undefined : request.rows.find(({ key }) => key === match?.key);
  return a ? [...rows, requestOf(a, comparison)] : rows;
};

/** What recall runs on: the context with what follows, or the recording that it was cut from right before a compaction of its agent. */
async function recallBase({ prepared, transcript, request: { settings, marks }, inUse }: Comparison, run: RunControl): Promise<PreparedTranscript> {
  const recording = recordingOf(transcript);
  if (!recording) return prepared;
  return preparedOf(recording, await countsOf(recording, inUse.tokenizer, settings.overhead, run), signalsOf(settings, marks));
}

/** Everything that a recall depends on; the weights of efficiency decide where a pipeline chooses. */
const optionsId = ({ summarizer: _s, now: _n, ts: _t, ...options }: CompareOptions, outcome: string): string => JSON.stringify([options, outcome]);

/** Who writes a row's summaries in the table, with what their texts depend on. */
function writerId({ request: { settings }, reply }: Comparison, key: string): string {
  const { prompts, maskSecrets, maskEmails } = settings;
  return JSON.stringify([writerOf(reply, key), prompts, maskSecrets, maskEmails]);
}
const writerOf = ({ rows }: Comparison['reply'], key: string): string => rows.find((row) => row.key === key)?.summarizer ?? BUILT_IN;

/** Id of what is remembered of a row that its own model wrote at the cuts. */
const paidId = (comparison: Comparison, row: RowRequest): string => `${rowId(row, comparison)} ${writerId(comparison, row.key)}`;

/**
 * Recall of every row of the comparison. What is known of earlier settings is not looked for again. Rows whose summaries a real model
 * writes are asked of the built-in summariser, unless somebody has paid for the model (`payForRecall`). `keys` = of these rows only.
 */
export async function recallOf(comparison: Comparison, writer: Summarizer, run: RunControl, keys: readonly string[] | null = null): Promise<Recall> {
  const { request, inUse, transcript } = comparison;
  const options = optionsOf(request.settings, inUse, transcript, writer);
  const base = await recallBase(comparison, run);
  const known = recallsOf(base);
  const id = optionsId(options, request.settings.summarizerOutcome);
  const before = known.get(id);
  const wanted = request.rows.filter(({ key }) => keys?.includes(key) ?? true).map((row) => requestOf(row, comparison));
  const missing = wanted.filter((row) => !before?.rows.has(rowId(row, comparison)));
  let found = before;
  if (!before || missing.length > 0) {
    const ran = withA(missing, comparison);
    const { rows, ...recall } = await runRecall(comparison, ran, options, run);
    found = { recall, rows: new Map([...(before?.rows ?? []), ...rows.map((row, i) => [rowId(ran[i]!, comparison), row] as const)]) };
    known.set(id, found);
  }
  const { recall, rows } = found!;
  const rowOf = (row: RowRequest): ListedRecall => rows.get(paidId(comparison, row)) ?? rows.get(rowId(row, comparison))!;
  const answer: Recall = { ...recall, rows: wanted.map((row) => ({ ...rowOf(row), key: row.key })) };
  return answer;
}

/** The recall that the page has of a comparison, of these rows at least; null where it has none. */
export async function recallOnPage(comparison: Comparison, writer: Summarizer, keys: readonly string[] | null = null): Promise<Recall | null> {
  if (comparison.recalled) return comparison.recalled;
  return comparison.request.recalled ? recallOf(comparison, writer, UNWATCHED, keys) : null;
}
const UNWATCHED: RunControl = { progress: () => undefined, signal: new AbortController().signal };

/** The recall of one row with `summarizer` as the writer at the cuts; nothing of it is remembered. null where there is no such row. */
export async function recallBy(
  comparison: Comparison,
  key: string,
  summarizer: Summarizer,
  writer: Summarizer,
  run: RunControl,
): Promise<ListedRecall | null> {
  const { request, inUse, transcript } = comparison;
  const row = request.rows.find((one) => one.key === key);
  if (!row) return null;
  const options = optionsOf(request.settings, inUse, transcript, writer);
  const { rows } = await runRecall(comparison, withA([{ ...requestOf(row, comparison), summarizer }], comparison), options, run);
  return rows[0] ?? null;
}

/** The same, paid for: it replaces what the built-in summariser wrote, until something that it depends on changes. */
export async function payForRecall(comparison: Comparison, key: string, summarizer: Summarizer, writer: Summarizer, run: RunControl): Promise<void> {
  await recallOf(comparison, writer, run);
  const { request, inUse, transcript } = comparison;
  const paid = await recallBy(comparison, key, summarizer, writer, run);
  const row = request.rows.find((one) => one.key === key);
  const id = optionsId(optionsOf(request.settings, inUse, transcript, writer), request.settings.summarizerOutcome);
  const known = recallsOf(await recallBase(comparison, run)).get(id);
  // If no call returned, nothing of the result is the model's.
  if (paid?.writer && row) known?.rows.set(paidId(comparison, requestOf(row, comparison)), paid);
}

/** The same as the page shows it. */
export async function recallRows(comparison: Comparison, writer: Summarizer, run: RunControl, keys: readonly string[] | null): Promise<RecallReply> {
  const started = performance.now();
  const recall = await recallOf(comparison, writer, run, keys);
  comparison.recalled = recall;
  return { ...recall, rows: recall.rows.map((row) => viewOf(comparison, recall, row)), ms: performance.now() - started };
}

async function runRecall(comparison: Comparison, rows: readonly RowRequest[], options: CompareOptions, run: RunControl): Promise<Recall> {
  const base = await recallBase(comparison, run);
  return withPauses(recallSteps(base, rows, { ...options, recorded: base !== comparison.prepared }), run, STRETCH, progressOf);
}

/** Budgets at which a row is run again for its curve, as shares of the context. */
const CURVE = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6] as const;

/** Curves of a prepared transcript, by everything that they depend on. */
const MOST_CURVES = 64;
const curvesIn = remembered<PreparedTranscript, BoundedMap<string, CurveView['points']>>(() => new BoundedMap(MOST_CURVES));

/**
 * What rows keep of what was needed later at the budgets of `CURVE`. One that leaves the same at every budget has no curve, and neither has
 * one whose summaries a real model writes. Throws Stopped when nobody waits any more.
 */
export async function curvesOf(comparison: Comparison, keys: readonly string[], writer: Summarizer, run: RunControl): Promise<readonly CurveView[]> {
  const { request, inUse, transcript, reply } = comparison;
  const { match: _match, ...options } = { ...optionsOf(request.settings, inUse, transcript, writer), own: false, target: 1 };
  const base = await recallBase(comparison, run);
  const known = curvesIn(base);
  const idOf = (row: RowRequest): string => `${rowId(row, comparison)} ${optionsId(options, request.settings.summarizerOutcome)}`;
  const rows = request.rows.filter(({ key }) => keys.includes(key) && writerOf(reply, key) === BUILT_IN).map((row) => requestOf(row, comparison));
  const missing = rows.filter((row) => !known.get(idOf(row)));
  const found = missing.map(() => new Map<number, number>());
  for (const [i, target] of (missing.length > 0 ? CURVE : []).entries()) {
    const progress = ({ done, of, ...rest }: Progress): void => run.progress({ ...rest, done: i * of + done, of: CURVE.length * of });
    const recall = await runRecall(comparison, missing, { ...options, target }, { ...run, progress });
    for (const [r, { tokens, retained }] of recall.rows.entries()) if (retained) found[r]!.set(tokens, retained.share);
  }
  for (const [r, row] of missing.entries()) {
    const points = [...found[r]!].map(([tokens, kept]) => ({ tokens, kept })).sort((a, b) => a.tokens - b.tokens);
    known.set(idOf(row), points.length > 1 ? points : []);
  }
  return rows.map((row) => ({ key: row.key, points: known.get(idOf(row))! }));
}

/** Texts are for people, who see none of these rows. */
const WORDLESS: Words = { title: (strategy) => strategy, reason: ({ key }) => key };

/** The smallest budget at which something works; null = none. The built-in summariser writes. Throws Stopped when it is no longer wanted. */
export async function smallestOf(comparison: Comparison, writer: Summarizer, wishes: Wishes, run: RunControl): Promise<number | null> {
  const { request, inUse, transcript, prepared } = comparison;
  await loadPrices().catch(() => undefined);
  const base = await recallBase(comparison, run);
  const due = every(STRETCH);
  const found = await smallestBudget(
    {
      recording: base === prepared ? null : base,
      rows: request.rows.map((row) => requestOf(row, comparison)),
      options: optionsOf(request.settings, inUse, transcript, writer),
      wishes,
      input: { prepared, words: WORDLESS, pricing: pricingOf(inUse.model, prepared.transcript), model: inUse.model },
    },
    {
      goesOn: () => (due() ? breathe(run).then(() => true) : undefined),
      recall: (steps) => withPauses(steps, run, STRETCH, progressOf),
    },
  );
  if (found === undefined) throw new StopSignal();
  return found;
}

export async function decayOf(comparison: Comparison, row: Row, writer: Summarizer, run: RunControl): Promise<DecayView> {
  const { prepared } = comparison;
  const { rounds, ...decay } = await withPauses(
    decaySteps(prepared, requestOf(row, comparison), { ...optionsFor(row, comparison.options), summarizer: writer }),
    run,
    STRETCH,
    progressOf,
  );
  return { ...decay, rounds: rounds.map(({ values, ...round }) => ({ ...round, shares: sharesOf(values) })) };
}

const progressOf = ({ done, of }: Extract<RecallStep | DecayStep, { readonly kind: 'progress' }>): Progress => ({ phase: 'recall', done, of });

function viewOf({ rows, reply }: Comparison, recall: Recall, found: ListedRecall): RecallRowView {
  const { misses: _facts, lostItems: _items, ...row } = found;
  const writer = writerOf(reply, row.key);
  const { measures, notes } = recallValues(recall, row.key, rows.get(row.key)?.result ?? null, writer);
  return {
    ...row,
    otherWriter: !isBy(row, writer),
    independentInterval: row.byCut && keptInterval(row.byCut, 'kept', { ...CUTS, least: leastNeeds(recall.compactions !== null) }),
    figures: figuresOf('recall', { ...measures }, true),
    notes,
  };
}

const missId = ({ cut, kind, fact }: MissedFact): string => `${cut} ${kind} ${fact}`;

/** What a row lost; `against` = only what this other row still has. null for an unknown row. */
export function lossesOf(
  { prepared, rows, stack, transcript }: Comparison,
  recalled: Recall | null,
  key: string,
  against: string | null,
): LossView | null {
  const result = rows.get(key)?.result;
  const other = against === null ? null : rows.get(against)?.result;
  if (!result || other === undefined) return null;
  const missesOf = (row: string | null, of: 'facts' | 'items'): readonly MissedFact[] => {
    const found = recalled?.rows.find((one) => one.key === row);
    return (of === 'facts' ? found?.misses() : found?.lostItems()) ?? [];
  };
  const missedBy = (of: 'facts' | 'items'): readonly MissedFact[] => {
    const others = new Set(missesOf(against, of).map(missId));
    return missesOf(key, of).filter((miss) => !others.has(missId(miss)));
  };
  const missed = { facts: missedBy('facts'), items: missedBy('items') };
  const place = placeIn(transcript, stack.until);
  // A need at another place is none of a message of this context.
  const first = new Map<string, MissedFact>();
  for (const miss of place ? [] : missed.facts) {
    if (miss.kind === 'string') continue;
    const id = factKey({ kind: miss.kind, text: miss.fact });
    if (!first.has(id)) first.set(id, miss);
  }
  const lines = lossLines(prepared, result, other, ({ kind, fact }) => first.get(factKey({ kind, text: fact })));
  const linesOf = (list: Measure): readonly LossLine[] => {
    if (!list.missed) return lines.get(list.id) ?? [];
    const { of, line } = list.missed;
    return missed[of].map((miss) => (place ? place(line(miss)) : line(miss)));
  };
  return { lines: measures.flatMap((list) => linesOf(list).map((line, i) => ({ ...line, id: `${list.id} ${i}`, list: list.id }))) };
}

/** Where a message of a recording stands in the context before one of its compactions; null where the context is no such. */
function placesIn(context: Transcript, until: number | null): ((message: number) => Place) | null {
  const recording = recordingOf(context);
  const place = recording && until !== null && contextAt(recording, until);
  if (!place) return null;
  const indexOf = new Map(Array.from(place.origins, (origin, i) => [origin, i]));
  return (message) => ({ message: indexOf.get(message) ?? -1, recorded: message });
}

/** Gives lines of a recording their messages in the context before one of its compactions; null where the context is no such. */
function placeIn(context: Transcript, until: number | null): ((line: LossLine) => LossLine) | null {
  const placeOf = placesIn(context, until);
  return placeOf && ((line) => ({ ...line, spots: line.spots.map(({ role, message }) => ({ role, ...placeOf(message) })) }));
}

/** What was needed later and lost by some of these rows, with its places in the compared context. */
export const lostBy = ({ stack, transcript }: Comparison, recalled: Recall | null, keys: readonly string[]): readonly LostFact[] =>
  lostFacts(recalled, keys, placesIn(transcript, stack.until) ?? undefined);

/**
 * What these rows have in hand of a fact at the checkpoint where the first of them lost it; the built-in summariser writes. Rows that cannot run
 * there, and those whose own model wrote at the checkpoints, are left out.
 */
export async function inHandOf(
  comparison: Comparison,
  recalled: Recall | null,
  keys: readonly string[],
  { cut, text, kind, said }: Pick<LostFact, 'cut' | 'text' | 'kind' | 'said'>,
  writer: Summarizer,
): Promise<readonly HandView[]> {
  const { request, inUse, transcript, stack } = comparison;
  const rows = keys.flatMap((key) => {
    const row = request.rows.find((one) => one.key === key);
    const found = recalled?.rows.find((one) => one.key === key);
    if (!row || !found || (found.writer ?? BUILT_IN) !== BUILT_IN) return [];
    const isLost = found.lostItems().some((one) => one.cut === cut && one.fact === text && one.kind === kind);
    return [{ request: requestOf(row, comparison), isLost }];
  });
  if (!recalled?.cuts[cut] || rows.length === 0) return [];
  const base = await recallBase(comparison, UNWATCHED);
  const options = { ...optionsOf(request.settings, inUse, transcript, writer), recorded: base !== comparison.prepared };
  const requests = rows.map((row) => row.request);
  const lostBy = rows.flatMap((row) => (row.isLost ? [row.request.key] : []));
  const hands = await withPauses(
    inHandSteps(base, withA(requests, comparison), options, recalled, { cut, fact: text, seenAt: said.recorded, lostBy }),
    UNWATCHED,
    STRETCH,
    progressOf,
  );
  const placeOf = placesIn(transcript, stack.until) ?? ((message: number) => ({ message, recorded: message }));
  return requests.flatMap(({ key }, i) => {
    const hand = hands[i];
    return hand ? [{ key, fate: hand.fate, text: hand.text, place: hand.message === null ? null : placeOf(hand.message) }] : [];
  });
}

/** Lists that were made for one message and serve the others, by result. */
const lists = new WeakMap<CompactionResult, LossList>();

/** What a row lost of one message; null for an unknown row. Facts count if they occurred in this message only. */
export function lossesIn({ prepared, rows }: Comparison, index: number, key: string): MessageLosses | null {
  const result = rows.get(key)?.result;
  if (!result) return null;
  const list = lists.get(result) ?? lossList(prepared, result);
  lists.set(result, list);
  const facts = list.facts.filter(({ last, messages }) => messages === 1 && last.message === index);
  const recoverable = facts.filter(({ fate }) => fate === 'recoverable').length;
  return {
    constraints: list.constraints.filter(({ place }) => place.message === index).map(({ text, fate }) => ({ text, fate })),
    lost: facts.length - recoverable,
    recoverable,
  };
}
