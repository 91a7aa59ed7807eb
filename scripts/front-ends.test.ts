/** Page, link, reports, terminal and a set of one session say the same answer, to the digit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PRICES, runFile } from '../src/cli/sets/job.ts';
import { fileOf, run as terminal } from '../src/cli/testing/run.ts';
import { type Answer, WISHES } from '../src/engine/answer/contract.ts';
import { strategies } from '../src/engine/pipelines/index.ts';
import { yoursOf } from '../src/engine/answer/yours.ts';
import type { ReportRow } from '../src/engine/report.ts';
import { deep } from '../src/engine/testing/scale.ts';
import { sharedFiles } from '../src/engine/testing/shared.ts';
import { plain, sayAnswer, sayDoubts } from '../src/i18n/answer-words.ts';
import { numberFormats } from '../src/i18n/index.ts';
import { defaultScenario } from '../src/scenario/defaults.ts';
import { withUntil } from '../src/scenario/next-file.ts';
import { compareRequest } from '../src/scenario/scenario-rows.ts';
import type { Scenario } from '../src/scenario/schema.ts';
import { encodeSnapshot } from '../src/scenario/codec.ts';
import { decodeSnapshot } from '../src/scenario/decode.ts';
import { createSession } from '../src/worker/worker-session.ts';
import { answerOf } from '../src/worker/testing/session.ts';
import { answered, answeredAs } from '../src/app/rows/useTableRows.ts';
import { measureColumns } from '../src/app/rows/measures.ts';
import { tableRows } from '../src/app/rows/compare-rows.ts';
import { snapshotOf } from '../src/app/snapshot/make.ts';
import { contendersIn } from '../src/app/store/loading.ts';
import { shownOf } from '../src/app/store/show.ts';

const samples = path.resolve(import.meta.dirname, '../fixtures/samples');
/** `vitest run scripts/front-ends.test.ts --update` writes them anew (`DEEP=1`: of every shared session). */
const goldenFiles = path.resolve(import.meta.dirname, '../fixtures/answers');
/** Too short to rank, the second with more than enough strings to say what each row keeps. */
const SOME = ['markdown-chat.md', 'support-policies.json'];
const MORE = ['research-session.json', 'chinese-data-analysis.jsonl', 'coding-session.jsonl', 'pasted-log.json'];

/** What all of them have to agree on; the link leaves out what the figures of its rows say. */
const agreed = ({ verdict, row, base, difference, equals, trade, sessions, units, items }: Answer) =>
  JSON.parse(JSON.stringify({ verdict, row, base, difference, equals, trade, sessions, units, items })) as unknown;

interface Source {
  readonly name: string;
  readonly bytes: () => Uint8Array;
}
/** Messages of a session up to which page, terminal and set are all run in one test. */
const MOST_MESSAGES = 2500;
const sampleOf = (name: string): Source => ({ name, bytes: () => new Uint8Array(readFileSync(path.join(samples, name))) });
const shared = deep ? sharedFiles().filter(({ entry }) => (entry.messages ?? 0) <= MOST_MESSAGES) : [];
const sources: readonly Source[] = [...(deep ? [...SOME, ...MORE] : SOME).map(sampleOf), ...shared.map(({ file, bytes }) => ({ name: file, bytes }))];

/** A set of this session, as the terminal reads it back from its lines; null where it has more sessions. */
async function setAnswer(file: string): Promise<Answer | null> {
  const lines: string[] = [];
  const rows = strategies.filter(({ onDemand, recorded }) => !onDemand || recorded).map(({ id }) => ({ key: id, strategy: id, params: {} }));
  await runFile(
    { file },
    { target: 'same', prices: PRICES, rows },
    {
      known: async () => ({ rows: {}, failed: [] }),
      lines: async (more) => void lines.push(...more.map((line) => JSON.stringify(line))),
    },
  );
  if (new Set(lines.map((line) => (JSON.parse(line) as { readonly session: string }).session)).size !== 1) return null;
  const { out } = await terminal('reduce', fileOf(`${lines.join('\n')}\n`, 'set.jsonl'), '--json');
  return (JSON.parse(out) as { readonly answer: Answer }).answer;
}

