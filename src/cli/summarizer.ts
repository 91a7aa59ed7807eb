/** A real model for the summaries of a run: the key comes from the environment, and what will be sent is shown before a yes or no. */
import { createInterface } from 'node:readline/promises';
import type { CompareOptions } from '../engine/api.ts';
import { byId, strategies } from '../engine/pipelines/index.ts';
import type { PreparedTranscript, Reason } from '../engine/signals/contract.ts';
import { type Embedder, embeddingsOf } from '../engine/signals/embeddings.ts';
import type { Summarizer } from '../engine/summarizers/contract.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { incomplete } from '../models/call.ts';
import {
  BASE_URLS,
  type CallError,
  type CallFailure,
  DEFAULT_CALL,
  DEFAULT_PARALLEL,
  type EmbeddingChoice,
  type EndpointChoice,
  endpointOf,
  type EndpointProvider,
  type ModelEvent,
  PRICE_LIST,
  type SummaryStore,
} from '../models/contract.ts';
import { PROMPTS } from '../models/instructions.ts';
import { type BatchOutcome, createModelEmbedder, memoryVectors, rehearseEmbedding } from '../models/model-embedder.ts';
import { createModelSummarizer, memoryStore, Queue, type WriteOutcome } from '../models/model-summarizer.ts';
import { type Price, priceOf } from '../models/prices.ts';
import { callReason, embeddingReason, waitingReason } from '../models/reason.ts';
import { rehearse, type SendPlan } from '../models/sending.ts';
import { warn, err, numbers, t, words } from './cli-words.ts';
import { InterruptError, isStopped, opened, stopSignal } from './progress.ts';

const KEY_VARIABLES: Readonly<Record<EndpointProvider, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GEMINI_API_KEY',
  compatible: 'OPENAI_API_KEY',
};

export interface SummarizerChoice {
  readonly choice: EndpointChoice;
  readonly yes: boolean;
  /** Environment variable with the key; null = the provider's own, for its own address. */
  readonly keyEnv: string | null;
  /** Summaries that are known, and those that are written; absent = of this run. */
  readonly store?: SummaryStore;
}

export const MASKING = { secrets: true, emails: false } as const;

export const costOf = (price: Price | null): string =>
  price
    ? t('send.price.value', { price: numbers().money(price.total), list: PRICE_LIST.name, version: PRICE_LIST.version, date: PRICE_LIST.date })
    : t('models.price.unknown');

function saidOf({ choice, endpoint, calls, input, output, price, masked }: SendPlan): string {
  const n = numbers();
  const cost = costOf(price);
  const secrets = masked > 0 ? `\n${t('cli.send.masked', { count: masked })}` : '';
  return `${t('cli.send', { model: `${choice.provider}/${choice.model}`, endpoint, calls, input: n.whole(input), output: n.whole(output), cost })}${secrets}`;
}

/** Continues after a yes, now or earlier; throws a string of the dictionary otherwise. */
export async function agree(yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new RangeError(t('cli.send.not-asked'));
  if (!(await agreed())) throw new RangeError(t('cli.send.declined'));
}

interface KeyOptions {
  readonly model: string;
  readonly address: string;
  readonly key: string;
}

/**
 * The variable that holds the key of a choice: the one that was asked for by name, else the provider's own, but for its own address only. null =
 * none is sent.
 */
const variableFor = (choice: EndpointChoice, named: string | null): string | null =>
  named ?? (choice.provider !== 'compatible' && endpointOf(choice) === BASE_URLS[choice.provider] ? KEY_VARIABLES[choice.provider] : null);

/**
 * The key of a choice from the environment, '' where none is sent; a key that may be meant and is not sent is named. Throws a string of the
 * dictionary that names what is missing.
 */
export function keyFor(choice: EndpointChoice, option: KeyOptions, named: string | null): string {
  const variable = variableFor(choice, named);
  const key = (variable === null ? undefined : process.env[variable]) ?? '';
  if (named !== null && key === '') throw new RangeError(t('cli.send.no-variable', { variable: named }));
  const usual = KEY_VARIABLES[choice.provider];
  const lacking = incomplete(choice, key);
  if (!lacking) {
    if (variable === null && process.env[usual])
      err(t('cli.send.key-kept', { variable: usual, endpoint: endpointOf(choice) ?? '', option: option.key }));
    return key;
  }
  const hints: Partial<Record<CallFailure, string>> = {
    'no-key': variable === null ? t('cli.send.key-env', { option: option.key }) : t('cli.send.key', { variable }),
    'no-model': t('cli.send.option', { option: option.model }),
    'bad-address': t('cli.send.option', { option: option.address }),
  };
  const reason = words.reason(callReason(lacking));
  const hint = hints[lacking.kind];
  throw new RangeError(hint === undefined ? reason : t('cli.send.lacking', { reason, hint }));
}

async function agreed(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const signal = stopSignal();
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return /^(y|yes|j|ja|是|好)$/i.test((await lines.question(`${t('cli.send.question')} `, { signal })).trim());
  } catch (error) {
    throw isStopped() ? new InterruptError() : error;
  } finally {
    lines.close();
  }
}

