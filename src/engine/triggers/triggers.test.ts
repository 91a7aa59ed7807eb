import { describe, expect, test } from 'vitest';
import { byId, strategies } from '../pipelines/index.ts';
import { PROVIDER_RULES, PROVIDERS } from '../pipelines/provider-auto.ts';
import { ownTrigger, systemTrigger } from '../pipelines/run-spec.ts';
import { resolveParams } from '../strategies/params.ts';
import { type OwnTrigger, S3_BUFFER, SEEDS, SYSTEM_ROW, type Trigger } from './contract.ts';
import { checkRule, messagesTrigger, offloadTrigger, overTrigger, s3Trigger, situationAt, tokensTrigger, turnsTrigger } from './watch.ts';

const WINDOW = 100_000;

/** The trigger of a row with these settings. */
function own(id: string, params: Readonly<Record<string, unknown>> = {}, window = WINDOW, model?: string): OwnTrigger | undefined {
  const strategy = byId.get(id)!;
  const resolved = resolveParams(strategy.params, params);
  if (!resolved.ok) throw new Error(resolved.error);
  return ownTrigger(strategy, resolved.value, window, model);
}
const fires = (trigger: OwnTrigger, tokens: number, window = WINDOW): boolean => checkRule(trigger.rule, situationAt(tokens, window))?.fires ?? false;

describe('a row has the trigger of its system, with its settings', () => {
  test.each([
    // S0: less than 25 % left; the threshold is what may be in use.
    ['summary', {}, 75_001],
    ['summary', { threshold: 0.6 }, 60_001],
    ['importance-scoring', { threshold: 0.55 }, 55_001],
    ['combo-basic', {}, 75_001],
    ['adaptive', { threshold: 0.9 }, 90_001],
    // S1: its ratio of a window of its own, which is no larger than the one in use.
    ['context-compactor', {}, 64_000],
    ['context-compactor', { triggerRatio: 0.5 }, 40_000],
    ['context-compactor', { maxContextTokens: 50_000 }, 40_000],
    ['context-compactor', { maxContextTokens: 200_000 }, 80_000],
    ['context-compactor', { maxContextTokens: 200_000, triggerRatio: 0.55 }, 55_000],
    // S2
    ['middle-removal', {}, 90_000],
    ['oldest-removal', {}, 90_000],
    ['hybrid', {}, 90_000],
    ['middle-removal', { compressionThreshold: 0.7 }, 70_000],
    ['oldest-removal', { compressionThreshold: 0.7 }, 70_000],
    ['hybrid', { compressionThreshold: 0.7 }, 70_000],
    // S3: 2 % of the window are a buffer.
    ['selective', {}, 78_000],
    ['selective-summary', { threshold: 0.5 }, 48_000],
    ['offload', {}, 78_000],
    // S4
    ['auto-compression', {}, 80_000],
    ['auto-compression', { threshold: 0.5 }, 50_000],
    ['hard-limit', {}, 100_001],
    ['pipeline', {}, 75_000],
    ['pipeline', { threshold: 0.7 }, 70_000],
  ] as const)('%s with %o fires from %i tokens on, and not one before', (id, params, at) => {
    const trigger = own(id, params)!;
    expect([fires(trigger, at - 1), fires(trigger, at)]).toEqual([false, true]);
  });

  test('S0’s turns and marker, and S2’s interval, are parameters', () => {
    const s0 = (params: object) => own('summary', params as Record<string, unknown>)!.rule.triggers.slice(1);
    expect(s0({})).toEqual([
      { kind: 'turns', count: 200 },
      { kind: 'marker', text: '!!!SUMMARY!!!' },
    ]);
    expect(s0({ turnThreshold: 30, summaryMarker: '#sum' })).toEqual([
      { kind: 'turns', count: 30 },
      { kind: 'marker', text: '#sum' },
    ]);
    expect(s0({ summaryMarker: '' })).toEqual([{ kind: 'turns', count: 200 }]);
    for (const id of ['middle-removal', 'oldest-removal', 'hybrid', 'provider-auto'])
      expect(own(id, { checkInterval: 60 })!.rule.triggers).toMatchObject([{ kind: 'ratio', interval: 60 }]);
    for (const strategy of strategies.filter(({ source }) => source.seed === 'S0'))
      expect(own(strategy.id, { turnThreshold: 7 })!.rule.triggers[1]).toEqual({ kind: 'turns', count: 7 });
  });

  test.each(PROVIDERS)('the provider table, %s: warns and compresses at the shares that it says', (provider) => {
    const trigger = own('provider-auto', { provider })!;
    const { warn, compress } = PROVIDER_RULES[provider];
    const at = Math.round(compress * WINDOW);
    expect([fires(trigger, at - 1), fires(trigger, at)]).toEqual([false, true]);
    expect(trigger.warning).toBe(warn);
    expect(trigger.rule.triggers).toEqual([{ kind: 'ratio', share: compress, interval: 5 }]);
  });

  test('the provider table goes by the model where nobody chose a row', () => {
    expect(fires(own('provider-auto', {}, WINDOW, 'claude-sonnet-4-5')!, 91_999)).toBe(false);
    expect(fires(own('provider-auto', {}, WINDOW, 'claude-sonnet-4-5')!, 92_000)).toBe(true);
    expect(fires(own('provider-auto', {}, WINDOW, 'o3')!, 94_999)).toBe(false);
  });

  test('a share of any window fires at the whole token that it names', () => {
    // 0.55 × 100 is a little more than 55 in binary fractions.
    expect(fires(own('auto-compression', { threshold: 0.55 }, 100)!, 55, 100)).toBe(true);
    expect(fires(own('auto-compression', { threshold: 0.55 }, 100)!, 54, 100)).toBe(false);
  });

  test('what is switched off never fires', () => {
    for (const id of ['context-compactor', 'auto-compression', 'middle-removal', 'oldest-removal', 'hybrid', 'provider-auto']) {
      expect(own(id, { enabled: false })!.rule.triggers).toEqual([]);
      expect(checkRule(own(id, { enabled: false })!.rule, situationAt(1e9, WINDOW))).toBeNull();
    }
  });

  test('S0 also counts turns and looks for its marker', () => {
    const { rule } = own('summary')!;
    const now = situationAt(10, WINDOW);
    expect(checkRule(rule, { ...now, turns: 199, turnsInAll: 500 })).toMatchObject({ fires: false, reason: { key: 'trigger-left' } });
    expect(checkRule(rule, { ...now, turns: 200, turnsInAll: 500 })).toMatchObject({ fires: true, reason: { key: 'trigger-turns' } });
    expect(checkRule(rule, { ...now, text: 'so: !!!SUMMARY!!!' })).toMatchObject({ fires: true, reason: { key: 'trigger-marker' } });
  });

  test('every row of a seed has one; controls, the recording and what is ours have none, but for the pipeline', () => {
    const without = strategies.filter(({ trigger, preset }) => !trigger && !preset).map(({ id }) => id);
    expect(without.sort()).toEqual([
      'fact-ledger',
      'fact-list',
      'handover-note',
      'head-tail',
      'newest-half',
      'oldest-first',
      'random-removal',
      'recorded',
    ]);
  });
});

