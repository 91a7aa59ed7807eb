import type { FilePart, ImagePart, Origin, Part, TextPart, Transcript } from '../../transcript/types.ts';
import { Talk } from '../chat-messages.ts';
import type { Format, Report, Source } from '../contract.ts';
import { tokenCount, usageFrom } from '../finish.ts';
import { around, callOf, type ContentPiece, imagePart, resultOf, texts, thoughts, titled } from '../format-parts.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, namesIn, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { firstObjects, lineOrPath, objectsIn, stated } from '../lists.ts';
import { UNREAD_RECORD } from '../encoding.ts';

/**
 * Chats of VS Code: what "Chat: Export Chat…" writes, and `chatSessions/<id>.json`. Shapes: microsoft/vscode
 * `src/vs/workbench/contrib/chat/common/model/chatModel.ts`; of `metadata` microsoft/vscode-copilot-chat
 * `src/extension/prompt/common/toolCallRound.ts`, `conversation.ts`; a real export.
 */
interface Chat {
  version?: number;
  sessionId?: string;
  customTitle?: string;
  responderUsername: string;
  requests: readonly Request[];
}

interface Request {
  requestId: string;
  message: { text: string; parts: readonly { text?: string }[] } | string;
  variableData?: { variables: readonly Variable[] };
  response: readonly object[];
  result?: { metadata?: Metadata; errorDetails?: { message: string } };
  modelId?: string;
  timestamp?: number;
  shouldBeRemovedOnSend?: unknown;
  isHidden?: boolean;
}

interface Variable {
  kind: string;
  name: string;
  /** A text, a place, or bytes. */
  value: unknown;
  mimeType?: string;
}

interface Metadata {
  toolCallRounds?: readonly Round[];
  toolCallResults?: Readonly<Record<string, { content: readonly { value?: string | { node: PromptNode }; mimeType?: string; data?: unknown }[] }>>;
  /** `summary` in older versions: one of these. */
  summaries?: readonly Summary[];
  summary?: Summary;
  renderedUserMessage?: readonly { type: number; text?: string }[];
  renderedGlobalContext?: readonly { type: number; text?: string }[];
  promptTokens?: number;
  outputTokens?: number;
}

interface Round {
  id: string;
  response: string;
  thinking?: { id: string; text: string | readonly string[]; encrypted?: string };
  toolCalls: readonly { id: string; name: string; arguments: string }[];
  compaction?: object;
}

interface Summary {
  toolCallRoundId: string;
  text: string;
  contextLengthBefore?: number;
}

/** 2 = a text; the others hold children. */
interface PromptNode {
  type: number;
  text?: string;
  lineBreakBefore?: boolean;
  children?: readonly PromptNode[];
}

const INTERFACE = namesIn(`
  prepareToolInvocation progressTaskSerialized progressTask progressMessage mcpServersStarting undoStop codeblockUri confirmation elicitation
  elicitationSerialized command treeData extensions clearToPreviousToolInvocation hook
`);

// Reads one request of a chat: the prompt, the rounds of the model with their calls, the results.

function nodeText(root: unknown): string {
  const found: string[] = [];
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (!isObject(node)) continue;
    const { type, text, lineBreakBefore, children }: Raw<PromptNode> = node;
    if (type === 2) found.push(lineBreakBefore === true && found.length > 0 ? '\n' : '', textOf(text) ?? '');
    for (const child of listOf(children).toReversed()) pending.push(child);
  }
  return found.join('');
}

const metadataOf = ({ result }: Raw<Request>): Raw<Metadata> => objectOf(objectOf(result).metadata);

const rendered = (parts: unknown): string =>
  objectsOf(parts)
    .flatMap(({ type, text }) => (type === 1 ? (filled(text) ?? []) : []))
    .join('');

const pathOf = (value: unknown): string | undefined => {
  const uri = isObject(value) && isObject(value.uri) ? value.uri : value;
  return isObject(uri) ? (filled(uri.path) ?? filled(uri.external) ?? filled(uri.fsPath)) : undefined;
};

function readVariable({ name, value, mimeType, kind }: Raw<Variable>): (TextPart | ImagePart | FilePart)[] {
  const title = (filled(name) ?? '').replace(/^file:/, '');
  if (kind === 'image' && typeof value === 'string') return [imagePart(value, filled(mimeType))];
  if (typeof value === 'string' && kind !== 'file') return titled(title, value);
  const path = pathOf(value) ?? textOf(value);
  return [{ type: 'file', ...(title && { name: title }), ...(path !== undefined && { url: /^\w+:/.test(path) ? path : `file://${path}` }) }];
}

