/** One request for the vectors of some texts, with a time limit, retried where the failure may be transient. */
import type { ModelUsage } from '../engine/summarizers/contract.ts';
import { attempt, type CallHooks, incomplete, library, repeated } from './call.ts';
import { type CallError, type CallOptions, DEFAULT_CALL, embeddingChoice, type ModelChoice } from './contract.ts';
import { embeddingModel } from './providers.ts';

export interface Vectors {
  /** As received, one per text; not validated. */
  readonly vectors: readonly (readonly number[])[];
  /** null where the endpoint reported no usage. */
  readonly usage: ModelUsage | null;
  readonly ms: number;
}

/** Asks once for a few dozen texts. Never throws. An answer with more or fewer vectors than texts is the failure `wrong-vectors`. */
export async function embed(
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
