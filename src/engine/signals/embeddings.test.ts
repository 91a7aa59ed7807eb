import { describe, expect, test } from 'vitest';
import { compareAll, compareRow, type CompareOptions } from '../compare.ts';
import { decayNow } from '../decay/decay-rounds.ts';
import { recallNow } from '../recall/recall.ts';
import { replayNow } from '../replay/replay.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { checkReason } from '../testing/reasons.ts';
import { assistant, call, answer, preparedOf, system, user } from '../testing/plans.ts';
import { lettered, meanings } from '../testing/embeddings.ts';
import type { Embeddings, PreparedTranscript } from './contract.ts';
import {
  EMBEDDED_CHARACTERS,
  embeddedText,
  type Embedder,
  embeddingsLack,
  embeddingsOf,
  partWithEmbeddings,
  textsToEmbed,
  unitVectors,
} from './embeddings.ts';

const options: CompareOptions = {
  window: 1000,
  target: 0.5,
  own: true,
  weight: 0.6,
  seed: 1,
  rules: 'openai-chat',
  summarizer: createBuiltIn(),
};
const row = (strategy: string, embeddings?: Embeddings, params = {}) => ({ key: strategy, strategy, params, ...(embeddings && { embeddings }) });
const fates = (input: PreparedTranscript, strategy: string, embeddings?: Embeddings, params = {}): string => {
  const compared = compareRow(input, row(strategy, embeddings, params), options);
  if (compared instanceof Promise || !compared.result) throw new Error(JSON.stringify(compared));
  return Array.from(compared.result.plan.fates, (fate) => 'KESOD'[fate]).join('');
};

// By words 2 and 4 are the same; by meaning 3 and 5 are, which share no word.
const talk = preparedOf([
  system(50),
  user(50, 'Repair the parser.'),
  assistant(50, 'In the nightly suite tests of parser and lexer fail with four errors.'),
  assistant(50, 'Every check passed.'),
  assistant(50, 'In the nightly suite tests of parser and lexer fail with three errors.'),
  assistant(50, 'All green now, no failures left.'),
  user(50, 'And now?'),
]);
const table = meanings({ 'Every check': 0, 'All green': 0, 'four errors': 1, 'three errors': 2 });

