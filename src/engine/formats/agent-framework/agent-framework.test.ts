import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/agent-framework.json', import.meta.url), 'utf8');

it('reads contents, failed results and usage', () => {
  const parsed = readAs('agent-framework', sample);
  expect(outline(parsed.conversations[0]!)).toEqual([
    'S You keep a garden.',
    'U Which beds are dry? / [image image/png https://garden.example/bed-3.png]',
    'A ~The log says it. / I read the log. / read{"path":"moisture.log"} / water{"bed":3}',
    'T =bed 3: 12 % / !no tap',
    'A Bed 3.',
  ]);
  expect(parsed.conversations[0]!.messages.at(-1)!.usage).toMatchObject({ input: 80, output: 5 });
  expect(parsed.conversations[0]!.messages[1]!.name).toBe('Ada');
  expect(codes(parsed)).toEqual({});
});

it('reads roles as objects, and names kinds that it does not know', () => {
  const parsed = readAs('agent-framework', [
    { type: 'chat_message', role: { value: 'user' }, contents: [{ type: 'text', text: 'a' }, { type: 'hologram' }] },
  ]);
  expect(outline(parsed.conversations[0]!)).toEqual(['U a']);
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
});
