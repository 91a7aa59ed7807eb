/** Tasks of the engine's `ask` answered by a real model: kept by hash of the request, in a queue, cancelled and resumed as summaries are. */
import type { AgentRequest, AskAnswer, AskTask, TextRequest } from '../engine/ask/contract.ts';
import { ask, incomplete } from './call.ts';
import { type CallError, choiceId, DEFAULT_CALL, type ModelChoice, type StoredSummary, type SummaryStore } from './contract.ts';
import { answerWithoutKey } from './failures.ts';
import { type Price, priceOf } from './prices.ts';
import { sha256 } from './prompt.ts';
import type { ModelSummarizerOptions, WriteOutcome } from './model-summarizer.ts';

export type AskerOptions = Omit<ModelSummarizerOptions, 'prompts' | 'masking'>;

const OUTPUT_LIMIT = 4096;
const OUTPUT_STATED = 500;

const keyOf = (choice: ModelChoice, { request, sample }: AskTask): Promise<string> =>
  sha256(JSON.stringify(['ask', choiceId(choice), OUTPUT_LIMIT, sample, request]));

export interface AskEstimate {
  readonly calls: number;
  readonly remembered: number;
  readonly input: number;
  readonly output: number;
  /** null = the price list does not contain the model. */
  readonly price: Price | null;
  readonly masked: number;
}

export async function asking(
  choice: ModelChoice,
  tasks: readonly AskTask[],
  store: Pick<SummaryStore, 'get'>,
  tokens: (text: string) => number,
): Promise<AskEstimate> {
  let calls = 0;
  let input = 0;
  let masked = 0;
  const sizes = new Map<AskTask['request'], number>();
  for (const task of tasks) {
    if (await store.get(await keyOf(choice, task))) continue;
    const size = sizes.get(task.request) ?? tokens(textOf(task.request));
    sizes.set(task.request, size);
    calls++;
    input += size;
    masked += task.request.masked;
  }
  const output = calls * OUTPUT_STATED;
  const price = await priceOf(choice, { input, output, cacheRead: 0, cacheWrite: 0 });
  return { calls, remembered: tasks.length - calls, input, output, price, masked };
}

const textOf = (request: AgentRequest | TextRequest): string =>
  'turns' in request ? `${request.system}\n${JSON.stringify([request.turns, request.tools])}` : `${request.system}\n${request.user}`;

export interface AskResult {
  readonly answers: ReadonlyMap<string, AskAnswer>;
  readonly failures: ReadonlyMap<string, CallError>;
}

/** Asks everything that is not stored. Never throws; `told` is called after every answer or failure. */
export async function askTasks(
  tasks: readonly AskTask[],
  options: AskerOptions,
  told: (done: number, of: number) => void = () => undefined,
): Promise<AskResult> {
  const answers = new Map<string, AskAnswer>();
  const failures = new Map<string, CallError>();
  let done = 0;
  await Promise.all(
    tasks.map(async (task) => {
      const written = await answerTo(task, options);
      if ('kind' in written) failures.set(task.id, written);
      else answers.set(task.id, JSON.parse(written.text) as AskAnswer);
      told(++done, tasks.length);
    }),
  );
  return { answers, failures };
}

async function answerTo(task: AskTask, options: AskerOptions): Promise<WriteOutcome> {
  const { choice, store, queue, send, onEvent } = options;
  const key = await keyOf(choice, task);
  const stored = await store.get(key);
  if (stored) return stored;
  const failed = (error: CallError): CallError => {
    onEvent?.({ kind: 'failed', key, choice: choiceId(choice), error });
    return error;
  };
  const lacking = incomplete(choice);
  if (lacking) return failed(lacking);
  if (send?.() === false && !queue.has(key)) return failed({ kind: 'not-sent' });
  const written = await queue.run(key, () => write(task, key, options));
  if (written === null) return failed({ kind: 'cancelled' });
  return 'kind' in written ? failed(written) : written;
}

async function write({ request }: AskTask, key: string, options: AskerOptions): Promise<WriteOutcome> {
  const { choice, store, queue, signal, onEvent, call = DEFAULT_CALL, fetcher, device } = options;
  const id = choiceId(choice);
  const givenUp = queue.trials.givenUp(id);
  if (givenUp) return givenUp;
  onEvent?.({ kind: 'started', key, choice: id });
  const apiKey = options.key();
  const answered = await ask(choice, apiKey, request, OUTPUT_LIMIT, signal(), call, {
    onText: (characters) => onEvent?.({ kind: 'streaming', key, characters }),
    onWait: (ms, why) => onEvent?.({ kind: 'waiting', key, ms, why }),
    ...(fetcher && { fetcher }),
    device: device?.(),
  });
  queue.trials.ended(id, answered.ok ? null : answered.error);
  if (!answered.ok) return answered.error;
  const { text, calls = [], usage, ms } = answered.value;
  const answer: AskAnswer = { text, calls };
  const stored: StoredSummary = { key, choice: id, text: answerWithoutKey(JSON.stringify(answer), apiKey), usage, ms };
  onEvent?.({ kind: 'finished', key, choice: id, usage, ms });
  await store.put(stored);
  return stored;
}
