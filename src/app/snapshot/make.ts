/** What is on the screen → a snapshot: numbers, fates and settings. Whatever may hold words of the transcript stays behind. */
import { type Answer, rowToUse } from '../../engine/answer/contract.ts';
import { version } from '../../../package.json' with { type: 'json' };
import { INDEPENDENT } from '../../engine/measures/independent/contract.ts';
import { EDIT, FATES } from '../../engine/strategies/contract.ts';
import type { Reason } from '../../engine/transcript/types.ts';
import { shownRows } from '../../scenario/scenario-rows.ts';
import { brief, MAX_CELLS, packFates } from '../../scenario/snapshot.ts';
import type { SentAnswer, SentReason, SentRecall, SentRow, Snapshot } from '../../scenario/snapshot-schema.ts';
import type { RecallRowView } from '../../worker/loss-protocol.ts';
import type { CompareReply, Description, RowResult, TranscriptView } from '../../worker/protocol.ts';
import { measureColumns } from '../rows/measures.ts';
import { agentIn, type AppState, recordedIn } from '../store/index.ts';
import { most, startsOf, sumsOf } from '../store/show.ts';

type SnapshotSource = Pick<AppState, 'scenario' | 'compared' | 'loaded' | 'comparison' | 'current' | 'measured' | 'recalled' | 'description'>;
type Figures = Readonly<Record<string, number | null>>;

const columnsFrom = (from: 'result' | 'measured' | 'recall'): readonly string[] => measureColumns.filter((c) => c.from === from).map(({ id }) => id);
const COLUMNS = { result: columnsFrom('result'), measured: columnsFrom('measured'), recall: columnsFrom('recall') };

const short = (value: number | null | undefined): number | null => (value == null || !Number.isFinite(value) ? null : brief(value));
const pairOf = (pair: readonly [number, number] | null): readonly [number, number] | null => pair && [brief(pair[0]), brief(pair[1])];
const figuresOf = (columns: readonly string[], figures: Figures): readonly (number | null)[] =>
  columns.map((id) => (Number.isFinite(figures[id]) ? figures[id]! : null));

const namesOf = ({ strategies }: Description): ReadonlySet<unknown> =>
  new Set(strategies.flatMap(({ id, preset, params }) => [id, preset?.product, ...Object.keys(params)]));

/** A reason whose values are numbers and names of ours; null for one that quotes anything else. */
function numeric(reason: Reason | null | undefined, names: ReadonlySet<unknown>): SentReason | null {
  if (!reason) return null;
  const values = Object.entries(reason.values ?? {});
  if (values.some(([, value]) => typeof value === 'string' && !names.has(value))) return null;
  return values.length === 0
    ? { key: reason.key }
    : {
        key: reason.key,
        values: Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'number' ? brief(value) : value])) as never,
      };
}
const numericNotes = (notes: object, names: ReadonlySet<unknown>): Readonly<Record<string, SentReason>> =>
  Object.fromEntries(
    Object.entries(notes as Readonly<Record<string, Reason | undefined>>).flatMap(([name, note]) => {
      const kept = numeric(note, names);
      return kept ? [[name, kept]] : [];
    }),
  );

const modelName = (model: string | null): string | null => (model && /^[\w.:/@~+-]{1,200}$/.test(model) ? model : null);

function rulesIn(violations: TranscriptView['originalViolations']): readonly (readonly [string, number, number])[] {
  const rules = new Map<string, [number, number]>();
  for (const { rule, original } of violations) {
    const counts = rules.get(rule) ?? [0, 0];
    counts[original ? 1 : 0] += 1;
    rules.set(rule, counts);
  }
  return [...rules].map(([rule, [own, before]]) => [rule, own, before]);
}

function recallOf(row: RecallRowView, names: ReadonlySet<unknown>): SentRecall {
  const lack = numeric(row.lack, names);
  const { independent, independentInterval, recall, skill, binding, interval, tokens, used, idle, compacted, overBudget, belowChance, otherWriter } =
    row;
  return {
    figures: figuresOf(COLUMNS.recall, row.figures),
    recall: short(recall),
    skill: short(skill),
    binding: short(binding),
    interval: pairOf(interval),
    independentInterval: pairOf(independentInterval),
    tokens: short(tokens) ?? 0,
    used: short(used),
    idle,
    compacted,
    ...(lack && { lack }),
    overBudget,
    belowChance,
    otherWriter,
    kept: row.kept,
    independent:
      independent &&
      INDEPENDENT.map((name) => {
        const { kept, needed, share, chance, newest, floor } = independent[name];
        return [brief(kept), brief(needed), short(share), short(chance), short(newest), short(floor)];
      }),
    notes: numericNotes(row.notes, names),
  };
}

