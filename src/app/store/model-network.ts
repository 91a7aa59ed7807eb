/**
 * The documents that requests to endpoints are sent from: `endpoint.html` in a frame that nobody sees, one for each origin, made with the first
 * request that a person agreed to. The page's own policy allows nothing but the site.
 */
import type { ModelChoice } from '../../models/contract.ts';
import type { LanguageModelApi } from '../../models/device.ts';
import type { Network, NetworkHead } from '../../models/network.ts';

const DOCUMENT = 'endpoint.html';

interface RunningRequest {
  readonly control: AbortController;
  reader: ReadableStreamDefaultReader<Uint8Array> | null;
}

const frames = new Map<string, Promise<Window>>();

function windowFor(origin: string): Promise<Window> {
  let made = frames.get(origin);
  if (!made) {
    made = opened(origin);
    frames.set(origin, made);
    made.catch(() => frames.delete(origin));
  }
  return made;
}

function opened(origin: string): Promise<Window> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = '';
  frame.src = DOCUMENT;
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      frame.remove();
      reject(new TypeError(`${DOCUMENT} cannot be opened: the host may forbid frames`));
    };
    frame.addEventListener('error', refuse);
    frame.addEventListener('load', () => {
      const inside = frame.contentDocument;
      // Another document is there where the host forbids frames, or has no such file.
      if (!inside?.querySelector('meta[http-equiv="Content-Security-Policy"]') || !frame.contentWindow) return refuse();
      const policy = inside.createElement('meta');
      policy.httpEquiv = 'Content-Security-Policy';
      policy.content = `connect-src ${origin}`;
      inside.head.append(policy);
      resolve(frame.contentWindow);
    });
    document.body.append(frame);
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function pageNetwork(): Network {
  const running = new Map<number, RunningRequest>();
  const close = (id: number): void => {
    const sending = running.get(id);
    running.delete(id);
    sending?.control.abort();
  };
  return {
    async open(id, url, { method, headers, body }): Promise<NetworkHead> {
      const sending: RunningRequest = { control: new AbortController(), reader: null };
      running.set(id, sending);
      try {
        const inside = await windowFor(new URL(url).origin);
        const init: RequestInit = {
          method,
          headers: headers.map(([name, value]): [string, string] => [name, value]),
          body,
          signal: sending.control.signal,
          redirect: 'error',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
        };
        const response = await inside.fetch(url, init);
        sending.reader = response.body?.getReader() ?? null;
        return { ok: true, status: response.status, headers: [...response.headers] };
      } catch (error) {
        close(id);
        return { ok: false, message: messageOf(error) };
      }
    },
    async read(id) {
      const reader = running.get(id)?.reader;
      if (!reader) return null;
      try {
        const { done, value } = await reader.read();
        if (!done) return value;
        running.delete(id);
        return null;
      } catch (error) {
        running.delete(id);
        return messageOf(error);
      }
    },
    close,
  };
}

export const languageModelApi = (): LanguageModelApi | undefined => (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel;

export type DeviceState = Awaited<ReturnType<LanguageModelApi['availability']>>;

export const isOnDevice = ({ provider }: Pick<ModelChoice, 'provider'>): boolean => provider === 'device';
