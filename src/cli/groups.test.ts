import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { strategies } from '../engine/pipelines/index.ts';
import { hasRow } from '../engine/strategies/contract.ts';
import { some } from '../engine/testing/scale.ts';
import { fileOf, type CliResult, run } from './testing/run.ts';

const SAMPLES = 'fixtures/samples';
/** The beginning of a session of Claude Code: its own row is known. */
const known = (): string => fileOf(readFileSync(`${SAMPLES}/coding-session.jsonl`, 'utf8').split('\n').slice(0, 60).join('\n'), 'session.jsonl');
/** The beginning of one whose agent is not known. */
const unknown = (): string => {
  const { messages, ...request } = JSON.parse(readFileSync(`${SAMPLES}/research-session.json`, 'utf8'));
  return fileOf(JSON.stringify({ ...request, messages: messages.slice(0, 60) }), 'research.json');
};

const wide = (text: string): number =>
  [...text].reduce((sum, c) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/.test(c) ? 2 : 1), 0);
const table = (out: string): string[] => stripVTControlCharacters(out).split('\n\n')[1]!.split('\n');
const HEADINGS = /^(products|published rules|ours|for scale)/;
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
    const { out } = await run('compare', known(), '--target', '0.3');
    const lines = table(out);
    const groups = below(lines);
    const use = / At 30\s% (.+?) keeps /.exec(` ${out.replaceAll('\n', ' ')}`)![1]!;
    expect(groups.get('')!.map((name) => name.replace('…', ''))).toEqual([
      'A Claude Code',
      expect.stringMatching(/^B /),
      expect.stringMatching(/^C /),
    ]);
    expect(`B ${use}`.startsWith(groups.get('')![1]!.replace('…', ''))).toBe(true);
    expect([...groups.keys()]).toEqual(['', 'products', 'published rules', 'ours', 'for scale']);
    // No name is cut, and what explains the table is shorter than it.
    expect(lines.join('')).not.toContain('…');
    expect(out.split('\n\n').at(-1)!.trim().split('\n').length).toBeLessThanOrEqual(5);
    expect([groups.get('products')!.length, groups.get('published rules')!.length, groups.get('for scale')!.length]).toEqual([7, 3, 4]);
    const rows = strategies.filter((strategy) => hasRow(strategy, 0)).length;
    const shown = [...groups.values()].flat().length;
    const more = lines.reduce((sum, line) => sum + Number(/ {2}(\d+) more: --/.exec(line)?.[1] ?? 0), 0);
    expect(shown + more).toBe(rows);
    expect(out).toContain(`the best of ${rows} policies; all: --all-rows`);
  });

  const tables = new Map<string, Promise<CliResult>>();
  const recalled = (columns: number, language: string): Promise<CliResult> => {
    const key = `${columns} ${language}`;
    vi.stubEnv('COLUMNS', String(columns));
    const found = tables.get(key) ?? run('compare', unknown(), '--target', '0.3', '--lang', language);
    tables.set(key, found);
    return found;
  };

  it('at a budget of its own nobody is A; without recall nobody has a letter', async () => {
    const { out } = await recalled(80, 'en');
    const use = / At 30\s% (.+?) keeps /.exec(` ${out.replaceAll('\n', ' ')}`)![1]!;
    const [above = ''] = below(table(out)).get('')!;
    expect(`B ${use}`.startsWith(above.replace('…', ''))).toBe(true);
    const named = await run('compare', unknown(), '--target', '0.3', '--columns', 'name,strip,tokens');
    expect(below(table(named.out)).get('')).toEqual([]);
  });

  const heads: readonly (readonly [number, string, readonly string[]])[] = [
    [80, 'en', ['what is left', 'needed', 'left', 'next']],
    [120, 'en', ['what is left', 'needed', 'left', 'next', 'effic.']],
    // Chinese takes more room.
    [80, 'zh-CN', ['剩下什么', '需要的', '剩余', '下次', '服务商']],
    [120, 'zh-CN', ['剩下什么', '需要的', '剩余', '下次', '服务商', '效率']],
  ];
  it.each(some(heads, 2))('%i columns, %s: no line is wider, and these columns are there', async (columns, language, heads) => {
    const { out } = await recalled(columns, language);
    for (const line of out.split('\n')) expect(wide(line), line).toBeLessThanOrEqual(columns);
    for (const head of heads) expect(table(out)[0]).toContain(head);
  });

  it('every row for --all-rows, a pipe, and rows that somebody named', async () => {
    // Without a recall: the rows are all that matters here.
    const FEW = ['--columns', 'name,strip,tokens'];
    const named = ['--strategies', 'pi,codex,summary,fact-ledger', '--target', '0.3'];
    const without = (await run('compare', unknown(), '--target', '0.3', '--all-rows', ...FEW)).out;
    expect(table(without).some((line) => HEADINGS.test(line))).toBe(false);
    expect(table((await run('compare', unknown(), ...named, ...FEW)).out).slice(2).length).toBe(4);
    vi.stubEnv('COLUMNS', '');
    const piped = table((await run('compare', unknown(), '--target', '0.3', ...FEW)).out);
    // A pipe has one line of heads.
    expect(piped.length).toBe(table(without).length - 1);
  });
});
