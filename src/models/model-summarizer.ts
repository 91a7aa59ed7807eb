/** A real model behind the interface of the built-in summariser: cached summaries, a queue, limits, no exceptions. */
import type { AgentRequest } from '../engine/ask/contract.ts';
import type { PreparedTranscript } from '../engine/signals/contract.ts';
import { maskSecrets } from '../engine/signals/secrets.ts';
import { cutToFit, within } from '../engine/summarizers/built-in.ts';
import type { PromptId, Summarizer, SummaryFailure, SummaryOutcome, SummaryRequest } from '../engine/summarizers/contract.ts';
import { resolveModel } from '../engine/tokens/tokenizers.ts';
import { ask, incomplete } from './call.ts';
import {
  type Answer,
  type CallError,
  type CallOptions,
  choiceId,
  DEFAULT_CALL,
  type ModelChoice,
  type ModelEvent,
  type StoredSummary,
  type SummaryStore,
} from './contract.ts';
import type { DeviceModel } from './device.ts';
import { answerWithoutKey } from './failures.ts';
import { type Masking, type Prompt, promptFor, promptKey, summaryIn } from './prompt.ts';
import { callReason, Trials } from './reason.ts';

export type WriteOutcome = StoredSummary | CallError;

export interface ModelSummarizerOptions {
  readonly choice: ModelChoice;
  /** Read for every call, so that a forgotten key is gone at once; '' where there is none. */
  readonly key: () => string;
  readonly prompts: Readonly<Record<PromptId, string>>;
  readonly masking: Masking;
  readonly store: SummaryStore;
  readonly queue: Queue<WriteOutcome>;
  readonly signal: () => AbortSignal;
  /** false: only cached summaries and those being written; everything else fails with `not-sent`. Absent = true. */
  readonly send?: () => boolean;
  readonly onEvent?: (event: ModelEvent) => void;
  readonly call?: CallOptions;
  readonly fetcher?: typeof fetch;
  readonly device?: () => DeviceModel | undefined;
}

const OUTPUT_FLOOR = 4096;
const OUTPUT_FACTOR = 4;

const outputLimit = ({ maxTokens }: SummaryRequest): number => Math.max(OUTPUT_FLOOR, maxTokens * OUTPUT_FACTOR);

const promptIdOf = (request: SummaryRequest): PromptId => request.prompt ?? 'S0';

export function promptOfRequest(
  input: PreparedTranscript,
  request: SummaryRequest,
  prompts: Readonly<Record<PromptId, string>>,
  masking: Masking,
): Prompt {
  const id = promptIdOf(request);
  return promptFor(input, request, id, prompts[id], masking);
}

export type WindowError = CallError & Required<Pick<CallError, 'tokens' | 'window'>>;

/**
 * Why a prompt is not sent: it and the longest summary would not fit into the window of its model; null where they do, or where the window is
 * not known. Tokens are those of the tokenizer in use.
 */
export function overWindow(
  { model }: ModelChoice,
  input: PreparedTranscript,
  { system, user }: Prompt,
  { maxTokens }: SummaryRequest,
): WindowError | null {
  const { window, unknownWindow } = resolveModel(model);
  const tokens = input.counts.text(system) + input.counts.text(user) + maxTokens;
  return unknownWindow || tokens <= window ? null : { kind: 'over-window', tokens, window };
}

export function summaryKey(
  choice: ModelChoice,
  input: PreparedTranscript,
  request: SummaryRequest,
  prompts: Readonly<Record<PromptId, string>>,
  masking: Masking,
): Promise<string> {
  const id = promptIdOf(request);
  return promptKey(input, request, id, prompts[id], masking, [choiceId(choice), outputLimit(request)]);
}

export function createModelSummarizer(options: ModelSummarizerOptions): Summarizer {
  const { choice } = options;
  const id = choiceId(choice);
  return { id, title: id, keepsTime: true, summarize: (input, request) => summarize(input, request, options, id) };
}

const FAILURES: Partial<Record<CallError['kind'], SummaryFailure>> = {
  timeout: 'timeout',
  empty: 'empty',
  untagged: 'empty',
  // Nothing was asked, so nothing failed: see SummaryFailure.
  'not-sent': 'not-sent',
  'no-model': 'not-sent',
  'no-key': 'not-sent',
  'bad-address': 'not-sent',
  'no-device': 'not-sent',
  cancelled: 'not-sent',
};
/** These failures may pass on another attempt; the others would not. */
const PASSING: ReadonlySet<CallError['kind']> = new Set(['timeout', 'empty', 'untagged']);

async function summarize(input: PreparedTranscript, request: SummaryRequest, options: ModelSummarizerOptions, id: string): Promise<SummaryOutcome> {
  const { choice, prompts, masking } = options;
  const key = await summaryKey(choice, input, request, prompts, masking);
  const told = (text: string): string | null => summaryIn(text, promptIdOf(request));
  const stored = await storedAnswer(key, options, {
    promptOf() {
      const prompt = promptOfRequest(input, request, prompts, masking);
      return overWindow(choice, input, prompt, request) ?? prompt;
    },
    limit: outputLimit(request),
    timeoutMs: request.timeoutMs,
    textOf: ({ text }) => text,
    lackIn: (text) => (told(text) === null ? { kind: 'untagged' } : told(text) === '' ? { kind: 'empty' } : null),
  });
  if ('kind' in stored) {
    const { kind, detail } = stored;
    return {
      ok: false,
      failure: FAILURES[kind] ?? 'error',
      message: detail ?? kind,
      reason: callReason(stored),
      ...(PASSING.has(kind) ? {} : { final: true }),
      summarizer: id,
      ms: 0,
    };
  }
  const { usage, ms } = stored;
  const summary = told(stored.text) ?? '';
  const { text, masked } = masking.secrets ? maskSecrets(summary, { emails: masking.emails }) : { text: summary, masked: 0 };
  return limited(input, request, { text, masked, usage, ms, id });
}

