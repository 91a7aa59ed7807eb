/** Embedding models in the worker: consent, what is kept, what falls back, and that no key and no secret goes astray. */
import { describe, expect, test } from 'vitest';
import { choiceId, keySlot, type ModelChoice } from '../models/contract.ts';
import { memoryVectors } from '../models/model-embedder.ts';
import { KEY, modelServer, SECRET } from '../models/testing/setup.ts';
import { decode, encode } from '../scenario/codec.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import type { Row, Settings, Step } from '../scenario/schema.ts';
import type { CompareReply, CompareRequest } from './protocol.ts';
import { createSession } from './worker-session.ts';
import { answerOf, openSession } from './testing/session.ts';
import { type KeptVectors, keptVectors, tooMany } from './model-stores.ts';

const server = modelServer();

/** By words neighbours are alike; by the server's meanings every fourth answer is. */
const WORDS = ['alpha', 'beta', 'gamma', 'delta'];

function talk(): string {
  const messages: object[] = [{ role: 'system', content: 'You must never delete files.' }];
  for (let i = 0; i < 24; i++) {
    messages.push({ role: 'user', content: `Question ${i} on part${i >> 1}: why does part${i >> 1} fail? ${i === 1 ? SECRET : ''}` });
    messages.push({ role: 'assistant', content: `The part${i >> 1} fails since step${i >> 1} was skipped. ${WORDS[i % 4]} ${'x'.repeat(100)}` });
  }
  return JSON.stringify({ model: 'gpt-4o', messages });
}

const choiceOf = (model: string): ModelChoice => ({ provider: 'compatible', model, baseUrl: `${server.origin}/v1`, kind: 'embedding' });
const idOf = (model: string): string => choiceId(choiceOf(model));
const BOTH = ['semantic-clustering', 'retrieval'];
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ key: id, strategy: id, params: {} }));

function requestOf(model: string, over: Partial<Settings> = {}, more: Partial<CompareRequest> = {}): CompareRequest {
  const settings = { ...defaultScenario().settings, budget: 'own' as const, models: [choiceOf(model)], embedder: idOf(model), ...over };
  return { conversation: 0, settings, marks: {}, rows: rowsOf('oldest-removal', ...BOTH), ...more };
}

const inMemory = (): KeptVectors => {
  let store = memoryVectors();
  return {
    get: (keys) => store.get(keys),
    put: (vectors) => store.put(vectors),
    size: () => Promise.resolve(store.size()),
    clear: () => {
      store = memoryVectors();
      return Promise.resolve();
    },
  };
};

async function opened(vectors: KeptVectors = inMemory()) {
  const made = await openSession(talk(), createSession(undefined, vectors));
  await made.session.setKeys({ [keySlot(choiceOf('ok'))]: KEY });
  return made;
}

const sent = async (work: () => Promise<unknown>): Promise<string[]> => (await server.sent(work)).map(({ body }) => body);

const row = (reply: CompareReply, key: string) => reply.rows.find((r) => r.key === key)!;
const fatesOf = (reply: CompareReply) => BOTH.map((key) => Array.from(row(reply, key).fates).join(''));

