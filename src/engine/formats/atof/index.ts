/**
 * Events of ATOF (Agent Trajectory Observability Format): scopes of an agent, of its requests to a model, of its tools. What `data` holds is the
 * recorder's own. Shapes: a redacted recording in Sinity/polylogue @d250e578 (version 0.1).
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { callOf, readAnyPart, resultOf, textIn, texts, valueText } from '../format-parts.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { firstObjects, objectsIn, placeAt, type SourceObject, stated } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

interface Event {
  atof_version: string;
  kind: 'scope' | 'mark';
  category: 'agent' | 'llm' | 'tool';
  scope_category?: 'start' | 'end';
  uuid: string;
  timestamp: string;
  name: string;
  data?: JsonObject;
  metadata?: { session_id?: string; model?: string; tool_call_id?: string; status?: string };
}

const isEvent = (value: JsonObject): boolean => typeof value.atof_version === 'string' && typeof value.kind === 'string';

function askedBy(data: JsonObject): readonly Part[] {
  const messages = objectsOf(data.messages).filter(({ role }) => role === 'user');
  const said = data.content ?? data.prompt ?? data.user_message ?? messages.at(-1)?.content;
  return texts(textIn(said) ?? valueText(said));
}

function answeredBy(data: JsonObject): readonly Part[] {
  const given = data.assistant_message ?? data.content ?? data.response;
  const message: JsonObject = objectOf(given);
  const content = isObject(given) ? (message.content ?? message.text) : given;
  const parts = Array.isArray(content) ? content.flatMap((part) => readAnyPart(part) ?? []) : texts(textIn(content) ?? valueText(content));
  return parts.filter(({ type }) => type !== 'tool-call');
}

/** Calls and results come as scopes of their own, so calls within an answer are read there. */
class Log extends Talk {
  #asked = '';

  read(value: JsonObject, origin: Origin): void {
    const { kind, category, scope_category, uuid, timestamp, name, data, metadata }: Raw<Event> = value;
    const own: JsonObject = objectOf(data);
    const about: Raw<NonNullable<Event['metadata']>> = objectOf(metadata);
    const more = { origin, ...compact({ ts: isoTime(timestamp) }) };
    const id = filled(about.tool_call_id) ?? filled(uuid) ?? '';
    if (kind === 'mark') this.#note(name, own, origin);
    else if (category === 'llm' && scope_category === 'start') {
      const parts = askedBy(own);
      const key = valueText(own);
      if (parts.length > 0 && key !== this.#asked) this.say('user', parts, more);
      this.#asked = key;
    } else if (category === 'llm') this.#answer(own, { ...more, ...compact({ model: filled(about.model) }) });
    else if (category === 'tool' && scope_category === 'start') this.say('assistant', [callOf(id, name, data)], more);
    else if (category === 'tool') {
      const result = Object.keys(own).length === 1 ? Object.values(own)[0] : own;
      const failed = /^(?:error|failed)$/i.test(textOf(about.status) ?? '') || 'error' in own;
      this.say('tool', [resultOf(id, valueText(result), { name, isError: failed })], more);
    } else if (category !== 'agent')
      this.report({ code: 'unknown-entry', message: `Events of the kind "${(textOf(category) ?? '').slice(0, 40)}" were left out.`, ...origin });
  }

  #answer(data: JsonObject, more: Parameters<Talk['say']>[2]): void {
    const parts = answeredBy(data);
    if (parts.length > 0) this.say('assistant', parts, more);
    else if ('error' in data)
      this.report({
        code: 'failed-request',
        message: `Requests that failed were left out: ${valueText(data.error).slice(0, 80)}.`,
        ...more?.origin,
      });
  }

  #note(name: unknown, data: JsonObject, origin: Origin): void {
    const values = Object.values(data).filter((value) => typeof value === 'string');
    const said = values.length > 0 ? ` (${values.join(', ').slice(0, 80)})` : '';
    this.report({ code: 'interface-note', message: `Marks of the recorder were left out: ${(textOf(name) ?? '').slice(0, 40)}${said}.`, ...origin });
  }
}

const eventsIn = (source: Source): SourceObject[] =>
  objectsIn(source).flatMap((placed) =>
    isEvent(placed.value)
      ? [placed]
      : listOf(placed.value.events).flatMap((value, i) =>
          isObject(value) && isEvent(value) ? [{ ...placed, value, path: `${placed.path}.events[${i}]` }] : [],
        ),
  );

function read(source: Source, report: Report): Transcript[] {
  const logs = new Map<string, { readonly log: Log; readonly start: JsonObject }>();
  for (const { value, line, path } of eventsIn(source)) {
    const about = objectOf(value.metadata);
    const session = filled(about.session_id) ?? '';
    const known = logs.get(session) ?? { log: new Log(report), start: value };
    logs.set(session, known);
    known.log.read(value, placeAt(line, path));
  }
  return [...logs].map(([id, { log, start }], i) => log.finish({ id: id || `session-${i + 1}`, title: filled(start.name), format: 'atof' }));
}

export const atof: Format = {
  id: 'atof',
  evidence: 'recorded',
  written: { by: 'ATOF', tested: '0.1', version: stated('atof_version') },
  unread: 'marks, and `data` in which no text is found',
  extension: 'jsonl',
  detect: (source) => (firstObjects(source).some((value) => isEvent(value) || objectsOf(value.events).some(isEvent)) ? 0.98 : 0),
  parse: (source, report) => read(source, report),
};
