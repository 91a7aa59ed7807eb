/** Embedding models in the terminal, against our own server; and the embedder of the library. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compact, compare, decay, type Embedder, parseTranscript, recall } from '../engine/index.ts';
import { vectorOf } from '../models/testing/server.ts';
import { modelServer } from '../models/testing/setup.ts';
import { fileOf, run } from './testing/run.ts';

const KEY = 'sk-thisIsTheKeyOfAPerson-0123456789';
const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
const WORDS = ['alpha', 'beta', 'gamma', 'delta'];

const server = modelServer();
beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', KEY);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const talk = JSON.stringify({
  model: 'gpt-4o',
  messages: Array.from({ length: 24 }, (_, i) => [
    { role: 'user', content: `Question ${i} on part${i >> 1}: why does part${i >> 1} fail? ${i === 1 ? SECRET : ''}` },
    { role: 'assistant', content: `The part${i >> 1} fails since step${i >> 1} was skipped. ${WORDS[i % 4]} ${'x'.repeat(100)}` },
  ]).flat(),
});

const vectors = (model: string) => [
  '--embedder',
  'compatible',
  '--embedding-model',
  model,
  '--embedding-url',
  `${server.origin}/v1`,
  '--embedding-key-env',
  'OPENAI_API_KEY',
];
async function asked(command: string, model: string, ...args: string[]) {
  const before = server.received.length;
  const ran = await run(command, fileOf(talk), ...vectors(model), ...args);
  expect(`${ran.out}${ran.err}`).not.toContain(KEY);
  return { ...ran, sent: server.received.slice(before) };
}
const ROWS = ['--strategies', 'oldest-removal,semantic-clustering,retrieval', '--json'];
const rowsIn = (out: string) =>
  JSON.parse(out).results as { key: string; fates: string; similarity?: { by: string; reason: string; texts: number } }[];

describe('embeddings in the terminal', () => {
  test('with a yes the two strategies compare by them, each text sent once for comparing, recall and decay', async () => {
    const words = await run('compare', fileOf(talk), ...ROWS);
    const { code, out, err, sent } = await asked('compare', 'ok', '--yes', '--decay', ...ROWS);
    expect([code, err.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/compatible\/ok at http:\S+ embeds 48 texts in 1 request, about [\d,]+ tokens sent; price unknown/),
    ]);
    expect(err).toMatch(/Secrets masked: 1\./);
    expect(err).toMatch(/Embeddings: 48 texts, [\d,]+ tokens in/);
    expect(sent.map(({ path }) => path)).toEqual(['/v1/embeddings']);
    expect(sent[0]!.body).not.toContain(SECRET);
    expect(sent[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    const rows = rowsIn(out);
    expect(rows.map(({ similarity }) => similarity?.by)).toEqual([undefined, 'embeddings', 'embeddings']);
    expect(rows[1]!.similarity).toEqual({ embedder: `embedding:compatible/ok@${server.origin}/v1`, texts: 48, by: 'embeddings', reason: '' });
    expect(rows.map(({ fates }, i) => fates === rowsIn(words.out)[i]!.fates)).toEqual([true, false, false]);
  });

  test('without --yes and nobody to ask nothing is sent; nor without a key, a model or an address', async () => {
    const silent = await asked('compare', 'ok', ...ROWS);
    expect([silent.code, silent.out, silent.sent]).toEqual([2, '', []]);
    expect(silent.err).toMatch(/nobody to ask\. --yes sends/);
    const nameless = await asked('compare', '', '--yes', ...ROWS);
    expect([nameless.code, nameless.err, nameless.sent]).toEqual([2, expect.stringMatching(/Choose a model.*--embedding-model/), []]);
    vi.stubEnv('GEMINI_API_KEY', '');
    const keyless = await run('compare', fileOf(talk), '--embedder', 'google', '--embedding-model', 'm', '--yes');
    expect([keyless.code, keyless.err]).toEqual([2, expect.stringMatching(/Enter a key for this provider.*GEMINI_API_KEY/)]);
    const placeless = await run('compare', fileOf(talk), '--embedder', 'compatible', '--embedding-model', 'm', '--yes');
    expect([placeless.code, placeless.err]).toEqual([2, expect.stringMatching(/address.*--embedding-url/)]);
  });

  test('a model that fails leaves the rows by words, says why, and is not asked again for recall', async () => {
    const words = rowsIn((await run('compare', fileOf(talk), ...ROWS)).out);
    const { code, out, err, sent } = await asked('compare', 'status-401', '--yes', ...ROWS);
    expect(code).toBe(0);
    expect(err).toMatch(/key is not accepted \(401\)/);
    expect(sent).toHaveLength(1);
    expect(rowsIn(out).map(({ fates }) => fates)).toEqual(words.map(({ fates }) => fates));
    expect(rowsIn(out)[2]!.similarity).toMatchObject({ by: 'words', reason: expect.stringMatching(/48 of 48 texts .* key is not accepted/) });
  });

  test('compact writes what the embeddings leave', async () => {
    const args = ['--strategy', 'semantic-clustering', '--target', '0.5'];
    const words = await run('compact', fileOf(talk), ...args);
    const { code, out, sent } = await asked('compact', 'ok', '--yes', ...args);
    expect([code, sent.length]).toEqual([0, 1]);
    expect(out).not.toBe(words.out);
    expect(JSON.parse(out).messages.length).toBeLessThan(48);
  });

  test('strategies that compare nothing embed nothing; flags that need an embedder say so', async () => {
    const none = await asked('compare', 'ok', '--yes', '--strategies', 'oldest-removal');
    expect([none.code, none.sent]).toEqual([0, []]);
    expect(none.err).toMatch(/nothing is embedded; only these compare by embeddings: semantic-clustering, retrieval/);
    for (const args of [
      ['--embedding-model', 'm'],
      ['--embedding-url', 'http://localhost:1/v1'],
    ])
      expect(await run('compare', fileOf(talk), ...args)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/needs --embedder openai\|google\|compatible/),
      });
    expect((await run('compare', fileOf(talk), '--embedder', 'anthropic')).err).toMatch(/words, openai, google, compatible/);
  });
});

describe('the embedder of the library', () => {
  const parsed = parseTranscript(talk);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const transcript = parsed.value.conversations[0]!;
  const options = { strategies: ['semantic-clustering', 'retrieval'], target: 0.5 };

  test('gives vectors to compare, compact, recall and decay, asked once for a comparison', async () => {
    let calls = 0;
    const embedder: Embedder = {
      id: 'mine',
      embed: (texts) => {
        calls++;
        return Promise.resolve({ vectors: texts.map(vectorOf) });
      },
    };
    const words = await compare(transcript, options);
    const compared = await compare(transcript, { ...options, embedder });
    expect(compared.rows.map(({ embedded }) => embedded)).toEqual([
      { id: 'mine', texts: 48, lacking: null },
      { id: 'mine', texts: 48, lacking: null },
    ]);
    for (const [i, row] of compared.rows.entries()) expect(row.result!.plan.fates).not.toEqual(words.rows[i]!.result!.plan.fates);
    const recalled = await recall(compared, { ...options, embedder });
    const decayed = await decay(compared, { ...options, embedder });
    expect([...recalled.rows, ...decayed].map(({ failed }) => failed)).toEqual([null, null, null, null]);
    expect(calls).toBe(1);
    const result = await compact(transcript, { strategy: 'retrieval', target: 0.5, embedder });
    expect(result.plan.fates).toEqual(compared.rows[1]!.result!.plan.fates);
  });

  test('one that rejects leaves the rows by words', async () => {
    const embedder: Embedder = { id: 'mine', embed: () => Promise.reject(new Error('no network')) };
    const { rows } = await compare(transcript, { ...options, embedder });
    expect(rows[0]!.embedded!.lacking).toMatchObject({ key: 'embeddings-lacking', values: { because: 'embeddings-error', message: 'no network' } });
  });
});
