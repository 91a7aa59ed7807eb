/** A snapshot → what the store holds of a comparison, so that table, strips and plot draw it as they draw one of their own. */
import type { Violation } from '../../engine/measures/contract.ts';
import { INDEPENDENT, type IndependentValues, leastNeeds, retainedOf } from '../../engine/measures/independent/contract.ts';
import { EDIT, type FateKind, FATES, KEEP } from '../../engine/strategies/contract.ts';
import type { Result } from '../../engine/transcript/types.ts';
import type { LinkError } from '../../scenario/codec.ts';
import { MAX_CELLS, unpackFates } from '../../scenario/snapshot.ts';
import type { SentRecall, SentRow, Snapshot } from '../../scenario/snapshot-schema.ts';
import type { MeasuredRow, RecallRowView } from '../../worker/loss-protocol.ts';
import type { CompareReply, RowResult, TranscriptView } from '../../worker/protocol.ts';
import { unload } from './loading.ts';
import type { RowMeasurements, RowRecalls } from './store-state.ts';
import { patch } from './store.ts';

const named = (columns: readonly string[], values: readonly (number | null)[]): Readonly<Record<string, number | null>> =>
  Object.fromEntries(columns.map((id, i) => [id, values[i] ?? null]));

const byFate = (values: readonly number[]): Readonly<Record<FateKind, number>> =>
  Object.fromEntries(FATES.map((fate, i) => [fate, values[i] ?? 0])) as Record<FateKind, number>;

/** As many violations of a rule as there were; where they stand does not travel. */
const broken = (rule: string, times: number, original: boolean): readonly Violation[] =>
  Array.from({ length: Math.min(times, 10_000) }, (_, i) => ({ rule, position: i, message: -1, reason: { key: 'sent-rule' }, original }));

function viewOf({ original, cells, scenario }: Snapshot): TranscriptView {
  const n = cells.counts.length;
  const prefix = new Float64Array(n + 1);
  cells.tokens.forEach((tokens, i) => {
    prefix[i + 1] = prefix[i]! + tokens;
  });
  return {
    ...original,
    ...({ tokenizer: original.tokenizer, rules: original.rules, windowFrom: original.windowFrom } as Pick<
      TranscriptView,
      'tokenizer' | 'rules' | 'windowFrom'
    >),
    conversation: scenario.conversation,
    title: '',
    n,
    ownWindow: { window: original.window, from: 'default' },
    calibration: null,
    s1Error: null,
    total: original.tokens,
    tokens: Float64Array.from(cells.tokens),
    prefix,
    priority: Uint8Array.from(cells.priorities),
    priorityRule: new Uint8Array(n),
    roles: Uint8Array.from(cells.roles),
    protection: new Uint8Array(n),
    compactions: [],
    originalViolations: original.violations.flatMap(([rule, times]) => broken(rule, times, true)),
    languages: [],
    keywordNotice: null,
  };
}

function resultOf(row: SentRow, { columns, scenario }: Snapshot, view: TranscriptView): RowResult {
  const fates = unpackFates(row.fates, view.n) ?? new Uint8Array(view.n);
  let edited = 0;
  const left = Float64Array.from(view.tokens, (tokens, i) => (fates[i] === KEEP ? tokens : fates[i] === EDIT ? (row.left[edited++] ?? 0) : 0));
  const figures = named(columns.result, row.figures);
  return {
    key: row.key,
    strategy: row.strategy,
    summarizer: row.summarizer,
    price: null,
    embedded: null,
    spent: null,
    outcome: row.outcome,
    why: row.why,
    note: row.note,
    trace: [],
    params: scenario.rows.find(({ key }) => key === row.key)?.params ?? {},
    knob: row.knob && { param: row.knob[0], value: row.knob[1], aimed: row.knob[2] },
    fates,
    into: null,
    left,
    tokensBefore: view.total,
    target: row.target,
    metTarget: row.metTarget,
    measures: {
      tokensAfter: row.tokensAfter,
      messagesAfter: row.messagesAfter,
      insertedTokens: row.inserted,
      tokenReduction: figures.saved ?? null,
      preservation: figures.kept ?? null,
      efficiency: figures.efficiency ?? null,
      messagesByFate: byFate(row.counts),
      tokensByFate: byFate(row.tokensByFate),
      overTarget: figures.target ?? null,
      failedChecks: figures.verification ?? null,
      violations: row.violations.flatMap(([rule, own, before]) => [...broken(rule, own, false), ...broken(rule, before, true)]),
    },
    figures,
    checks: [],
    summaries: row.summaries.map(([before, members, tokens, generation], i) => ({
      id: String(i),
      before,
      members,
      tokens,
      generation,
      summarizer: row.summarizer,
    })),
    insertions: [],
    stages: null,
    log: [],
    question: null,
    fires: null,
    ms: figures.time ?? 0,
  };
}

export const NO_STATISTICS: CompareReply['history']['statistics'] = {
  attempts: 0,
  compactions: 0,
  undone: 0,
  failures: 0,
  tokensSaved: 0,
  messagesRemoved: 0,
  meanEfficiency: null,
  summarySuccess: null,
  meanSummaryMs: null,
};
const NOTHING = { needed: 0, kept: 0 };

