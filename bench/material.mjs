/** What is measured: transcripts of any length, and texts to count. Identical on every machine. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

const samples = path.resolve(import.meta.dirname, '../fixtures/samples');

/** A small seeded generator of numbers in [0, 1): benchmarks count the same bytes each time. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** Conversations of the gallery in the normal form. */
function sampleTranscripts({ parseTranscript }) {
  return readdirSync(samples)
    .filter((file) => file !== 'index.json')
    .sort()
    .flatMap((file) => {
      const parsed = parseTranscript(new Uint8Array(readFileSync(path.join(samples, file))), { name: file });
      if (!parsed.ok) throw new Error(`${file}: ${parsed.error.message}`);
      return parsed.value.conversations;
    });
}

const textLength = (part) =>
  part.type === 'tool-result' ? part.content.reduce((sum, c) => sum + (c.text?.length ?? 0), 0) : (part.text ?? part.args ?? '').length;

/**
 * The sessions of the gallery repeated with ids of their own and different numbers in every repetition; tool results are filled up to the
 * wanted size.
 * @param engine the bundle of bench/engine.ts
 * @param messages how many, the header included
 * @param bytesPerMessage characters of text per message, on average
 */
export function makeTranscript(engine, messages, bytesPerMessage) {
  const sources = sampleTranscripts(engine);
  const bodies = sources.flatMap((t) => t.messages.filter((m) => m.role !== 'system' && !m.compaction));
  const pool = bodies.flatMap((m) => m.parts.filter((p) => p.type === 'tool-result').map((p) => p.content.map((c) => c.text ?? '').join('\n')));
  const lengthOf = (pick) => bodies.reduce((sum, m) => sum + m.parts.filter(pick).reduce((s, p) => s + textLength(p), 0), 0);
  const results = lengthOf((p) => p.type === 'tool-result');
  const rest = lengthOf((p) => p.type !== 'tool-result');
  const wanted = bytesPerMessage * bodies.length;
  // Results grow or shrink to the wanted mean; where even empty ones would be too long, everything is cut.
  const share = Math.max(0.1, (wanted - rest) / results);
  const cut = Math.min(1, wanted / (rest + results * share));
  const next = random(17);

  const vary = (text, round) =>
    round === 0
      ? text
      : text.replace(/\d{2,}/g, (digits) => String((Number(digits.slice(0, 9)) * 7 + round * 13) % 10 ** Math.min(9, digits.length)));
  const sized = (text, length) => (text.length <= length ? text : text.slice(0, Math.max(1, length)));
  const fill = (text, length) => {
    let filled = text;
    while (filled.length < length) filled += `\n${pool[Math.floor(next() * pool.length)]}`;
    return sized(filled, length);
  };
  const id = (name, round) => `${name}-${round}`;
  const part = (p, round) => {
    if (p.type === 'tool-call') return { ...p, id: id(p.id, round) };
    if (p.type === 'tool-result') {
      const text = p.content.map((c) => c.text ?? '').join('\n');
      return { ...p, callId: id(p.callId, round), content: [{ type: 'text', text: vary(fill(text, Math.round(text.length * share * cut)), round) }] };
    }
    return { type: p.type, text: vary(sized(p.text ?? '', Math.ceil((p.text ?? '').length * cut)), round) };
  };

  const header = sources[0].messages.find((m) => m.role === 'system') ?? {
    id: 'system',
    role: 'system',
    parts: [{ type: 'text', text: 'You are a coding agent.' }],
  };
  const made = [{ id: 'system', role: 'system', parts: header.parts }];
  for (let k = 0; made.length < messages; k++) {
    const round = Math.floor(k / bodies.length);
    const { role, parts, ts } = bodies[k % bodies.length];
    made.push({ id: id(`m${k % bodies.length}`, round), role, ...(ts && { ts }), parts: parts.map((p) => part(p, round)) });
  }
  return {
    id: 'bench',
    title: `${messages} messages`,
    format: 'openai-chat',
    model: 'gpt-4.1',
    tools: sources.flatMap((t) => t.tools).slice(0, 12),
    messages: made,
    compactions: [],
    branches: [],
    subagents: [],
  };
}

