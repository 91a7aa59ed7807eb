import type { Branch, Origin, Part, RecordedCompaction, TextPart, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { Report, Source } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, isoTime, jsonText, listOf, numberOf, objectsOf, textOf, type JsonObject } from '../json.ts';
import { filePart, imagePart } from '../media.ts';
import { usageFrom } from '../usage.ts';
import { sessionsIn, type Stored, type StoredSession } from './storage.ts';
import { unknownPart } from '../any-part.ts';

/** Parts without conversation: snapshots of the files, costs of a step, failed attempts. */
const UNSPOKEN = new Set(['step-finish', 'snapshot', 'patch', 'retry', 'agent']);

/** Conversations of a file; a session that another one started is its subagent. */
export function readSessions(source: Source, report: Report): Transcript[] {
  const sessions = sessionsIn(source);
  const transcripts = new Map(sessions.map((session) => [session.id, readSession(session, report)]));
  const children = new Map<string, Transcript[]>();
  const roots: StoredSession[] = [];
  for (const session of sessions) {
    const parent = filled(session.info.parentID);
    if (parent === undefined || parent === session.id || !transcripts.has(parent)) roots.push(session);
    else children.set(parent, [...(children.get(parent) ?? []), transcripts.get(session.id)!]);
  }
  const seen = new Set<string>();
  const withChildren = (transcript: Transcript): Transcript => {
    seen.add(transcript.id);
    return { ...transcript, subagents: (children.get(transcript.id) ?? []).filter(({ id }) => !seen.has(id)).map(withChildren) };
  };
  // Sessions that start each other have no root.
  const found = roots.map(({ id }) => withChildren(transcripts.get(id)!));
  return [...found, ...sessions.filter(({ id }) => !seen.has(id)).map(({ id }) => transcripts.get(id)!)];
}

function readSession({ id, info, messages: stored }: StoredSession, report: Report): Transcript {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  const system = stored.flatMap(({ info: own }) => filled(own.system) ?? (listOf(own.system).filter(filled).join('\n\n') || [])).at(0);
  if (system) messages.push({ id: 'system', role: 'system', parts: [{ type: 'text', text: system }] });
  // What was said from this message on was taken back.
  const undone = isObject(info.revert) ? filled(info.revert.messageID) : undefined;
  const cut = undone === undefined ? -1 : stored.findIndex((message) => message.info.id === undone);
  let asked: Compaction | undefined;
  const taken: Draft[] = [];
  stored.forEach((message, i) => {
    const list = cut >= 0 && i >= cut ? taken : messages;
    const own = message.info.role === 'user' ? readPrompt(message, report) : readAnswer(message, report);
    if (list === messages) {
      asked = compactionOf(message) ?? asked;
      if (message.info.summary === true && message.info.role === 'assistant' && !message.info.error && own.length > 0) {
        const facts = { ...(asked?.trigger && { trigger: asked.trigger }), ...(asked?.keptFrom && { keptFrom: asked.keptFrom }) };
        own[0]!.compaction = { kind: 'summary', ...facts };
        own[0]!.synthetic = true;
        compactions.push({ at: messages.length, ...facts, summaryId: own[0]!.id });
        asked = undefined;
      }
    }
    for (const draft of own) list.push(draft);
  });
  const model = messages.findLast((message) => message.model !== undefined)?.model;
  const fork = messages.at(-1)?.id;
  const branches: readonly Branch[] = taken.length > 0 ? [{ id: taken[0]!.id, ...(fork && { forkedFrom: fork }), messages: taken }] : [];
  return finishTranscript(
    {
      id,
      ...(filled(info.title) && { title: filled(info.title)! }),
      format: 'opencode',
      ...(model && { model }),
      tools: [],
      messages,
      compactions,
      branches,
      subagents: [],
      ...(filled(info.directory) && { extra: { cwd: info.directory } }),
    },
    report,
  );
}

interface Compaction {
  readonly trigger: string;
  readonly keptFrom?: string;
}

/** The message that asks for a compaction; its answer is the summary. */
function compactionOf({ parts }: Stored): Compaction | undefined {
  const part = parts.find(({ type }) => type === 'compaction');
  if (!part) return undefined;
  const keptFrom = filled(part.tail_start_id);
  return { trigger: part.overflow === true ? 'overflow' : part.auto === true ? 'auto' : 'manual', ...(keptFrom && { keptFrom }) };
}

const timeOf = ({ info }: Stored): string | undefined => (isObject(info.time) ? isoTime(info.time.created) : undefined);
const frame = (message: Stored, role: Draft['role'], id: string, parts: readonly Part[]): Draft => {
  const ts = timeOf(message);
  return { id, role, parts, ...(ts && { ts }), origin: message.place };
};

