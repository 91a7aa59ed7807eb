import type { Origin, Part, RecordedCompaction, Result, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { ImportError, Report, Source } from '../contract.ts';
import { refused } from '../format-report.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, isoTime, jsonText, listOf, numberOf, textOf, type JsonObject } from '../json.ts';
import { imagePart } from '../format-parts.ts';
import { tokenCount, usageFrom } from '../usage.ts';
import { bashText, mendTree, readBash, readEntries, sessionsOf, splitTree, type Entry, type Session } from './entries.ts';
import { unknownPart } from '../any-part.ts';

const UNSPOKEN = new Set(['session', 'model_change', 'thinking_level_change', 'label', 'custom', 'session_info', 'usage']);
const NO_TIME = '1970-';

export function parsePi(source: Source, report: Report): Result<Transcript[], ImportError> {
  const sessions = sessionsOf(readEntries(source), report);
  const transcripts = sessions.map((session) => readSession(session, report));
  const spoken = transcripts.filter(({ messages, branches }) => messages.length > 0 || branches.length > 0);
  if (spoken.length === 0) return refused('no-messages', { key: 'import-no-session-message' }, { key: 'expects-pi-lines' });
  return { ok: true, value: spoken };
}

function readSession({ header, start, entries }: Session, report: Report): Transcript {
  const { main, branches } = splitTree(mendTree(entries, report));
  const kept = assemble(main, start, report);
  const messages = kept.messages;
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
    branches: branches.flatMap(({ forkedFrom, nodes: path }) => {
      const own = assemble(path, start, report).messages;
      const fork = forkedFrom === null ? undefined : kept.holders.get(forkedFrom);
      return own.length > 0 ? [{ id: path[0]!.id, ...(fork && { forkedFrom: fork }), messages: own }] : [];
    }),
    subagents: [],
    ...(filled(header.cwd) && { extra: { cwd: header.cwd } }),
  };
  return finishTranscript(transcript, report);
}

interface Assembly {
  readonly messages: Draft[];
  readonly compactions: RecordedCompaction[];
  readonly holders: ReadonlyMap<string, string>;
}

function assemble(entries: readonly Entry[], start: number, report: Report): Assembly {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  const holders = new Map<string, string>();
  const ids = new Set<string>();
  const places = new Map<string | number, number>(entries.flatMap((entry, i) => [[entry.id, i] as const, [entry.index - start, i] as const]));
  for (const entry of entries) {
    const message = readEntry(entry, report);
    if (message) {
      const ts = isoTime(entry.value.timestamp);
      if (ts && !ts.startsWith(NO_TIME)) message.ts = ts;
      const parentId = messages.at(-1)?.id;
      if (parentId !== undefined) message.parentId = parentId;
      if (entry.type === 'compaction') {
        const facts = compactionOf(entry, entries, places, ids, report);
        compactions.push({ at: messages.length, ...facts, summaryId: message.id });
        message.compaction = { kind: 'summary', ...facts };
      }
      ids.add(message.id);
      messages.push(message);
    }
    const holder = messages.at(-1)?.id;
    if (holder) holders.set(entry.id, holder);
  }
  return { messages, compactions, holders };
}

const originOf = (entry: Entry): Origin => (entry.line === undefined ? { path: entry.path ?? '$' } : { line: entry.line });

/** The message of an entry, also one without content (an aborted answer); undefined for entries that are not sent to the model. */
function readEntry(entry: Entry, report: Report): Draft | undefined {
  const { value, type } = entry;
  const draft: Draft = { id: entry.id, role: 'user', parts: [], origin: originOf(entry) };
  if (type === 'message' && isObject(value.message)) return readMessage(draft, value.message, report) ? draft : undefined;
  if (type === 'compaction' || type === 'branch_summary') setInjected(draft, value.summary, report);
  else if (type === 'custom_message') setInjected(draft, value.content, report);
  else {
    if (!UNSPOKEN.has(type)) report({ code: 'unknown-entry', message: `Lines of the type "${type.slice(0, 40)}" were left out.`, ...draft.origin });
    return undefined;
  }
  return draft;
}