test.each(sources)('$name', async ({ name: full, bytes }) => {
  const name = path.basename(full);
  const source = bytes();
  const file = fileOf(source, name);

  const html = fileOf('', 'out.html');
  const markdown = fileOf('', 'out.md');
  const { out, code } = await terminal('compare', file, '--json', '--report', html, '--report', markdown);
  const session = createSession();
  // A file of which nothing can be read has no answer anywhere.
  if (code === 2) return expect(await session.load(source.slice().buffer, name, null, 1)).toMatchObject({ ok: false });
  const { answer: told, results } = JSON.parse(out) as { answer: Answer; results: readonly Pick<ReportRow, 'key' | 'measures'>[] };

  const description = await answerOf(session.describe());
  const reply = await answerOf(session.load(source.slice().buffer, name, null, 1));
  const transcript = { kind: 'file', name, hash: reply.hash, bytes: reply.bytes } as const;
  const { compactions = 0, opensAt = null } = reply.conversations[0] ?? {};
  const scenario: Scenario = withUntil({ ...defaultScenario(), transcript }, opensAt);
  const comparison = await answerOf(session.compare(compareRequest(scenario, description.strategies, compactions), 2));
  const measured = await answerOf(session.measure(3));
  const match = yoursOf(reply.conversations[0]!.agent, opensAt !== null);
  // The page asks first of the rows that may be it, then of all.
  const contenders = contendersIn({ scenario, description, compared: match ? [match.key] : [] }, comparison);
  const first = await answerOf(session.recall(null, contenders, 4));
  const recall = await answerOf(session.recall(null, null, 5));
  const known = {
    measured: new Map(measured.rows.map((row) => [row.key, row])),
    recalled: new Map(recall.rows.map((row) => [row.key, row])),
    noMeasures: null,
    noRecall: null,
    held: null,
    stale: { measured: false, recall: false },
    compactions,
  };
  const pageOf = (reply: typeof recall) => {
    const recalled = new Map(reply.rows.map((row) => [row.key, row]));
    return answered(tableRows([], description, comparison, numberFormats('en'), { ...known, recalled }), WISHES, reply, match);
  };
  const page = pageOf(recall);
  expect(agreed(pageOf(first).answer)).toEqual(agreed(told));
  expect(contenders.length).toBeLessThan(comparison.rows.length);
  expect(agreed(page.answer)).toEqual(agreed(told));
  expect(page.answer.order).toEqual(told.order);
  expect(page.answer.barred).toEqual(told.barred);

  // What is beside a strip is in the row's cells too, in the terminal and in its reports.
  const cells = new Map(page.rows.map((row) => [row.key, row]));
  const reported = new Map(results.map((row) => [row.key, row.measures]));
  for (const [key, { share, chance }] of Object.entries(page.answer.kept)) {
    const row = cells.get(key)!;
    const [shown, left] = ['independent', 'left-at-cuts'].map((id) => measureColumns.find((column) => column.id === id)!.value(row));
    expect([shown, row.recall!.retained!.chance, left], key).toEqual([share, chance, row.recall!.tokens]);
    expect(reported.get(key), key).toMatchObject({ independentRecall: share, independentChance: chance, recallLeft: left });
  }

  // The link: of fewer rows, and without the counts behind the answer.
  const state = {
    scenario,
    description,
    loaded: { ref: transcript, name, reply },
    comparison,
    current: true,
    measured: { of: comparison, rows: known.measured, prices: measured.prices },
    recalled: { of: comparison, reply: recall, rows: known.recalled },
    compared: [],
  };
  const sent = await decodeSnapshot(await encodeSnapshot(snapshotOf(state, '2026-01-02', page.answer)!));
  if (!sent.ok) throw new Error(sent.error.code);
  const shown = shownOf(sent.value);
  for (const row of shown.recalled?.rows.values() ?? []) {
    const told = page.answer.kept[row.key];
    if (told) expect(row.retained!.share, row.key).toBeCloseTo(told.share, 3);
  }
  const there = answeredAs(
    tableRows([], description, shown.comparison, numberFormats('en')),
    sent.value.answer!,
    WISHES,
    shown.recalled!.reply,
    match,
  );
  expect(agreed(there.answer)).toEqual(agreed(told));
  expect(there.idle).toBe(page.idle);

  // Both reports have the sentences of the page.
  const names = { title: (key: string) => page.titles.get(key) ?? key, target: scenario.settings.target, idle: page.idle, recorded: compactions };
  const sentences = [sayAnswer(page.answer, WISHES, names), sayDoubts(page.answer, WISHES, names)].map(plain);
  // The HTML report sets the figures of the sentence in bold.
  const read = (report: string): string =>
    readFileSync(report, 'utf8')
      .replaceAll(/<\/?b>/g, '')
      .replaceAll('\u00a0', ' ')
      .replaceAll('\\', '')
      .replaceAll('&amp;', '&');
  for (const report of [html, markdown]) for (const sentence of sentences) expect(read(report)).toContain(sentence.replaceAll('\u00a0', ' '));

  const golden = JSON.stringify({ sentences, ...(agreed(told) as object) }, null, 2);
  await expect(`${golden}\n`).toMatchFileSnapshot(path.join(goldenFiles, `${full.replaceAll('/', '-')}.json`));

  // A set of this session: before recorded compactions it is at the end, and its lines have four decimals of chance.
  const set = opensAt === null ? await setAnswer(file) : null;
  if (!set) return;
  const named = ({ verdict, row, base, equals, units, items }: Answer) => [verdict, row?.key, base?.key, equals, units, items];
  expect(named(set)).toEqual(named(told));
  expect(set.barred).toEqual(told.barred);
  for (const [key, { share, chance }] of Object.entries(told.kept)) {
    expect([key, set.kept[key]!.share]).toEqual([key, share]);
    expect(set.kept[key]!.chance, key).toBeCloseTo(chance, 3);
  }
  if (told.difference) expect(set.difference!.interval[0]).toBeCloseTo(told.difference.interval[0], 9);
});

test.runIf(deep)('where nothing works at a budget, terminal and page name the smallest at which something does, and there it does', async () => {
  const { name, bytes } = sampleOf('support-policies.json');
  const source = bytes();
  const file = fileOf(source, name);
  const at = async (target: number): Promise<Answer> =>
    (JSON.parse((await terminal('compare', file, '--json', '--target', String(target))).out) as { readonly answer: Answer }).answer;
  const told = await at(0.25);
  expect([told.verdict, told.smallest]).toEqual(['nothing', 0.3]);
  const works = await at(0.3);
  expect(['use', 'any']).toContain(works.verdict);
  expect(works.smallest).toBeUndefined();

  const session = createSession();
  const { strategies: known } = await answerOf(session.describe());
  await answerOf(session.load(source.slice().buffer, name, null, 1));
  const plain = defaultScenario();
  const scenario = { ...plain, settings: { ...plain.settings, budget: 'own' as const, target: 0.25 } };
  await answerOf(session.compare(compareRequest(scenario, known), 2));
  expect(await answerOf(session.smallest(WISHES, 3))).toBe(0.3);
});
