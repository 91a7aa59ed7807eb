import { describe, expect, it } from 'vitest';
import { answer, assistant, call, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { keyInformation } from './key-information.ts';

const talk: MessageSpec[] = [
  system(50),
  user(20, 'Make it green.'),
  call(10, 'a'),
  answer(200, 'a'),
  assistant(40, 'Plan:\n- [x] find it\n- [ ] fix it'),
  user(15),
  assistant(30),
  user(20),
  call(10, 'b'),
  answer(300, 'b'),
  assistant(30),
];

describe('key information (S0 7)', () => {
  it('keeps task, task list, last user message and last block, and drops the rest', () => {
    const plan = planned(keyInformation, preparedOf(talk), { own: true });
    expect(letters(plan)).toBe('KKDDKDDKKKD');
    expect(plan.summaries).toEqual([]);
    expect([1, 2, 4, 7, 8].map((i) => plan.reason(i).key)).toEqual([
      'keep-original-task',
      'drop-no-key-information',
      'keep-task-list',
      'keep-last-user',
      'keep-last-tool-block',
    ]);
  });
  it('pins stay', () => {
    expect(letters(planned(keyInformation, preparedOf(talk, { marks: { m6: 'pin' } }), { own: true }))).toBe('KKDDKDKKKKD');
  });
  it('recent messages stay as far as the knob says', () => {
    const plan = planned(keyInformation, preparedOf(talk), { own: true }, { keepRecentCount: 5 });
    expect(letters(plan)).toBe('KKDDKDKKKKK');
    expect(plan.reason(10)).toEqual({ key: 'recent', values: { back: 1, keep: 5 } });
  });
});
