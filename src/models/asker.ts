/** Tasks of the engine's `ask` answered by a real model: kept by hash of the request, in a queue, cancelled and resumed as summaries are. */
import type { AgentRequest, AskAnswer, AskTask, TextRequest } from '../engine/ask/contract.ts';
import { type CallError, choiceId, type ModelChoice, type SummaryStore } from './contract.ts';
import { type Price, priceOf } from './prices.ts';
import { sha256 } from './prompt.ts';
import { type AnswerOptions, storedAnswer } from './model-summarizer.ts';

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
  options: AnswerOptions,
  told: (done: number, of: number) => void = () => undefined,
): Promise<AskResult> {
  const answers = new Map<string, AskAnswer>();
  const failures = new Map<string, CallError>();
  let done = 0;
  await Promise.all(
    tasks.map(async (task) => {
      const written = await storedAnswer(await keyOf(options.choice, task), options, {
        promptOf: () => task.request,
        limit: OUTPUT_LIMIT,
        textOf: ({ text, calls = [] }) => JSON.stringify({ text, calls } satisfies AskAnswer),
      });
      if ('kind' in written) failures.set(task.id, written);
      else answers.set(task.id, JSON.parse(written.text) as AskAnswer);
      told(++done, tasks.length);
    }),
  );
  return { answers, failures };
}
