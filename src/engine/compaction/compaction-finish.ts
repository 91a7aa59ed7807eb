/** The end of a run: a plan with its texts becomes a result, or the original stands. */
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { perCounts } from '../signals/remember.ts';
import { EDIT, type FinishedRun, KEEP, type LogLine, OFFLOAD, type Outcome, type Plan, SUMMARIZE } from '../strategies/contract.ts';
import type { ParamValues } from '../strategies/params.ts';
import type { SummaryFailure, SummaryOutcome, SummaryRequest } from '../summarizers/contract.ts';
import type { Message } from '../transcript/types.ts';
import type { CompactionRecord, CompactionResult, Layout, StageRun, WrittenSummary } from './types.ts';
import { stands, summaryAt, sumsOf, textMessageTokens, tokensLeft } from './estimate.ts';
import { layoutOf } from './repair.ts';
import { recordOf } from './history.ts';
import { lackOf, protectedIndexes, verify } from './verify.ts';

interface AppliedPlan {
  readonly context: readonly Message[];
  readonly origins: Int32Array;
}

function applyPlan(
  prepared: PreparedTranscript,
  plan: Plan,
  layout: Layout,
  texts: readonly string[],
  generations: readonly (number | undefined)[],
): AppliedPlan {
  const { messages } = prepared;
  const context: Message[] = [];
  const origins = new Int32Array(layout.length).fill(-1);
  const ids = new Set(messages.map(({ id }) => id));
  let next = 0;
  for (let i = 0; i <= messages.length; i++) {
    while (next < layout.order.length && layout.before[next]! <= i) {
      const index = layout.order[next++]!;
      const { role, content } = plan.insertions[index]!;
      const generation = generations[index];
      const id = freeId(`${'summary' in content ? content.summary : `insertion-${index + 1}`}@${messages[i]?.id ?? 'end'}`, ids);
      const summary = {
        kind: 'summary',
        tokensBefore: prepared.counts.total,
        ...(generation !== undefined && generation > 1 && { generation }),
      } as const;
      context.push({
        id,
        role,
        parts: [{ type: 'text', text: texts[index] ?? '' }],
        synthetic: true,
        ...(generation !== undefined && { compaction: summary }),
      });
    }
    const original = messages[i];
    if (!original) break;
    const fate = plan.fates[i];
    if (fate !== KEEP && fate !== EDIT && fate !== OFFLOAD) continue;
    origins[context.length] = i;
    context.push(fate === KEEP ? original : { ...original, parts: plan.edits.get(i) ?? [] });
  }
  return { context, origins };
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  while (taken.has(id)) id += "'";
  taken.add(id);
  return id;
}

export interface RunFrame {
  readonly prepared: PreparedTranscript;
  readonly strategy: string;
  readonly params: ParamValues;
  readonly window: number;
  readonly target: number | null;
  readonly knob: CompactionResult['knob'];
  readonly knobSet: boolean;
  readonly summaryMs: number;
  readonly failures: readonly SummaryFailure[];
  readonly ts?: string | undefined;
  /** Least number of kept messages (S2), if the strategy has one. */
  readonly minimum?: number | undefined;
  readonly mayDropSkills: boolean;
  readonly stages?: readonly StageRun[];
  log(finished: FinishedRun): readonly LogLine[];
  state?(finished: FinishedRun): CompactionRecord['state'];
}

export type SummarySuccess = Extract<SummaryOutcome, { ok: true }>;

interface CountedText {
  readonly text: string;
  readonly tokens: number;
}

export interface RawSummary {
  readonly outcome: SummarySuccess;
  readonly generation: number;
  readonly whole?: CountedText;
}

export interface Draft {
  readonly texts: readonly string[];
  readonly tokens: readonly number[];
  readonly tokensAfter: number;
  readonly layout: Layout;
  readonly written: readonly RawSummary[];
}

const wholesOf = perCounts(() => new WeakMap<SummarySuccess, CountedText & { readonly before: string; readonly after: string }>());

