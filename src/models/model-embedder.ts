/** A real model behind the embedder interface: cached vectors, queued batches, no exceptions. */
import type { PreparedTranscript, Reason } from '../engine/signals/contract.ts';
import { EMBEDDED_CHARACTERS, type Embedder, textsToEmbed, vectorError } from '../engine/signals/embeddings.ts';
import { findSecrets, maskSecrets, type SecretKind } from '../engine/signals/secrets.ts';
import { attempt, type CallHooks, embeddingModel, incomplete, library, repeated } from './call.ts';
import {
  type CallError,
  type CallOptions,
  choiceId,
  DEFAULT_CALL,
  embeddingChoice,
  endpointOf,
  type ModelChoice,
  type ModelEvent,
  type StoredVector,
  type VectorStore,
} from './contract.ts';
import type { ModelUsage } from '../engine/summarizers/contract.ts';
import { type Masking, sha256 } from './prompt.ts';
import { priceOf } from './prices.ts';
import type { Queue } from './model-summarizer.ts';
import { embeddingReason } from './reason.ts';
import type { SendPlan } from './sending.ts';

// One request for the vectors of some texts, with a time limit, retried where the failure may be transient.

interface Vectors {
  /** As received, one per text; not validated. */
  readonly vectors: readonly (readonly number[])[];
  /** null where the endpoint reported no usage. */
  readonly usage: ModelUsage | null;
  readonly ms: number;
}

/** Asks once for a few dozen texts. Never throws. An answer with more or fewer vectors than texts is the failure `wrong-vectors`. */
async function embed(
  choice: ModelChoice,
  key: string,
  texts: readonly string[],
  signal: AbortSignal,
  options: CallOptions = DEFAULT_CALL,
  { onWait, fetcher }: Pick<CallHooks, 'onWait' | 'fetcher'> = {},
): Promise<{ readonly ok: true; readonly value: Vectors } | { readonly ok: false; readonly error: CallError }> {
  const lacking = incomplete(choice, key);
  if (lacking) return { ok: false, error: lacking };
  const remote = embeddingChoice(choice);
  if (!remote) return { ok: false, error: { kind: 'no-embeddings' } };
  const once = () => {
    const started = performance.now();
    return attempt<Vectors>(remote, key, signal, options.timeoutMs, fetcher, true, async (watched, limit) => {
      const [{ embedMany }, model] = await Promise.all([library(), embeddingModel(remote, key, watched)]);
      const { embeddings, usage } = await embedMany({ model, values: [...texts], maxRetries: 0, abortSignal: limit });
      if (embeddings.length !== texts.length) return { kind: 'wrong-vectors', detail: `${texts.length} → ${embeddings.length}` };
      const counted = Number.isFinite(usage.tokens) ? { input: usage.tokens, output: 0, cacheRead: 0, cacheWrite: 0 } : null;
      return { value: { vectors: embeddings, usage: counted, ms: performance.now() - started } };
    });
  };
  return repeated(once, signal, options, onWait);
}

/** Texts and characters per request: far below the limits of endpoints (100 texts at Google, 300,000 tokens at OpenAI). */
export const BATCH_TEXTS = 64;
const BATCH_CHARACTERS = 100_000;

export type BatchOutcome = CallError | { readonly kind: 'bad-vector'; readonly reason: Reason } | { readonly kind: 'done' };

export interface ModelEmbedderOptions {
  readonly choice: ModelChoice;
  readonly key: () => string;
  readonly masking: Masking;
  readonly store: VectorStore;
  readonly queue: Queue<BatchOutcome>;
  readonly signal: () => AbortSignal;
  /** false: only cached vectors and those on their way. Absent = true. */
  readonly send?: () => boolean;
  readonly onEvent?: (event: ModelEvent) => void;
  readonly call?: CallOptions;
  readonly fetcher?: typeof fetch;
}

export const vectorKey = (choice: ModelChoice, text: string): Promise<string> =>
  sha256(JSON.stringify([choiceId(choice), endpointOf(choice), EMBEDDED_CHARACTERS, text]));

