import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Conversation, type Counted, fromJson, type Row, type StudyData, toJson } from './data.ts';
import { plotsOf } from './plots.ts';
import { share2 } from './format.ts';
import { answer, DECIDING, verdictOf } from './headline.ts';
import { joined, pooled, sorted, withRows } from './join.ts';
import { forTerminal, pageOf } from './page.ts';
import { isSeen, projectOf, VERSIONS } from './sets.ts';
import { isLong, isTuned, itemsOf, kendall, LEAST_ITEMS, meanOf, separates, spreadOf } from './statistics.ts';
import { blocksOf, withBlocks } from './tables.ts';
import { INDEPENDENT, type Independent } from '../../src/engine/recall/independent/contract.ts';
import { FLOORS } from '../../src/engine/measures/independent/contract.ts';
import { ENGINE } from '../../src/engine/sets/sets-lines.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const page = readFileSync(path.join(docs, 'study.md'), 'utf8');
const text = readFileSync(path.join(docs, 'study/data.json'), 'utf8');
const data = fromJson(text);
const blocks = blocksOf(data);

describe('docs/study.md (on a difference: npm run study -- --tables)', () => {
  it('has the tables that its data gives, each at most once; what it leaves out is on the page of other transcripts', () => {
    expect(withBlocks(page, blocks)).toBe(page);
    const marked = [...page.matchAll(/<!-- study:([\w-]+) -->/g)].map(([, name]) => name);
    expect(new Set(marked).size).toBe(marked.length);
    const others = pageOf(blocks);
    const left = Object.keys(blocks).filter((name) => !marked.includes(name));
    expect(left.length).toBeGreaterThan(0);
    for (const name of left) expect(others, name).toContain(blocks[name]!.replace(/\[([^\]]+)\]\(\w+\.md[^)]*\)/g, '$1'));
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
    const possible = (row: Row, { needed, items }: Conversation): boolean =>
      row.kept <= needed &&
      row.bound <= row.kept &&
      INDEPENDENT.every((name) => Object.values(row.independent[name]).every((count: number | null) => (count ?? 0) <= items[name]));
    const rows = [...data.conversations, ...data.few].flatMap((c) => c.targets.flatMap(({ rows }) => rows.map((row) => ({ row, c }))));
    expect(rows.length).toBeGreaterThan(10_000);
    expect(rows.filter(({ row, c }) => !possible(row, c)).map(({ row, c }) => `${c.name}: ${row.id}`)).toEqual([]);
  });

  it('says of which version of the engine it is, where the project has a newer one', () => {
    expect(Number(data.engine)).toBeLessThanOrEqual(Number(ENGINE));
    if (data.engine !== ENGINE) expect(page).toContain(`Measured with version ${data.engine} of the engine`);
  });
});

const everyMeasure = <T>(value: T): Record<Independent, T> => Object.fromEntries(INDEPENDENT.map((name) => [name, value])) as Record<Independent, T>;
const COUNTED: Counted = { kept: 8, chance: 4, newest: 5, ledger: 7, oracle: 9 };

/** A conversation with two rows, of the first of which `kept` of ten needed facts are kept. */
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
    independent: everyMeasure(COUNTED),
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
    items: everyMeasure(10),
    stays: 0.1,
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
    const all = ['x', 'y', 'z'].map((file) => ({ ...conversation(file, 6), needed: 30 }));
    expect(separates(all, 0.2, 'a', 'b')).toBe(1);
    expect(separates(all, 0.2, 'b', 'a')).toBe(-1);
    expect(separates(all, 0.2, 'a', 'a')).toBe(0);
  });

  it('an interval by project draws all files of an owner together', () => {
    const all = ['a/x__1', 'b/x__2', 'c/y__1'].map((file, k) => ({ ...conversation(file, k), file }));
    const { mean, byFile, byProject, of, files, projects } = spreadOf(all, keptOf)!;
    expect([mean, of, files, projects]).toEqual([1, 3, 3, 2]);
    expect(byFile).toEqual([0, 2]);
    // x by itself has the mean 0.5, y 2.
    expect(byProject).toEqual([0.5, 2]);
    expect(spreadOf(all, () => null)).toBeNull();
  });

  it('a share of items stands on ten of them at least', () => {
    const strings = (c: Conversation) => itemsOf(c, 0.2, 'a', 'strings', ({ kept }) => kept);
    expect(strings(conversation('x', 1))).toBe(0.8);
    expect(strings({ ...conversation('x', 1), items: everyMeasure(LEAST_ITEMS - 1) })).toBeNull();
    expect(itemsOf(conversation('x', 1), 0.2, 'a', 'edits', () => null)).toBeNull();
  });

  it('a tenth of the context that must stay is the most in a long conversation', () => {
    expect(isLong({ ...conversation('x', 1), stays: 0.1 })).toBe(true);
    expect(isLong({ ...conversation('x', 1), stays: 0.101 })).toBe(false);
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

describe('what the headline may say', () => {
  it.each([
    [[0.01, 0.2], [0.01, 0.3], 'above'],
    [[0, 0.2], [0.01, 0.3], 'apart'],
    [[0.01, 0.2], [-0.01, 0.3], 'apart'],
    [[-0.2, -0.01], [-0.3, -0.01], 'below'],
    [[-0.2, 0], [-0.3, -0.01], 'apart'],
  ] as const)('files %j and projects %j: %s', (byFile, byProject, verdict) => {
    expect(verdictOf({ byFile, byProject })).toBe(verdict);
  });

  it('wording and pairs decide nothing', () => {
    expect(DECIDING).toEqual(['strings', 'paths', 'edits', 'userWords']);
  });

  /** The study with the kept items of our first edition changed. */
  const changed = (of: (counted: Counted) => Counted): StudyData => ({
    ...data,
    conversations: data.conversations.map((c) => ({
      ...c,
      targets: c.targets.map((target) => ({
        ...target,
        rows: target.rows.map((row) =>
          row.id === 'fact-ledger'
            ? { ...row, independent: Object.fromEntries(INDEPENDENT.map((name) => [name, of(row.independent[name])])) as typeof row.independent }
            : row,
        ),
      })),
    })),
  });
  const lineOf = (from: StudyData): string =>
    answer(from)
      .split('\n')
      .find((line) => line.startsWith('- **[Fact ledger]'))!;

  it('follows the data: a ledger that keeps less than the newest messages is said to be below them', () => {
    expect(lineOf(changed((one) => ({ ...one, kept: 0 })))).toMatch(
      /above by the whole interval \(of files and of projects\) in none, below in (?!none)/,
    );
    expect(lineOf(changed((one) => ({ ...one, newest: 0, kept: one.kept + 1 })))).toMatch(
      /projects\) in exact strings, .*, below in none, and not told apart in none/,
    );
    expect(lineOf(changed((one) => ({ ...one, newest: one.kept })))).toMatch(
      /projects\) in none, below in none, and not told apart in exact strings/,
    );
  });
});

