import { expect, test } from 'vitest';
import { isBy, wasWritten } from './writer.ts';

const by = (...summarizers: readonly string[]) => ({ summaries: summarizers.map((summarizer) => ({ outcome: { summarizer } })) });

test('a summary that the strategy wrote itself has no writer; one by a summariser is enough', () => {
  expect([by(), by('strategy'), by('strategy', 'built-in'), by('openai:small')].map(wasWritten)).toEqual([false, false, true, true]);
});

test('a measurement is of the row where nobody wrote, or the same one', () => {
  expect([isBy({ writer: null }, 'a'), isBy({ writer: 'a' }, 'a'), isBy({ writer: 'b' }, 'a')]).toEqual([true, true, false]);
});
