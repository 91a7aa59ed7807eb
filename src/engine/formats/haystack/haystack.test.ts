import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/haystack.json', import.meta.url), 'utf8');

const SAID = [
  'S You keep a garden.',
  'U Which beds are dry? / [image image/png]',
  'A ~The log says it. / I read the log. / read{"path":"moisture.log"}',
  'T =bed 3: 12 %',
  'A Bed 3.',
];

it('reads messages, also under the keys of 2.9 to 2.11', () => {
  const parsed = readAs('haystack', sample);
  expect(outline(parsed.conversations[0]!)).toEqual(SAID);
  expect(parsed.conversations[0]!.messages[1]!.name).toBe('Ada');
  expect(parsed.conversations[0]!.messages[2]).toMatchObject({ model: 'm-1', usage: { input: 50, output: 10 } });
  expect(codes(parsed)).toEqual({});
  const old = sample.replace(/"(role|content|meta|name)":/g, '"_$1":');
  expect(outline(readAs('haystack', old).conversations[0]!)).toEqual(SAID);
});

it('keeps what a result of several parts says, and that it failed', () => {
  const call = { id: 'c', tool_name: 'f', arguments: {} };
  const said = (role: string, ...content: object[]): object => ({ role, content, meta: {}, name: null });
  const { conversations } = readAs('haystack', [
    said('assistant', { tool_call: call }),
    said('tool', { tool_call_result: { result: [{ text: 'a' }, { text: 'b' }], origin: call, error: true } }, { hologram: {} }),
  ]);
  expect(outline(conversations[0]!)).toEqual(['A f{}', 'T !a|b']);
});
