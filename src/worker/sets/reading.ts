/** A file of a set: its conversations with what the table of sessions shows. */
import { inUse } from '../../engine/api.ts';
import { conversationsOf, type ListedConversation, parseTranscript } from '../../engine/formats/index.ts';
import type { Parsed } from '../../engine/formats/contract.ts';
import { agentOf } from '../../engine/presets/agents.ts';
import { contextBefore } from '../../engine/signals/recorded-context.ts';
import type { Prepared } from '../../engine/signals/contract.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import { sha256 } from '../../scenario/hash.ts';
import type { Settings } from '../../scenario/schema.ts';
import { countsOf, preparedOf, type Waiting } from '../counted.ts';
import { signalsOf } from '../levels.ts';
import type { FoundSession, ReadReply } from './protocol.ts';

/** Points of a curve of context sizes: as many as a cell has room for. */
const POINTS = 40;
/** Nobody stops a worker of a set: it is ended. */
export const UNSTOPPED: Waiting = { progress: () => undefined, stopped: () => false };

/** A file that was read, with its conversations. */
export interface ReadFile {
  readonly hash: string;
  readonly parsed: Parsed;
  readonly conversations: readonly ListedConversation[];
}

let last: { readonly bytes: string; readonly file: ReadFile } | null = null;

/** Conversations of a file come one after the other, so the last file is remembered. */
export async function fileOf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ReadFile | Extract<ReadReply, { kind: 'failed' }>> {
  const hash = await sha256(bytes);
  if (last?.bytes === `${name} ${hash}`) return last.file;
  last = null;
  const parsed = parseTranscript(bytes, { name });
  if (!parsed.ok) return { kind: 'failed', hash, why: { code: parsed.error.code, reason: parsed.error.reason } };
  const file: ReadFile = { hash, parsed: parsed.value, conversations: conversationsOf(parsed.value) };
  last = { bytes: `${name} ${hash}`, file };
  return file;
}

/** Counted for its own model, with the signals of these settings. */
export async function preparedFor(transcript: Transcript, settings: Settings): Promise<Prepared> {
  const use = inUse(transcript, settings);
  const counts = await countsOf(transcript, use.tokenizer, settings.overhead, UNSTOPPED);
  return preparedOf(transcript, counts, signalsOf(settings, {}));
}

/** Reads a file as a part of a set. */
export async function readForSet(bytes: Uint8Array<ArrayBuffer>, name: string, settings: Settings): Promise<ReadReply> {
  const file = await fileOf(bytes, name);
  if ('kind' in file) return file;
  const sessions: FoundSession[] = [];
  for (const index of file.conversations.keys()) sessions.push(await factsOf(file, index, name, settings));
  return { kind: 'sessions', hash: file.hash, sessions };
}

async function factsOf(file: ReadFile, index: number, name: string, settings: Settings): Promise<FoundSession> {
  const { transcript, parent } = file.conversations[index]!;
  const prepared = await preparedFor(transcript, settings);
  const { messages, compactions } = transcript;
  return {
    session: `${file.hash}#${index}`,
    file: name,
    conversation: index,
    parent,
    title: transcript.title ?? '',
    format: file.parsed.format,
    agent: agentOf(file.parsed.format),
    model: transcript.model ?? null,
    date: messages.find(({ ts }) => ts)?.ts ?? null,
    messages: messages.length,
    requests: messages.reduce((count, { role }) => count + Number(role === 'assistant'), 0),
    tokens: prepared.counts.total,
    exact: prepared.counts.exact,
    compactions: compactions.length,
    problems: file.parsed.warnings.length,
    task: 'unknown',
    sizes: sizesOf(prepared),
    marks: compactions.map(({ at }) => at / Math.max(1, messages.length)),
  };
}

/** Tokens of the recorded context at evenly spread messages. */
function sizesOf(prepared: Prepared): readonly number[] {
  const n = prepared.messages.length;
  const { messages: tokens } = prepared.counts;
  const points = Math.min(POINTS, n);
  return Array.from({ length: points }, (_, i) => {
    let sum = 0;
    for (const index of contextBefore(prepared, Math.round(((i + 1) * n) / points))) sum += tokens[index] ?? 0;
    return sum;
  });
}
