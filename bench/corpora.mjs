/**
 * Texts to count, identical on every machine: installed packages (versions are pinned) for prose, code and JSON, generated text for Chinese
 * and base64. Each is a list of messages of about 5 KB.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

const modules = path.resolve(import.meta.dirname, '../node_modules');
const MESSAGE = 5000;
const FROM_ONE_FILE = 60_000;

/** A small seeded generator of numbers in [0, 1): benchmarks count the same bytes each time. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

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

/** name → messages, about `bytes` UTF-8 bytes each if the packages contain that much. */
export function corpora(bytes = 1_000_000) {
  return {
    prose: collect(['.'], ['.md', '.d.ts'], bytes, prose()),
    code: collect(['zod/src', 'gpt-tokenizer/src', 'recharts/types', '@reduxjs/toolkit/src', 'fast-check/lib'], ['.ts', '.js'], bytes),
    JSON: collect(['.'], ['.json'], bytes),
    Chinese: chinese(bytes),
    base64: base64(bytes),
  };
}
