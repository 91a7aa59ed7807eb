/** How large a result is, and how much of the messages it keeps. */
import { type FateKind, FATES } from '../strategies/contract.ts';
import type { Column } from './contract.ts';
import { defineMeasure, efficiency, preservationOf, reductionOf, SHARE, tallyOf, typedValue } from './shared/define.ts';
import { type Examples, small } from './shared/example.ts';

export const tokensAfter = defineMeasure({
  id: 'tokens-after',
  group: 'size',
  better: 'lower',
  values: [
    {
      from: 'result',
      name: 'tokensAfter',
      json: 'tokensAfter',
      always: true,
      value: ({ after }) => after.tokensAfter,
      columns: [
        {
          id: 'tokens',
          unit: 'after',
          format: 'whole',
          width: 72,
          plotted: true,
          plot: { whole: true },
          head: 'tokenizer',
          missed: true,
          original: ({ counts }) => counts.total,
        },
      ],
    },
  ],
});

export const tokenReduction = defineMeasure({
  id: 'token-reduction',
  group: 'size',
  better: 'higher',
  values: [
    {
      from: 'result',
      name: 'tokenReduction',
      json: 'tokenReduction',
      value: ({ after }) => reductionOf(after.tokensBefore, after.tokensAfter),
      columns: [{ ...SHARE, id: 'saved', width: 50, plot: { axis: 'x', efficiency: 'weight', whole: true } }],
    },
  ],
});

export const preservation = defineMeasure({
  id: 'preservation',
  group: 'size',
  better: 'higher',
  values: [
    {
      from: 'result',
      name: 'preservation',
      json: 'preservation',
      value: ({ before, after }) => preservationOf(before.n, tallyOf(before, after).retained),
      columns: [{ ...SHARE, id: 'kept', width: 50, plot: { axis: 'y', efficiency: 'rest' }, original: () => 1 }],
    },
  ],
});

/** S2's efficiency: token reduction and preservation, weighted. */
export const efficiencyMeasure = defineMeasure({
  id: 'efficiency',
  group: 'size',
  better: 'higher',
  values: [
    {
      from: 'result',
      name: 'efficiency',
      json: 'efficiency',
      value: ({ before, after, options: { weight } }) =>
        efficiency({
          tokensBefore: after.tokensBefore,
          tokensAfter: after.tokensAfter,
          messagesBefore: before.n,
          retained: tallyOf(before, after).retained,
          weight,
        }),
      columns: [{ id: 'efficiency', unit: 'score', format: 'score', width: 66, plotted: true }],
    },
  ],
});

export const messagesAfter = defineMeasure({
  id: 'messages-after',
  group: 'size',
  better: 'none',
  values: [
    {
      from: 'result',
      name: 'messagesAfter',
      json: 'messagesAfter',
      always: true,
      value: ({ after }) => after.layout.length,
      columns: [{ id: 'messages', unit: 'after', format: 'whole', width: 66, original: ({ n }) => n }],
    },
  ],
});

export const messagesByFate = defineMeasure({
  id: 'messages-by-fate',
  group: 'size',
  better: 'none',
  values: [
    {
      from: 'result',
      name: 'messagesByFate',
      json: 'kept, edited, summarized, offloaded, dropped',
      always: true,
      value: ({ before, after }) => tallyOf(before, after).messages,
    },
  ],
});

export const tokensByFate = defineMeasure({
  id: 'tokens-by-fate',
  group: 'size',
  better: 'none',
  values: [
    typedValue({
      from: 'result',
      name: 'tokensByFate',
      json: null,
      always: true,
      value: ({ before, after }) => tallyOf(before, after).tokens,
      columns: FATES.map(
        (fate): Column<Readonly<Record<FateKind, number>>> => ({
          id: `tokens-${fate}`,
          unit: 'tokens',
          format: 'whole',
          width: 72,
          of: (tokens) => tokens[fate],
        }),
      ),
    }),
  ],
});

export const insertedTokens = defineMeasure({
  id: 'inserted-tokens',
  group: 'size',
  better: 'none',
  values: [
    {
      from: 'result',
      name: 'insertedTokens',
      json: null,
      always: true,
      value: ({ before, after }) => tallyOf(before, after).inserted,
      columns: [{ id: 'inserted', unit: 'tokens', format: 'whole', width: 66, original: () => 0 }],
    },
  ],
});

export const target = defineMeasure({
  id: 'target',
  group: 'size',
  better: 'lower',
  values: [
    {
      from: 'result',
      name: 'overTarget',
      json: 'metTarget',
      always: true,
      value: ({ after }) => (after.target === null ? null : after.tokensAfter - after.target),
      columns: [{ id: 'target', unit: 'tokens', format: 'signed', width: 66, better: 'none', first: 'high' }],
    },
  ],
});

export const examples: Examples = {
  'tokens-after': {
    ...small,
    expected: { 'result.tokensAfter': 34 },
    because: '8 + 9 + 8 tokens of kept messages and 9 of the insertion.',
  },
  'token-reduction': {
    input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 1 },
    expected: 0.3111,
    because: '1 − 6,200 ÷ 9,000.',
  },
  preservation: {
    input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 0 },
    expected: 0.8,
    because: '12 of 15 messages are kept.',
  },
  efficiency: {
    input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 0.6 },
    expected: 0.5067,
    because: '0.6 × 0.3111 + 0.4 × 0.8.',
  },
  'messages-after': { ...small, expected: { 'result.layout.length': 4 }, because: 'Three kept messages and the insertion.' },
  'messages-by-fate': {
    ...small,
    expected: { 'row.messagesByFate.keep': 3, 'row.messagesByFate.drop': 1 },
    because: 'The insertion is no message of the original.',
  },
  'tokens-by-fate': {
    ...small,
    expected: { 'row.tokensByFate.keep': 25, 'row.tokensByFate.drop': 25 },
    because: '8 + 9 + 8 tokens are kept, 25 dropped; together the 50 of the original.',
  },
  'inserted-tokens': { ...small, expected: { 'row.insertedTokens': 9 }, because: '17 characters are 5 tokens, and 4 for the message.' },
  target: { ...small, expected: { 'row.overTarget': 14 }, because: 'The target is 20 tokens, the result has 34.' },
};
