import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { FailedLine, Line, ResultLine, SetOptions } from '../../engine/sets/contract.ts';
import type { SetTables } from '../../engine/sets/sets-reduce.ts';
import { parquetOf } from '../../engine/sets/table-files.ts';
import { UsageError } from '../cli-words.ts';
import { INTERRUPTED, stoppable } from '../progress.ts';
import { fileOf, run } from '../testing/run.ts';
import { Crash, cutHalfLine, inputOf, inputs, type JobHost, type Lane, ResultIndex, runFile } from './job.ts';
import { linesOf } from './reduce.ts';
import { mapped, type PoolOptions } from './map.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../../fixtures/samples/research-session.json');
const options: SetOptions = { rows: ['oldest-removal', 'fact-ledger'].map((id) => ({ key: id, strategy: id, params: {} })), recall: false };
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

describe('the input', () => {
  it('is a name, or JSON with a name or a text', () => {
    expect(inputOf(' a b.json ')).toEqual({ file: 'a b.json' });
    expect(inputOf('{"file":"x.json","more":1}')).toEqual({ file: 'x.json' });
    expect(inputOf('{"name":"n","text":"User: hi"}')).toEqual({ file: 'n', text: 'User: hi' });
    expect(inputOf('{broken')).toEqual({ file: '{broken' });
    expect(inputOf('  ')).toBeNull();
  });

  it('a folder stands for its files, in the order of their names; hidden ones are left out', async () => {
    const folder = path.dirname(fileOf('1', 'b.json'));
    for (const name of ['a.json', '.hidden', 'c.json']) writeFileSync(path.join(folder, name), '1');
    mkdirSync(path.join(folder, 'aa'));
    writeFileSync(path.join(folder, 'aa', 'z.json'), '1');
    const found = await all(inputs([], Readable.from([`${folder}\n`, '\n', 'other.json\n'])));
    expect(found.map(({ file }) => path.relative(folder, file))).toEqual([
      'a.json',
      'aa/z.json',
      'b.json',
      'c.json',
      path.relative(folder, 'other.json'),
    ]);
  });

  it('of Claude Code: a subagent names its session, and what writes summaries is no session', async () => {
    const said = (more: object) =>
      ['user', 'assistant']
        .map((role, i) => ({
          type: role,
          uuid: `${i}`,
          parentUuid: i ? '0' : null,
          sessionId: 's1',
          message: { role, content: [{ type: 'text', text: 'Go.' }] },
          ...more,
        }))
        .map((line) => JSON.stringify(line))
        .join('\n');
    const folder = path.dirname(fileOf(said({}), 's1.jsonl'));
    mkdirSync(path.join(folder, 's1', 'subagents'), { recursive: true });
    for (const id of ['x', 'acompact-y'])
      writeFileSync(path.join(folder, 's1', 'subagents', `agent-${id}.jsonl`), said({ isSidechain: true, agentId: id }));
    const found = (await all(inputs([folder], Readable.from([])))).map(({ file }) => file);
    expect(found.map((file) => path.basename(file))).toEqual(['agent-x.jsonl', 's1.jsonl']);
    const [agent, main] = await Promise.all(found.map((file) => linesOfFile(file)));
    expect([agent![0], main![0]]).toMatchObject([
      { kind: 'result', ofSession: 's1' },
      { kind: 'result', parent: null },
    ]);
    expect(main![0]).not.toHaveProperty('ofSession');
  });
});

/** Lines of a file, told without conditions. */
async function linesOfFile(file: string, known: Awaited<ReturnType<JobHost['known']>> = { rows: {}, failed: [] }): Promise<Line[]> {
  const lines: Line[] = [];
  await runFile({ file }, options, { known: async () => known, lines: async (more) => void lines.push(...more) });
  return lines;
}

