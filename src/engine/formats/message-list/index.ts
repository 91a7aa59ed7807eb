/** The fallback: any list of roles and contents, at any key, that is no known product's. */
import type { Origin, Part, Role, Transcript, Usage } from '../../transcript/types.ts';
import { readTagged } from '../chat-messages.ts';
import type { Format, Report, Source, SourceRecord } from '../contract.ts';
import { type Draft, finishTranscript, usageFrom } from '../finish.ts';
import {
  imagePart,
  readAnyCall,
  readAnyPart,
  readAnyResult,
  resultContent,
  textIn,
  typeOfPart,
  unknownPart,
  isPiece,
  resultOf,
  thoughts,
  texts,
} from '../format-parts.ts';
import { KindCounter, UNREAD_MESSAGE } from '../encoding.ts';
import { filled, isObject, isoTime, type JsonObject, listOf, objectOf, tryJson } from '../json.ts';
import { placeOfTools, readTools } from '../openai-chat/index.ts';
import { placeAt } from '../lists.ts';

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  prompter: 'user',
  customer: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  gpt: 'assistant',
  agent: 'assistant',
  chatbot: 'assistant',
  ai_agent: 'assistant',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
  environment: 'tool',
  ipython: 'tool',
  'tool-response': 'tool',
  tool_result: 'tool',
  toolresult: 'tool',
};

/** Where a role is: the first names say nothing else, the others say it only where it is a known one. */
const ROLE_FIELDS = ['role', '_role', 'Role', 'from', 'sender', 'speaker'];
const ROLE_HINTS = ['author', 'source', 'type'];
const BODIES = ['content', '_content', 'parts', 'blocks', 'items', 'Items', 'contents', 'value', 'text', 'message', 'system_prompt'];
const CALL_LISTS = ['tool_calls', 'toolCalls', 'toolRequests', 'tool_uses'];
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking', 'thought', 'tool_plan'];
const CALL_IDS = ['tool_call_id', 'toolCallId', 'tool_use_id', 'call_id'];
const LONGEST_ROLE = 40;

/** The role of a name in any case; undefined where it is no known one. */
const roleOf = (name: string): Role | undefined => {
  const small = name.toLowerCase();
  return Object.hasOwn(ROLES, small) ? ROLES[small] : undefined;
};

function fieldsOf(value: JsonObject): JsonObject {
  const inner = value.message;
  if (isObject(inner) && (speakerIn(inner) !== undefined || speakerIn(value) !== undefined)) return { ...value, message: undefined, ...inner };
  const entry = Object.entries(value);
  const [only] = entry;
  // Rust's enumerations: `{"User": {…}}`.
  return entry.length === 1 && only && isObject(only[1]) && roleOf(only[0]) !== undefined ? { ...only[1], role: only[0] } : value;
}

function speakerIn(value: JsonObject): string | undefined {
  for (const key of ROLE_FIELDS) {
    const given = value[key];
    const name = isObject(given) ? (filled(given.role) ?? filled(given.Label) ?? filled(given.label)) : filled(given);
    if (name !== undefined) return name.length <= LONGEST_ROLE ? name : undefined;
  }
  for (const key of ROLE_HINTS) {
    const given = value[key];
    const name = isObject(given) ? filled(given.role) : filled(given);
    if (name !== undefined && roleOf(name) !== undefined) return name;
  }
  return undefined;
}

const bodyOf = (fields: JsonObject): unknown => BODIES.map((key) => fields[key]).find((body) => body !== undefined && body !== null && body !== '');

function isMessage(value: unknown, known = false): value is JsonObject {
  if (!isObject(value)) return false;
  const fields = fieldsOf(value);
  const speaker = speakerIn(fields);
  if (speaker === undefined || (known && roleOf(speaker) === undefined)) return false;
  return [...BODIES, ...CALL_LISTS, ...THOUGHTS].some((key) => key in fields && fields[key] !== undefined);
}

/** Fields that say how a message was made, not what it says. */
const NO_CONTENT =
  /^(?:.*[_-]?(?:id|ids|uuid|key|index|idx|at|time|timestamp|kind|status|state|reason|model|name|provider|usage|metadata|meta|cost|tokens?)|.*(?:Id|Ids|Uuid|At|Time|Kind|Status|State|Reason|Model|Name|Usage|Count|Tokens))$/;
