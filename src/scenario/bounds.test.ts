import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { KEYWORD_LIST_IDS, MOST_WORDS } from '../engine/signals/keywords.ts';
import { decode, fromFile, MOST_ENTRIES, nestingOf } from './decode.ts';
import { FILE_SETTINGS, SCENARIO_VERSION } from './schema.ts';
import * as limits from './defaults.ts';
import { deflate, toBase64Url } from './packing.ts';
import { deep } from '../engine/testing/scale.ts';

const packed = async (text: string): Promise<string> => `#s=${SCENARIO_VERSION}.${toBase64Url(await deflate(new TextEncoder().encode(text)))}`;
const linkOf = (data: unknown): Promise<string> => packed(JSON.stringify(data));
/** The same as a file: 100,000 marks do not fit into a link. */
const fileOf = (data: object) => fromFile(JSON.stringify({ v: SCENARIO_VERSION, ...data }));

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const record = (count: number, value: unknown) => Object.fromEntries(many(count, (i) => [`m${i}`, value]));
const step = (more: object) => ({ strategy: 'hybrid', at: '2026-01-02T03:04:05.678Z', ...more });
const row = (i: number) => ({ key: i === 0 ? 'hybrid' : `hybrid~${i + 1}`, strategy: 'hybrid', params: {} });
const model = (i: number) => ({ provider: 'openai', model: `m${i}`, baseUrl: null });
const inTable = (table: object) => ({ view: { tables: { a: table } } });
const words = (n: number) => many(n, (i) => `w${i}`);

/** For every list and object: data that has exactly `n` entries there and is valid otherwise. */
const WITH: Readonly<Record<string, readonly [string, number, (n: number) => object]>> = {
  '$.rows': ['$.rows', limits.MAX_ROWS, (n) => ({ rows: many(n, row) })],
  '$.rows.*.params': ['$.rows[0].params', limits.MAX_PARAMS, (n) => ({ rows: [{ ...row(0), params: record(n, 1) }] })],
  '$.marks': ['$.marks', limits.MAX_MARKS, (n) => ({ marks: record(n, 'pin') })],
  '$.applied': ['$.applied', limits.MAX_APPLIED, (n) => ({ applied: many(n, () => step({})) })],
  '$.applied.*.params': ['$.applied[0].params', limits.MAX_PARAMS, (n) => ({ applied: [step({ params: record(n, 1) })] })],
  '$.applied.*.marks': ['$.applied[0].marks', limits.MAX_MARKS, (n) => ({ applied: [step({ marks: record(n, 'pin') })] })],
  '$.applied.*.settings.models': [
    '$.applied[0].settings.models',
    limits.MAX_MODELS,
    (n) => ({ applied: [step({ settings: { models: many(n, model) } })] }),
  ],
  '$.applied.*.settings.keywords.*': [
    '$.applied[0].settings.keywords.marks',
    MOST_WORDS,
    (n) => ({ applied: [step({ settings: { keywords: { marks: words(n) } } })] }),
  ],
  '$.settings.models': ['$.settings.models', limits.MAX_MODELS, (n) => ({ settings: { models: many(n, model) } })],
  '$.settings.keywords.*': ['$.settings.keywords.marks', MOST_WORDS, (n) => ({ settings: { keywords: { marks: words(n) } } })],
  // One more than there are is also one that is there twice.
  '$.kept': ['$.kept', FILE_SETTINGS.length, (n) => ({ kept: many(n, (i) => FILE_SETTINGS[i % FILE_SETTINGS.length]) })],
  '$.replay.triggers': ['$.replay.triggers', limits.MAX_TRIGGERS, (n) => ({ replay: { triggers: many(n, () => ({ kind: 'turns', count: 3 })) } })],
  '$.replay.hand': ['$.replay.hand', limits.MAX_BY_HAND, (n) => ({ replay: { hand: many(n, (i) => i) } })],
  '$.replay.strategies': ['$.replay.strategies', limits.MAX_REPLAYED, (n) => ({ replay: { strategies: words(n) } })],
  '$.view.tables': ['$.view.tables', limits.MAX_TABLES, (n) => ({ view: { tables: record(n, {}) } })],
  '$.view.tables.*.sort': ['$.view.tables.a.sort', limits.MAX_SORTS, (n) => inTable({ sort: words(n) })],
  '$.view.tables.*.columns': ['$.view.tables.a.columns', limits.MAX_COLUMNS, (n) => inTable({ columns: record(n, true) })],
  '$.view.tables.*.moved': ['$.view.tables.a.moved', limits.MAX_COLUMNS, (n) => inTable({ moved: words(n).map((id) => [id, '']) })],
  '$.view.tables.*.widths': ['$.view.tables.a.widths', limits.MAX_COLUMNS, (n) => inTable({ widths: record(n, 80) })],
  '$.view.tables.*.frozen': ['$.view.tables.a.frozen', limits.MAX_COLUMNS, (n) => inTable({ frozen: record(n, 'end') })],
  '$.view.tables.*.filters': ['$.view.tables.a.filters', limits.MAX_FILTERS, (n) => inTable({ filters: record(n, 'x') })],
  '$.view.tables.*.open': ['$.view.tables.a.open', limits.MAX_OPEN, (n) => inTable({ open: record(n, true) })],
};