describe('one file', () => {
  it('has a line per conversation and row; what cannot be read is one line with its reason', async () => {
    const lines = await linesOfFile(SAMPLE);
    expect(lines.map((line) => line.kind === 'result' && [line.row, line.outcome])).toEqual([
      ['oldest-removal', 'compacted'],
      ['fact-ledger', 'compacted'],
    ]);
    expect((lines[0] as ResultLine).cost).toBeGreaterThan(0);
    const missing = (await linesOfFile('/no/such')) as FailedLine[];
    expect(missing).toMatchObject([{ kind: 'failed', file: '/no/such', session: null, code: 'unreadable' }]);
    const broken = (await linesOfFile(fileOf('{"a": [1,', 'x.json'))) as FailedLine[];
    expect(broken).toMatchObject([{ kind: 'failed', code: 'unknown-format' }]);
    expect(broken[0]!.session).toMatch(/^[0-9a-f]{64}$/);
    expect(broken[0]!.reason).toMatch(/^[^\n]{20,300}$/);
  });

  it('computes only the rows that are not there', async () => {
    const [first] = (await linesOfFile(SAMPLE)) as ResultLine[];
    const left = await linesOfFile(SAMPLE, { rows: { [first!.session]: [0] }, failed: [] });
    expect(left.map((line) => line.kind === 'result' && line.row)).toEqual(['fact-ledger']);
    expect(await linesOfFile(SAMPLE, { rows: { [first!.session]: [0, 1] }, failed: [] })).toEqual([]);
    expect(await linesOfFile(SAMPLE, { rows: {}, failed: [first!.session.split('#')[0]!] })).toEqual([]);
  });

  it('tells with which lines it ends', async () => {
    const last: (readonly [string, boolean])[] = [];
    const [one, two] = ['one', 'two'].map((uuid) => ({ uuid, name: uuid, chat_messages: [{ uuid: `${uuid}1`, sender: 'human', text: 'Hello' }] }));
    const file = fileOf(JSON.stringify([one, two]), 'two.json');
    const telling = (known: Awaited<ReturnType<JobHost['known']>>): JobHost => ({
      known: async () => known,
      lines: async ([line], isLast) => void last.push([line!.session ?? '', isLast]),
    });
    await runFile({ file }, options, telling({ rows: {}, failed: [] }));
    const [[first], [second]] = last as [[string, boolean], [string, boolean]];
    await runFile({ file }, options, telling({ rows: { [second]: [0, 1] }, failed: [] }));
    await runFile({ file: '/no/such' }, options, telling({ rows: {}, failed: [] }));
    expect(last).toEqual([
      [first, false],
      [second, true],
      [first, true],
      ['', true],
    ]);
  });
});

/** A line that only tells where it came from. */
const told = (file: string, k = 0): Line => ({ kind: 'failed', engine: '1', settings: 's', file, session: `${file}#${k}`, code: 'told', reason: '' });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
async function* named(...files: string[]) {
  for (const file of files) yield { file };
}
const pool = (jobs: number, open: () => Lane): PoolOptions => ({ jobs, open, known: () => ({ rows: {}, failed: [] }), options });
const lane = (work: Lane['run'], ended: () => void = () => undefined): Lane => ({ run: work, end: async () => ended() });

