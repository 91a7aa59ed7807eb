import type { Message, Origin, Part, RecordedCompaction, ToolDefinition, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { finishTranscript } from '../finish.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { readTools } from '../openai-chat/index.ts';
import { callOf, resultOf, splitResults, texts, thoughts, unknownPart } from '../format-parts.ts';
import { lineOrPath } from '../lists.ts';

const isMetadata = (value: unknown): value is JsonObject =>
  isObject(value) && !('role' in value) && ('working_dir' in value || 'message_count' in value);
const isToolList = (value: unknown): value is JsonObject => isObject(value) && !('role' in value) && Array.isArray(value.tools);

const BLOCKS = new Set([
  'toolRequest',
  'toolResponse',
  'frontendToolRequest',
  'summarizationRequested',
  'contextLengthExceeded',
  'systemNotification',
]);

const isOwn = (value: unknown): boolean =>
  isObject(value) &&
  Array.isArray(value.content) &&
  ((numberOf(value.created) !== undefined && isObject(value.metadata) && 'agentVisible' in value.metadata) ||
    objectsOf(value.content).some(({ type }) => BLOCKS.has(String(type))));

interface Session {
  readonly header: JsonObject;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly { readonly value: JsonObject; readonly origin: Origin }[];
}

function sessionsOf(source: Source, report: Report): readonly Session[] {
  const exported = source.records.flatMap(({ value, path = '$' }) =>
    (Array.isArray(value) ? value : [value])
      .filter((one): one is JsonObject => isObject(one) && Array.isArray(one.conversation))
      .map((header) => ({ header, path })),
  );
  if (exported.length > 0)
    return exported.map(({ header, path }) => ({
      header,
      tools: [],
      messages: objectsOf(header.conversation).map((value, i) => ({ value, origin: { path: `${path}.conversation[${i}]` } })),
    }));
  const values = source.records.flatMap(({ value, line, path = '$' }): readonly { readonly value: unknown; readonly origin: Origin }[] =>
    Array.isArray(value)
      ? value.map((item, i) => ({ value: item as unknown, origin: { path: `${path}[${i}]` } }))
      : [{ value, origin: lineOrPath(line, path) }],
  );
  const header = values.map(({ value }) => value).find(isMetadata) ?? {};
  const tools = values.flatMap(({ value, origin }) => (isToolList(value) ? readTools(value, report, origin) : []));
  const messages = values.filter(
    (one): one is { readonly value: JsonObject; readonly origin: Origin } => isObject(one.value) && typeof one.value.role === 'string',
  );
  return [{ header, tools, messages }];
}

function detect(source: Source): number {
  const sample = source.records.slice(0, 50).flatMap(({ value }) => (Array.isArray(value) ? value.slice(0, 50) : [value]));
  const inside = sample.flatMap((value) => (isObject(value) ? listOf(value.conversation).slice(0, 50) : []));
  if ([...sample, ...inside].some(isOwn)) return 0.97;
  return sample.some(isMetadata) && sample.some((value) => isObject(value) && typeof value.role === 'string') ? 0.9 : 0;
}

const settled = (outcome: unknown): { readonly value: unknown; readonly error: string | undefined } => {
  const given = objectOf(outcome);
  const failed = given.status === 'error' || (given.value === undefined && given.error !== undefined);
  return { value: given.value, error: failed ? (textOf(given.error) ?? jsonText(given.error ?? 'error')) : undefined };
};

class Reader {
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  parts(content: unknown, origin: Origin): Part[] {
    return objectsOf(content).flatMap((block) => this.part(block, origin));
  }

  private part(block: JsonObject, origin: Origin): Part[] {
    if (block.type === 'text') return texts(block.text);
    if (block.type === 'thinking') return thoughts(block.thinking, { signature: block.signature });
    if (block.type === 'redactedThinking') return thoughts('', { encrypted: block.data });
    if (block.type === 'image') return [{ type: 'image', ...compact({ mime: filled(block.mimeType), data: filled(block.data) }) }];
    if (block.type === 'toolRequest' || block.type === 'frontendToolRequest') {
      const { value, error } = settled(block.toolCall);
      const call = objectOf(value);
      // A call that could not be read has no name: its result says why.
      const args = isObject(call.arguments)
        ? jsonText(call.arguments)
        : (textOf(call.arguments) ?? (error === undefined ? '{}' : jsonText({ error })));
      return [callOf(block.id, textOf(call.name) ?? 'unknown', args)];
    }
    if (block.type === 'toolResponse') return [this.result(block, origin)];
    if (block.type === 'contextLengthExceeded' || block.type === 'summarizationRequested') return texts(block.msg);
    if (block.type === 'systemNotification') return [];
    this.report({ ...unknownPart(String(block.type)), ...origin });
    return [];
  }

  private result(block: JsonObject, origin: Origin): Part {
    const { value, error } = settled(block.toolResult);
    // A list of contents; newer versions wrap it with a mark of its own for errors.
    const list = isObject(value) ? value.content : value;
    const wrong = error !== undefined || (isObject(value) && value.isError === true);
    const content = error === undefined ? this.parts(list, origin).filter((part) => part.type === 'text' || part.type === 'image') : texts(error);
    return resultOf(block.id, content, { isError: wrong });
  }
}

/**
 * goose keeps what a compaction took out of the context with `agentVisible: false`, and shows its summary to the agent alone (`userVisible: false`).
 */
function readSession({ header, tools, messages: given }: Session, index: number, report: Report): Transcript {
  const reader = new Reader(report);
  const messages: Message[] = [];
  const compactions: RecordedCompaction[] = [];
  let hidden = false;
  for (const [i, { value, origin }] of given.entries()) {
    const metadata = objectOf(value.metadata);
    const id = filled(value.id) ?? `m${i + 1}`;
    const parts = reader.parts(value.content, origin);
    const ts = isoTime(value.created);
    const shared = { ...(ts && { ts }), origin };
    if (hidden && metadata.userVisible === false && metadata.agentVisible !== false && compactions.at(-1)?.at !== messages.length) {
      compactions.push({ at: messages.length, summaryId: id });
      messages.push({ id, role: 'user', parts, synthetic: true, compaction: { kind: 'summary' }, ...shared });
      hidden = false;
      continue;
    }
    if (metadata.agentVisible === false) hidden = true;
    if (value.role === 'assistant') messages.push({ id, role: 'assistant', parts, ...shared });
    else
      for (const [k, run] of splitResults(parts).entries())
        messages.push({
          id: k === 0 ? id : `${id}/${k + 1}`,
          role: run.results ? 'tool' : 'user',
          parts: run.parts,
          ...(metadata.userVisible === false && !run.results && { synthetic: true as const }),
          ...shared,
        });
  }
  const model = filled(objectOf(header.model_config).model_name);
  const title = filled(header.description) ?? filled(header.name);
  return finishTranscript(
    {
      id: filled(header.id) ?? `session-${index + 1}`,
      title,
      format: 'goose',
      model,
      tools,
      messages,
      compactions,
    },
    report,
  );
}

const parse = (source: Source, report: Report): Transcript[] => sessionsOf(source, report).map((session, i) => readSession(session, i, report));

export const goose: Format = { id: 'goose', evidence: 'recorded', extension: 'jsonl', detect, parse };
