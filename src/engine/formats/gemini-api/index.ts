import type { FilePart, ImagePart, Message, Origin, Part, ToolDefinition, ToolResultPart, Transcript } from '../../transcript/types.ts';
import type { Format, FormatCapabilities, Report, Source, SourceRecord } from '../contract.ts';
import { type Draft, finishTranscript } from '../finish.ts';
import { argsObject, objectSchema, REQUESTS_JOINED, toolName, UNREAD_RECORD } from '../encoding.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, objectOf, objectsOf, tryJson } from '../json.ts';
import { prepareMessages } from '../prepare.ts';
import { field, isContent, readContent, readUsage, TEXT_KEYS } from './content.ts';
import { placeAt } from '../lists.ts';
import { REQUEST_CARRIES } from '../contract.ts';

interface RawExchange {
  readonly request?: JsonObject;
  readonly response?: readonly JsonObject[];
  readonly url?: string;
  readonly line?: number;
  readonly path: string;
  readonly responsePath?: string;
}

type Place = Pick<RawExchange, 'line'>;

const isResponse = (value: unknown): value is JsonObject =>
  isObject(value) && objectsOf(value.candidates).some((one) => isContent(one.content) || 'finishReason' in one);

function isRequest(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const { contents } = value;
  return isContent(contents) || isContentList(contents) || (typeof contents === 'string' && ('model' in value || 'config' in value));
}

const isSilent = (value: unknown): boolean =>
  isObject(value) && value.parts === undefined && (value.role === 'model' || (value.role === 'user' && Object.keys(value).length === 1));

export function isContentList(value: unknown): boolean {
  const some = Array.isArray(value) ? (value as readonly unknown[]).slice(0, 50) : [];
  return some.some(isContent) && some.every((one) => isContent(one) || isSilent(one));
}

function locate(
  records: readonly SourceRecord[],
  unread: (line: number | undefined, path: string | undefined) => void = () => undefined,
): RawExchange[] {
  const values = records.map(({ value }) => value);
  const place = records[0]?.line === undefined ? {} : { line: records[0].line };
  if (records.length > 1 && isContentList(values)) return [{ request: { contents: values }, ...place, path: '$' }];
  if (records.length > 1 && values.every(isResponse)) return responses(values, place, '$');
  const found: RawExchange[] = [];
  for (const { value, line, path = '$' } of records) {
    const before = found.length;
    unwrap(value, path, line === undefined ? {} : { line }, found, 0);
    if (found.length === before) unread(line, path);
  }
  return found;
}

function responses(chunks: readonly JsonObject[], place: Place, path: string): RawExchange[] {
  const found: { readonly chunks: JsonObject[]; readonly from: number }[] = [];
  chunks.forEach((chunk, i) => {
    const last = found.at(-1)?.chunks.at(-1);
    const [id, before] = [chunk, last ?? {}].map((one) => field(one, 'responseId'));
    const goesOn = last && (id === undefined || before === undefined ? !finished(last) : id === before);
    if (goesOn) found.at(-1)!.chunks.push(chunk);
    else found.push({ chunks: [chunk], from: i });
  });
  return found.map((one) => ({ response: one.chunks, ...place, path: `${path}[${one.from}]`, responsePath: `${path}[${one.from}]` }));
}

const finished = (chunk: JsonObject): boolean => objectsOf(chunk.candidates).some((one) => typeof field(one, 'finishReason') === 'string');

