import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';
import { parseTranscript } from '../index.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/tau2.json', import.meta.url), 'utf8');

it('reads the calls of both sides, and what was cut off', () => {
  const parsed = readAs('tau2', sample);
  const [run] = parsed.conversations;
  expect(outline(run!)).toEqual([
    'S Water in the evening.',
    'A How can I help?',
    'U Which beds are dry?',
    'A I read the log. / read{"path":"moisture.log"}',
    'T =bed 3: 12 %',
    'U open_tap{"bed":3}',
    'T !the tap is stuck',
    'A Bed 3.',
  ]);
  expect(run).toMatchObject({ title: 'task 7, trial 0, reward 1', model: 'm-1', extra: { ended: 'user_stop' } });
  // The simulated user's requests are those of another model.
  expect(run!.messages.flatMap(({ usage }) => (usage ? [usage.input] : []))).toEqual([100]);
  expect(codes(parsed)).toEqual({ 'context-truncated': 1 });
});

it('refuses runs by voice with a word', () => {
  const parsed = parseTranscript(JSON.stringify({ info: {}, simulations: [{ task_id: '1', reward_info: null, ticks: [{}] }] }));
  expect(parsed.ok ? '' : parsed.error.message).toContain('by voice');
});

const given = caseFile('refused__tau2-results.json');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('tau2', given!);
  expect(outline(conversations[0]!).slice(3, 7)).toEqual(['A find_user{"email":"a@e.test"}', 'T =user_1', 'U toggle_data{}', 'T =on']);
});
