/** What the recorded future needed from memory, and what of it is still there. */
import type { Reason } from '../signals/contract.ts';
import type { Inputs } from './contract.ts';
import { INDEPENDENT, type Independent, type IndependentValues, LEADING, leastNeeds } from './independent/contract.ts';
import { defineMeasure, missedLine, NO_TARGET, SHARE, typedValue } from './shared/define.ts';
import { type Examples, queue } from './shared/example.ts';

export const hindsightRecall = defineMeasure({
  id: 'hindsight-recall',
  group: 'future',
  better: 'higher',
  values: [
    {
      from: 'recall',
      name: 'hindsightRecall',
      value: ({ row }) => row?.recall ?? null,
      why: ({ few, why }) => few ?? why,
      columns: [
        {
          ...SHARE,
          id: 'recall',
          plot: { axis: 'y', limits: 'own' },
          unit: 'kept-left',
          pair: 'independent',
          // A sign, 100.0, the same of the other recall, and what was left.
          width: 146,
          head: 'recall',
          paid: true,
          lists: 'hindsight-recall',
          original: () => 1,
        },
      ],
    },
  ],
  missed: { of: 'facts', line: missedLine },
});

export const leftAtCuts = defineMeasure({
  id: 'left-at-cuts',
  group: 'future',
  better: 'lower',
  values: [
    {
      from: 'recall',
      name: 'recallLeft',
      value: ({ row }) => row?.tokens ?? null,
      why: ({ why }) => why,
      columns: [{ ...SHARE, id: 'left-at-cuts', width: 82, plot: { axis: 'x', budget: true } }],
    },
    { from: 'recall', name: 'cutsIdle', value: ({ row }) => row?.idle ?? null, why: ({ why }) => why },
    { from: 'recall', name: 'overBudget', value: ({ row }) => row?.overBudget ?? null, why: withoutTarget },
    {
      from: 'recall',
      name: 'belowChance',
      value: ({ row }) => row?.belowChance ?? null,
      why: (input) => (input.row && input.few) ?? withoutTarget(input),
    },
  ],
});

function withoutTarget({ row, why }: Inputs['recall']): Reason {
  return row ? NO_TARGET : why;
}

/** How much of the way from chance to foresight a strategy goes. */
export const recallSkill = defineMeasure({
  id: 'recall-skill',
  group: 'future',
  better: 'higher',
  values: [
    {
      from: 'recall',
      name: 'recallSkill',
      value: ({ row }) => row?.skill ?? null,
      why: ({ row, why, few, random, oracle }) =>
        !row ? why : few !== null ? few : random === null || oracle === null ? NO_TARGET : { key: 'recall-no-room', values: { random, oracle } },
      columns: [{ id: 'skill', unit: 'skill', format: 'score', width: 56, plotted: true, lists: 'hindsight-recall' }],
    },
  ],
});

/** Kept needed facts that still are among the words they were among. */
export const binding = defineMeasure({
  id: 'binding',
  group: 'future',
  better: 'higher',
  values: [
    {
      from: 'recall',
      name: 'binding',
      value: ({ row }) => row?.binding ?? null,
      why: ({ row, few, why }) => (row ? (few ?? { key: 'measure-no-needs' }) : why),
      columns: [{ ...SHARE, id: 'binding', lists: 'hindsight-recall' }],
    },
  ],
});

const WORDS: Readonly<Record<Independent, string>> = {
  strings: 'later-strings',
  paths: 'later-paths',
  edits: 'later-edits',
  wording: 'wording',
  pairs: 'pairs',
  userWords: 'user-words',
};

