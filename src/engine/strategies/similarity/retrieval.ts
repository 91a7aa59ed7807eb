/** S0 18: only the messages most relevant to the current context stay, by BM25, the cosine of TF-IDF vectors, or that of embeddings. */
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { dot, unitVectors, weightedMean } from '../../signals/embeddings.ts';
import { perPreparedAndKey, perProtectionAndKey, type ProtectionInput, remembered } from '../../signals/remember.ts';
import { matchedWords, type Query, queryOf, queryWords, type Ranking, RANKINGS, scores } from '../../signals/similarity/query.ts';
import { termIndex } from '../../signals/similarity/term-index.ts';
import { DROP, type Reason } from '../contract.ts';
import { keptForKeyInformation, keyInformationReason } from '../shared/strategy-key-information.ts';
import { planOf, protectionReason, removableUnits, shareOfWindow, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const params = {
  k: { kind: 'number', unit: 'messages', default: 20, min: 0, max: MOST_MESSAGES, step: 1, knob: 'up' },
  ranking: { kind: 'choice', unit: 'none', default: 'bm25', options: RANKINGS },
  contextUnits: { kind: 'number', unit: 'messages', default: 4, min: 0, max: 50, step: 1 },
  keyInformation,
  ...s0Triggers,
} as const;

const MATCHED = 5;
const FADING = 0.8;

interface UnitRanking {
  /** null with embeddings, which use no words. */
  readonly query: Query | null;
  readonly score: Float64Array;
  readonly order: Int32Array;
  readonly isContext: Uint8Array;
  readonly trace: readonly Reason[];
}

const REMEMBERED = 4;
const rankingsOf = remembered<object, BoundedMap<string, UnitRanking>>(() => new BoundedMap(REMEMBERED));

type Context = ProtectionInput & Pick<PreparedTranscript, 'embeddings'>;

function rankedUnits(input: Context, ranking: Ranking, contextUnits: number): UnitRanking {
  const { transcript, embeddings } = input;
  const of = embeddings ? unitVectors(transcript, embeddings) : transcript;
  const key = `${embeddings ? '' : ranking}/${contextUnits}`;
  return rankingsOf(of).getOrMake(key, () => rank(input, ranking, contextUnits));
}

interface QueryUnits {
  readonly units: number[];
  readonly shares: number[];
}

type UnitScores = Pick<UnitRanking, 'query' | 'score' | 'trace'>;

function rank(input: Context, ranking: Ranking, contextUnits: number): UnitRanking {
  const n = input.units.length;
  const isContext = new Uint8Array(n);
  const asking: QueryUnits = { units: [], shares: [] };
  const ask = (unit: number, share: number): void => {
    if (isContext[unit] === 1) return;
    isContext[unit] = 1;
    asking.units.push(unit);
    asking.shares.push(share);
  };
  if (input.lastUser >= 0) ask(input.unitOf[input.lastUser]!, 1);
  for (let back = 0; back < contextUnits && back < n; back++) {
    if (input.units[n - 1 - back]!.members[0]! >= input.header) ask(n - 1 - back, FADING ** (back + 1));
  }
  const scored = input.embeddings ? byEmbeddings(input, asking) : byWords(input, asking, ranking);
  const { score } = scored;
  const order = Int32Array.from({ length: n }, (_, u) => u).sort(
    (a, b) => isContext[b]! - isContext[a]! || (isContext[a] === 1 ? b - a : score[b]! - score[a]! || b - a),
  );
  return { ...scored, order, isContext };
}

function byWords({ transcript }: Context, { units, shares }: QueryUnits, ranking: Ranking): UnitScores {
  const index = termIndex(transcript);
  const query = queryOf(index, units, shares, ranking);
  const terms = queryWords(transcript, query, units, 2 * MATCHED).join(', ');
  return { query, score: scores(index, query), trace: [{ key: `trace-retrieval-${ranking}`, values: { terms, units: units.length } }] };
}

function byEmbeddings({ transcript, embeddings }: Context, { units, shares }: QueryUnits): UnitScores {
  const { id } = embeddings!;
  const { vectors } = unitVectors(transcript, embeddings!);
  const said = units.flatMap((unit, q) => (vectors[unit] ? [{ vector: vectors[unit], share: shares[q]! }] : []));
  const query = weightedMean(
    said.map(({ vector }) => vector),
    said.map(({ share }) => share),
  );
  const score = Float64Array.from(vectors, (vector) => (vector && query ? dot(vector, query) : 0));
  return { query: null, score, trace: [{ key: 'trace-retrieval-embeddings', values: { model: id, units: units.length } }] };
}

interface Candidates extends UnitRanking {
  readonly units: Int32Array;
  /** By message: rank of its unit among them from 0; −1 for those that stay anyway. */
  readonly place: Int32Array;
}

function candidates(input: Context, ranking: string, contextUnits: number, on: number): Candidates {
  const ranked = rankedUnits(input, ranking as Ranking, contextUnits);
  const key = keptForKeyInformation(input, on === 1);
  const removable = new Uint8Array(input.units.length);
  for (const unit of removableUnits(input)) if (key[unit] === 0) removable[unit] = 1;
  const units = ranked.order.filter((unit) => removable[unit] === 1);
  const place = new Int32Array(input.n).fill(-1);
  units.forEach((unit, at) => {
    for (const i of input.units[unit]!.members) place[i] = at;
  });
  return { ...ranked, units, place };
}
// Values remembered by protection cannot depend on embeddings.
const ofWords = perProtectionAndKey((input, ...key: [string, number, number]) => candidates(input, ...key));
const ofEmbeddings = perPreparedAndKey((input, ...key: [string, number, number]) => candidates(input, ...key));

export const retrieval = defineStrategy({
  id: 'retrieval',
  family: 'similarity',
  source: { seed: 'S0', section: '18' },
  kind: 'strategy',
  params,
  embeds: true,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const { k } = values;
    const found = (input.embeddings ? ofEmbeddings : ofWords)(input, values.ranking, values.contextUnits, values.keyInformation ? 1 : 0);
    const { units, place, score, isContext, query, trace } = found;
    const of = units.length;
    if (of <= k) return unchangedPlan(input, { key: 'unchanged-retrieval', values: { of, k } });
    const fates = new Uint8Array(input.n);
    for (let i = 0; i < fates.length; i++) if (place[i]! >= k) fates[i] = DROP;

    const lastScore = k > 0 ? score[units[k - 1]!]! : 0;
    return planOf({
      fates,
      trace,
      reason(i): Reason {
        if (input.protection[i] !== 0) return protectionReason(input, i);
        const kept = keyInformationReason(input, i, values.keyInformation);
        if (kept) return kept;
        const unit = input.unitOf[i]!;
        const rank = place[i]! + 1;
        const terms = query ? matchedWords(input.transcript, query, unit, MATCHED).join(', ') : '';
        const numbers = { rank, of, k, score: score[unit]!, terms };
        if (!query && (isContext[unit] === 0 || fates[i] === DROP)) {
          const near = { rank, of, k, score: score[unit]! };
          return fates[i] === DROP ? { key: 'drop-far', values: { ...near, last: lastScore } } : { key: 'keep-near', values: near };
        }
        if (fates[i] === DROP) return { key: terms === '' ? 'no-common-word' : 'drop-irrelevant', values: { ...numbers, last: lastScore } };
        if (isContext[unit] === 1) return { key: 'keep-context', values: numbers };
        return { key: terms === '' ? 'no-common-word' : 'keep-relevant', values: numbers };
      },
    });
  },
});
