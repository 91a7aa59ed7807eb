import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { deep, runs } from '../../engine/testing/scale.ts';
import { sharedFiles } from '../../engine/testing/shared.ts';
import { numberFormats } from '../../i18n/index.ts';
import { encodeSnapshot, fitsLink, fromFile, snapshotFile } from '../../scenario/codec.ts';
import { decodeSnapshot, readSnapshotFile } from '../../scenario/decode.ts';
import { checksum, deflate, toBase64Url } from '../../scenario/packing.ts';
import { MAX_CELLS } from '../../scenario/snapshot.ts';
import type { Snapshot } from '../../scenario/snapshot-schema.ts';
import { bytesOf, roundsOf } from '../../worker/testing/session.ts';
import { WISHES } from '../../engine/answer/contract.ts';
import { plain, sayAnswer } from '../../i18n/answer-words.ts';
import { answered, answeredAs, placed } from '../rows/useTableRows.ts';
import { formatValue, measureColumns } from '../rows/measures.ts';
import { type TableRow, tableRows } from '../rows/compare-rows.ts';
import { snapshotOf } from './make.ts';
import { shownOf } from '../store/show.ts';
import { runOf } from './testing/run.ts';

const DAY = '2026-01-02';
const n = numberFormats('en');
type Run = Awaited<ReturnType<typeof runOf>>;

function rowsOf({ scenario, description, comparison, measured, recalled }: Run): readonly TableRow[] {
  const held = recalled && { cuts: recalled.reply.cuts.length, budget: recalled.reply.budget, random: recalled.reply.random };
  return tableRows(scenario.rows, description!, comparison, n, {
    measured: measured?.rows ?? new Map(),
    recalled: recalled?.rows ?? new Map(),
    noMeasures: null,
    noRecall: null,
    held,
    stale: { measured: false, recall: false },
  });
}

/** What the table says of a run: every column of every row. */
function saidOf(run: Run): Readonly<Record<string, string>> {
  const rows = rowsOf(run);
  return Object.fromEntries(
    rows
      .filter(({ result }) => result)
      .flatMap((row) =>
        measureColumns.map((column) => {
          const value = column.value(row);
          return [`${row.key} ${column.id}`, value === null ? '—' : formatValue(column, value, n)];
        }),
      ),
  );
}

/** Texts of a transcript: its strings of at least so many characters. */
function textsOf(source: string): readonly string[] {
  return [...source.matchAll(/"((?:[^"\\]|\\.){24,})"/g)].map(([, text]) => text!);
}

type Fields = Record<string, unknown>;
/** What a test changes of a snapshot. */
interface Data extends Fields {
  rows: Fields[];
  cells: Fields;
  scenario: Fields;
}

/** A snapshot file with other data, whose check sum is right. */
function changed(file: string, change: (data: Data) => void): string {
  const { c: _, ...data } = JSON.parse(file) as Record<string, unknown>;
  change(data as unknown as Data);
  return JSON.stringify({ ...data, c: checksum(JSON.stringify(data)) });
}

let run: Run;
let snapshot: Snapshot;
let file: string;
const source = readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/samples/support-policies.json'), 'utf8');
beforeAll(async () => {
  run = await runOf(bytesOf(source), 'talk.json');
  snapshot = snapshotOf(run, DAY)!;
  file = snapshotFile(snapshot);
}, 180_000);

it('nothing is sorted while what was needed is computed: rows stand as they were compared, and none is the answer', () => {
  const before = answered(rowsOf({ ...run, recalled: null }), WISHES, null, null);
  const asCompared = before.rows.map(({ key }) => key);
  expect([before.answer.row, before.answer.base, before.answer.kept]).toEqual([null, null, {}]);
  expect(before.answer.order).toEqual(asCompared);
  const rows = placed(before, run.compared);
  expect(rows.filter(({ isAnswer }) => isAnswer)).toEqual([]);
  expect(rows.map(({ place }) => place)).toEqual(asCompared.map((_, i) => i));
  // Afterwards there is an order of its own, and an answer.
  const after = answered(rowsOf(run), WISHES, run.recalled!.reply, null);
  expect(after.answer.order).not.toEqual(asCompared);
  expect(placed(after, run.compared).filter(({ isAnswer }) => isAnswer).length).toBe(1);
});

