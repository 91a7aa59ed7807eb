/**
 * Token counting against gpt-tokenizer and tiktoken (WebAssembly), side by side in one process. Cold: this counter has counted nothing before
 * (its cache of pieces is empty). Warm: the same texts again.
 */
import { createRequire } from 'node:module';
import { load } from '../scripts/load.mjs';
import { goal, median, n } from './figures.mjs';
import { corpora, random } from './material.mjs';

const ROUNDS = 5;
const RUN = 200_000;
const RUN_ROUNDS = 9;
/** Corpora with goals; Chinese and base64 are shown only. */
const GOALS = ['prose', 'code', 'JSON'];

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Unbroken runs: one piece of 200,000 characters or more, or as near as the split patterns allow. */
function runs() {
  const next = random(3);
  const pick = (letters, n) => Array.from({ length: n }, () => letters[Math.floor(next() * letters.length)]).join('');
  const repeat = (unit) => (n) => unit.repeat(Math.ceil(n / unit.length)).slice(0, n);
  return {
    'one letter': repeat('a'),
    'random lower case': (n) => pick('etaoinshrdlucmfwypvbgkqjxz', n),
    'upper case': repeat('ABCDEF'),
    'Chinese without punctuation': (n) =>
      pick('的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里', n),
    spaces: repeat(' '),
    'line ends and spaces': repeat('\n '),
    symbols: repeat('=-'),
    'combining marks': repeat('\u0301\u0308'),
    emoji: repeat('😀'),
    digits: repeat('1234567'),
    base64: (n) => pick('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', n),
  };
}

export async function counting() {
  const { loadTokenizer } = await load('src/engine/tokens/tokenizers.ts');
  const loading = performance.now();
  const { base: ours } = await loadTokenizer('o200k_base');
  const loadMs = performance.now() - loading;
  const gpt = await import('gpt-tokenizer/encoding/o200k_base');
  const tiktoken = createRequire(import.meta.url)('tiktoken').get_encoding('o200k_base');
  const options = { disallowedSpecial: new Set() };
  const counters = {
    ours: { count: (text) => ours.count(text), forget: () => ours.forget() },
    'gpt-tokenizer': { count: (text) => gpt.countTokens(text, options), forget: () => gpt.clearMergeCache() },
    tiktoken: { count: (text) => tiktoken.encode_ordinary(text).length, forget: () => {} },
  };

  const throughput = [];
  for (const [corpus, messages] of Object.entries(corpora())) {
    const bytes = messages.reduce((sum, m) => sum + Buffer.byteLength(m), 0);
    const times = Object.fromEntries(Object.keys(counters).map((name) => [name, { cold: [], warm: [], tokens: 0 }]));
    for (const { count } of Object.values(counters)) for (const m of messages.slice(0, 20)) count(m);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, { count, forget }] of Object.entries(counters)) {
        forget();
        let tokens = 0;
        times[name].cold.push(
          timed(() => {
            for (const m of messages) tokens += count(m);
          }),
        );
        times[name].warm.push(
          timed(() => {
            for (const m of messages) count(m);
          }),
        );
        times[name].tokens = tokens;
      }
    }
    const speed = (name, kind) => bytes / 1000 / median(times[name][kind]);
    const row = { corpus, tokens: times.ours.tokens, equal: times.ours.tokens === times.tiktoken.tokens, speeds: {} };
    for (const name of Object.keys(counters)) row.speeds[name] = { cold: speed(name, 'cold'), warm: speed(name, 'warm') };
    row.overGpt = row.speeds.ours.cold / row.speeds['gpt-tokenizer'].cold;
    row.overTiktoken = row.speeds.ours.cold / row.speeds.tiktoken.cold;
    throughput.push(row);
  }

  const unbroken = [];
  for (const [kind, make] of Object.entries(runs())) {
    const [once, twice] = [make(RUN), make(2 * RUN)];
    ours.count(make(RUN / 10));
    // The best of several, in turn: growth measured over a few milliseconds would otherwise be noise.
    let [ms, msTwice] = [Infinity, Infinity];
    for (let round = 0; round < RUN_ROUNDS; round++) {
      ours.forget();
      ms = Math.min(
        ms,
        timed(() => ours.count(once)),
      );
      ours.forget();
      msTwice = Math.min(
        msTwice,
        timed(() => ours.count(twice)),
      );
    }
    unbroken.push({ kind, ms, msTwice, growth: msTwice / ms });
  }
  const pair = ({ cold, warm }) => `${n(cold)} / ${n(warm)}`;
  const slowest = unbroken.reduce((a, b) => (b.ms > a.ms ? b : a));
  const steepest = unbroken.reduce((a, b) => (b.growth > a.growth ? b : a));
  return {
    tables: [
      {
        title: `Counting in the engine, o200k_base, messages of 5 KB, MB/s cold / warm (ranks loaded in ${n(loadMs)} ms)`,
        head: ['corpus', 'ours', 'gpt-tokenizer', 'tiktoken', '× gpt', '× tiktoken', 'tokens'],
        rows: throughput.map((r) => [
          r.corpus,
          pair(r.speeds.ours),
          pair(r.speeds['gpt-tokenizer']),
          n(r.speeds.tiktoken.cold),
          n(r.overGpt),
          n(r.overTiktoken),
          r.equal ? 'equal' : 'DIFFERENT',
        ]),
      },
      {
        title: 'Unbroken runs, ms',
        head: ['kind', '200,000', '400,000', 'growth'],
        rows: unbroken.map((r) => [r.kind, n(r.ms), n(r.msTwice), r.growth.toFixed(2)]),
      },
    ],
    goals: [
      ...throughput
        .filter((r) => GOALS.includes(r.corpus))
        .flatMap((r) => [
          goal(`counting ${r.corpus}, cold, against gpt-tokenizer`, r.overGpt, '≥ 2 ×', r.equal && r.overGpt >= 2),
          goal(`counting ${r.corpus}, cold, against tiktoken`, r.overTiktoken, '≥ 3 ×', r.equal && r.overTiktoken >= 3),
        ]),
      goal(`unbroken run of 200,000 characters (slowest: ${slowest.kind})`, slowest.ms, '< 1,000 ms', slowest.ms < 1000),
      goal(`twice the length (steepest: ${steepest.kind})`, steepest.growth, '≤ 2.5 × the time', steepest.growth <= 2.5),
    ],
  };
}
