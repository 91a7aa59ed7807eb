import { describe, expect, test } from 'vitest';
import { embeddingsLack, embeddingsOf } from '../engine/signals/embeddings.ts';
import { assistant, preparedOf, system, user } from '../engine/testing/plans.ts';
import { formatReason } from '../i18n/index.ts';
import { type EmbeddingProvider, type ModelChoice, type ModelEvent, choiceId, modelOfId } from './contract.ts';
import { BATCH_TEXTS, createModelEmbedder, memoryVectors, type ModelEmbedderOptions, rehearseEmbedding } from './model-embedder.ts';
import { listModels } from './call.ts';
import { CALLS_TRIED } from './reason.ts';
import { Queue } from './model-summarizer.ts';
import { DIMENSION } from './testing/server.ts';
import { KEY, modelServer, SECRET } from './testing/setup.ts';

const server = modelServer();

const talk = preparedOf([
  system(9, 'Be careful.'),
  user(40, `Please fix the login test. Token: ${SECRET}, mail ann@example.com`),
  assistant(40, 'Done with alpha.'),
  assistant(40, 'Done with alpha.'),
  user(20, 'And now?'),
]);
const many = preparedOf(Array.from({ length: 2 * BATCH_TEXTS + 5 }, (_, i) => user(5, `text ${i} alpha`)));

const choiceOf = (model: string, provider: EmbeddingProvider = 'compatible'): ModelChoice => ({
  provider,
  model,
  baseUrl: `${server.origin}/${provider === 'google' ? 'v1beta' : 'v1'}`,
  kind: 'embedding',
});

function embedder(choice: ModelChoice, over: Partial<ModelEmbedderOptions> = {}) {
  const events: ModelEvent[] = [];
  const store = memoryVectors();
  const options: ModelEmbedderOptions = {
    choice,
    key: () => KEY,
    masking: { secrets: true, emails: false },
    store,
    queue: new Queue(2),
    signal: () => new AbortController().signal,
    onEvent: (event) => events.push(event),
    call: { timeoutMs: 30_000, attempts: 1 },
    ...over,
  };
  return { made: createModelEmbedder(options), events, store, options };
}

const { sent } = server;

