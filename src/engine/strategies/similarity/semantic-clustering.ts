/**
 * S0 12: similar messages form clusters; each keeps its representative, the others are dropped. No line replaces them ("3 similar messages"): it
 * would add nothing to the representative, and at an equal target its tokens would cost units that are unique.
 */
import type { PreparedTranscript } from '../../signals/contract.ts';
import { dot, unitVectors } from '../../signals/embeddings.ts';
import { perPreparedAndKey, perProtectionAndKey, type ProtectionInput } from '../../signals/remember.ts';
import { type Clusters, clusters, representativeAt, vectorClusters } from '../../signals/similarity/clusters.ts';
import { cosine, termIndex } from '../../signals/similarity/term-index.ts';
import { DROP, type Reason } from '../contract.ts';
import { keptForKeyInformation, keyInformationReason } from '../shared/strategy-key-information.ts';
import { keepsAll, planOf, protectionReason, shareOfWindow, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const params = {
  similarity: { kind: 'number', unit: 'none', default: 0.6, min: 0.05, max: 1, step: 0.01, knob: 'up' },
  keyInformation,
  ...s0Triggers,
} as const;

function heightsIn({ height }: Clusters, input: ProtectionInput, on: number): Float64Array {
  const key = keptForKeyInformation(input, on === 1);
  const { protection, unitOf, header } = input;
  return Float64Array.from(unitOf, (unit, i) => (i < header || protection[i] !== 0 || key[unit] !== 0 ? -1 : height[unit]!));
}
const byWords = perProtectionAndKey((input, on: number) => heightsIn(clusters(input.transcript), input, on));
const byEmbeddings = perPreparedAndKey((input, on: number) => heightsIn(clustersOf(input), input, on));

const clustersOf = ({ transcript, embeddings }: PreparedTranscript): Clusters =>
  embeddings ? vectorClusters(unitVectors(transcript, embeddings)) : clusters(transcript);

function similarityOf({ transcript, embeddings }: PreparedTranscript, u: number, v: number): number {
  if (!embeddings) return cosine(termIndex(transcript), u, v);
  const { vectors } = unitVectors(transcript, embeddings);
  return dot(vectors[u]!, vectors[v]!);
}

interface Cut {
  readonly representative: Int32Array;
  readonly size: Int32Array;
  readonly number: Int32Array;
  readonly count: number;
}

function cutAt(input: PreparedTranscript, similarity: number): Cut {
  const all = clustersOf(input);
  const units = input.units.length;
  const representative = Int32Array.from({ length: units }, (_, u) => representativeAt(all, u, similarity));
  const size = new Int32Array(units);
  for (const u of representative) size[u]! += 1;
  const number = new Int32Array(units);
  let count = 0;
  for (let u = 0; u < units; u++) if (size[u]! > 1) number[u] = ++count;
  return { representative, size, number, count };
}

export const semanticClustering = defineStrategy({
  id: 'semantic-clustering',
  family: 'similarity',
  source: { seed: 'S0', section: '12' },
  kind: 'strategy',
  params,
  embeds: true,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const { similarity } = values;
    const heights = (input.embeddings ? byEmbeddings : byWords)(input, values.keyInformation ? 1 : 0);
    const fates = new Uint8Array(input.n);
    for (let i = 0; i < fates.length; i++) if (heights[i]! >= similarity) fates[i] = DROP;
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-clusters', values: { similarity } });

    let found: Cut | undefined;
    const cut = (): Cut => {
      found ??= cutAt(input, similarity);
      return found;
    };
    return planOf({
      fates,
      ...(input.embeddings && { trace: [{ key: 'trace-clusters-embeddings', values: { model: input.embeddings.id } }] }),
      reason(i): Reason {
        if (input.protection[i] !== 0) return protectionReason(input, i);
        const kept = keyInformationReason(input, i, values.keyInformation);
        if (kept) return kept;
        const unit = input.unitOf[i]!;
        const height = clustersOf(input).height[unit]!;
        const { representative, size, number, count } = cut();
        const by = representative[unit]!;
        const cluster = { cluster: number[by]!, clusters: count, size: size[by]! };
        if (fates[i] === DROP) {
          const message = input.units[by]!.members[0]! + 1;
          return {
            key: 'drop-represented',
            values: { ...cluster, message, similarity: similarityOf(input, unit, by), threshold: similarity },
          };
        }
        if (size[by]! > 1) return { key: 'keep-representative', values: { ...cluster, count: size[by]! - 1, threshold: similarity } };
        return height > 0
          ? { key: 'keep-unlike', values: { similarity: height, threshold: similarity } }
          : { key: 'keep-alone', values: { threshold: similarity } };
      },
    });
  },
});
