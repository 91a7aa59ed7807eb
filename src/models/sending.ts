/**
 * What a comparison would send, before anything is sent: the comparison runs with the built-in summariser in the model's place,
 * and every summary that it asks for is written down.
 */
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import type { PromptId, Summarizer, SummaryRequest } from '../engine/summarizers/contract.ts';
import type { Prepared } from '../engine/signals/contract.ts';
import { choiceId, endpointOf, type ModelChoice, type SummaryStore } from './contract.ts';
import type { Masking, Prompt } from './prompt.ts';
import { type Price, priceOf } from './prices.ts';
import { promptOfRequest, summaryKey } from './summarizer.ts';

/** What goes to one model. */
export interface Sending {
  readonly choice: ModelChoice;
  readonly endpoint: string;
  /** Calls that are not remembered from before. */
  readonly calls: number;
  readonly remembered: number;
  /** Tokens of the prompts, by the tokenizer in use, and the most that the summaries may have. */
  readonly input: number;
  readonly output: number;
  /** null = the price list does not know the model. */
  readonly price: Price | null;
  /** Secrets that are masked in the prompts. */
  readonly masked: number;
  /** The exact prompts, in the order in which they are asked for. */
  readonly prompts: readonly Prompt[];
}

export interface Rehearsal {
  /** Takes the model's place. */
  readonly summarizer: Summarizer;
  /**
   * What was asked for since the start. Requests that only follow from a summary's real length (a second round of S1, the summary
   * of summaries in a pipeline) may come on top.
   */
  sending(): Promise<Sending>;
}

interface Asked {
  readonly input: Prepared;
  readonly request: SummaryRequest;
}

export function rehearse(
  choice: ModelChoice,
  { prompts, masking, store }: { readonly prompts: Readonly<Record<PromptId, string>>; readonly masking: Masking; readonly store: SummaryStore },
): Rehearsal {
  const builtIn = createBuiltIn();
  const asked: Asked[] = [];
  const id = choiceId(choice);
  return {
    summarizer: {
      id,
      title: id,
      summarize(input, request) {
        // Members may be a getter of a plan that is given up: its value is what counts.
        asked.push({ input, request: { ...request, members: request.members } });
        return builtIn.summarize(input, request);
      },
    },
    async sending() {
      const seen = new Set<string>();
      const toSend: Prompt[] = [];
      let remembered = 0;
      let input = 0;
      let output = 0;
      let masked = 0;
      for (const { input: prepared, request } of asked) {
        const prompt = promptOfRequest(prepared, request, prompts, masking);
        const key = await summaryKey(choice, prompt, request);
        if (seen.has(key)) continue;
        seen.add(key);
        if (await store.get(key)) {
          remembered++;
          continue;
        }
        toSend.push(prompt);
        input += prepared.counts.text(prompt.system) + prepared.counts.text(prompt.user);
        output += request.maxTokens;
        masked += prompt.masked;
      }
      return {
        choice,
        endpoint: endpointOf(choice) ?? '',
        calls: toSend.length,
        remembered,
        input,
        output,
        price: await priceOf(choice, { input, output, cacheRead: 0, cacheWrite: 0 }),
        masked,
        prompts: toSend,
      };
    },
  };
}
