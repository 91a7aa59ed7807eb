import { expect, test } from 'vitest';
import { recordingLines } from '../../testing/recordings.ts';
import { talk } from '../../testing/talks.ts';
import type { Message } from '../../transcript/types.ts';
import { itemsOf } from './independent-items.ts';
import { scannedOf } from './cut.ts';

const base = talk(recordingLines(5, 40));
const items = itemsOf(base);
const union = (lists: readonly Int32Array[]): number[] => [...new Set(lists.flatMap((list) => [...list]))].toSorted((a, b) => a - b);
const scanned = (message: Message): number[] => union(scannedOf(base).of(message));

test('the items of a message are those of its parts, at the first time and when they are remembered', () => {
  let found = 0;
  for (const message of base.messages) {
    const expected = union([items.itemsOf(message)]);
    const copy = structuredClone(message);
    expect([scanned(message), scanned(message), scanned(copy)]).toEqual([expected, expected, expected]);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(100);
});

test('the same text is remembered for each kind of part', () => {
  const args = JSON.stringify({ text: 'the retry limit\nis forty thousand' });
  const base = talk([
    { user: 'The retry limit is forty thousand.' },
    { call: 'c', args },
    { result: 'c', shows: 'ok' },
    { says: 'So the retry limit is forty thousand.' },
  ]);
  const of = (message: Pick<Message, 'role' | 'parts'>) => union(scannedOf(base).of({ id: 'm', ...message }));
  const call = of({ role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name: 'note', args }] });
  const text = of({ role: 'assistant', parts: [{ type: 'text', text: `note\n${args}` }] });
  expect(call).toEqual(union([itemsOf(base).itemsOf({ role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name: 'note', args }] })]));
  expect(text).toEqual(union([itemsOf(base).itemsOf({ role: 'assistant', parts: [{ type: 'text', text: `note\n${args}` }] })]));
  expect(call).not.toEqual(text);
  expect(of({ role: 'user', parts: [] })).toEqual([]);
});