describe('the pool', () => {
  it('gives the lines in the order of the files, whichever is faster', async () => {
    const open = () =>
      lane(async ({ file }, { lines }) => {
        for (const k of [0, 1]) {
          await pause(file === 'a' ? 30 : 1);
          await lines([told(file, k)], k === 1);
        }
      });
    const found = await all(mapped(named('a', 'b', 'c', 'd', 'e'), pool(3, open)));
    expect(found.map(({ session }) => session)).toEqual(['a', 'b', 'c', 'd', 'e'].flatMap((file) => [`${file}#0`, `${file}#1`]));
  });

  it('the first file is told as it goes, not at its end', async () => {
    let finish = (): void => undefined;
    const open = () =>
      lane(async ({ file }, { lines }) => {
        await lines([told(file)], false);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      });
    const lines = mapped(named('a'), pool(1, open));
    expect((await lines.next()).value).toMatchObject({ session: 'a#0' });
    finish();
    expect((await lines.next()).done).toBe(true);
  });

  it('a file is finished before its last line is given, and finished once', async () => {
    const seen: string[] = [];
    const open = () =>
      lane(async ({ file }, { lines }) => {
        await lines([told(file, 0)], false);
        await lines([told(file, 1)], true);
        await pause(5);
      });
    for await (const { session } of mapped(named('a', 'b'), { ...pool(1, open), finished: ({ file }) => seen.push(file) })) seen.push(session!);
    expect(seen.toSorted()).toEqual(['a', 'a#0', 'a#1', 'b', 'b#0', 'b#1']);
    for (const file of ['a', 'b']) expect(seen.indexOf(file)).toBeLessThan(seen.indexOf(`${file}#1`));
  });

  it('Ctrl C ends the lanes: lines of finished sessions come in the order of the files, and nothing says that a lane was lost', async () => {
    const ended: string[] = [];
    const finished: string[] = [];
    const open = (): Lane => {
      let file = '';
      let lose: ((crash: Crash) => void) | null = null;
      return {
        run: async (input, { lines }) => {
          file = input.file;
          await lines([told(file)], false);
          if (file === 'c') return void process.emit('SIGINT');
          await new Promise<void>((_, reject) => {
            lose = reject;
          });
        },
        end: async () => {
          ended.push(file);
          lose?.(new Crash('crashed', 'the thread ended with code 1'));
        },
      };
    };
    let sessions: (string | null)[] = [];
    const code = await stoppable(async () => {
      const lines = await all(mapped(named('a', 'b', 'c', 'd'), { ...pool(3, open), finished: ({ file }) => finished.push(file) }));
      sessions = lines.map(({ session }) => session);
      return 0;
    });
    expect(code).toBe(INTERRUPTED);
    expect(sessions).toEqual(['a#0', 'b#0', 'c#0']);
    expect(new Set(ended)).toEqual(new Set(['a', 'b', 'c']));
    expect(finished).toEqual(['c']);
  });

  it('a lost lane costs its file, which says so, and is replaced', async () => {
    let opened = 0;
    let ended = 0;
    const open = () => {
      opened++;
      return lane(
        async ({ file }, { lines, known }) => {
          await known('ab');
          await lines([told(file)], false);
          if (file === 'b') throw new Crash('out-of-memory', 'too much');
        },
        () => void ended++,
      );
    };
    const found = await all(mapped(named('a', 'b', 'c'), pool(1, open)));
    expect(found.map(({ file, session }) => [file, session])).toEqual([
      ['a', 'a#0'],
      ['b', 'b#0'],
      ['b', 'ab'],
      ['c', 'c#0'],
    ]);
    expect(found[2]).toMatchObject({ kind: 'failed', code: 'out-of-memory', reason: 'The job ended after 1 session of the file: too much' });
    expect([opened, ended]).toEqual([2, 1]);
  });

  it('waits instead of holding the lines of many files: what nobody takes is not computed', async () => {
    let taken = 0;
    const open = () =>
      lane(async ({ file }, { lines }) => {
        taken++;
        for (let k = 0; k < 30; k++)
          await lines(
            Array.from({ length: 1000 }, () => told(file, k)),
            false,
          );
      });
    const many = mapped(named(...Array.from({ length: 10 }, (_, i) => String(i))), pool(2, open));
    await many.next();
    await pause(50);
    expect(taken).toBeLessThanOrEqual(2);
    let count = 1;
    for await (const _ of many) count++;
    expect(count).toBe(10 * 30_000);
    expect(taken).toBe(10);
  });

  it('a defect of ours is no line: it ends the run', async () => {
    const open = () => lane(() => Promise.reject(new TypeError('ours')));
    await expect(all(mapped(named('a', 'b'), pool(2, open)))).rejects.toThrow('ours');
  });
});