describe('a real model as embedder', () => {
  test.each<[EmbeddingProvider, string]>([
    ['openai', '/v1/embeddings'],
    ['compatible', '/v1/embeddings'],
    ['google', '/v1beta/models/ok:batchEmbedContents'],
  ])("%s: vectors of every text, each sent once and masked, with the person's key", async (provider, path) => {
    const { made, store, events } = embedder(choiceOf('ok', provider));
    const requests = await sent(async () => {
      const embeddings = await embeddingsOf(talk, made);
      expect(embeddingsLack(talk, embeddings)).toBeNull();
      expect(embeddings.id).toBe(choiceId(choiceOf('ok', provider)));
      expect([...embeddings.vectors.values()].map(({ length }) => length)).toEqual([DIMENSION, DIMENSION, DIMENSION]);
    });
    expect(requests.map((one) => one.path)).toEqual([path]);
    const { body, headers } = requests[0]!;
    expect(body).not.toContain(SECRET);
    expect(body).toContain('[github-token]');
    expect(body).not.toContain('Be careful');
    expect(body.split('Done with alpha.')).toHaveLength(2);
    expect(provider === 'google' ? headers['x-goog-api-key'] : headers.authorization).toContain(KEY);
    expect(store.size()).toBe(3);
    expect(events.at(-1)).toMatchObject({ kind: 'finished', texts: 3, ...(provider === 'google' ? { usage: null } : { usage: { output: 0 } }) });
    expect(JSON.stringify(events)).not.toContain(KEY);
  });

  test('a second run sends nothing; a changed text sends only that', async () => {
    const { made, options } = embedder(choiceOf('ok'));
    await embeddingsOf(talk, made);
    expect(await sent(() => embeddingsOf(talk, createModelEmbedder(options)))).toEqual([]);
    const changed = preparedOf([user(9, 'And now?'), assistant(9, 'Done with alpha.'), user(9, 'And later?')]);
    const requests = await sent(() => embeddingsOf(changed, made));
    expect(requests.map(({ body }) => JSON.parse(body).input)).toEqual([['And later?']]);
  });

  test('another model, or another address, has vectors of its own', async () => {
    const { store } = embedder(choiceOf('ok'));
    const run = (choice: ModelChoice) => sent(() => embeddingsOf(talk, embedder(choice, { store }).made));
    expect(await run(choiceOf('ok'))).toHaveLength(1);
    expect(await run(choiceOf('ok'))).toHaveLength(0);
    expect(await run(choiceOf('other'))).toHaveLength(1);
    expect(await run({ ...choiceOf('ok'), baseUrl: `${server.origin}/other/v1` })).toHaveLength(1);
  });

  test('many texts go in batches, not more at once than allowed', async () => {
    const { made, events } = embedder(choiceOf('slow'));
    const requests = await sent(() => embeddingsOf(many, made));
    expect(requests.map(({ body }) => JSON.parse(body).input.length)).toEqual([BATCH_TEXTS, BATCH_TEXTS, 5]);
    let running = 0;
    const most = Math.max(...events.map(({ kind }) => (kind === 'started' ? ++running : kind === 'finished' ? running-- : running)));
    expect(most).toBe(2);
  });

  test('nothing is sent without a yes, a key, a model or an address', async () => {
    const cases: [Partial<ModelEmbedderOptions>, string][] = [
      [{ send: () => false }, 'model-not-sent'],
      [{ key: () => '', choice: { ...choiceOf('ok'), provider: 'openai' } }, 'model-no-key'],
      [{ choice: choiceOf('') }, 'model-no-model'],
      [{ choice: { ...choiceOf('ok'), baseUrl: null } }, 'model-bad-address'],
      [{ choice: { ...choiceOf('ok'), provider: 'anthropic' } }, 'model-no-embeddings'],
    ];
    for (const [over, key] of cases) {
      const requests = await sent(async () => {
        expect((await embeddingsOf(talk, embedder(choiceOf('ok'), over).made)).lacking?.key).toBe(key);
      });
      expect(requests).toEqual([]);
    }
  });

  test.each([
    ['status-401', 'model-unauthorized'],
    ['status-403', 'model-forbidden'],
    ['status-404', 'model-not-found'],
    ['status-413', 'embeddings-too-large'],
    ['status-400', 'embeddings-too-large'],
    ['status-422', 'model-rejected'],
    ['status-429', 'model-rate-limited'],
    ['status-500', 'model-server'],
    ['wrong-json', 'model-malformed'],
    ['wrong-type', 'model-wrong-type'],
    ['null', 'model-malformed'],
    ['fewer', 'model-wrong-vectors'],
    ['other-dimension', 'embeddings-dimension'],
    ['infinite', 'model-malformed'],
    ['cut', 'model-cut'],
    ['no-numbers', 'embeddings-empty'],
    ['zero', 'embeddings-zero'],
  ])('%s is said as %s, without the key; nothing that is no vector is kept', async (model, key) => {
    const { made, events, store } = embedder(choiceOf(model));
    const { lacking, vectors } = await embeddingsOf(talk, made);
    expect(lacking?.key).toBe(key);
    expect(formatReason(lacking!)).not.toMatch(new RegExp(`${KEY}|^${key}`));
    expect(JSON.stringify(events)).not.toContain(KEY);
    expect(store.size()).toBe(vectors.size);
    expect(vectors.size).toBeLessThan(3);
  });

  test('a model that answers with another dimension than before is not mixed with it', async () => {
    const { made, store } = embedder(choiceOf('grows'));
    await embeddingsOf(talk, made);
    const { lacking } = await embeddingsOf(preparedOf([user(9, 'And now?'), user(9, 'New.')]), made);
    expect(lacking).toEqual({ key: 'embeddings-dimension', values: { found: DIMENSION + 1, dimension: DIMENSION } });
    expect(store.size()).toBe(3);
  });

  test('an endpoint whose first three calls fail is given up, as for summaries; the reason says so and what to do', async () => {
    const talks = preparedOf(Array.from({ length: BATCH_TEXTS * 6 }, (_, i) => user(1 + i, `Text ${i}`)));
    for (const [model, cause] of [
      ['status-401', 'model-unauthorized'],
      ['hang', 'model-timeout'],
    ] as const) {
      const { made, events, options } = embedder(choiceOf(model), {
        queue: new Queue(1),
        call: { timeoutMs: model === 'hang' ? 100 : 30_000, attempts: 1 },
      });
      const requests = await sent(async () => {
        const { lacking } = await embeddingsOf(talks, made);
        expect(lacking).toMatchObject({ key: 'model-given-up', values: { calls: CALLS_TRIED, because: cause } });
        expect(formatReason(lacking!)).toMatch(/^The first 3 calls failed, the others were not made\. \S/);
      });
      expect(requests).toHaveLength(CALLS_TRIED);
      const failed = events.flatMap((event) => (event.kind === 'failed' ? [event.texts ?? 0] : []));
      expect(failed.reduce((sum, texts) => sum + texts, 0)).toBe(BATCH_TEXTS * 6);
      // The next run tries again.
      options.queue.nextRound();
      expect(await sent(() => embeddingsOf(talks, made))).toHaveLength(CALLS_TRIED);
    }
  });

  test('what came before a failure is kept and not paid for again', async () => {
    const half = embedder(choiceOf('first-only'), { queue: new Queue(1) });
    const { lacking, vectors } = await embeddingsOf(many, half.made);
    expect(lacking?.key).toBe('model-rejected');
    expect([vectors.size, half.store.size()]).toEqual([BATCH_TEXTS, BATCH_TEXTS]);
  });

  test('a passing failure is tried again; a time-out and a cancel end it', async () => {
    const again = embedder(choiceOf('status-429-then-ok'), { call: { timeoutMs: 30_000, attempts: 2 } });
    expect((await embeddingsOf(talk, again.made)).lacking).toBeUndefined();
    expect(again.events.map(({ kind }) => kind)).toEqual(['started', 'waiting', 'finished']);
    const late = embedder(choiceOf('hang'), { call: { timeoutMs: 500, attempts: 1 } });
    expect((await embeddingsOf(talk, late.made)).lacking?.key).toBe('model-timeout');
    const stop = new AbortController();
    const stopped = embedder(choiceOf('hang'), { signal: () => stop.signal });
    const before = server.received.length;
    const embeddings = embeddingsOf(talk, stopped.made);
    // The one that was too late may still be on its way.
    while (server.received.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect((await embeddings).lacking?.key).toBe('model-cancelled');
  });

  test('a rehearsal says what would go where and sends nothing', async () => {
    const { store, made } = embedder(choiceOf('ok'));
    const requests = await sent(async () => {
      const rehearsal = rehearseEmbedding(choiceOf('ok'), { masking: { secrets: true, emails: false }, store });
      for (let row = 0; row < 2; row++) expect((await embeddingsOf(talk, rehearsal.of(talk))).lacking?.key).toBe('model-not-sent');
      expect(await rehearsal.sending()).toMatchObject({
        endpoint: `${server.origin}/v1`,
        calls: 1,
        remembered: 0,
        output: 0,
        price: null,
        masked: 1,
        secrets: expect.arrayContaining([
          { kind: 'github-token', count: 1 },
          { kind: 'e-mail', count: 1 },
        ]),
        prompts: [{ user: expect.stringContaining('[github-token]') }, { user: 'Done with alpha.' }, { user: 'And now?' }],
      });
    });
    expect(requests).toEqual([]);
    await embeddingsOf(talk, made);
    const after = rehearseEmbedding(choiceOf('ok'), { masking: { secrets: true, emails: false }, store });
    await embeddingsOf(talk, after.of(talk));
    expect(await after.sending()).toMatchObject({ calls: 0, remembered: 3, input: 0 });
  });

  test('the price of a known model', async () => {
    const choice: ModelChoice = { provider: 'openai', model: 'text-embedding-3-small', baseUrl: null, kind: 'embedding' };
    const rehearsal = rehearseEmbedding(choice, { masking: { secrets: true, emails: false }, store: memoryVectors() });
    await embeddingsOf(talk, rehearsal.of(talk));
    const { input, price } = await rehearsal.sending();
    expect(price?.total).toBeCloseTo((input * 0.02) / 1e6, 12);
  });

  test('ids, and lists of models that can embed', async () => {
    expect(choiceId(choiceOf('ok'))).toBe(`embedding:compatible/ok@${server.origin}/v1`);
    expect(modelOfId(choiceId(choiceOf('ok')))).toBe('ok');
    const listed = await listModels(choiceOf('', 'google'), KEY, new AbortController().signal);
    expect(listed).toEqual({ ok: true, value: ['embedding'] });
  });
});
