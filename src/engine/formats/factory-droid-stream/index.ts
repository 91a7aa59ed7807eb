/**
 * Events of `droid exec --output-format stream-json`. Ids are under either of two names, times are texts or numbers. Shapes: fixtures of
 * jazzyalex/agent-sessions @651e854f.
 */
import type { Origin, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { addTo, compact, filled, isoTime, type JsonObject, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, resultOf, texts } from '../format-parts.ts';
import { firstObjects, lineOrPath, objectsIn, type SourceObject } from '../lists.ts';
import { INTERFACE_NOTE, KindCounter } from '../encoding.ts';
import { Talk } from '../chat-messages.ts';

interface Event {
  type: 'system' | 'message' | 'tool_call' | 'tool_result' | 'completion' | 'error';
  session_id: string;
  sessionId: string;
  timestamp: string | number;
  id: string;
  model: string;
  tools: readonly (string | object)[];
  role: 'user' | 'assistant';
  text: string;
  toolCallId: string;
  toolName: string;
  parameters: object;
  value: unknown;
  isError: boolean;
  finalText: string;
}

const isOwn = (value: JsonObject): boolean =>
  (value.type === 'tool_call' && typeof value.toolName === 'string' && 'parameters' in value) ||
  (value.type === 'completion' && 'finalText' in value);

const detect = (source: Source): number => (firstObjects(source).some(isOwn) ? 0.96 : 0);

function readSession(events: readonly SourceObject[], index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const unknown = new KindCounter();
  const first: Raw<Event> = events.find(({ value }) => value.type === 'system')?.value ?? {};
  const id = events.map(({ value }) => filled(value.session_id) ?? filled(value.sessionId)).find((own) => own !== undefined);
  for (const { value, line, path } of events) {
    const event: Raw<Event> = value;
    const origin: Origin = lineOrPath(line, path);
    const more = compact({ id: filled(event.id), origin, ts: isoTime(event.timestamp) });
    const call = filled(event.toolCallId) ?? filled(event.id);
    if (event.type === 'message') talk.say(event.role === 'assistant' ? 'assistant' : 'user', texts(event.text), more);
    else if (event.type === 'tool_call') talk.say('assistant', [callOf(call, event.toolName, event.parameters)], more);
    else if (event.type === 'tool_result') talk.say('tool', [resultOf(call, event.value, { isError: event.isError === true })], more);
    else if (event.type === 'completion') {
      const last = talk.messages.at(-1);
      const repeated = last?.role === 'assistant' && last.parts.some((part) => part.type === 'text' && part.text === event.finalText);
      if (filled(event.finalText) && !repeated) talk.say('assistant', texts(event.finalText), more);
    } else if (event.type === 'error') report({ ...INTERFACE_NOTE, ...origin });
    else if (event.type !== 'system') unknown.add(textOf(event.type) ?? '', line);
  }
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  const tools = Array.isArray(first.tools) ? first.tools.flatMap((tool: unknown) => (typeof tool === 'string' ? [{ name: tool }] : [])) : [];
  const described = objectsOf(first.tools).flatMap((tool) =>
    filled(tool.name) ? [compact({ name: filled(tool.name)!, description: filled(tool.description) })] : [],
  );
  return talk.finish({
    id: id ?? `session-${index + 1}`,
    format: 'factory-droid-stream',
    model: filled(first.model),
    tools: [...tools, ...described],
  });
}

function sessionsOf(source: Source): SourceObject[][] {
  const sessions = new Map<string, SourceObject[]>();
  let current = '';
  for (const placed of objectsIn(source)) {
    current = filled(placed.value.session_id) ?? filled(placed.value.sessionId) ?? current;
    addTo(sessions, current, placed);
  }
  return [...sessions.values()];
}

export const factoryDroidStream: Format = {
  id: 'factory-droid-stream',
  evidence: 'fixtures',
  unread: 'usage, which it tells of the whole run alone',
  extension: 'jsonl',
  detect,
  parse: (source, report) => sessionsOf(source).map((events, i) => readSession(events, i, report)),
};