type Ends = Map<string, number>;

function readRequest(request: Raw<Request>, talk: Talk, origin: Origin, globals: Set<string>, ends: Ends, report: Report): void {
  const id = filled(request.requestId) ?? `m${talk.messages.length + 1}`;
  const ts = isoTime(request.timestamp);
  const metadata = metadataOf(request);
  const message = objectOf(request.message);
  const said =
    textOf(request.message) ??
    textOf(message.text) ??
    objectsOf(message.parts)
      .map(({ text }) => textOf(text) ?? '')
      .join('');
  const context = rendered(metadata.renderedGlobalContext);
  const prompt = rendered(metadata.renderedUserMessage);
  const variables = objectsOf(objectOf(request.variableData).variables);
  const parts: Part[] = [
    ...(globals.has(context) ? [] : texts(context)),
    ...(prompt === '' ? texts(said) : around(prompt, said)),
    ...variables.flatMap((variable) => readVariable(variable)),
  ];
  globals.add(context);
  talk.say('user', parts, compact({ id, ts, origin }));
  const from = talk.messages.length;
  const model = filled(request.modelId);
  const more = compact({ ts, model, origin });
  const rounds = objectsOf(metadata.toolCallRounds);
  if (rounds.length > 0) readRounds(rounds, metadata, talk, { id, more, ends, report, origin });
  else readResponse(request.response, talk, { id, more, report, origin });
  noteEdits(request.response, talk, from, { id, more });
  const answer = talk.messages.slice(from).findLast(({ role }) => role === 'assistant');
  const usage = usageFrom({ input: metadata.promptTokens, output: metadata.outputTokens, cacheRead: 0, cacheWrite: 0 }, report, origin);
  if (answer && usage) answer.usage = usage;
  const error = filled(objectOf(objectOf(request.result).errorDetails).message);
  if (error !== undefined)
    report({ code: 'interface-note', message: `Notes of the interface, which the model never saw, were left out: ${error.slice(0, 80)}`, ...origin });
}

interface Place {
  readonly id: string;
  readonly more: { readonly ts?: string | undefined; readonly model?: string | undefined; readonly origin: Origin };
  readonly report: Report;
  readonly origin: Origin;
}

function readRounds(
  rounds: readonly Raw<Round>[],
  metadata: Raw<Metadata>,
  talk: Talk,
  { id, more, ends, report, origin }: Place & { readonly ends: Ends },
): void {
  const results: JsonObject = objectOf(metadata.toolCallResults);
  for (const [i, round] of rounds.entries()) {
    const thinking: JsonObject = objectOf(round.thinking);
    const text = Array.isArray(thinking.text) ? thinking.text.join('') : thinking.text;
    const calls = objectsOf(round.toolCalls);
    const own = filled(round.id) ?? `${id}/${i + 1}`;
    const parts: Part[] = [
      ...thoughts(text, { encrypted: thinking.encrypted }),
      ...texts(round.response),
      ...calls.map((call) => callOf(call.id, call.name, call.arguments)),
    ];
    talk.say('assistant', parts, { ...more, id: own });
    for (const [n, call] of calls.entries()) {
      const result = results[textOf(call.id) ?? ''];
      if (isObject(result))
        talk.say('tool', [resultOf(call.id, readResult(result.content, report, origin))], {
          ...more,
          model: undefined,
          id: `${own}/result-${n + 1}`,
        });
    }
    if (round.compaction !== undefined && round.compaction !== null) talk.compacted(undefined, { trigger: 'server' });
    ends.set(own, talk.messages.length);
  }
}

function readResult(content: unknown, report: Report, origin: Origin): ContentPiece[] {
  return objectsOf(content).flatMap((part): ContentPiece[] => {
    if (typeof part.value === 'string') return texts(part.value);
    if (isObject(part.value) && part.value.node !== undefined) return texts(nodeText(part.value.node));
    if (typeof part.data === 'string') return [imagePart(part.data, filled(part.mimeType))];
    if (part.value !== undefined) return texts(jsonText(part.value));
    report({ code: 'unknown-part', message: `Content parts of the type "${Object.keys(part).join(', ').slice(0, 40)}" were left out.`, ...origin });
    return [];
  });
}

