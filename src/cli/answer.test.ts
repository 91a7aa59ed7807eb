/** The answer in the terminal: a sentence above the table, the same in JSON. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/answer/contract.ts';
import type { Report } from '../engine/report.ts';
import { wrapped } from './cli-words.ts';
import { fileOf, run } from './testing/run.ts';

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures/samples/coding-session.jsonl');
const SOME = ['--strategies', 'claude-code,fact-ledger,middle-removal,random-removal', '--target', 'same'];

describe('the answer', () => {
  it('is the row that keeps most by the independent measures, with the figures of its row', async () => {
    const { out } = await run('compare', file, ...SOME, '--json');
    const { answer, results } = JSON.parse(out) as Report & { answer: Answer };
    const accepted = results.filter(
      ({ key, kind, metTarget, measures, violations }) =>
        key !== 'claude-code' && kind !== 'control' && metTarget !== false && measures.overBudget !== true && violations?.length === 0,
    );
    const best = accepted.reduce((a, b) => (b.measures.independentRecall! > a.measures.independentRecall! ? b : a));
    expect(answer.row?.key).toBe(best.key);
    expect(answer.row?.share).toBeCloseTo(best.measures.independentRecall!, 12);
    expect(answer.base?.key).toBe('claude-code');
    expect(answer.order.toSorted()).toEqual(results.map(({ key }) => key).toSorted());
    expect(answer.barred['random-removal']).toBe('control');
  });

  it('stands first without being asked for, above the table, whose rows follow its order', async () => {
    const { out } = await run('compare', file, ...SOME);
    expect(out).toMatch(/^Claude Code keeps 55\s% of what was needed later\. In the same tokens Fact ledger \(ours\) keeps 61\s%\.\n/);
    expect(out).toMatch(/\nRandom dropping keeps \d+\s% there\. Sure of the order, but it is one session\./);
    expect(out).toContain('at most 4,127 tokens, what Claude Code leaves');
    const table = out.slice(out.indexOf('\npolicy'));
    expect(table.indexOf('\nFact ledger')).toBeGreaterThan(0);
    expect(table.indexOf('\nFact ledger')).toBeLessThan(table.indexOf('\nClaude Code'));
  });

  it('is not there where the columns that somebody asked for need no recall', async () => {
    const { out } = await run('compare', file, ...SOME, '--columns', 'name,tokens');
    expect(out).not.toMatch(/needed later/);
  });

  it('of more than 2,000 messages is asked for, and says so in its place', async () => {
    const messages = Array.from({ length: 2001 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `Step ${i} of src/app.ts` }));
    const session = (count: number) => fileOf(JSON.stringify({ messages: messages.slice(0, count) }));
    const lead = async (count: number) => (await run('compare', session(count), '--strategies', 'oldest-first')).out.split('\n')[0];
    expect(await lead(2001)).toBe('Above 2,000 messages, --recall measures what was needed later.');
    expect(await lead(2000)).not.toContain('--recall');
  });
});

it('breaks a sentence between words', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('one two three', 6)).toEqual(['one', 'two', 'three']);
  expect(wrapped('unbroken', 3)).toEqual(['unbroken']);
});

describe('--report', () => {
  it('writes each kind by the ending of its name, with the answer, and says so', async () => {
    const [htmlFile, markdownFile] = [fileOf('', 'out.html'), fileOf('', 'out.md')];
    const { code, out, err } = await run('compare', file, ...SOME, '--report', htmlFile, '--report', markdownFile);
    expect(code).toBe(0);
    const say = /^Claude Code keeps .*$/m.exec(out)![0];
    expect(readFileSync(htmlFile, 'utf8').replaceAll(/<[^>]+>/g, '')).toContain(say);
    expect(readFileSync(markdownFile, 'utf8')).toContain('| **Fact ledger** |');
    expect(err).toContain(`report: ${htmlFile}`);
  });

  it('refuses another ending before anything is read', async () => {
    const { code, err } = await run('compare', 'no-such-file', '--report', 'out.pdf');
    expect([code, err]).toEqual([2, expect.stringContaining('--report: expected *.html, *.md, got "out.pdf"')]);
  });
});
