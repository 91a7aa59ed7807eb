import type {
  FilePart,
  ImagePart,
  Message,
  Origin,
  Part,
  RecordedCompaction,
  TextPart,
  ToolDefinition,
  Transcript,
  Usage,
} from '../../transcript/types.ts';
import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript, usageWithin } from '../finish.ts';
import { mediaUrl } from '../format-parts.ts';
import { argsText, callIds, objectSchema, toolName, UNREAD_RECORD } from '../encoding.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, namesIn, objectOf, objectsOf, tryJson } from '../json.ts';
import { oldestFirst, placeAt } from '../lists.ts';
import { prepareMessages } from '../prepare.ts';
import {
  COMPACTION_ITEMS,
  isResponseEvent,
  ITEM_TYPES,
  ItemReader,
  otherTools,
  readInstructions,
  readToolList,
  responsesOf,
} from './responses-items.ts';
import { REQUEST_CARRIES } from '../contract.ts';

interface RawExchange {
  readonly request?: JsonObject;
  readonly response?: JsonObject;
  readonly id?: string;
  readonly line?: number;
  readonly path: string;
  readonly responsePath?: string;
  readonly bare?: true;
}

/** Fields that a Responses request has and others do not. */
const REQUEST_MARKS = ['instructions', 'max_output_tokens', 'previous_response_id', 'reasoning', 'store', 'include', 'text'];

const isItem = (value: unknown): value is JsonObject =>
  isObject(value) &&
  typeof value.type === 'string' &&
  (ITEM_TYPES.has(value.type) || COMPACTION_ITEMS.has(value.type) || value.type === 'item_reference');

/** Roles alone are weak evidence, and Anthropic's blocks have the type `message` too: content has to be in parts of this notation. */
const CONTENT = /^(?:input|output)_(?:text|image|file|audio)$/;
const isTypedItem = (value: unknown): boolean => {
  if (!isItem(value)) return false;
  if (value.type === 'reasoning') return Array.isArray(value.summary) || typeof value.encrypted_content === 'string';
  if (value.type !== 'message' && value.type !== 'agent_message') return value.type !== 'mcp_call' || filled(value.server_label) !== undefined;
  return typeof value.role === 'string' && objectsOf(value.content).some(({ type }) => typeof type === 'string' && CONTENT.test(type));
};

const isItemList = (values: readonly unknown[]): boolean => values.slice(0, 50).some(isTypedItem);

const isResponse = (value: unknown): value is JsonObject =>
  isObject(value) && (value.object === 'response' || value.object === 'response.compaction') && Array.isArray(value.output);

function isRequest(value: unknown): value is JsonObject {
  if (!isObject(value) || Array.isArray(value.messages) || Array.isArray(value.output) || typeof value.type === 'string') return false;
  const marked = REQUEST_MARKS.some((key) => value[key] !== undefined);
  if (typeof value.input === 'string') return marked && filled(value.model) !== undefined;
  const items = objectsOf(value.input);
  if (!Array.isArray(value.input)) return false;
  // Nothing but its instructions.
  if (value.input.length === 0) return filled(value.instructions) !== undefined;
  if (items.length === 0) return false;
  return isItemList(items) || ((marked || filled(value.model) !== undefined) && items.every((item) => typeof item.role === 'string' || isItem(item)));
}

function locate({ records }: Source, unread: (line: number | undefined, path: string | undefined) => void = () => undefined): RawExchange[] {
  const found: RawExchange[] = [];
  const values = records.map(({ value }) => value);
  const start = records[0]?.line === undefined ? {} : { line: records[0].line };
  if (values.some(isResponseEvent)) return streamed(values, start);
  if (records.length > 1 && isItemList(values)) return [{ request: { input: values }, ...start, path: '$', bare: true }];
  for (const { value, line, path = '$' } of records) {
    const before = found.length;
    unwrap(value, path, line === undefined ? {} : { line }, found, 0);
    if (found.length === before) unread(line, path);
  }
  return found;
}

const streamed = (values: readonly unknown[], place: { readonly line?: number }): RawExchange[] =>
  responsesOf(values.filter(isResponseEvent)).map((response) => ({ response, ...place, path: '$' }));

