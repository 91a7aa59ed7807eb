/**
 * Strategies in a row, each on what the one before left, until the target is met. Every stage is planned, aimed, summarised, limited and
 * verified like a single strategy (a stage that does nothing, or whose result is rejected or refused, is skipped); the whole is one result
 * over the originals, and verified once more. docs/adr/0009-strategies-in-a-row.md
 */
import { type Eventual, whenDone } from '../lib/work.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { perPrepared } from '../signals/remember.ts';
import {
  DROP,
  EDIT,
  type Edits,
  type Insertion,
  KEEP,
  type LogLine,
  OFFLOAD,
  type Plan,
  type PlanContext,
  type PlannedStrategy,
  type Stage,
  type StagedStrategy,
  SUMMARIZE,
} from '../strategies/contract.ts';
import type { Summarizer, SummaryRequest, SummarySpan } from '../summarizers/contract.ts';
import type { Part } from '../transcript/types.ts';
import { draftOf, finish, logOf as logOfRun, type RawSummary, type RunFrame, standing, type SummarySuccess } from './compaction-finish.ts';
import { derive } from './derive.ts';
import { editedTokens } from './estimate.ts';
import { type AimRule, carryOut, type CompactOptions, makePlan, planContext, runOf } from './planned.ts';
import type { CompactionRecord, CompactionResult, StageRun, WrittenSummary } from './types.ts';

export interface Link {
  readonly stage: number;
  readonly strategy: PlannedStrategy;
  readonly result: CompactionResult;
}

export interface Composition {
  readonly plan: Plan;
  readonly written: readonly RawSummary[];
}

interface Item {
  readonly link: number;
  readonly insertion: Insertion;
  readonly summary: WrittenSummary | undefined;
  readonly place: number;
  text: string;
  changed: boolean;
  into: Item | null;
  dropped: { readonly link: number; readonly at: number } | null;
}

interface Originals {
  readonly fates: Uint8Array;
  readonly by: Uint8Array;
  readonly at: Int32Array;
  readonly twice: Uint8Array;
  readonly item: Int32Array;
}

interface ChainTrace extends Originals {
  readonly items: readonly Item[];
  readonly standing: readonly Item[];
  /** For each link: the messages of its input. An original's index, or −1 − index into `items`. null = the originals themselves. */
  readonly sources: readonly (Int32Array | null)[];
}

/** The one plan. `links` = compacted results, the first over `prepared`; not empty. */
export function compose(prepared: PreparedTranscript, links: readonly Link[], explained: Pick<Plan, 'note' | 'trace'> = {}): Composition {
  const traced = trace(prepared, links);
  const { fates, standing, item, items } = traced;
  const summaries: SummaryRequest[] = [];
  const written: RawSummary[] = [];
  const insertions: Insertion[] = [];
  const indexOf = new Map<Item, number>();
  const ids = new Set<string>();
  for (const one of standing) {
    const { insertion, place, summary, text } = one;
    if (!summary) {
      insertions.push({ before: place, role: insertion.role, content: { text } });
      continue;
    }
    let { id } = summary.request;
    if (ids.has(id)) id = `${id}-stage-${links[one.link]!.stage}`;
    ids.add(id);
    insertions.push({ before: place, role: insertion.role, content: { summary: id } });
    indexOf.set(one, summaries.length);
    summaries.push(requestOf(one, id, () => membersOf(item, items.indexOf(one))));
    written.push({ outcome: outcomeOf(one, traced), generation: summary.generation, ...(one.changed ? {} : { whole: summary }) });
  }

  let into: Int16Array | undefined;
  const plan: Plan = {
    fates,
    edits: editsOf(traced, links),
    summaries,
    insertions,
    get into() {
      if (!into) {
        const summaryOf = items.map((one) => indexOf.get(one) ?? -1);
        into = new Int16Array(item.length);
        for (let i = 0; i < into.length; i++) into[i] = item[i]! < 0 ? -1 : summaryOf[item[i]!]!;
      }
      return into;
    },
    reason: reasons(prepared, links, traced),
    ...explained,
  };
  return { plan, written };
}