function wholeOf(prepared: PreparedTranscript, request: SummaryRequest | undefined, outcome: SummarySuccess | undefined): CountedText {
  const before = request?.before ?? '';
  const after = request?.after ?? '';
  const wholes = wholesOf(prepared);
  const known = outcome && wholes.get(outcome);
  if (known?.before === before && known.after === after) return known;
  const text = before + (outcome?.text ?? '') + after;
  const whole = { before, after, text, tokens: textMessageTokens(prepared.counts, text) };
  if (outcome) wholes.set(outcome, whole);
  return whole;
}

export function draftOf(prepared: PreparedTranscript, plan: Plan, written: readonly RawSummary[]): Draft {
  const { counts } = prepared;
  const texts: string[] = [];
  const tokens: number[] = [];
  let tokensAfter = counts.toolDefinitions + sumsOf(prepared, plan).left;
  for (let index = 0; index < plan.insertions.length; index++) {
    const { content } = plan.insertions[index]!;
    const at = summaryAt(plan, index);
    const inserted =
      'text' in content
        ? { text: content.text, tokens: textMessageTokens(counts, content.text) }
        : (written[at]?.whole ?? wholeOf(prepared, plan.summaries[at], written[at]?.outcome));
    texts.push(inserted.text);
    tokens.push(inserted.tokens);
    tokensAfter += inserted.tokens;
  }
  return { texts, tokens, tokensAfter, layout: layoutOf(prepared, plan), written };
}

export function generationsOf(prepared: PreparedTranscript, plan: Plan): readonly number[] {
  const generations = plan.summaries.map(() => 1);
  for (let i = prepared.header; i < prepared.n; i++) {
    if (plan.fates[i] !== SUMMARIZE || prepared.itemType[i] !== 'COMPACTION_SUMMARY') continue;
    const k = plan.into?.[i] ?? 0;
    generations[k] = Math.max(generations[k]!, 1 + (prepared.messages[i]!.compaction?.generation ?? 1));
  }
  return generations;
}

export function finish(run: RunFrame, plan: Plan, draft: Draft): CompactionResult {
  const { prepared, params, target, strategy } = run;
  const { texts, tokens, tokensAfter, layout, written } = draft;
  const checks = verify({
    prepared,
    plan,
    texts,
    tokensAfter,
    standing: layout.length - layout.order.length,
    mayDropSkills: run.mayDropSkills,
    ...(run.minimum === undefined ? {} : { minimum: run.minimum }),
  });
  const broken = checks.find((c) => !c.ok);
  if (broken) return { ...standing(run, 'rejected', broken.reason, plan), checks };

  const { counts } = prepared;
  const summaries: WrittenSummary[] = [];
  layout.order.forEach((index, k) => {
    const at = summaryAt(plan, index);
    if (at < 0) return;
    const text = texts[index]!;
    const { outcome, generation } = written[at]!;
    summaries.push({
      request: plan.summaries[at]!,
      outcome,
      position: layout.position[k]!,
      text,
      tokens: tokens[index]!,
      generation,
    });
  });
  const metTarget = target === null ? null : tokensAfter <= target;
  const lack = lackOf({ prepared, plan, texts });
  const note = lack ?? plan.note;
  let applied: AppliedPlan | undefined;
  const apply = (): AppliedPlan => {
    applied ??= applyPlan(
      prepared,
      plan,
      layout,
      texts,
      plan.insertions.map((_, index) => written[summaryAt(plan, index)]?.generation),
    );
    return applied;
  };
  let left: Float64Array | undefined;
  let trace: CompactionResult['trace'] | undefined;
  const result: CompactionResult = {
    strategy,
    params,
    knob: run.knob,
    outcome: 'compacted',
    ...(metTarget === false && target !== null ? { why: missed(run, plan, target, draft) } : {}),
    ...(note && { note }),
    get trace() {
      trace ??= plan.trace ?? [];
      return trace;
    },
    plan,
    get left() {
      left ??= tokensLeft(prepared, plan);
      return left;
    },
    tokensBefore: counts.total,
    tokensAfter,
    target,
    metTarget,
    summaries,
    failures: run.failures,
    summaryMs: run.summaryMs,
    insertions: plan.insertions,
    checks,
    ...(lack && { lack }),
    ...(run.stages ? { stages: run.stages } : {}),
    layout,
    context: () => apply().context,
    origins: () => apply().origins,
    log: () => logOf(run, result),
    record: () =>
      recordOf(prepared, plan, layout, {
        strategy,
        params,
        summaries: summaries.map((s) => s.text),
        tokensBefore: counts.total,
        tokensAfter,
        ...stateOf(run, result),
        ...(run.ts ? { ts: run.ts } : {}),
      }),
  };
  return result;
}