/** Bounded depth: wrappers are a few levels deep at most, hostile nesting is not followed. */
function unwrap(value: unknown, path: string, place: Place, found: RawExchange[], depth: number): void {
  if (depth > 3) return;
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    if (isContentList(list)) found.push({ request: { contents: list }, ...place, path });
    else if (list.length > 0 && list.every(isResponse)) found.push(...responses(list, place, path));
    else for (const [i, one] of list.entries()) unwrap(one, `${path}[${i}]`, place, found, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const { url } = value;
  if (Array.isArray(value.interactions)) recorded(value.interactions, `${path}.interactions`, place, found);
  else if (isRequest(value)) found.push({ request: value, ...answer(value, path), ...place, path });
  else if (isResponse(value)) found.push({ response: [value], ...place, path, responsePath: path });
  else {
    const key = ['request', 'body', 'llm_request'].find((name) => isRequest(value[name]));
    if (key !== undefined) {
      found.push({
        request: value[key] as JsonObject,
        ...answer(value, path),
        ...(typeof url === 'string' && { url }),
        ...place,
        path: `${path}.${key}`,
      });
    } else {
      const { response, responsePath } = answer(value, path);
      if (response) found.push({ response, ...place, path, ...(responsePath !== undefined && { responsePath }) });
    }
  }
}

function answer(value: JsonObject, path: string): Pick<RawExchange, 'response' | 'responsePath'> {
  const given = value.response ?? value.llm_response;
  const responsePath = `${path}.${value.response === undefined ? 'llm_response' : 'response'}`;
  if (isResponse(given)) return { response: [given], responsePath };
  if (isObject(given) && isContent(given.content)) return { response: [{ ...given, candidates: [{ content: given.content }] }], responsePath };
  const chunks = listOf(given).filter(isResponse);
  return chunks.length > 0 ? { response: chunks, responsePath } : {};
}

function recorded(interactions: readonly unknown[], path: string, place: Place, found: RawExchange[]): void {
  interactions.forEach((one, i) => {
    if (!isObject(one)) return;
    const request = objectOf(one.request);
    const response = objectOf(one.response);
    const asked = [...listOf(request.body_segments), request.body].find(isRequest);
    const sent = listOf(response.body_segments).filter(isResponse);
    const chunks = sent.length > 0 ? sent : listOf(response.sdk_response_segments).filter(isResponse);
    const at = `${path}[${i}]`;
    if (!asked && chunks.length === 0) return;
    found.push({
      ...(asked && { request: asked }),
      ...(chunks.length > 0 && { response: chunks }),
      ...(typeof request.url === 'string' && { url: request.url }),
      ...place,
      path: `${at}.request.body_segments[0]`,
      responsePath: `${at}.response.body_segments[0]`,
    });
  });
}

const declarations = (tool: JsonObject): readonly JsonObject[] | undefined => {
  const list = field(tool, 'functionDeclarations');
  return Array.isArray(list) ? objectsOf(list) : undefined;
};

function readGeminiTools(tools: unknown): readonly ToolDefinition[] {
  return toolsIn(tools).flatMap((tool): readonly ToolDefinition[] => {
    const list = declarations(tool) ?? (filled(tool.name) === undefined ? undefined : [tool]);
    if (!list)
      return Object.keys(tool)
        .slice(0, 1)
        .map((name) => ({ name }));
    return list.flatMap((one) => {
      const name = filled(one.name);
      const description = filled(one.description);
      const schema = field(one, 'parametersJsonSchema') ?? lowerTypes(one.parameters, 0);
      return name === undefined ? [] : [{ name, ...(description !== undefined && { description }), ...(isObject(schema) && { schema }) }];
    });
  });
}

const providerTools = (tools: unknown): readonly JsonObject[] =>
  toolsIn(tools).filter((tool) => declarations(tool) === undefined && filled(tool.name) === undefined);

const toolsIn = (tools: unknown): readonly JsonObject[] => objectsOf(Array.isArray(tools) ? tools : [tools]);

function lowerTypes(schema: unknown, depth: number): unknown {
  if (depth > 40) return schema;
  if (Array.isArray(schema)) return listOf(schema).map((one) => lowerTypes(one, depth + 1));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' && /^[A-Z]+$/.test(value) ? value.toLowerCase() : lowerTypes(value, depth + 1),
    ]),
  );
}

const GEMINI_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  system: 'first',
  reasoning: 'own-or-signed',
  eitherReasoning: true,
  family: ['gemini-api', 'gemini-cli', 'adk'],
  media: 'user',
  fileNames: false,
  holds: (part) => part.data !== undefined || part.url !== undefined,
  references: /^(?:gs:\/\/|files\/|https:\/\/generativelanguage\.googleapis\.com\/)/,
  neighbours: false,
};

function geminiBody(transcript: Transcript, report: Report): JsonObject {
  const messages = prepareMessages(transcript, GEMINI_CARRIES, report);
  const { tools: others, ...extra } = (transcript.format === 'gemini-api' ? transcript.extra : undefined) ?? {};
  const system = messages[0]?.role === 'system' ? messages[0] : undefined;
  const tools = toolsOf(transcript, objectsOf(others), report);
  return {
    ...(transcript.model && { model: transcript.model }),
    ...extra,
    ...(system && { systemInstruction: { parts: system.parts.flatMap((part) => (part.type === 'text' ? [{ text: part.text }] : [])) } }),
    contents: serializeContentsOf(system ? messages.slice(1) : messages, report),
    ...(tools.length > 0 && { tools }),
  };
}

