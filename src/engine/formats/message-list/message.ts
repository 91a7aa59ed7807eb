/** Reads one message of any notation: a role under one of its names, and content in any form, each part by its own type. */
import type { Origin, Part, Role, Usage } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import type { Draft } from '../finish.ts';
import { filled, isObject, isoTime, listOf, textOf, type JsonObject } from '../json.ts';
import { imagePart } from '../format-parts.ts';
import { readAnyCall, readAnyPart, readAnyResult, textIn, typeOfPart, unknownPart } from '../any-part.ts';
import { usageFrom } from '../usage.ts';

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

/** Where a role stands: the first names say nothing else, the others say it only where it is a known one. */
const ROLE_FIELDS = ['role', '_role', 'Role', 'from', 'sender', 'speaker'];
const ROLE_HINTS = ['author', 'source', 'type'];
const BODIES = ['content', '_content', 'parts', 'blocks', 'items', 'Items', 'contents', 'value', 'text', 'message', 'system_prompt'];
const CALL_LISTS = ['tool_calls', 'toolCalls', 'toolRequests', 'tool_uses'];
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking', 'thought', 'tool_plan'];
const CALL_IDS = ['tool_call_id', 'toolCallId', 'tool_use_id', 'call_id'];
const LONGEST_ROLE = 40;

/** The role of a name in any case; undefined where it is no known one. */
export const roleOf = (name: string): Role | undefined => {
  const small = name.toLowerCase();
  return Object.hasOwn(ROLES, small) ? ROLES[small] : undefined;
};

export function fieldsOf(value: JsonObject): JsonObject {
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

export function isMessage(value: unknown, known = false): value is JsonObject {
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
export const unreadFields = (value: JsonObject, known: ReadonlySet<string>): readonly string[] =>
  Object.keys(value).filter((key) => !known.has(key) && !NO_CONTENT.test(key) && hasText(value[key], 0));

const hasText = (value: unknown, depth: number): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : typeof value === 'object' && value !== null && depth < 8 && Object.values(value).some((inner) => hasText(inner, depth + 1));

/** The fields of a message that hold texts and are not read. */
export const unreadIn = (value: JsonObject): readonly string[] => {
  const fields = fieldsOf(value);
  const body = BODIES.find((key) => fields[key] === bodyOf(fields));
  const others = BODIES.filter((key) => key !== body && fields[key] !== bodyOf(fields) && hasText(fields[key], 0));
  return [...unreadFields(fields, READ), ...others];
};

export function readAnyMessage(value: JsonObject, id: string, origin: Origin, report: Report): readonly Draft[] {
  const fields = fieldsOf(value);
  const speaker = speakerIn(fields) ?? '';
  const role = roleOf(speaker) ?? 'user';
  if (roleOf(speaker) === undefined)
    report({ code: 'unknown-role', message: `Messages with the role "${speaker.slice(0, LONGEST_ROLE)}" were read as user messages.`, ...origin });
  const said = [...thoughtsOf(fields), ...contentOf(bodyOf(fields), origin, report), ...besides(fields), ...callsOf(fields)];
  const held = said.some(({ type }) => type === 'tool-result');
  const results: Part[] = role === 'tool' && !held ? [resultOf(fields, said)] : said.filter(({ type }) => type === 'tool-result');
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
    return text ? [{ type: 'reasoning', text }] : [];
  }).slice(0, 1);
};

export function contentOf(body: unknown, origin: Origin, report: Report): readonly Part[] {
  const list = isObject(body) && Array.isArray(body.parts) ? body.parts : body;
  return (Array.isArray(list) ? (list as readonly unknown[]) : list === undefined ? [] : [list]).flatMap((part) => {
    const read = readAnyPart(part);
    if (read) return read;
    if (part !== null) report({ ...unknownPart(isObject(part) ? typeOfPart(part) : typeof part), ...origin });
    return [];
  });
}

function besides(fields: JsonObject): readonly Part[] {
  const texts = [filled(fields.refusal), isObject(fields.audio) ? filled(fields.audio.transcript) : undefined];
  const images = listOf(fields.images).flatMap((image) => (filled(image) ? [imagePart(filled(image)!)] : (readAnyPart(image) ?? [])));
  return [...texts.flatMap((text): Part[] => (text === undefined ? [] : [{ type: 'text', text }])), ...images];
}

function callsOf(fields: JsonObject): readonly Part[] {
  const kwargs = isObject(fields.additional_kwargs) ? fields.additional_kwargs : {};
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

function resultOf(fields: JsonObject, said: readonly Part[]): Part {
  const kwargs = isObject(fields.additional_kwargs) ? fields.additional_kwargs : {};
  const id = [fields, kwargs].flatMap((from) => CALL_IDS.map((key) => from[key])).find((one) => filled(one) !== undefined) ?? fields.id;
  const name = filled(fields.tool_name) ?? filled(fields.name) ?? filled(kwargs.name);
  const isError = (fields.error !== undefined && fields.error !== null && fields.error !== false) || fields.is_error === true;
  const content = said.flatMap((part) => (part.type === 'text' || part.type === 'image' || part.type === 'file' ? [part] : []));
  return { type: 'tool-result', callId: textOf(id) ?? '', ...(name && { name }), content, ...(isError && { isError }) };
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
