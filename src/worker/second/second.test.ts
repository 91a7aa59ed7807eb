import { afterEach, expect, test, vi } from 'vitest';
import { strategies } from '../../engine/pipelines/index.ts';
import { deep } from '../../engine/testing/scale.ts';
import { countTranscript } from '../../engine/tokens/count.ts';
import type { TokenizerId } from '../../engine/tokens/contract.ts';
import type { CountedParts } from '../../engine/tokens/parts.ts';
import { loadTokenizer } from '../../engine/tokens/tokenizers.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { allRows } from '../../scenario/rows.ts';
import type { CompareReply, CompareRequest } from '../protocol.ts';
import { createSession } from '../session.ts';
import { ChannelWorker } from '../testing/second.ts';
import { answerOf, bytesOf, type Opened, openSession, roundsOf } from '../testing/session.ts';
import type { SentRow } from './protocol.ts';
import { Second } from './second.ts';

const REQUEST: CompareRequest = {
  conversation: 0,
  settings: { ...defaultScenario().settings, target: 0.4 },
  marks: {},
  rows: allRows(
    [],
    strategies.filter(({ preset }) => deep || !preset),
  ),
};
const TEXT = roundsOf(200);

interface Pair {
  readonly workers: ChannelWorker[];
  readonly open: (text: string) => Promise<Opened>;
}

/** A session whose second workers do this work. */
function withSecond(work: () => Second, large = 1000, idleMs = 60_000, cores = Infinity): Pair {
  const workers: ChannelWorker[] = [];
  const spawn = (): ChannelWorker => {
    const worker = new ChannelWorker(work());
    workers.push(worker);
    return worker;
  };
  return { workers, open: (text) => openSession(text, createSession(undefined, undefined, { spawn, large, idleMs, cores: () => cores })) };
}

/** Clocks differ from run to run. */
const withoutTimes = ({ ms: _all, rows, ...reply }: CompareReply) => ({
  ...reply,
  rows: rows.map(({ ms: _ms, figures: { time: _time, ...figures }, ...row }) => ({ ...row, figures })),
});

const aloneWith = async (text = TEXT): Promise<{ readonly alone: Opened; readonly expected: CompareReply }> => {
  const alone = await openSession(text);
  return { alone, expected: await alone.compare(REQUEST) };
};

