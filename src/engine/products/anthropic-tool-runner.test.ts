import { expect, it } from 'vitest';
import { anthropicToolRunner } from './anthropic-tool-runner.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const compacted = (words: string) => fatesOf(anthropicToolRunner.compact(spelled(words), {}, 200_000));

it("Anthropic's tool runner makes one summary of everything", () => {
  expect(compacted('s u c t a')).toBe('kssss[u]');
  expect(compacted('s')).toBe('k');
});

it("Anthropic's tool runner does not show calls without results to its summariser", () => {
  expect(compacted('u c t c')).toBe('sssd[u]');
  expect(compacted('u c t c5')).toBe('ssss[u]');
});
