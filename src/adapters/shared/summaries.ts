/** A function of the agent's as a summariser of the engine: the page's own instructions, secrets masked, limits kept. */
import type { Prepared } from '../../engine/signals/contract.ts';
import { maskSecrets } from '../../engine/signals/secrets.ts';
import type { Summarizer, SummaryFailure, SummaryOutcome, SummaryRequest } from '../../engine/summarizers/contract.ts';
import { cutToFit, within } from '../../engine/summarizers/limits.ts';
import { PROMPTS } from '../../models/instructions.ts';
import { promptFor, summaryIn } from '../../models/prompt.ts';
import type { Summarize } from './settings.ts';

const OWN = 'own';
const MASKING = { secrets: true, emails: false } as const;

/**
 * @param ms time limit of each summary, where the strategy has none of its own
 * @param window of the model that is asked, in tokens: what does not fit is not asked; absent = not checked
 */
export function summarizerOf(summarize: Summarize, ms: number, window = Number.POSITIVE_INFINITY): Summarizer {
  return {
    id: OWN,
    title: OWN,
    keepsTime: true,
    summarize: (input, request) => write(input, request, summarize, { ms: request.timeoutMs ?? ms, window }),
  };
}

/** Rejects with a TimeoutError after the time, whatever the work does; its signal ends then too. */
async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException(`no summary within ${ms} ms`, 'TimeoutError');
      limit.abort(error);
      reject(error);
    }, ms);
  });
  try {
    return await Promise.race([work(limit.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

const failed = (failure: SummaryFailure, message: string, final = false): SummaryOutcome => ({
  ok: false,
  failure,
  message,
  ...(final && { final: true as const }),
  summarizer: OWN,
  ms: 0,
});

async function write(
  input: Prepared,
  request: SummaryRequest,
  summarize: Summarize,
  { ms, window }: { readonly ms: number; readonly window: number },
): Promise<SummaryOutcome> {
  const id = request.prompt ?? 'S0';
  const { system, user } = promptFor(input, request, id, PROMPTS[id], MASKING);
  const tokens = input.counts.text(system) + input.counts.text(user) + request.maxTokens;
  if (tokens > window) return failed('error', `${tokens} tokens with the summary, the window has ${window}`, true);
  let answer: string;
  try {
    answer = await inTime(ms, async (signal) => summarize({ system, prompt: user, maxTokens: request.maxTokens, signal }));
    if (typeof answer !== 'string') return failed('error', `summarize: expected a promise of a string, got ${typeof answer}`);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return failed('timeout', error.message);
    return failed('error', error instanceof Error ? error.message : String(error));
  }
  const { text, masked } = maskSecrets(summaryIn(answer, id) ?? '', { emails: MASKING.emails });
  if (text.trim() === '') return failed('empty', 'the answer has no summary');
  const fits = within(input, text, request);
  if (!fits && request.tooLong !== 'cut') return failed('too-long', `${input.counts.text(text)} tokens, ${request.maxTokens} allowed`);
  const kept = fits ? text : cutToFit(input, text, request);
  return { ok: true, text: kept, tokens: input.counts.text(kept), spans: [{ text: kept }], masked, summarizer: OWN, ms: 0 };
}
