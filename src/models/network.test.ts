import { expect, it } from 'vitest';
import { ask } from './call.ts';
import { fetchThrough, type Network } from './network.ts';
import { ANSWER } from './testing/server.ts';
import { KEY, modelServer } from './testing/setup.ts';

const server = modelServer();

/** The page's side without a document: what was opened and closed. */
function network(): Network & { readonly opened: string[]; readonly closed: number[] } {
  const readers = new Map<number, ReadableStreamDefaultReader<Uint8Array>>();
  const opened: string[] = [];
  const closed: number[] = [];
  return {
    opened,
    closed,
    async open(id, url, request) {
      opened.push(`${request.method} ${url}`);
      try {
        const response = await fetch(url, { ...request, headers: request.headers.map(([name, value]): [string, string] => [name, value]) });
        if (response.body) readers.set(id, response.body.getReader());
        return { ok: true, status: response.status, headers: [...response.headers] };
      } catch (error) {
        return { ok: false, message: String(error) };
      }
    },
    async read(id) {
      const { done, value } = await readers.get(id)!.read();
      return done ? null : value;
    },
    close(id) {
      closed.push(id);
      void readers.get(id)?.cancel();
    },
  };
}
const call = (page: Network, model: string, { origin = server.origin, signal = new AbortController().signal } = {}) =>
  ask(
    { provider: 'compatible', model, baseUrl: `${origin}/v1` },
    KEY,
    { system: 'Be brief.', user: 'x', masked: 0 },
    500,
    signal,
    { timeoutMs: 10_000, attempts: 1 },
    { fetcher: fetchThrough(page) },
  );

it('a call through the page is the same call', async () => {
  const page = network();
  expect(await call(page, 'ok')).toMatchObject({ ok: true, value: { text: ANSWER, usage: { input: 1000 } } });
  expect(page.opened).toEqual([`POST ${server.origin}/v1/chat/completions`]);
  const { headers, body } = server.received.at(-1)!;
  expect([headers.authorization, JSON.parse(body).messages[0].content]).toEqual([`Bearer ${KEY}`, 'Be brief.']);
  expect(await call(page, 'status-401')).toMatchObject({ ok: false, error: { kind: 'unauthorized', status: 401 } });
  expect(await call(page, 'cut')).toMatchObject({ ok: false, error: { kind: 'cut' } });
});

it('ends in the page when it is cancelled, and says where nobody answers', async () => {
  const page = network();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  expect(await call(page, 'endless', { signal: controller.signal })).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  expect(page.closed.length).toBeGreaterThan(0);
  expect(await call(page, 'ok', { origin: 'http://127.0.0.1:9' })).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
});
