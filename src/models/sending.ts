/**
 * Previews what a comparison would send: it runs with cached summaries, the built-in summariser writes in place of the model, and every
 * requested summary is recorded.
 */
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import type { PromptId, Summarizer, SummaryRequest } from '../engine/summarizers/contract.ts';
import type { PreparedTranscript } from '../engine/signals/contract.ts';
import { findSecrets, type SecretKind } from '../engine/signals/secrets.ts';
import { choiceId, endpointOf, type ModelChoice, type StoredSummary, type SummaryStore } from './contract.ts';
import { type Masking, type Prompt, textsOf } from './prompt.ts';
import { type Price, priceOf } from './prices.ts';
import { createModelSummarizer, overWindow, promptOfRequest, Queue, summaryKey, type WindowError } from './model-summarizer.ts';

export interface SecretCount {
  readonly kind: SecretKind;
  readonly count: number;
}

export interface SendPlan {
  readonly choice: ModelChoice;
  readonly endpoint: string;
  /** Calls that are not cached. */
  readonly calls: number;
  readonly remembered: number;
  readonly input: number;
  readonly output: number;
  /** null = the price list does not contain the model. */
  readonly price: Price | null;
  /** Prompts that are not sent because they would not fit into the model's window; the largest, in tokens. null = all fit. */
  readonly over: { readonly calls: number; readonly tokens: number; readonly window: number } | null;
  readonly masked: number;
  /** Secrets in the messages, masked or not. */
  readonly secrets: readonly SecretCount[];
  readonly prompts: readonly PlannedPrompt[];
}

/** A prompt that would be sent. */
export interface PlannedPrompt extends Prompt {
  readonly rows: readonly string[];
  readonly input: number;
  readonly output: number;
}

export interface Rehearsal {
  readonly summarizer: Summarizer;
  of(row: string): Summarizer;
  /**
   * What was requested since the start. Requests that depend on a summary's real length (a second round of S1, the summary of summaries in
   * a pipeline) may be added later.
   */
  sending(): Promise<SendPlan>;
  remembered(): readonly StoredSummary[];
}

interface PendingRequest {
  readonly rows: Set<string>;
  readonly input: PreparedTranscript;
  readonly request: SummaryRequest;
}

export interface RehearsalOptions {
  readonly prompts: Readonly<Record<PromptId, string>>;
  readonly masking: Masking;
  readonly store: SummaryStore;
}

export function rehearse(choice: ModelChoice, { prompts, masking, store }: RehearsalOptions): Rehearsal {
  const builtIn = createBuiltIn();
  const id = choiceId(choice);
  const toSend = new Map<string, PendingRequest>();
  const known = new Map<string, StoredSummary>();
  const real = createModelSummarizer({
    choice,
    prompts,
    masking,
    store,
    key: () => '',
    queue: new Queue(1),
    signal: () => AbortSignal.abort(),
    send: () => false,
  });
  const summarizerOf = (row: string | null): Summarizer => ({
    id,
    title: id,
    async summarize(input, asked) {
      // Members may be a getter of a plan that is abandoned: its value is what counts.
      const request = { ...asked, members: asked.members };
      const key = await summaryKey(choice, input, request, prompts, masking);
      const stored = await store.get(key);
      if (stored) {
        known.set(key, stored);
        return real.summarize(input, request);
      }
      const one = toSend.get(key) ?? { rows: new Set(), input, request };
      toSend.set(key, one);
      if (row !== null) one.rows.add(row);
      return builtIn.summarize(input, request);
    },
  });
  return {
    summarizer: summarizerOf(null),
    of: summarizerOf,
    async sending() {
      let input = 0;
      let output = 0;
      let masked = 0;
      const tooLarge: WindowError[] = [];
      const list: PlannedPrompt[] = [];
      const found = new Map<SecretKind, Set<string>>();
      for (const { rows, input: prepared, request } of toSend.values()) {
        const prompt = promptOfRequest(prepared, request, prompts, masking);
        const refused = overWindow(choice, prepared, prompt, request);
        if (refused) {
          tooLarge.push(refused);
          continue;
        }
        const tokens = prepared.counts.text(prompt.system) + prepared.counts.text(prompt.user);
        list.push({ ...prompt, rows: [...rows], input: tokens, output: request.maxTokens });
        input += tokens;
        output += request.maxTokens;
        masked += prompt.masked;
        for (const i of request.members) {
          for (const text of textsOf(prepared.messages[i]!)) {
            for (const { kind, start, end } of findSecrets(text, { emails: true })) {
              const secrets = found.get(kind) ?? new Set();
              found.set(kind, secrets.add(text.slice(start, end)));
            }
          }
        }
      }
      return {
        choice,
        endpoint: endpointOf(choice) ?? '',
        calls: list.length,
        remembered: known.size,
        input,
        output,
        price: await priceOf(choice, { input, output, cacheRead: 0, cacheWrite: 0 }),
        over: tooLarge[0] ? { calls: tooLarge.length, tokens: Math.max(...tooLarge.map(({ tokens }) => tokens)), window: tooLarge[0].window } : null,
        masked,
        secrets: [...found].map(([kind, secrets]) => ({ kind, count: secrets.size })),
        prompts: list,
      };
    },
    remembered: () => [...known.values()],
  };
}
