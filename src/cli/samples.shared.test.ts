/**
 * Every sample and small case of the shared collections in the terminal: `inspect`, `compact` and `map` count what the reader of its own format
 * read. What it should read is compared in `engine/formats/manifest.shared.test.ts` and `cases.shared.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { conversationsOf, parseTranscript, storeReader } from '../engine/formats/index.ts';
import type { Line, SetOptions } from '../engine/sets/contract.ts';
import { sharedDir } from '../engine/testing/shared.ts';
import { runFile } from './sets/job.ts';
import { run } from './testing/run.ts';

const next = sharedDir('data-next');
const below = (dir: string): readonly string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? below(path.join(dir, entry.name)) : /^[A-Z]+\.(?:json|md)$/.test(entry.name) ? [] : [path.join(dir, entry.name)],
  );
const files = next === null ? [] : [...below(next), ...below(path.join(next, '../cases'))];
const options: SetOptions = { rows: [{ key: 'a', strategy: 'oldest-removal', params: {} }], recall: false };

interface InspectOutput {
  readonly format: string;
  readonly conversations: readonly { readonly messages: number; readonly toolCalls: number; readonly compactions: number }[];
}

it.skipIf(files.length === 0).each(files.map((file) => [path.relative(next ?? '', file), file] as const))('%s', async (_, file) => {
  const bytes = new Uint8Array(readFileSync(file));
  const parsed = parseTranscript(bytes, { name: file, store: await storeReader(bytes) });
  const lines: Line[] = [];
  await runFile({ file }, options, { known: async () => ({ rows: {}, failed: [] }), lines: async (more) => void lines.push(...more) });
  const inspected = await run('inspect', file, '--json');
  if (!parsed.ok) {
    expect(['no-messages', 'unknown-format']).toContain(parsed.error.code);
    expect([inspected.code, lines.map(({ kind }) => kind)]).toEqual([2, ['failed']]);
    return;
  }
  const sessions = conversationsOf(parsed.value).map(({ transcript }) => transcript);
  const counted = sessions.map(({ messages, compactions }) => ({
    messages: messages.length,
    toolCalls: messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-call')).length,
    compactions: compactions.length,
  }));
  const { format, conversations } = JSON.parse(inspected.out) as InspectOutput;
  expect(format).toBe(parsed.value.format);
  expect(conversations.map(({ messages, toolCalls, compactions }) => ({ messages, toolCalls, compactions }))).toEqual(counted);
  expect(lines.map((line) => (line.kind === 'result' ? [line.format, line.messages, line.compactions] : line))).toEqual(
    counted.map(({ messages, compactions }) => [format, messages, compactions]),
  );
  const compacted = await run('compact', file, '--strategy', 'oldest-removal', '--conversation', '1');
  expect([compacted.code, compacted.out.length > 0]).toEqual([0, true]);
});
