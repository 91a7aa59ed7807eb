/** Data shared by all runs over one transcript: sizes, requests, turns, times. One pass. */
import type { PreparedTranscript } from '../signals/contract.ts';
import { hasFailed, resultText } from '../signals/outcomes.ts';
import { perPrepared } from '../signals/remember.ts';
import { showsMore } from '../signals/structure.ts';
import { resultTokens } from '../triggers/watch.ts';
import type { Message, RecordedCompaction, Usage } from '../transcript/types.ts';

export interface Recording {
  readonly messages: readonly Message[];
  readonly source: Int32Array;
  readonly walked: Int32Array;
  readonly tokensBefore: Float64Array;
  readonly turnsBefore: Int32Array;
  readonly requestsBefore: Int32Array;
  readonly lastUserBefore: Int32Array;
  readonly openBefore: Int32Array;
  readonly answers: Int32Array;
  readonly isResult: Uint8Array;
  /** Walked messages after which the agent had compacted by a tool (S4's `compress_context`): compactions by hand. */
  readonly compressed: readonly number[];
  readonly results: readonly number[];
  readonly resultsBefore: Int32Array;
  /** Milliseconds; of the last message so far with a timestamp, NaN before the first. */
  readonly time: Float64Array;
  /** First walked message for which the recorded agent had a compacted context; n if it never compacted. */
  readonly ownUntil: number;
  readonly compactions: readonly { readonly end: number; readonly compaction: RecordedCompaction }[];
}

/** A call that is answered later than this many messages after it is not waited for. */
const FAR = 64;

export const recordingOf = perPrepared((prepared: PreparedTranscript): Recording => {
  const { transcript, counts, itemType } = prepared;
  // A summary right after the header replaced nothing that the file holds: it stands like any message.
  const head = itemType.findIndex((type) => type !== 'SYSTEM_PROMPT');
  const left = new Set(transcript.compactions.flatMap(({ at, summaryId }) => (at > 0 && at <= head ? [] : (summaryId ?? []))));
  const source = Int32Array.from([...transcript.messages.keys()].filter((i) => !left.has(transcript.messages[i]!.id)));
  const n = source.length;
  const messages = Array.from(source, (i) => transcript.messages[i]!);
  const walked = new Int32Array(prepared.n).fill(-1);
  source.forEach((i, k) => {
    walked[i] = k;
  });
  const tokensBefore = new Float64Array(n + 1);
  const turnsBefore = new Int32Array(n + 1);
  const requestsBefore = new Int32Array(n + 1);
  const lastUserBefore = new Int32Array(n + 1).fill(-1);
  const isResult = new Uint8Array(n);
  const results: number[] = [];
  const resultsBefore = new Int32Array(n + 1);
  const time = new Float64Array(n);
  const answers: number[] = [];
  let lastReal = -1;
  let lastInjected = -1;
  for (let k = 0; k < n; k++) {
    const message = messages[k]!;
    const i = source[k]!;
    tokensBefore[k + 1] = tokensBefore[k]! + counts.messages[i]!;
    // A note that the program wrote in the name of the model, such as an error of the API, answers no request.
    if (message.role === 'assistant' && !message.synthetic) answers.push(k);
    requestsBefore[k + 1] = answers.length;
    const speaks = itemType[i] === 'USER_MESSAGE' && (message.parts.some((p) => p.type === 'text' && /\S/.test(p.text)) || showsMore(message));
    if (speaks && message.synthetic) lastInjected = k;
    else if (speaks) lastReal = k;
    lastUserBefore[k + 1] = lastReal >= 0 ? lastReal : lastInjected;
    turnsBefore[k + 1] = turnsBefore[k]! + (prepared.turn[i]! > (i > 0 ? prepared.turn[i - 1]! : -1) ? 1 : 0);
    if (message.parts.some((p) => p.type === 'tool-result')) {
      isResult[k] = 1;
      results.push(...resultTokens(message, counts.parts(i)));
    }
    resultsBefore[k + 1] = results.length;
    const at = message.ts === undefined ? Number.NaN : Date.parse(message.ts);
    time[k] = Number.isNaN(at) ? (k > 0 ? time[k - 1]! : Number.NaN) : at;
  }
  const byId = new Map(transcript.messages.map((message) => [message.id, message]));
  const compactions = transcript.compactions.map((compaction) => {
    const end = source.findIndex((i) => i >= compaction.at);
    const summary = byId.get(compaction.summaryId ?? '');
    return { end: end < 0 ? n : end, compaction: { ...compaction, ...(summary && { summary }) } };
  });
  const first = Math.min(prepared.n, ...transcript.compactions.map(({ at }) => at));
  const ownUntil = source.findIndex((i) => i >= first);
  return {
    messages,
    source,
    walked,
    tokensBefore,
    turnsBefore,
    requestsBefore,
    lastUserBefore,
    openBefore: openCalls(messages),
    answers: Int32Array.from(answers),
    isResult,
    compressed: compressedIn(messages),
    results,
    resultsBefore,
    time,
    ownUntil: ownUntil < 0 ? n : ownUntil,
    compactions,
  };
});

const COMPRESSES = /(?:^|__|[./:])compress_?context$/i;

/** Results of S4's tool that were no failure. */
function compressedIn(messages: readonly Message[]): number[] {
  const calls = new Set<string>();
  return [...messages.keys()].filter((k) => {
    for (const part of messages[k]!.parts) {
      if (part.type === 'tool-call' && COMPRESSES.test(part.name)) calls.add(part.id);
      if (part.type === 'tool-result' && calls.delete(part.callId) && !hasFailed(part, resultText(part))) return true;
    }
    return false;
  });
}

export function largestResult({ results, resultsBefore }: Recording, end: number, spare: number): number {
  if (end === 0) return 0;
  return Math.max(0, ...results.slice(Math.max(0, resultsBefore[end - 1]! - spare), Math.max(0, resultsBefore[end]! - spare)));
}

function openCalls(messages: readonly Message[]): Int32Array {
  const change = new Int32Array(messages.length + 2);
  const madeAt = new Map<string, number>();
  messages.forEach(({ parts }, k) => {
    for (const part of parts) {
      if (part.type === 'tool-call') madeAt.set(part.id, k);
      if (part.type !== 'tool-result') continue;
      const at = madeAt.get(part.callId);
      if (at === undefined) continue;
      madeAt.delete(part.callId);
      if (k - at > FAR) continue;
      change[at + 1]! += 1;
      change[k + 1]! -= 1;
    }
  });
  const open = new Int32Array(messages.length + 1);
  for (let k = 1; k <= messages.length; k++) open[k] = open[k - 1]! + change[k]!;
  return open;
}

/** Prompt tokens that the provider recorded for a request; NaN where it recorded none. */
export function promptOf(usage: Usage | undefined): number {
  const tokens = usage ? usage.input + usage.cacheRead + usage.cacheWrite : 0;
  return tokens > 0 ? tokens : Number.NaN;
}

/**
 * Usage that was recorded for the answer at `k` itself: an answer that is split over several messages carries the same figures on
 * each, and only the first counts.
 */
export function usageAt({ messages }: Recording, k: number): Usage | undefined {
  const { usage } = messages[k]!;
  const before = messages[k - 1];
  if (!usage || before?.role !== 'assistant' || !before.usage) return usage;
  const same = (['input', 'output', 'cacheRead', 'cacheWrite'] as const).every((part) => before.usage![part] === usage[part]);
  return same ? undefined : usage;
}
