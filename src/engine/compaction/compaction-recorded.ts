/** The context that the recorded agent had right before one of its own compactions. */
import { contextBefore, summaryText } from '../signals/recorded-context.ts';
import { structureOf } from '../signals/structure.ts';
import type { RecordedCompaction, Transcript } from '../transcript/types.ts';
import { contextTranscript, type Level } from './history.ts';

export type RecordedContext = Pick<Level, 'transcript' | 'origins'>;

/** Numbers (from 1) of the recorded compactions that a context can end before: a file that begins with one holds nothing of what came before it. */
export const recordedPlaces = ({ compactions }: Pick<Transcript, 'compactions'>): readonly number[] =>
  compactions.flatMap(({ at }, k) => (at > 0 ? [k + 1] : []));

export const readablePlaces = ({ compactions, messages }: Pick<Transcript, 'compactions' | 'messages'>): readonly number[] =>
  recordedPlaces({ compactions }).filter((number) => summaryText(compactions[number - 1]!, messages) !== '');

/** The recording that a context of `contextAt` was cut from, where what the agent made there can be read; null for any other transcript. */
export const recordingOf = (context: Transcript): Transcript | null => recordings.get(context) ?? null;
const recordings = new WeakMap<Transcript, Transcript>();

const known = new WeakMap<Transcript, Map<number, RecordedContext>>();

/**
 * That context as a transcript: everything so far or, after an earlier compaction, its summary, what was kept, and everything since. Its
 * last compaction is the one that is due, with its summary. The same object every time; null where there is no such place.
 */
export function contextAt(transcript: Transcript, number: number): RecordedContext | null {
  if (!recordedPlaces(transcript).includes(number)) return null;
  const made = known.get(transcript) ?? new Map<number, RecordedContext>();
  known.set(transcript, made);
  const context = made.get(number) ?? cutBefore(transcript, number);
  made.set(number, context);
  if (readablePlaces(transcript).includes(number)) recordings.set(context.transcript, transcript);
  return context;
}

function cutBefore(transcript: Transcript, number: number): RecordedContext {
  const { compactions, messages } = transcript;
  const due = compactions[number - 1]!;
  const earlier = { ...transcript, compactions: compactions.slice(0, number - 1) };
  const origins = contextBefore({ transcript: earlier, header: structureOf(transcript).header }, due.at);
  const stood = Array.from(origins, (i) => messages[i]!);
  const context = contextTranscript(earlier, stood, origins);
  const summary = messages.find(({ id }) => id === due.summaryId);
  const last: RecordedCompaction = { ...due, at: stood.length, ...(summary && { summary }) };
  return { origins, transcript: { ...context, compactions: [...context.compactions, last] } };
}
