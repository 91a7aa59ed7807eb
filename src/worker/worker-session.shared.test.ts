/**
 * Every real transcript, and every hostile input made from them, ends in a comparison or a clear error; samples of later formats and small cases
 * are read in the page with their counts. What those are is compared in `engine/formats/manifest.shared.test.ts` and `cases.shared.test.ts`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { conversationsOf, parseTranscript } from '../engine/formats/index.ts';
import { readStore } from '../engine/formats/store/index.ts';
import { strategies } from '../engine/pipelines/index.ts';
import { deep, some, someSharedFiles } from '../engine/testing/scale.ts';
import { sharedCases, sharedDir, sharedFiles } from '../engine/testing/shared.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import { allRows } from '../scenario/scenario-rows.ts';
import { createSession } from './worker-session.ts';

const ids = strategies.filter((s) => !s.onDemand).map((s) => s.id);
const settings = { ...defaultScenario().settings, budget: 'own' as const };

/** Loads, compares, and asks everything of the result once. Answers with the error of the import, or null. */
async function useAll(bytes: Uint8Array, name: string): Promise<{ code: string; message: string; expected: string } | null> {
  const session = createSession();
  const loaded = await session.load(new Uint8Array(bytes).buffer, name, null, 1);
  if (!loaded.ok) {
    if (!('expected' in loaded.error)) throw new Error(`${name}: ${loaded.error.message}`);
    return loaded.error;
  }
  const { conversations } = loaded.value;
  const largest = conversations.reduce((best, c) => (c.messages > best.messages ? c : best));
  const compared = await session.compare({ conversation: largest.index, settings, marks: {}, rows: allRows([], strategies) }, 2);
  if (!compared.ok) throw new Error(`${name}: ${compared.error.message}`);
  const { rows, transcript } = compared.value;
  expect(rows.map((r) => r.key)).toEqual(ids);
  expect(rows.filter((r) => r.outcome === 'failed').map((r) => r.why)).toEqual([]);
  expect(structuredClone(compared.value)).toEqual(compared.value);

  const indexes = [0, 1, Math.floor(transcript.n / 2), transcript.n - 1].filter((i, at, all) => i < transcript.n && all.indexOf(i) === at);
  const views = await session.rows(indexes, ids.slice(0, 3));
  expect(views).toMatchObject({ ok: true });
  const answers = await Promise.all([
    session.full(transcript.n - 1),
    session.find('error'),
    session.fatesOf(Math.floor(transcript.n / 2)),
    session.secrets(),
    session.ownFormat(),
    session.request(null, null),
    session.exportComparison('csv'),
    session.exportComparison('json'),
    ...some(rows, 4).flatMap((r) => [session.insertions(r.key), session.unified(r.key, 2000), session.request(r.key, null), session.diff(0, r.key)]),
  ]);
  for (const answer of answers) if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  return null;
}

/** Everything that can be asked of a file is asked: every second of them in the everyday tests. */
const files = some(someSharedFiles(), 2);

describe.skipIf(files.length === 0)('real transcripts', () => {
  test.each(files.map((f) => [f.file, f] as const))('%s', async (_, file) => {
    const error = await useAll(file.bytes(), path.basename(file.file));
    if (error) {
      expect(error.message).not.toBe('');
      expect(error.expected).not.toBe('');
    }
  });
});

const small = [...sharedFiles('data-next'), ...sharedCases()];

describe.skipIf(small.length === 0)('in the page', () => {
  test.each(small.map((one) => [one.file, one] as const))('%s is read with its counts, and compared', async (file, { bytes }) => {
    const parsed = parseTranscript(bytes(), { name: file, store: readStore });
    const session = createSession();
    const loaded = await session.load(new Uint8Array(bytes()).buffer, file, null, 1);
    if (!parsed.ok || !loaded.ok) {
      expect([parsed.ok ? '' : parsed.error.code, loaded.ok]).toEqual(['no-messages', false]);
      return;
    }
    const count = (type: string, index: number): number =>
      conversationsOf(parsed.value)[index]!.transcript.messages.flatMap(({ parts }) => parts.filter((part) => part.type === type)).length;
    const { format, conversations } = loaded.value;
    expect(format).toBe(parsed.value.format);
    expect(conversations.map(({ messages, toolCalls, toolResults, compactions }) => [messages, toolCalls, toolResults, compactions])).toEqual(
      conversationsOf(parsed.value).map(({ transcript: { messages, compactions } }, i) => [
        messages.length,
        count('tool-call', i),
        count('tool-result', i),
        compactions.length,
      ]),
    );
    for (const { code } of parsed.value.warnings) expect(loaded.value.warnings.map((warning) => warning.code)).toContain(code);
    const compared = await session.compare({ conversation: 0, settings, marks: {}, rows: allRows([], strategies).slice(0, 1) }, 2);
    expect(compared).toMatchObject({ ok: true, value: { transcript: { n: conversations[0]!.messages } } });
  });
});

const dir = sharedDir();
const tool = dir === null ? null : path.join(dir, '../tools/stress.mjs');

describe.skipIf(tool === null || !existsSync(tool))('hostile inputs', () => {
  const out = mkdtempSync(path.join(os.tmpdir(), 'stress-'));
  if (tool !== null && existsSync(tool)) execFileSync(process.execPath, [tool, out, deep ? '2' : '0.5'], { stdio: 'ignore' });
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  // Every one of them is a case of the formats' contract too.
  test.each(some(readdirSync(out), 5))('%s ends in a result or a clear error', async (name) => {
    const error = await useAll(readFileSync(path.join(out, name)), name);
    if (error) expect(error.message.length + error.expected.length).toBeGreaterThan(20);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
