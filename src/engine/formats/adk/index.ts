import type { Origin, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, numberOf, objectOf, objectsOf } from '../json.ts';
import { field, isContent, readContent, readUsage } from '../gemini-api/content.ts';
import { placeAt } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

const isEvent = (value: unknown): value is JsonObject =>
  isObject(value) &&
  typeof value.author === 'string' &&
  (isContent(value.content) || compactionIn(value) !== undefined || field(value, 'invocationId') !== undefined);

const isSession = (value: unknown): value is JsonObject => isObject(value) && objectsOf(value.events).some(isEvent);

function compactionIn(event: JsonObject): JsonObject | undefined {
  const actions = objectOf(event.actions);
  return isObject(actions.compaction) ? actions.compaction : undefined;
}

interface RawSession {
  readonly header: JsonObject;
  readonly events: readonly { readonly value: JsonObject; readonly origin: Origin }[];
}

function sessionsOf({ records }: Source): readonly RawSession[] {
  const found: RawSession[] = [];
  const alone: { value: JsonObject; origin: Origin }[] = [];
  const read = (value: unknown, path: string, line: number | undefined, depth: number): void => {
    const origin = placeAt(line, path);
    if (Array.isArray(value) && depth < 2) {
      for (const [i, one] of (value as readonly unknown[]).entries()) read(one, `${path}[${i}]`, line, depth + 1);
    } else if (isSession(value)) {
      const events = listOf(value.events).flatMap((event, i) =>
        isObject(event) ? [{ value: event, origin: { ...origin, path: `${path}.events[${i}]` } }] : [],
      );
      found.push({ header: value, events });
    } else if (isEvent(value)) alone.push({ value, origin });
  };
  for (const { value, line, path = '$' } of records) read(value, path, line, 0);
  return alone.length > 0 ? [...found, { header: {}, events: alone }] : found;
}

class Session extends Talk {
  /** Time of each message, in seconds, as far as it is known. */
  readonly #times: (number | undefined)[] = [];
  #model: string | undefined;

  read(event: JsonObject, origin: Origin): void {
    // The pieces of a streamed answer; the event after them holds all of it.
    if (event.partial === true) return;
    const compaction = compactionIn(event);
    if (compaction) this.#compacted(compaction, event, origin);
    else if (isObject(event.content)) this.#said(event, event.content, origin);
    else if (filled(field(event, 'errorMessage')) !== undefined)
      this.report({ code: 'unknown-entry', message: 'Events without content that hold an error were left out.', ...origin });
  }

  #said(event: JsonObject, content: JsonObject, origin: Origin): void {
    const time = numberOf(event.timestamp);
    const ts = isoTime(event.timestamp);
    const author = filled(event.author);
    this.#model = filled(field(event, 'modelVersion')) ?? this.#model;
    const usage = readUsage(field(event, 'usageMetadata'), this.report, origin);
    const role = content.role ?? (author === 'user' ? 'user' : 'model');
    const drafts = readContent({ ...content, role }, { id: filled(event.id) ?? `event-${this.messages.length + 1}`, origin }, this.report);
    for (const draft of drafts) {
      if (ts !== undefined) draft.ts = ts;
      if (draft.role === 'assistant') {
        if (author !== undefined) draft.name = author;
        if (this.#model !== undefined) draft.model = this.#model;
      }
      this.messages.push(draft);
      this.#times.push(time);
    }
    const last = drafts.findLast((draft) => draft.role === 'assistant');
    if (last && usage) last.usage = usage;
  }

  #compacted(compaction: JsonObject, event: JsonObject, origin: Origin): void {
    const end = numberOf(field(compaction, 'endTimestamp'));
    const kept = end === undefined ? -1 : this.#times.findIndex((time) => time !== undefined && time > end);
    const id = filled(event.id) ?? `compaction-${this.compactions.length + 1}`;
    const content = field(compaction, 'compactedContent');
    const parts = isObject(content) ? readContent({ ...content, role: 'user' }, { id, origin }, this.report).flatMap((draft) => draft.parts) : [];
    this.compacted(parts, { id, origin, ...compact({ ts: isoTime(event.timestamp), keptFrom: this.messages[kept]?.id }) });
    if (parts.length > 0) this.#times.push(undefined);
  }

  transcript(header: JsonObject, index: number): Transcript {
    const id = filled(header.id) ?? `session-${index + 1}`;
    return this.finish({ id, title: filled(field(header, 'appName')), format: 'adk', model: this.#model });
  }
}

const parse = (source: Source, report: Report): Transcript[] =>
  sessionsOf(source).map(({ header, events }, index) => {
    const session = new Session(report);
    for (const { value, origin } of events) session.read(value, origin);
    return session.transcript(header, index);
  });

function detect(source: Source): number {
  const values = source.records.slice(0, 20).flatMap(({ value }) => (Array.isArray(value) ? listOf(value).slice(0, 20) : [value]));
  return values.some((value) => isSession(value) || isEvent(value)) ? 0.96 : 0;
}

export const adk: Format = { id: 'adk', evidence: 'source', extension: 'json', detect, parse };
