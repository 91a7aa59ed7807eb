import { describe, expect, it } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { answer, assistant, call, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { summary } from './summary.ts';

const task = 'Make the build of packages/tui green.\nDo not touch the tests!';
const last = '很好。现在请发布 1.2.0 版本？';
const talk: MessageSpec[] = [
  system(50),
  user(20, task),
  call(10, 'a'),
  answer(200, 'a'),
  assistant(40, 'Plan:\n- [x] find it\n- [ ] fix it'),
  user(15),
  call(10, 'b'),
  answer(300, 'b'),
  user(20, last),
];

describe('summary (S0 1 and 7)', () => {
  it('replaces the whole conversation, the last tool block and the last user message included', () => {
    const plan = planned(summary, preparedOf(talk), { own: true });
    expect(letters(plan)).toBe('KSSSSSSSS');
    expect(plan.insertions).toEqual([{ before: 1, role: 'user', content: { summary: 'summary-1' } }]);
  });

  it('quotes the original task and the last user message word for word', () => {
    const [request] = planned(summary, preparedOf(talk), { own: true }).summaries;
    expect(request?.before).toContain(`<original_task>\n${task}\n</original_task>`);
    expect(request?.after).toContain(`<last_user_message>\n${last}\n</last_user_message>`);
    expect(request?.before).not.toContain(last);
  });

  it('says the state of the task list', () => {
    const [request] = planned(summary, preparedOf(talk), { own: true }).summaries;
    expect(request?.after).toContain('<task_list>\n- [x] find it\n- [ ] fix it\n</task_list>');
  });

  it('without key information still quotes the last user message', () => {
    const [request] = planned(summary, preparedOf(talk), { own: true }, { keyInformation: false }).summaries;
    expect(request?.before).not.toContain('original_task');
    expect(request?.after?.trim()).toBe(`<last_user_message>\n${last}\n</last_user_message>`);
  });

  it('quotes a single user message once', () => {
    const [request] = planned(summary, preparedOf([user(20, task), assistant(100), assistant(100)]), { own: true }).summaries;
    expect(`${request?.before}${request?.after}`.split(task)).toHaveLength(2);
    expect(request?.after).toContain('The original task above is also the last message of the user.');
  });

  it('keeps pinned and CRITICAL messages as they are', () => {
    const plan = planned(summary, preparedOf(talk, { marks: { m3: 'pin', m4: 'CRITICAL' } }), { own: true });
    expect(letters(plan)).toBe('KSKKKSSSS');
  });

  it('keeps a pinned last user message instead of quoting it', () => {
    const plan = planned(summary, preparedOf(talk, { marks: { m8: 'pin' } }), { own: true });
    expect(letters(plan)).toBe('KSSSSSSSK');
    expect(plan.summaries[0]?.after).not.toContain('last_user_message');
  });

  it('gives reasons', () => {
    const plan = planned(summary, preparedOf(talk), { own: true });
    expect(formatReason(plan.reason(1))).toBe('Word for word beside the summary');
    expect(formatReason(plan.reason(8))).toBe('Word for word beside the summary');
    expect(formatReason(plan.reason(3))).toBe('In the summary; 200 tokens before');
  });

  it('is unchanged when everything is protected, and within an equal target', () => {
    expect(planned(summary, preparedOf([system(50)]), { own: true }).unchanged).toMatchObject({ key: 'unchanged-nothing-removable' });
    const input = preparedOf(talk);
    expect(planned(summary, input, { target: input.counts.total }).unchanged).toMatchObject({ key: 'unchanged-within-target' });
  });
});
