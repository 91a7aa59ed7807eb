import type { FilePart, ImagePart, Message, Origin, Part, TextPart, ToolDefinition, Transcript, Usage } from '../../transcript/types.ts';
import { anthropicMessages } from '../anthropic-messages/index.ts';
import { grown, Talk } from '../chat-messages.ts';
import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { type Draft, usageFrom } from '../finish.ts';
import { callOf, type ContentPiece, decodedText, filePart, imagePart, readParts, resultOf, texts, thoughts, titled } from '../format-parts.ts';
import { argsObject, callIds, objectSchema, toolName, UNREAD_MESSAGE, UNREAD_RECORD } from '../encoding.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, namesIn, objectOf, objectsOf, type Raw, tryJson } from '../json.ts';
import { openaiChat } from '../openai-chat/index.ts';
import { prepareMessages } from '../prepare.ts';
import { placeAt, readAs } from '../lists.ts';
import { REQUEST_CARRIES } from '../contract.ts';

// Messages of the Converse API of Amazon Bedrock. A part has no type: the one key that it has tells what it is.
// Shapes: botocore `bedrock-runtime/2023-09-30/service-2.json` and strands-agents/sdk-python `types/content.py` @1232230d.

interface ToolUse {
  toolUseId: string;
  name: string;
  input: object;
}
interface ToolResult {
  toolUseId: string;
  status?: 'success' | 'error';
  content: readonly Block[];
}
interface Media {
  format: string;
  name?: string;
  source: { bytes?: string; s3Location?: { uri: string }; text?: string; content?: readonly { text: string }[] };
}
interface Block {
  text?: string;
  json?: unknown;
  toolUse?: ToolUse;
  toolResult?: ToolResult;
  reasoningContent?: { reasoningText?: { text: string; signature?: string }; redactedContent?: string };
  image?: Media;
  document?: Media;
  video?: Media;
  audio?: Media;
  guardContent?: { text?: { text: string }; image?: Media };
  cachePoint?: { type: string };
  citationsContent?: { content: readonly { text: string }[]; citations: readonly object[] };
  searchResult?: { source: string; title: string; content: readonly { text: string }[] };
}
interface ConverseUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens: number;
  cacheWriteInputTokens: number;
}

const KEYS: ReadonlySet<string> = namesIn(`
  text toolUse toolResult reasoningContent image document video audio guardContent cachePoint citationsContent searchResult
`);

const isBlock = (value: unknown): value is Raw<Block> => {
  if (!isObject(value) || value.type !== undefined) return false;
  const keys = Object.keys(value);
  return keys.length === 1 && KEYS.has(keys[0]!);
};

export const isMessage = (value: unknown): value is JsonObject & { readonly content: readonly Raw<Block>[] } =>
  isObject(value) &&
  (value.role === 'user' || value.role === 'assistant') &&
  Array.isArray(value.content) &&
  value.content.length > 0 &&
  (value.content as readonly unknown[]).every(isBlock);

