/**
 * Agent files of Letta (`.af`): every agent with its messages. Shapes: letta-ai/letta `letta/schemas/agent_file.py`, `message.py`; a real file of
 * letta-ai/agent-file @78212eb5.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf, windowOf } from '../json.ts';
import { readTools } from '../openai-chat/index.ts';
import { callOf, callsIn, held, imagePart, readParts, resultOf, texts, thoughts, valueText } from '../format-parts.ts';
import { firstObjects, placeAt, type SourceObject, thoseIn } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

interface AgentFile {
  agents: readonly Agent[];
  tools: readonly { id: string; json_schema: object }[];
}
interface Agent {
  id: string;
  name: string;
  system: string;
  llm_config: { model: string; context_window: number };
  messages: readonly LettaMessage[];
  in_context_message_ids: readonly string[];
  tool_ids: readonly string[];
}
interface LettaMessage {
  id: string;
  role: 'system' | 'user' | 'assistant' | 'tool' | 'approval' | 'summary';
  content: readonly object[] | string | null;
  tool_calls: readonly { id: string; function: { name: string; arguments: string } }[] | null;
  tool_call_id: string | null;
  tool_returns: readonly { tool_call_id?: string; status: 'success' | 'error'; func_response: string }[] | null;
  model: string | null;
  created_at: string;
}

const isFile = (value: JsonObject): boolean =>
  objectsOf(value.agents).some((agent) => Array.isArray(agent.messages) && ('in_context_message_ids' in agent || 'llm_config' in agent));

function readPart(part: JsonObject, kind: string): readonly Part[] | undefined {
  if (kind === 'text') return texts(part.text);
  if (kind === 'reasoning') return thoughts(part.reasoning, { signature: part.signature });
  if (kind === 'redacted_reasoning') return thoughts('', { encrypted: part.data });
  if (kind === 'omitted_reasoning') return [];
  if (kind === 'tool_call') return [callOf(part.id, part.name, part.input ?? part.arguments)];
  if (kind === 'tool_return') return [resultOf(part.tool_call_id, part.content, { isError: part.is_error === true })];
  if (kind === 'image') {
    const source: JsonObject = objectOf(part.source);
    const place = filled(source.data) ?? filled(source.url) ?? filled(source.file_id);
    return place === undefined ? undefined : [imagePart(place, filled(source.media_type))];
  }
  return undefined;
}

function readMessage(message: Raw<LettaMessage>, talk: Talk, origin: Origin, report: Report): void {
  const parts = readParts(message.content, readPart, report, origin);
  const more = compact({ id: filled(message.id), ts: isoTime(message.created_at), origin });
  if (message.role === 'tool') {
    const [first] = objectsOf(message.tool_returns);
    const content = parts.length > 0 ? held(parts, report, origin) : texts(valueText(first?.func_response));
    talk.say('tool', [resultOf(message.tool_call_id ?? first?.tool_call_id, content, { isError: first?.status === 'error' })], more);
    return;
  }
  const known = new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
  const calls = callsIn(message.tool_calls).filter(({ id }) => !known.has(id));
  if (message.role === 'summary') talk.compacted(parts, more);
  else if (message.role === 'assistant' || calls.length > 0)
    talk.say('assistant', [...parts, ...calls], compact({ ...more, model: filled(message.model) }));
  else talk.say(message.role === 'system' ? 'system' : 'user', parts, more);
}

function readAgent(agent: Raw<Agent>, file: Raw<AgentFile>, origin: Origin, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const messages = objectsOf(agent.messages);
  const system = textOf(agent.system) ?? '';
  if (messages[0] && messages[0].role !== 'system')
    talk.messages.push(...texts(system).map((part) => ({ id: 'system', role: 'system' as const, parts: [part], origin })));
  const inContext = new Set(listOf(agent.in_context_message_ids));
  const last = inContext.size === 0 ? -1 : messages.findLastIndex(({ id, role }) => !inContext.has(id) && role !== 'system');
  for (const [i, message] of messages.entries()) {
    readMessage(message, talk, { ...origin, path: `${origin.path ?? '$'}.messages[${i}]` }, report);
    if (i === last) talk.compacted(undefined);
  }
  const own = new Set(listOf(agent.tool_ids));
  const schemas = objectsOf(file.tools).flatMap((tool) => (own.has(tool.id) && isObject(tool.json_schema) ? [tool.json_schema] : []));
  const config: JsonObject = objectOf(agent.llm_config);
  return talk.finish({
    id: filled(agent.id) ?? `agent-${index + 1}`,
    title: filled(agent.name),
    format: 'letta',
    model: filled(config.model),
    window: windowOf(config.context_window),
    tools: readTools({ tools: schemas }, report, origin),
  });
}

const readFile = ({ value, line, path }: SourceObject, report: Report): Transcript[] =>
  objectsOf(value.agents).map((agent, i) => readAgent(agent, value, placeAt(line, `${path}.agents[${i}]`), i, report));

export const letta: Format = {
  id: 'letta',
  evidence: 'recorded',
  unread: 'memory blocks beside the system prompt, sources',
  extension: 'json',
  detect: (source: Source) => (firstObjects(source).some(isFile) ? 0.97 : 0),
  parse: (source, report) => thoseIn(source, isFile).flatMap((placed) => readFile(placed, report)),
};
