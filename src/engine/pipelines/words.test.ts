import { describe, expect, it } from 'vitest';
import { formatReason, lookup } from '../../i18n/index.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Plan, Reason } from '../strategies/contract.ts';
import { resolveParams } from '../strategies/params.ts';
import { answer, assistant, call, planned, preparedOf, type MessageSpec, system, user } from '../testing/plans.ts';
import { providerAuto, PROVIDERS } from './provider-auto.ts';
import { byId, strategies } from './index.ts';

const mixed: MessageSpec[] = [
  system(200),
  user(60, 'Fix it. Must never touch the tests.'),
  assistant(5),
  call(40, 'a', 'b'),
  answer(900, 'a'),
  answer(30, 'b'),
  ...Array.from({ length: 30 }, (_, i): MessageSpec[] => [
    user(10 + 17 * (i % 5)),
    call(30, `c${i}`),
    answer(400 - i, `c${i}`),
    assistant(i % 3 ? 12 : 950),
  ]).flat(),
  user(40),
  assistant(20),
];
const inputs: readonly PreparedTranscript[] = [
  preparedOf(mixed, { marks: { m8: 'pin', m9: 'LOW', m14: 'CRITICAL' } }),
  preparedOf([user(500), assistant(30)]),
];

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

const isSentence = (text: string): boolean => text !== '' && !/\{\{|\}\}|\$t\(|undefined|NaN| · /.test(text);

/** Keys that the dictionary does not have. */
const missing = (keys: readonly string[]): string[] => keys.filter((key) => lookup(key) === null);

const ids = strategies.map(({ id }) => id);

describe('words', () => {
  it.each(ids)('%s has title and rule', (id) => {
    expect(missing(['title', 'rule'].map((what) => `strategy.${id}.${what}`))).toEqual([]);
  });

  it.each(ids)('every parameter of %s has a label, unit and its options', (id) => {
    const { params, preset } = byId.get(id)!;
    const keys = Object.entries(params).flatMap(([name, param]) => [
      // A setting of a product goes by its own name, and is explained.
      ...(preset && (lookup(`strategy.${id}.param.${name}`) !== null || (param.kind === 'number' && param.knob))
        ? []
        : [preset && lookup(`param.${name}`) === null ? `param.${name}.help` : `param.${name}`]),
      `unit.${param.unit}`,
      // A product's options are its own words.
      ...(param.kind === 'choice' && !preset ? param.options.map((option) => `param.${name}.${option}`) : []),
    ]);
    expect(missing(keys)).toEqual([]);
  });

  it.each(ids)('every reason of %s is a sentence', (id) => {
    const strategy = byId.get(id)!;
    const defaults = resolveParams(strategy.params);
    const values = defaults.ok ? defaults.value : {};
    for (const input of inputs) {
      const { total } = input.counts;
      const own = (window: number) => ({ own: true, window, target: strategy.ownTarget?.(values, window) ?? null });
      const all = [{ target: Math.floor(total / 2) }, { target: 2 }, { target: total }, own(128_000), own(Math.floor(total / 3)), own(50)];
      const texts = all.flatMap((circumstances) => {
        if (strategy.stages) return [];
        const plan = planned(strategy, input, { ...circumstances, model: 'gpt-4o' });
        return reasonsOf(plan, input.n).map(formatReason);
      });
      expect(texts.filter((text) => !isSentence(text))).toEqual([]);
    }
  });

  it('every provider row has its reason', () => {
    const texts = PROVIDERS.map((row) => {
      const plan = planned(providerAuto, inputs[0]!, { target: 5000, model: 'm' }, { provider: row });
      return formatReason(plan.trace![1]!);
    });
    expect(texts.filter((text) => !isSentence(text))).toEqual([]);
  });
});
