import { expect, it } from 'vitest';
import { crewai } from './crewai.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const compacted = (words: string, window: number) => crewai.compact(spelled(words), crewai.defaults, window);
const chunks = (words: string) => {
  const { content } = compacted(words, 100).inserted[0]!;
  return 'summary' in content ? content.summary.chunks : null;
};

it('CrewAI makes one summary of everything but the system message', () => {
  expect(fatesOf(compacted('s u a u c t', 128_000))).toBe('ksssss[u]');
  expect(fatesOf(compacted('s', 128_000))).toBe('k');
});

it('CrewAI asks for it in parts of 85 % of the window', () => {
  expect(chunks('u200 a140')).toBeUndefined();
  expect(chunks('u200 a143')).toBeUndefined();
  expect(chunks('u200 a144')).toEqual([[0], [1]]);
  expect(chunks('s u900 a200 a140 u4')).toEqual([[1], [2, 3], [4]]);
});
