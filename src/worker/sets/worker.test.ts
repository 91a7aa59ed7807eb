import { WISHES } from '../../engine/answer/contract.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Line, ResultLine } from '../../engine/sets/contract.ts';
import { zipOf } from '../../engine/testing/zip.ts';
import { formatReason } from '../../i18n/index.ts';
import { readParquet } from '../../engine/sets/table-files.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { FoundSession, SetRequest, TablesRequest } from './set-worker-protocol.ts';
import { SetWorker } from './worker.ts';

const samples = path.resolve(import.meta.dirname, '../../../fixtures/samples');
const blobOf = (name: string): Blob => new Blob([readFileSync(path.join(samples, name))]);
const row = (strategy: string, params: object = {}) => ({ key: strategy, strategy, params: { ...params } });
const request: SetRequest = {
  settings: { ...defaultScenario().settings, budget: 'own' as const },
  rows: [row('oldest-first'), row('fact-ledger'), row('random-removal')],
};
const FILES = ['support-policies.json', 'chinese-data-analysis.jsonl', 'pasted-log.json'];

const worker = new SetWorker();
const found: FoundSession[] = [];
const tablesFor = (more: Partial<TablesRequest> = {}): TablesRequest => ({
  request,
  sessions: found.map(({ session }) => session),
  baseline: 'oldest-first',
  other: 'fact-ledger',
  group: 'format',
  wishes: WISHES,
  ...more,
});

async function compare(session: FoundSession, rows = request.rows): Promise<readonly ResultLine[]> {
  const reply = await worker.run(blobOf(session.file), session.file, session.conversation, { ...request, rows });
  if (reply.kind === 'failed') throw new Error(reply.why.code);
  await worker.take(session.session, reply.lines);
  return JSON.parse(new TextDecoder().decode(reply.lines)) as readonly ResultLine[];
}

beforeAll(async () => {
  for (const name of FILES) {
    const reply = await worker.read(blobOf(name), name, request);
    if (reply.kind === 'sessions') found.push(...reply.sessions);
  }
}, 60_000);