describe('limits of links and scenario files', () => {
  test.each(Object.entries(WITH))('%s: the limit opens, one more is refused', async (_, [where, most, make]) => {
    expect(await fileOf(make(most))).toMatchObject({ ok: true });
    const refused = { code: 'too-large', path: where, limit: { of: 'entries', most, found: most + 1 } };
    expect(await fileOf(make(most + 1))).toMatchObject({ ok: false, error: refused });
    if (most === limits.MAX_MARKS) return;
    expect(await decode(await linkOf(make(most)))).toMatchObject({ ok: true });
    expect(await decode(await linkOf(make(most + 1)))).toMatchObject({ ok: false, error: refused });
  });

  test('every limit of entries is one of these; the word lists cannot be more than there are', () => {
    const lists = ['$.settings.keywords', '$.applied.*.settings.keywords'];
    expect(Object.keys(MOST_ENTRIES).sort()).toEqual([...Object.keys(WITH), ...lists].sort());
    for (const list of lists) expect(MOST_ENTRIES[list]).toBe(KEYWORD_LIST_IDS.length);
  });

  test('where nothing else is said: 20,000', async () => {
    expect(await decode(await linkOf({ other: many(limits.MAX_ENTRIES, () => 1) }))).toMatchObject({ error: { code: 'invalid' } });
    expect(await decode(await linkOf({ other: many(limits.MAX_ENTRIES + 1, () => 1) }))).toMatchObject({
      error: { code: 'too-large', path: '$.other', limit: { most: 20_000 } },
    });
  });

  test('levels of nesting', async () => {
    const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(await decode(await packed(nested(limits.MAX_NESTING)))).toMatchObject({ error: { code: 'invalid', path: '$' } });
    expect(await decode(await packed(nested(limits.MAX_NESTING + 1)))).toMatchObject({
      error: { code: 'too-large', limit: { of: 'levels', most: limits.MAX_NESTING } },
    });
    expect(await decode(await packed(nested(1_000_000)))).toMatchObject({ error: { code: 'too-large', limit: { of: 'levels' } } });
    // The deepest value that the validation lets through.
    const param = JSON.parse(`${'['.repeat(12)}${']'.repeat(12)}`) as unknown;
    expect(await decode(await linkOf({ rows: [{ ...row(0), params: { stages: param } }] }))).toMatchObject({ ok: true });
    expect(nestingOf('{"a":"[[[[\\"[[","b":[[]]}', 9)).toBe(3);
  });

  test('characters of the fragment and bytes of the data', async () => {
    const fragment = (length: number) => `#s=1.${'A'.repeat(length - 5)}`;
    expect(await decode(fragment(limits.MAX_FRAGMENT))).toMatchObject({ error: { code: 'damaged' } });
    expect(await decode(fragment(limits.MAX_FRAGMENT + 1))).toMatchObject({
      error: { code: 'too-large', limit: { of: 'characters', most: limits.MAX_FRAGMENT, found: limits.MAX_FRAGMENT + 1 } },
    });
    const inline = (length: number) => {
      const around = JSON.stringify({ transcript: { kind: 'inline', name: 'a', text: '' } });
      return packed(around.replace('"text":""', `"text":"${'x'.repeat(length - around.length)}"`));
    };
    expect(await decode(await inline(limits.MAX_INFLATED))).toMatchObject({ ok: true });
    expect(await decode(await inline(limits.MAX_INFLATED + 1))).toMatchObject({
      error: { code: 'too-large', limit: { of: 'bytes', most: limits.MAX_INFLATED } },
    });
  });

  test('a link as full of mistakes as the limits allow is one error', async () => {
    const params = record(limits.MAX_PARAMS, null);
    for (const [data, where] of [
      [{ rows: many(limits.MAX_ROWS, (i) => ({ ...row(i), params })) }, '$.rows[0].params.m0'],
      [{ marks: record(limits.MAX_MARKS, 7) }, '$.marks.m0'],
      [{ applied: many(limits.MAX_APPLIED, () => step({ marks: record(deep ? 30_000 : 3000, 7) })) }, '$.applied[0].marks.m0'],
      [{ settings: record(limits.MAX_ENTRIES - 30, 1) }, '$.settings'],
      [{ replay: { hand: many(limits.MAX_BY_HAND, () => 'x') } }, '$.replay.hand[0]'],
    ] as const) {
      expect(await fileOf(data)).toMatchObject({ ok: false, error: { code: 'invalid', path: where } });
    }
  });

  test('a message quotes little of a long link', async () => {
    const long = 'x'.repeat(100_000);
    for (const data of [
      { [long]: 1 },
      { marks: { [long]: 'pin' } },
      { settings: { keywords: { [long]: [] } } },
      { view: { columns: { [long]: 1 } } },
    ]) {
      const decoded = await decode(await linkOf(data));
      expect(JSON.stringify(decoded).length).toBeLessThan(500);
      expect(decoded).toMatchObject({ ok: false, error: { code: 'invalid' } });
    }
  });
});

