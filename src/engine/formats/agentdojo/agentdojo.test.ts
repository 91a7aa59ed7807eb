import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/agentdojo.json', import.meta.url), 'utf8');

it('reads parts, calls and errors of its own notation', () => {
  const parsed = readAs('agentdojo', sample);
  const [run] = parsed.conversations;
  expect(outline(run!)).toEqual([
    'S You keep a garden.',
    'U Which beds are dry?',
    'A ~The log says it. / I read the log. / read{"path":"moisture.log"}',
    'T =bed 3: 12 %',
    'A Bed 3. / water{"bed":3}',
    'T !ValidationError: no tap',
  ]);
  expect(run).toMatchObject({ title: 'garden, user_task_3, important_instructions, injection_task_1', model: 'm-1' });
  expect(codes(parsed)).toEqual({});
});