const shown = (value: unknown): string => textOf(value) ?? (isObject(value) ? (textOf(value.value) ?? '') : '');

function readResponse(response: unknown, talk: Talk, { id, more, report, origin }: Place): void {
  let parts: Part[] = [];
  let n = 0;
  const flush = (): void => {
    if (parts.length > 0) talk.say('assistant', joined(parts), { ...more, id: `${id}/answer-${++n}` });
    parts = [];
  };
  for (const part of objectsOf(response)) {
    const kind = textOf(part.kind) ?? '';
    if (kind === '' || kind === 'markdownContent' || kind === 'markdownVuln' || kind === 'warning')
      parts.push(...texts(shown(part.value) || shown(part.content)));
    else if (kind === 'thinking') parts.push(...thoughts(Array.isArray(part.value) ? part.value.join('') : part.value));
    else if (kind === 'inlineReference') parts.push(...texts(filled(part.name) ?? pathOf(part.inlineReference) ?? ''));
    else if (kind === 'toolInvocationSerialized' || kind === 'toolInvocation') {
      const details: JsonObject = objectOf(part.resultDetails);
      parts.push(callOf(part.toolCallId, part.toolId, details.input ?? { invocation: shown(part.invocationMessage) }));
      flush();
      const output = objectsOf(details.output).flatMap(({ value }) => texts(value));
      const result = output.length > 0 ? output : shown(part.pastTenseMessage);
      talk.say('tool', [resultOf(part.toolCallId, result, { isError: details.isError === true })], {
        ...more,
        model: undefined,
        id: `${id}/result-${n}`,
      });
    } else if (!INTERFACE.has(kind) && !EDITS.has(kind))
      report({ code: 'unknown-part', message: `Content parts of the type "${kind.slice(0, 40)}" were left out.`, ...origin });
  }
  flush();
}

function joined(parts: readonly Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.type === 'text' && last?.type === 'text') found[found.length - 1] = { type: 'text', text: last.text + part.text };
    else found.push(part);
  }
  return found;
}

const EDITS = new Set(['textEditGroup', 'notebookEditGroup', 'workspaceEdit']);

function noteEdits(response: unknown, talk: Talk, from: number, { id, more }: Pick<Place, 'id' | 'more'>): void {
  const answers = talk.messages.slice(from);
  const args = answers.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.args] : []))).join('\n');
  const notes = objectsOf(response).flatMap((part) => {
    if (!EDITS.has(textOf(part.kind) ?? '')) return [];
    const edits = listOf(part.edits).flatMap((edit) => objectsOf(Array.isArray(edit) ? edit : [edit]));
    const added = edits.flatMap(({ text }) => (filled(text) && !args.includes(jsonText(text).slice(1, -1)) ? [filled(text)!] : []));
    return [[`[Edited ${pathOf(part.uri) ?? 'a file'}]`, ...added].join('\n')];
  });
  if (notes.length === 0) return;
  const last = answers.findLast(({ role }) => role === 'assistant');
  if (last) last.parts = [...last.parts, ...notes.flatMap(texts)];
  else talk.say('assistant', notes.flatMap(texts), { ...more, id: `${id}/edits` });
}

/*
 * The log in which VS Code keeps a session since 2026: changes of one object. Rules: microsoft/vscode
 * `src/vs/workbench/contrib/chat/common/model/objectMutationLog.ts`.
 */

/** A line: 0 the whole object, 1 sets, 2 cuts the list to the length `i` and adds `v`, 3 removes. */
interface Change {
  kind: 0 | 1 | 2 | 3;
  k?: readonly (string | number)[];
  v?: unknown;
  i?: number;
}

const isChange = (value: unknown): value is JsonObject & { readonly kind: number } =>
  isObject(value) &&
  typeof value.kind === 'number' &&
  [0, 1, 2, 3].includes(value.kind) &&
  (value.kind === 0 ? isObject(value.v) : Array.isArray(value.k));

type Holder = Record<string, unknown> | unknown[];
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
const copied = (value: unknown): unknown => (value === undefined ? undefined : (JSON.parse(jsonText(value)) as unknown));

const FURTHEST = 10_000;

class Log {
  state: JsonObject = {};
  #lost = 0;
  #origin: Origin = {};