/** What calls have used; says why one waits, and each failure once where `reasonOf` says what it is. */
export function spending(reasonOf: ((error: CallError) => Reason) | null) {
  const spent = { calls: 0, failed: 0, texts: 0, ms: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const said = new Set<string>();
  const onEvent = (event: ModelEvent): void => {
    if (event.kind === 'waiting') err(t('cli.send.waiting', { seconds: Math.ceil(event.ms / 1000), reason: words.reason(waitingReason(event.why)) }));
    if (event.kind === 'failed' && reasonOf) {
      spent.failed++;
      const line = t('cli.warning', { text: words.reason(reasonOf(event.error)) });
      if (!said.has(line)) err(line);
      said.add(line);
    }
    if (event.kind !== 'finished') return;
    spent.calls++;
    spent.texts += event.texts ?? 0;
    spent.ms += event.ms;
    for (const part of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) spent[part] += event.usage?.[part] ?? 0;
  };
  return { spent, onEvent };
}
type Spent = ReturnType<typeof spending>['spent'];

export function saySpent(what: string, { calls, failed, ms, input, cacheRead, cacheWrite, output }: Spent, price: Price | null): void {
  const cost = price ? numbers().money(price.total) : t('models.price.unknown');
  const line = t('cli.spent', { what, calls, input: input + cacheRead + cacheWrite, output, ms, cost });
  err(`${line}${failed > 0 ? ` · ${t('cli.spent.failed', { count: failed })}` : ''}`);
}

/**
 * Runs with a real model: first a rehearsal that sends nothing and shows what would be sent, then, after consent, the run itself. Reports
 * the usage at the end. Throws a string of the dictionary where nothing may be sent.
 */
export async function withModel<T>(
  { choice, yes, keyEnv, store = memoryStore() }: SummarizerChoice,
  run: (summarizer: Summarizer, rehearsal?: boolean) => Promise<T>,
): Promise<T> {
  const key = keyFor(choice, { model: '--summary-model', address: '--base-url', key: '--key-env' }, keyEnv);
  const options = { prompts: PROMPTS, masking: MASKING, store };
  const rehearsal = rehearse(choice, options);
  await run(rehearsal.summarizer, true);
  if (isStopped()) throw new InterruptError();
  const sending = await rehearsal.sending();
  if (sending.over) warn(t('send.over', { count: sending.over.calls, ...sending.over }));
  if (sending.calls > 0) {
    err(saidOf(sending));
    await agree(yes);
  }
  const { spent, onEvent } = spending(callReason);
  const queue = new Queue<WriteOutcome>(DEFAULT_PARALLEL);
  const result = await run(createModelSummarizer({ ...options, choice, key: () => key, queue, signal: stopSignal, onEvent, call: DEFAULT_CALL }));
  saySpent(t('models.kind.summaries'), spent, await priceOf(choice, spent));
  return result;
}

export interface AskedVectors {
  readonly choice: EmbeddingChoice;
  readonly yes: boolean;
  readonly keyEnv: string | null;
}

/**
 * Runs with an embedding model: shows what would be sent and, after consent, sends it once for the whole run. Reports the usage at the end.
 * Throws a string of the dictionary where nothing may be sent; if the endpoint fails, the run compares by words.
 */
async function withEmbedder<T>(
  { choice, yes, keyEnv }: AskedVectors,
  context: PreparedTranscript,
  run: (embedder: Embedder) => Promise<T>,
): Promise<T> {
  const key = keyFor(choice, { model: '--embedding-model', address: '--embedding-url', key: '--embedding-key-env' }, keyEnv);
  const store = memoryVectors();
  const rehearsal = rehearseEmbedding(choice, { masking: MASKING, store });
  await embeddingsOf(context, rehearsal.of(context));
  const sending = await rehearsal.sending();
  const n = numbers();
  const { endpoint, calls, input, prompts, masked, price } = sending;
  if (calls > 0) {
    const model = `${choice.provider}/${choice.model}`;
    err(t('cli.send.embed', { model, endpoint, count: prompts.length, calls, input: n.whole(input), cost: costOf(price) }));
    if (masked > 0) err(t('cli.send.masked', { count: masked }));
    await agree(yes);
  }
  const { spent, onEvent } = spending(embeddingReason);
  const queue = new Queue<BatchOutcome>(DEFAULT_PARALLEL);
  const made = createModelEmbedder({ choice, key: () => key, masking: MASKING, store, queue, signal: stopSignal, onEvent, call: DEFAULT_CALL });
  let asked: ReturnType<Embedder['embed']> | undefined;
  // Compare, recall and decay use the same texts; a failure is not paid for again.
  const result = await run({ ...made, embed: (texts) => (asked ??= made.embed(texts)) });
  const { texts, ms } = spent;
  err(t('cli.spent.embed', { count: texts, input: n.whole(spent.input), ms, cost: costOf(await priceOf(choice, spent)) }));
  return result;
}

export async function byVectors<T>(
  { vectors }: { readonly vectors: AskedVectors | null },
  transcript: Transcript,
  options: CompareOptions & { readonly strategies: readonly string[] },
  run: (embedder: Embedder | null) => Promise<T>,
): Promise<T> {
  if (!vectors) return run(null);
  if (!options.strategies.some((id) => byId.get(id)?.embeds)) {
    warn(t('cli.embedder.unused', { known: strategies.flatMap(({ id, embeds }) => (embeds ? [id] : [])).join(', ') }));
    return run(null);
  }
  const { prepared } = await opened(transcript, options);
  return withEmbedder(vectors, prepared, run);
}