const READ = new Set<string>([
  ...ROLE_FIELDS,
  ...ROLE_HINTS,
  ...BODIES,
  ...CALL_LISTS,
  ...THOUGHTS,
  ...CALL_IDS,
  'function_call',
  'additional_kwargs',
  'tool_results',
  'refusal',
  'audio',
  'images',
  'error',
  'is_error',
  'id',
]);

/** Names of the fields of an object that hold texts and are not read; `known` are those that are. */
const unreadFields = (value: JsonObject, known: ReadonlySet<string>): readonly string[] =>
  Object.keys(value).filter((key) => !known.has(key) && !NO_CONTENT.test(key) && hasText(value[key], 0));

const hasText = (value: unknown, depth: number): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : typeof value === 'object' && value !== null && depth < 8 && Object.values(value).some((inner) => hasText(inner, depth + 1));

const unreadIn = (value: JsonObject): readonly string[] => {
  const fields = fieldsOf(value);
  const body = BODIES.find((key) => fields[key] === bodyOf(fields));
  const others = BODIES.filter((key) => key !== body && fields[key] !== bodyOf(fields) && hasText(fields[key], 0));
  return [...unreadFields(fields, READ), ...others];
};

function readAnyMessage(value: JsonObject, id: string, origin: Origin, report: Report): readonly Draft[] {
  const fields = fieldsOf(value);
  const speaker = speakerIn(fields) ?? '';
  const role = roleOf(speaker) ?? 'user';
  if (roleOf(speaker) === undefined)
    report({ code: 'unknown-role', message: `Messages with the role "${speaker.slice(0, LONGEST_ROLE)}" were read as user messages.`, ...origin });
  const said = [...thoughtsOf(fields), ...contentOf(bodyOf(fields), origin, report), ...besides(fields), ...callsOf(fields)];
  const held = said.some(({ type }) => type === 'tool-result');
  const results: Part[] = role === 'tool' && !held ? [answerOf(fields, said)] : said.filter(({ type }) => type === 'tool-result');
  results.push(...keyedResults(fields));
  const rest = role === 'tool' && !held ? [] : said.filter(({ type }) => type !== 'tool-result');
  const ts = isoTime(fields.timestamp ?? fields.created_at ?? fields.create_time ?? value.timestamp);
  const shared = { origin, ...(ts !== undefined && { ts }) };
  const model = filled(fields.model) ?? filled(fields.model_id) ?? filled(fields.modelId);
  const usage = role === 'assistant' ? usageOf(fields, report, origin) : undefined;
  const answer = { ...(model !== undefined && { model }), ...(usage && { usage }) };
  const spoken: Draft = { id, role: role === 'tool' ? 'user' : role, parts: rest, ...shared, ...(role === 'assistant' && answer) };
  if (results.length === 0) return [spoken];
  const answered: Draft = { id: rest.length > 0 ? `${id}/results` : id, role: 'tool', parts: results, ...shared };
  if (rest.length === 0) return [answered];
  return role === 'assistant' ? [spoken, answered] : [answered, spoken];
}

const thoughtsOf = (fields: JsonObject): readonly Part[] => {
  const body = bodyOf(fields);
  return THOUGHTS.flatMap((key): Part[] => {
    const text = fields[key] === body ? undefined : textIn(fields[key]);
    return thoughts(text);
  }).slice(0, 1);
};

function contentOf(body: unknown, origin: Origin, report: Report): readonly Part[] {
  const list = isObject(body) && Array.isArray(body.parts) ? body.parts : body;
  return (Array.isArray(list) ? (list as readonly unknown[]) : list === undefined ? [] : [list]).flatMap((part) => {
    const read = readAnyPart(part);
    if (read) return read;
    if (part !== null) report({ ...unknownPart(isObject(part) ? typeOfPart(part) : typeof part), ...origin });
    return [];
  });
}

function besides(fields: JsonObject): readonly Part[] {
  const images = listOf(fields.images).flatMap((image) => (filled(image) ? [imagePart(filled(image)!)] : (readAnyPart(image) ?? [])));
  return [fields.refusal, objectOf(fields.audio).transcript].flatMap<Part>(texts).concat(images);
}