  apply(change: JsonObject & { readonly kind: number }, origin: Origin): void {
    if (change.kind === 0) {
      this.state = copied(change.v) as JsonObject;
      return;
    }
    if (this.#change(change)) return;
    if (this.#lost++ === 0) this.#origin = origin;
  }

  report(report: Report): void {
    if (this.#lost > 0)
      report({
        code: 'unread-change',
        message: 'Changes of the log lead to no place in the session and were left out.',
        count: this.#lost,
        ...this.#origin,
      });
  }

  #change({ kind, k, v, i }: Raw<Change>): boolean {
    const path = (k as readonly unknown[]).filter((key): key is string | number => typeof key === 'string' || typeof key === 'number');
    const last = path.at(-1);
    const holder = last === undefined ? undefined : this.#at(path.slice(0, -1), path);
    if (!holder || last === undefined || !fits(holder, last)) return false;
    const own = holder as Record<string | number, unknown>;
    if (kind === 3) {
      if (Array.isArray(holder)) holder.splice(Number(last), 1);
      else delete own[last];
    } else if (kind === 1) own[last] = copied(v);
    else {
      own[last] ??= [];
      const list = own[last];
      if (!Array.isArray(list)) return false;
      if (typeof i === 'number' && i >= 0 && i < list.length) list.length = i;
      for (const item of Array.isArray(v) ? (v as readonly unknown[]) : []) list.push(copied(item));
    }
    return true;
  }

  /** The object or list at a path, made where nothing is; undefined where the path leads through a value. */
  #at(keys: readonly (string | number)[], path: readonly (string | number)[]): Holder | undefined {
    let at: Holder = this.state as Record<string, unknown>;
    for (const [n, key] of keys.entries()) {
      if (!fits(at, key)) return undefined;
      const own = at as Record<string | number, unknown>;
      own[key] ??= typeof path[n + 1] === 'number' ? [] : {};
      const next = own[key];
      if (!isHolder(next)) return undefined;
      at = next;
    }
    return at;
  }
}

const fits = (holder: Holder, key: string | number): boolean =>
  Array.isArray(holder) ? typeof key === 'number' && key >= 0 && key <= holder.length + FURTHEST : key !== '__proto__';

const isRequest = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value.response) && (isObject(value.message) || typeof value.message === 'string');
const isChat = (value: unknown): value is JsonObject & { readonly requests: readonly unknown[] } =>
  isObject(value) && Array.isArray(value.requests) && ('responderUsername' in value || value.requests.some(isRequest));

function detect(source: Source): number {
  const values = firstObjects(source);
  if (values.some((value) => isChat(value) || (isChange(value) && value.kind === 0 && isChat(value.v)))) return 0.97;
  return values.length > 1 && values.every(isChange) ? 0.6 : 0;
}

interface ChatRecord {
  readonly chat: Raw<Chat>;
  readonly origin: Origin;
}

function chatsIn(source: Source, report: Report): readonly ChatRecord[] {
  const found: ChatRecord[] = [];
  const logs = new Map<unknown, { readonly log: Log; readonly origin: Origin }>();
  let current: Log | undefined;
  for (const { value, line, path } of objectsIn(source)) {
    const origin: Origin = lineOrPath(line, path);
    if (isChange(value)) {
      const id = value.kind === 0 ? (value.v as JsonObject).sessionId : undefined;
      if (value.kind === 0 || !current) {
        current = logs.get(id)?.log ?? new Log();
        if (!logs.has(id)) logs.set(id, { log: current, origin });
      }
      current.apply(value, origin);
    } else if (isChat(value)) found.push({ chat: value, origin });
    else report({ ...UNREAD_RECORD, ...origin });
  }
  for (const { log, origin } of logs.values()) {
    log.report(report);
    found.push({ chat: log.state, origin });
  }
  return found;
}

function readChat({ chat, origin }: ChatRecord, index: number, report: Report): Transcript {
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
    const { summaries: list, summary }: Raw<Metadata> = objectOf(objectOf(result).metadata);
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

/** A summary is in the place of everything up to its round. */
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

export const vscodeChat: Format = {
  id: 'vscode-chat',
  evidence: 'recorded',
  written: { by: "VS Code's chat format", tested: '3', version: stated('version') },
  unread: 'edits beyond a note; agents and slash commands',
  extension: 'json',
  detect,
  parse: (source, report) => chatsIn(source, report).map((chat, i) => readChat(chat, i, report)),
};