const isOwn = (value: unknown): boolean =>
  isMessage(value) &&
  value.content.some((block) => ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint', 'guardContent'].some((key) => key in block));

interface ReadBlocks {
  readonly parts: readonly Part[];
  readonly cacheHint: boolean;
}

export function readBlocks(content: unknown, report: Report, origin: Origin): ReadBlocks {
  let cacheHint = false;
  const parts = readParts(
    content,
    (block, kind) => {
      if (kind === 'cachePoint') cacheHint = true;
      return readBlock(block, kind, report, origin);
    },
    report,
    origin,
    (block) => Object.keys(block)[0],
  );
  return { parts, cacheHint };
}

function readBlock(block: Raw<Block>, kind: string, report: Report, origin: Origin): readonly Part[] | undefined {
  const inner: JsonObject = isObject(block[kind as keyof Block]) ? (block[kind as keyof Block] as JsonObject) : {};
  if (kind === 'text') return texts(block.text);
  if (kind === 'json') return texts(jsonText(block.json));
  if (kind === 'toolUse') return [callOf(inner.toolUseId, inner.name, inner.input)];
  if (kind === 'toolResult') {
    const { parts } = readBlocks(inner.content, report, origin);
    return [resultOf(inner.toolUseId, parts as readonly ContentPiece[], { isError: inner.status === 'error' })];
  }
  if (kind === 'reasoningContent') {
    const said: JsonObject = objectOf(inner.reasoningText);
    return thoughts(said.text, { signature: said.signature, encrypted: inner.redactedContent });
  }
  if (kind === 'image' || kind === 'document' || kind === 'video' || kind === 'audio') return readMedia(kind, inner);
  if (kind === 'guardContent')
    return isObject(inner.text) ? texts(inner.text.text) : isObject(inner.image) ? readMedia('image', inner.image) : undefined;
  if (kind === 'citationsContent') return objectsOf(inner.content).flatMap(({ text }) => texts(text));
  if (kind === 'searchResult')
    return titled(
      inner.title,
      [filled(inner.source), ...objectsOf(inner.content).flatMap(({ text }) => filled(text) ?? [])].filter(Boolean).join('\n'),
    );
  return kind === 'cachePoint' ? [] : undefined;
}

const TEXT_FORMATS = new Set(['txt', 'md', 'csv', 'html']);
const MIMES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function readMedia(kind: string, { format, name, source }: Raw<Media>): readonly (ImagePart | FilePart | TextPart)[] | undefined {
  const from: JsonObject = objectOf(source);
  const where: JsonObject = objectOf(from.s3Location);
  const given = filled(format) ?? '';
  const data = filled(from.bytes);
  const text =
    filled(from.text) ??
    (objectsOf(from.content)
      .flatMap((part) => filled(part.text) ?? [])
      .join('\n') ||
      undefined);
  if (kind === 'document' && text !== undefined) return titled(name, text);
  if (kind === 'document' && data !== undefined && TEXT_FORMATS.has(given)) {
    const decoded = decodedText(data);
    if (decoded !== undefined) return titled(name, decoded);
  }
  const place = data ?? filled(where.uri);
  if (place === undefined) return undefined;
  if (kind === 'image') return [imagePart(place, given ? `image/${given}` : undefined)];
  const mime = kind === 'document' ? (MIMES[given] ?? `text/${given}`) : `${kind}/${given}`;
  return [filePart(place, given ? mime : undefined, filled(name))];
}

const readUsage = (usage: unknown, report: Report, origin: Origin): Usage | undefined => {
  if (!isObject(usage)) return undefined;
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens }: Raw<ConverseUsage> = usage;
  return usageFrom({ input: inputTokens, output: outputTokens, cacheRead: cacheReadInputTokens, cacheWrite: cacheWriteInputTokens }, report, origin);
};

const readTools = (toolConfig: unknown): ToolDefinition[] =>
  objectsOf(objectOf(toolConfig).tools).flatMap(({ toolSpec }) => {
    if (!isObject(toolSpec) || !filled(toolSpec.name)) return [];
    const schema = objectOf(toolSpec.inputSchema).json;
    return [compact({ name: filled(toolSpec.name)!, description: filled(toolSpec.description), schema })];
  });

function readSystem(system: unknown, report: Report, origin: Origin): Draft[] {
  const { parts, cacheHint } = readBlocks(listOf(system), report, origin);
  return parts.length === 0 ? [] : [{ id: 'system', role: 'system', parts, origin, ...(cacheHint && { cacheHint }) }];
}

// Finds requests and answers of Converse: bodies, lists, recorded exchanges, and invocation logs, whose bodies may be another provider's.

interface Request {
  modelId: string;
  messages: readonly object[];
  system: readonly object[];
  inferenceConfig: object;
  toolConfig: { tools: readonly object[] };
  additionalModelRequestFields: object;
}
/** AWS documentation, "Monitor model invocation": one line per request, in CloudWatch or gzipped in S3. */
interface InvocationLog {
  schemaType: 'ModelInvocationLog';
  timestamp: string;
  requestId: string;
  operation: 'Converse' | 'ConverseStream' | 'InvokeModel' | 'InvokeModelWithResponseStream';
  modelId: string;
  input: { inputBodyJson?: object | string; inputBodyS3Path?: string };
  output: { outputBodyJson?: object | readonly object[] | string; outputBodyS3Path?: string };
}

interface Exchange {
  readonly request: Raw<Request>;
  readonly answer: unknown;
  readonly origin: Origin;
  readonly id: string | undefined;
  readonly ts: string | undefined;
  readonly model: string | undefined;
}