it('brings the answer: the same sentence, the same order', async () => {
  const { answer } = answered(rowsOf(run), WISHES, run.recalled?.reply ?? null, null);
  const sent = await decodeSnapshot(await encodeSnapshot(snapshotOf(run, DAY, answer)!));
  if (!sent.ok) throw new Error('not read');
  const there = answeredAs(rowsOf({ ...run, ...shownOf(sent.value) }), sent.value.answer!, WISHES, null, null);
  const say = (one: typeof answer): string => plain(sayAnswer(one, WISHES, { title: (key) => key, target: 0.5, idle: null }));
  expect(['use', 'any', 'nothing']).toContain(answer.verdict);
  expect(say(there.answer)).toBe(say(answer));
  const inOrder = placed(there, [])
    .toSorted((a, b) => a.place - b.place)
    .map(({ key }) => key);
  const keys = new Set(sent.value.rows.map(({ key }) => key));
  expect(inOrder.filter((key) => keys.has(key))).toEqual(answer.order.filter((key) => keys.has(key)));
  expect(snapshotOf(run, DAY)!.answer).toBeNull();
});

describe('a snapshot', () => {
  it('comes back from a link and from a file as it was', async () => {
    const link = await encodeSnapshot(snapshot);
    expect(fitsLink(link)).toBe(true);
    expect(await decodeSnapshot(link)).toEqual({ ok: true, value: snapshot });
    expect(await decodeSnapshot(link.replace('=', '%3D'))).toMatchObject({ ok: true });
    expect(await readSnapshotFile(file)).toEqual({ ok: true, value: snapshot });
  });

  it('says in every column what the run says', () => {
    const shown = { ...run, ...shownOf(snapshot) };
    const said = saidOf(shown);
    expect(Object.keys(said).length).toBeGreaterThan(500);
    expect(said).toEqual(saidOf(run));
    const strips = (of: Run) => of.comparison!.rows.map(({ key, fates, measures }) => [key, Array.from(fates), measures.messagesByFate]);
    const there = new Set(snapshot.rows.map(({ key }) => key));
    expect(strips(shown)).toEqual(strips(run).filter(([key]) => there.has(key as string)));
  });

  it('holds no text of a message', () => {
    const texts = textsOf(source);
    expect(texts.length).toBeGreaterThan(60);
    for (const text of texts) expect(file).not.toContain(text.slice(0, 24));
    for (const word of ['Larkfield', 'Fell Club', 'final_sale', 'postcode', 'call_']) expect(file).not.toContain(word);
  });

  it('of more messages than it has cells keeps their sums', async () => {
    const long = await runOf(bytesOf(roundsOf(252)), 'long.json', {}, false);
    const { cells, rows, original } = snapshotOf(long, DAY)!;
    expect(original.messages).toBe(1009);
    expect(cells.counts.length).toBeLessThanOrEqual(MAX_CELLS);
    expect(cells.counts.reduce((sum, count) => sum + count, 0)).toBe(1009);
    expect(cells.tokens.reduce((sum, tokens) => sum + tokens, 0)).toBe(original.tokens - original.toolDefinitionTokens);
    expect(rows.every(({ counts }) => counts.reduce((sum, count) => sum + count, 0) === 1009)).toBe(true);
    const link = await encodeSnapshot(snapshotOf(long, DAY)!);
    expect(await decodeSnapshot(link)).toMatchObject({ ok: true });
  });

  it('is made of own sessions that are compared, and of nothing else', () => {
    expect(snapshotOf({ ...run, current: false }, DAY)).toBeNull();
    expect(snapshotOf({ ...run, comparison: null }, DAY)).toBeNull();
    expect(snapshotOf({ ...run, scenario: { ...run.scenario, transcript: { kind: 'sample', id: 'a' } } }, DAY)).toBeNull();
    expect(snapshotOf({ ...run, recalled: null }, DAY)).toMatchObject({ cuts: null });
  });
});