describe('what is there already', () => {
  it('is told by session and row; half a line at the end, other settings and passing failures are not there', async () => {
    const lines = (await linesOfFile(SAMPLE)) as ResultLine[];
    const hash = lines[0]!.session.split('#')[0]!;
    const failed = (session: string, code: string): Line => ({ ...told('f'), engine: lines[0]!.engine, settings: 'x', session, code });
    const reading = ((await linesOfFile('/no/such')) as FailedLine[])[0]!.settings;
    const text = [
      lines[1]!,
      { ...lines[0]!, settings: 'other' },
      { ...failed('cd', 'not-json'), settings: reading },
      { ...failed('ef', 'crashed'), settings: reading },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
    const file = fileOf(`${text}\n${JSON.stringify(lines[0]).slice(0, 100)}`, 'r.jsonl');
    const done = new ResultIndex(options);
    let skipped = 0;
    expect(await done.read(file, () => void skipped++)).toBe(true);
    expect(skipped).toBe(1);
    expect(done.known(hash)).toEqual({ rows: { [lines[0]!.session]: [1] }, failed: [] });
    expect(done.known('cd')).toEqual({ rows: {}, failed: ['cd'] });
    expect(done.known('ef')).toEqual({ rows: {}, failed: [] });
    expect(await done.read('/no/such', () => undefined)).toBe(false);
  });

  it.each([
    ['{"a":1}\n{"b', '{"a":1}\n'],
    ['{"a":1}\n', '{"a":1}\n'],
    ['{"half', ''],
    ['', ''],
    [`{"a":1}\n${'x'.repeat(200_000)}`, '{"a":1}\n'],
  ])('half a line is cut: %#', async (before, after) => {
    const file = fileOf(before, 'r.jsonl');
    await cutHalfLine(file);
    expect(readFileSync(file, 'utf8')).toBe(after);
  });
});

describe('lines that are none', () => {
  const attack =
    '{"kind":"result","session":"a","row":"r","settings":"s"}\n{"kind":"failed","file":"x","session":5,"settings":"s","engine":"e","code":"c","reason":"r"}\n';

  const lines = async (): Promise<readonly Line[]> => linesOfFile(SAMPLE);

  it('are skipped by map --done and by reduce, with a sentence', async () => {
    let skipped = 0;
    expect(await new ResultIndex(options).read(fileOf(attack, 'odd.jsonl'), () => void skipped++)).toBe(true);
    expect(skipped).toBe(2);
    const [good] = await lines();
    const both = fileOf(`${JSON.stringify(good)}\n${attack}`, 'both.jsonl');
    expect(await run('reduce', both, '--report', fileOf('', 'report.html'))).toMatchObject({ code: 0, err: expect.stringContaining('2 lines') });
    expect(await run('reduce', fileOf(attack, 'odd.jsonl'))).toMatchObject({ code: 2 });
    // A cell of another kind than any line has.
    for (const wrong of [{ title: 5 }, { file: null }, { tokens: 'many' }, { outcome: 'odd' }, { cost: {} }, { model: [] }])
      expect(await run('reduce', fileOf(`${JSON.stringify({ ...good, ...wrong })}\n`, 'wrong.jsonl'))).toMatchObject({ code: 2 });
  });

  it('a folder and a damaged Parquet file are one sentence each', async () => {
    const whole = Buffer.from(await parquetOf(await lines()));
    whole.fill(0xff, 8, Math.min(400, whole.length - 100));
    const torn = fileOf('', 'torn.parquet');
    writeFileSync(torn, whole);
    for (const file of [path.dirname(torn), fileOf('PAR1xxxxxxxxxxxxxxxxxxPAR1', 'damaged.parquet'), torn]) {
      const { code, err } = await run('reduce', file);
      expect([file, code, err.trim().split('\n').length]).toEqual([file, 2, 1]);
      expect(err).not.toMatch(/^ +at /m);
      await expect(new ResultIndex(options).read(file, () => undefined)).rejects.toBeInstanceOf(UsageError);
    }
  });
});

describe('reduce', () => {
  it('says the same of JSON lines and of Parquet; blank and foreign lines are skipped, with a warning', async () => {
    const lines = await linesOfFile(SAMPLE);
    const json = fileOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'a.jsonl');
    const parquet = fileOf(new Uint8Array(await parquetOf(lines)), 'a.parquet');
    const [a, b] = [await run('reduce', json, '--json'), await run('reduce', parquet, '--json')];
    expect(a.code).toBe(0);
    expect(JSON.parse(a.out)).toEqual(JSON.parse(b.out));
    expect(await all(linesOf(parquet, process.stdin, () => undefined))).toEqual(lines);
    appendFileSync(json, '\n{"kind":"oth');
    const c = await run('reduce', json, parquet, '--baseline', 'oldest-removal');
    expect(c.err).toMatch(/: 1 line without results/);
    expect(c.out).toMatch(/^1 session · 2 rows · 4 lines \(2 twice\) · 0 failed$/m);
    expect(c.out).toMatch(/^tokenReduction \(more is better\)$/m);
    expect(c.out).toMatch(/^Fact ledger +1 .*[01] \/ [01] \/ [01]/m);
  });

  it('begins with the answer over all sessions that were measured, of JSON lines and of Parquet', async () => {
    const lines = (await linesOfFile(SAMPLE)).filter((line): line is ResultLine => line.kind === 'result');
    const kept = { 'fact-ledger': 0.8, 'oldest-removal': 0.6 } as Record<string, number>;
    // Twelve sessions: 0.80 to 0.91 and 0.60 to 0.71, mean 0.855 and 0.655.
    const measured = Array.from({ length: 12 }, (_, i) =>
      lines.map((line): ResultLine => {
        const share = kept[line.row]! + i / 100;
        return {
          ...line,
          session: `s${i}`,
          file: `${i}.json`,
          format: 'openai-chat',
          independentRecall: share,
          hindsightRecall: share,
          matched: true,
          counts: JSON.stringify(Array.from({ length: 3 }, () => [Math.round(100 * share), 100, 30]).flat()),
          neededFacts: 20,
          overBudget: false,
        };
      }),
    ).flat();
    const json = fileOf(measured.map((line) => `${JSON.stringify(line)}\n`).join(''), 'a.jsonl');
    const parquet = fileOf(new Uint8Array(await parquetOf(measured)), 'a.parquet');
    const { out } = await run('reduce', json);
    const said = out.split('\n\n')[0]!.replaceAll('\n', ' ').replaceAll('\u00a0', ' ');
    expect(said).toContain('Oldest removal keeps 66 % of what was needed later. In the same tokens Fact ledger (ours) keeps 86 %.');
    expect(said).toContain('Random dropping keeps 30 % there. Sure of the order, over 12 sessions.');
    expect(said).toContain('How sure: high (12 sessions can rank).');
    const [a, b] = [await run('reduce', json, '--json'), await run('reduce', parquet, '--json')];
    expect(JSON.parse(a.out)).toEqual(JSON.parse(b.out));
    expect(JSON.parse(a.out)).toMatchObject({ answer: { row: { key: 'fact-ledger' }, base: { key: 'oldest-removal' }, units: 12 } });
    // The row that a person holds differences against changes nothing of the answer.
    expect((await run('reduce', json, '--baseline', 'fact-ledger')).out).toContain('Fact ledger');
  });

  it('--report writes each kind by the ending of its name: answer, numbers and names of the lines, why a file failed', async () => {
    const lines = (await linesOfFile(SAMPLE)).filter((line): line is ResultLine => line.kind === 'result');
    const kept: Readonly<Record<string, number>> = { 'fact-ledger': 0.8, 'oldest-removal': 0.6 };
    const measured = Array.from({ length: 12 }, (_, i) =>
      lines.map(
        (line): Line => ({
          ...line,
          session: `s${i}#0`,
          file: `private-${i}.json`,
          format: 'openai-chat',
          independentRecall: kept[line.row]! + i / 100,
          matched: true,
          counts: JSON.stringify(Array.from({ length: 3 }, () => [Math.round(100 * kept[line.row]!) + i, 100, 30]).flat()),
          neededFacts: 20,
          overBudget: false,
        }),
      ),
    ).flat();
    const [broken] = await linesOfFile(fileOf('{"a": [1,', 'private-x.json'));
    const json = fileOf([...measured, broken].map((line) => `${JSON.stringify(line)}\n`).join(''), 'a.jsonl');
    const [htmlFile, markdownFile] = [fileOf('', 'out.html'), fileOf('', 'out.md')];
    const { code, out, err } = await run('reduce', json, '--json', '--report', htmlFile, '--report', markdownFile);
    expect([code, err]).toEqual([0, `report: ${htmlFile}\nreport: ${markdownFile}\n`]);
    const { answer, groups } = JSON.parse(out) as SetTables & { readonly answer: { readonly row: { readonly share: number } } };
    const report = readFileSync(htmlFile, 'utf8');
    const say = /<h1 class="say">(.*?)<\/h1>/
      .exec(report)![1]!
      .replaceAll('\u00a0', ' ')
      .replace(/<\/?b>/g, '');
    expect(say).toBe('Oldest removal keeps 66 % of what was needed later. In the same tokens Fact ledger (ours) keeps 86 %.');
    expect(answer.row.share).toBeCloseTo(0.855, 12);
    const cells = /<tr class="best">.*<\/tr>/.exec(report)![0];
    const found = groups[0]!.rows.find(({ row }) => row === 'fact-ledger')!.measures.independentRecall!;
    for (const value of [found.mean, found.median, found.interval[0], found.worst]) expect(cells).toContain(`data-v="${value}"`);
    expect(readFileSync(markdownFile, 'utf8')).toContain('| **Fact ledger** | 12 | 85.5 |');
    for (const text of [report, readFileSync(markdownFile, 'utf8')]) {
      for (let i = 0; i < 12; i++) expect(text).toContain(`private-${i}.json`);
      expect(text).toContain('private-x.json');
      expect(text).toContain('This report holds no text of any message.');
    }
    await run('reduce', json, '--report', htmlFile, '--report', markdownFile, '--no-names');
    for (const file of [htmlFile, markdownFile]) {
      expect(readFileSync(file, 'utf8')).not.toMatch(/private|a\.jsonl/);
      expect(readFileSync(file, 'utf8')).toContain('unknown-format');
    }
    expect(await run('reduce', json, '--no-names')).toMatchObject({ code: 2, err: '--no-names needs --report\n' });
    expect(await run('reduce', json, '--report', 'out.pdf')).toMatchObject({ code: 2 });
  });

  it('says nothing where nothing was measured', async () => {
    const json = fileOf((await linesOfFile(SAMPLE)).map((line) => `${JSON.stringify(line)}\n`).join(''), 'a.jsonl');
    expect((await run('reduce', json)).out).toMatch(/^1 session[^\n]*\n\n/);
    expect(JSON.parse((await run('reduce', json, '--json')).out)).toMatchObject({ answer: null });
  });

  it('CSV has a line per row and measure; an unknown baseline and a file without lines are wrong use', async () => {
    const json = fileOf((await linesOfFile(SAMPLE)).map((line) => `${JSON.stringify(line)}\n`).join(''), 'a.jsonl');
    const { out } = await run('reduce', json, '--csv', '--measures', 'tokensAfter,efficiency', '--by', 'task');
    expect(out.trim().split('\n')).toHaveLength(1 + 2 * 2 * 2);
    expect(out).toMatch(/^,oldest-removal,oldest-removal,[0-9a-f]{16},\d+,tokensAfter,1,/m);
    expect((await run('reduce', json, '--baseline', 'nope')).err).toMatch(
      /^baseline: expected one of oldest-removal, fact-ledger, got nope|got nope/,
    );
    expect(await run('reduce', fileOf('x', 'none.txt'))).toMatchObject({ code: 2 });
    expect((await run('reduce', '/no/such.jsonl')).err).toMatch(/^\/no\/such.jsonl: cannot be read/);
    expect((await run('reduce', json, '--measures', 'nonsense')).err).toMatch(/^--measures: no "nonsense" here\. Expected one of tokensAfter, /);
  });
});

describe('arguments', () => {
  it('of map are those of compare that hold for any session', async () => {
    expect((await run('map', '--help')).out).toMatch(/--jobs <N>[\s\S]*--done <FILE>/);
    expect((await run('map', 'x', '--conversation', '2')).err).toMatch(/map has no such option/);
    expect((await run('map', 'x', '--jobs', '0')).err).toMatch(/^--jobs: expected a whole number from 1 to 1,024, got "0"/);
    expect((await run('map', 'x', '--done', 'r', '--format-out', 'csv')).err).toMatch(/^--done and --format-out csv exclude each other/);
    expect((await run('map', 'x', '--format', 'nope')).err).toMatch(/^--format: no "nope" here\. Expected one of/);
    expect((await run('reduce', '--lang', 'zh-CN', '--help')).out).toMatch(/用法|分布/);
  });
});