const cleaning = ({ secrets, emails }: Masking): Embedder['clean'] =>
  // Arguments are JSON inside a string; the patterns for secrets expect plain quotes.
  secrets ? (text) => maskSecrets(text.replaceAll('\\"', '"'), { emails }).text : undefined;

interface KeyedText {
  readonly text: string;
  readonly key: string;
}

/** The same texts always form the same batches, so that one in flight is found again. */
function batchesOf(texts: readonly KeyedText[]): readonly (readonly KeyedText[])[] {
  const batches: KeyedText[][] = [];
  let characters = 0;
  for (const one of texts) {
    const last = batches.at(-1);
    characters += one.text.length;
    if (last && last.length < BATCH_TEXTS && characters <= BATCH_CHARACTERS) last.push(one);
    else {
      batches.push([one]);
      characters = one.text.length;
    }
  }
  return batches;
}

async function keyed(choice: ModelChoice, texts: readonly string[]): Promise<readonly KeyedText[]> {
  return Promise.all(texts.map(async (text) => ({ text, key: await vectorKey(choice, text) })));
}

export function createModelEmbedder(options: ModelEmbedderOptions): Embedder {
  const { choice, masking } = options;
  const clean = cleaning(masking);
  return { id: choiceId(choice), ...(clean && { clean }), embed: (texts) => embedAll(texts, options) };
}

async function embedAll(texts: readonly string[], options: ModelEmbedderOptions): ReturnType<Embedder['embed']> {
  const { choice, store, queue, send, onEvent } = options;
  const id = choiceId(choice);
  const all = await keyed(choice, texts);
  const known = await store.get(all.map(({ key }) => key));
  const dimension = known.find((vector) => vector !== undefined)?.length ?? 0;
  const missing = new Set(all.filter((_, i) => known[i] === undefined).map(({ key }) => key));
  if (missing.size === 0) return { vectors: known.map((vector) => vector ?? null) };
  const lackingNow = incomplete(choice);
  let unsent = 0;
  let lacking: Reason | undefined;
  await Promise.all(
    batchesOf(all).map(async (batch) => {
      const wanted = batch.filter(({ key }) => missing.has(key));
      if (wanted.length === 0) return;
      const name = batch.map(({ key }) => key).join(' ');
      if (lackingNow || (send?.() === false && !queue.has(name))) {
        unsent += wanted.length;
        return;
      }
      const ended = await queue.run(name, () => sendBatch(wanted, name, dimension, options));
      const batched = ended ?? { kind: 'cancelled' as const };
      // That the others were not sent is said rather than how the first ended.
      if (batched.kind === 'given-up') lacking = embeddingReason(batched);
      else if (batched.kind !== 'done') lacking ??= batched.kind === 'bad-vector' ? batched.reason : embeddingReason(batched);
    }),
  );
  if (unsent > 0) {
    const error = lackingNow ?? { kind: 'not-sent' as const };
    lacking ??= embeddingReason(error);
    onEvent?.({ kind: 'failed', key: id, choice: id, error, texts: unsent });
  }
  const found = await store.get(all.map(({ key }) => key));
  return { vectors: found.map((vector) => vector ?? null), ...(lacking && { lacking }) };
}

