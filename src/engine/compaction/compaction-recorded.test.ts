/** The context that the recorded agent had right before one of its compactions. */
import { describe, expect, test } from 'vitest';
import { type TalkMessage, talk } from '../testing/talks.ts';
import type { RecordedCompaction, Transcript } from '../transcript/types.ts';
import { contextAt, recordedPlaces } from './compaction-recorded.ts';

const LINES: readonly TalkMessage[] = [
  { system: 'Be careful.' },
  { user: 'Fix the parser.' },
  { says: 'First.' },
  { says: 'Second.' },
  // Summary of 1 and 2; 3 was kept.
  { user: 'Summary one.' },
  { user: 'Go on.' },
  { says: 'Third.' },
  { user: 'Summary two.' },
  { says: 'Fourth.' },
];
const FIRST: RecordedCompaction = { at: 4, summaryId: 'm4', keptFrom: 'm3', tokensBefore: 90 };
const SECOND: RecordedCompaction = { at: 7, summaryId: 'm7', trigger: 'auto' };
const recording = (compactions: readonly RecordedCompaction[], changes: Partial<Transcript> = {}): Transcript => ({
  ...talk(LINES, { compactions }).transcript,
  ...changes,
});
const idsAt = (transcript: Transcript, number: number) => contextAt(transcript, number)?.transcript.messages.map(({ id }) => id);

describe('the context before a recorded compaction', () => {
  const transcript = recording([FIRST, SECOND]);

  test('before the first: everything so far, and what is due', () => {
    expect(idsAt(transcript, 1)).toEqual(['m0', 'm1', 'm2', 'm3']);
    expect(contextAt(transcript, 1)!.transcript.compactions).toEqual([{ ...FIRST, at: 4, summary: transcript.messages[4] }]);
  });

  test('before a later one: the summary of the one before, what it kept, and everything since', () => {
    const { transcript: context, origins } = contextAt(transcript, 2)!;
    expect(context.messages.map(({ id }) => id)).toEqual(['m0', 'm4', 'm3', 'm5', 'm6']);
    expect([...origins]).toEqual([0, 4, 3, 5, 6]);
    expect(context.compactions.at(-1)).toEqual({ ...SECOND, at: 5, summary: transcript.messages[7] });
    expect(context.compactions).toHaveLength(2);
  });

  test('its messages are the recorded ones, and it is the same context every time', () => {
    expect(contextAt(transcript, 2)!.transcript.messages[1]).toBe(transcript.messages[4]);
    expect(contextAt(transcript, 2)).toBe(contextAt(transcript, 2));
    expect(contextAt(recording([FIRST, SECOND]), 2)).not.toBe(contextAt(transcript, 2));
  });

  test('branches that fork from it stay, later ones go', () => {
    const branch = (forkedFrom: string) => ({ id: `b-${forkedFrom}`, forkedFrom, messages: [] });
    const forked = recording([FIRST, SECOND], { branches: [branch('m2'), branch('m8')] });
    expect(contextAt(forked, 1)!.transcript.branches.map(({ forkedFrom }) => forkedFrom)).toEqual(['m2']);
  });

  test('a summary that only its provider can read is not there', () => {
    const hidden = recording([{ at: 4 }, { at: 7 }]);
    expect(contextAt(hidden, 1)!.transcript.compactions).toEqual([{ at: 4 }]);
    expect(idsAt(hidden, 2)).toEqual(['m0', 'm4', 'm5', 'm6']);
  });

  test('no such compaction, or nothing before it', () => {
    for (const number of [0, 3, 1.5, Number.NaN]) expect(contextAt(transcript, number)).toBeNull();
    const begun = recording([{ at: 0 }, FIRST]);
    expect(recordedPlaces(begun)).toEqual([2]);
    expect(contextAt(begun, 1)).toBeNull();
    expect(idsAt(begun, 2)).toEqual(['m0', 'm1', 'm2', 'm3']);
    expect(recordedPlaces(recording([]))).toEqual([]);
  });
});