function rowOf(
  row: RowResult,
  { transcript: view, equal }: CompareReply,
  starts: readonly number[],
  { measured, recalled, names }: Pick<AppState, 'measured' | 'recalled'> & { readonly names: ReadonlySet<unknown> },
): SentRow {
  const { measures } = row;
  const codes = most(row.fates, FATES.length, view.tokens, starts);
  const left = sumsOf(row.left, starts);
  const cellOf = (message: number): number =>
    Math.max(
      0,
      starts.findLastIndex((first) => first <= message),
    );
  const scores = measured?.rows.get(row.key);
  const recall = recalled?.rows.get(row.key);
  return {
    key: row.key,
    strategy: row.strategy,
    summarizer: row.summarizer,
    outcome: row.outcome,
    tokensAfter: measures.tokensAfter,
    messagesAfter: measures.messagesAfter,
    target: short(row.target),
    metTarget: row.metTarget,
    inserted: measures.insertedTokens,
    knob: row.knob && [row.knob.param, brief(row.knob.value), row.knob.aimed],
    sameAs: equal[row.key] ?? null,
    why: numeric(row.why, names),
    note: numeric(row.note, names),
    counts: FATES.map((fate) => measures.messagesByFate[fate]),
    tokensByFate: FATES.map((fate) => measures.tokensByFate[fate]),
    violations: rulesIn(measures.violations ?? []),
    summaries: row.summaries.slice(0, MAX_CELLS).map(({ before, members, tokens, generation }) => [cellOf(before), members, tokens, generation]),
    fates: packFates(codes),
    left: left.filter((_, i) => codes[i] === EDIT).map((tokens) => Math.round(tokens)),
    figures: figuresOf(COLUMNS.result, row.figures),
    measured: scores ? { figures: figuresOf(COLUMNS.measured, scores.figures), notes: numericNotes(scores.notes, names) } : null,
    recall: recall ? recallOf(recall, names) : null,
  };
}

function cellsOf(view: TranscriptView, starts: readonly number[]): Snapshot['cells'] {
  return {
    counts: starts.map((first, cell) => (starts[cell + 1] ?? view.n) - first),
    tokens: sumsOf(view.tokens, starts).map((tokens) => Math.round(tokens)),
    roles: most(view.roles, 4, view.tokens, starts),
    priorities: most(view.priority, 4, view.tokens, starts),
  };
}

function sentAnswer(
  { verdict, row, base, difference, equals, trade, instead, sure, smallest, compactions, sessions, units, items, order, barred }: Answer,
  sent: ReadonlySet<string>,
): SentAnswer {
  const baseBar = base && barred[base.key];
  return {
    verdict,
    row,
    base,
    ...(baseBar && { baseBar }),
    difference,
    equals,
    trade,
    instead,
    sure,
    ...(smallest !== undefined && { smallest }),
    compactions,
    sessions,
    units,
    items,
    order: order.filter((key) => sent.has(key)),
  };
}

/**
 * The run that is on the screen; null without a finished comparison of an own session.
 * @param day ISO 8601
 */
export function snapshotOf(state: SnapshotSource, day: string, answer: Answer | null = null): Snapshot | null {
  const { scenario, loaded, comparison, current, description, compared } = state;
  if (!comparison || !current || comparison.waiting > 0 || !loaded || !description || scenario.transcript.kind !== 'file') return null;
  // What was measured of an earlier comparison is not of this one.
  const measured = state.measured?.of === comparison ? state.measured : null;
  const recalled = state.recalled?.of === comparison ? state.recalled : null;
  const view = comparison.transcript;
  const starts = startsOf(view);
  const shown = new Set(shownRows(scenario, description.strategies, recordedIn(state)).map(({ key }) => key));
  for (const key of [...compared, rowToUse(answer)]) if (key != null) shown.add(key);
  const { reply } = recalled ?? {};
  const names = namesOf(description);
  return {
    v: 1,
    engine: version,
    day,
    scenario: { ...scenario, view: { ...scenario.view, selected: null, tab: 'answer' } },
    original: {
      format: loaded.reply.format,
      agent: agentIn(state),
      messages: view.n,
      toolCalls: view.toolCalls,
      turns: view.turns,
      tokens: view.total,
      toolDefinitionTokens: view.toolDefinitionTokens,
      exact: view.exact,
      tokenizer: view.tokenizer,
      model: modelName(view.model),
      ownModel: modelName(view.ownModel),
      provider: view.provider,
      rules: view.rules,
      window: view.window,
      windowFrom: view.windowFrom,
      compactions: recordedIn(state),
      violations: rulesIn(view.originalViolations).map(([rule, own, before]) => [rule, own + before]),
      figures: Object.fromEntries(Object.entries(view.figures).map(([id, value]) => [id, short(value)])),
    },
    cells: cellsOf(view, starts),
    columns: COLUMNS,
    cuts: reply
      ? {
          needed: reply.cuts.map(({ needed }) => needed),
          budget: short(reply.budget),
          match: reply.match,
          compactions: reply.compactions,
          random: short(reply.random),
          oracle: short(reply.oracle),
          curve: reply.curve?.map(brief) ?? null,
          tooFew: numeric(reply.tooFew, names),
        }
      : null,
    prices: measured?.prices ?? null,
    answer: recalled && answer && sentAnswer(answer, shown),
    rows: comparison.rows.filter(({ key }) => shown.has(key)).map((row) => rowOf(row, comparison, starts, { measured, recalled, names })),
  };
}
