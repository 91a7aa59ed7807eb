/** The small readers that the summariser is made of: gists of results, definitions, ranking, earlier summaries. */
import { describe, expect, test } from 'vitest';
import { definitionsIn } from './calls.ts';
import { gistOf } from './digest.ts';
import { isStale, type LookAhead, toldThen } from './weigh.ts';
import { carriedFrom, listIn, withoutRepeats } from './merge.ts';
import { centralityOf } from './choose.ts';

describe('what a result says', () => {
  test('plain values of JSON, outer before inner', () => {
    expect(gistOf('{"user": {"id": "mia_li", "tier": "gold"}, "status": "delivered", "items": ["a", "b"], "note": ""}')).toBe(
      'status: delivered, id: mia_li, tier: gold, items: a / b',
    );
    expect(gistOf('[{"flight": "HAT1", "price": 120}, {"flight": "HAT2"}]')).toBe('flight: HAT1, price: 120, flight: HAT2');
    expect(gistOf('{"cut": "off')).toBe('');
  });

  test('short answers as they are, documents and acknowledgements not at all', () => {
    expect(gistOf('  1508 total\n')).toBe('1508 total');
    expect(gistOf('a\nb\nc\nd')).toBe('');
    for (const nothing of ['', 'ok', 'Successfully replaced text in a.ts.', '(no output)', '---']) expect(gistOf(nothing)).toBe('');
  });
});

test('names that program text defines, functions with brackets', () => {
  const text = `export class Session extends Base {
  async prompt(text: string): Promise<void> {
    if (busy) {
      return wait();
    }
  }
}
export const LIMIT = 3;
export type Mode = 'a';
function helper(x) {
def load_all(path):
pub fn parse(input: &str) -> u8 {
func (s *Server) Start() error {`;
  expect(definitionsIn(text)).toEqual(['Session', 'prompt()', 'Mode', 'helper()', 'load_all()', 'parse()', 'Start()']);
  expect(definitionsIn('Nothing here defines a class.')).toEqual([]);
});

describe('centrality', () => {
  const words = (...numbers: number[]): Int32Array => Int32Array.from(numbers);

  test('the line that shares words with most others is the most central, one that shares none has nothing', () => {
    const rank = centralityOf([words(1, 2, 3), words(1, 4), words(2, 5), words(3, 6), words(7, 8)]);
    expect(rank[0]).toBe(1);
    expect(rank[1]).toBeGreaterThan(0);
    expect(rank[1]).toBeLessThan(1);
    expect(rank[4]).toBeLessThan(0.01);
  });

  test('no lines, and lines that share nothing', () => {
    expect([...centralityOf([])]).toEqual([]);
    expect([...centralityOf([words(1), words(2)])]).toEqual([0, 0]);
  });
});

describe('reading a summary back', () => {
  test('by our headings, our prose, or the headings of others', () => {
    const texts = (text: string): string[] => carriedFrom(text, 3).lines.map((line) => `${line.section}: ${line.text}`);
    expect(texts('## Task overview\n- Add gzip\n\n## Next steps\nNothing recorded.\n\n## Context to preserve\n- Branch: main')).toEqual([
      'task: Add gzip',
      'context: Branch: main',
    ]);
    expect(texts('用户要求：支持 gzip。\n后续：待办：写文档。')).toEqual(['task: 支持 gzip。', 'next: 待办：写文档。']);
    expect(texts('<summary>\n# Goal\nAdd gzip\n## Next Steps\n### Docs\n- Write README.md\n- Release\n```\n</summary>')).toEqual([
      'task: Goal: Add gzip',
      'next: Docs',
      'next: Write README.md',
      'next: Release',
    ]);
    expect(texts('{"next_steps": ["Release"], "task_overview": ["Add gzip", ""]}')).toEqual(['next: Release', 'task: Add gzip']);
  });

  test('secrets are masked', () => {
    const key = `sk-proj-${'A1b2'.repeat(12)}`;
    expect(JSON.stringify(carriedFrom(`## Context to preserve\n- The key is ${key}`, 0))).not.toContain(key);
  });

  test('lists by their label', () => {
    expect(listIn('Created: a.ts, b.ts')).toEqual({ key: 'created', items: ['a.ts', 'b.ts'] });
    expect(listIn('已提交：fix, all; second')).toEqual({ key: 'commits', items: ['fix, all', 'second'] });
    expect(listIn('The file was created.')).toBeNull();
  });

  test('what was open is stale once something came after it, tasks and tests only when there are newer ones', () => {
    const since = (...happened: readonly string[]): LookAhead => ({
      now: true,
      after: (what) => happened.includes(what),
      back: () => happened.length,
    });
    expect(isStale('In progress: the parser', 0, since())).toBe(false);
    expect(isStale('In progress: the parser', 0, since('acted'))).toBe(true);
    expect(isStale('Waiting for the user: now?', 0, since('spoken'))).toBe(true);
    expect(isStale('To do: the docs', 0, since('acted'))).toBe(false);
    expect(isStale('To do: the docs', 0, since('acted', 'listed'))).toBe(true);
    expect(isStale('测试仍未通过：2 failed', 0, since('acted', 'tested'))).toBe(true);
    expect(isStale('Last test run: 2 failed', 0, since('acted', 'tested'))).toBe(true);
    // Where too much follows to look at all of it, nothing is open.
    expect(isStale('Not solved yet: no such file', 0, { ...since(), now: false })).toBe(true);
  });

  test('what held when it was written is told as of then', () => {
    const gone: LookAhead = { now: false, after: () => false, back: () => 60 };
    expect(toldThen('To do: the docs', 0, gone)).toBe('Planned then: the docs');
    expect(toldThen('Commands: `npm test` (last run failed)', 0, gone)).toBe('Commands: `npm test` (failed then)');
    expect(toldThen('Created: a.ts', 0, gone)).toBe('Created: a.ts');
  });

  test('said twice stands once; of two summaries the later figures stand, within one all do', () => {
    const line = (text: string, source: number) => ({ section: 'state' as const, text, source });
    expect(
      withoutRepeats([
        line('WP1 done', 1),
        line('WP2 done', 1),
        line('12 tests pass now', 1),
        line('Uses gzip', 1),
        line('Uses gzip', 5),
        line('15 tests pass now', 5),
      ]).map(({ text }) => text),
    ).toEqual(['WP1 done', 'WP2 done', 'Uses gzip', '15 tests pass now']);
  });
});
