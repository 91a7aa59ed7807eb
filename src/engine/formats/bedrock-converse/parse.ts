/** Finds requests and answers of Converse: bodies, lists, recorded exchanges, and invocation logs, whose bodies may be another provider's. */
import type { Origin, Transcript } from '../../transcript/types.ts';
import { anthropicMessages } from '../anthropic-messages/index.ts';
import type { Format, Report, Source } from '../contract.ts';
import { grown } from '../grown.ts';
import { compact, filled, isObject, isoTime, listOf, tryJson, type JsonObject, type Raw } from '../json.ts';
import { openaiChat } from '../openai-chat/index.ts';
import { Talk } from '../talk.ts';
import { isBlock, isMessage, readBlocks, readSystem, readTools, readUsage } from './content.ts';

interface Request {
  modelId: string;
  messages: readonly object[];
  system: readonly object[];
  inferenceConfig: object;
  toolConfig: { tools: readonly object[] };
  additionalModelRequestFields: object;
}
/** AWS documentation, "Monitor model invocation": one line per request, in CloudWatch or gzipped in S3. */
export interface InvocationLog {
  schemaType: 'ModelInvocationLog';
  timestamp: string;
  requestId: string;
  operation: 'Converse' | 'ConverseStream' | 'InvokeModel' | 'InvokeModelWithResponseStream';
  modelId: string;
  input: { inputBodyJson?: object | string; inputBodyS3Path?: string };
  output: { outputBodyJson?: object | readonly object[] | string; outputBodyS3Path?: string };
}

/** A request with its answer. */
interface Exchange {
  readonly request: Raw<Request>;
  readonly answer: unknown;
  readonly origin: Origin;
  readonly id: string | undefined;
  readonly ts: string | undefined;
  readonly model: string | undefined;
}

export const isRequest = (value: unknown): value is JsonObject & { readonly messages: readonly unknown[] } =>
  isObject(value) &&
  Array.isArray(value.messages) &&
  value.messages.length > 0 &&
  (value.messages.every(isMessage) || (isConfigured(value) && value.messages.some(isMessage)));

/** What only a body of Converse has. */
export const isConfigured = ({ inferenceConfig, toolConfig, system }: JsonObject): boolean =>
  isObject(inferenceConfig) ||
  (isObject(toolConfig) && listOf(toolConfig.tools).some((tool) => isObject(tool) && isObject(tool.toolSpec))) ||
  (Array.isArray(system) && system.length > 0 && system.every(isBlock));

export const isAnswer = (value: unknown): value is JsonObject & { readonly output: JsonObject } =>
  isObject(value) && isObject(value.output) && isMessage(value.output.message) && value.output.message.role === 'assistant';

export const isLog = (value: unknown): value is JsonObject & { readonly schemaType: 'ModelInvocationLog' } =>
  isObject(value) && value.schemaType === 'ModelInvocationLog';

const body = (value: unknown): unknown => (typeof value === 'string' ? (tryJson(value) ?? value) : value);

/** Deeper, there is no request. */
const DEEPEST = 4;

class Finder {
  readonly found: Exchange[] = [];
  /** Logs with the body of another provider. */
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
    } else this.#report({ code: 'unread-record', message: 'Records hold no messages and were skipped.', ...origin });
  }

  #add(request: Raw<Request>, answer: unknown, origin: Origin, { id, ts, model }: Partial<Exchange>): void {
    this.found.push({ request, answer, origin, id, ts, model: model ?? filled(request.modelId) });
  }

  #log({ input, output, requestId, timestamp, modelId }: Raw<InvocationLog>, origin: Origin): void {
    const [asked, told]: readonly JsonObject[] = [isObject(input) ? input : {}, isObject(output) ? output : {}];
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

/** The answer of a stream: its events put together, in Converse's notation. Anything else as it is. */
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

/** Every conversation of a source. A request that repeats an earlier one and goes on stands for both. */
export function readExchanges(source: Source, report: Report): Transcript[] {
  const finder = new Finder(report);
  const { records, container } = source;
  if (container !== 'json' && records.length > 0 && records.every(({ value }) => isMessage(value)))
    finder.read(
      records.map(({ value }) => value),
      { path: '$' },
    );
  else for (const { value, line, path = '$' } of records) finder.read(value, line === undefined ? { path } : { line, path });
  const { kept, joined } = grown(finder.found, ({ request, answer }) => (answer === undefined ? [answer] : listOf(request.messages)));
  if (joined > 0)
    report({ code: 'sessions-joined', message: 'Requests that a later one repeats and goes on with were joined to it.', count: joined });
  const logged = grown(finder.others, ({ value }) => listOf((value.request as JsonObject).messages));
  return [...kept.map((exchange, i) => readExchange(exchange, i, report)), ...logged.kept.flatMap((one) => readOther(one, report))];
}

function readExchange({ request, answer, origin, id, ts, model }: Exchange, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  talk.messages.push(...readSystem(request.system, report, { ...origin, path: `${origin.path ?? '$'}.system` }));
  const say = (value: unknown, at: Origin, more: Parameters<Talk['say']>[2] = {}): void => {
    if (!isObject(value)) {
      report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...at });
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
    ...(Object.keys(extra).length > 0 && { extra }),
  });
}

/** A body of InvokeModel is its provider's own. */
function readOther({ value, origin }: { readonly value: JsonObject; readonly origin: Origin }, report: Report): Transcript[] {
  const source: Source = { name: '', container: 'json', text: '', head: '', records: [{ value, ...origin }], warnings: [] };
  const readers: readonly Format[] = [anthropicMessages, openaiChat];
  const [best] = readers.map((format) => ({ format, confidence: format.detect(source) })).sort((a, b) => b.confidence - a.confidence);
  const read = best && best.confidence > 0 ? best.format.parse(source, report) : undefined;
  if (read?.ok) return read.value;
  report({ code: 'unread-record', message: 'Records hold no messages and were skipped.', ...origin });
  return [];
}