const isRequest = (value: unknown): value is JsonObject & { readonly messages: readonly unknown[] } =>
  isObject(value) &&
  Array.isArray(value.messages) &&
  value.messages.length > 0 &&
  (value.messages.every(isMessage) || (isConfigured(value) && value.messages.some(isMessage)));

const isConfigured = ({ inferenceConfig, toolConfig, system }: JsonObject): boolean =>
  isObject(inferenceConfig) ||
  (isObject(toolConfig) && listOf(toolConfig.tools).some((tool) => isObject(tool) && isObject(tool.toolSpec))) ||
  (Array.isArray(system) && system.length > 0 && system.every(isBlock));

const isAnswer = (value: unknown): value is JsonObject & { readonly output: JsonObject } =>
  isObject(value) && isObject(value.output) && isMessage(value.output.message) && value.output.message.role === 'assistant';

const isLog = (value: unknown): value is JsonObject & { readonly schemaType: 'ModelInvocationLog' } =>
  isObject(value) && value.schemaType === 'ModelInvocationLog';

const body = (value: unknown): unknown => (typeof value === 'string' ? (tryJson(value) ?? value) : value);

const DEEPEST = 4;

class Finder {
  readonly found: Exchange[] = [];
  readonly others: { readonly value: JsonObject; readonly origin: Origin }[] = [];
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  read(given: unknown, origin: Origin, depth = 0, log: Partial<Exchange> = {}): void {
    const value = body(given);
    if (Array.isArray(value) && value.length > 0 && value.every(isMessage)) this.#add({ messages: value }, undefined, origin, log);
    else if (Array.isArray(value) && depth < DEEPEST)
      for (const [i, one] of value.entries()) this.read(one, { ...origin, path: `${origin.path ?? '$'}[${i}]` }, depth + 1, log);
    else if (isLog(value)) this.#log(value, origin);
    else if (isRequest(value)) this.#add(value, isAnswer(value) ? value : body(value.response), origin, log);
    else if (isAnswer(value)) this.#add({ messages: [] }, value, origin, log);
    else if (isMessage(value)) this.#add({ messages: [value] }, undefined, origin, log);
    else if (isObject(value) && depth < DEEPEST && [value.request, value.body, value.input].some((inner) => isRequest(body(inner)))) {
      const key = ['request', 'body', 'input'].find((name) => isRequest(body(value[name])))!;
      this.#add(body(value[key]) as JsonObject, body(value.response ?? value.output), { ...origin, path: `${origin.path ?? '$'}.${key}` }, log);
    } else this.#report({ ...UNREAD_RECORD, ...origin });
  }

  #add(request: Raw<Request>, answer: unknown, origin: Origin, { id, ts, model }: Partial<Exchange>): void {
    this.found.push({ request, answer, origin, id, ts, model: model ?? filled(request.modelId) });
  }

  #log({ input, output, requestId, timestamp, modelId }: Raw<InvocationLog>, origin: Origin): void {
    const [asked, told]: readonly JsonObject[] = [objectOf(input), objectOf(output)];
    if (asked!.inputBodyJson === undefined || (told!.outputBodyJson === undefined && told!.outputBodyS3Path !== undefined))
      this.#report({
        code: 'continued-elsewhere',
        message: `The body of a request or of an answer is in another file (${filled(asked!.inputBodyS3Path) ?? filled(told!.outputBodyS3Path) ?? 'S3'}).`,
        ...origin,
      });
    const request = body(asked!.inputBodyJson);
    const answer = body(told!.outputBodyJson);
    const at = { ...origin, path: `${origin.path ?? '$'}.input.inputBodyJson` };
    if (isRequest(request)) this.#add(request, answer, at, { id: filled(requestId), ts: isoTime(timestamp), model: filled(modelId) });
    else if (isObject(request))
      this.others.push({ value: { request: { model: filled(modelId), ...request }, response: joinedStream(answer) }, origin: at });
    else if (isAnswer(answer)) this.#add({ messages: [] }, answer, origin, { id: filled(requestId), ts: isoTime(timestamp), model: filled(modelId) });
  }
}

