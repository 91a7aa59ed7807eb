import { describe, expect, it } from 'vitest';
import { formatReason, lookup } from '../../i18n/index.ts';
import type { Prepared } from '../signals/contract.ts';
import type { Plan, Reason } from '../strategies/contract.ts';
import { answer, assistant, call, planned, preparedOf, type Said, system, user } from '../testing/plans.ts';
import { PROVIDERS } from './providers.ts';
import { byId, strategies } from './index.ts';

const mixed: Said[] = [
  system(200),
  user(60, 'Fix it. Must never touch the tests.'),
  assistant(5),
  call(40, 'a', 'b'),
  answer(900, 'a'),
  answer(30, 'b'),
  ...Array.from({ length: 30 }, (_, i): Said[] => [
    user(10 + 17 * (i % 5)),
    call(30, `c${i}`),
    answer(400 - i, `c${i}`),
    assistant(i % 3 ? 12 : 950),
  ]).flat(),
  user(40),
  assistant(20),
];
const inputs: readonly Prepared[] = [preparedOf(mixed, { marks: { m8: 'pin', m9: 'LOW', m14: 'CRITICAL' } }), preparedOf([user(500), assistant(30)])];

function reasonsOf(plan: Plan, n: number): Reason[] {
  const limit = plan.limit ? [{ ...plan.limit.refused, values: { ...plan.limit.refused.values, tokens: 9, limit: 8 } }] : [];
  const more = plan.limit?.otherwise ? reasonsOf(plan.limit.otherwise(), n) : [];
  return [
    ...Array.from({ length: n }, (_, i) => plan.reason(i)),
    ...limit,
    ...more,
    ...(plan.trace ?? []),
    ...[plan.note, plan.unchanged].filter((r) => r !== undefined),
  ];
}

const sentence = (text: string): boolean => text !== '' && !/\{\{|\}\}|\$t\(|undefined|NaN| · /.test(text);

describe('words', () => {
  it.each(strategies.map(({ id }) => id))('%s has title, rule, use and loss', (id) => {
    for (const what of ['title', 'rule', 'use', 'loses']) expect(lookup(`strategy.${id}.${what}`), what).toBeTruthy();
  });

  it.each(strategies.map(({ id }) => id))('every parameter of %s has a label, help, unit and its options', (id) => {
    for (const [name, param] of Object.entries(byId.get(id)!.params)) {
      expect(lookup(`param.${name}`), name).toBeTruthy();
      expect(lookup(`param.${name}.help`), name).toBeTruthy();
      expect(lookup(`unit.${param.unit}`), param.unit).not.toBeNull();
      if (param.kind === 'choice') for (const option of param.options) expect(lookup(`param.${name}.${option}`), option).toBeTruthy();
    }
  });

  it.each(strategies.map(({ id }) => id))('every reason of %s is a sentence', (id) => {
    const strategy = byId.get(id)!;
    for (const input of inputs) {
      const { total } = input.counts;
      for (const circumstances of [
        { target: Math.floor(total / 2) },
        { target: 2 },
        { target: total },
        { own: true },
        { own: true, window: Math.floor(total / 3) },
        { own: true, window: 50 },
      ]) {
        const target = circumstances.own
          ? (strategy.ownTarget?.(
              Object.fromEntries(Object.entries(strategy.params).map(([k, p]) => [k, p.default])),
              circumstances.window ?? 128_000,
            ) ?? null)
          : circumstances.target;
        const plan = planned(strategy, input, { ...circumstances, target, model: 'gpt-4o' });
        for (const reason of reasonsOf(plan, input.n)) expect(sentence(formatReason(reason)), formatReason(reason)).toBe(true);
      }
    }
  });

  it('every provider row has its reason', () => {
    for (const row of PROVIDERS) {
      const plan = planned(byId.get('provider-auto')!, inputs[0]!, { target: 5000, model: 'm' }, { provider: row });
      expect(sentence(formatReason(plan.trace![0]!)), row).toBe(true);
    }
  });
});

describe('registry', () => {
  it('has the ids of issue 2, each once, pipelines before controls', () => {
    expect(strategies.map(({ id }) => id)).toEqual([
      'middle-removal',
      'oldest-removal',
      'context-compactor',
      'auto-compression',
      'hard-limit',
      'summary',
      'sliding-window',
      'hybrid',
      'provider-auto',
      'random-removal',
      'head-tail',
    ]);
  });
});
