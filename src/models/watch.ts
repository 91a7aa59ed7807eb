/**
 * What the library does not distinguish, observed at the connection: no response, a response of another type, a stream that breaks or ends
 * early.
 */
import type { CallFailure, EndpointProvider } from './contract.ts';

export interface Watched {
  readonly fetcher: typeof fetch;
  /** What was observed of the last request; null = nothing wrong at this level. */
  seen(): CallFailure | null;
}

/** The words with which each protocol ends a stream. */
const ENDS: Readonly<Record<EndpointProvider, RegExp>> = {
  openai: /\[DONE\]|"finish_reason"\s*:\s*"/,
  compatible: /\[DONE\]|"finish_reason"\s*:\s*"/,
  anthropic: /message_stop|"stop_reason"\s*:\s*"/,
  google: /"finishReason"\s*:\s*"/,
};
/** Longer than any of them, for words split across two chunks. */
const OVERLAP = 64;

const PRIVATE = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;

/** Requests go to the configured endpoint and nowhere else: no redirects, no cookies, no referrer, no browser cache. */
export function guarded(endpoint: string, fetcher: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (!url.startsWith(`${endpoint}/`)) throw new TypeError(`a request to ${new URL(url).origin}, which is not the configured endpoint`);
    return fetcher(input, { ...init, ...PRIVATE });
  };
}

/** @param whole the response is one JSON document, not a stream, so no words end it */
export function watched(provider: EndpointProvider, endpoint: string, platform: typeof fetch = fetch, whole = false): Watched {
  const fetcher = guarded(endpoint, platform);
  let seen: CallFailure | null = null;
  const watch = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let tail = '';
    let ended = whole;
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            if (!ended) seen = 'cut';
            controller.close();
            return;
          }
          tail = tail.slice(-OVERLAP) + decoder.decode(value, { stream: true });
          ended ||= ENDS[provider].test(tail);
          controller.enqueue(value);
        } catch (error) {
          seen = 'cut';
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
      response = await fetcher(input, init);
    } catch (error) {
      seen = 'unreachable';
      throw error;
    }
    if (!response.ok || response.body === null) return response;
    if (!/event-stream|json/.test(response.headers.get('content-type') ?? '')) {
      seen = 'wrong-type';
      return response;
    }
    return new Response(watch(response.body), { status: response.status, headers: response.headers });
  };
  return { fetcher: watching, seen: () => seen };
}
