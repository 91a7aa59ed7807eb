import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseTranscript } from '../formats/index.ts';
import { deep, someSharedFiles, runs } from '../testing/scale.ts';
import type { Bpe } from './bpe.ts';
import { textsOf } from './count.ts';
import { awkwardText, ENCODINGS, referenceCount } from './testing/reference.ts';
import { loadEncoding } from './tokenizers.ts';

const counters = new Map<string, Bpe>();
beforeAll(async () => {
  for (const id of ENCODINGS) counters.set(id, await loadEncoding(id));
});

/** Strings of a JSON value, keys included. */
function stringsOf(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (Array.isArray(value)) for (const v of value) stringsOf(v, into);
  else if (typeof value === 'object' && value !== null)
    for (const [k, v] of Object.entries(value)) {
      into.add(k);
      stringsOf(v, into);
    }
}

/** Every text of a file that a tokenizer could be asked for: its lines in groups, the strings of its JSON, the parts of its messages. */
function textsIn(bytes: Uint8Array, name: string): Set<string> {
  const texts = new Set<string>();
  const whole = new TextDecoder().decode(bytes);
  for (let at = 0; at < whole.length; at += 50_000) texts.add(whole.slice(at, at + 50_000));
  for (const json of [whole, ...whole.split('\n')]) {
    try {
      stringsOf(JSON.parse(json), texts);
    } catch {
      // Not JSON, or a damaged line: its text is in already.
    }
  }
  const parsed = parseTranscript(bytes, { name });
  if (parsed.ok)
    for (const { messages } of parsed.value.conversations)
      for (const { parts } of messages) for (const part of parts) for (const text of textsOf(part)) texts.add(text);
  return texts;
}

/** tiktoken is quadratic on unbroken runs; this keeps a file's longest ones within a second. */
const LONGEST = 200_000;

describe.each(ENCODINGS)('%s', (id) => {
  const counter = (): Bpe => counters.get(id) as Bpe;

  it('equals tiktoken on awkward text', () => {
    fc.assert(
      fc.property(awkwardText, (text) => {
        expect(counter().count(text)).toBe(referenceCount(id, text));
      }),
      { numRuns: deep ? 4000 : 800 },
    );
  });

  it('equals tiktoken on every code point of the planes in use, alone and between letters', () => {
    const wrong: string[] = [];
    // The everyday gate takes the first planes and every ninth block of those after them, which have little but ideographs.
    for (let first = 0; first < 0xe0200; first += deep || first < 0x3400 ? 64 : 64 * 9) {
      if (first >= 0x32400 && first < 0xe0000) first = 0xe0000;
      let text = '';
      for (let c = first; c < first + 64; c++) {
        const ch = String.fromCodePoint(c);
        text += `${ch} a${ch}B 1${ch}2 '${ch}s\n${ch}`;
      }
      if (counter().count(text) !== referenceCount(id, text)) wrong.push(first.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it.each(['a', ' ', '\n ', '=-', '\u0301', '中文字', 'ABCDEF', '7', 'q8Zt', '😀', '\u0e01'])('equals tiktoken on an unbroken run of %j', (unit) => {
    for (const length of [31, 32, 33, 255, 256, 3000]) {
      const text = unit.repeat(length).slice(0, length);
      expect(counter().count(text)).toBe(referenceCount(id, text));
    }
  });

  it('equals tiktoken on unbroken runs of several blocks', () => {
    const alphabet = fc.constantFrom('ab', 'etaoin', 'ABCDEFG', '的一是不了在人有我他', '=-+*#', 'ืัิก', '\u0301\u0308', 'абвгд', ' ', '😀😃👍');
    const run = fc.tuple(alphabet, fc.integer({ min: 1500, max: 6000 }), fc.integer()).map(([letters, length, seed]) => {
      const units = [...letters];
      let state = seed;
      let text = '';
      for (let i = 0; i < length; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        text += units[(state >>> 8) % units.length];
      }
      return text;
    });
    fc.assert(
      fc.property(run, (text) => {
        expect(counter().count(text)).toBe(referenceCount(id, text));
      }),
      { numRuns: runs(15) },
    );
  });

  it('equals tiktoken on text longer than one stretch', () => {
    const paragraph = "It's 12345 o'clock — “really”?\n\n\tif (x) { return '中文'; } // ok\r\n";
    // One run of this length takes tiktoken seconds.
    const unbroken = deep ? [`${'\n'.repeat(70_000)}x`] : [];
    for (const text of [paragraph.repeat(2000), 'word '.repeat(20_000), 'x/\n'.repeat(25_000), ...unbroken]) {
      expect(counter().count(text)).toBe(referenceCount(id, text));
    }
  });

  const shared = someSharedFiles();
  it.skipIf(shared.length === 0).each(shared.map((f) => [f.file, f] as const))('equals tiktoken on every text of %s', (_, file) => {
    const wrong: string[] = [];
    for (const text of textsIn(file.bytes(), file.file)) {
      if (text.length <= LONGEST && counter().count(text) !== referenceCount(id, text)) wrong.push(text.slice(0, 200));
    }
    expect(wrong).toEqual([]);
  });

  it.each(['a', 'ab', ' ', '=-', '\u0301', '中文字', 'ABCDEF', 'q8Zt'])('twice the unbroken run of %j takes about twice the steps', (unit) => {
    const steps = (length: number): number => {
      const before = counter().steps;
      counter().count(unit.repeat(length));
      return counter().steps - before;
    };
    const once = steps(20_000);
    const twice = steps(40_000);
    expect(twice).toBeLessThanOrEqual(2.1 * once);
    expect(once).toBeLessThanOrEqual(40 * 20_000 * Buffer.byteLength(unit));
  });

  it('merges short pieces in a bounded number of steps per byte', () => {
    counter().forget();
    const before = counter().steps;
    const text = Array.from({ length: 2000 }, (_, i) => `qzx${(i * 7919).toString(36)}jv`).join(' ');
    counter().count(text);
    expect(counter().steps - before).toBeLessThanOrEqual(100 * text.length);
  });
});
