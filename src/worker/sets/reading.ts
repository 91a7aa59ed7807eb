/** A file of a set: its conversations with what the table of sessions shows. */
import { archiveKind, filesOf } from '../../engine/formats/archive.ts';
import { conversationsOf, type ListedConversation, parseTranscript } from '../../engine/formats/index.ts';
import { storeReader } from '../../engine/formats/opening.ts';
import type { Parsed } from '../../engine/formats/contract.ts';
import type { LineOptions } from '../../engine/sets/contract.ts';
import { type SessionFile, sessionFacts } from '../../engine/sets/session.ts';
import { contextBefore } from '../../engine/signals/recorded-context.ts';

import type { Transcript } from '../../engine/transcript/types.ts';
import { sha256 } from '../../scenario/hash.ts';
import { partText } from '../text/message.ts';
import type { FoundSession, LeftOut, ReadReply } from './protocol.ts';

/** Points of a curve of context sizes: as many as a cell has room for. */
const POINTS = 40;
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
  const parsed = parseTranscript(bytes, { name, store: await storeReader(bytes) });
  if (!parsed.ok) return { kind: 'failed', hash, why: { code: parsed.error.code, reason: parsed.error.reason } };
  const file: ReadFile = { hash, parsed: parsed.value, conversations: conversationsOf(parsed.value) };
  last = { bytes: `${name} ${hash}`, file };
  return file;
}

/** Reads a file as a part of a set; the files of an archive that is no whole are parts of their own. */
export async function readForSet(bytes: Uint8Array<ArrayBuffer>, name: string, options: LineOptions): Promise<ReadReply> {
  if (archiveKind(bytes) === 'zip') {
    const left: LeftOut[] = [];
    const unpacked = filesOf(bytes, name, ({ code, path, count = 1 }) => {
      const reason = { key: 'archive-left-out', values: { code, count } };
      left.push({ name: path === undefined ? name : `${name}/${path}`, why: { code, reason } });
    });
    if (unpacked.ok && unpacked.value[0]?.bytes !== bytes) {
      const files = unpacked.value.map((file) => ({ name: `${name}/${file.name}`, bytes: file.bytes.slice() }));
      return { kind: 'files', files, left };
    }
  }
  const file = await fileOf(bytes, name);
  if ('kind' in file) return file;
  const sessions: FoundSession[] = [];
  for (const [index, listed] of file.conversations.entries()) {
    const facts = await sessionFacts(listed, index, sourceOf(file, name), options);
    sessions.push({ ...facts, ...curveOf(listed.transcript) });
  }
  return { kind: 'sessions', hash: file.hash, sessions };
}

/** The file as the engine's sets want it. */
export const sourceOf = ({ hash, parsed }: ReadFile, name: string): SessionFile => ({
  file: name,
  hash,
  format: parsed.format,
  warnings: parsed.warnings,
});

/** The size of the recorded context at evenly spread messages, and the compactions in it. Characters: a curve needs no exact count. */
function curveOf(transcript: Transcript): Pick<FoundSession, 'sizes' | 'marks'> {
  const { messages, compactions } = transcript;
  const n = messages.length;
  const lengths = messages.map(({ parts }) => parts.reduce((sum, part) => sum + partText(part).length, 0));
  const points = Math.min(POINTS, n);
  const sizes = Array.from({ length: points }, (_, i) => {
    let sum = 0;
    for (const index of contextBefore({ transcript, header: 0 }, Math.round(((i + 1) * n) / points))) sum += lengths[index] ?? 0;
    return sum;
  });
  return { sizes, marks: compactions.map(({ at }) => at / Math.max(1, n)) };
}
