/**
 * An embedding model for a run: as for summaries, the key comes from the environment, and what will be sent is shown before a yes or no.
 */
import type { CompareOptions } from '../engine/api.ts';
import { byId, strategies } from '../engine/pipelines/index.ts';
import type { PreparedTranscript } from '../engine/signals/contract.ts';
import { type Embedder, embeddingsOf } from '../engine/signals/embeddings.ts';
import { DEFAULT_CALL, DEFAULT_PARALLEL, type EmbeddingChoice, type ModelEvent } from '../models/contract.ts';
import { createModelEmbedder, memoryVectors, rehearseEmbedding } from '../models/model-embedder.ts';
import { priceOf } from '../models/prices.ts';
import { Queue } from '../models/queue.ts';
import { embeddingReason, waitingReason } from '../models/reason.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { err } from './output.ts';
import { agree, costOf, keyFor, MASKING } from './summarizer.ts';
import { opened, stopSignal } from './stop.ts';
import { numbers, t, words } from './cli-words.ts';

export interface AskedVectors {
  readonly choice: EmbeddingChoice;
  readonly yes: boolean;
  readonly keyEnv: string | null;
}

/**
 * Runs with an embedding model: shows what would be sent and, after consent, sends it once for the whole run. Reports the usage at the end.
 * Throws a string of the dictionary where nothing may be sent; if the endpoint fails, the run compares by words.
 */
export async function withEmbedder<T>(
  { choice, yes, keyEnv }: AskedVectors,
  context: PreparedTranscript,
  run: (embedder: Embedder) => Promise<T>,
  say: (line: string) => void,
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
    say(t('cli.send.embed', { model, endpoint, count: prompts.length, calls, input: n.whole(input), cost: costOf(price) }));
    if (masked > 0) say(t('cli.send.masked.texts', { count: masked }));
    await agree(yes);
  }
  const signal = stopSignal();
  const said = new Set<string>();
  const spent = { texts: 0, ms: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const onEvent = (event: ModelEvent): void => {
    if (event.kind === 'waiting') say(t('cli.send.waiting', { seconds: Math.ceil(event.ms / 1000), reason: words.reason(waitingReason(event.why)) }));
    const line = event.kind === 'failed' ? t('cli.warning', { text: words.reason(embeddingReason(event.error)) }) : '';
    if (line !== '' && !said.has(line)) say(line);
    said.add(line);
    if (event.kind !== 'finished') return;
    spent.texts += event.texts ?? 0;
    spent.ms += event.ms;
    spent.input += event.usage?.input ?? 0;
  };
  const made = createModelEmbedder({
    choice,
    key: () => key,
    masking: MASKING,
    store,
    queue: new Queue(DEFAULT_PARALLEL),
    signal: () => signal,
    onEvent,
    call: DEFAULT_CALL,
  });
  let asked: ReturnType<Embedder['embed']> | undefined;
  // Compare, recall and decay use the same texts; a failure is not paid for again.
  const result = await run({ ...made, embed: (texts) => (asked ??= made.embed(texts)) });
  const { texts, ms } = spent;
  say(t('cli.spent.embed', { count: texts, input: n.whole(spent.input), ms, cost: costOf(await priceOf(choice, spent)) }));
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
    err(t('cli.warning', { text: t('cli.embedder.unused', { known: strategies.flatMap(({ id, embeds }) => (embeds ? [id] : [])).join(', ') }) }));
    return run(null);
  }
  const { prepared } = await opened(transcript, options);
  return withEmbedder(vectors, prepared, run, err);
}