describe('a system as a whole', () => {
  test('is the trigger of one of its rows, with the settings of that row', () => {
    for (const seed of SEEDS) expect(systemTrigger(seed, {}, WINDOW)).toEqual(own(SYSTEM_ROW[seed]));
    expect(systemTrigger('S4', { 'auto-compression': { threshold: 0.5 } }, WINDOW)).toEqual(own('auto-compression', { threshold: 0.5 }));
    expect(() => systemTrigger('S4', { 'auto-compression': { threshold: 7 } }, WINDOW)).toThrow(/auto-compression: parameter "threshold"/);
  });
});

describe('what triggers of products and of S3 are made of', () => {
  test.each<[string, () => OwnTrigger, readonly Trigger[]]>([
    ['so many tokens, a millionth of one more or less', () => tokensTrigger(167_000.000_000_4), [{ kind: 'tokens', tokens: 167_000 }]],
    ['more than so many tokens', () => overTrigger(183_616), [{ kind: 'tokens', tokens: 183_617 }]],
    ['more than a part of a token', () => overTrigger(2000.5), [{ kind: 'tokens', tokens: 2001 }]],
    ['more than what a window has not', () => overTrigger(-29_000), [{ kind: 'tokens', tokens: 1 }]],
    ['turns of the user, never steps', () => turnsTrigger(3), [{ kind: 'turns', count: 3, unit: 'turns' }]],
    ['messages', () => messagesTrigger(21), [{ kind: 'messages', count: 21 }]],
    ['messages that are not the user’s', () => messagesTrigger(10, 'user'), [{ kind: 'messages', count: 10, except: 'user' }]],
    [
      'S3: after a tool result with a buffer, and after an answer',
      () => s3Trigger({ threshold: 0.7 }),
      [
        { kind: 'tool-result', share: 0.7, buffer: S3_BUFFER },
        { kind: 'answer', share: 0.7 },
      ],
    ],
    [
      'S3’s offload: a large result that is not one of the newest, too',
      () => offloadTrigger({ offloadOver: 2000, keepRecentResults: 5 }),
      [
        { kind: 'result', tokens: 2000, spare: 5 },
        { kind: 'tool-result', share: 0.8, buffer: S3_BUFFER },
        { kind: 'answer', share: 0.8 },
      ],
    ],
  ])('%s', (_, make, triggers) => {
    expect(make()).toEqual({ rule: { triggers, combine: 'any' } });
  });
});

describe('triggers together', () => {
  const half = { kind: 'ratio', share: 0.5 } as const;
  const full = { kind: 'hard-limit' } as const;
  test.each([
    [49, 'any', false, 'trigger-share'],
    [50, 'any', true, 'trigger-share'],
    [50, 'all', false, 'trigger-hard-limit'],
    [101, 'all', true, 'trigger-share'],
  ] as const)('%i of 100 tokens, %s', (tokens, combine, yes, key) => {
    expect(checkRule({ triggers: [half, full], combine }, situationAt(tokens, 100))).toMatchObject({ fires: yes, reason: { key } });
  });
});
