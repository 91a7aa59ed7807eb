/**
 * Events of a session of Claude Managed Agents, as the API lists and streams them, bare or each in the `raw` of a log's line. The system
 * prompt belongs to the agent and not to the session, so it is not among them.
 */
import type { Origin, Transcript } from '../../transcript/types.ts';
import { readBlocks, readUsage } from '../anthropic-messages/blocks.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, textOf } from '../json.ts';
import { objectsIn, type SourceObject } from '../lists.ts';
import { KindCounter } from '../encoding.ts';
import { callOf, texts } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';

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

class Thread extends Talk {
  read({ event, origin, ts }: Entry, unknown: KindCounter): void {
    const type = textOf(event.type) ?? '';
    const more = compact({ id: filled(event.id) ?? `event-${this.messages.length + 1}`, origin, ts });
    if (type === 'span.model_request_end') this.#used(event, origin);
    else if (type === 'agent.thread_context_compacted') this.compacted(undefined);
    else if (CALL.test(type)) this.answer([callOf(event.id, event.name, event.input)], more);
    else if (RESULT.test(type)) {
      const result = { type: 'tool_result', tool_use_id: calledIn(event), content: event.content, is_error: event.is_error };
      this.say('tool', readBlocks([result], this.report, origin).parts, more);
    } else if (SPOKEN.test(type)) {
      const { parts } = readBlocks(type === 'agent.thinking' ? thinkingIn(event) : event.content, this.report, origin);
      if (parts.length === 0) return;
      if (type.startsWith('agent.')) this.answer(parts, more);
      else this.say(type === 'user.message' ? 'user' : 'system', parts, more);
    } else if (type === 'user.define_outcome' && filled(event.description) !== undefined) this.say('user', texts(event.description), more);
    else if (!UNSPOKEN.test(type)) unknown.add(type, origin.line);
  }

  #used(event: JsonObject, origin: Origin): void {
    const usage = readUsage(event.model_usage, this.report, origin);
    const answer = this.messages.findLast(({ role }) => role === 'assistant');
    if (answer && usage && !answer.usage) answer.usage = usage;
    this.close();
  }
}

const thinkingIn = (event: JsonObject): readonly JsonObject[] =>
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
    const thread = threads.get(key) ?? new Thread(report);
    threads.set(key, thread);
    thread.read(entry, unknown);
  }
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  return [...threads].map(([id, thread], i) => thread.finish({ id: id || `session-${i + 1}`, format: 'managed-agents' }));
}

const detect = (source: Source): number =>
  objectsIn({ records: source.records.slice(0, 50) }, 50)
    .flatMap(entriesIn)
    .some(isEvent)
    ? 0.96
    : 0;

export const managedAgents: Format = { id: 'managed-agents', evidence: 'source', extension: 'jsonl', detect, parse };