function trace(prepared: PreparedTranscript, links: readonly Link[]): ChainTrace {
  const { n } = prepared;
  const originals: Originals = {
    fates: new Uint8Array(n),
    by: new Uint8Array(n),
    at: new Int32Array(n),
    twice: new Uint8Array(n),
    item: new Int32Array(n).fill(-1),
  };
  const items: Item[] = [];
  const sources: (Int32Array | null)[] = [];
  let earlier: (readonly [number, Item])[] = [];
  let standing: readonly Item[] = [];
  let source: Int32Array | null = null;
  links.forEach(({ result }, l) => {
    const { plan, layout } = result;
    const length = plan.fates.length;
    sources.push(source);
    const placeOf = (j: number): number => {
      if (j >= length) return n;
      const from = source ? source[j]! : j;
      return from >= 0 ? from : items[-1 - from]!.place;
    };
    const first = items.length;
    const byId = new Map(result.summaries.map((s) => [s.request.id, s]));
    const itemOf = new Map<string, number>();
    layout.order.forEach((index, k) => {
      const insertion = plan.insertions[index]!;
      const { content } = insertion;
      const summary = 'text' in content ? undefined : byId.get(content.summary);
      if (summary) itemOf.set(summary.request.id, items.length);
      const text = 'text' in content ? content.text : (summary?.text ?? '');
      items.push({ link: l, insertion, summary, place: placeOf(layout.before[k]!), text, changed: false, into: null, dropped: null });
    });
    const summaryItem = Int32Array.from(plan.summaries, ({ id }) => itemOf.get(id) ?? -1);
    // With a single summary `into` need not be built.
    const several = plan.summaries.length > 1 ? plan.into : undefined;
    carryOver(originals, plan.fates, source, several, summaryItem, l);

    const order: Item[] = [];
    let next = 0;
    for (const [j, old] of earlier) {
      while (next < layout.before.length && layout.before[next]! <= j) order.push(items[first + next++]!);
      const fate = plan.fates[j];
      if (fate === SUMMARIZE) old.into = items[summaryItem[several ? several[j]! : 0]!]!;
      else if (fate === DROP) old.dropped = { link: l, at: j };
      else {
        order.push(old);
        if (fate !== KEEP) {
          old.text = textOf(plan.edits.get(j) ?? []);
          old.changed = true;
        }
      }
    }
    while (next < layout.before.length) order.push(items[first + next++]!);
    standing = order;
    if (l + 1 === links.length) return;
    source = sourceAfter(result.origins(), source, first);
    earlier = [];
    for (let j = 0; j < source.length; j++) if (source[j]! < 0) earlier.push([j, items[-1 - source[j]!]!]);
  });
  settleItems(originals, items);
  return { ...originals, items, standing, sources };
}

/** Fates that a link gives to originals. A loop over numbers alone, because it runs over every message for every link of a slider step. */
function carryOver(
  { fates, by, at, twice, item }: Originals,
  given: Uint8Array,
  source: Int32Array | null,
  into: Int16Array | undefined,
  summaryItem: Int32Array,
  link: number,
): void {
  for (let j = 0; j < given.length; j++) {
    const fate = given[j]!;
    if (fate === KEEP) continue;
    const from = source === null ? j : source[j]!;
    if (from < 0) continue;
    if (fates[from] !== KEEP) twice[from] = 1;
    fates[from] = fate;
    by[from] = link + 1;
    at[from] = j;
    if (fate === SUMMARIZE) item[from] = summaryItem[into === undefined ? 0 : into[j]!]!;
  }
}

function sourceAfter(origins: Int32Array, source: Int32Array | null, first: number): Int32Array {
  const after = new Int32Array(origins.length);
  let next = first;
  for (let j = 0; j < after.length; j++) {
    const origin = origins[j]!;
    if (origin < 0) after[j] = -1 - next++;
    else after[j] = source === null ? origin : source[origin]!;
  }
  return after;
}

function settleItems({ fates, by, at, item }: Originals, items: readonly Item[]): void {
  if (items.every(({ into, dropped }) => into === null && dropped === null)) return;
  const index = new Map(items.map((one, k) => [one, k]));
  const last = items.map((one) => {
    let end = one;
    while (end.into) end = end.into;
    return end;
  });
  for (let i = 0; i < item.length; i++) {
    if (item[i]! < 0) continue;
    const end = last[item[i]!]!;
    if (end.dropped) {
      fates[i] = DROP;
      by[i] = end.dropped.link + 1;
      at[i] = end.dropped.at;
      item[i] = -1;
    } else item[i] = index.get(end)!;
  }
}