/** What the person said, and apart from it what opencode added (files that were mentioned, a nudge to go on). */
function readPrompt(message: Stored, report: Report): Draft[] {
  const said: Part[] = [];
  const added: Part[] = [];
  let asks = false;
  for (const part of message.parts) {
    if (part.type === 'compaction') asks = true;
    else for (const read of readPart(part, report, message.place)) (part.synthetic === true ? added : said).push(read);
  }
  const id = filled(message.info.id) ?? 'message';
  if (said.length === 0 && added.length === 0) return asks ? [] : [frame(message, 'user', id, [])];
  return [
    ...(said.length > 0 ? [frame(message, 'user', id, said)] : []),
    ...(added.length > 0 ? [{ ...frame(message, 'user', said.length > 0 ? `${id}/added` : id, added), synthetic: true }] : []),
  ];
}

/** An answer of several steps is several messages, the results of each step after it. */
function readAnswer(message: Stored, report: Report): Draft[] {
  const { info, place } = message;
  const id = filled(info.id) ?? 'message';
  const nested = isObject(info.model) ? info.model : {};
  const model = filled(info.modelID) ?? filled(nested.modelID);
  const steps: { parts: Part[]; results: ToolResultPart[]; usage: Usage | undefined }[] = [];
  let open: (typeof steps)[number] | undefined;
  const step = (): (typeof steps)[number] => {
    if (!open) {
      open = { parts: [], results: [], usage: undefined };
      steps.push(open);
    }
    return open;
  };
  for (const part of message.parts) {
    if (part.type === 'step-start') open = undefined;
    else if (part.type === 'step-finish') step().usage = usageOf(part.tokens, report, place);
    else if (part.type === 'tool') {
      const { call, result } = readTool(part, report, place);
      step().parts.push(call);
      if (result) step().results.push(result);
    } else {
      const read = readPart(part, report, place);
      if (read.length > 0) step().parts.push(...read);
    }
  }
  if (steps.length === 0) steps.push({ parts: [], results: [], usage: undefined });
  const whole = steps.length === 1 ? usageOf(info.tokens, report, place) : undefined;
  return steps.flatMap(({ parts, results, usage }, i): Draft[] => {
    const own = i === 0 ? id : `${id}/${i + 1}`;
    const spent = whole ?? usage;
    const said: Draft = { ...frame(message, 'assistant', own, parts), ...(model && { model }), ...(spent && { usage: spent }) };
    return results.length > 0 ? [said, frame(message, 'tool', `${own}/results`, results)] : [said];
  });
}

/** `input` excludes cached tokens here too. */
function usageOf(tokens: unknown, report: Report, place: Origin): Usage | undefined {
  if (!isObject(tokens)) return undefined;
  const cache = isObject(tokens.cache) ? tokens.cache : {};
  return usageFrom({ input: tokens.input, output: tokens.output, cacheRead: cache.read, cacheWrite: cache.write }, report, place);
}

function readTool(part: JsonObject, report: Report, place: Origin): { readonly call: Part; readonly result?: ToolResultPart } {
  const state = isObject(part.state) ? part.state : {};
  const callId = filled(part.callID) ?? filled(part.id) ?? '';
  const name = textOf(part.tool) ?? '';
  const args = state.input === undefined ? (textOf(state.raw) ?? '{}') : typeof state.input === 'string' ? state.input : jsonText(state.input);
  const call: Part = { type: 'tool-call', id: callId, name, args };
  const failed = state.status === 'error';
  if (state.status !== 'completed' && !failed) return { call };
  if (isObject(state.time) && numberOf(state.time.compacted) !== undefined)
    report({ code: 'pruned-output', message: 'Outputs that the agent cleared later on were read in full.', ...place });
  const said = failed ? (textOf(state.error) ?? jsonText(state.error)) : (textOf(state.output) ?? jsonText(state.output));
  const texts: TextPart[] = said === '' ? [] : [{ type: 'text', text: said }];
  const files = objectsOf(state.attachments).flatMap((attached) => mediaOf(attached));
  return { call, result: { type: 'tool-result', callId, name, content: [...texts, ...files], ...(failed && { isError: true }) } };
}

function mediaOf(part: JsonObject): readonly (ReturnType<typeof imagePart> | ReturnType<typeof filePart>)[] {
  const url = filled(part.url);
  const mime = filled(part.mime);
  if (url === undefined) return [];
  return [mime?.startsWith('image/') ? imagePart(url, mime) : filePart(url, mime, filled(part.filename))];
}

function readPart(part: JsonObject, report: Report, place: Origin): readonly Part[] {
  const type = textOf(part.type) ?? '';
  const text = filled(part.text);
  switch (type) {
    case 'text':
      if (part.ignored === true) report({ code: 'hidden-text', message: 'Texts that the agent did not send to its model were left out.', ...place });
      return part.ignored === true || text === undefined ? [] : [{ type: 'text', text }];
    case 'reasoning':
      return text === undefined ? [] : [{ type: 'reasoning', text }];
    case 'file':
      return mediaOf(part);
    case 'subtask':
      return filled(part.prompt) ? [{ type: 'text', text: filled(part.prompt)! }] : [];
    default:
      if (!UNSPOKEN.has(type)) report({ ...unknownPart(type), ...place });
      return [];
  }
}
