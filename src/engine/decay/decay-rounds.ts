/**
 * What remains of a transcript after several compactions on top of one another: each round compacts the result of the one before, to the
 * same share (with own defaults by the strategy's own rule), and is measured against the original.
 */
import { derive } from '../compaction/derive.ts';
import { resolveTarget } from '../tokens/contract.ts';
import { type Eventual, runNow, type Work } from '../lib/work.ts';
import { type CompareOptions, embeddingsOfRow, type RowRequest } from '../compare.ts';
import { lossMaps, lossValuesAt, rememberCuts, standingIn } from '../measures/run/losses.ts';
import type { DecayRound, LossValues } from '../measures/types.ts';
import { badTarget, runSpec, specOf } from '../pipelines/run-spec.ts';
import { wasWritten } from '../recall/writer.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { reasonOfError } from '../signals/outcomes.ts';
import { partWithEmbeddings } from '../signals/embeddings.ts';

export const DECAY_ROUNDS = 5;

export interface Decay {
  readonly key: string;
  readonly strategy: string;
  readonly failed: Reason | null;
  /** Who wrote the summaries of the rounds: id of a summariser; null where none was requested. */
  readonly writer: string | null;
  /** The original, then every round. A round that changed nothing has the values of the one before, as would those after it. */
  readonly rounds: readonly DecayRound[];
}

/** A pause before a round, or a promise. */
export type DecayStep =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'waiting'; readonly for: Promise<unknown> };

const valuesOfAll = (base: PreparedTranscript): LossValues => {
  const map = lossMaps(base.transcript);
  return lossValuesAt(map, base, standingIn(map, base.messages));
};

/** One row over `rounds` rounds. */
export function* decaySteps(base: PreparedTranscript, row: RowRequest, options: CompareOptions, rounds = DECAY_ROUNDS): Work<DecayStep, Decay> {
  const spec = specOf(row, options);
  const fail = (error: unknown): Decay => ({ key: row.key, strategy: row.strategy, failed: reasonOfError(error), writer: null, rounds: [] });
  if (!spec.ok) return fail(spec.error);
  const { summarizer } = spec.value;
  const target = resolveTarget(options.target, base.counts.total, options.window);
  if (!options.own && target === null) return fail(badTarget());
  const share = options.own || target === null ? null : target / base.counts.total;
  const progress = (done: number): DecayStep => ({ kind: 'progress', done, of: rounds });

  const map = lossMaps(base.transcript);
  const done: DecayRound[] = [{ round: 0, tokens: base.counts.total, outcome: 'unchanged', values: valuesOfAll(base) }];
  const embeddings = embeddingsOfRow(base, row);
  let context = base;
  let writer: string | null = null;
  for (let round = 1; round <= rounds; round++) {
    yield progress(round - 1);
    try {
      const seen = partWithEmbeddings(context, embeddings);
      const ran = runSpec(seen, spec.value, { target: share === null ? null : Math.max(2, Math.floor(context.counts.total * share)) });
      const result = ran instanceof Promise ? ((yield { kind: 'waiting', for: ran }) as Awaited<typeof ran>) : ran;
      const { outcome } = result;
      if (wasWritten(result)) writer = summarizer.id;
      if (outcome !== 'compacted') {
        done.push({ ...done.at(-1)!, round, outcome });
        break;
      }
      const left = derive(context, result);
      rememberCuts(map, context, result, left.messages);
      context = left;
      done.push({ round, tokens: context.counts.total, outcome, values: lossValuesAt(map, base, standingIn(map, context.messages)) });
    } catch (error) {
      return { ...fail(error), rounds: done };
    }
  }
  return { key: row.key, strategy: row.strategy, failed: null, writer, rounds: done };
}

export function decayNow(base: PreparedTranscript, row: RowRequest, options: CompareOptions, rounds = DECAY_ROUNDS): Eventual<Decay> {
  return runNow(decaySteps(base, row, options, rounds));
}
