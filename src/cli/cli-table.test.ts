import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { colour, grid } from './cli-words.ts';
import { paintedStrip, strip } from './cli-table.ts';
import { fileOf, run } from './testing/run.ts';
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../engine/strategies/contract.ts';

const EVIL = '\u001b[2J\u202e';
const session = JSON.stringify({
  messages: Array.from({ length: 60 }, (_, i) =>
    i % 2
      ? { role: 'assistant', content: `Step ${i}: edited src/module${i}.ts ${EVIL}` }
      : { role: 'user', content: `Please change item ${i} ${'and more '.repeat(12)}` },
  ),
});
/** What a screen shows: without colours. */
const seen = stripVTControlCharacters;
const table = (out: string): string[] => out.split('\n\n')[1]!.split('\n');
const titles = (lines: readonly string[]): string[] => lines.slice(1).map((line) => line.split(/ {2,}/)[0]!);

describe('the grid', () => {
  const rows = [
    [
      ['name', 'left'],
      ['n', 'right'],
      ['drawn', 'left'],
      ['note', 'rest'],
    ],
    [
      ['a-very-long-title-of-a-row', 'left'],
      ['1,000', 'right'],
      ['', 'left', { draw: (width: number) => '#'.repeat(width) }],
      ['why it is so', 'rest'],
    ],
  ] as const;
  const grows = { column: 2, least: 4, usual: 8, most: 12 };

  it('takes what the texts need where there is no screen', () => {
    expect(grid(rows, { columns: Number.POSITIVE_INFINITY, leaves: [3], grows })).toEqual([
      'name                            n  drawn     note',
      'a-very-long-title-of-a-row  1,000  ########  why it is so',
    ]);
  });

  it('gives the room that is left to the title, then to the column that grows', () => {
    const widths = (columns: number) => grid(rows, { columns, leaves: [3], grows })[1];
    expect(widths(39)).toBe('a-very-long-title-of-a-row  1,000  ####');
    expect(widths(38)).toBe('a-very-long-title-of-a-r…  1,000  ####');
    expect(widths(45)).toBe('a-very-long-title-of-a-row  1,000  ##########');
    // With room for the note it comes back, and the column shrinks again.
    expect(widths(53)).toBe('a-very-long-title-of-a-row  1,000  ####  why it is so');
    for (let columns = 37; columns < 80; columns++) expect(widths(columns)!.length).toBeLessThanOrEqual(columns);
  });

  it('cuts what is wider than the screen although nothing can leave', () => {
    expect(grid(rows, { columns: 30, leaves: [] })[1]).toBe('a-very-long-title-of-a-…  1,0…');
  });

  it('makes texts printable before they are coloured', () => {
    expect(grid([[[`a${EVIL}`, 'left', { painted: (text: string) => `<${text}>` }]]])).toEqual(['<a\\u001b[2J\\u202e>']);
  });
});

describe('the strip', () => {
  const codes = Uint8Array.of(DROP, KEEP, EDIT, SUMMARIZE, OFFLOAD);
  const prefix = Float64Array.of(0, 10, 20, 30, 40, 50);

  it('has a character for every fate, at any width', () => {
    expect(strip(codes, prefix, 5)).toBe('·█▒so');
    expect(strip(codes, prefix, 10)).toBe('··██▒▒ssoo');
  });

  it('says the same without its colours', () => {
    afterEach(() => colour(false));
    colour(true);
    const painted = paintedStrip('·█▒so');
    expect(painted).not.toBe('·█▒so');
    expect(seen(painted)).toBe('·█▒so');
    colour(false);
    expect(paintedStrip('·█▒so')).toBe('·█▒so');
  });
});

describe('compare on a screen', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    colour(false);
  });
  const file = fileOf.bind(null, session);
  const args = ['--strategies', 'middle-removal,oldest-removal,sliding-window,summary,random-removal', '--target', '0.4'] as const;

  it('--columns: these, in this order', async () => {
    const { out } = await run('compare', file(), ...args, '--columns', 'name,cost,tokens');
    expect(table(out)[0]).toMatch(/^policy +next call +tokens left$/);
    expect(await run('compare', file(), '--columns', 'name,price')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--columns: no "price" here\. Expected one of name, strip, /) as string,
    });
  });

  it('--sort: the best first, controls last', async () => {
    const tokensOf = (out: string): number[] =>
      table(out)
        .slice(1)
        .flatMap((line) => Number(/ {2}(?:▲ )?([\d,]+)$/.exec(line)?.[1]?.replaceAll(',', '')) || []);
    const by = async (column: string) => (await run('compare', file(), ...args, '--columns', 'name,tokens', '--sort', column)).out;
    const tokens = tokensOf(await by('tokens')).slice(0, -1);
    expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
    const kept = await run('compare', file(), ...args, '--columns', 'name,kept', '--sort', 'kept');
    const shares = table(kept.out)
      .slice(1, 5)
      .map((line) => Number(/([\d.]+)$/.exec(line)![1]));
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(titles(table(await by('name'))).at(-1)).toBe('Random removal');
  });

  it('the strip is as wide as there is room, the lines never wider than the screen, the legend neither', async () => {
    const stripOf = (out: string): string => /[█▆▄▂▒so·]{5,}/.exec(table(out).find((line) => line.startsWith('Middle removal'))!)![0];
    const widths: number[] = [];
    for (const columns of [80, 120, 200]) {
      vi.stubEnv('COLUMNS', String(columns));
      const { out } = await run('compare', file(), ...args);
      const from = out.indexOf('\n\n');
      for (const line of out.slice(from).split('\n')) expect(line.length, line).toBeLessThanOrEqual(columns);
      if (columns < 200) widths.push(stripOf(out).length);
    }
    expect(widths[0]).toBeGreaterThanOrEqual(14);
    expect(widths[1]).toBeGreaterThan(widths[0]!);
  });

  it('with few columns the strip has all the room that is left, up to 72 characters', async () => {
    const drawn = async (columns: number, ...names: readonly string[]): Promise<readonly [line: number, strip: number]> => {
      vi.stubEnv('COLUMNS', String(columns));
      const { out } = await run('compare', file(), ...args, '--columns', [...names, 'strip'].join(','));
      const line = table(out).find((one) => one.startsWith('Middle removal'))!;
      return [line.length, / {2}(\S+)$/.exec(line)![1]!.length];
    };
    // Room is left for the strip where the numbers need little, and none of it is wasted.
    expect((await drawn(80, 'name', 'tokens'))[0]).toBe(80);
    const [line, strip] = await drawn(80, 'name', 'tokens', 'cost', 'valid');
    expect(line).toBe(80);
    expect((await drawn(100, 'name', 'tokens', 'cost', 'valid'))[1]).toBe(strip + 20);
    expect((await drawn(200, 'name', 'tokens'))[1]).toBe(72);
  });

  it('colours say nothing that the text does not; NO_COLOR, --no-color and a pipe have none', async () => {
    vi.stubEnv('COLUMNS', '120');
    const plain = (await run('compare', file(), ...args)).out;
    expect(plain).toBe(seen(plain));
    vi.stubEnv('FORCE_COLOR', '1');
    const coloured = (await run('compare', file(), ...args)).out;
    expect(coloured).not.toBe(plain);
    expect(seen(coloured)).toBe(plain);
    expect((await run('compare', file(), ...args, '--no-color')).out).toBe(plain);
    vi.stubEnv('NO_COLOR', '1');
    expect((await run('compare', file(), ...args)).out).toBe(plain);
  });
});
