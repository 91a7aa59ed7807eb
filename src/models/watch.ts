/**
 * What the library does not tell apart, seen at the connection itself: no answer at all, an answer of another type, a stream
 * that breaks or ends before it is finished.
 */
import type { CallFailure, ModelProvider } from './contract.ts';

export interface Watched {
  readonly fetcher: typeof fetch;
  /** What was seen of the last request; null = nothing wrong at this level. */
  seen(): CallFailure | null;
}

/** Words with which each protocol ends a stream. */
const ENDS: Readonly<Record<ModelProvider, RegExp>> = {
  openai: /\[DONE\]|"finish_reason"\s*:\s*"/,
  compatible: /\[DONE\]|"finish_reason"\s*:\s*"/,
  anthropic: /message_stop|"stop_reason"\s*:\s*"/,
  google: /"finishReason"\s*:\s*"/,
};
/** Longer than any of them, for words that two pieces share. */
const OVERLAP = 64;

export function watched(provider: ModelProvider, fetcher: typeof fetch = fetch): Watched {
  let seen: CallFailure | null = null;
  const watch = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let tail = '';
    let ended = false;
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
