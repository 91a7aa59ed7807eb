/** The fallback: any list of roles and contents, at any key, that is no known product's. */
import type { Origin, Result, Transcript } from '../../transcript/types.ts';
import type { Format, ImportError, Report, Source, SourceRecord } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, type JsonObject, tryJson } from '../json.ts';
import { placeOfTools, readTools } from '../openai-chat/parse.ts';
import { readAnyPart, resultContent, textIn } from '../any-part.ts';
import { spoken } from '../records.ts';
import { KindCounter } from '../format-report.ts';
import { isMessage, readAnyMessage, unreadFields, unreadIn } from './message.ts';
import { readTagged } from '../tagged.ts';

// Finds lists of messages at any key, also inside texts that are JSON.

interface FoundList {
  readonly messages: readonly unknown[];
  readonly headers: readonly JsonObject[];
  readonly line?: number;
  readonly path: string;
}

interface MessageLists {
  readonly lists: readonly FoundList[];
  readonly others: readonly FoundList[];
}

const NOTHING: MessageLists = { lists: [], others: [] };
const DEEPEST = 6;
/** Share of a list's entries that must be messages; of lines fewer, because programs log other things between them. */
const SHARE = 0.8;
const SHARE_OF_LINES = 0.6;
const LOCATE_SAMPLE = 50;
const ENDS = ['chosen', 'rejected'];

function isList(values: readonly unknown[], share = SHARE): boolean {
  const some = values.slice(0, LOCATE_SAMPLE);
  return some.filter((value) => isMessage(value)).length >= Math.max(1, some.length * share) && some.some((value) => isMessage(value, true));
}

function locateLists({ container, records }: Pick<Source, 'container' | 'records'>, most = Number.POSITIVE_INFINITY): MessageLists {
  const values = records.map(({ value }) => value);
  const [start] = records;
  if (container !== 'json' && start && isList(values, SHARE_OF_LINES))
    return { lists: [{ messages: values, headers: [], path: '$', ...locatePlaceOf(start) }], others: [] };
  const only = records.length === 1 && start && isObject(start.value) ? start.value : undefined;
  const found: MessageLists[] = [];
  for (const record of records.slice(0, most)) found.push(inside(record.value, record.path ?? '$', record, [], 0));
  const all = rows(found);
  if (all.lists.length === 0 && only && isMessage(only, true)) return { lists: [{ messages: [only], headers: [], path: '$' }], others: [] };
  return all;
}

const locatePlaceOf = ({ line }: SourceRecord): { readonly line?: number } => (line === undefined ? {} : { line });

const rows = (found: readonly MessageLists[]): MessageLists =>
  found.filter(({ lists }) => lists.length > 0).length * 2 >= found.length ? merged(found) : NOTHING;

const merged = (found: readonly MessageLists[]): MessageLists => ({
  lists: found.flatMap(({ lists }) => lists),
  others: found.flatMap(({ others }) => others),
});

const sizeOf = ({ lists }: MessageLists): number => lists.reduce((sum, { messages }) => sum + messages.length, 0);