test('a scenario file has the same limits', async () => {
  const rows = many(limits.MAX_ROWS + 1, row);
  expect(await fromFile(JSON.stringify({ v: SCENARIO_VERSION, rows }))).toMatchObject({
    error: { code: 'too-large', path: '$.rows', limit: { of: 'entries' } },
  });
  expect(await fromFile(`{"v":1,"x":${'['.repeat(30)}${']'.repeat(30)}}`)).toMatchObject({ error: { code: 'too-large', limit: { of: 'levels' } } });
  const spaces = (length: number) => '{"v":1}'.padEnd(length);
  expect(await fromFile(spaces(limits.MAX_INFLATED))).toMatchObject({ ok: true });
  expect(await fromFile(spaces(limits.MAX_INFLATED + 1))).toMatchObject({ error: { code: 'too-large', limit: { of: 'characters' } } });
});

test('docs/links.md states the limits as they are', () => {
  const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/links.md'), 'utf8');
  const stated = [...docs.matchAll(/^\|[^|]+\|\s*([\d,]+)\s*\| `(\w+)` \|$/gm)].map(([, number, name]) => [
    name!,
    Number(number!.replaceAll(',', '')),
  ]);
  const known: Readonly<Record<string, unknown>> = { ...limits, MOST_WORDS };
  expect(stated.length).toBe(18);
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(stated.map(([name]) => [name, known[name as string]])));
  expect(docs).toContain(`up to ${limits.LINK_BUDGET.toLocaleString('en')} characters (\`LINK_BUDGET\`)`);
});