describe('the sentences beside it', () => {
  const all = answer(data);

  it('say how much of each measure is habit, as the measured floors have it', () => {
    const { strings, pairs, wording } = FLOORS;
    for (const [name, floor] of [
      ['exact strings', strings],
      ['pairs', pairs],
      ['wording', wording],
    ] as const) {
      expect(all).toContain(`${name} ${floor!.lost} of ${floor!.needed}`);
    }
  });

  it('name what is under the newest messages on unseen files', () => {
    const none = { ...data, conversations: data.conversations.map((c) => ({ ...c, items: { ...c.items, edits: 0 } })) };
    const under = (text: string): readonly string[] => [...text.matchAll(/under the newest messages’ in ([^)]*)\)/g)].map(([, names]) => names!);
    expect(under(all)).toHaveLength(2);
    for (const names of under(all)) expect(names).toContain('edits');
    for (const names of under(answer(none))) expect(names).not.toContain('edits');
  });
});

describe('files that were seen while a strategy was written', () => {
  it('are declared by file or folder', () => {
    const version = { id: 'x', edition: 1, seen: ['a/one.json', 'b/'] };
    expect(['a/one.json', 'a/one.json2', 'b/any.json', 'bc/any.json'].map((file) => isSeen(version, file))).toEqual([true, false, true, false]);
    expect(VERSIONS.map(({ id }) => id)).toEqual(['fact-ledger', 'handover-note']);
  });

  it('belong to the owner in their name, else to their folder', () => {
    expect(['pi/badlogic__x.jsonl', 'mine/y.json', 'y.json', 'a/__x.json'].map(projectOf)).toEqual(['badlogic', 'mine', 'y.json', 'a']);
  });
});

describe('parts that were measured apart', () => {
  it('become one conversation, targets in order', () => {
    const [late, early] = [0.5, 0.2].map((share) => ({ ...conversation('x', 1), targets: [{ ...conversation('x', 1).targets[0]!, share }] }));
    expect(joined([late!, early!]).targets.map(({ share }) => share)).toEqual([0.2, 0.5]);
  });

  it('with 30 facts or 30 strings count alone, the others by file', () => {
    const few = { ...conversation('x', 1), items: everyMeasure(29), needed: 29 };
    const { conversations, few: pooledFew } = sorted([few, { ...few, needed: 30 }, { ...few, items: everyMeasure(30) }, few]);
    expect(conversations.map(({ needed }) => needed)).toEqual([30, 29]);
    expect(pooledFew).toMatchObject([{ pooled: 2, needed: 58 }]);
  });

  const study = (of: readonly Conversation[], engine = 'e'): StudyData => ({
    engine,
    filesRead: 1,
    conversationsRead: 1,
    leftOut: [],
    strategies: ['a', 'b'].map((id) => ({ id, kind: 'strategy', title: id })),
    conversations: of,
    few: [],
  });
  const only = (c: Conversation, id: string): Conversation => ({
    ...c,
    targets: c.targets.map((target) => ({ ...target, rows: target.rows.filter((row) => row.id === id) })),
  });

  it('rows that are measured anew replace the stored ones, the others stay', () => {
    const merged = withRows(study([conversation('x', 4)]), study([only(conversation('x', 9), 'b')]), ['b']);
    expect(merged.conversations[0]!.targets[0]!.rows.map(({ id, kept }) => [id, kept])).toEqual([
      ['a', 4],
      ['b', 7],
    ]);
  });

  it('rows of another engine, of other conversations, or missing ones are errors', () => {
    const one = [conversation('x', 4)];
    expect(() => withRows(study(one), study(one, 'f'), ['a'])).toThrow('engine e, not f');
    expect(() => withRows(study(one), study([conversation('y', 4)]), ['a'])).toThrow('other conversations');
    expect(() => withRows(study([only(one[0]!, 'a')]), study([only(one[0]!, 'a')]), ['a'])).toThrow('b is neither stored nor measured');
  });
});

describe('the study of a folder of one’s own', () => {
  it('has no links into docs that are not there, and aligned tables in a terminal', () => {
    expect(pageOf(blocks)).not.toMatch(/\]\((?:strategies|products|measures)/);
    const shown = forTerminal(blocks);
    expect(shown).not.toMatch(/^\|/m);
    const rows = shown.split('\n').filter((line) => /^(?:10|20|30) %/.test(line));
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.slice(0, 8).map((line) => line.length)).size).toBe(1);
  });
});
