import type { FilePart, ImagePart, Message, Part, RecordedCompaction, Result, TextPart, Transcript, Usage } from '../../transcript/types.ts';
import type { ImportError, Report, Source } from '../contract.ts';
import { finishTranscript } from '../finish.ts';
import { filled, isObject, isoTime, jsonText, listOf, numberOf, textOf, type JsonObject } from '../json.ts';
import { imagePart } from '../media.ts';
import { bashText, readBash, readEntries, splitTree, type Entry } from './entries.ts';

/** Entries that carry nothing of the conversation: settings, bookmarks, state of extensions. */
const UNSPOKEN = new Set(['session', 'model_change', 'thinking_level_change', 'label', 'custom', 'session_info', 'usage']);
/** Written as the time of messages that have none (see serialize.ts). */
const NO_TIME = '1970-';

export function parsePi(source: Source, report: Report): Result<Transcript[], ImportError> {
  const entries = readEntries(source);
  const header = entries.find((entry) => entry.type === 'session')?.value ?? {};
  const { main, branches } = splitTree(entries);
  const kept = assemble(main, report);
  const messages = kept.messages;
  if (messages.length === 0 && branches.length === 0) {
    return { ok: false, error: { code: 'no-messages', message: 'The session holds no message.', expected: 'lines of the type "message"' } };
  }
  const model = messages.findLast((message) => message.model !== undefined)?.model ?? filled(header.modelId);
  const title = entries.findLast((entry) => entry.type === 'session_info' && filled(entry.value.name) !== undefined)?.value.name;
  const transcript: Transcript = {
    id: filled(header.id) ?? 'session',
    ...(filled(title) && { title: filled(title)! }),
    format: 'pi',
    ...(model && { model }),
    tools: [],
    messages,
    compactions: kept.compactions,
    branches: branches.flatMap(({ forkedFrom, entries: path }) => {
      const own = assemble(path, report).messages;
      const fork = forkedFrom === null ? undefined : kept.holders.get(forkedFrom);
      return own.length > 0 ? [{ id: path[0]!.id, ...(fork && { forkedFrom: fork }), messages: own }] : [];
    }),
    subagents: [],
    ...(filled(header.cwd) && { extra: { cwd: header.cwd } }),
  };
  return { ok: true, value: [finishTranscript(transcript, report)] };
}

interface Assembled {
  readonly messages: Message[];
  readonly compactions: RecordedCompaction[];
  /** The message of an entry, or the last one before it. */
  readonly holders: ReadonlyMap<string, string>;
}

function assemble(entries: readonly Entry[], report: Report): Assembled {
  const messages: Message[] = [];
  const compactions: RecordedCompaction[] = [];
  const holders = new Map<string, string>();
  for (const entry of entries) {
    const place = { ...(entry.line !== undefined && { line: entry.line }), ...(entry.path !== undefined && { path: entry.path }) };
    const read = readEntry(entry, report);
    if (read) {
      const parentId = messages.at(-1)?.id;
      const ts = isoTime(entry.value.timestamp);
      const message: Message = { id: entry.id, ...read, ...(ts && !ts.startsWith(NO_TIME) && { ts }), ...(parentId && { parentId }), origin: place };
      const compaction = entry.type === 'compaction' ? compactionOf(entry, entries, messages) : undefined;
      if (compaction) compactions.push({ at: messages.length, ...compaction, summaryId: message.id });
      messages.push(compaction ? { ...message, compaction: { kind: 'summary', ...compaction } } : message);
    }
    const holder = messages.at(-1)?.id;
    if (holder) holders.set(entry.id, holder);
  }
  return { messages, compactions, holders };
}

/** What the entry says to the model; undefined where it says nothing. */
function readEntry(entry: Entry, report: Report): Pick<Message, 'role' | 'parts'> & Partial<Message> | undefined {
  const place = { ...(entry.line !== undefined && { line: entry.line }), ...(entry.path !== undefined && { path: entry.path }) };
  const { value, type } = entry;
  let read: (Pick<Message, 'role' | 'parts'> & Partial<Message>) | undefined;
  if (type === 'message' && isObject(value.message)) read = readMessage(value.message, report, place);
  else if (type === 'compaction') read = { role: 'user', parts: readContent(value.summary, report), synthetic: true };
  else if (type === 'branch_summary') read = { role: 'user', parts: readContent(value.summary, report), synthetic: true, extra: { branchSummary: true } };
  else if (type === 'custom_message') read = { role: 'user', parts: readContent(value.content, report), synthetic: true };
  else if (!UNSPOKEN.has(type)) report({ code: 'unknown-entry', message: `Lines of the type "${type.slice(0, 40)}" were left out.`, ...place });
  if (read && read.parts.length === 0) {
    report({ code: 'empty-message', message: 'Messages without any content (aborted or failed answers) were left out.', ...place });
    return undefined;
  }
  return read;
}

