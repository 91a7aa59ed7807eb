import type { Part, RecordedCompaction, Role, ToolDefinition, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript, modelOf, usageFrom } from '../finish.ts';
import { callOf, filePart, imagePart, isPiece, resultOf, texts, unknownPart } from '../format-parts.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { firstObjects, objectsIn, type SourceObject, stated } from '../lists.ts';

const PROTOCOL = 'attachment://';

class Attachments {
  private readonly texts: JsonObject;
  private readonly report: Report;

  constructor(texts: unknown, report: Report) {
    this.texts = objectOf(texts);
    this.report = report;
  }

  text(value: string): string {
    if (!value.startsWith(PROTOCOL)) return value;
    const name = value.slice(PROTOCOL.length);
    const found = Object.hasOwn(this.texts, name) ? this.texts[name] : undefined;
    if (typeof found === 'string') return found;
    this.report({ code: 'missing-attachment', message: 'Attachments that the log refers to are not in it; the references stay.' });
    return value;
  }

  resolve(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)])) : value;
  }

  parts(content: unknown, report: Report, path: string): readonly Part[] {
    if (typeof content === 'string') return texts(this.text(content));
    return listOf(content).flatMap((block): readonly Part[] => {
      if (typeof block === 'string') return texts(this.text(block));
      if (!isObject(block)) return [];
      const parts = this.block(block);
      if (!parts) report({ ...unknownPart(String(block.type)), path });
      return parts ?? [];
    });
  }

  private block(block: JsonObject): readonly Part[] | undefined {
    const media = (key: string): string => this.text(textOf(block[key]) ?? '');
    if (block.type === 'text') return texts(media('text'));
    if (block.type === 'reasoning') return [this.reasoning(block)];
    if (block.type === 'image') return [imagePart(media('image'))];
    if (block.type === 'audio' || block.type === 'video') return [filePart(media(block.type), `${block.type}/${filled(block.format) ?? '*'}`)];
    if (block.type === 'document') return [filePart(media('document'), filled(block.mime_type), filled(block.filename))];
    if (block.type === 'data') return [];
    // A tool that ran at the provider: call and result are one block.
    if (block.type === 'tool_use') return [...texts(`${textOf(block.name) ?? 'tool'} ${media('arguments')}`.trim()), ...texts(media('result'))];
    return undefined;
  }

  private reasoning(block: JsonObject): Part {
    const text = this.text(textOf(block.reasoning) ?? '');
    const signature = filled(block.signature);
    return block.redacted === true
      ? { type: 'reasoning', text: this.text(textOf(block.summary) ?? ''), encrypted: text }
      : { type: 'reasoning', text, ...(signature && { signature }) };
  }
}

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);

interface EventFacts {
  readonly answers: ReadonlyMap<string, { readonly usage?: Usage; readonly ts?: string }>;
  readonly tools: readonly ToolDefinition[];
  readonly compactions: readonly { readonly event: JsonObject; readonly answer: string | undefined; readonly input: readonly JsonObject[] }[];
}

function readUsage(value: unknown, report: Report, path: string): Usage | undefined {
  if (!isObject(value)) return undefined;
  const cacheRead = numberOf(value.input_tokens_cache_read) ?? 0;
  const usage = usageFrom(
    { input: value.input_tokens, output: value.output_tokens, cacheRead: value.input_tokens_cache_read, cacheWrite: value.input_tokens_cache_write },
    report,
    { path },
  );
  const included = usage !== undefined && numberOf(value.total_tokens) === usage.input + usage.output;
  return usage && included ? { ...usage, input: Math.max(0, usage.input - cacheRead) } : usage;
}

function toldBy(events: readonly JsonObject[], attachments: Attachments, report: Report, path: string): EventFacts {
  const answers = new Map<string, { usage?: Usage; ts?: string }>();
  let tools: readonly JsonObject[] = [];
  const compactions: { event: JsonObject; answer: string | undefined; input: readonly JsonObject[] }[] = [];
  let waiting: JsonObject[] = [];
  for (const event of events) {
    if (event.event === 'compaction') waiting.push(event);
    if (event.event !== 'model') continue;
    const output = objectOf(event.output);
    const choice = objectsOf(output.choices)[0];
    const id = isObject(choice?.message) ? filled(choice.message.id) : undefined;
    const usage = readUsage(output.usage, report, path);
    const ts = isoTime(event.completed) ?? isoTime(event.timestamp);
    if (id !== undefined) answers.set(id, { ...(usage && { usage }), ...(ts && { ts }) });
    const offered = objectsOf(event.tools);
    if (offered.length >= tools.length) tools = offered;
    for (const compaction of waiting) compactions.push({ event: compaction, answer: id, input: objectsOf(event.input) });
    waiting = [];
  }
  for (const event of waiting) compactions.push({ event, answer: undefined, input: [] });
  return { answers, tools: tools.flatMap((tool) => definition(tool, attachments)), compactions };
}

function definition(tool: JsonObject, attachments: Attachments): readonly ToolDefinition[] {
  const name = filled(tool.name);
  if (name === undefined) return [];
  const description = attachments.text(textOf(tool.description) ?? '');
  return [
    { name, ...(description !== '' && { description }), ...(tool.parameters !== undefined && { schema: attachments.resolve(tool.parameters) }) },
  ];
}

