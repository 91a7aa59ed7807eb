/** What holds for every product, on conversations that nobody wrote by hand. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { transcripts } from '../testing/arbitraries.ts';
import { deepFreeze } from '../testing/freeze.ts';
import { runs } from '../testing/scale.ts';
import type { Transcript } from '../transcript/types.ts';
import { compactAs } from './row.ts';
import { PRODUCTS } from './index.ts';
import { chatOf } from './shared/chat.ts';

const someWindow = fc.constantFrom(8000, 32_000, 200_000);

describe.each(PRODUCTS.map((product) => [product.id, product] as const))('%s', (id, product) => {
  test('gives every message one fate, every edit a content, and every summary its messages', () => {
    fc.assert(
      fc.property(transcripts(20), someWindow, (transcript, window) => {
        const { chat, fates, edits, inserted } = compactAs(deepFreeze(transcript), id, { window });
        const at = (wanted: string): number[] => fates.flatMap((fate, i) => (fate === wanted ? [i] : []));
        expect(fates).toHaveLength(chat.messages.length);
        expect([...edits.keys()].sort((a, b) => a - b)).toEqual(at('edit'));
        for (const [i, edited] of edits) expect(edited, `message ${i}`).not.toEqual(chat.messages[i]);
        for (const { before } of inserted) expect(before >= 0 && before <= fates.length && Number.isInteger(before)).toBe(true);
        const summarised = inserted.flatMap(({ content }) => ('summary' in content ? content.summary.of : []));
        expect([...summarised].sort((a, b) => a - b)).toEqual(at('summarise'));
      }),
      { numRuns: runs(100) },
    );
  });

  test('decides the same twice', () => {
    fc.assert(
      fc.property(transcripts(10), (transcript) => {
        expect(compactAs(transcript, id)).toEqual(compactAs(transcript, id));
      }),
      { numRuns: runs(20) },
    );
  });

  it('says where its rule comes from, and has its knob among its parameters', () => {
    const { source, defaults, knob } = product;
    expect(Object.values(source).every((text) => text.length > 0)).toBe(true);
    if (knob !== undefined) expect(typeof defaults[knob]).toBe('number');
  });
});

it('no two products have one id', () => {
  expect(new Set(PRODUCTS.map(({ id }) => id)).size).toBe(PRODUCTS.length);
});

describe('a transcript as chat products hold it', () => {
  const transcript = (messages: Transcript['messages']): Transcript => ({
    id: 't',
    format: 'anthropic-messages',
    tools: [],
    messages,
    compactions: [],
    branches: [],
    subagents: [],
  });

  it('has one message for each result of a tool, before the words that came with them', () => {
    const { messages, origins } = chatOf([
      {
        id: '1',
        role: 'assistant',
        parts: [
          { type: 'text', text: 'Look' },
          { type: 'tool-call', id: 'a', name: 'read', args: '{}' },
        ],
      },
      {
        id: '2',
        role: 'user',
        parts: [
          { type: 'text', text: 'and then' },
          { type: 'tool-result', callId: 'a', content: [{ type: 'text', text: 'x' }, { type: 'image' }] },
        ],
      },
    ]);
    expect(messages).toEqual([
      { role: 'assistant', text: 'Look', calls: [{ id: 'a', name: 'read', args: '{}' }], images: 0 },
      { role: 'tool', text: 'x', calls: [], callId: 'a', tool: 'read', images: 1 },
      { role: 'user', text: 'and then', calls: [], images: 0 },
    ]);
    expect(origins.map(({ message, parts }) => [message, parts])).toEqual([
      [0, [0, 1]],
      [1, [1]],
      [1, [0]],
    ]);
  });

  it('leaves no part out', () => {
    fc.assert(
      fc.property(transcripts(20), ({ messages }) => {
        const found = chatOf(messages).origins.flatMap(({ message, parts }) => parts.map((part) => `${message}.${part}`));
        expect(found.sort()).toEqual(messages.flatMap(({ parts }, i) => parts.map((_, part) => `${i}.${part}`)).sort());
      }),
      { numRuns: runs(100) },
    );
  });

  it('refuses what is not there, and says what is', () => {
    const empty = transcript([]);
    expect(() => compactAs(empty, 'pie')).toThrow(/unknown product "pie"; there are .*pi/);
    expect(() => compactAs(empty, 'pi', { params: { keep: 3 } })).toThrow('pi has no parameter "keep"; it has keepRecentTokens');
    expect(() => compactAs(empty, 'pi', { params: { keepRecentTokens: '3' } })).toThrow('pi: keepRecentTokens is a number, not a string');
  });
});
