import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/lm-studio.json', import.meta.url), 'utf8');

it('reads the selected versions and the steps of answers', () => {
  const parsed = readAs('lm-studio', sample);
  const [chat] = parsed.conversations;
  expect(outline(chat!)).toEqual([
    'S You keep a garden.',
    'U Which beds are dry?',
    'A ~The log says it. / I read the log. / read{"path":"moisture.log"}',
    'T =bed 3: 12 %',
    'A Bed 3.',
  ]);
  expect(chat).toMatchObject({ title: 'The dry beds', model: 'm-1' });
  expect(chat!.messages.flatMap(({ usage }) => (usage ? [usage.input] : []))).toEqual([40]);
  expect(codes(parsed)).toEqual({ 'other-versions': 1 });
});
