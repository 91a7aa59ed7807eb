/** What of the facts of the original stands. */
import { FACT_KINDS, type FactKind } from '../signals/contract.ts';
import { defineMeasure, lossesOf, SHARE, typedValue } from './shared/define.ts';
import { type Example, pool } from './shared/example.ts';
import { factValue, lostFacts, retainedShare } from './shared/fact-values.ts';
import { type FactValue, type LostFact, marksOf } from './types.ts';

export const factRetention = defineMeasure({
  id: 'fact-retention',
  group: 'loss',
  better: 'higher',
  values: [
    typedValue({
      from: 'losses',
      name: 'factRetention',
      value: ({ losses: { facts } }) => facts && sharesOf(facts),
      why: () => ({ key: 'measure-no-facts' }),
      columns: [{ ...SHARE, id: 'facts', lists: 'fact-retention', of: ({ all }) => all, original: () => 1 }],
    }),
  ],
  losses: lossesOf<undefined, FactValue, LostFact>({
    name: 'facts',
    count: ({ facts, before, standing }) => factValue(facts, before, standing),
    lost: ({ facts, standing }) => lostFacts(facts, standing),
    line({ kind, text, fate, last, messages, pointer }, neededBy) {
      const missed = neededBy({ kind, fact: text });
      return {
        kind,
        fate,
        text,
        marks: marksOf(kind, text),
        spots: [
          { role: 'said', message: missed?.seenAt ?? last.message },
          ...(missed ? [{ role: 'needed', message: missed.neededAt } as const] : []),
        ],
        use: missed ? 'needed' : messages > 1 ? 'again' : 'once',
        messages,
        cut: 0,
        beside: pointer && { what: 'pointer', value: pointer.text },
      };
    },
  }),
});

/** Share of the facts that stand, in all and by kind (null = the original has none of that kind). */
const sharesOf = ({ all, byKind }: FactValue) => ({
  all: retainedShare(all) ?? 1,
  byKind: Object.fromEntries(FACT_KINDS.map((kind) => [kind, retainedShare(byKind[kind])])) as Readonly<Record<FactKind, number | null>>,
});

export const example: Example = {
  messages: pool,
  expected: { 'measures.factRetention.all': 0.25, 'values.facts.all.retained': 1, 'values.facts.all.recoverable': 2, 'values.facts.all.lost': 1 },
  because:
    'Four facts: src/pool.ts, openPool, defaultLimit, INC-2291. The path stands in the first message, which is kept: 1 of 4. That the path was said twice does not count.',
};
