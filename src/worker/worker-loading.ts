/** From bytes to conversations: the result of a load, before anything is counted. */
import { readablePlaces, recordedPlaces } from '../engine/compaction/compaction-recorded.ts';
import { broughtLevels, type Level } from '../engine/compaction/history.ts';
import { conversationsOf, type ListedConversation, parseTranscript, storeReader } from '../engine/formats/index.ts';
import { agentOf } from '../engine/products/agents.ts';
import type { ImportError, Parsed } from '../engine/formats/contract.ts';
import type { Result, Transcript, Warning } from '../engine/transcript/types.ts';
import { sha256 } from '../scenario/packing.ts';
import type { ConversationInfo, LoadReply } from './protocol.ts';

export interface LoadedFile {
  readonly name: string;
  readonly parsed: Parsed;
  readonly conversations: readonly ListedConversation[];
  /** By conversation: the compactions in the file, or why they do not fit. */
  readonly histories: readonly { readonly levels: readonly Level[]; readonly warning: Warning | null }[];
  readonly reply: LoadReply;
}

const PREVIEW = 160;

/** Where a session opens: right before the last compaction of its agent that can be read. Compactions that the file brings as ours stay. */
const opensAt = (transcript: Transcript, levels: readonly Level[]): number | null =>
  levels.length > 0 ? null : (readablePlaces(transcript).at(-1) ?? null);

function infoOf({ transcript, parent }: ListedConversation, index: number): Omit<ConversationInfo, 'opensAt' | 'agent'> {
  let toolCalls = 0;
  let toolResults = 0;
  for (const message of transcript.messages) {
    for (const part of message.parts) {
      if (part.type === 'tool-call') toolCalls++;
      else if (part.type === 'tool-result') toolResults++;
    }
  }
  const preview = firstWords(transcript);
  return {
    index,
    id: transcript.id,
    title: transcript.title ?? '',
    messages: transcript.messages.length,
    toolCalls,
    toolResults,
    compactions: transcript.compactions.length,
    places: recordedPlaces(transcript),
    readable: readablePlaces(transcript),
    parent,
    preview,
  };
}

/** Beginning of the first thing a person said, else of the first text at all. */
function firstWords(transcript: Transcript): string {
  const texts = (pick: (role: string, synthetic: boolean) => boolean): string => {
    for (const message of transcript.messages) {
      if (!pick(message.role, message.synthetic === true)) continue;
      for (const part of message.parts) {
        if (part.type !== 'text') continue;
        const flat = part.text
          .slice(0, PREVIEW * 4)
          .replace(/\s+/g, ' ')
          .trim();
        if (flat !== '') return flat.slice(0, PREVIEW);
      }
    }
    return '';
  };
  return texts((role, synthetic) => role === 'user' && !synthetic) || texts(() => true);
}

/** Reads a file. Never throws; progress is in bytes. */
export async function loadFile(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  format: string | null,
  onProgress: (done: number, of: number) => void,
): Promise<Result<LoadedFile, ImportError>> {
  const hash = await sha256(bytes);
  const parsed = parseTranscript(bytes, { name, format, onProgress, store: await storeReader(bytes) });
  if (!parsed.ok) return parsed;
  const conversations = conversationsOf(parsed.value);
  const histories = conversations.map((conversation, i) => broughtLevels(conversation, i, parsed.value.format));
  const reply: LoadReply = {
    format: parsed.value.format,
    confidence: parsed.value.confidence,
    candidates: parsed.value.candidates,
    conversations: conversations.map((one, i) => ({
      ...infoOf(one, i),
      agent: agentOf({ ...one.transcript, format: parsed.value.format }),
      opensAt: opensAt(one.transcript, histories[i]!.levels),
    })),
    warnings: [...parsed.value.warnings, ...histories.flatMap(({ warning }) => warning ?? [])],
    bytes: bytes.byteLength,
    hash,
  };
  return { ok: true, value: { name, parsed: parsed.value, conversations, histories, reply } };
}
