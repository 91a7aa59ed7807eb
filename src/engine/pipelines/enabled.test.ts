/** S1, S2 and S4 have a switch: off, the system would not compact at all, and its row says so. */
import { describe, expect, it } from 'vitest';
import { compactNow } from '../compaction/compaction-run.ts';
import { resolveParams } from '../strategies/params.ts';
import { assistant, contextOf, preparedOf, system, user } from '../testing/plans.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import { byId, strategies } from './index.ts';

const input = preparedOf([system(50), ...Array.from({ length: 40 }, (_, i) => (i % 2 ? assistant(60) : user(60)))]);

function ran(id: string, own: Record<string, unknown>, aimed: boolean) {
  const strategy = byId.get(id)!;
  const params = resolveParams(strategy.params, own);
  if (!params.ok) throw new Error(params.error);
  return compactNow(input, strategy, {
    ...contextOf(aimed ? { target: 700 } : { own: true, window: 1500 }),
    params: params.value,
    knobSet: false,
    summarizer: countingSummarizer(),
    now: () => 0,
  });
}

describe('enabled', () => {
  it('is a parameter of every strategy of S1, S2 and S4 that has a trigger of its own', () => {
    const have = strategies.filter((s) => 'enabled' in s.params).map((s) => s.id);
    expect(have.toSorted()).toEqual(['auto-compression', 'context-compactor', 'hybrid', 'middle-removal', 'oldest-removal', 'provider-auto']);
  });

  it.each(['middle-removal', 'oldest-removal', 'hybrid', 'provider-auto', 'context-compactor', 'auto-compression'])('%s', async (id) => {
    for (const aimed of [true, false]) {
      expect(await ran(id, {}, aimed)).toMatchObject({ outcome: 'compacted' });
      const off = await ran(id, { enabled: false }, aimed);
      expect(off).toMatchObject({ outcome: 'unchanged', why: { key: 'unchanged-disabled' }, tokensAfter: input.counts.total });
      expect(off.context()).toEqual(input.messages);
    }
  });
});

it('a cooldown of 20 requests can be 20 requests from its end', () => {
  const { params } = byId.get('selective-summary')!;
  expect(resolveParams(params, { cooldown: 20, cooldownLeft: 20 })).toMatchObject({ ok: true, value: { cooldownLeft: 20 } });
  expect(params.cooldownLeft).toMatchObject({ max: (params.cooldown as { max: number }).max });
  expect(resolveParams(params, { cooldownLeft: 21 })).toMatchObject({
    ok: false,
    error: 'parameter "cooldownLeft": expected a number from 0 to 20, whole',
  });
});
