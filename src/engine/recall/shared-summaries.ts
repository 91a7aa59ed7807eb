/** Summaries shared by contexts with the same beginning: written for the first cut that needs one, found again at later cuts. */
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Prepared } from '../signals/contract.ts';
import { perCounts } from '../signals/remember.ts';
import type { Summarizer, SummaryOutcome, SummaryRequest } from '../summarizers/contract.ts';
import type { Message } from '../transcript/types.ts';

/** Least number of summaries remembered for a recording. */
const REMEMBERED = 2500;

/** The same one for the same summariser, because summaries are remembered with it. */
const knownOf = perCounts(() => new WeakMap<Summarizer, Summarizer>());

/** The summariser for contexts of a recording. One that cannot tell when its summaries are settled is returned unchanged. */
export function sharingSummaries(base: Prepared, summarizer: Summarizer): Summarizer {
  if (!summarizer.settledAt) return summarizer;
  const known = knownOf(base);
  const sharing = known.get(summarizer) ?? shared(base, summarizer);
  known.set(summarizer, sharing);
  return sharing;
}

function shared(base: Prepared, summarizer: Summarizer): Summarizer {
  const written = new BoundedMap<string, SummaryOutcome>(REMEMBERED);
  const alike = new WeakMap<readonly Message[], number>();
  /** Number of leading messages that a context shares with the recording. */
  const alikeOf = ({ messages }: Prepared): number => {
    let count = alike.get(messages);
    if (count === undefined) {
      count = 0;
      while (count < messages.length && messages[count] === base.messages[count]) count++;
      alike.set(messages, count);
    }
    return count;
  };
  return {
    ...summarizer,
    summarize(input, request) {
      const settled = summarizer.settledAt?.(input, request.members) ?? null;
      const isShared = settled !== null && settled < alikeOf(input) && input.counts.text === base.counts.text;
      if (!isShared) return summarizer.summarize(input, request);
      const key = keyOf(request);
      const found = written.get(key);
      if (found) return found;
      const outcome = summarizer.summarize(input, request);
      if (outcome instanceof Promise || !outcome.ok) return outcome;
      written.set(key, outcome);
      return outcome;
    },
  };
}

/** Everything that a summariser may read besides the messages. */
function keyOf({ members, maxTokens, maxChars, style, tooLong, mergeEarlier, quotes, prompt }: SummaryRequest): string {
  return `${maxTokens}|${maxChars}|${style}|${tooLong}|${mergeEarlier}|${quotes?.task},${quotes?.lastUser},${quotes?.tasks}|${prompt}|${inRuns(members)}`;
}

/** Indexes as stretches: thousands of consecutive messages are two numbers, so keys are short. */
function inRuns(members: readonly number[] | Int32Array): string {
  let text = '';
  for (let from = 0, to = 0; from < members.length; from = to) {
    for (to = from + 1; to < members.length && members[to] === members[to - 1]! + 1; ) to++;
    text += `${members[from]}+${to - from},`;
  }
  return text;
}