function inside(given: unknown, path: string, record: SourceRecord, headers: readonly JsonObject[], depth: number): MessageLists {
  if (depth > DEEPEST) return NOTHING;
  const value = typeof given === 'string' && /^\s*[[{"]/.test(given) ? tryJson(given) : given;
  if (typeof value === 'string') return value === given ? NOTHING : inside(value, path, record, headers, depth + 1);
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    if (isList(list)) return { lists: [{ messages: list, headers, path, ...locatePlaceOf(record) }], others: [] };
    return rows(list.map((item, i) => inside(item, `${path}[${i}]`, record, headers, depth + 1)));
  }
  if (!isObject(value)) return NOTHING;
  const around = [value, ...headers];
  const found = Object.entries(value)
    .map(([key, field]) => ({ key, ...inside(field, `${path}.${key}`, record, around, depth + 1) }))
    .filter(({ lists }) => lists.length > 0);
  return found.length === 0 ? NOTHING : longest(found, value);
}

function longest(found: readonly (MessageLists & { readonly key: string })[], value: JsonObject): MessageLists {
  const ends = found.filter(({ key }) => ENDS.includes(key));
  const start = found.find(({ key }) => key === 'prompt' || key === 'input' || (ends.length > 0 && !ENDS.includes(key)));
  const next = ends.length > 0 ? ends : found.filter(({ key }) => key === 'completion' || key === 'output');
  if (next.length > 0 && (start || ends.length > 0)) {
    const before = start?.lists[0]?.messages ?? [];
    const read = new Set([start?.key, ...next.map(({ key }) => key)]);
    const beside = Object.fromEntries(Object.entries(value).filter(([key]) => !read.has(key)));
    return {
      lists: next.flatMap(({ key, lists }) =>
        lists.map((list) => ({
          ...list,
          messages: startsWith(list.messages, before) ? list.messages : [...before, ...list.messages],
          headers: ends.length > 0 ? [{ title: key }, beside] : [beside],
        })),
      ),
      others: found.flatMap(({ others }) => others),
    };
  }
  const best = found.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
  return { lists: best.lists, others: [...best.others, ...found.flatMap((one) => (one === best ? [] : [...one.lists, ...one.others]))] };
}

const startsWith = (list: readonly unknown[], before: readonly unknown[]): boolean =>
  before.length > 0 && JSON.stringify(list[0]) === JSON.stringify(before[0]);

const CONFIDENCE = 0.4;
const SAMPLE = 50;

const detect = ({ container, records }: Source): number =>
  container !== 'text' && locateLists({ container, records: records.slice(0, SAMPLE) }).lists.length > 0 ? CONFIDENCE : 0;

function parse(source: Source, report: Report): Result<Transcript[], ImportError> {
  const { lists, others } = locateLists(source);
  const [first] = lists;
  if (first)
    report({
      code: 'generic-messages',
      message: `The file is no known product's: a list of messages was read from ${first.path}.`,
      ...placeOf(first),
    });
  for (const other of others)
    report({ code: 'other-list', message: 'Other lists of messages beside the longest one were left out.', ...placeOf(other) });
  return spoken(
    lists.map((list, i) => readList(list, i, report)),
    'message-list',
  );
}

const isStep = (value: unknown): boolean => isObject(value) && readAnyPart(value)?.some(({ type }) => type in STEPS) === true;

const STEPS = { reasoning: 'assistant', 'tool-call': 'assistant', 'tool-result': 'tool' } as const;

function stepOf(value: unknown, id: string, origin: Origin): Draft {
  const parts = (readAnyPart(value) ?? []).filter(({ type }) => type in STEPS);
  return { id, role: parts.some(({ type }) => type === 'tool-result') ? 'tool' : 'assistant', parts, origin };
}

const goesOn = (before: unknown, value: JsonObject): boolean => isObject(before) && before.done === false && typeof value.done === 'boolean';

function addTo(messages: readonly Draft[], [piece]: readonly Draft[]): void {
  const message = messages.at(-1);
  if (!message || !piece) return;
  const parts = [...message.parts];
  for (const part of piece.parts) {
    const last = parts.at(-1);
    if ((part.type === 'text' || part.type === 'reasoning') && last?.type === part.type)
      parts[parts.length - 1] = { ...last, text: last.text + part.text };
    else parts.push(part);
  }
  message.parts = parts;
  if (piece.usage) message.usage = piece.usage;
}

const placeOf = ({ line, path }: FoundList): Origin => ({ ...(line !== undefined && { line }), path });

function around<T>(headers: readonly JsonObject[], names: readonly string[], read: (value: unknown) => T | undefined): T | undefined {
  for (const header of headers)
    for (const name of names) {
      const found = read(header[name]);
      if (found !== undefined) return found;
    }
  return undefined;
}

const AROUND = new Set(['system', 'system_prompt', 'systemPrompt', 'systemInstruction', 'instructions', 'model', 'title', 'tools', 'documents']);

const holdsList = (value: unknown, list: readonly unknown[], depth = 0): boolean =>
  value === list ||
  (typeof value === 'string' && /^\s*[[{"]/.test(value)) ||
  (typeof value === 'object' && value !== null && depth < 8 && Object.values(value).some((inner) => holdsList(inner, list, depth + 1)));

function readList(list: FoundList, index: number, report: Report): Transcript {
  const { headers, messages: values } = list;
  const place = placeOf(list);
  const messages: Draft[] = [];
  const unread = new KindCounter();
  const system = around(
    headers,
    ['system', 'system_prompt', 'systemPrompt', 'systemInstruction', 'instructions'],
    (value) => textIn(value) || undefined,
  );
  for (const [i, value] of values.entries()) {
    const origin = { ...place, path: `${list.path}[${i}]` };
    if (isMessage(value)) {
      if (goesOn(values[i - 1], value)) {
        addTo(messages, readAnyMessage(value, '', origin, report));
        continue;
      }
      messages.push(...readAnyMessage(value, `m${i + 1}`, origin, report));
      for (const key of unreadIn(value)) unread.add(key);
    } else if (isStep(value)) messages.push(stepOf(value, `m${i + 1}`, origin));
    else report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
  }
  const [first] = messages;
  if (system !== undefined && first?.role !== 'system')
    messages.unshift({ id: 'system', role: 'system', parts: [{ type: 'text', text: system }], origin: place });
  const documents = headers.map(({ documents: given }) => given).find(Array.isArray);
  if (documents) messages.unshift({ id: 'documents', role: 'user', synthetic: true, parts: resultContent(documents), origin: place });
  for (const header of headers) for (const key of unreadFields(header, AROUND)) if (!holdsList(header[key], values)) unread.add(key);
  unread.report('unread-field', 'Fields beside roles and contents were left out', report);
  readTagged(messages);
  const model = around(
    headers,
    ['model', 'modelId', 'model_id', 'model_name'],
    (value) => filled(value) ?? (isObject(value) ? filled(value.model) : undefined),
  );
  const title = around(headers, ['title'], filled);
  const tools = headers.find(({ tools: given }) => given !== undefined) ?? {};
  return finishTranscript(
    {
      id: around(headers, ['id', 'session_id', 'sessionId', 'conversation_id'], filled) ?? `conversation-${index + 1}`,
      ...(title !== undefined && { title }),
      format: 'message-list',
      ...(model !== undefined && { model }),
      tools: Array.isArray(tools.tools) ? readTools(tools, report, placeOfTools(place)) : [],
      messages,
      compactions: [],
      branches: [],
      subagents: [],
    },
    report,
  );
}

export const messageList: Format = { id: 'message-list', evidence: 'recorded', extension: 'json', detect, parse };
