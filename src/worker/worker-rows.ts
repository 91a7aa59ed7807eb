/** Rows of the table from the engine's results. */
import type { ComparedRow } from '../engine/compare.ts';
import { figuresOf } from '../engine/measures/run/measured-values.ts';
import { tallyOf } from '../engine/measures/shared/define.ts';
import type { PreparedTranscript } from '../engine/signals/contract.ts';
import type { FateKind } from '../engine/strategies/contract.ts';
import type { StageRun } from '../engine/compaction/types.ts';
import type { RowResult, StageResult } from './protocol.ts';

const NO_FATES: Readonly<Record<FateKind, number>> = { keep: 0, edit: 0, summarize: 0, offload: 0, drop: 0 };

type ResultExtras = Pick<RowResult, 'summarizer' | 'calls' | 'question' | 'fires' | 'embedding'>;

/** A failed row looks like an unchanged one, so that its strip and columns can be drawn. */
function failedRow(prepared: PreparedTranscript, row: ComparedRow, extra: ResultExtras): RowResult {
  const { counts, n } = prepared;
  return {
    key: row.key,
    strategy: row.strategy,
    ...extra,
    outcome: 'failed',
    why: row.failed,
    note: null,
    trace: [],
    params: {},
    knob: null,
    fates: new Uint8Array(n),
    into: null,
    left: counts.messages,
    tokensBefore: counts.total,
    tokensAfter: counts.total,
    messagesAfter: n,
    target: null,
    metTarget: null,
    counts: { ...NO_FATES, keep: n },
    tokensByFate: { ...NO_FATES, keep: counts.total - counts.toolDefinitions },
    insertedTokens: 0,
    tokenReduction: null,
    preservation: null,
    efficiency: null,
    figures: {},
    violations: [],
    checks: [],
    summaries: [],
    insertions: [],
    stages: [],
    log: [],
    sameAs: null,
    ms: row.ms,
  };
}

/** A stage with its effect on its own input rather than on the originals. */
function stageResult({ ran, why, ...stage }: StageRun): StageResult {
  const { tokens, messages, params } = stage;
  const head = {
    stage: stage.stage,
    strategy: stage.strategy,
    within: stage.within,
    why: why ?? null,
    tokensBefore: tokens,
    messagesBefore: messages,
  };
  if (!ran) {
    const counts = { ...NO_FATES, keep: messages };
    return { ...head, outcome: 'not-run', note: null, params, knob: null, tokensAfter: tokens, messagesAfter: messages, counts };
  }
  const { outcome, note, knob, tokensAfter, layout } = ran.result;
  return {
    ...head,
    outcome,
    note: note ?? null,
    params: ran.result.params,
    knob: knob ?? null,
    tokensAfter,
    messagesAfter: layout.length,
    counts: tallyOf(ran.input, ran.result).messages,
  };
}

export function rowResult(prepared: PreparedTranscript, row: ComparedRow, extra: ResultExtras): RowResult {
  const { result, measures } = row;
  if (!result || !measures) return failedRow(prepared, row, extra);
  const { layout, plan } = result;
  const places = new Map<string, number>();
  layout.order.forEach((index, k) => {
    const { content } = plan.insertions[index]!;
    if ('summary' in content) places.set(content.summary, layout.before[k]!);
  });
  return {
    key: row.key,
    strategy: row.strategy,
    ...extra,
    outcome: result.outcome,
    why: result.why ?? null,
    note: result.note ?? null,
    trace: result.trace,
    params: result.params,
    knob: result.knob ?? null,
    fates: plan.fates,
    into: result.summaries.length > 1 ? (plan.into ?? null) : null,
    left: result.left,
    tokensBefore: result.tokensBefore,
    tokensAfter: result.tokensAfter,
    messagesAfter: layout.length,
    target: result.target,
    metTarget: result.metTarget,
    counts: measures.messagesByFate,
    tokensByFate: measures.tokensByFate,
    insertedTokens: measures.insertedTokens,
    tokenReduction: measures.tokenReduction,
    preservation: measures.preservation,
    efficiency: measures.efficiency,
    figures: figuresOf('result', { ...measures, ms: row.ms }, result.outcome === 'compacted'),
    violations: measures.violations ?? [],
    checks: result.checks,
    summaries: result.summaries.map((s) => ({
      id: s.request.id,
      before: places.get(s.request.id) ?? 0,
      members: s.request.members.length,
      tokens: s.tokens,
      summarizer: s.outcome.summarizer,
      generation: s.generation,
    })),
    insertions: layout.order.map((index, k) => ({ before: layout.before[k] ?? 0, role: plan.insertions[index]!.role })),
    stages: result.stages?.map(stageResult) ?? [],
    log: result.log(),
    sameAs: row.sameAs,
    ms: row.ms,
  };
}
