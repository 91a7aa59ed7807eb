/** The answer in the terminal: a sentence above the table, the same in JSON. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/answer/contract.ts';
import type { Report } from '../engine/report.ts';
import { wrapped } from './table.ts';
import { run } from './testing/run.ts';

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures/samples/coding-session.jsonl');
const SOME = ['--strategies', 'claude-code,fact-ledger,middle-removal,random-removal', '--target', '0.3'];

describe('the answer', () => {
  it('is the row that keeps most by the independent measures, with the figures of its row', async () => {
    const { out } = await run('compare', file, ...SOME, '--json');
    const { answer, results } = JSON.parse(out) as Report & { answer: Answer };
    const accepted = results.filter(({ kind, metTarget, violations }) => kind !== 'control' && metTarget !== false && violations?.length === 0);
    const best = accepted.reduce((a, b) => (b.measures.independentRecall! > a.measures.independentRecall! ? b : a));
    expect(answer.row?.key).toBe(best.key);
    expect(answer.row?.share).toBeCloseTo(best.measures.independentRecall!, 12);
    expect(answer.base?.key).toBe('claude-code');
    expect(answer.order.toSorted()).toEqual(results.map(({ key }) => key).toSorted());
    expect(answer.barred['random-removal']).toBe('control');
  });

  it('stands above the table, whose rows follow its order', async () => {
    const { out } = await run('compare', file, ...SOME, '--recall');
    expect(out).toMatch(
      /\nUse Fact ledger: with [\d.]+\s% of the tokens it keeps [\d.]+\s% of what was needed later, chance [\d.]+\s%\. Your agent Claude Code: [\d.]+\s%\.\n/,
    );
    expect(out).toMatch(/points against Claude Code \(95 %: /);
    expect(out.indexOf('\nFact ledger')).toBeLessThan(out.indexOf('\nClaude Code'));
  });

  it('is not there without a recall', async () => {
    const { out } = await run('compare', file, ...SOME);
    expect(out).not.toMatch(/needed later/);
  });
});

it('breaks a sentence between words', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('one two three', 6)).toEqual(['one', 'two', 'three']);
  expect(wrapped('unbroken', 3)).toEqual(['unbroken']);
});
