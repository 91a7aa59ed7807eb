/** Recall with the summaries of a real model in the terminal, against our own server. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { modelServer } from '../models/testing/setup.ts';
import { run } from './testing/run.ts';

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures/samples/coding-session.jsonl');
const server = modelServer();

async function compared(...args: string[]) {
  const before = server.received.length;
  const model = ['--summarizer', 'compatible', '--summary-model', 'ok', '--base-url', `${server.origin}/v1`, '--yes'];
  const ran = await run('compare', file, '--json', '--strategies', 'context-compactor', '--target', '0.3', ...model, ...args);
  expect(ran.code).toBe(0);
  const [row] = JSON.parse(ran.out).results as { measures: { hindsightRecall: number | null }; notes: Record<string, unknown> }[];
  const calls = [...ran.err.matchAll(/at least (\d+) calls?\b/g)].map(([, count]) => Number(count));
  return { calls, recall: row!.measures.hindsightRecall, note: row!.notes.hindsightRecall, sent: server.received.length - before };
}

test('without it the model writes one summary, and the row says why it has no recall', async () => {
  const { calls, recall, note, sent } = await compared();
  expect([calls, recall, sent]).toEqual([[1], null, 1]);
  expect(note).toMatch(/model/);
});

test('with it the model writes at every cut too; the calls are said before', async () => {
  const { calls, recall, sent } = await compared('--recall-by-model');
  expect(calls).toEqual([1, 6]);
  expect(sent).toBe(7);
  expect(recall).toBeGreaterThan(0);
});