function joinedStream(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  const blocks = new Map<number, { text: string; tool?: JsonObject; args: string; thought: string; signature: string }>();
  let usage: unknown;
  for (const event of answer.filter(isObject)) {
    const start = isObject(event.contentBlockStart) ? event.contentBlockStart : undefined;
    const delta = isObject(event.contentBlockDelta) ? event.contentBlockDelta : undefined;
    if (isObject(event.metadata)) usage = event.metadata.usage;
    const index = (start ?? delta)?.contentBlockIndex;
    if (typeof index !== 'number') continue;
    const block = blocks.get(index) ?? { text: '', args: '', thought: '', signature: '' };
    blocks.set(index, block);
    const begun = isObject(start?.start) ? start.start.toolUse : undefined;
    if (isObject(begun)) block.tool = begun;
    const piece = isObject(delta?.delta) ? delta.delta : {};
    block.text += filled(piece.text) ?? '';
    if (isObject(piece.toolUse)) block.args += filled(piece.toolUse.input) ?? '';
    if (isObject(piece.reasoningContent)) {
      block.thought += filled(piece.reasoningContent.text) ?? '';
      block.signature += filled(piece.reasoningContent.signature) ?? '';
    }
  }
  if (blocks.size === 0) return answer;
  const content = [...blocks]
    .sort(([a], [b]) => a - b)
    .map(([, { text, tool, args, thought, signature }]) =>
      tool
        ? { toolUse: { ...tool, input: tryJson(args) ?? args } }
        : thought || signature
          ? { reasoningContent: { reasoningText: { text: thought, signature } } }
          : { text },
    );
  return { output: { message: { role: 'assistant', content } }, usage };
}

function readExchanges(source: Source, report: Report): Transcript[] {
  const finder = new Finder(report);
  const { records, container } = source;
  if (container !== 'json' && records.length > 0 && records.every(({ value }) => isMessage(value)))
    finder.read(
      records.map(({ value }) => value),
      { path: '$' },
    );
  else for (const { value, line, path = '$' } of records) finder.read(value, placeAt(line, path));
  const kept = grown(finder.found, ({ request, answer }) => (answer === undefined ? [answer] : listOf(request.messages)), report);
  const logged = grown(finder.others, ({ value }) => listOf((value.request as JsonObject).messages));
  return [...kept.map((exchange, i) => readExchange(exchange, i, report)), ...logged.flatMap((one) => readOther(one, report))];
}

function readExchange({ request, answer, origin, id, ts, model }: Exchange, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  talk.messages.push(...readSystem(request.system, report, { ...origin, path: `${origin.path ?? '$'}.system` }));
  const say = (value: unknown, at: Origin, more: Parameters<Talk['say']>[2] = {}): void => {
    if (!isObject(value)) {
      report({ ...UNREAD_MESSAGE, ...at });
      return;
    }
    const { parts, cacheHint } = readBlocks(value.content, report, at);
    talk.say(value.role === 'assistant' ? 'assistant' : 'user', parts, { origin: at, ...(cacheHint && { cacheHint }), ...more });
  };
  for (const [i, value] of listOf(request.messages).entries()) say(value, { ...origin, path: `${origin.path ?? '$'}.messages[${i}]` });
  const told = joinedStream(answer);
  if (isAnswer(told)) {
    const usage = readUsage(told.usage, report, origin);
    say(told.output.message, { ...origin, path: `${origin.path ?? '$'}.output` }, compact({ usage, ts, model }));
  } else if (told !== undefined && told !== null)
    report({ code: 'unread-record', message: 'Answers in a shape that is not known were left out.', ...origin });
  const { inferenceConfig, additionalModelRequestFields } = request;
  const extra = compact({ inferenceConfig, additionalModelRequestFields });
  return talk.finish({
    id: id ?? `conversation-${index + 1}`,
    format: 'bedrock-converse',
    model,
    tools: readTools(request.toolConfig),
    extra,
  });
}

function readOther({ value, origin }: { readonly value: JsonObject; readonly origin: Origin }, report: Report): readonly Transcript[] {
  const source: Source = { name: '', container: 'json', text: '', head: '', records: [{ value, ...origin }], warnings: [] };
  const readers: readonly Format[] = [anthropicMessages, openaiChat];
  const [best] = readers.map((format) => ({ format, confidence: format.detect(source) })).sort((a, b) => b.confidence - a.confidence);
  const read = best && best.confidence > 0 ? readAs(best.format, source, report) : undefined;
  if (read?.ok) return read.value;
  report({ ...UNREAD_RECORD, ...origin });
  return [];
}