function setInjected(draft: Draft, content: unknown, report: Report): void {
  draft.parts = readContent(content, report, draft.origin);
  draft.synthetic = true;
}

/** Fills the draft from a recorded message; false for messages that are not sent to the model. */
function readMessage(draft: Draft, message: JsonObject, report: Report): boolean {
  const role = textOf(message.role) ?? '';
  switch (role) {
    case 'assistant':
      draft.role = 'assistant';
      draft.parts = readContent(message.content, report, draft.origin);
      setAnswer(draft, message, report);
      return true;
    case 'toolResult':
      draft.role = 'tool';
      draft.parts = [readResult(message, report, draft.origin)];
      return true;
    case 'bashExecution': {
      if (message.excludeFromContext === true) {
        report({ code: 'excluded-from-context', message: 'Commands that the person kept out of the context were left out.', ...draft.origin });
        return false;
      }
      const run = readBash(message);
      draft.parts = [{ type: 'text', text: bashText(run) }];
      draft.extra = { bash: run };
      return true;
    }
    case 'custom':
    case 'hookMessage':
      setInjected(draft, message.content, report);
      return true;
    case 'branchSummary':
    case 'compactionSummary':
      setInjected(draft, message.summary, report);
      return true;
    default:
      if (role !== 'user')
        report({ code: 'unknown-role', message: `Messages with the role "${role.slice(0, 40)}" were read as user messages.`, ...draft.origin });
      draft.parts = readContent(message.content, report, draft.origin);
      return true;
  }
}

const ANSWER_FIELDS = ['api', 'provider', 'stopReason', 'errorMessage'] as const;

function setAnswer(draft: Draft, message: JsonObject, report: Report): void {
  const model = filled(message.model);
  if (model) draft.model = model;
  const usage = readUsage(message.usage, report, draft.origin);
  if (usage) draft.usage = usage;
  const extra: Record<string, unknown> = {};
  for (const key of ANSWER_FIELDS) if (filled(message[key])) extra[key] = message[key];
  if (Object.keys(extra).length > 0) draft.extra = extra;
}

function readResult(message: JsonObject, report: Report, place?: Origin): ToolResultPart {
  const content = readContent(message.content, report, place).filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'file');
  const name = filled(message.toolName);
  return {
    type: 'tool-result',
    callId: textOf(message.toolCallId) ?? '',
    ...(name && { name }),
    content,
    ...(message.isError === true && { isError: true }),
  };
}

function readContent(content: unknown, report: Report, place: Origin = {}): Part[] {
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
      return [
        {
          type: 'tool-call',
          id: textOf(block.id) ?? '',
          name: textOf(block.name) ?? '',
          args: typeof args === 'string' ? args : jsonText(args ?? {}),
        },
      ];
    }
    if (type === 'image' && filled(block.data)) return [imagePart(filled(block.data)!, filled(block.mimeType))];
    report({ ...unknownPart(type), ...place });
    return [];
  });
}

function readUsage(usage: unknown, report: Report, place?: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { input, output, cacheRead, cacheWrite } = usage;
  return usageFrom({ input, output, cacheRead, cacheWrite }, report, place);
}

/** The reference to the first kept entry: its id, in version 1 its index in the file; `places` knows both. */
function compactionOf(
  entry: Entry,
  entries: readonly Entry[],
  places: ReadonlyMap<string | number, number>,
  before: ReadonlySet<string>,
  report: Report,
): { readonly tokensBefore?: number; readonly keptFrom?: string } {
  const { value } = entry;
  const tokensBefore = tokenCount(value.tokensBefore, report, originOf(entry));
  const first = places.get(filled(value.firstKeptEntryId) ?? numberOf(value.firstKeptEntryIndex) ?? '');
  let keptFrom: string | undefined;
  for (let i = first ?? entries.length; i < entries.length && entries[i] !== entry && keptFrom === undefined; i++) {
    const { id } = entries[i]!;
    if (before.has(id)) keptFrom = id;
  }
  return { ...(tokensBefore !== undefined && { tokensBefore }), ...(keptFrom !== undefined && { keptFrom }) };
}
