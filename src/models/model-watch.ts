/** What the library does not distinguish, observed at the connection: no response, a response of another type, a stream that breaks or ends early. */
import type { CallFailure, EndpointProvider } from './contract.ts';

export interface WatchedFetch {
  readonly fetcher: typeof fetch;
  /** What was observed of the last request; null = nothing wrong at this level. */
  seen(): CallFailure | null;
}

const ENDS: Readonly<Record<EndpointProvider, RegExp>> = {
  openai: /\[DONE\]|"finish_reason"\s*:\s*"/,
  compatible: /\[DONE\]|"finish_reason"\s*:\s*"/,
  anthropic: /message_stop|"stop_reason"\s*:\s*"/,
  google: /"finishReason"\s*:\s*"/,
};
const OVERLAP = 64;

const PRIVATE = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;

export function guarded(endpoint: string, fetcher: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (!url.startsWith(`${endpoint}/`)) throw new TypeError(`a request to ${new URL(url).origin}, which is not the configured endpoint`);
    return fetcher(input, { ...init, ...PRIVATE });
  };
}

/** Most bytes of an answer, and of one line of a stream; a document of vectors may be as long as these: 64 of 4,096 numbers. */
const MOST_BYTES = 2_000_000;
const MOST_LINE_BYTES = 1_000_000;
const MOST_DOCUMENT_BYTES = 16_000_000;

const LINE_FEED = 10;

function bounds(whole: boolean): (bytes: Uint8Array) => boolean {
  let total = 0;
  let line = 0;
  return (bytes) => {
    total += bytes.length;
    const end = bytes.lastIndexOf(LINE_FEED);
    line = end < 0 ? line + bytes.length : bytes.length - end - 1;
    return whole ? total <= MOST_DOCUMENT_BYTES : total <= MOST_BYTES && line <= MOST_LINE_BYTES;
  };
}

/** A promise that rejects when the signal ends; never otherwise. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** @param whole the response is one JSON document, not a stream, so no words end it */
export function watched(
  provider: EndpointProvider,
  endpoint: string,
  signal: AbortSignal,
  platform: typeof fetch = fetch,
  whole = false,
): WatchedFetch {
  const fetcher = guarded(endpoint, platform);
  const ending = endOf(signal);
  // Whoever waits for it is told; nobody need.
  ending.catch(() => undefined);
  let seen: CallFailure | null = null;
  const watch = (body: ReadableStream<Uint8Array>, isStream: boolean): ReadableStream<Uint8Array> => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const fits = bounds(whole);
    let tail = '';
    let ended = !isStream;
    const close = (reason: unknown): void => void reader.cancel(reason).catch(() => undefined);
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await Promise.race([reader.read(), ending]);
          if (done) {
            if (!ended) seen = 'cut';
            controller.close();
            return;
          }
          if (!fits(value)) {
            seen = 'answer-too-large';
            throw new RangeError('the answer is longer than any summary');
          }
          tail = tail.slice(-OVERLAP) + decoder.decode(value, { stream: true });
          ended ||= ENDS[provider].test(tail);
          controller.enqueue(value);
        } catch (error) {
          seen ??= 'cut';
          close(error);
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  };
  const watching: typeof fetch = async (input, init) => {
    seen = null;
    let response: Response;
    try {
      response = await Promise.race([fetcher(input, init), ending]);
    } catch (error) {
      seen = 'unreachable';
      throw error;
    }
    if (response.body === null) return response;
    const { ok, status, headers } = response;
    if (ok && !/event-stream|json/.test(headers.get('content-type') ?? '')) seen = 'wrong-type';
    return new Response(watch(response.body, ok && seen === null && !whole), { status, headers });
  };
  return { fetcher: watching, seen: () => seen };
}
