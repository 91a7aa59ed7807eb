/** Counts the same messages with the engine's counter, gpt-tokenizer and tiktoken, in turn, in one worker of one browser. */
import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import ranks from 'tiktoken/encoders/o200k_base.json';
import { init, Tiktoken } from 'tiktoken/lite/init';
import wasm from 'tiktoken/lite/tiktoken_bg.wasm?url';
import { loadTokenizer } from '../../src/engine/tokens/tokenizers.ts';

const ROUNDS = 5;
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

async function measure() {
  const corpora = await (await fetch('./corpora.json')).json();
  const { base: ours } = await loadTokenizer('o200k_base');
  await init(async (imports) => WebAssembly.instantiate(await (await fetch(wasm)).arrayBuffer(), imports));
  const tiktoken = new Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str);
  const options = { disallowedSpecial: new Set() };
  const counters = {
    ours: { count: (text) => ours.count(text), forget: () => ours.forget() },
    gpt: { count: (text) => countTokens(text, options), forget: clearMergeCache },
    tiktoken: { count: (text) => tiktoken.encode_ordinary(text).length, forget: () => undefined },
  };
  const figures = [];
  for (const [corpus, { bytes, messages }] of Object.entries(corpora)) {
    const times = { ours: [], gpt: [], tiktoken: [] };
    const tokens = {};
    for (const { count } of Object.values(counters)) for (const message of messages.slice(0, 20)) count(message);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, { count, forget }] of Object.entries(counters)) {
        forget();
        const start = performance.now();
        tokens[name] = messages.reduce((sum, message) => sum + count(message), 0);
        times[name].push(performance.now() - start);
      }
    }
    const speed = (name) => bytes / 1000 / median(times[name]);
    figures.push({ corpus, equal: tokens.ours === tokens.tiktoken, ours: speed('ours'), gpt: speed('gpt'), tiktoken: speed('tiktoken') });
  }
  return figures;
}

measure().then(
  (figures) => postMessage({ figures }),
  (error) => postMessage({ error: String(error) }),
);