/** Sends one batch and stores what it returned, even if some of it is not a vector: the rest was paid for. */
async function sendBatch(batch: readonly KeyedText[], name: string, known: number, options: ModelEmbedderOptions): Promise<BatchOutcome> {
  const { choice, store, signal, onEvent, queue, call = DEFAULT_CALL, fetcher } = options;
  const id = choiceId(choice);
  const texts = batch.length;
  const givenUp = queue.trials.givenUp(id);
  if (givenUp) {
    onEvent?.({ kind: 'failed', key: name, choice: id, error: givenUp, texts });
    return givenUp;
  }
  onEvent?.({ kind: 'started', key: name, choice: id, texts });
  const answered = await embed(
    choice,
    options.key(),
    batch.map(({ text }) => text),
    signal(),
    call,
    { onWait: (ms, why) => onEvent?.({ kind: 'waiting', key: name, ms, why }), ...(fetcher && { fetcher }) },
  );
  queue.trials.ended(id, answered.ok ? null : answered.error);
  if (!answered.ok) {
    onEvent?.({ kind: 'failed', key: name, choice: id, error: answered.error, texts });
    return answered.error;
  }
  const { vectors, usage, ms } = answered.value;
  let dimension = known;
  let wrong: Reason | null = null;
  const kept: StoredVector[] = [];
  batch.forEach(({ key }, i) => {
    const vector = vectors[i]!;
    const error = vectorError(vector, dimension);
    wrong ??= error;
    if (error) return;
    dimension ||= vector.length;
    kept.push({ key, vector: Float32Array.from(vector) });
  });
  await store.put(kept);
  onEvent?.({ kind: 'finished', key: name, choice: id, usage, ms, texts: kept.length });
  if (!wrong) return { kind: 'done' };
  onEvent?.({ kind: 'failed', key: name, choice: id, error: { kind: 'wrong-vectors' }, texts: texts - kept.length });
  return { kind: 'bad-vector', reason: wrong };
}

export function memoryVectors(): VectorStore & { readonly size: () => number } {
  const known = new Map<string, Float32Array>();
  return {
    get: (keys) => Promise.resolve(keys.map((key) => known.get(key))),
    put(vectors) {
      for (const { key, vector } of vectors) known.set(key, vector);
      return Promise.resolve();
    },
    size: () => known.size,
  };
}

export interface EmbeddingRehearsal {
  of(prepared: PreparedTranscript): Embedder;
  sending(): Promise<SendPlan>;
}

/** What would be embedded, before anything is sent. */
export function rehearseEmbedding(choice: ModelChoice, { masking, store }: Pick<ModelEmbedderOptions, 'masking' | 'store'>): EmbeddingRehearsal {
  const clean = cleaning(masking);
  const id = choiceId(choice);
  const remembered = new Set<string>();
  const toSend = new Map<string, { readonly text: string; readonly raw: string; readonly tokens: number }>();
  const calls = new Set<string>();
  return {
    of(prepared) {
      const raw = new Map(Array.from(textsToEmbed(prepared, clean), ([before, sent]) => [sent, before]));
      return {
        id,
        ...(clean && { clean }),
        async embed(texts) {
          const all = await keyed(choice, texts);
          const known = await store.get(all.map(({ key }) => key));
          all.forEach(({ key, text }, i) => {
            if (known[i]) remembered.add(key);
            else if (!toSend.has(key)) toSend.set(key, { text, raw: raw.get(text) ?? text, tokens: prepared.counts.text(text) });
          });
          const missing = new Set(all.filter((_, i) => !known[i]).map(({ key }) => key));
          for (const batch of batchesOf(all)) if (batch.some(({ key }) => missing.has(key))) calls.add(batch.map(({ key }) => key).join(' '));
          return { vectors: known.map((vector) => vector ?? null), lacking: embeddingReason({ kind: 'not-sent' }) };
        },
      };
    },
    async sending() {
      const found = new Map<SecretKind, Set<string>>();
      const isMasked = (kind: SecretKind): boolean => masking.secrets && (kind !== 'e-mail' || masking.emails);
      let input = 0;
      let allMasked = 0;
      const prompts = [...toSend.values()].map(({ text, raw, tokens }) => {
        input += tokens;
        let masked = 0;
        for (const { kind, start, end } of findSecrets(raw, { emails: true })) {
          found.set(kind, (found.get(kind) ?? new Set()).add(raw.slice(start, end)));
          if (isMasked(kind)) masked++;
        }
        allMasked += masked;
        return { system: '', user: text, masked, rows: [], input: tokens, output: 0 };
      });
      return {
        choice,
        endpoint: endpointOf(choice) ?? '',
        calls: calls.size,
        remembered: remembered.size,
        input,
        output: 0,
        price: await priceOf(choice, { input, output: 0, cacheRead: 0, cacheWrite: 0 }),
        over: null,
        masked: allMasked,
        secrets: [...found].map(([kind, secrets]) => ({ kind, count: secrets.size })),
        prompts,
      };
    },
  };
}
