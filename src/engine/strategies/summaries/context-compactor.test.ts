import { describe, expect, it } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { answer, assistant, call, contextOf, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { compactNow } from '../../compaction/compaction-run.ts';
import { countingSummarizer } from '../../testing/summarizer.ts';
import { contextCompactor } from './context-compactor.ts';
import { resolveParams } from '../params.ts';

/** Ten turns of a question and an answer of 100 tokens each: 1–2, 3–4, … 19–20. */
const chat = preparedOf([system(100), ...Array.from({ length: 10 }, (): MessageSpec[] => [user(100), assistant(100)]).flat()]);
/** One user message, then eight steps of a call and its result. */
const agent = preparedOf([
  system(100),
  user(100),
  ...Array.from({ length: 8 }, (_, i): MessageSpec[] => [call(50, `c${i}`), answer(150, `c${i}`)]).flat(),
]);

function defaults(own: Readonly<Record<string, unknown>> = {}) {
  const resolved = resolveParams(contextCompactor.params, own);
  if (!resolved.ok) throw new Error(resolved.error);
  return resolved.value;
}

describe('S1 asks first', () => {
  it('names current and maximum tokens, and where the answer goes', () => {
    const question = contextCompactor.question?.(defaults(), 70_000, 128_000);
    expect(question?.param).toBe('answer');
    expect(formatReason(question!.reason)).toBe('Asked first: 70,000 of 80,000 tokens. Compact?');
    expect(contextCompactor.question?.(defaults({ askFirst: false }), 70_000, 128_000)).toBeNull();
    expect(contextCompactor.question?.(defaults({ enabled: false }), 70_000, 128_000)).toBeNull();
  });

  it('unasked it does not say so', () => {
    expect(planned(contextCompactor, chat, { own: true }).trace?.map(({ key }) => key)).toEqual(['question-compact', 'answer']);
    expect(planned(contextCompactor, chat, { own: true }, { askFirst: false, answer: 'stop' }).trace).toEqual([]);
  });

  it('on no: the oldest go until the target is met, without a summary', () => {
    const plan = planned(contextCompactor, chat, { target: 1500 }, { answer: 'drop-oldest' });
    // 2,100 tokens: six messages of 100 go; the last user message would be protected.
    expect(letters(plan)).toBe(`K${'D'.repeat(6)}${'K'.repeat(14)}`);
    expect(formatReason(plan.reason(3))).toBe('No. 3 of 6, oldest first: declined');
    expect(plan.summaries).toEqual([]);
  });

  it('on no: a new session has the system prompt and the current input alone', () => {
    const plan = planned(contextCompactor, chat, { own: true }, { answer: 'new-session' });
    expect(letters(plan)).toBe(`K${'D'.repeat(18)}KK`);
    expect(formatReason(plan.reason(20))).toBe('The last round');
    expect(planned(contextCompactor, preparedOf([system(9), user(9)]), { own: true }, { answer: 'new-session' }).unchanged?.key).toBe(
      'unchanged-rounds',
    );
  });

  it('on no: stopping leaves everything as it is and says the numbers', () => {
    const plan = planned(contextCompactor, chat, { target: 1500 }, { answer: 'stop' });
    expect(formatReason(plan.unchanged!)).toBe('Stopped as asked at 2,100 of 80,000 tokens');
  });

  it('switched off it does nothing', () => {
    expect(planned(contextCompactor, chat, { target: 500 }, { enabled: false }).unchanged?.key).toBe('unchanged-disabled');
  });

  it('sends its event with the numbers of the result', () => {
    const options = {
      budget: { window: 128_000, target: null, own: true },
      params: defaults(),
      summarizer: countingSummarizer(),
      weight: 0.6,
      seed: 1,
    };
    const result = compactNow(chat, contextCompactor, options);
    if (result instanceof Promise) throw new Error('expected an answer at once');
    const [event, ...others] = result.log();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      level: 'info',
      event: 'context_compacted',
      reason: { values: { original_tokens: 2100, new_tokens: result.tokensAfter, rounds: 7, summary: result.summaries[0]!.outcome.text } },
    });
    expect(event!.reason.values!.saved_ratio).toBeCloseTo(1 - result.tokensAfter / 2100);
    const stopped = compactNow(chat, contextCompactor, { ...options, params: defaults({ answer: 'stop' }) });
    expect(stopped instanceof Promise ? null : stopped.log()).toEqual([]);
  });
});