/** All rows but those that are there on demand. */
export const everyRow = ({ strategies }, isWanted = () => true) =>
  strategies.filter((strategy) => !strategy.onDemand && isWanted(strategy)).map(({ id }) => ({ key: id, strategy: id, params: {} }));

/** A made transcript, counted and prepared. */
export function preparedOf(engine, tokenizer, transcript) {
  return engine.prepare(transcript, engine.countTranscript(transcript, tokenizer), engine.DEFAULT_SIGNALS);
}

/** Options of a comparison at a target; `window` is larger than every transcript here, or the target would be a share of it. */
export const optionsOf = (engine, transcript, summarizer) => (target) => ({
  window: 100_000_000,
  target,
  own: false,
  weight: 0.6,
  seed: 1,
  rules: engine.ruleSetOf(transcript),
  summarizer,
});

/** The same transcript as a file of a format: bytes as on disk. */
export function makeFile(engine, transcript, format) {
  const written = engine.serializeTranscript({ ...transcript, format }, format);
  if (!written.ok) throw new Error(written.error.message);
  return Buffer.from(written.value.text);
}

const modules = path.resolve(import.meta.dirname, '../node_modules');
const MESSAGE = 5000;
const FROM_ONE_FILE = 60_000;

function* files(folder, extensions) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(full, extensions);
    else if (extensions.some((e) => entry.name.endsWith(e))) yield full;
  }
}

/** Messages from the files of these folders, in order, up to `bytes`. */
function collect(folders, extensions, bytes, pick = (line) => line) {
  const messages = [];
  let size = 0;
  let message = '';
  for (const folder of folders) {
    for (const file of files(path.join(modules, folder), extensions)) {
      for (const source of readFileSync(file, 'utf8').slice(0, FROM_ONE_FILE).split('\n')) {
        const line = pick(source);
        if (line === null || line.length > 2000) continue;
        message += `${line}\n`;
        if (message.length >= MESSAGE) {
          messages.push(message);
          size += message.length;
          message = '';
        }
        if (size >= bytes) return messages;
      }
    }
  }
  return messages;
}

/** A comment or README line that reads as a sentence, without its marks; each is used once. */
function prose() {
  const seen = new Set();
  return (line) => {
    const text = line.replace(/^[\s/*#>-]+/, '');
    if (!/^[A-Za-z][^|{}<>;=]{60,}$/.test(text) || seen.has(text)) return null;
    seen.add(text);
    return text;
  };
}

function chinese(bytes) {
  const next = random(7);
  const words = ranks.filter((t) => typeof t === 'string' && /^\p{Script=Han}{1,2}$/u.test(t)).slice(0, 4000);
  const messages = [];
  for (let size = 0; size < bytes; size += MESSAGE) {
    let text = '';
    while (text.length < MESSAGE / 3) {
      const length = 3 + Math.floor(next() * 9);
      for (let i = 0; i < length; i++) text += words[Math.floor(next() ** 2 * words.length)];
      text += next() < 0.6 ? '，' : '。';
    }
    messages.push(text);
  }
  return messages;
}

function base64(bytes) {
  const next = random(11);
  const messages = [];
  for (let size = 0; size < bytes; size += MESSAGE) {
    messages.push(Buffer.from(Array.from({ length: (MESSAGE * 3) / 4 }, () => Math.floor(next() * 256))).toString('base64'));
  }
  return messages;
}

/**
 * Texts to count: installed packages (versions are pinned) for prose, code and JSON, generated text for Chinese and base64. Name → messages of
 * about 5 KB, together about `bytes` UTF-8 bytes if the packages contain that much.
 */
export function corpora(bytes = 1_000_000) {
  return {
    prose: collect(['.'], ['.md', '.d.ts'], bytes, prose()),
    code: collect(['zod/src', 'gpt-tokenizer/src', 'recharts/types', '@reduxjs/toolkit/src', 'fast-check/lib'], ['.ts', '.js'], bytes),
    JSON: collect(['.'], ['.json'], bytes),
    Chinese: chinese(bytes),
    base64: base64(bytes),
  };
}
