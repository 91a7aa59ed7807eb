import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../testing/scale.ts';
import type { Part, Transcript } from '../transcript/types.ts';
import type { BaseCounter } from './contract.ts';
import { countTranscript } from './count.ts';
import { countOwned, runningCounts, runningOf } from './splice.ts';
import { awkwardText } from './testing/reference.ts';
import { loadTokenizer } from './tokenizers.ts';

const IDS = ['o200k_base', 'cl100k_base'] as const;
const counters = new Map<string, BaseCounter>();
beforeAll(async () => {
  for (const id of [...IDS, 'chars4'] as const) counters.set(id, (await loadTokenizer(id)).base);
});
const base = (id: string): BaseCounter => counters.get(id)!;

const words = fc
  .array(fc.constantFrom('word ', '  ', '\n', 'слово ', '中文字。', '\u3000', '\u00a0', '😀', '\ud800', '/', "'s", '\r\n', '\t', 'a'.repeat(50)), {
    maxLength: 200,
  })
  .map((list) => list.join(''));

/** Counts stretch by stretch, by a counter that knows no shortcut. */
const plain = ({ id, count, stretchEnd }: BaseCounter, self: BaseCounter): BaseCounter => ({
  id,
  count: count.bind(self),
  stretchEnd: stretchEnd.bind(self),
});

const transcript = (...parts: Part[]): Transcript => ({
  id: 't',
  title: 't',
  format: 'openai-chat',
  tools: [],
  messages: [{ id: 'm', role: 'assistant', parts }],
  compactions: [],
  branches: [],
  subagents: [],
});

describe('running counts', () => {
  it.each(IDS)('%s: before every place are the tokens of the text before it, whatever follows', (id) => {
    const counter = base(id);
    fc.assert(
      fc.property(fc.oneof(words, awkwardText), (text) => {
        const { places, sums } = counter.running!(text, 32);
        expect([places[0], sums[0], places.at(-1), sums.at(-1)]).toEqual([0, 0, text.length, counter.count(text)]);
        expect(sums).toHaveLength(places.length);
        for (let k = 1; k < places.length; k++) {
          const at = places[k]!;
          expect(at).toBeGreaterThan(places[k - 1]!);
          if (k < places.length - 1) expect(at - places[k - 1]!).toBeGreaterThanOrEqual(32);
          expect(counter.count(text.slice(0, at))).toBe(sums[k]);
          expect(counter.count(text.slice(at))).toBe(sums.at(-1)! - sums[k]!);
        }
      }),
      { numRuns: runs(600) },
    );
  });

  it.each(IDS)('%s: the places of a long text are about as close as those found stretch by stretch', (id) => {
    const counter = base(id);
    const text = 'Some words of a long text, line by line.\nЕщё слова в другой строке, и ещё. 中文也有。\n'.repeat(4000);
    const ours = runningCounts(counter, text);
    const theirs = runningCounts(plain(counter, counter), text);
    expect(ours.sums.at(-1)).toBe(theirs.sums.at(-1));
    expect(ours.places.length).toBeGreaterThan(theirs.places.length * 0.95);
  });

  it('are made while a transcript is counted, and remembered with the object that holds the text', async () => {
    const tokenizer = await loadTokenizer('o200k_base');
    const text: Part = { type: 'text', text: 'Words of an answer, some more. '.repeat(20) };
    const piece = { type: 'text', text: 'One line of an output.\n'.repeat(40) } as const;
    const counts = countTranscript(transcript(text, { type: 'tool-result', callId: 'a', content: [piece] }), tokenizer);
    expect(counts.parts(0)).toEqual([tokenizer.count(text.text), tokenizer.count(piece.text)]);
    for (const owner of [text, piece]) {
      const counted = runningOf(tokenizer.base, owner, owner.text);
      expect(runningOf(tokenizer.base, owner, owner.text)).toBe(counted);
      expect(counted).toEqual(runningCounts(tokenizer.base, owner.text));
    }
  });

  it('of a call are those of its arguments, however long its name', async () => {
    const tokenizer = await loadTokenizer('o200k_base');
    const call: Part = { type: 'tool-call', id: 'a', name: 'run_'.repeat(60), args: '{"a":1}' };
    const counts = countTranscript(transcript(call), tokenizer);
    expect(counts.parts(0)).toEqual([tokenizer.count(call.name) + tokenizer.count(call.args)]);
    expect(runningOf(tokenizer.base, call, call.args)).toEqual(runningCounts(tokenizer.base, call.args));
  });

  it('of an unknown owner are made anew; a counter by length remembers none', () => {
    const owner = {};
    const text = 'a few words '.repeat(40);
    expect(countOwned(base('chars4'), owner, text)).toBe(base('chars4').count(text));
    expect(runningOf(base('chars4'), owner, text)).toEqual({ places: Int32Array.of(0, text.length), sums: Int32Array.of(0, 120) });
  });
});
