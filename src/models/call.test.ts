import { describe, expect, it, vi } from 'vitest';
import { ask, guarded } from './call.ts';
import { choiceId, endpointOf, isAddress, keySlot, type ModelChoice, modelOfId, type ModelProvider } from './contract.ts';
import { ANSWER, onClosed } from './testing/server.ts';
import { KEY, modelServer } from './testing/setup.ts';

const server = modelServer();

const choice = (model: string, provider: ModelProvider = 'compatible'): ModelChoice => ({
  provider,
  model,
  baseUrl: `${server.origin}${provider === 'google' ? '/v1beta' : '/v1'}`,
});
const call = (
  model: string,
  provider: ModelProvider = 'compatible',
  { timeoutMs = 30_000, attempts = 1, signal = new AbortController().signal } = {},
) => ask(choice(model, provider), KEY, { system: 'Be brief.', user: '<transcript>x</transcript>', masked: 0 }, 500, signal, { timeoutMs, attempts });

const PROVIDERS = ['openai', 'anthropic', 'google', 'compatible'] as const;

describe.each(PROVIDERS)('%s', (provider) => {
  it('streams an answer with its usage', async () => {
    const { ok, ...rest } = await call('ok', provider);
    expect(ok).toBe(true);
    expect(rest).toMatchObject({ value: { text: ANSWER, unfinished: false, usage: { input: 1000, cacheRead: 200, cacheWrite: 0 } } });
    const { body, headers } = server.received.at(-1)!;
    expect(body).toContain('Be brief.');
    expect(body).toContain('<transcript>x</transcript>');
    expect(body).not.toContain(KEY);
    expect(JSON.stringify(headers)).toContain(KEY);
  });

  it.each([
    ['status-401', 'unauthorized'],
    ['status-403', 'forbidden'],
    ['status-404', 'not-found'],
    ['status-400', 'too-large'],
    ['status-413', 'too-large'],
    ['status-422', 'rejected'],
    ['status-429', 'rate-limited'],
    ['status-500', 'server'],
    ['status-503', 'server'],
    ['empty', 'empty'],
    ['cut', 'cut'],
    ['ends-early', 'cut'],
    ['wrong-json', 'malformed'],
    ['wrong-type', 'wrong-type'],
  ])('%s is %s, without the key', async (model, kind) => {
    const answered = await call(model, provider);
    expect(answered).toMatchObject({ ok: false, error: { kind } });
    expect(JSON.stringify(answered)).not.toContain(KEY);
  });

  it('says that the answer is not finished', async () => {
    expect(await call('unfinished', provider)).toMatchObject({ ok: true, value: { unfinished: true } });
  });

  it('gives up in time, and when it is cancelled', async () => {
    expect(await call('hang', provider, { timeoutMs: 100 })).toEqual({ ok: false, error: { kind: 'timeout' } });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await call('slow', provider, { signal: controller.signal })).toEqual({ ok: false, error: { kind: 'cancelled' } });
  });
});

describe('attempts', () => {
  it('a refusal that passes is tried again, one that does not is not', async () => {
    // By model: a call that an earlier test gave up may still arrive.
    const asked = (model: string) => server.received.filter(({ body }) => JSON.stringify(body).includes(model)).length;
    expect(await call('status-429-then-ok', 'compatible', { attempts: 3 })).toMatchObject({ ok: true });
    expect(asked('status-429-then-ok')).toBe(2);
    const before = asked('status-401');
    expect(await call('status-401', 'compatible', { attempts: 3 })).toMatchObject({ ok: false });
    expect(asked('status-401') - before).toBe(1);
  });
});

describe('before anything is sent', () => {
  it.each([
    [{ provider: 'openai', model: ' ', baseUrl: null }, 'k', 'no-model'],
    [{ provider: 'openai', model: 'm', baseUrl: null }, '', 'no-key'],
    [{ provider: 'compatible', model: 'm', baseUrl: null }, '', 'bad-address'],
    [{ provider: 'compatible', model: 'm', baseUrl: 'http://example.com/v1' }, '', 'bad-address'],
    [{ provider: 'compatible', model: 'm', baseUrl: 'javascript:alert(1)' }, '', 'bad-address'],
  ] as const)('%j lacks something', async (incompleteChoice, key, kind) => {
    const answered = await ask(incompleteChoice, key, { system: '', user: '', masked: 0 }, 10, new AbortController().signal);
    expect(answered).toEqual({ ok: false, error: { kind } });
  });

  it('an endpoint that nobody answers at is unreachable', async () => {
    const nowhere = await ask(
      { provider: 'compatible', model: 'm', baseUrl: 'http://127.0.0.1:9/v1' },
      '',
      { system: 's', user: 'u', masked: 0 },
      10,
      new AbortController().signal,
      { timeoutMs: 2000, attempts: 1 },
    );
    expect(nowhere).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  });
});