function readSample({ value, path, line }: SourceObject, log: JsonObject, report: Report): Transcript {
  const attachments = new Attachments(value.attachments, report);
  const told = toldBy(objectsOf(value.events), attachments, report, `${path}.events`);
  const messages = messagesOf(value).flatMap((message, i) => {
    const draft = readMessage(message, `m${i + 1}`, `${path}.messages[${i}]`, attachments, report);
    if (!draft) return [];
    if (line !== undefined) draft.origin = { ...draft.origin, line };
    return [compact({ ...draft, ...told.answers.get(draft.id) })];
  });
  const evaluation = objectOf(log.eval);
  const task = filled(evaluation.task);
  const sample = `${textOf(value.id) ?? numberOf(value.id) ?? ''}`;
  const epoch = numberOf(value.epoch) ?? 1;
  const model = filled(evaluation.model) ?? modelOf(messages);
  const scores = isObject(value.scores) ? Object.entries(value.scores).map(([name, score]) => [name, isObject(score) ? score.value : score]) : [];
  return finishTranscript(
    {
      id: `${sample || 'sample'}_epoch_${epoch}`,
      title: [task, sample, ...(epoch > 1 ? [`epoch ${epoch}`] : [])].filter(Boolean).join(' · '),
      format: 'inspect',
      model,
      tools: told.tools,
      ...withCompactions(messages, told, attachments, report),
      extra: { epoch, ...(scores.length > 0 && { scores: Object.fromEntries(scores) }) },
    },
    report,
  );
}

function messagesOf(sample: JsonObject): readonly JsonObject[] {
  const recorded = objectsOf(sample.messages);
  if (recorded.length > 0) return recorded;
  const output = isObject(sample.output) ? objectsOf(sample.output.choices)[0]?.message : undefined;
  const input = typeof sample.input === 'string' ? [{ role: 'user', content: sample.input }] : objectsOf(sample.input);
  return [...input, ...(isObject(output) ? [output] : [])];
}

function readMessage(message: JsonObject, fallback: string, path: string, attachments: Attachments, report: Report): Draft | undefined {
  const given = textOf(message.role) ?? '';
  if (!ROLES.has(given)) {
    report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', path });
    return undefined;
  }
  const role = given as Role;
  const content = attachments.parts(message.content, report, path);
  const calls = objectsOf(message.tool_calls).map((call) => callOf(call.id, call.function, attachments.resolve(call.arguments)));
  const model = filled(message.model);
  return {
    id: filled(message.id) ?? fallback,
    role,
    parts: role === 'tool' ? [answerOf(message, content, attachments)] : [...content, ...calls],
    origin: { path },
    ...(model && { model }),
  };
}

function answerOf(message: JsonObject, parts: readonly Part[], attachments: Attachments): Part {
  const failed = isObject(message.error) ? attachments.text(textOf(message.error.message) ?? '') : undefined;
  const shown = parts.filter(isPiece);
  const content = shown.length === 0 ? texts(failed) : shown;
  return resultOf(message.tool_call_id, content, { name: message.function, isError: failed !== undefined });
}

/**
 * The messages with the summaries that compactions wrote, and where they happened: before the answer whose request came next. The messages
 * of a sample are the whole history, so a summary is only in that request.
 */
function withCompactions(
  messages: readonly Draft[],
  told: EventFacts,
  attachments: Attachments,
  report: Report,
): Pick<Transcript, 'compactions' | 'messages'> {
  const all: Draft[] = [...messages];
  const compactions: RecordedCompaction[] = [];
  for (const { event, answer, input } of told.compactions) {
    const found = answer === undefined ? -1 : all.findIndex(({ id }) => id === answer);
    const at = found < 0 ? all.length : found;
    const known = new Set(all.map(({ id }) => id));
    const place = input.findIndex((message) => isObject(message.metadata) && message.metadata.summary === true);
    const keptFrom = input.slice(place + 1).find(({ id, role }) => role !== 'system' && typeof id === 'string' && known.has(id))?.id;
    const tokensBefore = numberOf(event.tokens_before);
    const trigger = filled(event.type);
    const facts = {
      ...(tokensBefore !== undefined && { tokensBefore }),
      ...(trigger && { trigger }),
      ...(place >= 0 && typeof keptFrom === 'string' && { keptFrom }),
    };
    const summary = place < 0 ? undefined : readMessage(input[place]!, `summary-${compactions.length + 1}`, '$', attachments, report);
    if (summary && !known.has(summary.id)) {
      delete summary.origin;
      all.splice(at, 0, { ...summary, synthetic: true, compaction: { kind: 'summary', ...facts } });
      compactions.push({ at, ...facts, summaryId: summary.id });
    } else compactions.push({ at, ...facts });
  }
  return { messages: all, compactions };
}

const isLog = (value: JsonObject): boolean => isObject(value.eval) && ('samples' in value || 'plan' in value || 'results' in value);
const isSample = (value: JsonObject): boolean =>
  Array.isArray(value.messages) && typeof value.epoch === 'number' && 'input' in value && 'target' in value;

function detect(source: Source): number {
  const values = firstObjects(source);
  if (values.some(isLog)) return 0.98;
  return values.length > 0 && values.every(isSample) ? 0.96 : 0;
}

interface Sample extends SourceObject {
  readonly log: JsonObject;
}

const samplesOf = (source: Source): readonly Sample[] =>
  objectsIn(source).flatMap((placed): readonly Sample[] => {
    if (isSample(placed.value)) return [{ ...placed, log: {} }];
    const { value: log } = placed;
    return listOf(log.samples).flatMap((value, i) => (isObject(value) ? [{ ...placed, value, log, path: `${placed.path}.samples[${i}]` }] : []));
  });

export const inspect: Format = {
  id: 'inspect',
  evidence: 'recorded',
  written: { by: "Inspect's log format", tested: '2', version: stated('version') },
  extension: 'json',
  detect,
  parse: (source, report) => samplesOf(source).map((found) => readSample(found, found.log, report)),
};