/** Has run every row before the first worker begins: its share is as large as it can be. */
class Ahead extends Second {
  readonly #rows: CompareReply['rows'];
  constructor(rows: CompareReply['rows']) {
    super();
    this.#rows = rows;
  }
  override async rows(_request: CompareRequest, _text: Float64Array<ArrayBuffer>, tell: (row: SentRow) => void): Promise<void> {
    for (const result of this.#rows) tell({ key: result.key, result });
  }
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('a comparison shared with a second worker is the comparison of one, and so is everything that is read from it', async () => {
  const { alone, expected } = await aloneWith();
  const { workers, open } = withSecond(() => new Second());
  const counted = vi.spyOn(Second.prototype, 'count');
  const ran = vi.spyOn(Second.prototype, 'rows');
  const both = await open(TEXT);
  expect(withoutTimes(await both.compare(REQUEST))).toEqual(withoutTimes(expected));
  expect(workers).toHaveLength(1);
  expect(counted).toHaveBeenCalledTimes(1);
  expect(ran).toHaveBeenCalledTimes(1);
  for (const { key } of REQUEST.rows) {
    expect(await answerOf(both.session.rows([3, 40], [key]))).toEqual(await answerOf(alone.session.rows([3, 40], [key])));
  }
});

test('the second worker runs rows as the first does, from the last one on', async () => {
  const { expected } = await aloneWith();
  const tell = vi.fn<(row: SentRow) => void>();
  class Told extends Second {
    override rows(request: CompareRequest, text: Float64Array<ArrayBuffer>, told: (row: SentRow) => void): Promise<void> {
      return super.rows(request, text, (row) => {
        tell(row);
        told(row);
      });
    }
    // Nothing is taken from it.
    override async had(): Promise<void> {}
  }
  const { open } = withSecond(() => new Told());
  await (await open(TEXT)).compare(REQUEST);
  await vi.waitFor(() => expect(tell.mock.calls.length).toBeGreaterThan(3));
  const sent = tell.mock.calls.flatMap(([{ result }]) => result ?? []);
  expect(sent.length).toBeGreaterThan(0);
  const known = new Map(withoutTimes(expected).rows.map((row) => [row.key, row]));
  for (const row of withoutTimes({ ...expected, rows: sent }).rows) expect({ ...row, sameAs: null }).toEqual({ ...known.get(row.key), sameAs: null });
  const order = REQUEST.rows.map(({ key }) => key);
  const places = tell.mock.calls.map(([{ key }]) => order.indexOf(key));
  expect(places[0]).toBeGreaterThan(places[3]!);
});

test('rows that the second worker has sent are shown at once, with their twins; what is read of them waits for the first', async () => {
  const text = roundsOf(500);
  const { alone, expected } = await aloneWith(text);
  const { open } = withSecond(() => new Ahead(expected.rows.map((row) => ({ ...row, sameAs: null }))));
  const both = await open(text);
  const running = both.compare(REQUEST);
  await vi.waitFor(() => expect(both.shown.length).toBeGreaterThan(0), { timeout: 60_000, interval: 1 });
  const shown = both.shown[0]!;
  expect(shown.waiting).toBe(0);
  expect(withoutTimes({ ...expected, rows: shown.rows }).rows).toEqual(withoutTimes(expected).rows);
  const last = REQUEST.rows.at(-1)!.key;
  const read = answerOf(both.session.rows([3], [last]));
  expect(await read).toEqual(await answerOf(alone.session.rows([3], [last])));
  expect(withoutTimes(await running)).toEqual(withoutTimes(expected));
});

test('reads of a comparison that is stopped are answered', async () => {
  const text = roundsOf(500);
  const { expected } = await aloneWith(text);
  const { open } = withSecond(() => new Ahead(expected.rows));
  const { session, shown, next } = await open(text);
  const ticket = next();
  const running = session.compare(REQUEST, ticket);
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(0), { timeout: 60_000, interval: 1 });
  const read = session.rows([3], [REQUEST.rows.at(-1)!.key]);
  await session.cancel(ticket);
  expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(await read).toMatchObject({ ok: false, error: { code: 'unknown-row' } });
});

test('what the second worker has counted is not counted again', async () => {
  const text = roundsOf(3000);
  const request = { ...REQUEST, rows: [] };
  const alone = await openSession(text);
  const { transcript: expected } = await alone.compare(request);
  const messages = 30;
  /** Says one token more for each part of the last messages than there are. */
  class Miscounting extends Second {
    #open: Transcript | null = null;
    override async open(transcript: Transcript): Promise<void> {
      this.#open = transcript;
    }
    override async count(_id: TokenizerId, tell: (counted: CountedParts) => void): Promise<void> {
      const counts = countTranscript(this.#open!, await loadTokenizer('o200k_base'));
      const from = expected.n - messages;
      const parts = Array.from({ length: messages }, (_, k) => counts.parts(from + k)).flat();
      tell({ from, text: Float64Array.from(parts, (tokens) => tokens + 1) });
    }
    override async rows(): Promise<void> {}
  }
  const { open } = withSecond(() => new Miscounting());
  const { transcript } = await (await open(text)).compare(request);
  expect(transcript.tokens.slice(0, -messages)).toEqual(expected.tokens.slice(0, -messages));
  expect(transcript.tokens.slice(-messages).every((tokens, k) => tokens > expected.tokens.at(k - messages)!)).toBe(true);
});

test.each(['open', 'count', 'rows'] as const)(
  'a second worker that crashes at "%s" costs nothing, and is not started again with this file',
  async (at) => {
    const { expected } = await aloneWith();
    const crashed: string[] = [];
    class Crashing extends Second {
      #crash(): Promise<never> {
        crashed.push(at);
        workers.at(-1)!.crash();
        return new Promise(() => undefined);
      }
      override open(transcript: Transcript): Promise<void> {
        return at === 'open' ? this.#crash() : super.open(transcript);
      }
      override count(id: TokenizerId, tell: (counted: CountedParts) => void): Promise<void> {
        return at === 'count' ? this.#crash() : super.count(id, tell);
      }
      override rows(request: CompareRequest, text: Float64Array<ArrayBuffer>, tell: (row: SentRow) => void): Promise<void> {
        return at === 'rows' ? this.#crash() : super.rows(request, text, tell);
      }
    }
    const { workers, open } = withSecond(() => new Crashing());
    const { session, compare, next } = await open(TEXT);
    expect(withoutTimes(await compare(REQUEST))).toEqual(withoutTimes(expected));
    await vi.waitFor(() => expect(crashed).toEqual([at]));
    await compare({ ...REQUEST, settings: { ...REQUEST.settings, tokenizer: 'cl100k_base' } });
    expect(workers).toHaveLength(1);
    await answerOf(session.load(bytesOf(TEXT), 'again.json', null, next()));
    expect(workers).toHaveLength(2);
  },
);

test('an error of the second worker ends it', async () => {
  const { expected } = await aloneWith();
  class Failing extends Second {
    override async count(): Promise<void> {
      throw new Error('out of memory');
    }
  }
  const { workers, open } = withSecond(() => new Failing());
  expect(withoutTimes(await (await open(TEXT)).compare(REQUEST))).toEqual(withoutTimes(expected));
  expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
});

test('a cancelled comparison stops the second worker too', async () => {
  const stop = vi.spyOn(Second.prototype, 'stop');
  const began = vi.spyOn(Second.prototype, 'count');
  const { open } = withSecond(() => new Second());
  const { session, next } = await open(roundsOf(2000));
  const ticket = next();
  const running = session.compare(REQUEST, ticket);
  await vi.waitFor(() => expect(began).toHaveBeenCalled(), { interval: 1 });
  await session.cancel(ticket);
  expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await vi.waitFor(() => expect(stop).toHaveBeenCalled());
  await expect(began.mock.results[0]!.value).resolves.toBeUndefined();
});

test.each([
  [3, 0],
  [4, 1],
])('with %s cores a first table is shared by %s more', async (cores, more) => {
  const { workers, open } = withSecond(() => new Second(), 1000, 60_000, cores);
  await (await open(TEXT)).compare(REQUEST);
  expect(workers).toHaveLength(more);
});

test('a small file has no second worker', async () => {
  const { workers, open } = withSecond(() => new Second(), 10_000_000);
  await (await open(TEXT)).compare(REQUEST);
  expect(workers).toHaveLength(0);
});

test('the second worker ends when nothing has been shared for a while, and is started again for the next work', async () => {
  const { workers, open } = withSecond(() => new Second(), 1000, 200);
  const { compare } = await open(TEXT);
  await compare(REQUEST);
  await vi.waitFor(() => expect(workers[0]!.terminated).toBe(true));
  await compare({ ...REQUEST, settings: { ...REQUEST.settings, tokenizer: 'cl100k_base' } });
  expect(workers).toHaveLength(2);
});