function readMessage(message: JsonObject, report: Report, place: { readonly line?: number; readonly path?: string }): (Pick<Message, 'role' | 'parts'> & Partial<Message>) | undefined {
  const parts = readContent(message.content, report);
  const role = textOf(message.role) ?? '';
  switch (role) {
    case 'user':
      return { role: 'user', parts };
    case 'assistant': {
      const model = filled(message.model);
      const usage = readUsage(message.usage);
      const extra = Object.fromEntries(['api', 'provider', 'stopReason', 'errorMessage'].flatMap((key) => (filled(message[key]) ? [[key, message[key]]] : [])));
      return { role: 'assistant', parts, ...(model && { model }), ...(usage && { usage }), ...(Object.keys(extra).length > 0 && { extra }) };
    }
    case 'toolResult': {
      const name = filled(message.toolName);
      const content = parts.filter((part): part is TextPart | ImagePart | FilePart => part.type === 'text' || part.type === 'image' || part.type === 'file');
      return { role: 'tool', parts: [{ type: 'tool-result', callId: textOf(message.toolCallId) ?? '', ...(name && { name }), content, ...(message.isError === true && { isError: true }) }] };
    }
    case 'bashExecution': {
      if (message.excludeFromContext === true) {
        report({ code: 'excluded-from-context', message: 'Commands that the person kept out of the context were left out.', ...place });
        return undefined;
      }
      const run = readBash(message);
      return { role: 'user', parts: [{ type: 'text', text: bashText(run) }], extra: { bash: run } };
    }
    case 'custom':
    case 'hookMessage':
      return { role: 'user', parts, synthetic: true };
    case 'branchSummary':
    case 'compactionSummary':
      return { role: 'user', parts: readContent(message.summary, report), synthetic: true };
    default:
      report({ code: 'unknown-role', message: `Messages with the role "${role.slice(0, 40)}" were read as user messages.`, ...place });
      return { role: 'user', parts };
  }
}

function readContent(content: unknown, report: Report): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).flatMap((block): Part[] => {
    if (!isObject(block)) return [];
    const type = textOf(block.type) ?? '';
    if (type === 'text') return filled(block.text) ? [{ type: 'text', text: filled(block.text)! }] : [];
    if (type === 'thinking') {
      const text = textOf(block.thinking) ?? '';
      const signature = filled(block.thinkingSignature);
      if (block.redacted === true && signature) return [{ type: 'reasoning', text, encrypted: signature }];
      return text === '' && !signature ? [] : [{ type: 'reasoning', text, ...(signature && { signature }) }];
    }
    if (type === 'toolCall') {
      const args = block.arguments;
      return [{ type: 'tool-call', id: textOf(block.id) ?? '', name: textOf(block.name) ?? '', args: typeof args === 'string' ? args : jsonText(args ?? {}) }];
    }
    if (type === 'image' && filled(block.data)) return [imagePart(filled(block.data)!, filled(block.mimeType))];
    report({ code: 'unknown-part', message: `Content parts of the type "${type.slice(0, 40)}" were left out.` });
    return [];
  });
}

/** Usage of all zeros belongs to an answer that never came. */
function readUsage(usage: unknown): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const read = { input: numberOf(usage.input) ?? 0, output: numberOf(usage.output) ?? 0, cacheRead: numberOf(usage.cacheRead) ?? 0, cacheWrite: numberOf(usage.cacheWrite) ?? 0 };
  return read.input + read.output + read.cacheRead + read.cacheWrite > 0 ? read : undefined;
}

/** The pointer to what stayed: an entry id, in version 1 the entry's index in the file. */
function compactionOf(entry: Entry, entries: readonly Entry[], messages: readonly Message[]): { readonly tokensBefore?: number; readonly keptFrom?: string } {
  const { value } = entry;
  const tokensBefore = numberOf(value.tokensBefore);
  const keptId = filled(value.firstKeptEntryId);
  const keptIndex = numberOf(value.firstKeptEntryIndex);
  const first = entries.findIndex((other) => (keptId !== undefined ? other.id === keptId : other.index === keptIndex));
  const before = new Set(messages.map((message) => message.id));
  const keptFrom = first < 0 ? undefined : entries.slice(first).find((other) => before.has(other.id))?.id;
  return { ...(tokensBefore !== undefined && { tokensBefore }), ...(keptFrom && { keptFrom }) };
}