const IMAGES: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/gif': 'gif', 'image/webp': 'webp' };
const DOCUMENTS: Readonly<Record<string, string>> = { 'application/pdf': 'pdf' };

function holds(part: ImagePart | FilePart): boolean {
  if (part.data === undefined) return false;
  if (part.type === 'image') return (part.mime ?? '') in IMAGES;
  return (part.mime ?? '') in DOCUMENTS && part.name !== undefined && /^[\w-]{1,100}$/.test(part.name);
}

const CONVERSE_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  system: 'first',
  reasoning: 'signed',
  eitherReasoning: true,
  family: ['bedrock-converse', 'strands-session', 'anthropic-messages', 'claude-code'],
  media: 'not-assistant',
  holds,
  blankText: false,
  finalSpace: false,
  neighbours: false,
};

function converseBody(transcript: Transcript, report: Report): JsonObject {
  const prepared = prepareMessages(transcript, CONVERSE_CARRIES, report);
  const id = callIds(prepared);
  const own = transcript.format === 'bedrock-converse' ? transcript.extra : undefined;
  const turns: { readonly role: 'user' | 'assistant'; readonly content: JsonObject[] }[] = [];
  const system: JsonObject[] = [];
  for (const message of prepared) {
    const blocks = message.parts.map((part) => blockOf(part, id, report));
    if (message.cacheHint) blocks.push({ cachePoint: { type: 'default' } });
    if (message.role === 'system') {
      system.push(...blocks);
      continue;
    }
    const role = sideOf(message);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  return {
    ...(transcript.model && { modelId: transcript.model }),
    ...(system.length > 0 && { system }),
    inferenceConfig: {},
    ...own,
    messages: turns,
    ...(transcript.tools.length > 0 && { toolConfig: { tools: transcript.tools.map((tool) => ({ toolSpec: toolOf(tool, report) })) } }),
  };
}

const sideOf = ({ role }: Message): 'user' | 'assistant' => (role === 'assistant' ? 'assistant' : 'user');

const toolOf = ({ name, description, schema }: Transcript['tools'][number], report: Report): JsonObject => ({
  name: toolName(name, report),
  ...(description && { description }),
  inputSchema: { json: objectSchema(schema, report) },
});

function blockOf(part: Part, id: (id: string) => string, report: Report): JsonObject {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'reasoning':
      return part.encrypted !== undefined
        ? { reasoningContent: { redactedContent: part.encrypted } }
        : { reasoningContent: { reasoningText: { text: part.text, ...(part.signature && { signature: part.signature }) } } };
    case 'tool-call':
      return { toolUse: { toolUseId: id(part.id), name: toolName(part.name, report), input: argsObject(part.args, report) } };
    case 'tool-result': {
      const content = part.content.map((inner) => blockOf(inner, id, report));
      return { toolResult: { toolUseId: id(part.callId), status: part.isError ? 'error' : 'success', content } };
    }
    case 'image':
      return { image: { format: IMAGES[part.mime ?? ''], source: { bytes: part.data } } };
    case 'file':
      return { document: { format: DOCUMENTS[part.mime ?? ''], name: part.name, source: { bytes: part.data } } };
  }
}

const SAMPLE = 50;

function detect(source: Source): number {
  let best = 0;
  for (const { value: record } of source.records.slice(0, SAMPLE))
    for (const value of Array.isArray(record) ? listOf(record).slice(0, SAMPLE) : [record]) {
      const inner = isObject(value) ? [value, value.request, value.body, value.input] : [];
      if (isLog(value)) return 0.98;
      if (inner.some((one) => isAnswer(one) || (isRequest(one) && (isConfigured(one) || listOf(one.messages).some(isOwn))))) return 0.96;
      if (isOwn(value)) return 0.95;
      if (inner.some(isRequest) || isMessage(value)) best = 0.88;
    }
  return best;
}

export const bedrockConverse: Format = {
  id: 'bedrock-converse',
  evidence: 'recorded',
  unread: 'bodies of an invocation log that are elsewhere (S3)',
  extension: 'json',
  carries: CONVERSE_CARRIES,
  detect,
  parse: (source, report) => readExchanges(source, report),
  serialize: (transcript, report) => `${JSON.stringify(converseBody(transcript, report), null, 2)}\n`,
};