function toolsOf({ tools }: Transcript, others: readonly JsonObject[], report: Report): readonly JsonObject[] {
  const asWritten = new Set(readGeminiTools(others).map(({ name }) => name));
  const functionDeclarations = tools
    .filter(({ name }) => !asWritten.has(name))
    .map((tool) => ({
      name: functionName(tool.name, report),
      description: tool.description ?? '',
      parametersJsonSchema: objectSchema(tool.schema, report),
    }));
  return [...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []), ...others];
}

function functionName(name: string, report: Report): string {
  const safe = toolName(name, report);
  if (/^[a-z_]/i.test(safe)) return safe;
  report({ code: 'name-changed', message: 'Tool names were changed to what the provider accepts.' });
  return `_${safe}`.slice(0, 64);
}

/** All results of an answer's calls are one content, because the provider counts them. */
function serializeContentsOf(messages: readonly Message[], report: Report): readonly JsonObject[] {
  const called = new Map(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [[part.id, part.name] as const] : []))),
  );
  const contents: { readonly role: string; readonly parts: JsonObject[] }[] = [];
  messages.forEach((message, i) => {
    const parts = partsOf(message, called, report);
    const last = contents.at(-1);
    if (last && message.role === 'tool' && messages[i - 1]?.role === 'tool') last.parts.push(...parts);
    else contents.push({ role: message.role === 'assistant' ? 'model' : 'user', parts });
  });
  return contents;
}

function partsOf({ parts }: Message, called: ReadonlyMap<string, string>, report: Report): JsonObject[] {
  const written: JsonObject[] = [];
  let signature: string | undefined;
  for (const part of parts) {
    if (part.type === 'reasoning' && part.text === '') {
      signature = part.signature;
      continue;
    }
    const own = partOf(part, called, report);
    written.push(signature === undefined || 'thoughtSignature' in own ? own : { ...own, thoughtSignature: signature });
    signature = undefined;
  }
  return written;
}

function partOf(part: Part, called: ReadonlyMap<string, string>, report: Report): JsonObject {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'reasoning':
      return { text: part.text, thought: true, ...(part.signature !== undefined && { thoughtSignature: part.signature }) };
    case 'tool-call':
      return { functionCall: { name: functionName(part.name, report), args: argsObject(part.args, report) } };
    case 'tool-result':
      return { functionResponse: { name: functionName(called.get(part.callId) ?? part.name ?? 'tool', report), response: responseOf(part) } };
    default:
      return media(part);
  }
}

function responseOf({ content, isError }: ToolResultPart): JsonObject {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const [first = ''] = texts;
  const value = texts.length === 1 && !isError && first.startsWith('{') ? tryJson(first) : undefined;
  if (isObject(value) && jsonText(value) === first && !Object.keys(value).some((key) => TEXT_KEYS.has(key))) return value;
  return { [isError ? 'error' : 'output']: texts.length > 1 ? texts : first };
}

function media(part: ImagePart | FilePart): JsonObject {
  const mimeType = part.mime ?? (part.data === undefined ? undefined : part.type === 'image' ? 'image/png' : 'application/octet-stream');
  const type = mimeType === undefined ? {} : { mimeType };
  return part.data === undefined ? { fileData: { ...type, fileUri: part.url } } : { inlineData: { ...type, data: part.data } };
}

const REQUEST_FIELDS = ['generationConfig', 'safetySettings', 'toolConfig', 'cachedContent', 'labels'];

function parseGemini(source: Source, report: Report): Transcript[] {
  const exchanges = locate(source.records, (line, path) => report({ ...UNREAD_RECORD, ...compact({ line, path }) }));
  const last = exchanges.filter((one, i) => {
    const next = exchanges[i + 1];
    if (!next || !goesOn(one, next)) return true;
    report({ ...REQUESTS_JOINED, path: one.path });
    return false;
  });
  return last.map((one, i) => readExchange(one, i, report));
}

const contentsOf = (request: JsonObject | undefined): readonly unknown[] => {
  const contents = request?.contents;
  return Array.isArray(contents) ? contents : contents === undefined ? [] : [contents];
};

function goesOn(one: RawExchange, next: RawExchange): boolean {
  const [before, after] = [contentsOf(one.request), contentsOf(next.request)];
  return before.length > 0 && after.length > before.length && before.every((content, i) => jsonText(content) === jsonText(after[i]));
}