describe('context compactor (S1)', () => {
  it('keeps system, summary, the recent rounds and the current one, which is not one of them', () => {
    const plan = planned(contextCompactor, chat, { own: true });
    expect(letters(plan)).toBe(`K${'S'.repeat(14)}KKKKKK`);
    expect(plan.insertions).toEqual([{ before: 1, role: 'user', content: { summary: 'summary-1' } }]);
    expect(plan.summaries[0]?.members).toEqual(Array.from({ length: 14 }, (_, i) => i + 1));
    expect(plan.summaries[0]).toMatchObject({ maxChars: 1000, maxTokens: 500, tooLong: 'cut', style: 'plain' });
    expect([plan.into?.[0], plan.into?.[1], plan.into?.[15]]).toEqual([-1, 0, -1]);
  });

  it('with no recent rounds keeps the current one alone', () => {
    expect(letters(planned(contextCompactor, chat, { own: true }, { keepRecentRounds: 0 }))).toBe(`K${'S'.repeat(18)}KK`);
  });

  it('says of each message in which round it is', () => {
    const plan = planned(contextCompactor, chat, { own: true });
    expect(formatReason(plan.reason(4))).toBe('Round 2 of 10: the current one and 2 before it stay');
    expect(formatReason(plan.reason(16))).toBe('Round 2 before the current one, 2 stay');
    expect(formatReason(plan.reason(20))).toBe('The last round');
  });

  it('auto counts steps where there are too few user turns, and the row says so', () => {
    const plan = planned(contextCompactor, agent, { own: true });
    // The last step is current, two before it stay; the user message is protected.
    expect(letters(plan)).toBe(`KK${'S'.repeat(10)}KKKKKK`);
    expect(formatReason(plan.note!)).toBe('auto: steps');
    expect(plan.trace?.slice(2).map(formatReason)).toEqual(['1 turn of the user, 4 needed: steps count']);
    expect(formatReason(plan.reason(2))).toBe('Round 1 of 8: the current one and 2 before it stay');
  });

  it('counts what it is told to count', () => {
    const turns = planned(contextCompactor, agent, { own: true }, { unit: 'turns' });
    expect(turns.unchanged).toEqual({ key: 'unchanged-rounds', values: { rounds: 1, keep: 2 } });
    const steps = planned(contextCompactor, chat, { own: true }, { unit: 'steps', keepRecentRounds: 0 });
    // The last user message opens no step of its own and is protected.
    expect(letters(steps)).toBe(`K${'S'.repeat(18)}KK`);
    expect(formatReason(steps.reason(1))).toMatch(/^Round \d+ of \d+: the current one and 0 before it stay$/);
    expect(steps.note).toBeUndefined();
  });

  it('while the knob is aimed, auto keeps user turns as long as one can be summarised', () => {
    const two = preparedOf([user(100), assistant(900), user(100), assistant(100)]);
    expect(letters(planned(contextCompactor, two, { target: 600 }, { keepRecentRounds: 0 }))).toBe('SSKK');
    expect(letters(planned(contextCompactor, two, { own: true }))).toBe('KKKK');
  });

  it('does not split a tool block that reaches into the kept rounds', () => {
    const late = preparedOf([user(10), call(10, 'a'), user(10), answer(10, 'a'), assistant(10), user(10), call(10, 'b'), answer(10, 'b')]);
    const plan = planned(contextCompactor, late, { own: true }, { keepRecentRounds: 1, unit: 'turns' });
    expect(letters(plan)).toBe('SKKKKKKK');
    expect(formatReason(plan.reason(1))).toBe('Its tool block reaches over the border');
  });

  it('still too long by its own rule: fewer rounds until the trigger would not fire again', () => {
    // 2,100 tokens; own window 1,000 → too long from 800 on. Two rounds leave 700 + the summary.
    const plan = planned(contextCompactor, chat, { own: true }, { maxContextTokens: 1000 });
    expect(plan.limit?.tokens).toBe(800);
    const fewer = plan.limit?.otherwise?.();
    // One round would be 500 + up to 500 for the summary: not expected to fit, so none is kept.
    expect(letters(fewer!)).toBe(`K${'S'.repeat(18)}KK`);
    expect(formatReason(fewer!.note!)).toBe('rounds 2 → 0');
    expect(fewer!.trace?.slice(2).map(formatReason)).toEqual(['Over 800 tokens with 2 recent rounds: 0']);
    // With none left only the window itself counts; then a new session is the only way.
    expect(fewer!.limit).toEqual({ tokens: 1000, refused: { key: 'refused-new-session', values: { keep: 0 } } });
    expect(formatReason({ key: 'refused-new-session', values: { keep: 0, tokens: 1200, limit: 1000 } })).toBe(
      'Start a new session: 1,200 tokens, over 1,000 even with 0 rounds',
    );
  });

  it('takes the most rounds that are expected to fit', () => {
    const plan = planned(contextCompactor, chat, { own: true }, { keepRecentRounds: 6, maxContextTokens: 2000, summaryMaxChars: 200 });
    // Too long from 1,600 on: system 100, current 200, summary 100, so five rounds of 200 fit.
    expect(letters(plan.limit!.otherwise!())).toBe(`K${'S'.repeat(8)}${'K'.repeat(12)}`);
  });

  it('too many rounds to do anything count as still too long', () => {
    const plan = planned(contextCompactor, chat, { own: true }, { keepRecentRounds: 30, maxContextTokens: 2000, unit: 'turns' });
    expect(plan.unchanged).toBeUndefined();
    expect(letters(plan)).toMatch(/^KS+K+$/);
  });

  it('a current round that alone is over the window is refused with nothing changed', () => {
    const one = preparedOf([system(100), user(3000), assistant(100)]);
    const plan = planned(contextCompactor, one, { own: true, window: 2000 }, { unit: 'turns' });
    expect(letters(plan)).toBe('KKK');
    expect(plan.unchanged).toBeUndefined();
    expect(plan.limit).toMatchObject({ tokens: 2000, refused: { key: 'refused-new-session' } });
  });

  it('its own window is never larger than the window in use, and sets its own target', () => {
    const values = defaults();
    expect(contextCompactor.ownTarget?.(values, 128_000)).toBe(64_000);
    expect(contextCompactor.ownTarget?.(values, 50_000)).toBe(40_000);
  });

  it('at an equal target the bound is the window, or the target where that is larger', () => {
    expect(planned(contextCompactor, chat, { target: 1000, window: 1500 }).limit?.tokens).toBe(1500);
    expect(planned(contextCompactor, chat, { target: 1800, window: 1500 }).limit?.tokens).toBe(1800);
    expect(contextOf({ target: 5 }).budget.own).toBe(false);
  });
});