function recallOf(key: string, strategy: string, sent: SentRecall, { columns, cuts }: Snapshot): RecallRowView {
  const kept = sent.kept.reduce((sum, one) => sum + one, 0);
  const needed = (cuts?.needed ?? []).reduce((sum, one) => sum + one, 0);
  const { figures, independent: found, notes, lack = null, ...rest } = sent;
  const independent = found && independentOf(found);
  return {
    ...rest,
    lack,
    key,
    strategy,
    figures: named(columns.recall, figures),
    byCut: null,
    notes: notes as RecallRowView['notes'],
    failed: null,
    bound: [],
    writer: null,
    // Only their sums travel.
    bands: { newest: NOTHING, middle: NOTHING, older: NOTHING },
    origins: { user: NOTHING, tool: { needed, kept }, assistant: NOTHING },
    kinds: {},
    missed: needed - kept,
    gone: 0,
    lost: null,
    independent,
    retained: independent && retainedOf(independent, leastNeeds(cuts?.compactions != null)),
  };
}

const independentOf = (sent: NonNullable<SentRecall['independent']>): IndependentValues =>
  Object.fromEntries(
    INDEPENDENT.map((name, i) => {
      const [kept = 0, needed = 0, share = null, chance = null, newest = null, floor = null] = sent[i] ?? [];
      return [name, { kept, needed, share, chance, newest, floor }];
    }),
  ) as unknown as IndependentValues;

export interface SnapshotView {
  readonly comparison: CompareReply;
  readonly measured: RowMeasurements;
  readonly recalled: RowRecalls | null;
}

export function shownOf(snapshot: Snapshot): SnapshotView {
  const { rows, columns, cuts } = snapshot;
  const view = viewOf(snapshot);
  const comparison: CompareReply = {
    transcript: view,
    history: {
      levels: [],
      restored: 0,
      entries: [],
      statistics: NO_STATISTICS,
      stopped: null,
      full: { messages: snapshot.original.messages, tokens: view.total },
    },
    rows: rows.map((row) => resultOf(row, snapshot, view)),
    equal: Object.fromEntries(rows.flatMap(({ key, sameAs }) => (sameAs === null ? [] : [[key, sameAs]]))),
    target: snapshot.rows.find(({ target }) => target !== null)?.target ?? null,
    match: cuts?.match ?? null,
    waiting: 0,
    models: { unsent: [], spent: null },
    ms: 0,
  };
  const measured = rows.flatMap(({ key, measured: sent }): MeasuredRow[] =>
    sent
      ? [{ key, figures: named(columns.measured, sent.figures), notes: sent.notes as MeasuredRow['notes'], parts: {}, facts: null, validity: null }]
      : [],
  );
  const recalls = rows.flatMap(({ key, strategy, recall }) => (recall ? [recallOf(key, strategy, recall, snapshot)] : []));
  return {
    comparison,
    measured: { of: comparison, rows: new Map(measured.map((row) => [row.key, row])), prices: snapshot.prices },
    recalled: cuts && {
      of: comparison,
      rows: new Map(recalls.map((row) => [row.key, row])),
      reply: {
        cuts: cuts.needed.map((needed) => ({ at: 0, end: 0, tokens: 0, seen: 0, needed, reRead: { facts: 0, tokens: 0 } })),
        needed: cuts.needed.reduce((sum, one) => sum + one, 0),
        tooFew: cuts.tooFew,
        budget: cuts.budget,
        match: cuts.match,
        compactions: cuts.compactions,
        random: cuts.random,
        oracle: cuts.oracle,
        curve: cuts.curve,
        recorded: null,
        rows: recalls,
        ms: 0,
      },
    },
  };
}

export function startsOf({ n, prefix, total }: TranscriptView): readonly number[] {
  if (n <= MAX_CELLS) return Array.from({ length: n }, (_, i) => i);
  const placeOf = (i: number): number => Math.min(MAX_CELLS - 1, Math.floor((total > 0 ? prefix[i]! / total : i / n) * MAX_CELLS));
  const starts: number[] = [];
  for (let i = 0; i < n; i++) if (i === 0 || placeOf(i) !== placeOf(i - 1)) starts.push(i);
  return starts;
}

export function most(codes: ArrayLike<number>, kinds: number, tokens: ArrayLike<number>, starts: readonly number[]): readonly number[] {
  return starts.map((first, cell) => {
    const end = starts[cell + 1] ?? codes.length;
    const sums = new Float64Array(kinds);
    // Messages without tokens count a little, so that a cell of them has a kind.
    for (let i = first; i < end; i++) sums[codes[i]!] = sums[codes[i]!]! + tokens[i]! + 1e-6;
    return sums.indexOf(Math.max(...sums));
  });
}

export const sumsOf = (values: ArrayLike<number>, starts: readonly number[]): readonly number[] =>
  starts.map((first, cell) => {
    let sum = 0;
    for (let i = first; i < (starts[cell + 1] ?? values.length); i++) sum += values[i]!;
    return sum;
  });

export async function readSent(text: string, from: 'link' | 'file'): Promise<Result<Snapshot, LinkError>> {
  const { decodeSnapshot, readSnapshotFile } = await import('../../scenario/decode.ts');
  return from === 'link' ? decodeSnapshot(text) : readSnapshotFile(text);
}

/** @param length characters of the link; null = it came as a file */
export function showSent(snapshot: Snapshot, length: number | null): void {
  const { transcript } = snapshot.scenario;
  if (transcript.kind !== 'file') return;
  const starts: number[] = [];
  let first = 0;
  for (const count of snapshot.cells.counts) {
    starts.push(first);
    first += count;
  }
  const said = shownOf(snapshot);
  unload();
  patch({
    sent: { snapshot, transcript, length, starts, said },
    scenario: snapshot.scenario,
    ...said,
    current: true,
    expected: { name: transcript.name, hash: transcript.hash, bytes: transcript.bytes, wrong: null },
    load: { phase: 'ready' },
  });
}
