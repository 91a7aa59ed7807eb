/**
 * Token counting against gpt-tokenizer and tiktoken (WebAssembly), side by side in one process. Goals: docs/performance.md#goals. `node
 * bench/counting.mjs` prints the tables and exits with 1 when a goal is missed; `counting()` returns the figures. Cold: this counter has
 * counted nothing before (its cache of pieces is empty). Warm: the same texts again.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { corpora, random } from './corpora.mjs';
import { median } from './figures.mjs';
import { load } from '../scripts/load.mjs';

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

/** All figures; `ms` of the load of the tokenizer, MB/s by corpus and counter, seconds and growth of unbroken runs. */
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
    row.goal = GOALS.includes(corpus);
    row.pass = row.equal && (!row.goal || (row.overGpt >= 2 && row.overTiktoken >= 3));
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
    unbroken.push({ kind, ms, msTwice, growth: msTwice / ms, pass: ms < 1000 && msTwice / ms <= 2.5 });
  }
  return { loadMs, throughput, unbroken, pass: [...throughput, ...unbroken].every((row) => row.pass) };
}

/** The figures as readable tables. */
export function print({ loadMs, throughput, unbroken, pass }) {
  const n = (value, width, digits = 1) => value.toFixed(digits).padStart(width);
  console.log(`\nCounting, o200k_base, messages of 5 KB, MB/s cold / warm (ranks loaded and indexed in ${loadMs.toFixed(0)} ms)`);
  console.log(
    `${'corpus'.padEnd(10)}${'ours'.padStart(15)}${'gpt-tokenizer'.padStart(17)}${'tiktoken'.padStart(10)}${'× gpt'.padStart(8)}${'× tiktoken'.padStart(12)}  goal: ≥ 2 and ≥ 3 cold`,
  );
  for (const { corpus, speeds, overGpt, overTiktoken, goal, equal, pass: ok } of throughput) {
    const pair = ({ cold, warm }, width) => `${n(cold, width - 8)} / ${n(warm, 5)}`;
    const verdict = equal ? (goal ? (ok ? 'pass' : 'FAIL') : 'shown') : 'FAIL: not the count of tiktoken';
    console.log(
      `${corpus.padEnd(10)}${pair(speeds.ours, 15)}${pair(speeds['gpt-tokenizer'], 17)}${n(speeds.tiktoken.cold, 10)}${n(overGpt, 8)}${n(overTiktoken, 12)}  ${verdict}`,
    );
  }
  console.log(`\nUnbroken runs, ms${' '.repeat(13)}200,000    400,000   growth  goal: < 1,000 and ≤ 2.5`);
  for (const { kind, ms, msTwice, growth, pass: ok } of unbroken)
    console.log(`${kind.padEnd(28)}${n(ms, 9)}${n(msTwice, 11)}${n(growth, 9, 2)}  ${ok ? 'pass' : 'FAIL'}`);
  console.log(pass ? '\nAll goals of counting met.' : '\nA goal of counting was missed.');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await counting();
  print(figures);
  process.exitCode = figures.pass ? 0 : 1;
}
