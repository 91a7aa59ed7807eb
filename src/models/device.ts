/**
 * The language model built into some browsers. Only the page can reach it, but summaries are requested in the worker, so the page passes
 * the worker this interface to it.
 */
import type { AnswerResult, CallError } from './contract.ts';
import type { Prompt } from './prompt.ts';

export type DeviceAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: CallError };

export interface DeviceModel {
  /** Never rejects. `id` identifies the call for `stop`. */
  answer(id: number, prompt: Pick<Prompt, 'system' | 'user'>): Promise<DeviceAnswer>;
  stop(id: number): unknown;
}

const MOST_CHARACTERS = 2_000_000;

let calls = 0;

/** Asks once. `device` undefined: there is none. */
export async function askDevice(device: DeviceModel | undefined, prompt: Prompt, signal: AbortSignal, timeoutMs: number): Promise<AnswerResult> {
  if (!device) return { ok: false, error: { kind: 'no-device' } };
  if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } };
  const started = performance.now();
  const id = ++calls;
  let giveUp: (answer: DeviceAnswer) => void = () => undefined;
  const given = new Promise<DeviceAnswer>((resolve) => {
    giveUp = resolve;
  });
  const end = (kind: 'timeout' | 'cancelled') => (): void => {
    giveUp({ ok: false, error: { kind } });
    device.stop(id);
  };
  const timer = setTimeout(end('timeout'), timeoutMs);
  const cancel = end('cancelled');
  signal.addEventListener('abort', cancel);
  const answered = await Promise.race([device.answer(id, { system: prompt.system, user: prompt.user }), given]);
  clearTimeout(timer);
  signal.removeEventListener('abort', cancel);
  if (!answered.ok) return answered;
  if (answered.text.length > MOST_CHARACTERS) return { ok: false, error: { kind: 'answer-too-large' } };
  if (answered.text.trim() === '') return { ok: false, error: { kind: 'empty' } };
  return { ok: true, value: { text: answered.text, usage: null, unfinished: false, ms: performance.now() - started } };
}

/** The part of it used here: https://www.w3.org/TR/prompt-api/ */
export interface LanguageModelApi {
  availability(): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: { initialPrompts: readonly { role: 'system'; content: string }[]; signal: AbortSignal }): Promise<{
    prompt(text: string, options: { signal: AbortSignal }): Promise<string>;
    destroy(): void;
  }>;
}

const LONGEST_DETAIL = 300;

function failureOf(error: unknown): CallError {
  if (!(error instanceof Error)) return { kind: 'device', detail: String(error).slice(0, LONGEST_DETAIL) };
  if (error.name === 'AbortError') return { kind: 'cancelled' };
  if (error.name === 'QuotaExceededError') return { kind: 'device-full', detail: error.message.slice(0, LONGEST_DETAIL) };
  return { kind: 'device', detail: error.message.slice(0, LONGEST_DETAIL) };
}

/** The model behind the browser's interface; `api` is looked up for every call, because it may appear and disappear. */
export function deviceModel(api: () => LanguageModelApi | undefined): DeviceModel {
  const running = new Map<number, AbortController>();
  return {
    async answer(id, { system, user }) {
      const found = api();
      if (!found) return { ok: false, error: { kind: 'no-device' } };
      const control = new AbortController();
      running.set(id, control);
      try {
        const { signal } = control;
        const session = await found.create({ initialPrompts: [{ role: 'system', content: system }], signal });
        try {
          return { ok: true, text: await session.prompt(user, { signal }) };
        } finally {
          session.destroy();
        }
      } catch (error) {
        return { ok: false, error: failureOf(error) };
      } finally {
        running.delete(id);
      }
    },
    stop: (id) => running.get(id)?.abort(),
  };
}
