/** What of the recorded future's needs is still there, by measures that share no code with the extractor of facts or with a strategy. */
import type { Reason } from '../signals/contract.ts';
import type { Inputs } from './contract.ts';
import { INDEPENDENT, type Independent, type IndependentValues, LEADING, leastNeeds } from './independent/contract.ts';
import { defineMeasure, missedLine, SHARE, typedValue } from './shared/define.ts';
import { type Example, queue } from './shared/example.ts';

const WORDS: Readonly<Record<Independent, string>> = {
  strings: 'later-strings',
  paths: 'later-paths',
  edits: 'later-edits',
  wording: 'wording',
  pairs: 'pairs',
  userWords: 'user-words',
};

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

export const example: Example = {
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
};
