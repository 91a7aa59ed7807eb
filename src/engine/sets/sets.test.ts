import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compare, recall } from '../api.ts';
import { hex, sha256Plain } from '../lib/hashes.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { plainMeasures } from '../measures/run/measured-values.ts';
import { reportOf } from '../report.ts';
import { strategies } from '../pipelines/index.ts';
import { hasRow } from '../strategies/contract.ts';
import { some } from '../testing/scale.ts';
import { COLUMNS } from './sets-columns.ts';
import type { Line, ResultLine, SetOptions } from './contract.ts';
import { failedLine, runSession, sessionFacts, type SessionFile } from './session.ts';
import { ENGINE, settingsHash } from './sets-lines.ts';
import { csvHead, csvOf, parquetOf, readParquet } from './table-files.ts';

const samples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../fixtures/samples');
const sample = (name: string) => {
  const parsed = parseTranscript(new Uint8Array(readFileSync(path.join(samples, name))), { name });
  if (!parsed.ok) throw new Error(parsed.error.message);
  const file: SessionFile = { file: `week/${name}`, hash: 'ab'.repeat(32), format: parsed.value.format, warnings: parsed.value.warnings };
  return { parsed: parsed.value, listed: conversationsOf(parsed.value), file };
};
const rowsOf = (...ids: string[]) => ids.map((id) => ({ key: id, strategy: id, params: {} }));
/** A line is of a session, a row of a report of a strategy: these say something else of each. */
const OTHER: readonly string[] = ['kind', 'title', 'note'];
const all = strategies.filter((s) => hasRow(s, 0)).map(({ id }) => id);

async function linesOf(name: string, options: SetOptions): Promise<readonly ResultLine[]> {
  const { listed, file } = sample(name);
  const facts = await sessionFacts(listed[0]!, 0, file, options);
  return (await runSession(listed[0]!.transcript, facts, options))!;
}

/** Every row of two samples, with recall: computed once. */
const measured = (['coding-session.jsonl', 'support-policies.json'] as const).map(
  async (name) => [name, await linesOf(name, { rows: rowsOf(...all), recall: true })] as const,
);