describe('a snapshot from outside', () => {
  it.each<readonly [string, (data: Data) => void]>([
    ['HTML in a key', (d) => (d.rows[0]!.key = '<img src=x onerror=alert(1)>')],
    ['a text in a reason', (d) => (d.rows[0]!.note = { key: 'note', values: { text: 'said\nby somebody' } })],
    ['a field more', (d) => (d.rows[0]!.text = 'x')],
    ['too many rows', (d) => (d.rows = Array.from({ length: 501 }, (_, i) => ({ ...d.rows[0], key: `a~${i}` })))],
    ['too many cells', (d) => (d.cells.tokens = Array.from({ length: MAX_CELLS + 1 }, () => 1))],
    ['fates of more cells', (d) => (d.rows[0]!.fates = 'K999999')],
    ['fates of no kind', (d) => (d.rows[0]!.fates = 'X81')],
    ['figures of no column', (d) => (d.rows[0]!.figures = [1])],
    ['rows twice', (d) => d.rows.push(d.rows[0]!)],
    ['another kind of transcript', (d) => (d.scenario.transcript = { kind: 'inline', name: 'a', text: 'b' })],
    ['a scenario that is wrong', (d) => (d.scenario.settings = { target: -1 })],
    ['nothing', (d) => (d.snapshot = undefined)],
  ])('with %s is refused with a reason', async (_, change) => {
    const read = await readSnapshotFile(changed(file, change));
    expect(read).toMatchObject({ ok: false });
    expect(JSON.stringify(read).length).toBeLessThan(500);
  });

  it('of a later version says so', async () => {
    expect(await readSnapshotFile(changed(file, (d) => (d.snapshot = 2)))).toMatchObject({ error: { code: 'newer-version', version: 2 } });
    expect(await readSnapshotFile(changed(file, (d) => (d.settings = 2)))).toMatchObject({ error: { code: 'newer-version', version: 2 } });
    expect(await decodeSnapshot('#n=9.AAAA')).toMatchObject({ error: { code: 'newer-version' } });
  });

  it('that was changed on its way is damaged', async () => {
    expect(await readSnapshotFile(file.replace('"efficiency"', '"Efficiency"'))).toMatchObject({ error: { code: 'damaged' } });
    expect(await fromFile(file)).toMatchObject({ ok: false });
  });

  it('that is too large is not read', async () => {
    const bomb = `#n=1.${toBase64Url(await deflate(new Uint8Array(5_000_000)))}`;
    expect(await decodeSnapshot(bomb)).toMatchObject({ error: { code: 'too-large' } });
    expect(await decodeSnapshot(`#n=1.${'A'.repeat(200_000)}`)).toMatchObject({ error: { code: 'too-large' } });
  });

  it('never throws, whatever it is', async () => {
    const paths = ['original', 'cells', 'columns', 'cuts', 'prices', 'rows', 'engine', 'day', 'scenario', 'v'];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 3 }), async (name, value) => {
        const read = await readSnapshotFile(
          changed(file, (data) => {
            data[name] = value;
          }),
        );
        if (!read.ok) expect(read.error.code).toMatch(/^[a-z-]+$/);
        // Nothing there and no prices are snapshots too.
        else shownOf(read.value);
      }),
      { numRuns: runs(500) },
    );
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await decodeSnapshot(`#n=1.${text}`)).toMatchObject({ ok: false });
      }),
      { numRuns: 40 },
    );
  });
});

const real = sharedFiles().filter((one, i) => (deep ? true : i % 15 === 0) && one.bytes().length < 1_200_000);
describe.skipIf(real.length === 0)('real transcripts', () => {
  it.each(real.map((one) => [one.file, one] as const))('%s: no text, and the same numbers', async (name, one) => {
    const bytes = new Uint8Array(one.bytes());
    const made = await runOf(bytes.buffer as ArrayBuffer, path.basename(name), {}, deep).catch(() => null);
    if (!made) return;
    const sent = snapshotOf(made, DAY)!;
    const link = await encodeSnapshot(sent);
    expect(fitsLink(link)).toBe(true);
    const read = await decodeSnapshot(link);
    expect(read).toEqual({ ok: true, value: sent });
    expect(saidOf({ ...made, ...shownOf(sent) })).toEqual(saidOf(made));
    const json = snapshotFile(sent);
    // Names of models, files and hashes have no spaces.
    for (const text of textsOf(new TextDecoder().decode(bytes))) if (text.slice(0, 24).includes(' ')) expect(json).not.toContain(text.slice(0, 24));
  });
});