function readExchange({ request = {}, response, url, line, path, responsePath = path }: RawExchange, index: number, report: Report): Transcript {
  const at = (where: string): Origin => placeAt(line, where);
  const config = isObject(request.config) ? request.config : request;
  const messages: Draft[] = [
    ...readSystem(field(config, 'systemInstruction') ?? field(request, 'systemInstruction'), at(`${path}.systemInstruction`), report),
  ];
  const list = Array.isArray(request.contents);
  for (const [i, content] of contentsOf(request).entries())
    messages.push(...readContent(content, { id: `m${i + 1}`, origin: at(list ? `${path}.contents[${i}]` : `${path}.contents`) }, report));
  if (response) messages.push(...readAnswer(response, at(responsePath), report));
  const model = modelIn(response) ?? filled(request.model)?.replace(/^models\//, '') ?? /models\/([\w.-]+)/.exec(url ?? '')?.[1];
  const tools = config.tools ?? request.tools;
  const others = providerTools(tools);
  const fields = REQUEST_FIELDS.flatMap((key) =>
    isObject(field(request, key)) || Array.isArray(field(request, key)) ? [[key, field(request, key)]] : [],
  );
  const extra = { ...Object.fromEntries(fields), ...(others.length > 0 && { tools: others }) };
  const id = filled(field(response?.[0] ?? {}, 'responseId'));
  return finishTranscript(
    {
      id: id ?? `conversation-${index + 1}`,
      format: 'gemini-api',
      model,
      tools: readGeminiTools(tools),
      messages,
      extra,
    },
    report,
  );
}

function readSystem(system: unknown, origin: Origin, report: Report): readonly Draft[] {
  const content = Array.isArray(system)
    ? { parts: system }
    : isObject(system) && !Array.isArray(system.parts) && !isObject(system.parts)
      ? { parts: [system] }
      : system;
  if (content === undefined || content === null || content === '') return [];
  const drafts = readContent(isObject(content) ? { ...content, role: 'system' } : content, { id: 'system', origin }, report);
  return drafts.map((draft) => ({ ...draft, role: 'system' }));
}

const modelIn = (chunks: readonly JsonObject[] | undefined): string | undefined =>
  chunks?.map((chunk) => filled(field(chunk, 'modelVersion'))).find((model) => model !== undefined);

function readAnswer(chunks: readonly JsonObject[], origin: Origin, report: Report): readonly Draft[] {
  const parts: JsonObject[] = [];
  let others = 0;
  for (const chunk of chunks) {
    const [first, ...rest] = objectsOf(chunk.candidates);
    others = Math.max(others, rest.length);
    const content = isObject(first?.content) ? first.content : {};
    for (const part of objectsOf(listOf(content.parts))) addPart(parts, part, chunks.length > 1);
  }
  if (others > 0) report({ code: 'other-choices', message: 'Further choices of a response were left out.', count: others });
  const drafts = parts.length === 0 ? [] : readContent({ role: 'model', parts }, { id: 'answer', origin }, report);
  const usage = readUsage(field(chunks.at(-1) ?? {}, 'usageMetadata'), report, origin);
  const model = modelIn(chunks);
  const ts = isoTime(field(chunks[0] ?? {}, 'createTime'));
  const last = drafts.findLast(({ role }) => role === 'assistant');
  for (const draft of drafts) {
    if (draft.role !== 'assistant') continue;
    if (model !== undefined) draft.model = model;
    if (ts !== undefined) draft.ts = ts;
  }
  if (last && usage) last.usage = usage;
  return drafts;
}

function addPart(parts: JsonObject[], part: JsonObject, streamed: boolean): void {
  const last = parts.at(-1);
  const plain = (one: JsonObject): boolean => typeof one.text === 'string' && field(one, 'thoughtSignature') === undefined;
  if (streamed && last && plain(last) && typeof part.text === 'string' && (last.thought === true) === (part.thought === true))
    parts[parts.length - 1] = { ...part, text: `${String(last.text)}${part.text}` };
  else parts.push(part);
}

const SAMPLE = 50;

function detect(source: Source): number {
  const values = source.records.slice(0, SAMPLE).map(({ value }) => value);
  const whole = values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? listOf(value).slice(0, SAMPLE) : [value]));
  if (whole.some((value) => isRequest(value) || isResponse(value) || (isObject(value) && 'replay_id' in value && 'interactions' in value)))
    return 0.95;
  if (isContentList(values) || values.some(isContentList)) return 0.9;
  return locate(source.records.slice(0, 5)).length > 0 ? 0.85 : 0;
}

export const geminiApi: Format = {
  id: 'gemini-api',
  evidence: 'recorded',
  extension: 'json',
  carries: GEMINI_CARRIES,
  detect,
  parse: parseGemini,
  serialize: (transcript, report) => `${JSON.stringify(geminiBody(transcript, report), null, 2)}\n`,
};
