/** The run as recorded over every shared transcript with compactions: it ends with the context that the agent had. */
import { expect, test } from 'vitest';
import { compare } from '../api.ts';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { sharedFiles } from '../testing/shared.ts';
import { optionsOf } from '../testing/replay.ts';
import type { Message } from '../transcript/types.ts';
import type { Replay } from './contract.ts';
import { replayNow } from './replay.ts';

const files = sharedFiles();
test.skipIf(files.length > 0)('the transcripts are not there: skipped', () => {
  expect(files).toEqual([]);
});

const compacted = files.flatMap((file) => {
  const parsed = parseTranscript(file.bytes(), { name: file.file });
  if (!parsed.ok) return [];
  return conversationsOf(parsed.value).flatMap(({ transcript }, c) =>
    transcript.compactions.length > 0 ? [[`${file.file} ${c + 1}`, transcript] as const] : [],
  );
});
const said = (messages: readonly Message[]) => messages.map(({ role, parts }) => ({ role, parts }));

test.each(compacted)('%s', async (name, transcript) => {
  const { prepared, rows } = await compare(transcript, { strategies: ['recorded'] });
  const replay = replayNow(prepared, [{ key: 'recorded', strategy: 'recorded', params: {} }], optionsOf({ window: 200_000 })) as Replay;
  const series = replay.series[0]!;
  expect(series.failed).toBeNull();
  expect(said(series.contextAt(replay.requests + 1).messages)).toEqual(said(rows[0]!.result!.context()));
  const compactedAt = series.points.filter(({ outcome }) => outcome === 'compacted').map(({ at }) => at);
  // Compactions of one place are one, and none has anything before a file that begins with it.
  const places = new Set(transcript.compactions.flatMap(({ at }) => (at > 0 ? at : [])));
  expect(compactedAt.length).toBeLessThanOrEqual(places.size);
  if (name.startsWith('pi/')) expect(compactedAt).toEqual(replay.recorded!.compactions);
});

test.runIf(files.length > 0)('pi: each compaction frees what the agent freed', async () => {
  const [, transcript] = compacted.find(([name]) => name.startsWith('pi/'))!;
  const { prepared } = await compare(transcript, { strategies: ['recorded'] });
  const replay = replayNow(prepared, [{ key: 'recorded', strategy: 'recorded', params: {} }], optionsOf({ window: 200_000 })) as Replay;
  const [first, second] = replay.series[0]!.points;
  // The recorded tokens, and what is counted: within the error of the estimate (docs/replay.md).
  expect(first!.before / 175_004).toBeCloseTo(1, 1);
  expect(second!.before / 185_014).toBeCloseTo(1, 1);
  expect(first!.after).toBeLessThan(0.5 * first!.before);
  // Without compaction the session does not fit; as recorded it does.
  expect(replay.baseline.overLimit.length).toBeGreaterThan(0);
  expect(replay.series[0]!.overLimit).toEqual([]);
});
