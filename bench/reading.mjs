/**
 * Reading 50 MB: from bytes to a counted transcript, against the unavoidable: JSON.parse of the same text and our own count of the same
 * strings. All in turn within one run, with empty caches.
 */
import { collectGarbage, goal, median, n, timed } from './figures.mjs';
import { load } from '../scripts/load.mjs';
import { makeFile, makeTranscript } from './material.mjs';

const MESSAGES = 10_000;
const BYTES = 4400;
const ROUNDS = 5;
const MOST = 1.5;
const FILES = [
  ['OpenAI request body', 'openai-chat'],
  ['Claude Code JSONL', 'claude-code'],
  ['pi JSONL', 'pi'],
];

export async function reading() {
  const engine = await load('bench/engine.ts');
  const tokenizer = await engine.loadTokenizer('o200k_base');
  const transcript = makeTranscript(engine, MESSAGES, BYTES);
  const rows = [];
  const goals = [];
  for (const [name, format] of FILES) {
    const bytes = new Uint8Array(makeFile(engine, transcript, format));
    const times = { parse: [], count: [], decode: [], json: [], bare: [], ratio: [] };
    for (let round = 0; round < ROUNDS; round++) {
      collectGarbage();
      tokenizer.base.forget();
      let read;
      const parse = await timed(() => (read = engine.parseTranscript(bytes)));
      if (!read.ok) throw new Error(`${name}: ${read.error.message}`);
      const [conversation] = read.value.conversations;
      let counts;
      const count = await timed(() => (counts = engine.countTranscript(conversation, tokenizer)));
      const texts = [];
      for (const message of conversation.messages) for (const part of message.parts) texts.push(...engine.textsOf(part));
      read = null;

      collectGarbage();
      tokenizer.base.forget();
      let text;
      const decode = await timed(() => (text = new TextDecoder().decode(bytes)));
      let kept;
      const json = await timed(() => {
        kept = format === 'openai-chat' ? JSON.parse(text) : text.split('\n').map((line) => (line === '' ? null : JSON.parse(line)));
      });
      if (!kept) throw new Error('nothing was read');
      let tokens = 0;
      const bare = await timed(() => {
        for (const t of texts) tokens += tokenizer.base.count(t);
      });
      if (tokens === 0 || counts.total < tokens) throw new Error('the bare count counted something else');
      times.parse.push(parse);
      times.count.push(count);
      times.decode.push(decode);
      times.json.push(json);
      times.bare.push(bare);
      times.ratio.push((parse + count) / (json + bare));
    }
    const ratio = median(times.ratio);
    rows.push([
      `${name}, ${(bytes.length / 1e6).toFixed(0)} MB`,
      ...['parse', 'count', 'decode', 'json', 'bare'].map((key) => n(median(times[key]))),
      ratio.toFixed(2),
    ]);
    goals.push(goal(`parse + count of ${name}`, ratio, `≤ ${MOST} × (bare JSON.parse + bare counting)`, ratio <= MOST));
  }
  return {
    tables: [
      {
        title: 'Reading 50 MB, ms (medians; the ratio is the median of the ratios of each round)',
        head: ['file', 'our parse', 'our count', 'bare decode', 'bare JSON.parse', 'bare count', 'ratio'],
        rows,
        note: 'Our parse starts from bytes, so it decodes too; the bare side is not charged for that.',
      },
    ],
    goals,
  };
}
