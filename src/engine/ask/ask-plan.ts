/** What is asked: the contexts of every cut, as recorded and compacted, with their requests. No model is called here. */
import type { CompactionResult } from '../compaction/types.ts';
import { embeddingsOfRow, type CompareOptions, type RowRequest } from '../compare.ts';
import { runSpec, specOf } from '../pipelines/run-spec.ts';
import { placesOf } from '../recall/recall-cuts.ts';
import { measuredAt, sharingSummaries } from '../recall/at-cut.ts';
import { shareOf } from '../recall/recall.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { partWithEmbeddings } from '../signals/embeddings.ts';
import { reasonOfError } from '../signals/failure.ts';
import { warmFactIndex } from '../signals/facts/index.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import type { Message } from '../transcript/types.ts';
import { actionOf, Past } from './ask-actions.ts';
import { type Action, type AgentRequest, type AskTask, FULL, type OfflineId, type Probe } from './contract.ts';
import { INDEPENDENT } from '../recall/independent/contract.ts';
import type { IndependentCut } from '../recall/independent/cut.ts';
import type { Checkpoint } from '../recall/recall-kept.ts';
import { sum } from '../recall/pooled.ts';
import { DEFAULT_PROBES, probesOf } from './probes.ts';
import { agentRequest, contextText, type Masking } from './ask-request.ts';
import { isThere, probeRequest } from './verdicts.ts';

// Measures of one compacted context that need no model, to be held against the model's answers.

type OfflineValues = Readonly<Partial<Record<OfflineId, number | null>>>;

const share = (part: number, of: number): number | null => (of === 0 ? null : part / of);

function offlineAt(measured: Checkpoint, independent: IndependentCut, { context, origins, plan }: CompactionResult): OfflineValues {
  const { needed } = measured.needs;
  const found = measured.keptIn({ context, origins, fates: plan.fates });
  const kept = sum(found.there.subarray(0, needed));
  const later = independent.kept({ context: context(), origins: origins() });
  return {
    recall: share(kept, needed),
    binding: share(sum(found.bound), kept),
    ...Object.fromEntries(INDEPENDENT.map((id) => [id, share(later[id], independent.needed[id])])),
  };
}

export const DEFAULT_ASK_CUTS = 8;
export const DEFAULT_SAMPLES = 3;

const REASONING_SEEN = true;

export interface AskOptions extends CompareOptions {
  readonly masking: Masking;
  readonly cuts?: number;
  readonly samples?: number;
  readonly probes?: number;
}

export interface AskContext {
  readonly row: string;
  readonly tokens: number;
  readonly there: readonly boolean[];
  readonly steps: readonly string[];
  /** null without probes. */
  readonly questions: string | null;
  readonly measures: OfflineValues;
  /** Why the row left the context as it was although it should have compacted it: a summary that failed. */
  readonly rolledBack: Reason | null;
}

type ContextQuestions = Pick<AskContext, 'there' | 'steps' | 'questions'>;

export interface AskCut {
  readonly at: number;
  readonly tokens: number;
  readonly recorded: Action;
  readonly past: Past;
  readonly probes: readonly Probe[];
  readonly contexts: readonly AskContext[];
}

export interface AskPlan {
  readonly samples: number;
  readonly seed: number;
  readonly rows: readonly { readonly key: string; readonly strategy: string; readonly failed: Reason | null }[];
  readonly cuts: readonly AskCut[];
  readonly tasks: readonly AskTask[];
  readonly input: number;
}

const rolledBackBy = ({ outcome, why }: CompactionResult): Reason | null =>
  outcome === 'compacted' || outcome === 'unchanged' ? null : (why ?? null);

/** `told` is called after every context, and may pause. Throws for a bad target as a recall does. */
export async function askPlan(
  base: PreparedTranscript,
  rows: readonly RowRequest[],
  options: AskOptions,
  told: (done: number, of: number) => void | Promise<void> = () => undefined,
): Promise<AskPlan> {
  const { samples = DEFAULT_SAMPLES, probes: count = DEFAULT_PROBES, seed, masking } = options;
  const share = shareOf(base, options);
  const specs = rows.map((row) => specOf(row, options));
  const failed = specs.map((spec): Reason | null => {
    if (!spec.ok) return spec.error.reason;
    return spec.value.strategy.recorded ? { key: 'recall-recorded' } : null;
  });
  const places = placesOf(base, options.cuts ?? DEFAULT_ASK_CUTS);
  const of = places.length * (rows.length + 1);
  const tasks = new Map<string, AskTask>();
  const cuts: AskCut[] = [];
  let input = 0;
  let done = 0;
  for (const _ of warmFactIndex(base.transcript, 'recall')) await told(done, of);
  for (const { at, end } of places) {
    const sources = contextBefore(base, at);
    const { measured, independent } = measuredAt(base, { at, end }, REASONING_SEEN, seed);
    const { prefix } = measured;
    const probes = count === 0 ? [] : probesOf(prefix, sources, count, seed);
    const named = new Map<string, ContextQuestions>();
    const contextOf = (
      row: string,
      messages: readonly Message[],
      tokens: number,
      measures: OfflineValues,
      rolledBack: Reason | null = null,
    ): AskContext => {
      const request = agentRequest(messages, base.transcript, masking);
      const text = contextText(request);
      // A row that leaves a context as it was has its answers, too: nothing is asked twice.
      const known = named.get(text) ?? asked(`${at}/${row}`, request, text);
      named.set(text, known);
      return { row, tokens: tokens / prefix.counts.total, measures, rolledBack, ...known };
    };
    const asked = (id: string, request: AgentRequest, text: string): ContextQuestions => {
      const size = base.counts.text(text);
      const add = (task: AskTask, tokens: number): string => {
        tasks.set(task.id, task);
        input += tokens;
        return task.id;
      };
      const tools = base.counts.text(JSON.stringify(request.tools));
      const steps = Array.from({ length: samples }, (_, sample) => add({ id: `${id}/step/${sample}`, kind: 'step', sample, request }, size + tools));
      const questions =
        probes.length === 0 ? null : { id: `${id}/probes`, kind: 'probes' as const, sample: 0, request: probeRequest(request, probes) };
      if (questions) add(questions, size + base.counts.text(probes.map((probe) => probe.question).join('\n')));
      return { there: probes.map((probe) => isThere(probe, text)), steps, questions: questions?.id ?? null };
    };
    const contexts = [contextOf(FULL, prefix.messages, prefix.counts.total, {})];
    await told(++done, of);
    for (const [r, row] of rows.entries()) {
      const spec = specs[r]!;
      if (failed[r] === null && spec.ok) {
        try {
          const context = partWithEmbeddings(prefix, embeddingsOfRow(base, row));
          const value = { ...spec.value, summarizer: sharingSummaries(base, spec.value.summarizer) };
          const result: CompactionResult = await runSpec(context, value, { target: share === null ? null : Math.floor(share * prefix.counts.total) });
          contexts.push(contextOf(row.key, result.context(), result.tokensAfter, offlineAt(measured, independent, result), rolledBackBy(result)));
        } catch (error) {
          failed[r] = reasonOfError(error);
        }
      }
      await told(++done, of);
    }
    const earlier = base.messages.slice(0, at);
    cuts.push({ at, tokens: prefix.counts.total, recorded: actionOf(base.messages[at]!), past: new Past(earlier), probes, contexts });
  }
  return {
    samples,
    seed,
    rows: rows.map(({ key, strategy }, r) => ({ key, strategy, failed: failed[r]! })),
    cuts,
    tasks: [...tasks.values()],
    input,
  };
}
