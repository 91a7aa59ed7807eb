/** One model call: streamed, with a time limit per attempt, retried where the failure may be transient. */
import type { ModelMessage, ToolSet } from 'ai';
import type { AgentRequest, AskCall } from '../engine/ask/contract.ts';
import { withoutLoneSurrogates } from '../engine/formats/json.ts';
import type { ModelUsage } from '../engine/summarizers/contract.ts';
import {
  type Answer,
  type AnswerResult,
  type CallError,
  type CallOptions,
  DEFAULT_CALL,
  type EndpointChoice,
  endpointChoice,
  endpointOf,
  isAddress,
  type ModelChoice,
  needsKey,
} from './contract.ts';
import { askDevice, type DeviceModel } from './device.ts';
import { failureOf, isPassing, retryAfter } from './failures.ts';
import type { Prompt } from './prompt.ts';
import { languageModel } from './providers.ts';
import { watched } from './model-watch.ts';

export interface CallHooks {
  readonly onText?: (characters: number) => void;
  readonly onWait?: (ms: number, why: CallError) => void;
  readonly fetcher?: typeof fetch;
  readonly device?: DeviceModel | undefined;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/** Otherwise the library prints advice to the console. */
const QUIET = { AI_SDK_LOG_WARNINGS: false };

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/** What a choice lacks before anything can be sent; null when it is complete. Without `key` the key is not checked. */
export function incomplete(choice: ModelChoice, key?: string): CallError | null {
  if (choice.model.trim() === '') return { kind: 'no-model' };
  if (choice.provider === 'device') return null;
  const endpoint = endpointOf(choice);
  if (endpoint === null || !isAddress(endpoint)) return { kind: 'bad-address' };
  if (key === '' && needsKey(choice)) return { kind: 'no-key' };
  return null;
}

/** Asks once, with as many attempts as the options allow. Never throws. */
export async function ask(
  choice: ModelChoice,
  key: string,
  prompt: Prompt | AgentRequest,
  maxOutputTokens: number,
  signal: AbortSignal,
  options: CallOptions = DEFAULT_CALL,
  hooks: CallHooks = {},
): Promise<AnswerResult> {
  const lacking = incomplete(choice, key);
  if (lacking) return { ok: false, error: lacking };
  const remote = endpointChoice(choice);
  if (!remote) {
    // Browsers' own models know no tools.
    if ('turns' in prompt) return { ok: false, error: { kind: 'no-tools' } };
    return askDevice(hooks.device, prompt, signal, options.timeoutMs);
  }
  const sent = wellFormed(prompt);
  return repeated(() => once(remote, key, sent, maxOutputTokens, signal, options.timeoutMs, hooks), signal, options, hooks.onWait);
}

const wellFormed = <T>(sent: T): T => JSON.parse(withoutLoneSurrogates(JSON.stringify(sent)).text) as T;

/** Makes attempts until one succeeds or fails for good, waiting between them as the endpoint asks. Never throws. */
export async function repeated<T>(
  once: () => Promise<AttemptResult<T>>,
  signal: AbortSignal,
  options: CallOptions,
  onWait: CallHooks['onWait'],
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CallError }> {
  let wait = FIRST_WAIT;
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } };
    const tried = await once();
    if (tried.ok) return tried;
    if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } };
    if (attempt >= options.attempts || !isPassing(tried.error)) return { ok: false, error: tried.error };
    const pause = Math.min(LONGEST_WAIT, tried.after ?? wait);
    wait *= 2;
    onWait?.(pause, tried.error);
    await sleep(pause, signal);
  }
}

export type AttemptResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CallError; readonly after: number | null };

