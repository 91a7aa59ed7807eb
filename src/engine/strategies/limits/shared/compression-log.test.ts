/** S4's log lines: its field names and types. docs/systems.md#s4-log-lines */
import { describe, expect, it } from 'vitest';
import { formatReason } from '../../../../i18n/index.ts';
import { compactNow } from '../../../compaction/compaction-run.ts';
import type { CompactionResult } from '../../../compaction/types.ts';
import { createBuiltIn } from '../../../summarizers/built-in.ts';
import type { MockOutcome } from '../../../summarizers/contract.ts';
import { assistant, preparedOf, system, user } from '../../../testing/plans.ts';
import { autoCompression } from '../auto-compression.ts';
import { resolveParams } from '../../params.ts';

const talk = preparedOf([system(100), ...Array.from({ length: 30 }, (_, i) => (i % 2 ? assistant(100) : user(100)))]);

function ran(outcome: MockOutcome, window: number, own: Record<string, unknown> = {}): CompactionResult {
  const params = resolveParams(autoCompression.params, own);
  if (!params.ok) throw new Error(params.error);
  const result = compactNow(talk, autoCompression, {
    budget: { window, target: null, own: true },
    params: params.value,
    knobSet: true,
    summarizer: createBuiltIn({ outcome }),
    weight: 0.6,
    seed: 1,
    now: () => 0,
  });
  if (result instanceof Promise) throw new Error('the built-in summariser waits for nothing');
  return result;
}
const lines = (result: CompactionResult) => result.log().map(({ level, reason: { key, values } }) => [level, key, values]);

describe('the log of automatic compression', () => {
  it('triggered and done: `compressed` is a boolean', () => {
    const result = ran('ok', 3875);
    expect(lines(result)).toEqual([
      ['info', 'log-compression-start', { usedTokens: 3100, usagePercent: '80.0%', messageCount: 31, threshold: '80%' }],
      [
        'info',
        'log-compression-done',
        { beforeCount: 31, afterCount: 12, compressed: true, summaryLength: result.summaries[0]!.outcome.text.length },
      ],
    ]);
    expect(ran('ok', 3875, { threshold: 0.855 }).log()[0]!.reason.values).toMatchObject({ threshold: '85.5%' });
  });

  it('failed: `reason` and `willWaitForHardLimit: true`; an exception has `error` and `willContinue: true`', () => {
    const result = ran('timeout', 4000);
    expect(lines(result).slice(1)).toEqual([['warn', 'log-compression-failed', { reason: 'timeout', willWaitForHardLimit: true }]]);
    expect(formatReason(result.log()[1]!.reason)).toBe('compression-failed reason=timeout willWaitForHardLimit=true');
    expect(lines(ran('error', 4000)).slice(1)).toEqual([
      ['error', 'log-compression-exception', { error: 'error', willContinue: true }],
      ['warn', 'log-compression-failed', { reason: 'error', willWaitForHardLimit: true }],
    ]);
  });

  it('truncated and refused', () => {
    expect(lines(ran('empty', 2000)).slice(2)).toEqual([
      ['warn', 'log-truncation-start', { messageCount: 31, usedTokens: 3100, maxTokens: 2000 }],
      ['warn', 'log-truncation-done', { beforeCount: 31, afterCount: 11, removedCount: 20 }],
    ]);
    expect(lines(ran('empty', 1000)).at(-1)).toEqual(['error', 'log-refused', { usedTokens: 3100, maxTokens: 1000 }]);
  });
});
