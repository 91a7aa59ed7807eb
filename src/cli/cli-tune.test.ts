/** `tune` in the terminal, in this process: no thread is started. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Axis, Race, SearchSummary, TuneResult } from '../engine/tune/contract.ts';
import { fileOf, run } from './testing/run.ts';
import { tuneIn } from './testing/tune.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../fixtures/samples');
const SESSION = path.join(SAMPLES, 'research-session.json');
const THREE = ['research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'].map((name) => path.join(SAMPLES, name));
const tune = tuneIn.bind(null, 'en');

type Results = readonly (TuneResult & { readonly searches?: readonly SearchSummary[] })[];
type StrategyResults = { readonly strategy: string; readonly results: Results };
type TuneJson = { readonly rows: readonly StrategyResults[]; readonly races: readonly Race[] };

describe('one session', () => {
  it('is swept at every target, with the numbers of a comparison', async () => {
    const { code, out } = await tune(SESSION, '--strategy', 'fact-ledger', '--vary', 'ledgerShare=0.25,0.75', '--target', '0.1,0.3', '--json');
    expect(code).toBe(0);
    const [{ of, points, best, now, items }] = (JSON.parse(out) as StrategyResults).results as [TuneResult];
    expect([of, now, best.map(({ target }) => target)]).toEqual(['cuts', 'ledgerShare=0.5', [0.1, 0.3]]);
    expect(points.map(({ setting, target }) => `${setting} ${target}`)).toEqual([
      'ledgerShare=0.25 0.1',
      'ledgerShare=0.5 0.1',
      'ledgerShare=0.75 0.1',
      'ledgerShare=0.25 0.3',
      'ledgerShare=0.5 0.3',
      'ledgerShare=0.75 0.3',
    ]);
    const { out: compared } = await run(
      'compare',
      SESSION,
      '--strategies',
      'fact-ledger',
      '--set',
      'fact-ledger.ledgerShare=0.75',
      '--target',
      '0.3',
      '--json',
    );
    const { results } = JSON.parse(compared) as { results: { efficiency: number; measures: Record<string, number> }[] };
    const point = points.at(-1)!;
    expect(point.second.efficiency!.mean).toBe(results[0]!.efficiency);
    expect(point.second.own!.mean).toBe(results[0]!.measures.hindsightRecall);
    expect(items).toBe(results[0]!.measures.neededFacts);
  });

  it('says what to set, by which numbers, in words and a table', async () => {
    const { out } = await tune(SESSION, '--strategy', 'fact-ledger', '--vary', 'ledgerShare=0.25,0.75', '--target', '0.3');
    expect(out).toMatch(/^Fact ledger: ledgerShare \(3 values\)\nchosen on 6, reported on 6 checkpoints of one session, so weaker/);
    expect(out).toMatch(/── budget 30\s%\n(Leave|Set) ledgerShare 0\.\d+/);
    expect(out).toMatch(/How\ssure: (weak|fair)\./);
    expect(out).toMatch(/\nledgerShare 0\.5 .*now/);
    expect(out).not.toMatch(/\{\{|cli\.|tune\./);
  });

  it('is one line per target, setting, half and measure in CSV', async () => {
    const { out } = await tune(SESSION, '--strategy', 'fact-ledger', '--vary', 'ledgerShare=0.25', '--target', '0.3', '--csv');
    const [head, ...lines] = out.trim().split('\n');
    expect(head).toMatch(/^strategy,target,setting,params,half,measure,mean,low,high,units/);
    expect(lines.filter((line) => line.includes(',first,kept,'))).toHaveLength(2);
  });
});

describe('several strategies', () => {
  it('each have their best value, and are held against each other at every target', async () => {
    const { code, out } = await tune(
      SESSION,
      '--strategy',
      'fact-ledger,middle-removal',
      '--vary',
      'ledgerShare=0.25',
      '--vary',
      'preserveStart=2',
      '--target',
      '0.2,0.3',
      '--json',
    );
    expect(code).toBe(0);
    const { rows, races } = JSON.parse(out) as TuneJson;
    expect(rows.map(({ strategy, results }) => [strategy, results[0]!.settings.length])).toEqual([
      ['fact-ledger', 2],
      ['middle-removal', 2],
    ]);
    expect(races.map(({ target }) => target)).toEqual([0.2, 0.3]);
    for (const { target, entrants } of races)
      for (const { row, setting, second } of entrants) {
        const { best, points } = rows.find(({ strategy }) => strategy === row)!.results[0]!;
        expect(setting).toBe(best.find((one) => one.target === target)!.chosen);
        expect(second).toEqual(points.find((point) => point.target === target && point.setting === setting)?.second.kept ?? null);
      }
    const { out: text } = await tune(
      SESSION,
      '--strategy',
      'fact-ledger',
      '--strategy',
      'middle-removal',
      '--vary',
      'ledgerShare=0.25',
      '--vary',
      'preserveStart=2',
      '--target',
      '0.5',
    );
    expect(text).toMatch(/Which policy wins\nFact ledger with ledgerShare/);
    expect(text).toMatch(/^Middle removal +[\d.]+\D.* preserveStart \d$/m);
    expect(text).not.toMatch(/\{\{|cli\.|tune\./);
  });

  it('keep their runs in a file: the same again runs nothing and says the same, one more value runs that alone', async () => {
    const file = fileOf('{"half": ', 'runs.jsonl');
    const argv = [SESSION, '--strategy', 'fact-ledger', '--target', '0.3', '--json', '--done', file, '--vary'] as const;
    const lines = () => readFileSync(file, 'utf8').trim().split('\n');
    const { out: first } = await tune(...argv, 'ledgerShare=0.25');
    expect(lines()).toHaveLength(2);
    const { out: again } = await tune(...argv, 'ledgerShare=0.25');
    expect(again).toBe(first);
    expect(lines()).toHaveLength(2);
    await tune(...argv, 'ledgerShare=0.25,0.75');
    expect(lines().map((one) => (JSON.parse(one) as { params: string }).params)).toHaveLength(3);
  });
});

describe('many sessions', () => {
  it('are chosen on one half and reported on the other; what cannot be read is said', async () => {
    const broken = fileOf('{"a": [1,', 'broken.json');
    const { code, out, err } = await tune(
      ...THREE,
      broken,
      '--strategy',
      'middle-removal',
      '--vary',
      'preserveStart=0:8:3',
      '--target',
      '0.3',
      '--json',
    );
    expect(code).toBe(0);
    const [{ of, halves }] = (JSON.parse(out) as StrategyResults).results as [TuneResult];
    expect(of).toBe('sessions');
    expect(halves.first.length - halves.second.length).toBeLessThanOrEqual(1);
    expect(halves.first.filter((session) => halves.second.includes(session))).toEqual([]);
    expect(err).toContain('broken.json');
  });

  it('are searched within the runs where no parameter is named', async () => {
    const { out, err } = await tune(...THREE, '--strategy', 'fact-ledger', '--runs', '30', '--target', '0.3', '--json');
    const { searches, settings, now } = (JSON.parse(out) as StrategyResults).results[0]!;
    expect(searches![0]!.runs).toBeLessThanOrEqual(30);
    expect(settings.map(({ key }) => key)).toContain(now);
    expect(err).toMatch(/One setting at a time, \d+ values, 2 sessions/);
  });
});

describe('a shared setting', () => {
  const axes = async (strategies: string, ...vary: readonly string[]) => {
    const { code, out } = await tune(SESSION, '--strategy', strategies, ...vary.flatMap((one) => ['--vary', one]), '--target', '0.3', '--json');
    expect(code).toBe(0);
    const told = JSON.parse(out) as { readonly axes: readonly Axis[] } | { readonly rows: readonly { readonly axes: readonly Axis[] }[] };
    return ('rows' in told ? told.rows : [told]).map((row) => row.axes.map(({ param }) => param));
  };

  it('names the parameter that follows it', async () => {
    expect(await axes('hard-limit', 'keepRecent=4,8')).toEqual([['keepRecentCount']]);
    expect(await axes('fact-ledger,hard-limit', 'fact-ledger.ledgerShare=0.25', 'keepRecent=4,8')).toEqual([['ledgerShare'], ['keepRecentCount']]);
  });

  it('and that parameter are one: given twice', async () => {
    const { code, err } = await run('tune', SESSION, '--strategy', 'hard-limit', '--vary', 'keepRecent', '--vary', 'keepRecentCount');
    expect(code).toBe(2);
    expect(err).toMatch(/keepRecentCount: given twice/);
  });
});

describe('wrong use is one line that says what was expected', () => {
  it.each([
    [['--vary', 'ledgerShare'], /tune needs --strategy/],
    [['--strategy', 'fact-ledger', '--vary', 'nothing'], /fact-ledger has no such setting; it has ledgerShare/],
    [['--strategy', 'fact-ledger', '--vary', 'ledgerShare=0:1'], /--vary ledgerShare: expected 0\.05:1/],
    [
      ['--strategy', 'fact-ledger', '--vary', 'ledgerShare=2'],
      /--vary ledgerShare: expected parameter "ledgerShare": expected a number from 0\.05 to 1/,
    ],
    [['--strategy', 'fact-ledger', '--vary', 'ledgerShare', '--vary', 'ledgerShare'], /ledgerShare: given twice/],
    [['--strategy', 'fact-ledger', '--vary', 'ledger share'], /--vary: expected P, P=1:40/],
    [['--strategy', 'fact-ledger', '--runs', '9'], /a whole number from 10 to 1,000,000/],
    [['--strategy', 'fact-ledger', '--vary', 'ledgerShare', '--target', '0.1,2.5'], /--target: expected a share \(0\.3 or 30%\)/],
    [['--strategy', 'hybrid,fact-ledger', '--vary', 'x'], /hybrid has no such setting/],
    [['--strategy', 'hybrid,fact-ledger', '--vary', 'fact-ledger.ledgerShare'], /hybrid has no such setting/],
    [
      ['--strategy', 'fact-ledger', ...['ledgerShare=0.05:1:20', 'ledgerMinTokens=0:2000:100', 'ledgerWords'].flatMap((vary) => ['--vary', vary])],
      /combinations, at most 2,000/,
    ],
  ])('%j', async (argv, message) => {
    const { code, out, err } = await run('tune', SESSION, ...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('several targets are for tune alone', async () => {
    expect((await run('compare', SESSION, '--target', '0.1,0.2')).err).toMatch(/--target: expected a share/);
  });

  it('nothing to read ends with 3', async () => {
    const { code, err } = await tune(fileOf('{"a": [1,'), '--strategy', 'fact-ledger', '--vary', 'ledgerShare');
    expect(code).toBe(3);
    expect(err).toMatch(/none of 1 file is a session/);
  });
});
