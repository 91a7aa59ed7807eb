/** `--columns` and `--sort` of the commands whose tables have no strip. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { byRank, type Column, columnLines, leavesOf } from './cli-columns.ts';
import { COMMANDS, optionsOf } from './cli-options.ts';
import { fileOf, run } from './testing/run.ts';
import { tuneIn } from './testing/tune.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../fixtures/samples/research-session.json');

describe('a table of named columns', () => {
  interface Row {
    readonly name: string;
    readonly size: number | null;
    readonly failed?: string;
  }
  const columns: Readonly<Record<'name' | 'size' | 'note', Column<Row>>> = {
    name: { head: 'name', align: 'left', cell: ({ name }: Row) => name, rank: ({ name }: Row) => name },
    size: { head: 'size', align: 'right', leaves: 1, cell: ({ size }: Row) => String(size ?? '—'), rank: ({ size }: Row) => size },
    note: { head: 'note', align: 'rest', leaves: 0, cell: () => 'n' },
  };
  const rows: Row[] = [
    { name: 'none', size: 9 },
    { name: 'b', size: 2 },
    { name: 'broken', size: 1, failed: 'why it failed' },
    { name: 'c', size: null },
    { name: 'a', size: 1 },
  ];
  const shown = (asked: { columns: readonly string[] | null; sort: string | null }): string[] =>
    columnLines(columns, rows, { usual: ['name', 'size', 'note'], asked, first: rows[0]!, instead: ({ failed }) => failed ?? null }).map(
      ({ painted }) => painted,
    );

  it('has the usual columns and the rows as they come', () => {
    expect(shown({ columns: null, sort: null })).toEqual([
      'name    size  note',
      'none       9  n',
      'b          2  n',
      'broken  why it failed',
      'c          —  n',
      'a          1  n',
    ]);
  });

  it('sorts; the first stays first, what is missing or failed comes last', () => {
    const names = shown({ columns: ['name'], sort: 'size' }).map((line) => line.split(' ')[0]);
    expect(names).toEqual(['name', 'none', 'a', 'b', 'broken', 'c']);
  });

  it('has the columns that are asked for, in that order', () => {
    expect(shown({ columns: ['note', 'name'], sort: null })[1]).toMatch(/^n +none$/);
  });

  it('numbers by size, texts by their letters, nothing last', () => {
    expect([3, null, 1, 2].toSorted(byRank((x) => x))).toEqual([1, 2, 3, null]);
    expect(['b', 'ä', 'a'].toSorted(byRank((x) => x))).toEqual(['a', 'ä', 'b']);
    expect(leavesOf(['name', 'size', 'note'], columns)).toEqual([2, 1]);
  });
});

const head = (out: string, first: RegExp): string[] => first.exec(out)![0].trim().split(/ {2,}/);
/** The cells of a column of the table that begins with this head. */
function column(out: string, first: RegExp, c: number): string[] {
  const lines = out.slice(first.exec(out)!.index).split('\n').slice(1);
  return lines.slice(0, lines.indexOf('')).map((line) => line.split(/ {2,}/)[c]!);
}
const number = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''));

describe('the commands', () => {
  it('replay: the row without compaction stays above, the others in order', async () => {
    const argv = ['replay', SAMPLE, '--strategies', 'summary,oldest-removal,fact-ledger,middle-removal', '--trigger', 'tokens:3000'];
    const { out } = await run(...argv, '--columns', 'name,summaries,peak', '--sort', 'summaries');
    expect(head(out, /^policy.*$/m)).toEqual(['policy', 'summary tokens', 'peak tokens']);
    const [none, ...summaries] = column(out, /^policy.*$/m, 1).map(number);
    expect(column(out, /^policy.*$/m, 0)[0]).toBe('no compaction');
    expect(none).toBe(0);
    expect(summaries).toEqual([...summaries].sort((a, b) => a - b));
    expect(summaries.at(-1)).toBeGreaterThan(0);
  });

  it('inspect: the largest first, with the number that each has in the file', async () => {
    const chat = (name: string, count: number) => ({
      uuid: name,
      name,
      chat_messages: Array.from({ length: count }, (_, i) => ({ uuid: `${name}${i}`, sender: i % 2 ? 'assistant' : 'human', text: `${name} ${i}` })),
    });
    const file = fileOf(JSON.stringify([chat('small', 2), chat('large', 8), chat('middle', 4)]));
    const { out } = await run('inspect', file, '--columns', 'messages,name', '--sort', 'messages');
    expect(head(out, /^ *messages.*$/m)).toEqual(['messages', 'conversation']);
    expect(out).toMatch(/8 +2\. large\n +4 +3\. middle\n +2 +1\. small/);
    expect((await run('inspect', file)).out).toMatch(/1\. small .*\n2\. large .*\n3\. middle /);
  });

  it('tune: the settings by any of the numbers', async () => {
    const argv = [
      SAMPLE,
      '--strategy',
      'fact-ledger',
      '--vary',
      'ledgerShare=0.1,0.4,0.9',
      '--target',
      '0.3',
      '--columns',
      'second,name',
      '--sort',
      'second',
    ];
    const { out } = await tuneIn('en', ...argv);
    expect(head(out, /^ *other half.*$/m)).toEqual(['other half', 'setting']);
    const lines = out.slice(out.indexOf('other half')).split('\n').slice(1, 5);
    const kept = lines.map((line) => number(line.split('%')[0]!));
    expect(kept).toHaveLength(4);
    expect(kept).toEqual([...kept].sort((a, b) => b - a));
  });

  it.each([
    ['replay', 'costs', 'cost'],
    ['inspect', 'message', 'messages'],
    ['reduce', 'medain', 'median'],
    ['tune', 'secnd', 'second'],
    ['compare', 'tokns', 'tokens'],
  ] as const)('%s: an unknown column is refused with the nearest', async (command, wrong, meant) => {
    for (const option of ['--columns', '--sort']) {
      const { code, err } = await run(command, SAMPLE, ...(command === 'tune' ? ['--strategy', 'hybrid'] : []), option, wrong);
      expect(code).toBe(2);
      expect(err).toMatch(new RegExp(`^${option}: no "${wrong}" here\\. Did you mean ${meant}\\? Expected one of name, .*\\n$`));
    }
  });

  it('the help lists the columns of its own command', async () => {
    for (const command of COMMANDS) {
      const { value } = optionsOf(command).find(([name]) => name === 'columns')?.[1] ?? {};
      if (!value) continue;
      expect((await run(command, '--help')).out.replaceAll(/\s+/g, ' ')).toContain(`in order: ${value.known!.join(', ')} (`);
    }
    expect((await run('reduce', '--sort', 'interval', 'x')).err).toMatch(
      /^--sort: no "interval" here\. Expected one of name, sessions, median, worst, difference$/m,
    );
  });

  it('docs/terminal.md lists the columns of every command', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/terminal.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` \| (name[\w, ]+)/gm)].map(([, command, names]) => [command, names!.trim().split(', ')]);
    const known = COMMANDS.flatMap((command) => {
      const { value } = optionsOf(command).find(([name]) => name === 'columns')?.[1] ?? {};
      return value ? [[command, value.known]] : [];
    });
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known));
  });
});