describe('embeddings in the worker', () => {
  test('nothing is sent without a yes: the rows compare by words, and say so; with it they compare by the vectors', async () => {
    const { session, compare } = await opened();
    const plain = await compare(requestOf('ok', { embedder: 'words' }));
    const total = 48;
    const none = await sent(async () => {
      const reply = await compare(requestOf('ok'));
      expect(reply.models.unsent).toEqual([
        { choice: idOf('ok'), summaries: 0, texts: total, reason: expect.objectContaining({ key: 'model-not-sent' }) },
      ]);
      expect(fatesOf(reply)).toEqual(fatesOf(plain));
      for (const key of BOTH) {
        expect(row(reply, key).note).toEqual({ key: 'note-by-words' });
        expect(row(reply, key).embedded).toMatchObject({
          id: idOf('ok'),
          texts: total,
          price: null,
          lacking: { key: 'embeddings-lacking', values: { because: 'model-not-sent', missing: total, of: total } },
        });
      }
      expect(row(reply, 'oldest-removal').embedded).toBeNull();
      const [sending] = await answerOf(session.rehearse(requestOf('ok')));
      expect(sending).toMatchObject({ id: idOf('ok'), calls: 1, endpoint: `${server.origin}/v1`, output: 0, masked: 1, remembered: 0 });
      expect(sending!.prompts).toHaveLength(total);
      expect((await answerOf(session.prompt(0, 2))).user).toContain('[github-token]');
    });
    expect(none).toEqual([]);
    const bodies = await sent(async () => {
      const reply = await compare(requestOf('ok', {}, { agreed: [idOf('ok')] }));
      expect(fatesOf(reply)[0]).not.toBe(fatesOf(plain)[0]);
      expect(fatesOf(reply)[1]).not.toBe(fatesOf(plain)[1]);
      for (const key of BOTH) expect(row(reply, key)).toMatchObject({ note: null, embedded: { texts: total, lacking: null } });
      expect(row(reply, BOTH[0]!).embedded!.tokens).toBeGreaterThan(500);
      expect(reply.models).toMatchObject({
        unsent: [],
        spent: { finished: 0, running: 0, texts: { done: total, running: 0, failed: 0 }, usage: { output: 0 } },
      });
    });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).not.toContain(SECRET);
    expect(bodies[0]).not.toContain(KEY);
  });

  test('agreeing to a model that writes summaries is no yes for the same model that embeds', async () => {
    const { compare } = await opened();
    const { kind: _, ...writer } = choiceOf('ok');
    expect(await sent(() => compare(requestOf('ok', {}, { agreed: [choiceId(writer)] })))).toEqual([]);
  });

  test('what is kept is not sent again: another target, another visit without a yes or a key; cleared, it is asked for again', async () => {
    const vectors = inMemory();
    const first = await opened(vectors);
    await first.compare(requestOf('ok', {}, { agreed: [idOf('ok')] }));
    const again = await sent(async () => {
      expect(row(await first.compare(requestOf('ok', { target: 0.3 })), 'retrieval').embedded!.lacking).toBeNull();
      const second = await opened(vectors);
      await second.session.setKeys({});
      expect(row(await second.compare(requestOf('ok')), 'retrieval').embedded!.lacking).toBeNull();
      expect(await answerOf(second.session.keptSummaries())).toMatchObject({ vectors: 48 });
      await second.session.clearSummaries();
      expect(await answerOf(second.session.keptSummaries())).toMatchObject({ vectors: 0 });
      expect(row(await second.compare(requestOf('ok')), 'retrieval').embedded!.lacking).not.toBeNull();
    });
    expect(again).toEqual([]);
  });

  test('a failure leaves the lexical rows, in words that say what to do, without the key', async () => {
    const { session, compare } = await opened();
    const plain = await compare(requestOf('ok', { embedder: 'words' }));
    for (const [model, because] of [
      ['status-401', 'model-unauthorized'],
      ['fewer', 'model-wrong-vectors'],
      ['other-dimension', 'embeddings-dimension'],
      ['no-numbers', 'embeddings-empty'],
    ] as const) {
      const reply = await compare(requestOf(model, {}, { agreed: [idOf(model)] }));
      expect(fatesOf(reply)).toEqual(fatesOf(plain));
      expect(row(reply, 'retrieval').embedded!.lacking).toMatchObject({ values: { because } });
      expect(reply.models.spent!.texts.failed).toBeGreaterThan(0);
      expect(JSON.stringify(reply)).not.toContain(KEY);
    }
    const exported = await answerOf(session.exportComparison('json'));
    expect(exported).not.toContain(KEY);
    expect(JSON.parse(exported).results.find(({ key }: { key: string }) => key === 'retrieval').similarity).toMatchObject({ by: 'words' });
  });

  test('an id that the scenario does not have says so', async () => {
    const { compare } = await opened();
    const reply = await compare(requestOf('ok', { embedder: 'embedding:openai/gone' }));
    expect(row(reply, 'retrieval').embedded!.lacking).toMatchObject({ values: { because: 'model-unknown', id: 'embedding:openai/gone' } });
  });

  test('one row by itself; the others are there while its texts are embedded, and a cancel ends it', async () => {
    const { session, compare, shown, progress, next } = await opened();
    const rows: Row[] = [
      ...rowsOf('oldest-removal', 'semantic-clustering'),
      { key: 'retrieval', strategy: 'retrieval', params: {}, embedder: idOf('slow') },
    ];
    const request = requestOf('slow', { embedder: 'words' }, { rows, agreed: [idOf('slow')] });
    const reply = await compare(request);
    expect(reply.rows.map(({ embedded }) => embedded?.id ?? null)).toEqual([null, null, idOf('slow')]);
    expect(shown[0]!.rows.map(({ key }) => key)).toEqual(['oldest-removal', 'semantic-clustering']);
    expect(progress.some(({ models }) => models?.texts.running === 48)).toBe(true);
    const ticket = next();
    const hanging = session.compare(requestOf('hang', {}, { agreed: [idOf('hang')] }), ticket);
    while (!server.received.at(-1)?.body.includes('"hang"')) await new Promise((resolve) => setTimeout(resolve, 5));
    await session.cancel(ticket);
    expect(await hanging).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const after = await compare(requestOf('hang'));
    expect(row(after, 'retrieval').embedded!.lacking).toMatchObject({ values: { because: 'model-not-sent' } });
  });

  test('recall, decay and replay compare by the kept vectors and send nothing', async () => {
    const { session, compare, next } = await opened();
    const of = async (request: CompareRequest) => {
      const reply = await compare(request);
      const decay = await answerOf(session.decay('semantic-clustering', next()));
      const recall = await answerOf(session.recall(null, null, next()));
      const replay = { ...defaultScenario().replay, ownTriggers: false, triggers: [{ kind: 'ratio' as const, share: 0.5 }], window: 1500 };
      const { conversation, settings, marks } = request;
      const replayed = await answerOf(
        session.replay({ conversation, settings, marks, rows: rowsOf(...BOTH), systems: [], whatIf: false, replay }, next()),
      );
      const numbers = recall.rows.filter(({ key }) => BOTH.includes(key)).map(({ kept, failed }) => ({ kept, failed }));
      const series = replayed.series.map(({ size, failed }) => ({ size: Array.from(size), failed }));
      return { reply, decay: decay.rounds, recall: numbers, series };
    };
    const plain = await of(requestOf('ok', { embedder: 'words' }));
    await compare(requestOf('ok', {}, { agreed: [idOf('ok')] }));
    const bodies = await sent(async () => {
      const embedded = await of(requestOf('ok'));
      expect(embedded.decay).not.toEqual(plain.decay);
      expect(embedded.series).not.toEqual(plain.series);
      expect([...embedded.recall, ...embedded.series].map(({ failed }) => failed)).toEqual([null, null, null, null]);
    });
    expect(bodies).toEqual([]);
    expect(await of(requestOf('never', { target: 0.5 }))).toMatchObject({ decay: plain.decay, series: plain.series, recall: plain.recall });
  });

  test('a step that was carried out by embeddings is not run by words instead', async () => {
    const { compare } = await opened();
    const { settings } = requestOf('ok');
    const step: Step = { strategy: 'semantic-clustering', params: {}, settings, marks: {}, at: '2026-01-01T00:00:00.000Z' };
    const request = requestOf('ok', {}, { applied: [step] });
    const stopped = await compare(request);
    expect(stopped.history.stopped?.entry).toMatchObject({
      outcome: 'rejected',
      why: { key: 'embeddings-lacking', values: { because: 'model-not-sent' } },
    });
    const carried = await compare({ ...request, agreed: [idOf('ok')] });
    expect(carried.history.levels).toHaveLength(1);
    const byWords = await compare({ ...request, applied: [{ ...step, embedder: 'words' }] });
    expect(byWords.transcript.n).not.toBe(carried.transcript.n);
  });

  test('a link carries the choice and no key', async () => {
    const base = defaultScenario();
    const settings = requestOf('ok').settings;
    const scenario = { ...base, settings, rows: [{ key: 'retrieval', strategy: 'retrieval', params: {}, embedder: 'words' }] };
    const fragment = await encode(scenario);
    expect(await decode(fragment)).toEqual({ ok: true, value: scenario });
    expect(JSON.stringify(scenario)).not.toContain(KEY);
    const anthropic = { ...scenario, settings: { ...settings, models: [{ ...choiceOf('x'), provider: 'anthropic' as const }] } };
    expect((await decode(await encode(anthropic))).ok).toBe(false);
  });
});

describe('kept vectors', () => {
  const listed = (...bytes: number[]) => bytes.map((size, i) => [`k${i}`, size] as const);
  test('the oldest go until the rest is within the limit', () => {
    expect(tooMany(listed(4, 4, 4), 12)).toEqual([]);
    expect(tooMany(listed(4, 4, 4), 11)).toEqual(['k0']);
    expect(tooMany(listed(4, 4, 4), 3)).toEqual(['k0', 'k1', 'k2']);
  });

  test('where there is no database they are kept in memory', async () => {
    const store = keptVectors();
    await store.put([{ key: 'a', vector: Float32Array.of(1, 2) }]);
    expect(await store.get(['b', 'a'])).toEqual([undefined, Float32Array.of(1, 2)]);
    expect(await store.size()).toBe(1);
    await store.clear();
    expect(await store.get(['a'])).toEqual([undefined]);
  });
});
