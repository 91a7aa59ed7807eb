/** S0 15: the conversation by topic (TextTiling); each finished topic becomes a summary, the current one stays whole. */
import { titleWords, topicDepths, topicStarts } from '../../signals/similarity/query.ts';
import { perTranscriptAndKey } from '../../signals/remember.ts';
import { groupFates, type Grouping, groupsPlan, summaryShare } from '../shared/groups.ts';
import { keyInformationReason } from '../shared/strategy-key-information.ts';
import { protectionReason, shareOfWindow, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, summaryMaxTokens, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const params = {
  keepTopics: { kind: 'number', unit: 'topics', default: 1, min: 1, max: MOST_MESSAGES, step: 1, knob: 'up' },
  // Not a knob: a lower one gives shorter topics, but more summaries.
  depth: { kind: 'number', unit: 'none', default: 0.45, min: 0, max: 2, step: 0.05 },
  summaryShare,
  summaryMaxTokens,
  keyInformation,
  ...s0Triggers,
} as const;

const INTRODUCTION = 'Summary of an earlier topic of the conversation:';
const TITLE_WORDS = 5;
const LISTED = 12;

interface Topics extends Grouping {
  readonly starts: Int32Array;
  readonly first: Int32Array;
  words(topic: number): string;
}

const topicsOf = perTranscriptAndKey((input, depth: number): Topics => {
  const begins = topicStarts(topicDepths(input.transcript), depth);
  const units = input.units.length;
  const count = begins[0]! < units ? begins.length : 0;
  const starts = Int32Array.from([...begins.subarray(0, count), units]);
  const of = new Int32Array(units).fill(-1);
  for (let k = 0; k < count; k++) of.fill(k, starts[k], starts[k + 1]);
  const words: string[] = [];
  return {
    of,
    count,
    starts,
    first: starts.map((u) => input.units[u]?.members[0] ?? input.n),
    words(topic) {
      const own = Array.from({ length: starts[topic + 1]! - starts[topic]! }, (_, k) => starts[topic]! + k);
      words[topic] ??= titleWords(input.transcript, own, TITLE_WORDS).join(', ');
      return words[topic];
    },
  };
});

export const topicSegmentation = defineStrategy({
  id: 'topic-segmentation',
  family: 'similarity',
  source: { seed: 'S0', section: '15' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const topics = topicsOf(input, values.depth);
    const { count, first } = topics;
    const keep = values.keepTopics;
    if (count <= keep) return unchangedPlan(input, { key: 'unchanged-nothing-older', values: { keep } });
    const options = { ...values, boundary: first[count - keep]!, introduction: INTRODUCTION };
    const grouped = groupFates(input, topics, options);
    const { tokens, limit, summary } = grouped;
    const about = (topic: number): Record<string, string | number> => ({
      topic: topic + 1,
      topics: count,
      from: first[topic]! + 1,
      to: first[topic + 1]!,
      words: topics.words(topic),
    });
    const plan = groupsPlan(input, grouped, options, {
      note: { key: 'note-topics', values: { topics: count } },
      trace() {
        const from = Math.max(0, count - LISTED);
        return Array.from({ length: count - from }, (_, k) => ({ key: 'trace-topic', values: about(from + k) }));
      },
      reason(i) {
        if (input.protection[i] !== 0) return protectionReason(input, i);
        const kept = keyInformationReason(input, i, values.keyInformation);
        if (kept) return kept;
        const topic = topics.of[input.unitOf[i]!]!;
        if (grouped.fates[i] !== 0) return { key: 'sum-topic', values: { ...about(topic), tokens: tokens[topic]!, limit: limit[topic]! } };
        if (topic === count - 1) return { key: 'keep-current-topic', values: about(topic) };
        if (topic >= count - keep) return { key: 'keep-recent-topic', values: { ...about(topic), keep } };
        return summary[topic]! >= 0 || tokens[topic] === 0
          ? { key: 'keep-boundary-block' }
          : { key: 'keep-small-group', values: { tokens: tokens[topic]!, limit: limit[topic]! } };
      },
    });
    return plan ?? unchangedPlan(input, { key: 'unchanged-nothing-saved' });
  },
});