/** What of the recorded future's needs is still there, by measures that share no code with the extractor of facts or with a strategy. */
export const independent = defineMeasure({
  id: 'independent',
  group: 'future',
  better: 'higher',
  values: [
    {
      from: 'recall',
      name: 'independentRecall',
      value: ({ row }) => row?.retained?.share ?? null,
      why: tooFew,
      columns: [{ ...SHARE, id: 'independent', lists: 'independent', plot: { axis: 'y', limits: 'independent' } }],
    },
    { from: 'recall', name: 'independentChance', csv: false, value: ({ row }) => row?.retained?.chance ?? null, why: tooFew },
    typedValue<'recall', IndependentValues>({
      from: 'recall',
      name: 'independent',
      csv: 'columns',
      value: ({ row }) => row?.independent ?? null,
      why: ({ row, why }) => (row ? { key: 'measure-no-needs' } : why),
      columns: INDEPENDENT.map((name) => ({
        ...SHARE,
        id: WORDS[name],
        csv: `independent${name[0]!.toUpperCase()}${name.slice(1)}`,
        of: (values) => values[name].share,
      })),
    }),
  ],
  missed: { of: 'items', line: missedLine },
});

function tooFew({ row, why }: Inputs['recall']): Reason {
  if (!row) return why;
  const isNone = LEADING.every((name) => !row.independent?.[name].needed);
  return isNone ? { key: 'measure-no-needs' } : { key: 'measure-few-needs', values: { least: leastNeeds() } };
}

/** Facts that the recorded future needed from memory, over all cuts: the same for every row. */
export const neededFacts = defineMeasure({
  id: 'needed-facts',
  group: 'future',
  better: 'none',
  values: [{ from: 'recall', name: 'neededFacts', value: ({ needed }) => needed, why: ({ why }) => why }],
});

/** What the recording itself paid for reading again: the same for every row. */
export const reReadCost = defineMeasure({
  id: 're-read-cost',
  group: 'future',
  better: 'none',
  values: [{ from: 'recall', name: 'reReadCost', value: ({ reRead }) => reRead, why: ({ why }) => why }],
});

export const examples: Examples = {
  'hindsight-recall': {
    ...queue,
    expected: { 'future.needed': 3, 'future.kept': 2, 'future.recall': 0.6667 },
    because:
      'After the cut the assistant uses sessionStore, INC-2291 and src/limits.ts before anybody says them again. The insertion has the first two: 2 of 3. (One cut, to be checked by hand; the measure pools twelve and says nothing under 30 needed facts.)',
  },
  'left-at-cuts': {
    ...queue,
    expected: { 'future.left': 0.4828 },
    because: 'Of the 87 tokens before the cut 42 are left: 6 + 6 + 8 of the kept messages, 22 of the insertion.',
  },
  'recall-skill': {
    input: { recall: 0.75, random: 0.4, oracle: 0.9 },
    expected: 0.7,
    because: '(0.75 − 0.4) ÷ (0.9 − 0.4).',
  },
  binding: {
    ...queue,
    expected: { 'future.kept': 2, 'future.bound': 1, 'future.binding': 0.5 },
    because:
      'Two needed facts are kept. Beside sessionStore stand “lookups”, “slow” and “cached”, as before. INC-2291 stood among “queue”, “early” and “ticket”, of which none is near it now: 1 of 2.',
  },
  independent: {
    ...queue,
    expected: {
      'future.independent.strings.needed': 2,
      'future.independent.strings.share': 0.5,
      'future.independent.paths.needed': 1,
      'future.independent.paths.share': 0,
      'future.independent.userWords.needed': 7,
      'future.independent.userWords.share': 0,
      'future.independent.wording.needed': 0,
    },
    because:
      'The answers after the cut use the strings INC-2291 and src/limits.ts, the latter as a path of a call; sessionStore has neither digit nor mark. The insertion has INC-2291: 1 of 2 strings, 0 of 1 path. The first user message is ten words, so seven runs of four; none of them stands in what is left. The last user message is always there and is not counted.',
  },
  'needed-facts': {
    ...queue,
    expected: { 'future.seen': 4, 'future.needed': 3 },
    because:
      'Before the cut stand sessionStore, src/limits.ts, retryLimit and INC-2291. The future uses all four, but a tool says retryLimit again before the assistant does.',
  },
  're-read-cost': {
    ...queue,
    expected: { 'future.reRead.facts': 1, 'future.reRead.tokens': 17 },
    because:
      'retryLimit comes back with the second reading of src/limits.ts, before it is used: a result of 49 characters, 13 tokens and 4 for the message.',
  },
};