function callsOf(fields: JsonObject): readonly Part[] {
  const kwargs = objectOf(fields.additional_kwargs);
  const lists = [...CALL_LISTS.map((key) => fields[key]), kwargs.tool_calls].map((list) => (isObject(list) ? Object.values(list) : listOf(list)));
  const calls =
    lists
      .find((list) => list.length > 0)
      ?.filter(isObject)
      .map(readAnyCall) ?? [];
  return isObject(fields.function_call) ? [...calls, readAnyCall(fields.function_call)] : calls;
}

const keyedResults = (fields: JsonObject): readonly Part[] =>
  isObject(fields.tool_results)
    ? Object.entries(fields.tool_results).flatMap(([id, result]) => (isObject(result) ? [readAnyResult({ tool_use_id: id, ...result })] : []))
    : [];

function answerOf(fields: JsonObject, said: readonly Part[]): Part {
  const kwargs = objectOf(fields.additional_kwargs);
  const id = [fields, kwargs].flatMap((from) => CALL_IDS.map((key) => from[key])).find((one) => filled(one) !== undefined) ?? fields.id;
  const name = filled(fields.tool_name) ?? filled(fields.name) ?? filled(kwargs.name);
  const isError = (fields.error !== undefined && fields.error !== null && fields.error !== false) || fields.is_error === true;
  return resultOf(id, said.filter(isPiece), { name, isError });
}

const USAGE = {
  input: ['input_tokens', 'prompt_tokens', 'inputTokens', 'promptTokenCount', 'prompt_eval_count'],
  output: ['output_tokens', 'completion_tokens', 'outputTokens', 'candidatesTokenCount', 'eval_count'],
  cacheRead: ['cache_read_input_tokens', 'cacheReadInputTokens', 'cacheReadTokens'],
  cacheWrite: ['cache_creation_input_tokens', 'cacheCreationInputTokens', 'cacheWriteInputTokens'],
} as const;

function usageOf(fields: JsonObject, report: Report, origin: Origin): Usage | undefined {
  const given = [fields.usage, fields.usageMetadata, fields.models_usage, fields.token_usage, 'eval_count' in fields && fields].find(isObject);
  if (!given) return undefined;
  const of = (names: readonly string[]): unknown => names.map((name) => given[name]).find((count) => count !== undefined);
  const counts = { input: of(USAGE.input), output: of(USAGE.output), cacheRead: of(USAGE.cacheRead), cacheWrite: of(USAGE.cacheWrite) };
  return Object.values(counts).every((count) => count === undefined) ? undefined : usageFrom(counts, report, origin);
}

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

function parse(source: Source, report: Report): Transcript[] {
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
  return lists.map((list, i) => readList(list, i, report));
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

const placeOf = ({ line, path }: FoundList): Origin => placeAt(line, path);

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
    else report({ ...UNREAD_MESSAGE, ...origin });
  }
  const [first] = messages;
  if (system !== undefined && first?.role !== 'system')
    messages.unshift({ id: 'system', role: 'system', parts: [{ type: 'text', text: system }], origin: place });
  const documents = headers.map(({ documents: given }) => given).find(Array.isArray);
  if (documents) messages.unshift({ id: 'documents', role: 'user', synthetic: true, parts: resultContent(documents), origin: place });
  for (const header of headers) for (const key of unreadFields(header, AROUND)) if (!holdsList(header[key], values)) unread.add(key);
  unread.report('unread-field', 'Fields beside roles and contents were left out', report);
  readTagged(messages);
  const model = around(headers, ['model', 'modelId', 'model_id', 'model_name'], (value) => filled(value) ?? filled(objectOf(value).model));
  const title = around(headers, ['title'], filled);
  const tools = headers.find(({ tools: given }) => given !== undefined) ?? {};
  return finishTranscript(
    {
      id: around(headers, ['id', 'session_id', 'sessionId', 'conversation_id'], filled) ?? `conversation-${index + 1}`,
      title,
      format: 'message-list',
      model,
      tools: Array.isArray(tools.tools) ? readTools(tools, report, placeOfTools(place)) : [],
      messages,
    },
    report,
  );
}

export const messageList: Format = { id: 'message-list', evidence: 'recorded', extension: 'json', detect, parse };
