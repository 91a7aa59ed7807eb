/** What of a comparison is made and printed: measures that are asked for, lines as rows finish, a product whose result nobody can read. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/answer/contract.ts';
import { REPORTED } from '../engine/measures/run/measured-values.ts';
import type { Report, ReportRow } from '../engine/report.ts';
import { readArgs } from './args.ts';
import { fileOf, run } from './testing/run.ts';
import { chosenIn } from './cli-compare.ts';

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures/samples/research-session.json');
const SOME = ['--strategies', 'hybrid,fact-ledger,random-removal', '--target', '0.3'];

const chosen = (messages: number, ...argv: string[]) => {
  const read = readArgs(['compare', 'session.json', ...argv]);
  if (!read.ok || read.value.kind !== 'run') throw new Error('not understood');
  const { wanted, ...rest } = chosenIn(read.value.args, messages);
  return { wanted: wanted && REPORTED.filter((name) => wanted.has(name)), ...rest };
};

describe('which measures are made', () => {
  const lost = ['factRetention', 'constraints', 'artifactF1', 'openWork', 'errorFixPairs', 'recoverable'];
  it('all of them for JSON; recall up to 20,000 messages, or where it is asked for', () => {
    expect(chosen(20_000, '--json')).toEqual({ wanted: null, recall: true, recallLeftOut: null, answer: true });
    expect(chosen(20_001, '--json')).toEqual({ wanted: null, recall: false, recallLeftOut: 20_000, answer: false });
    expect(chosen(20_001, '--json', '--recall')).toEqual({ wanted: null, recall: true, recallLeftOut: null, answer: true });
    expect(chosen(20_001, '--jsonl', '--measures', 'all')).toMatchObject({ wanted: null, recall: true });
  });

  it('lines have at first what comes with a row, so that nothing is waited for', () => {
    const { wanted, recall } = chosen(10, '--jsonl');
    expect(recall).toBe(false);
    expect(wanted).toContain('validity');
    for (const name of lost) expect(wanted).not.toContain(name);
  });

  it('those that are named; one of the future brings the recall, and the answer only what it is made of', () => {
    expect(chosen(10, '--json', '--measures', 'cost,validity')).toEqual({
      wanted: ['validity', 'cost'],
      recall: false,
      recallLeftOut: null,
      answer: false,
    });
    expect(chosen(30_000, '--json', '--measures', 'binding')).toMatchObject({ wanted: ['binding'], recall: true, answer: false });
    expect(chosen(10, '--json', '--measures', 'none')).toMatchObject({ wanted: [], recall: false });
  });

  it('those of the columns of a table', () => {
    expect(chosen(10, '--columns', 'name,tokens,cost')).toMatchObject({ wanted: ['cost'], recall: false });
    expect(chosen(10, '--columns', 'name,tokens', '--sort', 'independent')).toMatchObject({ recall: true, answer: true });
  });

  it('of a table without names those of the page, and recall up to 2,000 messages', () => {
    expect(chosen(2000)).toMatchObject({ recall: true, recallLeftOut: null, answer: true });
    expect(chosen(2000).wanted).not.toContain('cacheSurvival');
    expect(chosen(2001)).toMatchObject({ wanted: ['cost'], recall: false, recallLeftOut: 2000, answer: false });
    expect(chosen(2001, '--recall')).toMatchObject({ recall: true, answer: true });
    expect(chosen(10, '--columns', 'name', '--report', 'a.html')).toMatchObject({ wanted: null, recall: true });
  });
});

it('a row has the measures that were asked for and no others, with the same values', async () => {
  const some = await run('compare', file, ...SOME, '--json', '--measures', 'cost,constraints');
  const all = await run('compare', file, ...SOME, '--json');
  const rowsOf = (out: string): Report['results'] => (JSON.parse(out) as Report).results;
  for (const [i, { key, measures }] of rowsOf(some.out).entries()) {
    const whole = rowsOf(all.out)[i]!;
    expect(whole.key).toBe(key);
    expect(Object.keys(measures).toSorted()).toEqual(['constraints', 'cost']);
    expect(measures.cost).toBe(whole.measures.cost);
    expect(measures.constraints).toBe(whole.measures.constraints);
  }
});

it.each([
  [['--json', '--measures', 'costs'], /--measures: .*Did you mean cost\?/],
  [['--measures', 'cost'], /--measures goes with --json or --jsonl/],
  [['--json', '--jsonl'], /--json and --jsonl exclude each other/],
])('%j is refused in one line', async (argv, message) => {
  const { code, err } = await run('compare', file, ...argv);
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
});

type Line = { readonly type: string } & Partial<ReportRow> & Record<string, unknown>;
const linesOf = (out: string): Line[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('--jsonl', () => {
  it('says in lines what --json says at once', async () => {
    const { out } = await run('compare', file, ...SOME, '--jsonl', '--measures', 'all', '--decay');
    const lines = linesOf(out);
    const whole = JSON.parse((await run('compare', file, ...SOME, '--json', '--decay')).out) as Report & { answer: Answer };
    const { results, answer, random: _afterwards, ...head } = whole;
    const count = results.length;
    expect(lines.map(({ type }) => type)).toEqual(['head', ...results.map(() => 'row'), ...results.flatMap(() => ['recall', 'decay']), 'end']);
    expect(lines[0]).toEqual({ type: 'head', ...head });
    expect(lines.at(-1)).toEqual({ type: 'end', rows: count, of: count, stopped: false, answer });
    const told = (type: string, key: string): Line => lines.find((line) => line.type === type && line.key === key)!;
    for (const row of results) {
      const { type: _, measures, notes, ...first } = told('row', row.key);
      const recall = told('recall', row.key);
      const { decay } = told('decay', row.key);
      expect({ ...first, measures: { ...measures, ...recall.measures }, notes: { ...notes, ...recall.notes }, decay }).toEqual(row);
    }
  });

  it('has the file in every line where there are several, and a line for one that cannot be read', async () => {
    const bad = fileOf('\0', 'bad.bin');
    const { code, out } = await run('compare', file, bad, '--strategies', 'hybrid', '--target', '0.5', '--jsonl');
    expect(code).toBe(2);
    expect(linesOf(out).map(({ type, file: of }) => [type, of])).toEqual([
      ['head', file],
      ['row', file],
      ['end', file],
      ['error', bad],
    ]);
  });

  it('is the same each time', async () => {
    const of = async () => (await run('compare', file, '--jsonl', '--target', '0.3')).out;
    expect(await of()).toBe(await of());
  });
});

it('a product whose result only its provider can read has no recall but "hidden"', async () => {
  const argv = ['--strategies', 'product:openai-agents,product:codex', '--target', 'own'];
  const { out } = await run('compare', file, ...argv, '--columns', 'name,own,independent');
  expect(out).toMatch(/OpenAI Agents: compaction session\s+hidden\s+hidden/);
  expect(out).toMatch(/Codex CLI: local\s+(?:▼ )?[\d.]+/);
  const { results } = JSON.parse((await run('compare', file, ...argv, '--json')).out) as Report;
  const row = results.find(({ key }) => key === 'openai-agents')!;
  expect(row.measures.hindsightRecall).toBeNull();
  expect(row.notes.hindsightRecall).toMatch(/only the provider can read/);
});
