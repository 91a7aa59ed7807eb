/** What the recorded agent did, at worked examples. */
import { describe, expect, test } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { restore } from '../../compaction/history.ts';
import { spentOn, writtenOf } from '../../compaction/summaries.ts';
import { compareRow, type CompareOptions } from '../../compare.ts';
import { byId } from '../../pipelines/index.ts';
import { createResolver } from '../../pipelines/composed.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { letters } from '../../testing/plans.ts';
import { type TalkMessage, talk } from '../../testing/talks.ts';
import type { RecordedCompaction } from '../../transcript/types.ts';

const LINES: readonly TalkMessage[] = [
  { system: 'Be careful.' },
  { user: `Rename lostName, keptName and toldName. ${'They confuse the readers of the parser. '.repeat(9)}` },
  { says: 'Of course.' },
  { says: 'First keptName.' },
  { user: 'Summary: readers confuse toldName with others.' },
  { user: 'Go on.' },
  { says: 'Now keptName is done.' },
];
const COMPACTED: RecordedCompaction = { at: 4, summaryId: 'm4', keptFrom: 'm3', tokensBefore: 900, tokensAfter: 90, trigger: 'auto' };
const OPTIONS: CompareOptions = {
  window: 128_000,
  target: 0.5,
  own: false,
  weight: 0.6,
  seed: 1,
  rules: 'openai-chat',
  summarizer: createBuiltIn(),
};

function rowOf(input: PreparedTranscript, options: Partial<CompareOptions> = {}) {
  const row = compareRow(input, { key: 'recorded', strategy: 'recorded', params: {} }, { ...OPTIONS, ...options });
  if (row instanceof Promise || !row.result) throw new Error('expected a result at once');
  return { ...row, result: row.result };
}
const said = (input: PreparedTranscript, options?: Partial<CompareOptions>): string[] =>
  rowOf(input, options)
    .result.context()
    .map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text.slice(0, 24) : part.type)).join());

describe('at the end of the session', () => {
  const input = talk(LINES, { compactions: [COMPACTED] });
  const { result, measures } = rowOf(input);

  test('the agent’s own context: header, its summary, what it kept, and everything since', () => {
    expect(letters(result.plan)).toBe('KSSKDKK');
    expect(said(input)).toEqual(['Be careful.', 'Summary: readers confuse', 'First keptName.', 'Go on.', 'Now keptName is done.']);
    expect(result.outcome).toBe('compacted');
  });

  test('the summary is the recorded one, in its role, read like the one of any model', () => {
    const [written] = result.summaries;
    expect(written).toMatchObject({ text: 'Summary: readers confuse toldName with others.', position: 1, generation: 1 });
    expect(result.context()[1]).toMatchObject({ role: 'user', compaction: { kind: 'summary' } });
    expect(written!.request.members).toEqual([1, 2]);
    expect(writtenOf(input, result)).toMatchObject([
      { calls: 1, usage: { input: input.counts.messages[1]! + input.counts.messages[2]!, output: written!.outcome.tokens } },
    ]);
    // Nobody is asked now.
    expect(spentOn(result)).toBeNull();
  });

  test('every reason, and what the recording states', () => {
    expect(Array.from(result.plan.fates, (_, i) => result.plan.reason(i).key)).toEqual([
      'recorded-kept',
      'recorded-summarised',
      'recorded-summarised',
      'recorded-kept',
      'recorded-moved',
      'recorded-kept',
      'recorded-kept',
    ]);
    expect(result.trace.map(formatReason)).toEqual([
      'The agent recorded 900 tokens before',
      'The agent recorded 90 tokens after',
      'The agent’s own reason: auto',
    ]);
  });

  test('is measured like every other row, and can be undone', () => {
    expect(measures?.tokensAfter).toBe(result.context().reduce((sum, message) => sum + input.counts.message(message), 0));
    const undone = restore(result.context(), [result.record()]);
    expect(undone.ok && undone.value).toEqual(input.messages);
  });

  test('is not aimed at a target, and says whether it met it', () => {
    for (const target of [0.1, 1, 100_000]) expect(letters(rowOf(input, { target }).result.plan)).toBe('KSSKDKK');
    expect(rowOf(input, { target: 10 }).result.metTarget).toBe(false);
    expect(rowOf(input, { target: 100_000 }).result.metTarget).toBe(true);
    expect(rowOf(input, { own: true }).result.metTarget).toBeNull();
  });
});