describe('the lines of a session', () => {
  it('have the counts at every cut only where they are asked for; pooled they are the line’s own recall', async () => {
    const options: SetOptions = { rows: rowsOf('fact-ledger'), recall: true, target: 0.3 };
    const [plain] = await linesOf('coding-session.jsonl', options);
    const [line] = await linesOf('coding-session.jsonl', { ...options, byCut: true });
    expect(plain).not.toHaveProperty('byCut');
    const { byCut, settings, ...rest } = line!;
    expect({ ...rest, settings: plain!.settings }).toEqual(plain);
    expect(settings).not.toBe(plain!.settings);
    const cuts = JSON.parse(byCut as string) as readonly Readonly<Record<string, { kept: number; needed: number }>>[];
    expect(cuts).toHaveLength(12);
    const share = (name: string): number =>
      cuts.reduce((sum, cut) => sum + cut[name]!.kept, 0) / cuts.reduce((sum, cut) => sum + cut[name]!.needed, 0);
    expect((share('strings') + share('paths')) / 2).toBeCloseTo(line!.independentRecall as number, 12);
  });

  it('say what compare --json says of the same rows, by the same names', async () => {
    const { listed, file, parsed } = sample('research-session.json');
    const { transcript } = listed[0]!;
    const ids = some(all, 4);
    const options: SetOptions = { rows: rowsOf(...ids), recall: true, target: 0.3 };
    const lines = (await runSession(transcript, await sessionFacts(listed[0]!, 0, file, options), options))!;

    const chosen = { target: 0.3, strategies: ids, summarizer: createBuiltIn({ outcome: 'ok' }) } as const;
    const compared = await compare(transcript, chosen);
    const report = reportOf({
      prepared: compared.prepared,
      parsed,
      window: compared.inUse.window,
      windowFrom: compared.inUse.windowFrom,
      target: compared.target,
      rows: compared.rows,
      words: { title: (id) => id, reason: ({ key }) => key },
      pricing: { unknown: { key: 'measure-no-model' } },
      model: compared.inUse.model,
      recall: await recall(compared, chosen),
    });
    expect(lines.map(({ row }) => row)).toEqual(report.results.map(({ key }) => key));
    for (const [i, { measures, params, violations, ...row }] of report.results.entries()) {
      const expected = { ...row, ...plainMeasures(measures), params: JSON.stringify(params), violations: violations?.length ?? null };
      const line = lines[i]!;
      const shared = Object.keys(line).filter((name) => name in expected && !OTHER.includes(name));
      expect(shared).toHaveLength(40);
      for (const name of shared) expect([row.key, name, line[name]]).toEqual([row.key, name, (expected as Record<string, unknown>)[name]]);
    }
    expect(lines.filter(({ hindsightRecall }) => hindsightRecall !== null).length).toBeGreaterThan(ids.length / 2);
  });

  it('are the same bit for bit, whichever rows run beside them', async () => {
    const options = { recall: true, target: 0.4 };
    const together = await linesOf('research-session.json', { ...options, rows: rowsOf('oldest-first', 'summary', 'fact-ledger') });
    const apart = [];
    for (const id of ['fact-ledger', 'oldest-first', 'summary'])
      apart.push(...(await linesOf('research-session.json', { ...options, rows: rowsOf(id) })));
    const inOrder = (lines: readonly ResultLine[]) => lines.map((line) => JSON.stringify(line)).sort();
    expect(inOrder(apart)).toEqual(inOrder(together));
    expect(together).toHaveLength(3);
  });

  it('hold every column with a value of its type, in any of the samples', async () => {
    const lines = [
      ...(await Promise.all(measured)).flatMap(([, found]) => found),
      ...(await linesOf('research-session.json', { rows: rowsOf(...some(all, 4)), recall: false })),
      ...(await linesOf('support-policies.json', { rows: rowsOf(...some(all, 4)), recall: true, target: 'own' })),
    ];
    const types = new Map(COLUMNS.map(({ name, type }) => [name, type]));
    for (const line of lines) {
      for (const [name, cell] of Object.entries(line)) {
        const type = types.get(name);
        expect([name, type]).not.toEqual([name, undefined]);
        if (cell === null) continue;
        const fits =
          type === 'STRING'
            ? typeof cell === 'string'
            : type === 'BOOLEAN'
              ? typeof cell === 'boolean'
              : type === 'INT32'
                ? Number.isInteger(cell)
                : typeof cell === 'number';
        expect([name, cell, fits]).toEqual([name, cell, true]);
      }
      expect(Object.keys(line)).toEqual(COLUMNS.map(({ name }) => name).filter((name) => name in line));
    }
  });

  it('a row that fails is a line that says why; the others have theirs', async () => {
    const options: SetOptions = {
      recall: true,
      rows: [{ key: 'none', strategy: 'no-such', params: {} }, { key: 'bad', strategy: 'summary', params: { nonsense: 1 } }, ...rowsOf('summary')],
    };
    const lines = await linesOf('coding-session.jsonl', options);
    expect(lines.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'compacted']);
    expect(lines[0]!.note).toMatch(/^unknown strategy "no-such"; known: /);
    expect(lines[1]!.note).toContain('nonsense');
    expect(lines[0]!.tokensAfter).toBeNull();
  });

  it('a session without recorded compactions has no line of them', async () => {
    const lines = await linesOf('research-session.json', { recall: false, rows: rowsOf('recorded', 'summary') });
    expect(lines.map(({ row }) => row)).toEqual(['summary']);
  });

  it('progress grows to the end, and false stops a session anywhere', async () => {
    const options: SetOptions = { rows: rowsOf('summary', 'fact-ledger'), recall: true };
    const run = async (progress: (done: number, of: number) => boolean) => {
      // Parsed anew: what is remembered with a transcript takes no steps.
      const { listed, file } = sample('research-session.json');
      return runSession(listed[0]!.transcript, await sessionFacts(listed[0]!, 0, file, options), options, { progress });
    };
    const seen: number[] = [];
    expect(await run((done, of) => seen.push(done / of) > 0)).toHaveLength(2);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
    for (const at of [0, Math.floor(seen.length / 2), seen.length - 1]) {
      let calls = 0;
      expect([at, await run(() => calls++ < at)]).toEqual([at, null]);
      expect(calls).toBe(at + 1);
    }
  });

  it('facts are of the session itself', async () => {
    const { listed, file } = sample('coding-session.jsonl');
    const facts = await sessionFacts(listed[0]!, 0, file, { recall: false });
    expect(facts).toMatchObject({
      session: `${'ab'.repeat(32)}#0`,
      file: 'week/coding-session.jsonl',
      conversation: 0,
      parent: null,
      format: 'claude-code',
      agent: 'claude-code',
    });
    expect(facts.date).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(facts.messages).toBe(listed[0]!.transcript.messages.length);
    expect(facts.requests).toBe(listed[0]!.transcript.messages.filter(({ role }) => role === 'assistant').length);
    expect(facts.tokens).toBeGreaterThan(1000);
  });
});

