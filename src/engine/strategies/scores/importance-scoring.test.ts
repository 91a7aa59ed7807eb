import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer, assistant, call, gone, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { importanceScoring } from './importance-scoring.ts';
import { scoreParts, scoresOf } from './shared/strategy-scores.ts';

/** Over 50 characters, without a word of any list. */
const PLAIN = 'The weather over the lake was grey, and nobody went out that day.';

const partsOf = (said: MessageSpec) => scoreParts(preparedOf([said]), 0);

describe('scores (S0 9)', () => {
  it('the role is the base: user 5, assistant 2, system 1', () => {
    expect(partsOf(user(9, PLAIN))).toMatchObject({ base: 5, short: 0, score: 5 });
    expect(partsOf(assistant(9, PLAIN))).toMatchObject({ base: 2, score: 2 });
    expect(partsOf(system(9, PLAIN))).toMatchObject({ base: 1, score: 1 });
    expect(partsOf({ ...user(9, PLAIN), synthetic: true })).toMatchObject({ base: 1, score: 1 });
  });
  it('each important word counts once, errors and fixes 2 more', () => {
    // error, fix, task and problem: four words; error and fix are also of the list of fixes.
    const text = 'The error, an error in the task, was a problem. It is fixed now, and fixed well.';
    expect(partsOf(assistant(9, text))).toMatchObject({ keywords: 2, fix: 2, completion: 0, score: 6 });
    // 错误, 修复 and 任务.
    expect(partsOf(assistant(9, `错误已经修复了，错误不再出现，任务继续进行。${'然后我们看下一个部分的内容。'.repeat(3)}`))).toMatchObject({
      keywords: 1.5,
      fix: 2,
      score: 5.5,
    });
  });
  it('under 50 characters half a point less', () => {
    expect(partsOf(assistant(9, 'All right.'))).toMatchObject({ short: -0.5, score: 1.5 });
    expect(partsOf(assistant(9, 'x'.repeat(49))).score).toBe(1.5);
    expect(partsOf(assistant(9, 'x'.repeat(50))).score).toBe(2);
  });
  it('a finished task 1.5, marked by anybody 3', () => {
    expect(partsOf(assistant(9, `!!!COMPLETE!!! ${PLAIN}`))).toMatchObject({ keywords: 0.5, completion: 1.5, score: 4 });
    expect(partsOf(user(9, `Remember: ${PLAIN}`))).toMatchObject({ marked: 3, score: 8 });
    expect(partsOf(assistant(9, `Important: ${PLAIN}`))).toMatchObject({ keywords: 0.5, marked: 3, score: 5.5 });
    expect(partsOf({ ...user(9, `注意：${PLAIN}`), synthetic: true })).toMatchObject({ base: 1, marked: 3 });
    expect(partsOf(assistant(9, `<Pin>${PLAIN}</Pin>`))).toMatchObject({ marked: 3, score: 5 });
  });
  it('stays within 0 and 10', () => {
    const all = '错误 失败 异常 bug 修复 完成 成功 任务 目标 决策 方案 问题 解决 重要 必须 任务完成 !!!COMPLETE!!! 以及更多的内容在这里继续写下去';
    expect(partsOf(user(9, all)).score).toBe(10);
  });
  it('a tool call adds 2, a failed one 2 more; the words of its output do not count; the block has its highest score', () => {
    const input = preparedOf([
      call(9, 'a'),
      { ...answer(9, 'a'), text: `${PLAIN} error bug task important` },
      call(9, 'b'),
      { ...answer(9, 'b'), text: `Error: ${PLAIN}` },
    ]);
    expect([...scoresOf(input).messages]).toEqual([3.5, 4, 3.5, 6]);
    expect([...scoresOf(input).units]).toEqual([4, 6]);
  });
});

