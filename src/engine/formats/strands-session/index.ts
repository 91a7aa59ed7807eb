/**
 * Sessions of Strands Agents: a folder of one file per message, or some of these files. Messages are Converse's.
 * Shapes: strands-agents/sdk-python `src/strands/session/file_session_manager.py`, `types/session.py` @1232230d.
 */
import type { Origin, Transcript } from '../../transcript/types.ts';
import { isMessage, readBlocks } from '../bedrock-converse/index.ts';
import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, isoTime, type JsonObject, numberOf, objectOf, type Raw } from '../json.ts';
import { firstObjects, objectsIn, placeAt } from '../lists.ts';
import { Talk } from '../chat-messages.ts';
import { UNREAD_RECORD } from '../encoding.ts';

interface SessionMessage {
  message: { role: 'user' | 'assistant'; content: readonly object[] };
  message_id: number;
  /** Stands in the place of `message`. */
  redact_message: { role: string; content: readonly object[] } | null;
  created_at: string;
}
interface SessionAgent {
  agent_id: string;
  /** `removed_message_count`: so many of the oldest messages are no longer sent. */
  conversation_manager_state: { __name__: string; removed_message_count: number; summary_message?: object };
}
interface Session {
  session_id: string;
  session_type: string;
}

const isSessionMessage = (value: JsonObject): boolean =>
  typeof value.message_id === 'number' && isMessage(value.message) && 'redact_message' in value;
const isAgent = (value: JsonObject): boolean => filled(value.agent_id) !== undefined && isObject(value.conversation_manager_state);

interface Agent {
  readonly header: Raw<SessionAgent>;
  readonly messages: { readonly value: Raw<SessionMessage>; readonly origin: Origin }[];
}

const agentIn = (path: string): string => /^(.*agents\/agent_[^/]+)\//.exec(path)?.[1] ?? '';

function readSource(source: Source, report: Report): Transcript[] {
  const agents = new Map<string, Agent>();
  let session: string | undefined;
  for (const { value, line, path } of objectsIn(source)) {
    const origin = placeAt(line, path);
    const key = agentIn(path);
    if (isAgent(value)) agents.set(key, { header: value, messages: agents.get(key)?.messages ?? [] });
    else if (isSessionMessage(value)) {
      const agent = agents.get(key) ?? { header: {}, messages: [] };
      agent.messages.push({ value, origin });
      agents.set(key, agent);
    } else if (filled((value as Raw<Session>).session_id)) session = filled(value.session_id);
    else report({ ...UNREAD_RECORD, ...origin });
  }
  return [...agents.values()].map((agent, i) => readAgent(agent, session, i, report));
}

function readAgent({ header, messages }: Agent, session: string | undefined, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const state: JsonObject = objectOf(header.conversation_manager_state);
  const removed = numberOf(state.removed_message_count) ?? 0;
  const sorted = messages.toSorted((a, b) => Number(a.value.message_id) - Number(b.value.message_id));
  const compact = (): void => {
    const summary = isObject(state.summary_message) ? readBlocks(state.summary_message.content, report, {}).parts : undefined;
    talk.compacted(summary);
  };
  for (const [i, { value, origin }] of sorted.entries()) {
    if (removed > 0 && i === removed) compact();
    const own = isObject(value.redact_message) ? value.redact_message : (value.message as JsonObject);
    const { parts } = readBlocks(own.content, report, origin);
    const ts = isoTime(value.created_at);
    talk.say(own.role === 'assistant' ? 'assistant' : 'user', parts, { id: `message-${value.message_id}`, origin, ...(ts && { ts }) });
  }
  if (removed > 0 && removed >= sorted.length) compact();
  if (messages.length === 1 && session === undefined)
    report({ code: 'one-message', message: 'The file is one message of a session; the other messages are in files beside it.' });
  const agent = filled(header.agent_id);
  return talk.finish({
    id: [session, agent].filter((part) => part !== undefined).join('/') || `session-${index + 1}`,
    title: agent === 'default' ? session : agent,
    format: 'strands-session',
  });
}

export const strandsSession: Format = {
  id: 'strands-session',
  evidence: 'source',
  extension: 'json',
  detect: (source) => (firstObjects(source).some(isSessionMessage) ? 0.97 : 0),
  parse: (source, report) => readSource(source, report),
};