/** One attempt over a watched connection, with a time limit. Whatever it throws becomes a named failure without the key. */
export async function attempt<T>(
  choice: EndpointChoice,
  key: string,
  signal: AbortSignal,
  timeoutMs: number,
  fetcher: typeof fetch | undefined,
  whole: boolean,
  send: (fetcher: typeof fetch, limit: AbortSignal) => Promise<{ readonly value: T } | { readonly failure: unknown } | CallError>,
): Promise<AttemptResult<T>> {
  const limit = new AbortController();
  const cancel = () => limit.abort(signal.reason);
  signal.addEventListener('abort', cancel);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    limit.abort(new DOMException('no answer in time', 'TimeoutError'));
  }, timeoutMs);
  const connection = watched(choice.provider, endpointOf(choice) ?? '', limit.signal, fetcher, whole);
  const failed = (error: unknown): AttemptResult<T> => {
    if (late) return { ok: false, error: { kind: 'timeout' }, after: null };
    if (signal.aborted) return { ok: false, error: { kind: 'cancelled' }, after: null };
    const named = failureOf(error, key);
    const seen = connection.seen();
    // A document that arrived whole but cannot be read was not truncated.
    const found: CallError = whole && seen === null && named.kind === 'cut' && named.status === 200 ? { ...named, kind: 'malformed' } : named;
    const clear = found.kind === 'malformed' || (found.status !== undefined && found.status >= 300);
    const told = seen === null || (clear && seen === 'cut') ? found : { ...found, kind: seen };
    return { ok: false, error: told, after: retryAfter(error, Date.now()) };
  };
  try {
    const sent = await send(connection.fetcher, limit.signal);
    if ('failure' in sent || limit.signal.aborted) return failed(('failure' in sent ? sent.failure : undefined) ?? limit.signal.reason);
    const seen = connection.seen();
    if (seen) return { ok: false, error: { kind: seen }, after: null };
    return 'kind' in sent ? { ok: false, error: sent, after: null } : { ok: true, value: sent.value };
  } catch (error) {
    return failed(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

/** The library, told not to print advice to the console. */
export async function library(): Promise<typeof import('ai')> {
  const loaded = await import('ai');
  Object.assign(globalThis, QUIET);
  return loaded;
}

function once(
  choice: EndpointChoice,
  key: string,
  prompt: Prompt | AgentRequest,
  maxOutputTokens: number,
  signal: AbortSignal,
  timeoutMs: number,
  hooks: CallHooks,
): Promise<AttemptResult<Answer>> {
  const started = performance.now();
  return attempt<Answer>(choice, key, signal, timeoutMs, hooks.fetcher, false, async (fetcher, limit) => {
    const [ai, model] = await Promise.all([library(), languageModel(choice, key, fetcher)]);
    let failure: unknown;
    const stream = ai.streamText({
      model,
      ...('turns' in prompt ? conversationOf(prompt, ai) : { system: prompt.system, prompt: prompt.user }),
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: limit,
      onError: ({ error }) => {
        failure ??= error;
      },
    });
    let text = '';
    const calls: AskCall[] = [];
    let usage: ModelUsage | null = null;
    let finish = '';
    for await (const part of stream.fullStream) {
      if (part.type === 'text-delta') {
        text += part.text;
        hooks.onText?.(text.length);
      } else if (part.type === 'tool-call') {
        calls.push({ name: part.toolName, input: isRecord(part.input) ? part.input : { input: part.input } });
      } else if (part.type === 'error') failure ??= part.error;
      else if (part.type === 'abort') failure ??= limit.reason;
      else if (part.type === 'finish') {
        finish = part.finishReason;
        usage = usageOf(part.totalUsage);
      }
    }
    if (failure !== undefined) return { failure };
    if (text.trim() === '' && calls.length === 0) return { kind: 'empty' };
    return { value: { text, ...(calls.length > 0 && { calls }), usage, unfinished: finish === 'length', ms: performance.now() - started } };
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

function conversationOf(
  { system, turns, tools }: AgentRequest,
  { jsonSchema, tool }: Pick<typeof import('ai'), 'jsonSchema' | 'tool'>,
): { readonly system?: string; readonly messages: ModelMessage[]; readonly tools: ToolSet } {
  const messages = turns.map((turn): ModelMessage => {
    if (turn.role === 'user') return { role: 'user', content: turn.text };
    if (turn.role === 'tool') {
      const content = turn.results.map(({ id, name, text, isError }) => ({
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: name,
        output: { type: isError ? ('error-text' as const) : ('text' as const), value: text },
      }));
      return { role: 'tool', content };
    }
    const calls = turn.calls.map(({ id, name, input }) => ({ type: 'tool-call' as const, toolCallId: id, toolName: name, input }));
    return { role: 'assistant', content: [...(turn.text ? [{ type: 'text' as const, text: turn.text }] : []), ...calls] };
  });
  const offered = tools.map(({ name, description, schema }) => [
    name,
    tool({ ...(description && { description }), inputSchema: jsonSchema(schema) }),
  ]);
  return { ...(system && { system }), messages, tools: Object.fromEntries(offered) as ToolSet };
}

interface SdkUsage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly inputTokenDetails?: { readonly cacheReadTokens?: number | undefined; readonly cacheWriteTokens?: number | undefined };
}

/** null where the endpoint reported no usage. */
function usageOf({ inputTokens, outputTokens, inputTokenDetails }: SdkUsage): ModelUsage | null {
  if (inputTokens === undefined && outputTokens === undefined) return null;
  const cacheRead = inputTokenDetails?.cacheReadTokens ?? 0;
  const cacheWrite = inputTokenDetails?.cacheWriteTokens ?? 0;
  return { input: Math.max(0, (inputTokens ?? 0) - cacheRead - cacheWrite), output: outputTokens ?? 0, cacheRead, cacheWrite };
}
