/** Summaries that contexts which begin alike have in common: written for the first cut that wants one, found again at the later cuts. */
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Prepared } from '../signals/contract.ts';
import { perCounts } from '../signals/remember.ts';
import type { Summarizer, SummaryOutcome, SummaryRequest } from '../summarizers/contract.ts';
import type { Message } from '../transcript/types.ts';

/** Summaries remembered at least for a recording. */
const REMEMBERED = 2500;

/** The same one for the same summariser, because what it wrote is remembered with it. */
const knownOf = perCounts(() => new WeakMap<Summarizer, Summarizer>());

/** The summariser for contexts of a recording. One that cannot tell when its summaries are settled stays as it is. */
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
  /** How many messages a context begins with that the recording begins with too. */
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

/** Everything that a summariser may look at besides the messages. */
function keyOf({ members, maxTokens, maxChars, style, tooLong, mergeEarlier, quotes, prompt }: SummaryRequest): string {
  return `${maxTokens}|${maxChars}|${style}|${tooLong}|${mergeEarlier}|${quotes?.task},${quotes?.lastUser},${quotes?.tasks}|${prompt}|${inRuns(members)}`;
}

/** Indexes as stretches: thousands of messages in a row are two numbers, and a key is short. */
function inRuns(members: readonly number[] | Int32Array): string {
  let text = '';
  for (let from = 0, to = 0; from < members.length; from = to) {
    for (to = from + 1; to < members.length && members[to] === members[to - 1]! + 1; ) to++;
    text += `${members[from]}+${to - from},`;
  }
  return text;
}
