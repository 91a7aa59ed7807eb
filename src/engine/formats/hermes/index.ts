/**
 * Sessions of Hermes: `~/.hermes/sessions/session_*.json`, or lines that begin with one of the role `session_meta`. Shapes: fixtures of
 * jazzyalex/agent-sessions @651e854f.
 */
import type { Origin, Transcript } from '../../transcript/types.ts';
import { commonPart, type Notation, sayChat, Talk } from '../chat-messages.ts';
import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, type JsonObject, listOf, objectsOf, type Raw } from '../json.ts';
import { readTools } from '../openai-chat/index.ts';
import { texts, thoughts } from '../format-parts.ts';
import { firstObjects, lineOrPath, objectsIn, placeAt } from '../lists.ts';

interface Session {
  session_id: string;
  model: string;
  platform: string;
  system_prompt: string;
  tools: readonly object[];
  /** Chat Completions, with `reasoning`, `reasoning_content`, `tool_name`; the role `session_meta` is none. */
  messages: readonly object[];
}

const isSession = (value: JsonObject): boolean =>
  typeof value.session_id === 'string' &&
  Array.isArray(value.messages) &&
  ('platform' in value || 'system_prompt' in value || 'session_start' in value);
const isMeta = (value: unknown): boolean => isObject(value) && value.role === 'session_meta';

const NOTATION: Notation = {
  part: commonPart,
  before: ({ reasoning, reasoning_content }) => thoughts(filled(reasoning) ?? reasoning_content),
  fields: ['reasoning', 'reasoning_content'],
};

const merged = (tools: unknown): readonly JsonObject[] =>
  objectsOf(tools).map((tool) => ({ ...tool, ...(isObject(tool.function) && { function: { ...tool, ...tool.function } }) }));

function read(
  session: Raw<Session>,
  messages: readonly { readonly value: unknown; readonly origin: Origin }[],
  index: number,
  report: Report,
): Transcript {
  const talk = new Talk(report);
  if (filled(session.system_prompt)) talk.say('system', texts(session.system_prompt), { id: 'system', origin: { path: '$.system_prompt' } });
  for (const { value, origin } of messages) if (!isMeta(value)) sayChat(talk, value, NOTATION, report, origin);
  return talk.finish({
    id: filled(session.session_id) ?? `session-${index + 1}`,
    format: 'hermes',
    model: filled(session.model),
    tools: readTools({ tools: merged(session.tools) }, report, {}),
    ...(filled(session.platform) && { extra: { platform: session.platform } }),
  });
}

function readSource(source: Source, report: Report): Transcript[] {
  const objects = objectsIn(source);
  const sessions = objects.filter(({ value }) => isSession(value));
  if (sessions.length > 0)
    return sessions.map(({ value, line, path }, i) =>
      read(
        value,
        listOf(value.messages).map((message, n) => ({
          value: message,
          origin: placeAt(line, `${path}.messages[${n}]`),
        })),
        i,
        report,
      ),
    );
  const meta = objects.find(({ value }) => isMeta(value))?.value ?? {};
  return [
    read(
      meta,
      objects.map(({ value, line, path }) => ({ value, origin: lineOrPath(line, path) })),
      0,
      report,
    ),
  ];
}

export const hermes: Format = {
  id: 'hermes',
  evidence: 'fixtures',
  unread: 'that a compression goes on in another session of the database',
  extension: 'json',
  detect: (source) => {
    const values = firstObjects(source);
    return values.some((value) => isSession(value) || isMeta(value)) ? 0.95 : 0;
  },
  parse: (source, report) => readSource(source, report),
};