export type AnswerOptions = Omit<ModelSummarizerOptions, 'prompts' | 'masking'>;

/** What is asked, made when it is its turn. */
interface Question {
  readonly promptOf: () => Prompt | AgentRequest | CallError;
  /** Tokens of the answer. */
  readonly limit: number;
  readonly timeoutMs?: number | undefined;
  /** What of an answer is stored. */
  readonly textOf: (answer: Answer) => string;
  /** What is wrong with it: it is not stored, so that the next attempt asks again. */
  readonly lackIn?: (text: string) => CallError | null;
}

/** The stored answer, or that of the model: asked once for all who want it, and only where it may be sent. A failure is told and returned. */
export async function storedAnswer(key: string, options: AnswerOptions, question: Question): Promise<WriteOutcome> {
  const { choice, store, queue, send, onEvent } = options;
  const known = await store.get(key);
  if (known) return known;
  const lacking = incomplete(choice) ?? (send?.() === false && !queue.has(key) ? ({ kind: 'not-sent' } as const) : null);
  const answered = lacking ?? (await queue.run(key, () => answerOf(key, options, question))) ?? ({ kind: 'cancelled' } as const);
  if ('kind' in answered) onEvent?.({ kind: 'failed', key, choice: choiceId(choice), error: answered });
  return answered;
}

async function answerOf(key: string, options: AnswerOptions, { promptOf, limit, timeoutMs, textOf, lackIn }: Question): Promise<WriteOutcome> {
  const { choice, onEvent, store, signal, queue, call = DEFAULT_CALL, fetcher, device } = options;
  const id = choiceId(choice);
  const givenUp = queue.trials.givenUp(id);
  if (givenUp) return givenUp;
  const prompt = promptOf();
  if ('kind' in prompt) return prompt;
  onEvent?.({ kind: 'started', key, choice: id });
  const apiKey = options.key();
  const answered = await ask(
    choice,
    apiKey,
    prompt,
    limit,
    signal(),
    { ...call, timeoutMs: timeoutMs ?? call.timeoutMs },
    {
      onText: (characters) => onEvent?.({ kind: 'streaming', key, characters }),
      onWait: (ms, why) => onEvent?.({ kind: 'waiting', key, ms, why }),
      ...(fetcher ? { fetcher } : {}),
      device: device?.(),
    },
  );
  queue.trials.ended(id, answered.ok ? null : answered.error);
  if (!answered.ok) return answered.error;
  const { usage, ms } = answered.value;
  const text = answerWithoutKey(textOf(answered.value), apiKey);
  onEvent?.({ kind: 'finished', key, choice: id, usage, ms });
  const lack = lackIn?.(text);
  if (lack) return lack;
  const stored: StoredSummary = { key, choice: id, text, usage, ms };
  await store.put(stored);
  return stored;
}

interface ModelText {
  readonly text: string;
  readonly masked: number;
  readonly usage: StoredSummary['usage'];
  readonly ms: number;
  readonly id: string;
}

function limited(input: PreparedTranscript, request: SummaryRequest, { text, masked, usage, ms, id }: ModelText): SummaryOutcome {
  const fits = within(input, text, request);
  if (!fits && request.tooLong !== 'cut') {
    const tokens = input.counts.text(text);
    const values = { tokens, allowed: request.maxTokens, characters: text.length, maximum: request.maxChars ?? '' };
    return {
      ok: false,
      failure: 'too-long',
      message: `${tokens} tokens, ${request.maxTokens} allowed`,
      reason: { key: 'model-too-long', values },
      final: true,
      summarizer: id,
      ms,
      text,
    };
  }
  const kept = fits ? text : cutToFit(input, text, request);
  return { ok: true, text: kept, tokens: input.counts.text(kept), spans: [{ text: kept }], masked, summarizer: id, ms, usage };
}

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

/**
 * Limits concurrent jobs, first come, first served. A job requested again while it waits or runs is done once for all callers. Waiting jobs
 * belong to a round; when a new round begins, those that nobody requests again are dropped.
 */
export class Queue<T> {
  readonly trials = new Trials();
  most: number;
  #running = 0;
  #round = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #jobs = new Map<string, { round: number; readonly result: Promise<T | null> }>();

  constructor(most: number) {
    this.most = most;
  }

  /** Waiting jobs are dropped when their turn comes, unless they are requested again. */
  nextRound(): void {
    this.#round++;
    this.trials.begin();
  }

  has(key: string): boolean {
    return this.#jobs.has(key);
  }

  /** Runs a job when there is capacity; null if nobody wanted it any more by then. */
  run(key: string, job: () => Promise<T>): Promise<T | null> {
    const known = this.#jobs.get(key);
    if (known) {
      known.round = this.#round;
      return known.result;
    }
    const entry = { round: this.#round, result: this.#inTurn(key, job) };
    this.#jobs.set(key, entry);
    return entry.result;
  }

  async #inTurn(key: string, job: () => Promise<T>): Promise<T | null> {
    if (this.#running >= this.most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      // Only once the entry exists.
      await Promise.resolve();
      if (this.#jobs.get(key)?.round !== this.#round) return null;
      return await job();
    } finally {
      this.#jobs.delete(key);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
