/** A real model behind the interface of the built-in summariser: remembered summaries, a queue, limits, and nothing thrown. */
import { cutToFit, within } from '../engine/summarizers/limits.ts';
import type { PromptId, Summarizer, SummaryOutcome, SummaryRequest } from '../engine/summarizers/contract.ts';
import type { Prepared, Reason } from '../engine/signals/contract.ts';
import { maskSecrets } from '../engine/signals/secrets.ts';
import { ask } from './call.ts';
import {
  type CallError,
  type CallOptions,
  choiceId,
  DEFAULT_CALL,
  type ModelChoice,
  type ModelEvent,
  type StoredSummary,
  type SummaryStore,
} from './contract.ts';
import { type Masking, type Prompt, promptFor, summaryIn } from './prompt.ts';
import type { Queue } from './queue.ts';

export interface ModelSummarizerOptions {
  readonly choice: ModelChoice;
  /** Asked for at every call, so that a key that was forgotten is gone at once; '' where there is none. */
  readonly key: () => string;
  /** Instructions in use, by system. */
  readonly prompts: Readonly<Record<PromptId, string>>;
  readonly masking: Masking;
  readonly store: SummaryStore;
  /** Shared by all models of a run. */
  readonly queue: Queue;
  readonly signal: AbortSignal;
  /** false: only what is remembered; everything else is the failure `not-sent`. Default true. */
  readonly send?: boolean;
  readonly onEvent?: (event: ModelEvent) => void;
  readonly call?: CallOptions;
  readonly fetcher?: typeof fetch;
}

/** An answer may think before it writes, and overshoot: the limit of the summary is checked afterwards. */
const OUTPUT_FLOOR = 4096;
const OUTPUT_FACTOR = 4;

export const outputLimit = ({ maxTokens }: SummaryRequest): number => Math.max(OUTPUT_FLOOR, maxTokens * OUTPUT_FACTOR);

/** The reason of a failed call, in words that say what to do. */
export function callReason({ kind, status, detail }: CallError): Reason {
  return { key: `model-${kind}`, values: { status: status ?? '', detail: detail ?? '' } };
}

const promptIdOf = (request: SummaryRequest): PromptId => request.prompt ?? 'S0';

/** What is sent for a request. */
export function promptOfRequest(input: Prepared, request: SummaryRequest, prompts: Readonly<Record<PromptId, string>>, masking: Masking): Prompt {
  const id = promptIdOf(request);
  return promptFor(input, request, id, prompts[id], masking);
}

/** Key of a remembered summary: everything that its text depends on. */
export async function summaryKey(choice: ModelChoice, prompt: Prompt, request: SummaryRequest): Promise<string> {
  const content = JSON.stringify([choiceId(choice), prompt.system, prompt.user, outputLimit(request)]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function createModelSummarizer(options: ModelSummarizerOptions): Summarizer {
  const { choice } = options;
  const id = choiceId(choice);
  return { id, title: id, summarize: (input, request) => summarize(input, request, options, id) };
}

const FAILURES: Partial<Record<CallError['kind'], Extract<SummaryOutcome, { ok: false }>['failure']>> = {
  timeout: 'timeout',
  empty: 'empty',
  untagged: 'empty',
  'not-sent': 'not-sent',
};

async function summarize(input: Prepared, request: SummaryRequest, options: ModelSummarizerOptions, id: string): Promise<SummaryOutcome> {
  const prompt = promptOfRequest(input, request, options.prompts, options.masking);
  const key = await summaryKey(options.choice, prompt, request);
  const known = await options.store.get(key);
  const failed = (error: CallError, text?: string): SummaryOutcome => {
    options.onEvent?.({ kind: 'failed', key, choice: id, error });
    const reason = callReason(error);
    return {
      ok: false,
      failure: FAILURES[error.kind] ?? 'error',
      message: error.detail ?? error.kind,
      reason,
      summarizer: id,
      ms: 0,
      ...(text === undefined ? {} : { text }),
    };
  };
  let stored = known;
  if (!stored) {
    if (options.send === false) return failed({ kind: 'not-sent' });
    const answered = await options.queue.run(() => written(prompt, key, request, options, id));
    if ('kind' in answered) return failed(answered);
    stored = answered;
  }
  const { usage, ms } = stored;
  options.onEvent?.({ kind: 'finished', key, choice: id, usage, ms, remembered: known !== undefined });
  const told = summaryIn(stored.text, promptIdOf(request));
  if (told === null) return failed({ kind: 'untagged' });
  if (told === '') return failed({ kind: 'empty' });
  const { text, masked } = options.masking.secrets ? maskSecrets(told, { emails: options.masking.emails }) : { text: told, masked: 0 };
  return limited(input, request, { text, masked: masked + prompt.masked, usage, ms, id });
}

/** Calls the model and remembers what it wrote: what was paid for is kept, also where a strategy cannot use it. */
async function written(
  prompt: Prompt,
  key: string,
  request: SummaryRequest,
  options: ModelSummarizerOptions,
  id: string,
): Promise<StoredSummary | CallError> {
  const { choice, onEvent, store, signal, call = DEFAULT_CALL, fetcher } = options;
  onEvent?.({ kind: 'started', key, choice: id });
  const answered = await ask(
    choice,
    options.key(),
    prompt,
    outputLimit(request),
    signal,
    { ...call, timeoutMs: request.timeoutMs ?? call.timeoutMs },
    {
      onText: (characters) => onEvent?.({ kind: 'streaming', key, characters }),
      onWait: (ms, why) => onEvent?.({ kind: 'waiting', key, ms, why }),
      ...(fetcher ? { fetcher } : {}),
    },
  );
  if (!answered.ok) return answered.error;
  const { text, usage, ms } = answered.value;
  const stored: StoredSummary = { key, choice: id, text, usage, ms };
  await store.put(stored);
  return stored;
}

interface Told {
  readonly text: string;
  readonly masked: number;
  readonly usage: StoredSummary['usage'];
  readonly ms: number;
  readonly id: string;
}

/** The strategy's own rule for a text that is too long: cut at a sentence, or a failure that carries the text. */
function limited(input: Prepared, request: SummaryRequest, { text, masked, usage, ms, id }: Told): SummaryOutcome {
  const fits = within(input, text, request);
  if (!fits && request.tooLong !== 'cut') {
    const tokens = input.counts.text(text);
    const values = { tokens, allowed: request.maxTokens, characters: text.length, maximum: request.maxChars ?? '' };
    return {
      ok: false,
      failure: 'too-long',
      message: `${tokens} tokens, ${request.maxTokens} allowed`,
      reason: { key: 'model-too-long', values },
      summarizer: id,
      ms,
      text,
    };
  }
  const kept = fits ? text : cutToFit(input, text, request);
  return { ok: true, text: kept, tokens: input.counts.text(kept), spans: [{ text: kept }], masked, summarizer: id, ms, usage };
}

/** A store for one run: the terminal's, and the one of tests. */
export function memoryStore(summaries: Iterable<StoredSummary> = []): SummaryStore & { all(): readonly StoredSummary[] } {
  const known = new Map(Array.from(summaries, (summary) => [summary.key, summary]));
  return {
    get: (key) => Promise.resolve(known.get(key)),
    put(summary) {
      known.set(summary.key, summary);
      return Promise.resolve();
    },
    all: () => [...known.values()],
  };
}