describe('files', () => {
  test('a file is its sessions, with facts and the curve of its context', () => {
    expect(found.map(({ file, format, messages }) => [file, format, messages])).toEqual([
      ['support-policies.json', 'openai-chat', 95],
      ['chinese-data-analysis.jsonl', 'pi', 76],
      ['pasted-log.json', 'openai-chat', 23],
    ]);
    for (const { sizes, tokens, session } of found) {
      expect(session).toMatch(/^[0-9a-f]{64}#0$/);
      expect(tokens).toBeGreaterThan(1000);
      // Without a compaction a context only grows.
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
      expect(sizes.length).toBeGreaterThan(20);
    }
  });

  test('a zip is its files, and what cannot be read says why', async () => {
    const bytes = zipOf([
      { name: 'a/one.json', text: readFileSync(path.join(samples, 'pasted-log.json'), 'utf8') },
      { name: 'two.json', text: readFileSync(path.join(samples, 'support-policies.json'), 'utf8') },
      { name: 'a/locked.json', text: 'x', encrypted: true },
      { name: 'a/more.json', text: 'x', encrypted: true },
    ]);
    const zip = await worker.read(new Blob([new Uint8Array(bytes)]), 'week.zip', request);
    expect(zip.kind === 'files' && zip.files.map(({ name }) => name)).toEqual(['week.zip/a/one.json', 'week.zip/two.json']);
    expect(zip.kind === 'files' && zip.left.map(({ name, why }) => [name, formatReason(why.reason)])).toEqual([
      ['week.zip/a/locked.json', '2 files encrypted: left out'],
    ]);
    const broken = await worker.read(new Blob(['{"broken']), 'broken.json', request);
    expect(broken.kind === 'failed' && broken.why.code).toMatch(/not-json|unknown-format/);
  });
});

describe('results', () => {
  test('only what is missing is asked for: a session more is one session more, a row more is one row more', async () => {
    const [first, second] = found as [FoundSession, FoundSession, FoundSession];
    const all = ['oldest-first', 'fact-ledger', 'random-removal'];
    expect((await worker.missing(found, request)).map(({ rows }) => rows)).toEqual([all, all, all]);
    const lines = await compare(first);
    expect(lines.map((line) => line.row)).toEqual(all);
    expect((await worker.missing(found, request)).map(({ session }) => session)).toEqual(found.slice(1).map(({ session }) => session));
    await compare(second, [row('fact-ledger')]);
    expect((await worker.missing([second], request))[0]?.rows).toEqual(['oldest-first', 'random-removal']);
    await compare(second);
    await compare(found[2]!);
    expect(await worker.missing(found, request)).toEqual([]);
    // Another parameter, and another setting, are other results.
    const changed = { ...request, rows: [row('fact-ledger', { ledgerShare: 0.3 })] };
    expect(await worker.missing(found, changed)).toHaveLength(3);
    expect(await worker.missing(found, { ...request, settings: { ...request.settings, target: 0.3 } })).toHaveLength(3);
    // Recorded compactions are no row of a session without any.
    expect(await worker.missing([first], { ...request, rows: [row('recorded')] })).toEqual([]);
  }, 120_000);

  test('tables: distributions, differences in the same sessions, groups, and how many sessions they are of', async () => {
    const tables = await worker.tables(tablesFor());
    expect(tables.sessions).toBe(3);
    expect(tables.enough).toBe(3);
    const [oldest, ledger] = tables.rows;
    expect(oldest?.difference).toBeNull();
    expect(ledger?.kept?.sessions).toBe(3);
    expect(ledger?.ticks.map(({ session }) => session).sort()).toEqual(found.map(({ session }) => session).sort());
    const own = new Map(oldest?.ticks.map(({ session, value }) => [session, value]));
    for (const { session, value } of ledger!.differences)
      expect(value).toBeCloseTo(ledger!.ticks.find((tick) => tick.session === session)!.value - own.get(session)!, 12);
    expect(ledger?.difference?.better).toBe(ledger?.differences.filter(({ value }) => value > 0.01).length);
    for (const { key, together } of tables.rows) expect([key, together]).toEqual([key, tables.answer.kept[key] ?? null]);
    expect(tables.groups.map(({ name, sessions }) => [name, sessions])).toEqual([
      ['openai-chat', 2],
      ['pi', 1],
    ]);
    const figures = tables.figures.find(({ session }) => session === found[0]?.session);
    expect(figures?.a).toBe(own.get(found[0]!.session));
    expect(tables.facts).toBe(tables.figures.reduce((sum, { needed }) => sum + needed!, 0));
  });

  test('without the baseline there is no difference, without sessions no row', async () => {
    expect((await worker.tables(tablesFor({ baseline: null }))).rows.map(({ difference }) => difference)).toEqual([null, null, null]);
    expect(await worker.tables(tablesFor({ sessions: [] }))).toMatchObject({ sessions: 0, rows: [], groups: [] });
  });

  test('exports hold every session × row, and the files that failed', async () => {
    const failed = [{ file: 'broken.json', session: null, code: 'unreadable', reason: 'not-json' }];
    const ids = found.map(({ session }) => session);
    const text = async (kind: 'json' | 'csv') => new TextDecoder().decode(await worker.exported(kind, ids, request, failed));
    const lines = JSON.parse(await text('json')) as readonly Line[];
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toMatchObject({ kind: 'failed', file: 'broken.json' });
    const csv = (await text('csv')).trimEnd().split('\r\n');
    expect(csv).toHaveLength(11);
    expect(csv[0]).toContain('hindsightRecall');
    const parquet = await worker.exported('parquet', ids, request, failed);
    const back: Line[] = [];
    for await (const line of readParquet(parquet.buffer)) back.push(line);
    expect(back.map(({ kind, file }) => [kind, file])).toEqual(lines.map(({ kind, file }) => [kind, file]));
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const named = failed.map((one) => ({ ...one, file: `\u001b${secret}.json` }));
    for (const kind of ['json', 'csv'] as const)
      expect(new TextDecoder().decode(await worker.exported(kind, [], request, named))).not.toMatch(new RegExp(`\u001b|${secret}`));
  });
});

describe('the answer', () => {
  test('is of the rows of the tables, by the wishes of the request', async () => {
    for (const session of found) await compare(session);
    const { answer, rows } = await worker.tables(tablesFor({ wishes: { ...WISHES, withinBudget: false, accepted: false } }));
    const ledger = rows.find(({ key }) => key === 'fact-ledger')!;
    // The other two are controls.
    expect(answer.row?.key).toBe('fact-ledger');
    // Pooled over the sessions: between the least and the most that one keeps.
    const within = (share: number, ticks: readonly { readonly value: number }[]): boolean =>
      share >= Math.min(...ticks.map(({ value }) => value)) - 0.01 && share <= Math.max(...ticks.map(({ value }) => value)) + 0.01;
    expect(within(answer.row!.share, ledger.ticks)).toBe(true);
    expect(answer.barred).toMatchObject({ 'oldest-first': 'control', 'random-removal': 'control' });
    const words = await worker.tables(tablesFor({ wishes: { ...WISHES, withinBudget: false, accepted: false, matters: 'userWords' } }));
    expect(ledger.userWords.length).toBeGreaterThan(0);
    expect(within(words.answer.row!.share, ledger.userWords)).toBe(true);
  });
});