describe('the hash of the settings', () => {
  const row = { strategy: 'summary', params: { a: 1, b: [2] } };
  const options = { recall: false, target: 0.5, signals: { keywords: { 'code-words': ['x'] } } };
  const hash = settingsHash(row, options);

  it('does not depend on spelling: order of keys, absent values, rows beside it', () => {
    expect(
      settingsHash({ params: { b: [2], a: 1 }, strategy: 'summary' }, { signals: options.signals, target: 0.5, recall: false, model: undefined }),
    ).toBe(hash);
    expect(settingsHash({ ...row, key: 'summary~2' } as typeof row, { ...options, rows: [] } as typeof options)).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ['strategy', { strategy: 'pi' }, {}],
    ['params', { params: { a: 2, b: [2] } }, {}],
    ['target', {}, { target: 0.4 }],
    ['own', {}, { target: 'own' as const }],
    ['window', {}, { window: 8000 }],
    ['model', {}, { model: 'gpt-5' }],
    ['tokenizer', {}, { tokenizer: 'chars4' as const }],
    ['weight', {}, { weight: 0.1 }],
    ['overhead', {}, { overhead: 3 }],
    ['seed', {}, { seed: 2 }],
    ['keywords', {}, { signals: { keywords: { 'code-words': ['y'] } } }],
    ['shared', {}, { shared: { keepRecent: 4 } }],
    ['summaryOutcome', {}, { summaryOutcome: 'fails' as never }],
    ['recall', {}, { recall: true }],
    ['format', {}, { format: 'pi' }],
    ['prices', {}, { prices: 'list 1' }],
  ])('depends on %s', (_, changedRow, changedOptions) => {
    expect(settingsHash({ ...row, ...changedRow }, { ...options, ...changedOptions })).not.toBe(hash);
  });
});

describe('files of lines', () => {
  const failed = failedLine({ file: '=x,"y".json', session: null }, { code: 'not-json', reason: 'no, "this" is none' }, {});

  it('Parquet gives the same lines back, failures among them', async () => {
    const lines: Line[] = [failed, ...(await measured[1]!)[1]];
    const read: Line[] = [];
    for await (const line of readParquet(await parquetOf(lines))) read.push(line);
    expect(read).toEqual(lines);
  });

  it('an empty Parquet file has no lines', async () => {
    const read: Line[] = [];
    for await (const line of readParquet(await parquetOf([]))) read.push(line);
    expect(read).toEqual([]);
  });

  it('CSV has a cell for every column, and none is a formula', () => {
    const cells = csvOf(failed).trimEnd();
    expect(csvHead().trimEnd().split(',')).toHaveLength(COLUMNS.length);
    expect(cells).toMatch(/^failed,\d+,[0-9a-f]{16},,"'=x,""y""\.json",/);
    expect(cells).toMatch(/,not-json,"no, ""this"" is none"$/);
  });
});

it('a changed result raises the version of the engine', async () => {
  const lines: string[] = [];
  for (const [name, found] of await Promise.all(measured)) {
    for (const line of found) {
      const { engine: _, note: __, ...rest } = line;
      lines.push(`${name} ${line.row} ${hex(sha256Plain(new TextEncoder().encode(JSON.stringify(rest)))).slice(0, 12)}`);
    }
  }
  // A difference here is one that kept results have too: raise ENGINE in settings.ts, then run again with -u.
  await expect([`engine ${ENGINE}`, ...lines, ''].join('\n')).toMatchFileSnapshot('golden/lines.txt');
});
