import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Conversation, fromJson, type Row, toJson } from '../bench/study/data.ts';
import { plotsOf } from '../bench/study/plots.ts';
import { isTuned, kendall, meanOf, pooled, separates } from '../bench/study/statistics.ts';
import { blocksOf, share2, withBlocks } from '../bench/study/tables.ts';

const docs = path.resolve(import.meta.dirname, '../docs');
const page = readFileSync(path.join(docs, 'study.md'), 'utf8');
const text = readFileSync(path.join(docs, 'study/data.json'), 'utf8');
const data = fromJson(text);
const blocks = blocksOf(data);

describe('docs/study.md (on a difference: npm run study -- --tables)', () => {
  it('has the tables that its data gives, each once', () => {
    expect(withBlocks(page, blocks)).toBe(page);
    const marked = [...page.matchAll(/<!-- study:([\w-]+) -->/g)].map(([, name]) => name);
    expect(marked.toSorted()).toEqual(Object.keys(blocks).sort());
  });

  it.each(Object.entries(plotsOf(data)))('%s is what its data gives', (name, plot) => {
    expect(readFileSync(path.join(docs, 'study', name), 'utf8')).toBe(plot);
  });

  it('has data that survive being read and written', () => {
    expect(toJson(data)).toBe(text);
  });

  it('links lead to files that exist', () => {
    for (const [, target] of page.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) expect(existsSync(path.join(docs, target!)), target).toBe(true);
  });

  it('a marker without a table is an error', () => {
    expect(() => withBlocks('<!-- study:none -->\n<!-- /study -->', blocks)).toThrow('no table "none"');
  });

  it('no row keeps more than was needed, nor binds more than it keeps', () => {
    for (const { needed, targets } of [...data.conversations, ...data.short]) {
      for (const { rows } of targets) {
        for (const row of rows) {
          expect(row.kept).toBeLessThanOrEqual(needed);
          expect(row.bound).toBeLessThanOrEqual(row.kept);
        }
      }
    }
  });
});

/** A conversation with one row, of which `kept` of ten needed facts are kept. */
function conversation(file: string, kept: number, randomAt = 0, id = 'a'): Conversation {
  const row: Row = {
    id,
    kept,
    bound: 0,
    tokens: 0.2,
    used: 1,
    met: 3,
    compacted: 3,
    invalid: 0,
    randomAt,
    oracleAt: 10,
    ledgerAt: 9,
    whole: null,
  };
  return {
    file,
    name: file,
    format: 'pi',
    kind: 'coding',
    messages: 10,
    tokens: 100,
    cuts: 3,
    seen: 30,
    needed: 10,
    recorded: null,
    targets: [{ share: 0.2, random: 2, oracle: 8, rows: [row, { ...row, id: 'b', kept: kept - 2 }] }],
  };
}
const keptOf = (c: Conversation): number => c.targets[0]!.rows[0]!.kept;

describe('statistics of the study', () => {
  it('a mean is over conversations, its interval over files', () => {
    // Three conversations of one file count three times in the mean, and fall or stay together in the interval.
    const all = [conversation('x', 1), conversation('x', 1), conversation('x', 1), conversation('y', 5)];
    const mean = meanOf(all, keptOf)!;
    expect(mean).toMatchObject({ mean: 2, of: 4 });
    expect(mean.interval).toEqual([1, 5]);
    expect(meanOf([conversation('x', 3)], keptOf)!.interval).toEqual([3, 3]);
    expect(meanOf(all, () => null)).toBeNull();
    expect(meanOf(all, (c) => (c.file === 'y' ? 7 : null))).toMatchObject({ mean: 7, of: 1 });
  });

  it('Kendall’s τ-b: 1 for one order, −1 for the opposite, ties taken out', () => {
    expect(kendall([1, 2, 3], [10, 20, 30])).toBe(1);
    expect(kendall([1, 2, 3], [3, 2, 1])).toBe(-1);
    // Pairs: (1,2) tied in y, (1,3) and (2,3) agree: 2 ÷ √(3 × 2).
    expect(kendall([1, 2, 3], [1, 1, 2])).toBeCloseTo(2 / Math.sqrt(6), 12);
    expect(kendall([1, 1], [1, 2])).toBeNull();
  });

  it('two strategies separate when one is above in every draw of files', () => {
    const all = ['x', 'y', 'z'].map((file) => conversation(file, 6));
    expect(separates(all, 0.2, 'a', 'b')).toBe(1);
    expect(separates(all, 0.2, 'b', 'a')).toBe(-1);
    expect(separates(all, 0.2, 'a', 'a')).toBe(0);
  });

  it('pooled conversations add up', () => {
    const one = pooled('x', [conversation('x', 4, 1), conversation('x', 6, 2)]);
    expect(one).toMatchObject({ needed: 20, pooled: 2, cuts: 6 });
    expect(one.targets[0]!.rows[0]).toMatchObject({ kept: 10, randomAt: 3, met: 6, tokens: 0.2 });
  });

  it('halves are told by the name', () => {
    expect([isTuned(conversation('a', 1)), isTuned(conversation('b', 1))]).toEqual([false, true]);
  });

  it('shares are written short', () => {
    expect([0.5, -0.05, 1, 0, -0.001].map(share2)).toEqual(['.50', '−.05', '1.00', '.00', '.00']);
  });
});