const textOf = (parts: readonly Part[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');

function membersOf(item: Int32Array, k: number): number[] {
  const members: number[] = [];
  for (let i = 0; i < item.length; i++) if (item[i] === k) members.push(i);
  return members;
}

function requestOf({ summary, changed }: Item, id: string, list: () => number[]): SummaryRequest {
  const { maxTokens, maxChars, style, before, after, spare } = summary!.request;
  let members: number[] | undefined;
  return {
    id,
    get members() {
      members ??= list();
      return members;
    },
    maxTokens,
    ...(maxChars === undefined ? {} : { maxChars }),
    style,
    ...(spare === undefined ? {} : { spare }),
    ...(changed || before === undefined ? {} : { before }),
    ...(changed || after === undefined ? {} : { after }),
  };
}

function outcomeOf(one: Item, traced: ChainTrace): SummarySuccess {
  const { outcome, tokens } = one.summary!;
  const source = traced.sources[one.link];
  if (!source && !one.changed) return outcome;
  const { spans: _, ...rest } = outcome;
  let spans: readonly SummarySpan[] | undefined;
  return {
    ...rest,
    ...(one.changed ? { text: one.text, tokens } : {}),
    get spans() {
      spans ??= spansOf(one, traced).filter(({ text }) => !one.changed || one.text.includes(text));
      return spans;
    },
  };
}

function spansOf(one: Item, traced: ChainTrace): readonly SummarySpan[] {
  const source = traced.sources[one.link];
  const own = one.summary!.outcome.spans;
  if (!source) return own;
  return own.map(({ text, section, source: from }): SummarySpan => {
    const named = { text, ...(section === undefined ? {} : { section }) };
    const origin = from === undefined ? undefined : source[from];
    if (origin === undefined) return named;
    if (origin >= 0) return { ...named, source: origin };
    const earlier = traced.items[-1 - origin]!;
    const same = earlier.summary && spansOf(earlier, traced).find((span) => span.text.includes(text) || text.includes(span.text));
    return same?.source === undefined ? named : { ...named, source: same.source };
  });
}

function editsOf({ fates, by, at, twice }: ChainTrace, links: readonly Link[]): Edits {
  let size = 0;
  for (let i = 0; i < fates.length; i++) if (fates[i] === EDIT || fates[i] === OFFLOAD) size++;
  const resultOf = (i: number): CompactionResult | undefined => (fates[i] === EDIT || fates[i] === OFFLOAD ? links[by[i]! - 1]?.result : undefined);
  const keepsShape = links.every(({ result }) => result.plan.edits.size === 0 || result.plan.edits.keepsShape);
  return {
    size,
    get: (i) => resultOf(i)?.plan.edits.get(at[i]!),
    tokens: (i) => resultOf(i)?.left[at[i]!] ?? 0,
    // The gaps of a second edit refer to a text that is no longer the original.
    gaps: (i, found) => twice[i] !== 1 && resultOf(i)?.plan.edits.gaps?.(at[i]!, found) === true,
    ...(keepsShape ? { keepsShape } : {}),
  };
}

function reasons(prepared: PreparedTranscript, links: readonly Link[], { by, at, sources }: ChainTrace): Plan['reason'] {
  const last = links.length - 1;
  const source = sources[last];
  let indexInLast: Int32Array | undefined;
  const lastIndex = (i: number): number => {
    if (!source) return i;
    if (!indexInLast) {
      indexInLast = new Int32Array(prepared.n);
      for (let j = 0; j < source.length; j++) if (source[j]! >= 0) indexInLast[source[j]!] = j;
    }
    return indexInLast[i]!;
  };
  return (i): Reason => {
    const l = by[i] === 0 ? last : by[i]! - 1;
    const { stage, strategy, result } = links[l]!;
    return { ...result.plan.reason(by[i] === 0 ? lastIndex(i) : at[i]!), via: { stage, strategy: strategy.id } };
  };
}

/*
 * One stage of a pipeline. If it misses the target, its result does not depend on the target, so a moved slider finds the result and the
 * next stage's context again: only the last stage is carried out anew.
 */

interface StageOutcome {
  readonly result: CompactionResult;
  left(): PreparedTranscript;
}

interface StageMemory extends StageOutcome {
  readonly strategy: PlannedStrategy;
  readonly summarizer: Summarizer;
  readonly key: string;
  readonly plan: Plan;
}

const REMEMBERED = 8;
const memoryOf = perPrepared((): StageMemory[] => []);

function runStage(
  input: PreparedTranscript,
  strategy: PlannedStrategy,
  options: CompactOptions,
  ctx: PlanContext,
  aiming: AimRule,
): Eventual<StageOutcome> {
  const { params, summarizer, budget, knobSet = false } = options;
  const { target } = ctx.budget;
  const made = makePlan(input, strategy, options, ctx, aiming);
  const memory = memoryOf(input);
  const key = JSON.stringify([params, knobSet, budget.window, budget.own, ctx.weight, ctx.seed, ctx.model]);
  const at = memory.findIndex((m) => m.strategy === strategy && m.summarizer === summarizer && m.key === key);
  const known = memory[at];
  if (known && !made.knob?.aimed && samePlan(input, known.plan, made.plan)) {
    memory.splice(at, 1);
    memory.push(known);
    return { result: withTarget(known, made.plan, runOf(input, strategy, options, target, made)), left: known.left };
  }
  return whenDone(carryOut(strategy, options, ctx, runOf(input, strategy, options, target, made), made.plan), (result) => {
    let derived: PreparedTranscript | undefined;
    const left = (): PreparedTranscript => {
      derived ??= derive(input, result);
      return derived;
    };
    const goesOn = result.outcome === 'compacted' && (target === null || result.tokensAfter > target);
    if (goesOn && !made.knob?.aimed) {
      const same = memory.findIndex((m) => m.strategy === strategy && m.summarizer === summarizer && m.key === key);
      if (same >= 0) memory.splice(same, 1);
      if (memory.length >= REMEMBERED) memory.shift();
      memory.push({ strategy, summarizer, key, plan: made.plan, result, left });
    }
    return { result, left };
  });
}

function withTarget({ result, plan: first }: StageMemory, plan: Plan, run: RunFrame): CompactionResult {
  const { target } = run;
  const { tokensAfter, why } = result;
  const explained = result.plan === first ? { plan, trace: plan.trace ?? [], ...(plan.note ? { note: plan.note } : {}) } : {};
  const metTarget = target === null ? null : tokensAfter <= target;
  const missed = why && target !== null && !metTarget ? { ...why, values: { ...why.values, target, over: tokensAfter - target } } : undefined;
  const again = { ...result, ...explained, target, metTarget, why: missed, summaryMs: 0 };
  return { ...again, log: () => logOfRun(run, again) };
}

/**
 * Whether two plans of one strategy with the same parameters and input are equivalent. Texts that follow from the compared fields (the
 * words of an edit, a line that the strategy wrote itself) are not compared.
 */
function samePlan(input: PreparedTranscript, a: Plan, b: Plan): boolean {
  if (a.limit?.tokens !== b.limit?.tokens || a.edits.size !== b.edits.size) return false;
  if (a.summaries.length !== b.summaries.length || a.insertions.length !== b.insertions.length) return false;
  if (!sameNumbers(a.fates, b.fates)) return false;
  if (a.summaries.length > 1 && !(a.into && b.into && sameNumbers(a.into, b.into))) return false;
  for (let k = 0; k < a.summaries.length; k++) {
    const [x, y] = [a.summaries[k]!, b.summaries[k]!];
    if (x.maxTokens !== y.maxTokens || x.maxChars !== y.maxChars || x.style !== y.style || x.before !== y.before || x.after !== y.after) return false;
  }
  for (let k = 0; k < a.insertions.length; k++) {
    const [x, y] = [a.insertions[k]!, b.insertions[k]!];
    if (x.before !== y.before || x.role !== y.role || JSON.stringify(x.content) !== JSON.stringify(y.content)) return false;
  }
  for (let i = 0; i < a.fates.length && a.edits.size > 0; i++) {
    if ((a.fates[i] === EDIT || a.fates[i] === OFFLOAD) && editedTokens(input, a, i) !== editedTokens(input, b, i)) return false;
  }
  return true;
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

interface Way {
  readonly options: CompactOptions;
  readonly ctx: PlanContext;
  tokens: number;
  messages: number;
  left: () => PreparedTranscript;
  readonly links: Link[];
  readonly runs: StageRun[];
  readonly trace: Reason[];
  /** A stage whose summary was not sent to its model: the following context is unknown, so the run ends there. */
  unsent: StageRun | null;
}

/** A pipeline. Throws where one of its stages cannot run. */
export function compactStaged(prepared: PreparedTranscript, strategy: StagedStrategy, options: CompactOptions): Eventual<CompactionResult> {
  const { budget, params, model } = options;
  const target = budget.own ? (strategy.ownTarget?.(params, budget.window, model, budget.firedAt) ?? null) : budget.target;
  const ctx = planContext(options, target);
  const { stages, note, trace = [] } = strategy.stages(prepared, params, ctx);
  const way: Way = {
    options,
    ctx,
    tokens: prepared.counts.total,
    messages: prepared.n,
    left: () => prepared,
    links: [],
    runs: [],
    trace: [...trace],
    unsent: null,
  };
  return whenDone(walk(way, stages, [], true), () => composed(prepared, strategy, options, way, target, note));
}

function composed(
  prepared: PreparedTranscript,
  strategy: StagedStrategy,
  { budget, params, ts }: CompactOptions,
  way: Way,
  target: number | null,
  note: Reason | undefined,
): CompactionResult {
  const { links, runs } = way;
  const results = runs.flatMap(({ ran }) => ran?.result ?? []);
  const run: RunFrame = {
    prepared,
    strategy: strategy.id,
    params,
    window: budget.window,
    target,
    knob: undefined,
    knobSet: false,
    summaryMs: results.reduce((sum, { summaryMs }) => sum + summaryMs, 0),
    failures: results.flatMap(({ failures }) => failures),
    ts,
    mayDropSkills: links.some(({ strategy: { dropsSkills } }) => dropsSkills === true),
    stages: runs,
    log: () => runs.flatMap(logOf),
    state: () => stateOf(results),
  };
  if (way.unsent) return { ...standing(run, 'rejected', viaStage(way.unsent)), trace: way.trace };
  if (links.length === 0) return nothingDone(run, way);
  const explained = { note: note ?? { key: 'note-stages', values: { ran: links.length, of: runs.length } }, trace: way.trace };
  const [only, another] = links;
  if (only && !another) return alone(only, run, explained);
  const { plan, written } = compose(prepared, links, explained);
  return finish(run, plan, draftOf(prepared, plan, written));
}

function alone({ stage, strategy, result }: Link, run: RunFrame, explained: Required<Pick<Plan, 'note' | 'trace'>>): CompactionResult {
  const via = { stage, strategy: strategy.id };
  const { plan, why } = result;
  const row: CompactionResult = {
    ...result,
    ...explained,
    strategy: run.strategy,
    params: run.params,
    knob: undefined,
    why: why && { ...why, via },
    plan: {
      fates: plan.fates,
      edits: plan.edits,
      get into() {
        return plan.into;
      },
      summaries: plan.summaries,
      insertions: plan.insertions,
      reason: (i) => ({ ...plan.reason(i), via }),
      ...explained,
    },
    failures: run.failures,
    summaryMs: run.summaryMs,
    stages: run.stages,
    log: () => run.stages?.flatMap(logOf) ?? [],
    record() {
      const { state: _, ...record } = result.record();
      const state = stateOf(run.stages?.flatMap(({ ran }) => ran?.result ?? []) ?? []);
      return { ...record, strategy: run.strategy, params: run.params, ...(state ? { state } : {}) };
    },
  };
  return row;
}

/**
 * Runs the stages. `within`: the pipelines that they belong to; `last`: nothing follows them, so that the last one is aimed whether it
 * meets the target by itself or not.
 */
function walk(way: Way, stages: readonly Stage[], within: readonly string[], last: boolean, from = 0): Eventual<void> {
  for (let k = from; k < stages.length; k++) {
    const stage = stages[k]!;
    const { strategy } = stage;
    if (way.unsent) return;
    if (holds(way)) {
      const why = { key: 'stage-not-run', values: { tokens: way.tokens, target: way.ctx.budget.target ?? 0 } };
      note(way, {
        stage: way.runs.length + 1,
        strategy: strategy.id,
        within,
        params: stage.params,
        tokens: way.tokens,
        messages: way.messages,
        ran: null,
        why,
      });
      continue;
    }
    const isLast = last && k === stages.length - 1;
    const done = strategy.stages ? enter(way, stage, strategy, within, isLast) : step(way, stage, strategy, within, isLast);
    if (done instanceof Promise) return done.then(() => walk(way, stages, within, last, k + 1));
  }
}

function enter(way: Way, stage: Stage, strategy: StagedStrategy, within: readonly string[], last: boolean): Eventual<void> {
  const inner = strategy.stages(way.left(), stage.params, way.ctx);
  const via = { stage: way.runs.length + 1, strategy: strategy.id };
  for (const reason of inner.trace ?? []) way.trace.push({ ...reason, via });
  return walk(way, inner.stages, [...within, strategy.id], last);
}

function holds({ ctx, tokens, links }: Way): boolean {
  const { target, own } = ctx.budget;
  return target !== null && tokens <= target && (!own || links.length > 0);
}

function step(way: Way, stage: Stage, strategy: PlannedStrategy, within: readonly string[], last: boolean): Eventual<void> {
  const number = way.runs.length + 1;
  const { tokens, messages } = way;
  const input = way.left();
  const options: CompactOptions = { ...way.options, params: stage.params, knobSet: stage.knobSet };
  return whenDone(runStage(input, strategy, options, way.ctx, last ? 'always' : 'when-met'), ({ result, left }) => {
    const done = result.outcome === 'compacted';
    const ran: StageRun = {
      stage: number,
      strategy: strategy.id,
      within,
      params: result.params,
      tokens,
      messages,
      ran: { input, result },
      ...(done || !result.why ? {} : { why: result.why }),
    };
    note(way, ran);
    if (result.failures.includes('not-sent')) way.unsent = ran;
    if (!done) return;
    way.links.push({ stage: number, strategy, result });
    way.tokens = result.tokensAfter;
    way.messages = result.layout.length;
    way.left = left;
  });
}

function note(way: Way, run: StageRun): void {
  const via = { stage: run.stage, strategy: run.strategy };
  way.runs.push(run);
  const { ran, why, tokens } = run;
  for (const reason of ran?.result.trace ?? []) way.trace.push({ ...reason, via });
  if (why) way.trace.push({ ...why, via });
  if (ran?.result.outcome !== 'compacted') return;
  const { knob, tokensAfter } = ran.result;
  const values = { before: tokens, after: tokensAfter };
  way.trace.push(
    knob?.aimed ? { key: 'stage-aimed', values: { ...values, param: knob.param, value: knob.value }, via } : { key: 'stage-done', values, via },
  );
}

const viaStage = ({ why, stage, strategy }: StageRun): Reason => ({ ...(why ?? { key: 'unchanged-nothing-to-do' }), via: { stage, strategy } });

function nothingDone(run: RunFrame, { runs, trace, ctx }: Way): CompactionResult {
  const { total } = run.prepared.counts;
  const { target } = ctx.budget;
  const withTrace = (result: CompactionResult): CompactionResult => ({ ...result, trace });
  if (runs.length === 0) return standing(run, 'unchanged', { key: 'unchanged-no-stages' });
  if (runs.every(({ ran }) => ran === null) && target !== null) {
    return withTrace(standing(run, 'unchanged', { key: 'unchanged-within-target', values: { tokens: total, target } }));
  }
  const failed = runs.findLast(({ ran }) => ran && ran.result.outcome !== 'unchanged');
  if (failed?.ran) {
    const { outcome, attempted } = failed.ran.result;
    return withTrace(standing(run, outcome === 'refused' ? 'refused' : 'rejected', viaStage(failed), attempted));
  }
  const [only, other] = runs;
  return withTrace(standing(run, 'unchanged', only && !other ? viaStage(only) : { key: 'unchanged-stages', values: { count: runs.length } }));
}

function stateOf(results: readonly CompactionResult[]): CompactionRecord['state'] {
  const fields = results.flatMap((result) => Object.entries(result.record().state ?? {}));
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function logOf({ stage, strategy, ran }: StageRun): readonly LogLine[] {
  return ran?.result.log().map((line) => ({ ...line, reason: { ...line.reason, via: { stage, strategy } } })) ?? [];
}