describe('compared by embeddings', () => {
  test('clusters join what means the same, not what uses the same words', async () => {
    const embeddings = await embeddingsOf(talk, table);
    expect(embeddings.lacking).toBeUndefined();
    expect(fates(talk, 'semantic-clustering')).toBe('KKDKKKK');
    expect(fates(talk, 'semantic-clustering', embeddings)).toBe('KKKDKKK');
    const { result, embedded } = compareRow(talk, row('semantic-clustering', embeddings), options) as Awaited<ReturnType<typeof compareRow>>;
    expect(embedded).toEqual({ id: 'table', texts: 6, lacking: null });
    expect(result!.plan.reason(3)).toEqual({
      key: 'drop-represented',
      values: { cluster: 1, clusters: 1, size: 2, message: 6, similarity: 1, threshold: 0.6 },
    });
    expect(result!.trace).toEqual([{ key: 'trace-clusters-embeddings', values: { model: 'table' } }]);
  });

  test('retrieval finds what means the same as the question, not what uses its words', async () => {
    const asked = preparedOf([
      system(50),
      user(50, 'Build the invoice service.'),
      assistant(50, 'The bill gets its levy from a list by country.'),
      assistant(50, 'Which color for the page? The tax office is grey.'),
      assistant(50, 'Soup for lunch.'),
      user(50, 'Which tax does the invoice get?'),
    ]);
    const embeddings = await embeddingsOf(asked, meanings({ levy: 0, 'Which tax': 0 }));
    const params = { k: 1, contextUnits: 0 };
    expect(fates(asked, 'retrieval', undefined, params)).toBe('KKDKDK');
    expect(fates(asked, 'retrieval', embeddings, params)).toBe('KKKDDK');
    const { result } = compareRow(asked, row('retrieval', embeddings, params), options) as Awaited<ReturnType<typeof compareRow>>;
    expect(result!.plan.reason(2)).toEqual({ key: 'keep-near', values: { rank: 1, of: 3, k: 1, score: 1 } });
    expect(result!.plan.reason(3)).toEqual({ key: 'drop-far', values: { rank: 3, of: 3, k: 1, score: 0, last: 1 } });
    expect(result!.trace).toEqual([{ key: 'trace-retrieval-embeddings', values: { model: 'table', units: 1 } }]);
    for (let i = 0; i < asked.n; i++) checkReason(result!.plan.reason(i));
    for (const reason of result!.trace) checkReason(reason);
  });

  test('the two answers stand beside each other: neither is remembered for the other', async () => {
    const embeddings = await embeddingsOf(talk, table);
    for (let again = 0; again < 2; again++) {
      expect(fates(talk, 'semantic-clustering', embeddings)).toBe('KKKDKKK');
      expect(fates(talk, 'semantic-clustering')).toBe('KKDKKKK');
    }
  });

  test('a tool block has the mean of its messages; images and reasoning say nothing', async () => {
    const input = preparedOf([user(9, 'Go.'), call(9, 'a'), { ...answer(9, 'a'), text: 'ok' }, user(9, 'So?')]);
    const embeddings = await embeddingsOf(input, meanings({ run: 0, ok: 1 }, 4));
    const { vectors } = unitVectors(input.transcript, embeddings);
    expect(Array.from(vectors[1]!, (x) => Math.round(100 * x))).toEqual([71, 71, 0, 0]);
    expect(embeddedText({ id: 'x', role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.' }] })).toBe('');
  });

  test('at most 4,000 characters of a message, cleaned before they are cut', () => {
    const long = preparedOf([user(9, `${'a'.repeat(EMBEDDED_CHARACTERS - 3)} SECRET`)]);
    const [[text, sent] = []] = textsToEmbed(long, (said) => said.replaceAll('SECRET', '•'));
    expect(text).toHaveLength(EMBEDDED_CHARACTERS);
    expect(text).toMatch(/a SE$/);
    expect(sent).toMatch(/a •$/);
    expect(EMBEDDED_CHARACTERS).toBe(4000);
  });

  test('rows whose vectors are on their way wait for them; the others do not', async () => {
    let arrive: (embeddings: Embeddings) => void = () => undefined;
    const embedding = new Promise<Embeddings>((resolve) => {
      arrive = resolve;
    });
    const shown: string[][] = [];
    const comparing = compareAll(
      talk,
      [{ ...row('semantic-clustering'), embedding }, row('oldest-removal')],
      { ...options, own: false },
      {
        soFar: (rows) => {
          shown.push(rows.map(({ key }) => key));
          arrive({ id: 'none', vectors: new Map() });
        },
      },
    );
    const rows = await comparing;
    expect(shown[0]).toEqual(['oldest-removal']);
    expect(rows?.map(({ key, embedded }) => [key, embedded?.lacking?.key])).toEqual([
      ['semantic-clustering', 'embeddings-missing'],
      ['oldest-removal', undefined],
    ]);
  });
});

describe('compared by words after all', () => {
  const broken = (change: (vector: number[], at: number) => ArrayLike<number> | null): Embedder => ({
    id: 'broken',
    embed: (texts) => Promise.resolve({ vectors: texts.map((_, i) => change([1, 0, i], i)) }),
  });
  test.each([
    ['partial', broken((v, i) => (i === 2 ? null : v)), 'embeddings-empty', 1],
    ['empty', broken((v, i) => (i === 2 ? [] : v)), 'embeddings-empty', 1],
    ['another dimension', broken((v, i) => (i === 2 ? [1, 2] : v)), 'embeddings-dimension', 1],
    ['NaN', broken((v, i) => (i === 2 ? [1, Number.NaN, 2] : v)), 'embeddings-no-number', 1],
    ['infinite', broken((v, i) => (i === 2 ? [1, Number.POSITIVE_INFINITY, 2] : v)), 'embeddings-no-number', 1],
    ['zero', broken((v, i) => (i === 2 ? [0, 0, 0] : v)), 'embeddings-zero', 1],
    ['an error', { id: 'broken', embed: () => Promise.reject(new Error('no network')) }, 'embeddings-error', 6],
    ['fewer', { id: 'broken', embed: () => Promise.resolve({ vectors: [[1, 2]] }) }, 'embeddings-empty', 5],
    ['said why', { id: 'broken', embed: () => Promise.resolve({ vectors: [], lacking: { key: 'model-no-key' } }) }, 'model-no-key', 6],
  ] satisfies [string, Embedder, string, number][])('%s: the row is the lexical one, and says why', async (_, embedder, because, missing) => {
    const embeddings = await embeddingsOf(talk, embedder);
    const compared = compareRow(talk, row('semantic-clustering', embeddings), options) as Awaited<ReturnType<typeof compareRow>>;
    const lacking = compared.embedded!.lacking!;
    expect(lacking).toMatchObject({ key: 'embeddings-lacking', values: { because, missing, of: 6, model: 'broken' } });
    checkReason(lacking);
    expect(fates(talk, 'semantic-clustering', embeddings)).toBe(fates(talk, 'semantic-clustering'));
    expect(compared.result!.note).toEqual({ key: 'note-by-words' });
    expect(compared.result!.trace).toContainEqual(lacking);
  });

  test('other strategies, and stages of pipelines, take no notice', async () => {
    const embeddings = await embeddingsOf(talk, table);
    for (const id of ['oldest-removal', 'topic-segmentation', 'combo-smart', 'adaptive'])
      expect(compareRow(talk, row(id, embeddings), options)).toMatchObject({ embedded: null });
  });
});

/** A session that goes back to what was said before. */
const session = preparedOf([
  system(20),
  ...Array.from({ length: 40 }, (_, k) => [
    user(40, `Look into src/part${k % 7}.ts and issue #${100 + (k % 9)} please.`),
    call(20, `c${k}`),
    { ...answer(60, `c${k}`), text: `src/part${k % 7}.ts: error E${1000 + (k % 5)} at line ${k % 11}` },
    assistant(30, `Fixed src/part${(k + 3) % 7}.ts for #${100 + (k % 9)}.`),
  ]).flat(),
  user(20, 'Go on with src/part3.ts.'),
]);

describe('recall, decay and replay', () => {
  const shared = { ...options, own: false, target: 0.4, window: 128_000 };
  const embeddings = lettered(session);
  const { vectors } = embeddings;
  const [missing] = vectors.keys();
  const partial: Embeddings = { id: 'letters', vectors: new Map([...vectors].filter(([text]) => text !== missing)) };

  test.each(['semantic-clustering', 'retrieval'])('%s is measured by embeddings at every cut, or by words at every cut', async (id) => {
    const run = async (given?: Embeddings) => {
      const found = (await recallNow(session, [row(id, given)], shared)).rows[0]!;
      return { ...found, misses: found.misses(), lostItems: found.lostItems() };
    };
    const words = await run();
    const byVectors = await run(embeddings);
    expect(byVectors.failed).toBeNull();
    expect(byVectors.kept).not.toEqual(words.kept);
    expect(await run(partial)).toEqual(words);
    expect(await run(embeddings)).toEqual(byVectors);
  });

  test.each(['semantic-clustering', 'retrieval'])('%s decays by embeddings in every round', async (id) => {
    const run = async (given?: Embeddings) => decayNow(session, row(id, given), shared);
    const byVectors = await run(embeddings);
    expect(byVectors.failed).toBeNull();
    expect(byVectors.rounds.length).toBeGreaterThan(2);
    expect(byVectors.rounds).not.toEqual((await run()).rounds);
    expect((await run(partial)).rounds).toEqual((await run()).rounds);
  });

  test.each(['semantic-clustering', 'retrieval'])('%s replays by embeddings', async (id) => {
    const run = async (given?: Embeddings) => {
      const replay = await replayNow(session, [row(id, given)], {
        window: 2500,
        trigger: { triggers: [{ kind: 'ratio', share: 0.8 }], combine: 'any' },
        target: 0.5,
        own: false,
        weight: 0.6,
        seed: 1,
        summarizer: shared.summarizer,
        warning: null,
        cooldown: 0,
        answer: null,
        caching: 'none',
        prices: null,
      });
      return replay.series[0]!;
    };
    const words = await run();
    const byVectors = await run(embeddings);
    expect(byVectors.failed).toBeNull();
    expect([words.embedded, byVectors.embedded?.lacking, (await run(partial)).embedded?.lacking?.key]).toEqual([
      undefined,
      null,
      'embeddings-missing',
    ]);
    expect(byVectors.points.length).toBeGreaterThan(1);
    const at = byVectors.points.at(-1)!.at;
    expect(byVectors.contextAt(at).origins).not.toEqual(words.contextAt(at).origins);
    expect((await run(partial)).contextAt(at).origins).toEqual(words.contextAt(at).origins);
  });

  test('a context with a message that has no vector fails rather than mix two scales; what a compaction put in has none', () => {
    expect(() => partWithEmbeddings(session, partial)).toThrow(/message 2 .* no embedding by letters/);
    const put = preparedOf([user(9, 'Go.'), { ...user(9, '[earlier messages removed]'), synthetic: true }, user(9, 'So?')]);
    const known = new Map([...lettered(put).vectors].filter(([text]) => !text.startsWith('[')));
    expect(partWithEmbeddings(put, { id: 'letters', vectors: known }).embeddings?.id).toBe('letters');
    expect(embeddingsLack(put, { id: 'letters', vectors: known })).toEqual({
      key: 'embeddings-missing',
      values: { model: 'letters', missing: 1, of: 3 },
    });
  });
});