test('of several compactions the last one: earlier summaries went into it', () => {
  const lines = [...LINES, { user: 'Summary: nothing is left.' }, { user: 'And now?' }, { says: 'Done.' }];
  const compactions = [COMPACTED, { at: 7, summaryId: 'm7' }];
  const plain = talk(lines, { compactions });
  const messages = plain.messages.map((message, i) => (i === 4 || i === 7 ? { ...message, compaction: { kind: 'summary' } as const } : message));
  const input = prepare({ ...plain.transcript, messages }, plain.counts, DEFAULT_SIGNALS);
  const { result } = rowOf(input);
  expect(letters(result.plan)).toBe('KSSSSSSDKK');
  expect(said(input)).toEqual(['Be careful.', 'Summary: nothing is left', 'And now?', 'Done.']);
  expect(result.summaries.map(({ generation }) => generation)).toEqual([2]);
});

test('right before it: the summary is no message of the context, and stands before what was kept', () => {
  const message = { id: 'm4', role: 'assistant', parts: [{ type: 'text', text: 'Summary: all of it.' }] } as const;
  const input = talk(LINES.slice(0, 4), { compactions: [{ at: 4, summaryId: 'm4', keptFrom: 'm3', summary: message }] });
  expect(letters(rowOf(input).result.plan)).toBe('KSSK');
  expect(said(input)).toEqual(['Be careful.', 'Summary: all of it.', 'First keptName.']);
  expect(rowOf(input).result.context()[1]!.role).toBe('assistant');
  const nothingKept = talk(LINES.slice(0, 4), { compactions: [{ at: 4, summaryId: 'm4', summary: message }] });
  expect(letters(rowOf(nothingKept).result.plan)).toBe('KSSS');
  expect(said(nothingKept)).toEqual(['Be careful.', 'Summary: all of it.']);
});

describe('a summary that only its provider can read', () => {
  const without = LINES.filter((_, i) => i !== 4);

  test('counts as nothing, and the row says so', () => {
    const { result } = rowOf(talk(without, { compactions: [{ at: 4, keptFrom: 'm3', tokensBefore: 900 }] }));
    expect(letters(result.plan)).toBe('KDDKKK');
    expect(result.note && formatReason(result.note)).toBe('summary hidden');
    expect(result.plan.reason(1).key).toBe('recorded-hidden');
    expect(result.trace.map(({ key }) => key)).toEqual(['recorded-tokens']);
    expect(result.summaries).toEqual([]);
  });

  test('nothing was kept, and nothing came after it: an empty context', () => {
    const { result, measures } = rowOf(talk(without.slice(1, 4), { compactions: [{ at: 3 }] }));
    expect(letters(result.plan)).toBe('DDD');
    expect(result.context()).toEqual([]);
    expect(measures?.tokensAfter).toBe(0);
  });

  test('an empty text is no summary', () => {
    const blank = LINES.map((line, i) => (i === 4 ? { user: ' ' } : line));
    expect(rowOf(talk(blank, { compactions: [COMPACTED] })).result.note?.key).toBe('note-recorded-hidden');
  });
});

describe('nothing to repeat', () => {
  test('the agent never compacted', () => {
    const { result } = rowOf(talk(LINES));
    expect(result).toMatchObject({ outcome: 'unchanged', why: { key: 'unchanged-not-recorded' } });
  });

  test('a file that begins with a compaction: everything in it came after', () => {
    expect(rowOf(talk(LINES, { compactions: [{ at: 0 }] })).result).toMatchObject({
      outcome: 'unchanged',
      why: { key: 'unchanged-nothing-to-do' },
    });
  });
});

test('nothing is verified or repaired: the user’s last words may be gone, and a result may be larger', () => {
  const long = 'Summary: '.repeat(500);
  const input = talk([{ user: 'One.' }, { says: 'Two.' }, { user: 'Three.' }, { user: long }], { compactions: [{ at: 3, summaryId: 'm3' }] });
  const { result } = rowOf({ ...input, transcript: input.transcript });
  expect(result.outcome).toBe('compacted');
  expect(result.checks).toEqual([]);
  expect(letters(result.plan)).toBe('SSSD');
  expect(result.context()).toHaveLength(1);
});

test('is no stage of a pipeline', () => {
  const resolve = createResolver((id) => byId.get(id));
  expect(() => resolve('custom', [{ strategy: 'recorded', params: {} }])).toThrow('“As recorded” cannot be stages');
});