/** Named one by one, because some fields of a result are made when they are read. */
function finished({ prepared, window }: RunFrame, result: CompactionResult): FinishedRun {
  const { outcome, why, params, plan, attempted, summaries, failures, tokensBefore, tokensAfter } = result;
  return {
    outcome,
    ...(why && { why }),
    params,
    plan,
    ...(attempted && { attempted }),
    summaries,
    failures,
    tokensBefore,
    tokensAfter,
    messagesBefore: prepared.n,
    messagesAfter: result.layout.length,
    headerAfter: plan.fates.subarray(0, prepared.header).reduce((count, fate) => count + (stands(fate) ? 1 : 0), 0),
    window,
  };
}

export function logOf(run: RunFrame, result: CompactionResult): readonly LogLine[] {
  return run.log(finished(run, result));
}

function stateOf(run: RunFrame, result: CompactionResult): Pick<CompactionRecord, 'state'> {
  const state = run.state?.(finished(run, result));
  return state ? { state } : {};
}

function missed(run: RunFrame, plan: Plan, target: number, { tokensAfter: tokens }: Draft): Reason {
  const { prepared, knob, knobSet } = run;
  const { counts } = prepared;
  let fixed = counts.toolDefinitions;
  for (const i of protectedIndexes(prepared)) if (plan.fates[i] === KEEP) fixed += counts.messages[i]!;
  const inserted = tokens - counts.toolDefinitions - sumsOf(prepared, plan).left;
  const values = { tokens, target, over: tokens - target, protected: fixed, inserted };
  if (knob?.aimed) return { key: 'target-missed-aimed', values: { ...values, param: knob.param, value: knob.value } };
  if (knob && knobSet) return { key: 'target-missed-set', values: { ...values, param: knob.param, value: knob.value } };
  return { key: 'target-missed', values };
}

/** The original stands: unchanged, rejected or refused. `attempted` explains what would have happened. */
export function standing(run: RunFrame, outcome: Exclude<Outcome, 'compacted'>, why: Reason, attempted?: Plan): CompactionResult {
  const { prepared, strategy, target, params, knob } = run;
  const { counts, n, messages } = prepared;
  const plan: Plan = outcome === 'unchanged' && attempted ? attempted : keepAll(n, why);
  const layout: Layout = { order: [], before: [], position: [], length: n };
  const result: CompactionResult = {
    strategy,
    params,
    knob,
    outcome,
    why,
    ...(attempted?.note ? { note: attempted.note } : {}),
    trace: attempted?.trace ?? [],
    plan,
    ...(outcome !== 'unchanged' && attempted ? { attempted } : {}),
    left: counts.messages,
    tokensBefore: counts.total,
    tokensAfter: counts.total,
    target,
    metTarget: target === null ? null : counts.total <= target,
    summaries: [],
    failures: run.failures,
    summaryMs: run.summaryMs,
    insertions: [],
    checks: [],
    ...(run.stages ? { stages: run.stages } : {}),
    layout,
    context: () => messages,
    origins: () => Int32Array.from(messages, (_, i) => i),
    log: () => logOf(run, result),
    record: () =>
      recordOf(prepared, plan, layout, {
        strategy,
        params,
        summaries: [],
        tokensBefore: counts.total,
        tokensAfter: counts.total,
        ...stateOf(run, result),
        ...(run.ts ? { ts: run.ts } : {}),
      }),
  };
  return result;
}

function keepAll(n: number, why: Reason): Plan {
  return { fates: new Uint8Array(n), reason: () => why, edits: new Map(), summaries: [], insertions: [], unchanged: why };
}
