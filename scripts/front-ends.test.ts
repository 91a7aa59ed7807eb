/** Page, link, reports and terminal say the same answer of a session, to the digit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, run as terminal } from '../src/cli/testing/run.ts';
import type { Answer } from '../src/engine/answer/contract.ts';
import { WISHES } from '../src/engine/answer/contract.ts';
import { yoursOf } from '../src/engine/answer/yours.ts';
import { deep } from '../src/engine/testing/scale.ts';
import { sayAnswer, sayDoubts } from '../src/i18n/answer-words.ts';
import { numberFormats } from '../src/i18n/format.ts';
import { plain } from '../src/i18n/pieces.ts';
import { defaultScenario } from '../src/scenario/defaults.ts';
import { comparedRows } from '../src/scenario/rows.ts';
import type { Scenario } from '../src/scenario/schema.ts';
import { decodeSnapshot, encodeSnapshot } from '../src/scenario/snapshot-codec.ts';
import { createSession } from '../src/worker/session.ts';
import { answerOf } from '../src/worker/testing/session.ts';
import { answered, answeredAs } from '../src/app/compare/answer.ts';
import { tableRows } from '../src/app/compare/rows.ts';
import { snapshotOf } from '../src/app/snapshot/make.ts';
import { shownOf } from '../src/app/snapshot/show.ts';

const samples = path.resolve(import.meta.dirname, '../fixtures/samples');
const SOME = ['research-session.json', 'support-policies.json', 'markdown-chat.md'];
const MORE = ['chinese-data-analysis.jsonl', 'coding-session.jsonl', 'pasted-log.json'];

/** What all of them have to agree on; the link leaves out what the figures of its rows say. */
const agreed = ({ verdict, row, base, difference, equals, trade, sessions, units, items }: Answer) =>
  JSON.parse(JSON.stringify({ verdict, row, base, difference, equals, trade, sessions, units, items })) as unknown;

test.each(deep ? [...SOME, ...MORE] : SOME)('%s', async (name) => {
  const source = readFileSync(path.join(samples, name));
  const file = fileOf(source, name);

  const html = fileOf('', 'out.html');
  const markdown = fileOf('', 'out.md');
  const { out } = await terminal('compare', file, '--json', '--report', html, '--report', markdown);
  const { answer: told } = JSON.parse(out) as { answer: Answer };

  const session = createSession();
  const description = await answerOf(session.describe());
  const reply = await answerOf(session.load(new Uint8Array(source).buffer, name, null, 1));
  const transcript = { kind: 'file', name, hash: reply.hash, bytes: reply.bytes } as const;
  const scenario: Scenario = { ...defaultScenario(), transcript };
  const rows = comparedRows(scenario, description.strategies, reply.conversations[0]?.compactions ?? 0);
  const comparison = await answerOf(session.compare({ conversation: 0, settings: scenario.settings, marks: {}, rows }, 2));
  const measured = await answerOf(session.measure(3));
  const recall = await answerOf(session.recall(null, 4));
  const known = {
    measured: new Map(measured.rows.map((row) => [row.key, row])),
    recalled: new Map(recall.rows.map((row) => [row.key, row])),
    noMeasures: null,
    noRecall: null,
    held: null,
    stale: { measured: false, recall: false },
  };
  const match = yoursOf(reply.format);
  const page = answered(tableRows([], scenario.view.pinned, description, comparison, numberFormats('en'), known), WISHES, recall, match);
  expect(agreed(page.answer)).toEqual(agreed(told));
  expect(page.answer.order).toEqual(told.order);
  expect(page.answer.barred).toEqual(told.barred);

  // The link: of fewer rows, and without the counts behind the answer.
  const state = {
    scenario,
    description,
    loaded: { ref: transcript, name, reply },
    comparison,
    current: true,
    measured: { of: comparison, rows: known.measured, prices: measured.prices },
    recalled: { of: comparison, reply: recall, rows: known.recalled },
  };
  const sent = await decodeSnapshot(await encodeSnapshot(snapshotOf(state, '2026-01-02', page.answer)!));
  if (!sent.ok) throw new Error(sent.error.code);
  const shown = shownOf(sent.value);
  const there = answeredAs(
    tableRows([], scenario.view.pinned, description, shown.comparison, numberFormats('en')),
    sent.value.answer!,
    shown.recalled!.reply,
    match,
  );
  expect(agreed(there.answer)).toEqual(agreed(told));
  expect(there.idle).toBe(page.idle);

  // Both reports have the sentences of the page.
  const names = { title: (key: string) => page.titles.get(key) ?? key, target: scenario.settings.target, idle: page.idle };
  const sentences = [sayAnswer(page.answer, WISHES, names), sayDoubts(page.answer, WISHES, names)].map(plain);
  const read = (report: string): string => readFileSync(report, 'utf8').replaceAll('\u00a0', ' ').replaceAll('\\', '').replaceAll('&amp;', '&');
  for (const report of [html, markdown]) for (const sentence of sentences) expect(read(report)).toContain(sentence.replaceAll('\u00a0', ' '));
});
