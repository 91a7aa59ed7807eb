import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/atof.jsonl', import.meta.url), 'utf8');

it('reads requests, tools and what failed', () => {
  const parsed = readAs('atof', sample);
  expect(outline(parsed.conversations[0]!)).toEqual([
    'U Which beds are dry?',
    'A I read the log.',
    'A terminal{"command":"cat moisture.log"}',
    'T =bed 3: 12 %',
    'A Bed 3.',
  ]);
  expect(parsed.conversations[0]).toMatchObject({ id: 'g1', title: 'The dry beds', model: 'm-1' });
  expect(codes(parsed)).toEqual({ 'interface-note': 1, 'failed-request': 1 });
});
