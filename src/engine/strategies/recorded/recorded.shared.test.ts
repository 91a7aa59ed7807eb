/** The row of the recorded agent over every shared transcript with compactions: what it leaves is what the agent had. */
import { expect, test } from 'vitest';
import { compare } from '../../api.ts';
import { restore } from '../../compaction/history.ts';
import { fatesString } from '../../policy-run.ts';
import { conversationsOf, parseTranscript } from '../../formats/index.ts';
import { sharedFiles } from '../../testing/shared.ts';
import { readJson } from '../../transcript/transcript-json.ts';
import type { Transcript } from '../../transcript/types.ts';

const files = sharedFiles();
test.skipIf(files.length > 0)('the transcripts are not there: skipped', () => {
  expect(files).toEqual([]);
});

/** Runs of letters as `K1 S3`. */
const runs = (letters: string): string => (letters.match(/(.)\1*/g) ?? []).map((run) => `${run[0]}${run.length}`).join(' ');

const compacted: readonly (readonly [string, Transcript])[] = files.flatMap((file) => {
  const parsed = parseTranscript(file.bytes(), { name: file.file });
  if (!parsed.ok) return [];
  return conversationsOf(parsed.value).flatMap(({ transcript }, c) =>
    transcript.compactions.length > 0 ? [[`${file.file} ${c + 1}`, transcript] as const] : [],
  );
});

/** What stands of each at the end. */
const LEFT: Readonly<Record<string, string>> = {
  'anthropic-messages/pydantic-ai__test_anthropic_compaction_end_to_end.request.json 1': 'K1 S1 D1 K2',
  'claude-code-tui-text/palimondo__day-007.md 1': 'S238 D1 K6',
  // The file begins with the compaction: everything in it came after.
  'claude-code/jazzyalex__small.jsonl 1': 'K8',
  'claude-code/jazzyalex__small.jsonl 3': 'S6 D1',
  'cline/cline__agentic.compaction.json 1': 'K4',
  // A summary that only the provider can read, and one message since.
  'codex-rollout/jazzyalex__small.jsonl 1': 'K1 D9 K1',
  // Another message of the user stayed beside the last summary.
  'codex-rollout/jazzyalex__small.jsonl 2': 'K2 S10 D1 K3',
  // The answer was dropped: the sealed summary stands for it.
  'openai-responses/vercel__openai-compaction.1.json 1': 'D1 K1',
  'pi/badlogic__before-compaction.jsonl 1': 'S546 K77 D1 K368',
};

test.runIf(files.length > 0)('all that have compactions are known', () => {
  expect(compacted.map(([name]) => name).toSorted()).toEqual(Object.keys(LEFT).toSorted());
});

test.each(compacted)('%s', async (name, transcript) => {
  const { rows, prepared } = await compare(transcript, { strategies: ['recorded'] });
  const result = rows[0]!.result!;
  expect(runs(fatesString(result.plan.fates))).toBe(LEFT[name]);
  const message = transcript.messages.find(({ id }) => id === transcript.compactions.at(-1)!.summaryId);
  const readable = message !== undefined && result.outcome === 'compacted';
  expect(result.summaries.map(({ text }) => text)).toEqual(
    readable
      ? [
          message.parts
            .map((part) => (part.type === 'text' ? part.text : ''))
            .join('\n')
            .trim(),
        ]
      : [],
  );
  expect(result.tokensAfter).toBeCloseTo(
    result.context().reduce((sum, one) => sum + prepared.counts.message(one), prepared.counts.toolDefinitions),
    6,
  );
  const undone = restore(result.context(), [result.record()]);
  expect(undone.ok && undone.value).toEqual(transcript.messages);
});

test.runIf(files.length > 0)('pi’s last compaction, read from the file itself: its text, what it kept, and everything since', async () => {
  const file = files.find((one) => one.file === 'pi/badlogic__before-compaction.jsonl')!;
  const lines = new TextDecoder().decode(file.bytes()).trimEnd().split('\n').map(readJson) as { type: string; [field: string]: unknown }[];
  const at = lines.findLastIndex(({ type }) => type === 'compaction');
  const { summary, firstKeptEntryIndex } = lines[at] as unknown as { summary: string; firstKeptEntryIndex: number };
  // Entries are counted from the header of the session, the first line.
  const since = lines.filter(({ type }, i) => type === 'message' && i >= firstKeptEntryIndex).length;
  const [, transcript] = compacted.find(([name]) => name.startsWith('pi/'))!;
  const { rows } = await compare(transcript, { strategies: ['recorded'] });
  const context = rows[0]!.result!.context();
  expect(context).toHaveLength(1 + since);
  expect(context[0]!.parts).toEqual([{ type: 'text', text: summary.trim() }]);
});
