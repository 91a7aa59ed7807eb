/**
 * Events of a session of Claude Managed Agents, as the API lists and streams them, bare or each in the `raw` of a log's line. The system
 * prompt belongs to the agent and not to the session, so it is not among them.
 */
import type { Origin, Part, RecordedCompaction, Role, Transcript } from '../../transcript/types.ts';
import { readBlocks, readUsage } from '../anthropic-messages/blocks.ts';
import type { Format, Report, Source } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, isoTime, textOf, type JsonObject } from '../json.ts';
import { objectsIn, type SourceObject } from '../lists.ts';
import { KindCounter } from '../encoding.ts';
import { callOf } from '../format-parts.ts';

const CALL = /^agent\.(?:mcp_|custom_)?tool_use$/;
const RESULT = /^(?:agent\.(?:mcp_)?|user\.(?:custom_)?)tool_result$/;
/** States and requests of a session: nobody said them. */
const UNSPOKEN = /^(?:session|span)\.|^user\.(?:interrupt|tool_confirmation)$|^agent\.thread_message_(?:sent|received)$/;
const SPOKEN = /^(?:(?:user|system|agent)\.message|agent\.thinking)$/;

interface Entry {
  readonly event: JsonObject;
  readonly origin: Origin;
  readonly ts: string | undefined;
}

function entriesIn({ value, line, path }: SourceObject): readonly Entry[] {
  const entry = (one: JsonObject, at: string): Entry => {
    const event = isObject(one.raw) && typeof one.raw.type === 'string' ? one.raw : one;
    return { event, origin: line === undefined ? { path: at } : { line }, ts: isoTime(event.processed_at) ?? isoTime(one.time) };
  };
  if (!Array.isArray(value.data)) return [entry(value, path)];
  return value.data.flatMap((one: unknown, i) => (isObject(one) ? [entry(one, `${path}.data[${i}]`)] : []));
}

function isEvent({ event: { type, content, input, id } }: Entry): boolean {
  if (typeof type !== 'string') return false;
  if (CALL.test(type)) return isObject(input);
  if (RESULT.test(type) || SPOKEN.test(type)) return Array.isArray(content) || type === 'agent.thinking';
  return /^(?:session\.status_|span\.model_request_)/.test(type) && typeof id === 'string';
}

const calledIn = (event: JsonObject): string => filled(event.tool_use_id) ?? filled(event.mcp_tool_use_id) ?? filled(event.custom_tool_use_id) ?? '';

class Thread {
  readonly messages: Draft[] = [];
  readonly compactions: RecordedCompaction[] = [];
  readonly #report: Report;
  readonly #unknown: KindCounter;
  #answer: Draft | undefined;

  constructor(report: Report, unknown: KindCounter) {
    this.#report = report;
    this.#unknown = unknown;
  }

  read(entry: Entry): void {
    const { event, origin } = entry;
    const type = textOf(event.type) ?? '';
    if (type === 'span.model_request_end') this.#used(entry);
    else if (type === 'agent.thread_context_compacted') this.compactions.push({ at: this.messages.length });
    else if (CALL.test(type)) {
      this.#said([callOf(event.id, event.name, event.input)], entry);
    } else if (RESULT.test(type)) {
      const result = { type: 'tool_result', tool_use_id: calledIn(event), content: event.content, is_error: event.is_error };
      this.#add('tool', readBlocks([result], this.#report, origin).parts, entry);
    } else if (SPOKEN.test(type)) {
      const { parts } = readBlocks(type === 'agent.thinking' ? thoughts(event) : event.content, this.#report, origin);
      if (parts.length === 0) return;
      if (type.startsWith('agent.')) this.#said(parts, entry);
      else this.#add(type === 'user.message' ? 'user' : 'system', parts, entry);
    } else if (type === 'user.define_outcome' && filled(event.description) !== undefined)
      this.#add('user', [{ type: 'text', text: filled(event.description)! }], entry);
    else if (!UNSPOKEN.test(type)) this.#unknown.add(type, origin.line);
  }

  #said(parts: readonly Part[], entry: Entry): void {
    if (this.#answer) this.#answer.parts = [...this.#answer.parts, ...parts];
    else this.#answer = this.#add('assistant', parts, entry);
  }

  #add(role: Role, parts: readonly Part[], { event, origin, ts }: Entry): Draft {
    const draft: Draft = { id: filled(event.id) ?? `event-${this.messages.length + 1}`, role, parts, origin, ...(ts !== undefined && { ts }) };
    this.messages.push(draft);
    this.#answer = undefined;
    return draft;
  }

  #used({ event, origin }: Entry): void {
    const usage = readUsage(event.model_usage, this.#report, origin);
    const answer = this.messages.findLast(({ role }) => role === 'assistant');
    if (answer && usage && !answer.usage) answer.usage = usage;
    this.#answer = undefined;
  }
}

const thoughts = (event: JsonObject): readonly JsonObject[] =>
  filled(event.thinking) === undefined
    ? ((event.content ?? []) as readonly JsonObject[])
    : [{ type: 'thinking', thinking: event.thinking, signature: event.signature }];

function parse(source: Source, report: Report): Transcript[] {
  const unknown = new KindCounter();
  const threads = new Map<string, Thread>();
  const seen = new Set<string>();
  for (const entry of objectsIn(source).flatMap(entriesIn)) {
    const { event } = entry;
    if (typeof event.type !== 'string') continue;
    const id = filled(event.id);
    if (id !== undefined && seen.has(id)) continue;
    if (id !== undefined) seen.add(id);
    const key = [event.session_id, event.session_thread_id].filter((part) => filled(part) !== undefined).join('/');
    const thread = threads.get(key) ?? new Thread(report, unknown);
    threads.set(key, thread);
    thread.read(entry);
  }
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  const transcripts = [...threads].flatMap(([key, { messages, compactions }], i): Transcript[] => {
    if (messages.length === 0) return [];
    const head = { id: key === '' ? `session-${i + 1}` : key, format: 'managed-agents', tools: [], branches: [], subagents: [] };
    return [finishTranscript({ ...head, messages, compactions }, report)];
  });
  return transcripts;
}

const detect = (source: Source): number =>
  objectsIn({ records: source.records.slice(0, 50) }, 50)
    .flatMap(entriesIn)
    .some(isEvent)
    ? 0.96
    : 0;

export const managedAgents: Format = { id: 'managed-agents', evidence: 'source', extension: 'jsonl', detect, parse };
