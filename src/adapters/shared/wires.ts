/**
 * Between the messages of a framework and those of the engine. The engine's own importer reads them, so that a context counts and compacts as
 * the same conversation does in the page; what a compaction keeps whole goes back as the very objects that came in.
 */
import type { Source } from '../../engine/formats/contract.ts';
import { formatById } from '../../engine/formats/index.ts';
import { readAs } from '../../engine/formats/lists.ts';
import { sameData } from '../../engine/transcript/transcript-json.ts';
import type { Message, Part, Transcript } from '../../engine/transcript/types.ts';

/** What is beside the messages of a request and is counted with them: system prompt, tools, model. */
export type Header = Readonly<Record<string, unknown>>;

/** Messages of the engine and the messages of the framework that they are: mostly one each. Without `wires`: what the header says. */
export interface Group<W> {
  readonly wires: readonly W[];
  readonly messages: readonly Message[];
}

/** How one framework writes messages. */
export interface Wire<W> {
  /** The engine's format that reads them. */
  readonly format: string;
  /** The message as that format has it in a file. */
  plain(wire: W): unknown;
  /** The whole file. */
  document(list: readonly unknown[], header: Header): unknown;
  /** What is left of a group: fewer messages than it had, or edited ones. */
  edited(group: Group<W>, left: readonly Message[]): readonly W[];
  /** A summary or a note that the compaction wrote. */
  inserted(message: Message): W;
  /** Joins neighbours that the provider wants as one message. Absent: it takes them as they are. */
  joined?(groups: readonly Group<W>[]): readonly Group<W>[];
}

interface WireTranscript<W> {
  readonly transcript: Transcript;
  readonly groups: readonly Group<W>[];
}

const indexIn = (message: Message): number => Number(/\[(\d+)\]$/.exec(message.origin?.path ?? '')?.[1] ?? -1);

/**
 * Reads a list of messages, `before` of which were read earlier. Throws a TypeError if the list does not come from this framework. Messages that
 * the importer joins (an answer of several items) are one group.
 */
export function readWires<W>(wire: Wire<W>, list: readonly W[], header: Header, before = 0): WireTranscript<W> {
  const value = wire.document(
    list.map((one) => wire.plain(one)),
    header,
  );
  const source: Source = { name: '', container: 'json', text: '', head: '', records: [{ value, path: '$' }], warnings: [] };
  const parsed = readAs(formatById(wire.format)!, source, () => undefined);
  const transcript = parsed.ok ? parsed.value[0] : undefined;
  if (!transcript) throw new TypeError(`messages: expected a list of the format ${wire.format}${parsed.ok ? '' : `: ${parsed.error.message}`}`);
  const messages = before === 0 ? transcript.messages : transcript.messages.map((message) => ({ ...message, id: idAfter(message.id, before) }));
  const groups: { wires: readonly W[]; messages: Message[]; from: number }[] = [];
  for (const message of messages) {
    const from = indexIn(message);
    const last = groups.at(-1);
    if (last?.from === from) last.messages.push(message);
    else groups.push({ wires: [], messages: [message], from });
  }
  const first = groups.findIndex(({ from }) => from >= 0);
  for (const [i, group] of groups.entries())
    if (group.from >= 0) group.wires = list.slice(i === first ? 0 : group.from, groups[i + 1]?.from ?? list.length);
  return { transcript: { ...transcript, messages }, groups };
}

const idAfter = (id: string, before: number): string => id.replace(/^(m|item-)(\d+)/, (_, kind: string, n: string) => `${kind}${Number(n) + before}`);

/**
 * Content of a message whose parts were edited: a block that still says the same stays as it was written, with all that the engine does not
 * know of it; the others are written anew.
 */
export function blocksOf<B>(parts: readonly Part[], originals: readonly B[], read: (block: B) => readonly Part[], write: (part: Part) => B): B[] {
  const open = originals.map((block) => ({ block, parts: read(block) }));
  return parts.map((part) => {
    const at = open.findIndex(
      ({ parts: [only, more] }) => only !== undefined && more === undefined && sameData(withoutName(only), withoutName(part)),
    );
    return at < 0 ? write(part) : open.splice(at, 1)[0]!.block;
  });
}

/** A result alone does not know the name of the call that it answers. */
const withoutName = (part: Part): Part => (part.type === 'tool-result' ? { ...part, name: '' } : part);

/** The parts that a block reads as, alone in a message of the role. */
export function partsAlone<W>(wire: Wire<W>, list: readonly W[]): readonly Part[] {
  return readWires(wire, list, {}).transcript.messages.flatMap(({ parts }) => parts);
}

/** The texts of a message or result, as one. */
export const textIn = (parts: readonly Part[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
