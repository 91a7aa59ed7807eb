import { describe, expect, it } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { type Circumstances, contextOf, letters, assistant, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { compactNow } from '../../compaction/compaction-run.ts';
import type { Summarizer, SummaryFailure } from '../../summarizers/contract.ts';
import { countingSummarizer, failingSummarizer } from '../../testing/summarizer.ts';
import { autoCompression } from './auto-compression.ts';
import type { Plan, Strategy } from '../contract.ts';
import { hardLimit } from './hard-limit.ts';
import { resolveParams } from '../params.ts';

const chat = (messages: number, tokens = 100): MessageSpec[] =>
  Array.from({ length: messages }, (_, i) => (i % 2 ? assistant(tokens) : user(tokens)));
/** System and 30 messages of 100 tokens: 3,100. */
const talk = preparedOf([system(100), ...chat(30)]);

describe('auto compression (S4)', () => {
  it('summarises everything but the last ten', () => {
    const plan = planned(autoCompression, talk, { own: true });
    expect(letters(plan)).toBe(`K${'S'.repeat(20)}${'K'.repeat(10)}`);
    expect(plan.summaries[0]).toMatchObject({ maxTokens: 1000, timeoutMs: 30_000, members: Array.from({ length: 20 }, (_, i) => i + 1) });
    expect(formatReason(plan.reason(3))).toBe('No. 28 from the end, the last 10 stay');
    expect(formatReason(plan.reason(21))).toBe('No. 10 from the end, the last 10 stay');
  });

  it('with none kept for being recent says so, in every way that a message goes', () => {
    const said = (keepRecentCount: number): string[] => {
      const values = resolveParams(autoCompression.params, { keepRecentCount, safeDefaultSummary: true });
      if (!values.ok) throw new Error(values.error);
      const failed = autoCompression.onSummaryFailure?.(talk, values.value, contextOf({ own: true }), 'timeout');
      if (!failed || 'rejected' in failed) throw new Error('no plan');
      return [
        planned(autoCompression, talk, { own: true }, { keepRecentCount }),
        planned(hardLimit, talk, { target: 1500, window: 128_000 }, { keepRecentCount }),
        failed,
      ].map((plan) => formatReason(plan.reason(3)));
    };
    const least = autoCompression.params.keepRecentCount.min;
    expect(least).toBe(0);
    expect(said(0)).toEqual(Array.from({ length: 3 }, () => 'No. 28 from the end, the last 0 stay'));
    expect(said(1)[0]).toBe('No. 28 from the end, the last 1 stay');
  });

  it('changes nothing at keepRecentCount + 1 messages, something at one more', () => {
    const eleven = planned(autoCompression, preparedOf([system(100), ...chat(10)]), { own: true });
    expect(eleven.unchanged).toEqual({ key: 'unchanged-too-few', values: { messages: 11, minimum: 11 } });
    expect(letters(planned(autoCompression, preparedOf([system(100), ...chat(11)]), { own: true }))).toBe('KSKKKKKKKKKK');
  });

  it('over the window with its summary: the hard limit cuts, the summary included', () => {
    const plan = planned(autoCompression, talk, { own: true, window: 1050 });
    expect(plan.limit?.tokens).toBe(1050);
    const cut = plan.limit!.otherwise!();
    expect(letters(cut)).toBe(`K${'D'.repeat(20)}${'K'.repeat(10)}`);
    expect(cut.summaries).toEqual([]);
    expect(formatReason(cut.note!)).toBe('hard limit');
    // 1,100 tokens are left, over 1,050: nothing more to try.
    expect(cut.limit).toEqual({ tokens: 1050, refused: { key: 'refused-hard-limit', values: { keep: 10 } } });
    expect(formatReason({ key: 'refused-hard-limit', values: { keep: 10, tokens: 1100, limit: 1050 } })).toBe(
      'The last 10 messages have 1,100 tokens, over the hard limit of 1,050',
    );
  });
});

describe('a failed summary (S4)', () => {
  const failed = (failure: SummaryFailure, circumstances: Circumstances, params: Record<string, unknown> = {}): Plan => {
    const values = resolveParams(autoCompression.params, params);
    if (!values.ok) throw new Error(values.error);
    const plan = autoCompression.onSummaryFailure?.(talk, values.value, contextOf(circumstances), failure);
    if (!plan || 'rejected' in plan) throw new Error('no plan');
    return plan;
  };

  it('within the window leaves everything as it is and says why', () => {
    const plan = failed('timeout', { own: true, window: 4000 });
    expect(letters(plan)).toBe('K'.repeat(31));
    expect(formatReason(plan.unchanged!)).toBe('No summary within 30,000 ms; 3,100 tokens fit the window of 4,000');
    expect(plan.trace?.map(formatReason)).toEqual(['warn: summary failed (no answer in time, limit 30,000 ms)']);
  });

  it('over the window keeps system and the last ten', () => {
    const plan = failed('empty', { own: true, window: 3000 });
    expect(letters(plan)).toBe(`K${'D'.repeat(20)}${'K'.repeat(10)}`);
    expect(plan.limit).toMatchObject({ tokens: 3000, refused: { key: 'refused-hard-limit' } });
    expect(plan.limit?.otherwise).toBeUndefined();
    expect(formatReason(plan.reason(1))).toBe('No. 30 from the end, the last 10 stay');
  });

  it('with the switch a safe default text stands in place of the summary', () => {
    const plan = failed('error', { own: true, window: 4000 }, { safeDefaultSummary: true });
    expect(letters(plan)).toBe(`K${'D'.repeat(20)}${'K'.repeat(10)}`);
    expect(plan.insertions).toHaveLength(1);
    expect(plan.insertions[0]).toMatchObject({ before: 1, role: 'user' });
    expect(JSON.stringify(plan.insertions[0]?.content)).toContain('No summary of them is available.');
    expect(formatReason(plan.note!)).toBe('safe default');
  });
});

describe('hard limit (S4)', () => {
  it('by its own rule acts only over the window', () => {
    expect(planned(hardLimit, talk, { own: true, window: 3100 }).unchanged).toMatchObject({ key: 'unchanged-within-target' });
    const short = (count: number) => planned(hardLimit, preparedOf(chat(count, 1000)), { own: true, window: 1500 });
    expect(short(2).unchanged).toEqual({ key: 'unchanged-too-few', values: { messages: 2, minimum: 2 } });
    expect(short(3).unchanged?.key).not.toBe('unchanged-too-few');
    expect(letters(planned(hardLimit, talk, { own: true, window: 3099 }))).toBe(`K${'D'.repeat(20)}${'K'.repeat(10)}`);
  });

  it('at an equal target acts by hand, with the knob deciding', () => {
    expect(letters(planned(hardLimit, talk, { target: 1500, window: 128_000 }, { keepRecentCount: 14 }))).toBe(`K${'D'.repeat(16)}${'K'.repeat(14)}`);
    expect(planned(hardLimit, talk, { target: 3100 }).unchanged).toBeDefined();
  });

  it('does nothing at two messages or fewer', () => {
    const plan = planned(hardLimit, preparedOf(chat(2, 5000)), { own: true, window: 1000 });
    expect(plan.unchanged).toEqual({ key: 'unchanged-too-few', values: { messages: 2, minimum: 2 } });
  });

  it('with nothing left to cut is refused over the window', () => {
    const plan = planned(hardLimit, preparedOf([system(100), ...chat(4, 1000)]), { own: true, window: 2000 });
    expect(plan.unchanged).toBeUndefined();
    expect(plan.limit).toMatchObject({ tokens: 2000, refused: { key: 'refused-hard-limit' } });
  });

  it('keeps the last user message when it is older than the last messages', () => {
    const agent = preparedOf([system(10), user(10), ...Array.from({ length: 20 }, () => assistant(100))]);
    expect(letters(planned(hardLimit, agent, { own: true, window: 1500 }))).toBe(`KK${'D'.repeat(10)}${'K'.repeat(10)}`);
  });
});

describe('log (S4)', () => {
  const logOf = (strategy: typeof autoCompression | typeof hardLimit, window: number, summarizer: Summarizer, params = {}): string[] => {
    const resolved = resolveParams(strategy.params, params);
    if (!resolved.ok) throw new Error(resolved.error);
    const result = compactNow(talk, strategy as Strategy, {
      budget: { window, target: null, own: true },
      params: resolved.value,
      summarizer,
      weight: 0.6,
      seed: 1,
    });
    if (result instanceof Promise) throw new Error('expected an answer at once');
    return result.log().map(({ level, reason }) => `${level}: ${formatReason(reason)}`);
  };

  it('a compression: triggered, done', () => {
    expect(logOf(autoCompression, 3500, countingSummarizer())).toEqual([
      'info: compression-start usedTokens=3100 usagePercent=88.6% messageCount=31 threshold=80%',
      'info: compression-done beforeCount=31 afterCount=12 compressed=true summaryLength=19',
    ]);
  });

  it('a failed summary within the window is left to the hard limit, which has nothing to do', () => {
    expect(logOf(autoCompression, 3500, failingSummarizer('timeout'))).toEqual([
      'info: compression-start usedTokens=3100 usagePercent=88.6% messageCount=31 threshold=80%',
      'warn: compression-failed reason=timeout willWaitForHardLimit=true',
    ]);
  });

  it('a failed summary over the window: the error, the truncation', () => {
    expect(logOf(autoCompression, 2000, failingSummarizer('error'))).toEqual([
      'info: compression-start usedTokens=3100 usagePercent=155.0% messageCount=31 threshold=80%',
      'error: compression-exception error=error willContinue=true',
      'warn: compression-failed reason=error willWaitForHardLimit=true',
      'warn: truncation-start messageCount=31 usedTokens=3100 maxTokens=2000',
      'warn: truncation-done beforeCount=31 afterCount=11 removedCount=20',
    ]);
    expect(logOf(autoCompression, 1000, failingSummarizer('empty')).at(-1)).toBe('error: refused usedTokens=3100 maxTokens=1000');
  });

  it('the hard limit by itself; nothing where nothing happens', () => {
    expect(logOf(hardLimit, 2000, countingSummarizer())).toHaveLength(2);
    expect(logOf(hardLimit, 4000, countingSummarizer())).toEqual([]);
    expect(logOf(autoCompression, 3500, countingSummarizer(), { enabled: false })).toEqual([]);
  });
});
