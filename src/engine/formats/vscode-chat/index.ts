import type { Origin, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, objectsOf, type JsonObject, type Raw } from '../json.ts';
import { firstObjects, objectsIn, spoken } from '../records.ts';
import { Talk } from '../talk.ts';
import { tokenCount } from '../usage.ts';
import { isChange, Log } from './log.ts';
import type { Chat, Metadata, Request, Summary } from './raw.ts';
import { type Ends, readRequest } from './request.ts';
import { stated } from '../written.ts';

const isRequest = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value.response) && (isObject(value.message) || typeof value.message === 'string');
const isChat = (value: unknown): value is JsonObject & { readonly requests: readonly unknown[] } =>
  isObject(value) && Array.isArray(value.requests) && ('responderUsername' in value || value.requests.some(isRequest));

function detect(source: Source): number {
  const values = firstObjects(source);
  if (values.some((value) => isChat(value) || (isChange(value) && value.kind === 0 && isChat(value.v)))) return 0.97;
  return values.length > 1 && values.every(isChange) ? 0.6 : 0;
}

interface Found {
  readonly chat: Raw<Chat>;
  readonly origin: Origin;
}

/** Chats as they stand, and the last state of each log. */
function chatsIn(source: Source, report: Report): readonly Found[] {
  const found: Found[] = [];
  const logs = new Map<unknown, { readonly log: Log; readonly origin: Origin }>();
  let current: Log | undefined;
  for (const { value, line, path } of objectsIn(source)) {
    const origin: Origin = line === undefined ? { path } : { line };
    if (isChange(value)) {
      const id = value.kind === 0 ? (value.v as JsonObject).sessionId : undefined;
      // A second state of the same session replaces the first.
      if (value.kind === 0 || !current) {
        current = logs.get(id)?.log ?? new Log();
        if (!logs.has(id)) logs.set(id, { log: current, origin });
      }
      current.apply(value, origin);
    } else if (isChat(value)) found.push({ chat: value, origin });
    else report({ code: 'unread-record', message: 'Records hold no messages and were skipped.', ...origin });
  }
  for (const { log, origin } of logs.values()) {
    log.report(report);
    found.push({ chat: log.state, origin });
  }
  return found;
}

function readChat({ chat, origin }: Found, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const taken = new Talk(report);
  const globals = new Set<string>();
  const ends: Ends = new Map();
  const summaries: (Raw<Summary> & { readonly from: number; readonly origin: Origin })[] = [];
  for (const [i, request] of objectsOf(chat.requests).entries()) {
    const at: Origin = { ...origin, path: `${origin.path ?? '$'}.requests[${i}]` };
    const { shouldBeRemovedOnSend, isHidden, result }: Raw<Request> = request;
    const gone = (shouldBeRemovedOnSend !== undefined && shouldBeRemovedOnSend !== null && shouldBeRemovedOnSend !== false) || isHidden === true;
    const from = talk.messages.length;
    readRequest(request, gone ? taken : talk, at, globals, ends, report);
    const { summaries: list, summary }: Raw<Metadata> = isObject(result) && isObject(result.metadata) ? result.metadata : {};
    const last = [...objectsOf(list), ...(isObject(summary) ? [summary] : [])].at(-1);
    if (last && !gone) summaries.push({ ...last, from, origin: at });
  }
  for (const summary of summaries.toReversed()) putSummary(summary, talk, ends, report);
  const id = filled(chat.sessionId) ?? `session-${index + 1}`;
  return talk.finish({
    id,
    title: filled(chat.customTitle),
    format: 'vscode-chat',
    branches: taken.messages.length > 0 ? [{ id: 'taken-back', messages: taken.messages }] : [],
  });
}

/**
 * A summary stands in the place of everything up to its round. Where that is of an earlier request, it was made before the prompt of its
 * own, and what was said between is kept.
 */
function putSummary(
  { toolCallRoundId, text, contextLengthBefore, from, origin }: Raw<Summary> & { from: number; origin: Origin },
  talk: Talk,
  ends: Ends,
  report: Report,
): void {
  const end = ends.get(filled(toolCallRoundId) ?? '');
  if (end === undefined)
    report({ code: 'missing-parent', message: 'The round whose place a summary takes is not in the file; it stands before the prompt.', ...origin });
  const at = Math.max(end ?? from, from);
  const keptFrom = end !== undefined && end < from ? talk.messages[end]?.id : undefined;
  const tokensBefore = tokenCount(contextLengthBefore, report, origin);
  const after = talk.messages.splice(at);
  talk.compacted(text, compact({ id: `summary-${at}`, origin, tokensBefore, keptFrom }));
  const moved = talk.messages.length - at;
  talk.messages.push(...after);
  talk.shift(at, moved);
}

/** Chats of VS Code with Copilot and other participants: exports, stored sessions, and their log. */
export const vscodeChat: Format = {
  id: 'vscode-chat',
  evidence: 'recorded',
  written: { by: "VS Code's chat format", tested: '3', version: stated('version') },
  unread: 'edits beyond a note; agents and slash commands',
  extension: 'json',
  detect,
  parse: (source, report) =>
    spoken(
      chatsIn(source, report).map((chat, i) => readChat(chat, i, report)),
      'vscode-chat',
    ),
};
