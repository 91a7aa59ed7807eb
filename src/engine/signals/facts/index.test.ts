import { describe, expect, test } from 'vitest';
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import { beginsAs } from '../signal-prepare.ts';
import { FACT_PLACES } from './fact-names.ts';
import { factIndexOf, factsOfParts, kindOfFact } from './index.ts';

const message = (id: string, role: Message['role'], ...parts: Part[]): Message => ({ id, role, parts });
const transcript = (...messages: Message[]): Transcript => ({
  id: 't',
  format: 'test',
  tools: [],
  messages,
  compactions: [],
  branches: [],
  subagents: [],
});

const small = (): Transcript =>
  transcript(
    message('1', 'user', { type: 'text', text: 'Fix parseRange in src/http/range.ts, see parseRange' }),
    message(
      '2',
      'assistant',
      { type: 'reasoning', text: 'range.ts again' },
      { type: 'text', text: 'I look at ./range.ts' },
      { type: 'tool-call', id: 'c', name: 'read', args: '{"file_path":"/app/src/http/range.ts"}' },
    ),
    message('3', 'tool', { type: 'tool-result', callId: 'c', content: [{ type: 'image' }, { type: 'text', text: 'maxBytes = 4096' }] }),
  );

describe('the index', () => {
  const t = small();
  const index = factIndexOf(t);
  const factsOf = (i: number): string[] => Array.from(index.ids.slice(index.from[i], index.from[i + 1]), (id) => index.text[id]!);

  test('each fact once, by message, in order of its first occurrence', () => {
    expect([0, 1, 2].map(factsOf)).toEqual([['parseRange', 'src/http/range.ts'], ['src/http/range.ts'], ['maxBytes = 4096', 'maxBytes']]);
    expect(Array.from({ length: index.count }, (_, id) => kindOfFact(index, id))).toEqual(['identifier', 'path', 'number', 'identifier']);
    expect([...index.first]).toEqual([0, 0, 2, 2]);
  });

  test('says every place of a message, and where the fact stands first', () => {
    const at = index.from[1]!;
    expect(FACT_PLACES.filter((_, k) => (index.places[at]! >> k) & 1)).toEqual(['text', 'reasoning', 'arguments']);
    expect([index.part[at], index.piece[at], index.start[at], index.end[at]]).toEqual([0, 0, 0, 8]);
    const result = index.from[2]!;
    expect([index.part[result], index.piece[result]]).toEqual([0, 1]);
  });

  test('finds facts in texts that a compaction wrote', () => {
    const parts: Part[] = [{ type: 'text', text: 'Earlier: range.ts had otherName, maxBytes' }];
    expect([...index.idsIn(parts)]).toEqual([1, 3]);
    expect(index.idsIn(parts)).toBe(index.idsIn(parts));
    expect(index.idOf(index.key[1]!)).toBe(1);
    expect(index.idOf('identifier otherName')).toBe(-1);
  });

  test('the selection of recall leaves out what does not count', () => {
    const recall = factIndexOf(t, 'recall');
    expect(recall.text).toEqual(['parseRange', 'src/http/range.ts', 'maxBytes']);
  });
});

test('messages that two transcripts share are searched once', () => {
  const t = small();
  const before = factsOfParts(t.messages[0]!.parts);
  factIndexOf(transcript(t.messages[0]!));
  expect(factsOfParts(t.messages[0]!.parts)).toBe(before);
  expect(factsOfParts([...t.messages[0]!.parts])[0]!.facts).toBe(before[0]!.facts);
});

test('the index of a beginning is a part of that of the whole', () => {
  const whole = small();
  for (let n = 0; n <= whole.messages.length; n++) {
    const messages = whole.messages.slice(0, n);
    const [alone, part] = [
      { ...whole, messages },
      { ...whole, messages },
    ];
    beginsAs(part, whole);
    const [{ idOf, idsIn, ...a }, b] = [factIndexOf(alone), factIndexOf(part)];
    expect(b).toMatchObject(a);
    for (const key of factIndexOf(whole).key) expect(b.idOf(key)).toBe(idOf(key));
    for (const { parts } of whole.messages) expect(b.idsIn(parts)).toEqual(idsIn(parts));
  }
});
