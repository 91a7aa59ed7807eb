import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { some } from '../engine/testing/scale.ts';
import { run } from './testing/run.ts';

const SAMPLES = 'fixtures/samples';
/** A session of Claude Code: its own row is known. */
const KNOWN = `${SAMPLES}/coding-session.jsonl`;
const UNKNOWN = `${SAMPLES}/research-session.json`;

const wide = (text: string): number =>
  [...text].reduce((sum, c) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/.test(c) ? 2 : 1), 0);
const table = (out: string): string[] => stripVTControlCharacters(out).split('\n\n')[1]!.split('\n');
const HEADINGS = /^(products|of this project|best of the seeds|controls)/;
/** Names below a heading; '' = above all. */
const below = (lines: readonly string[]): Map<string, string[]> => {
  const groups = new Map<string, string[]>([['', []]]);
  let name = '';
  for (const line of lines.slice(2)) {
    const heading = HEADINGS.exec(line)?.[1];
    if (heading) {
      name = heading;
      groups.set(name, []);
    } else groups.get(name)!.push(line.split(/ {2,}/).find(Boolean)!);
  }
  return groups;
};

describe('the short table of a screen', () => {
  beforeEach(() => vi.stubEnv('COLUMNS', '80'));
  afterEach(() => vi.unstubAllEnvs());

  it('has the agent and the answer above, and the best of each group with how many more there are', async () => {
    const { out } = await run('compare', KNOWN, '--recall');
    const lines = table(out);
    const groups = below(lines);
    const use = /^Use (.+?): /m.exec(out)![1]!;
    expect(groups.get('')).toEqual(['A Claude Code', `B ${use}`]);
    expect([...groups.keys()]).toEqual(['', 'products', 'of this project', 'best of the seeds', 'controls']);
    expect([groups.get('products')!.length, groups.get('best of the seeds')!.length, groups.get('controls')!.length]).toEqual([7, 3, 4]);
    const { results } = JSON.parse((await run('compare', KNOWN, '--json', '--measures', 'none')).out) as { results: { title: string }[] };
    const shown = [...groups.values()].flat().length;
    const more = lines.reduce((sum, line) => sum + Number(/ {2}(\d+) more: --/.exec(line)?.[1] ?? 0), 0);
    expect(shown + more).toBe(results.length);
    expect(out).toContain(`of ${results.length} rows: --all-rows prints every row`);
  });

  it('without a known agent the answer is A; without recall no row is', async () => {
    const { out } = await run('compare', UNKNOWN, '--recall', '--target', '0.3');
    expect(below(table(out)).get('')).toEqual([`A ${/^Use (.+?): /m.exec(out)![1]!}`]);
    expect(below(table((await run('compare', UNKNOWN, '--target', '0.3')).out)).get('')).toEqual([]);
  });

  const heads: readonly (readonly [number, string, readonly string[]])[] = [
    [80, 'en', ['tokens', 'kept', 'valid', 'cost', 'what is left']],
    [120, 'en', ['tokens', 'saved', 'effic.', 'kept', 'left', 'valid', 'cache', 'cost', 'what is left']],
    [120, 'zh-CN', ['token', '节省', '效率', '保留', '留下', '有效', '缓存', '费用', '剩余内容']],
    [80, 'zh-CN', ['token', '保留', '有效', '费用', '剩余内容']],
  ];
  it.each(some(heads, 2))('%i columns, %s: no line is wider, and these columns are there', async (columns, language, heads) => {
    vi.stubEnv('COLUMNS', String(columns));
    const { out } = await run('compare', UNKNOWN, '--recall', '--target', '0.3', '--lang', language);
    for (const line of out.split('\n')) expect(wide(line), line).toBeLessThanOrEqual(columns);
    for (const head of heads) expect(table(out)[0]).toContain(head);
  });

  it('every row for --all-rows, a pipe, and rows that somebody named', async () => {
    const named = ['--strategies', 'pi,codex,summary,fact-ledger', '--target', '0.3'];
    const without = (await run('compare', UNKNOWN, '--target', '0.3', '--all-rows')).out;
    expect(table(without).some((line) => HEADINGS.test(line))).toBe(false);
    expect(table((await run('compare', UNKNOWN, ...named)).out).slice(1).length).toBe(4);
    vi.stubEnv('COLUMNS', '');
    const piped = table((await run('compare', UNKNOWN, '--target', '0.3')).out);
    expect(piped.length).toBe(table(without).length);
  });
});