describe('an answer without an end', () => {
  /** The answer, and the connections that were closed meanwhile. */
  async function closing(work: () => Promise<unknown>): Promise<readonly string[]> {
    const closed: string[] = [];
    onClosed((model) => closed.push(model));
    try {
      await work();
      await vi.waitFor(() => expect(closed).not.toEqual([]));
      return closed;
    } finally {
      onClosed(null);
    }
  }

  it.each([
    ['endless', 'answer-too-large'],
    ['long-line', 'answer-too-large'],
  ])('%s is named, and its connection closed', async (model, kind) => {
    // Not by the clock: a busy machine takes long to receive that much.
    const named = async () => expect(await call(model, 'compatible', { timeoutMs: 600_000 })).toMatchObject({ ok: false, error: { kind } });
    expect(await closing(named)).toEqual([model]);
  });

  it('ends at once when it is cancelled, and closes its connection', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const work = async () =>
      expect(await call('endless', 'compatible', { signal: controller.signal })).toMatchObject({ error: { kind: 'cancelled' } });
    expect(await closing(work)).toEqual(['endless']);
  });

  it('ends though the platform forgot the signal', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    // Its body neither ends nor knows a signal.
    const deaf: typeof fetch = () =>
      Promise.resolve(new Response(new ReadableStream({ cancel: () => void cancelled++ }), { headers: { 'content-type': 'text/event-stream' } }));
    let cancelled = 0;
    const prompt = { system: '', user: '', masked: 0 };
    const answered = await ask(choice('m'), KEY, prompt, 10, controller.signal, { timeoutMs: 5000, attempts: 1 }, { fetcher: deaf });
    expect([answered, cancelled]).toEqual([{ ok: false, error: { kind: 'cancelled' } }, 1]);
  });
});

it('half a character is never sent', async () => {
  const half = 'src/\ud83d.ts';
  await ask(choice('ok'), KEY, { system: half, user: `${half} \\ud83d`, masked: 0 }, 10, new AbortController().signal);
  const { body } = server.received.at(-1)!;
  expect(body).toContain('src/\ufffd.ts');
  expect(JSON.parse(body).messages.at(-1).content).toBe('src/\ufffd.ts \\ud83d');
});

it('requests go to the endpoint and nowhere else', async () => {
  const asked: [unknown, RequestInit | undefined][] = [];
  const fetcher = guarded('https://api.example.com/v1', (input, init) => {
    asked.push([input, init]);
    return Promise.resolve(new Response('{}'));
  });
  await fetcher('https://api.example.com/v1/models', { method: 'GET' });
  expect(asked).toMatchObject([
    ['https://api.example.com/v1/models', { method: 'GET', redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' }],
  ]);
  for (const url of ['https://evil.example.com/v1/models', 'https://api.example.com/v1x/models', 'https://api.example.com/v2']) {
    expect(() => fetcher(url)).toThrow('not the configured endpoint');
  }
  expect(asked).toHaveLength(1);
});

it.each([
  ['https://api.example.com/v1', true],
  ['http://localhost:11434/v1', true],
  ['http://127.0.0.1:1/v1', true],
  ['http://192.168.0.2/v1', false],
  ['https://me:secret@api.example.com/v1', false],
  ['https://api.example.com/v1?key=secret', false],
  ['https://api.example.com/v1#x', false],
  ['ftp://api.example.com', false],
  ['', false],
])('%s may be an address: %s', (address, may) => expect(isAddress(address)).toBe(may));

it('a key belongs to one endpoint, and an id gives the name of its model', () => {
  const openai = { provider: 'openai', model: 'gpt-4o-mini', baseUrl: null } as const;
  const other = { ...openai, baseUrl: 'https://proxy.example.com/v1/' };
  expect(endpointOf(other)).toBe('https://proxy.example.com/v1');
  expect(keySlot(openai)).not.toBe(keySlot(other));
  expect(keySlot(openai)).not.toBe(keySlot({ ...openai, provider: 'compatible', baseUrl: 'https://api.openai.com/v1' }));
  expect(modelOfId(choiceId(openai))).toBe('gpt-4o-mini');
  expect(modelOfId(choiceId({ provider: 'compatible', model: 'org/name@2024', baseUrl: 'https://x.example.com/v1' }))).toBe('org/name@2024');
});