/** Bounded depth: wrappers are a few levels deep at most, hostile nesting is not followed. */
function unwrap(value: unknown, path: string, place: { readonly line?: number }, found: RawExchange[], depth: number): void {
  if (depth > 3) return;
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    if (list.some(isResponseEvent)) found.push(...streamed(list, place));
    else if (isItemList(list)) found.push({ request: { input: list }, ...place, path, bare: true });
    else for (const [i, one] of list.entries()) unwrap(one, `${path}[${i}]`, place, found, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const listed = oldestFirst(value);
  if (listed) {
    unwrap(listed, `${path}.data`, place, found, depth + 1);
    return;
  }
  const id = filled(value.custom_id);
  const named = { ...(id !== undefined && { id }), ...place };
  if (isResponse(value)) found.push({ response: value, ...named, path });
  else if (isRequest(value)) found.push({ request: value, ...answer(value, path), ...named, path });
  else {
    const key = ['body', 'request'].find((name) => isObject(value[name]));
    const inner = key === undefined ? undefined : (value[key] as JsonObject);
    const request = isObject(inner?.body) ? inner.body : inner;
    if (isRequest(request)) found.push({ request, ...answer(value, path), ...named, path: `${path}.${key}${request === inner ? '' : '.body'}` });
    else {
      const { response, responsePath } = answer(value, path);
      if (response) found.push({ response, ...named, path: responsePath });
    }
  }
}

type Answer = { readonly response: JsonObject; readonly responsePath: string } | { readonly response?: undefined; readonly responsePath?: undefined };

function answer({ response }: JsonObject, path: string): Answer {
  if (isResponse(response)) return { response, responsePath: `${path}.response` };
  const body = objectOf(response).body;
  return isResponse(body) ? { response: body, responsePath: `${path}.response.body` } : {};
}

const REQUEST_FIELDS = namesIn(`
  temperature top_p max_output_tokens max_tool_calls parallel_tool_calls tool_choice reasoning text include store truncation service_tier
  context_management prompt_cache_key metadata
`);

const MISSING = {
  code: 'missing-history',
  message: 'The request goes on from an earlier response that the file does not hold: what was said before is missing.',
};

function parseResponses(source: Source, report: Report): Transcript[] {
  const exchanges = locate(source, (line, path) => report({ ...UNREAD_RECORD, ...compact({ line, path }) }));
  const conversations: Conversation[] = [];
  const byResponse = new Map<string, Conversation>();
  for (const exchange of exchanges) {
    const earlier = previousOf(exchange);
    const known = earlier === undefined ? undefined : byResponse.get(earlier);
    const conversation = known ?? new Conversation(report, conversations.length);
    if (!known) conversations.push(conversation);
    conversation.add(exchange, known !== undefined);
    const id = filled(exchange.response?.id);
    if (id !== undefined) byResponse.set(id, conversation);
  }
  return conversations.map((one) => one.transcript());
}

const previousOf = ({ request, response }: RawExchange): string | undefined =>
  filled(request?.previous_response_id) ?? filled(response?.previous_response_id);

class Conversation {
  readonly #report: Report;
  readonly #index: number;
  readonly #reader: ItemReader;
  readonly #instructions: Draft[] = [];
  readonly #tools = new Map<string, ToolDefinition>();
  #others: readonly JsonObject[] = [];
  #extra: JsonObject = {};
  #id: string | undefined;
  #model: string | undefined;
  #kept = false;

  constructor(report: Report, index: number) {
    this.#report = report;
    this.#index = index;
    this.#reader = new ItemReader(report);
  }

  add({ request, response, id, line, path, responsePath, bare }: RawExchange, goesOn: boolean): void {
    const at = (where: string): Origin => placeAt(line, where);
    const beside = responsePath ?? path;
    if (
      !goesOn &&
      (previousOf({ path, ...(request && { request }), ...(response && { response }) }) ?? conversationOf(request ?? response)) !== undefined
    )
      this.#report({ ...MISSING, ...at(path) });
    const header = request ?? response ?? {};
    if (this.#instructions.length === 0) this.#instructions.push(...readInstructions(header.instructions, this.#report, at(`${path}.instructions`)));
    this.#header(header);
    this.#id ??= id ?? filled(response?.id);
    this.#model = filled(response?.model) ?? this.#model;
    if (request) this.#reader.read(request.input, at(bare ? path : `${path}.input`));
    if (!response) return;
    if (response.object === 'response.compaction') this.#kept = true;
    const model = filled(response.model);
    const answers = this.#reader.read(response.output, at(`${beside}.output`), model).filter(({ role }) => role === 'assistant');
    const last = answers.at(-1);
    const usage = usageOf(response.usage, this.#report, at(`${beside}.usage`));
    const ts = isoTime(response.created_at);
    if (last && usage) last.usage = usage;
    if (ts !== undefined) for (const answer of answers) answer.ts = ts;
  }

  #header(header: JsonObject): void {
    this.#model ??= filled(header.model);
    for (const tool of readToolList(header.tools)) this.#tools.set(tool.name, tool);
    if (Array.isArray(header.tools)) this.#others = otherTools(header.tools);
    const fields = [...REQUEST_FIELDS].filter((key) => header[key] !== undefined && header[key] !== null);
    this.#extra = { ...this.#extra, ...Object.fromEntries(fields.map((key) => [key, header[key]])) };
  }

  transcript(): Transcript {
    const { messages, compactions, tools } = this.#reader;
    for (const tool of tools) if (!this.#tools.has(tool.name)) this.#tools.set(tool.name, tool);
    const extra = { ...this.#extra, ...(this.#others.length > 0 && { tools: this.#others }) };
    const before = this.#instructions.length;
    const moved = compactions.map((compaction): RecordedCompaction => {
      const [first] = messages;
      const kept = this.#kept && first && compaction.at > 0 ? { keptFrom: first.id } : {};
      return { ...compaction, at: compaction.at + before, ...kept };
    });
    const head = { id: this.#id ?? `conversation-${this.#index + 1}`, format: 'openai-responses', model: this.#model, extra };
    const said = { tools: [...this.#tools.values()], messages: [...this.#instructions, ...messages], compactions: moved };
    return finishTranscript({ ...head, ...said }, this.#report);
  }
}

function conversationOf(header: JsonObject | undefined): string | undefined {
  const conversation = header?.conversation;
  return filled(isObject(conversation) ? conversation.id : conversation);
}

function usageOf(usage: unknown, report: Report, place: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const details = objectOf(usage.input_tokens_details);
  const counts = { input: usage.input_tokens, output: usage.output_tokens, cacheRead: details.cached_tokens, cacheWrite: details.cache_write_tokens };
  return usageWithin(counts, report, place);
}

const isReference = (url: string | undefined): boolean => url !== undefined && (/^https?:\/\//i.test(url) || /^file[-_]/.test(url));

const RESPONSES_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  reasoning: 'encrypted',
  family: ['openai-responses', 'codex-rollout'],
  media: 'not-assistant',
  holds: (part) => (part.data !== undefined && !/^(?:audio|video)\//.test(part.mime ?? '')) || (part.data === undefined && isReference(part.url)),
  references: /^file-/,
  isError: false,
  neighbours: 'one-answer',
};

function responsesBody(transcript: Transcript, report: Report): JsonObject {
  const messages = prepareMessages(transcript, RESPONSES_CARRIES, report);
  const own = transcript.format === 'openai-responses';
  const ids: Ids = { id: callIds(messages), freeForm: freeFormCalls(messages) };
  const { tools: others, ...extra } = (own ? transcript.extra : undefined) ?? {};
  const instructions = instructionsOf(messages[0]);
  const tools = toolsOf(transcript.tools, objectsOf(others), report);
  return {
    ...(transcript.model && { model: transcript.model }),
    ...extra,
    ...(instructions !== undefined && { instructions }),
    input: (instructions === undefined ? messages : messages.slice(1)).flatMap((message) => itemsOf(message, ids, report)),
    ...(tools.length > 0 && { tools }),
  };
}

function instructionsOf(first: Message | undefined): string | undefined {
  const [part] = first?.parts ?? [];
  return first?.role === 'system' && first.parts.length === 1 && part?.type === 'text' && first.extra?.role === undefined ? part.text : undefined;
}

function toolsOf(tools: readonly ToolDefinition[], others: readonly JsonObject[], report: Report): readonly JsonObject[] {
  const written = new Map(others.flatMap((tool) => readToolList([tool]).map(({ name }) => [name, tool])));
  const list = tools.map(
    (tool): JsonObject =>
      written.get(tool.name) ?? {
        type: 'function',
        name: toolName(tool.name, report),
        ...(tool.description && { description: tool.description }),
        parameters: objectSchema(tool.schema, report),
        strict: false,
      },
  );
  return [...new Set(list)];
}

interface Ids {
  readonly id: (id: string) => string;
  readonly freeForm: ReadonlySet<string>;
}

const freeFormCalls = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-call' && part.args.trim() !== '' && !isObject(tryJson(part.args)) ? [part.id] : [])),
    ),
  );

function media(part: ImagePart | FilePart): JsonObject {
  const url = mediaUrl(part) ?? '';
  const uploaded = part.data === undefined && !/^https?:/i.test(url);
  if (part.type === 'image') return { type: 'input_image', ...(uploaded ? { file_id: url } : { image_url: url }), detail: 'auto' };
  if (part.data !== undefined) return { type: 'input_file', filename: part.name ?? 'file', file_data: url };
  return { type: 'input_file', ...(uploaded ? { file_id: url } : { file_url: url }) };
}

function itemsOf(message: Message, ids: Ids, report: Report): readonly JsonObject[] {
  const items: JsonObject[] = [];
  let content: JsonObject[] = [];
  const flush = (): void => {
    const role = message.role === 'system' && message.extra?.role === 'developer' ? 'developer' : message.role;
    if (content.length > 0) items.push({ type: 'message', role, content });
    content = [];
  };
  for (const part of message.parts) {
    if (part.type === 'text') content.push({ type: message.role === 'assistant' ? 'output_text' : 'input_text', text: part.text });
    else if (part.type === 'image' || part.type === 'file') content.push(media(part));
    else {
      flush();
      items.push(itemOf(part, message, ids, report));
    }
  }
  flush();
  return items;
}

function itemOf(part: Exclude<Part, TextPart | ImagePart | FilePart>, message: Message, { id, freeForm }: Ids, report: Report): JsonObject {
  if (part.type === 'reasoning') {
    if (message.compaction) return { type: 'compaction', encrypted_content: part.encrypted ?? '' };
    return {
      type: 'reasoning',
      summary: part.text === '' ? [] : [{ type: 'summary_text', text: part.text }],
      ...(part.encrypted !== undefined && { encrypted_content: part.encrypted }),
    };
  }
  if (part.type === 'tool-call') {
    const named = { call_id: id(part.id), name: toolName(part.name, report) };
    if (freeForm.has(part.id)) return { type: 'custom_tool_call', ...named, input: part.args };
    return { type: 'function_call', ...named, arguments: argsText(part.args, report) };
  }
  const [only] = part.content;
  const text = part.content.length === 0 ? '' : part.content.length === 1 && only?.type === 'text' ? only.text : undefined;
  const output = text ?? part.content.map((inner) => (inner.type === 'text' ? { type: 'input_text', text: inner.text } : media(inner)));
  return { type: freeForm.has(part.callId) ? 'custom_tool_call_output' : 'function_call_output', call_id: id(part.callId), output };
}

const SAMPLE = 50;

const isCodex = (value: unknown): boolean => isObject(value) && (typeof value.record_type === 'string' || isObject(value.payload));

function detect(source: Source): number {
  const values = source.records.slice(0, SAMPLE).map(({ value }) => value);
  if (values.some(isCodex)) return 0;
  const whole = values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? [value, ...listOf(value).slice(0, SAMPLE)] : [value]));
  if (whole.some((value) => isResponse(value) || isResponseEvent(value))) return 0.96;
  if (whole.some((value) => isRequest(value) && isItemList(listOf(value.input)))) return 0.94;
  if (isItemList(values) || whole.some((value) => Array.isArray(value) && isItemList(value))) return 0.93;
  return locate({ ...source, records: source.records.slice(0, 5) }).length > 0 ? 0.88 : 0;
}

export const openaiResponses: Format = {
  id: 'openai-responses',
  evidence: 'recorded',
  extension: 'json',
  carries: RESPONSES_CARRIES,
  detect,
  parse: parseResponses,
  serialize: (transcript, report) => `${JSON.stringify(responsesBody(transcript, report), null, 2)}\n`,
};