describe('importance scoring (S0 9)', () => {
  /** Ten plain answers after the question, then five, then the last question. */
  const talk: MessageSpec[] = [user(50, PLAIN), ...Array.from({ length: 15 }, () => assistant(100, PLAIN)), user(50, PLAIN)];

  it('keeps what reaches the threshold and the last five below it', () => {
    const plan = planned(importanceScoring, preparedOf(talk), { own: true });
    expect(letters(plan)).toBe(`K${'S'.repeat(10)}KKKKKK`);
    expect(plan.insertions).toEqual([{ before: 1, role: 'user', content: { summary: 'summary-1' } }]);
    expect(plan.reason(1)).toMatchObject({ key: 'score-limit', values: { score: 2, base: 2, limit: 3 } });
    expect(plan.reason(12)).toMatchObject({ key: 'keep-recent-low', values: { score: 2, keep: 5 } });
  });
  it('runs above 10 messages', () => {
    expect(planned(importanceScoring, preparedOf(talk.slice(0, 10)), { own: true }).unchanged).toMatchObject({ key: 'unchanged-too-few' });
    expect(planned(importanceScoring, preparedOf([system(9), ...talk.slice(0, 10)]), { own: true }).unchanged).toMatchObject({
      values: { messages: 10 },
    });
    expect(planned(importanceScoring, preparedOf(talk.slice(0, 11)), { own: true }).unchanged).toBeUndefined();
  });
  it('a block counts as a whole among the last low ones', () => {
    const low = Array.from({ length: 12 }, (): MessageSpec => assistant(100, PLAIN));
    const input = preparedOf([
      user(9, PLAIN),
      ...low,
      call(9, 'a', 'b'),
      answer(9, 'a'),
      answer(9, 'b'),
      ...low.slice(0, 3),
      user(9, PLAIN),
      call(9, 'z'),
      answer(9, 'z'),
    ]);
    expect(letters(planned(importanceScoring, input, { own: true }, { scoreThreshold: 10 }))).toBe(`K${'S'.repeat(12)}KKKKKKKKK`);
  });
  it('between two half points the older messages of the lower score go first', () => {
    const input = preparedOf(talk);
    const at = (scoreThreshold: number) => letters(planned(importanceScoring, input, { own: true }, { scoreThreshold, keepLow: 0 }));
    // The 17 messages hold 16 removable ones; assistants are at places 1 … 15.
    expect(at(2)).toBe('K'.repeat(17));
    expect(at(2.25)).toBe(`K${'S'.repeat(7)}${'K'.repeat(9)}`);
    expect(at(2.49)).toBe(`K${'S'.repeat(14)}KK`);
    expect(at(2.5)).toBe(`K${'S'.repeat(15)}K`);
  });
  it('a reason names the first eight words of a list', () => {
    const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath', 'islet'];
    const named = (count: number) => {
      const said = talk.map((one, i) => (i === 1 ? assistant(100, `${words.slice(0, count).join(' ')}. ${PLAIN}`) : one));
      const plan = planned(importanceScoring, preparedOf(said, { keywords: { important: words } }), { own: true }, { scoreThreshold: 10.5 });
      return plan.reason(1).values?.words;
    };
    expect(named(8)).toBe(' (amber, birch, cedar, delta, ember, fjord, grove, heath)');
    expect(named(9)).toBe(' (amber, birch, cedar, delta, ember, fjord, grove, heath, …)');
  });
  it('says so where no list covers the language', () => {
    const german = 'Bitte sieh dir das an und sag mir, was daran nicht stimmt; die Tests kann man auch noch ändern.';
    const plan = planned(importanceScoring, preparedOf(talk.map((one) => ({ ...one, text: german }))), { own: true });
    expect(plan.note).toMatchObject({ key: 'note-keywords-language', values: { language: 'de' } });
  });
  it('goes by the lists of the person', () => {
    const input = preparedOf(talk, { keywords: { important: ['weather', 'lake'] } });
    expect(letters(planned(importanceScoring, input, { own: true }))).toBe('K'.repeat(17));
  });
  it('a higher threshold keeps less', () => {
    const words = ['task', 'error', 'done', PLAIN, 'important', 'Fixed the bug.'];
    const one = fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text: fc.constantFrom(...words) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 11, maxLength: 30 }), fc.nat(1000), fc.nat(50), fc.nat(6), (said, t, more, keepLow) => {
        const input = preparedOf(said.map((s) => ({ ...s, tokens: 10 })));
        const at = (scoreThreshold: number) => gone(planned(importanceScoring, input, { own: true }, { scoreThreshold, keepLow }));
        expect(at((t + more) / 100)).toEqual(expect.arrayContaining(at(t / 100)));
      }),
    );
  });
});
