import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/openai-threads.json', import.meta.url), 'utf8');

it('reads messages and steps, the oldest first', () => {
  const parsed = readAs('openai-threads', sample);
  expect(outline(parsed.conversations[0]!)).toEqual([
    'U [file file-7] / Which beds are dry? / [image file-8]',
    'A read{"path":"moisture.log"} / code_interpreter{"code":"print(12)"}',
    'T =bed 3: 12 % / =12|[image file-9]',
    'A Bed 3.',
  ]);
  expect(codes(parsed)).toEqual({ 'list-goes-on': 1 });
});

it('reads a list that was asked for with the oldest first in its order', () => {
  const said = (id: string, role: string, created_at: number): object => ({
    id,
    object: 'thread.message',
    thread_id: 't',
    created_at,
    role,
    content: id,
  });
  const { conversations } = readAs('openai-threads', {
    object: 'list',
    data: [said('a', 'user', 1), said('b', 'assistant', 1), said('c', 'user', 2)],
  });
  expect(outline(conversations[0]!)).toEqual(['U a', 'A b', 'U c']);
});
