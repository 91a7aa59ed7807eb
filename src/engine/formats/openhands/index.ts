import type { ImagePart, Part, ToolCallPart, ToolDefinition, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, usageWithin } from '../finish.ts';
import { callOf, imagePart, isPiece, resultOf, texts, thoughts } from '../format-parts.ts';
import { KindCounter } from '../encoding.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, namesIn, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { firstObjects, objectsIn, placeAt, type SourceObject } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

interface Event {
  readonly value: JsonObject;
  readonly line?: number;
  readonly path: string;
}

type Facts = Partial<Pick<Draft, 'ts' | 'model' | 'usage' | 'origin' | 'synthetic'>>;

const imagesIn = (urls: unknown): ImagePart[] => listOf(urls).flatMap((url) => (filled(url) ? [imagePart(filled(url)!)] : []));

class Log extends Talk {
  readonly tools: ToolDefinition[] = [];
  private readonly holders = new Map<string, string>();
  private readonly calls = new Map<string, string>();
  private readonly answers = new Map<string, Draft>();
  model: string | undefined;

  add(event: string, role: Draft['role'], parts: readonly Part[], facts: Facts): Draft {
    const draft: Draft = { id: event, role, parts, ...facts };
    this.messages.push(draft);
    this.holders.set(event, event);
    return draft;
  }

  call(event: string, call: ToolCallPart, text: readonly Part[], facts: Facts, response: string | undefined): void {
    this.calls.set(event, call.id);
    const answer = response === undefined ? undefined : this.answers.get(response);
    if (answer) {
      answer.parts = [...answer.parts, call];
      this.holders.set(event, answer.id);
      return;
    }
    const draft = this.add(event, 'assistant', [...text, call], facts);
    if (response !== undefined) this.answers.set(response, draft);
  }

  callOf(event: string): string | undefined {
    return this.calls.get(event);
  }

  result(event: string, part: ToolResultPart, facts: Facts): void {
    this.add(event, 'tool', [part], facts);
  }

  condensed(event: string, forgotten: readonly string[], summary: string | undefined, facts: Facts): void {
    const gone = new Set(forgotten.map((id) => this.holders.get(id)));
    const last = this.messages.findLastIndex(({ id }) => gone.has(id));
    this.compacted(summary, { ...facts, id: event, ...compact({ keptFrom: last < 0 ? undefined : this.messages[last + 1]?.id }) });
    if (summary !== undefined) this.holders.set(event, event);
  }
}

const definitionsIn = (tools: unknown): readonly ToolDefinition[] =>
  listOf(tools).flatMap((tool): readonly ToolDefinition[] => {
    if (!isObject(tool)) return [];
    const inner = isObject(tool.function) ? tool.function : tool;
    const name = filled(inner.name) ?? filled(inner.title);
    const schema = inner.parameters ?? inner.inputSchema ?? inner.input_schema;
    const description = textOf(inner.description);
    return name === undefined ? [] : [{ name, ...(description && { description }), ...(schema !== undefined && schema !== null && { schema }) }];
  });

// Events of OpenHands before its SDK: an `action` or an `observation` each, whose fields are beside them or, later, in `args` and `extras`.

const V0_UNSPOKEN: ReadonlySet<string> = namesIn(`
  null change_agent_state agent_state_changed recall condensation_request start pause resume stop loop_recovery
`);
const NO_ARGUMENT: ReadonlySet<string> = namesIn(`
  thought keep_prompt hidden blocking is_confirmed confirmation_state action_risk security_risk kernel_init_code translated_ipython_code action id
  timestamp source message tool_call_metadata llm_metrics timeout
`);

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
interface Answer {
  readonly id: string | undefined;
  readonly text: string | undefined;
  readonly args: string | undefined;
  readonly model: string | undefined;
  readonly usage: Usage | undefined;
}

function answerOf(metadata: JsonObject, report: Report): Answer {
  const response = objectOf(metadata.model_response);
  const message = objectOf(objectsOf(response.choices)[0]?.message);
  const call = objectsOf(message.tool_calls).find(({ id }) => id === metadata.tool_call_id);
  const counts = objectOf(response.usage);
  const cacheRead = objectOf(counts.prompt_tokens_details).cached_tokens;
  const usage = usageWithin({ input: counts.prompt_tokens, output: counts.completion_tokens, cacheRead, cacheWrite: 0 }, report);
  return {
    id: filled(response.id),
    text: textOf(message.content),
    args: isObject(call?.function) ? textOf(call.function.arguments) : undefined,
    model: filled(response.model),
    usage,
  };
}

function readV0(events: readonly Event[], log: Log, report: Report): void {
  const unknown = new KindCounter();
  events.forEach(({ value, line, path }, i) => {
    const ts = isoTime(value.timestamp);
    const facts: Facts = { origin: placeAt(line, path), ...(ts && { ts }) };
    const id = isScalar(value.id) ? `${value.id}` : `event-${i}`;
    const kind = textOf(value.action) ?? textOf(value.observation);
    if (kind === undefined) unknown.add('neither an action nor an observation', line);
    else if (V0_UNSPOKEN.has(kind)) return;
    else if (typeof value.action === 'string') action(value, id, facts, log, report);
    else observation(value, kind, id, facts, log);
  });
  unknown.report('unknown-entry', 'Events of unknown types were left out', report);
}

function action(value: JsonObject, id: string, facts: Facts, log: Log, report: Report): void {
  const args = isObject(value.args) ? value.args : value;
  const fromUser = value.source === 'user';
  switch (value.action) {
    case 'message': {
      // Rows of evaluations say who spoke only by their order: the task comes first.
      const user = fromUser || (value.source === undefined && log.messages.every(({ role }) => role === 'system'));
      const parts = [...texts(textOf(args.content) ?? textOf(value.message)), ...imagesIn(args.image_urls ?? args.images_urls)];
      log.add(id, user ? 'user' : 'assistant', parts, facts);
      return;
    }
    case 'system':
      log.add(id, 'system', texts(textOf(args.content)), facts);
      log.tools.push(...definitionsIn(args.tools));
      return;
    case 'finish': {
      const text = filled(args.final_thought) ?? filled(args.thought) ?? filled(objectOf(args.outputs).content) ?? textOf(value.message);
      log.add(id, 'assistant', texts(text), facts);
      return;
    }
    case 'condensation':
      log.condensed(id, forgottenBy(args), filled(args.summary), facts);
      return;
    default:
      break;
  }
  if (fromUser) {
    log.add(id, 'user', texts(filled(args.command) ?? filled(args.content) ?? textOf(value.message)), facts);
    return;
  }
  const metadata = objectOf(value.tool_call_metadata);
  const answer = answerOf(metadata, report);
  const own = Object.fromEntries(Object.entries(args).filter(([key, field]) => !NO_ARGUMENT.has(key) && field !== null));
  const call = callOf(filled(metadata.tool_call_id) ?? id, filled(metadata.function_name) ?? value.action, answer.args ?? own);
  const text = texts(filled(args.thought) ?? (answer.text === undefined ? undefined : answer.text));
  log.call(id, call, text, compact({ ...facts, model: answer.model, usage: answer.usage }), answer.id);
}

function forgottenBy(args: JsonObject): readonly string[] {
  const listed = listOf(args.forgotten_event_ids).filter(isScalar);
  const [start, end] = [numberOf(args.forgotten_events_start_id), numberOf(args.forgotten_events_end_id)];
  if (listed.length > 0 || start === undefined || end === undefined) return listed.map(String);
  return Array.from({ length: Math.min(Math.max(0, end - start + 1), 1_000_000) }, (_, i) => `${start + i}`);
}

function observation(value: JsonObject, kind: string, id: string, facts: Facts, log: Log): void {
  const metadata = objectOf(value.tool_call_metadata);
  const content = [...texts(value.content), ...imagesIn(objectOf(value.extras).image_urls)];
  const callId = filled(metadata.tool_call_id) ?? (isScalar(value.cause) ? log.callOf(`${value.cause}`) : undefined) ?? '';
  if (kind === 'error' && callId === '' && log.messages.at(-1)?.parts.at(-1)?.type !== 'tool-call') {
    log.add(id, 'user', content, { ...facts, synthetic: true });
    return;
  }
  log.result(id, resultOf(callId, content, { name: metadata.function_name, isError: kind === 'error' }), facts);
}

/** States, measurements and requests; `CondensationSummaryEvent` repeats what `Condensation` says. */
const UNSPOKEN =
  /^(?:ConversationStateUpdate|ConversationError|Pause|Interrupt|Token|LLMCompletionLog|CondensationRequest|CondensationSummary|HookExecution|StreamingDelta)\w*$/;

const contentIn = (content: unknown): Part[] =>
  typeof content === 'string'
    ? texts(content)
    : listOf(content).flatMap((part) => (isObject(part) ? [...texts(textOf(part.text)), ...imagesIn(part.image_urls)] : texts(textOf(part))));

/** Thinking, unless the text holds it already (models that write it between tags). */
function reasoningOf(value: JsonObject, text: readonly Part[]): Part[] {
  const blocks = objectsOf(value.thinking_blocks).flatMap(({ type, thinking, signature, data }): Part[] =>
    thoughts(thinking, { signature, encrypted: type === 'redacted_thinking' ? data : undefined }),
  );
  if (blocks.length > 0) return blocks;
  const reasoning = filled(value.reasoning_content)?.trim();
  const repeated = text.some((part) => part.type === 'text' && reasoning !== undefined && part.text.includes(reasoning));
  return repeated ? [] : thoughts(reasoning);
}

function readV1(events: readonly Event[], log: Log, report: Report): void {
  const unknown = new KindCounter();
  events.forEach(({ value, line, path }, i) => {
    const kind = textOf(value.kind) ?? '';
    const id = filled(value.id) ?? `event-${i}`;
    const ts = isoTime(value.timestamp);
    const facts: Facts = { origin: placeAt(line, path), ...(ts && { ts }) };
    if (kind === 'ConversationStateUpdateEvent') log.model = modelIn(value) ?? log.model;
    if (UNSPOKEN.test(kind)) return;
    if (!readEvent(kind, value, id, facts, log)) unknown.add(kind || 'none', line);
  });
  unknown.report('unknown-entry', 'Events of unknown types were left out', report);
}

function readEvent(kind: string, value: JsonObject, id: string, facts: Facts, log: Log): boolean {
  switch (kind) {
    case 'SystemPromptEvent':
      log.add(id, 'system', [...contentIn([value.system_prompt]), ...contentIn([value.dynamic_context])], facts);
      log.tools.push(...definitionsIn(value.tools));
      return true;
    case 'MessageEvent': {
      const message = objectOf(value.llm_message);
      const role = message.role === 'assistant' || value.source === 'agent' ? 'assistant' : message.role === 'system' ? 'system' : 'user';
      const text = [...contentIn(message.content), ...contentIn(value.extended_content)];
      log.add(id, role, [...reasoningOf(message, text), ...text], facts);
      return true;
    }
    case 'ActionEvent': {
      const call = objectOf(value.tool_call);
      const text = contentIn(value.thought);
      const { kind: _kind, ...action } = objectOf(value.action);
      const args = textOf(call.arguments) ?? textOf(objectOf(call.function).arguments) ?? jsonText(action);
      const part = callOf(filled(value.tool_call_id) ?? id, value.tool_name, args);
      log.call(id, part, [...reasoningOf(value, text), ...text], facts, filled(value.llm_response_id));
      return true;
    }
    case 'ObservationEvent':
      log.result(id, observed(value, objectOf(value.observation)), facts);
      return true;
    case 'AgentErrorEvent':
    case 'UserRejectObservation':
      log.result(id, observed(value, { content: textOf(value.error) ?? textOf(value.rejection_reason) ?? '', is_error: true }), facts);
      return true;
    case 'Condensation':
    case 'CondensationEvent':
      log.condensed(
        id,
        listOf(value.forgotten_event_ids).filter((event) => typeof event === 'string'),
        filled(value.summary),
        facts,
      );
      return true;
    default:
      return false;
  }
}

function observed(value: JsonObject, observation: JsonObject): ToolResultPart {
  const content = contentIn(observation.content ?? observation.output ?? observation.text).filter(isPiece);
  return resultOf(value.tool_call_id, content, { name: value.tool_name, isError: observation.is_error === true });
}

function modelIn(value: JsonObject): string | undefined {
  const state = objectOf(value.value);
  const counted = objectOf(state.usage_to_metrics);
  return (
    filled(objectOf(objectOf(state.agent).llm).model) ?? filled(objectOf(counted.agent).model_name) ?? filled(objectOf(counted.default).model_name)
  );
}

const KINDS = /^(?:(?:SystemPrompt|Message|Action|Observation|AgentError|Condensation|ConversationStateUpdate)\w*Event|Condensation)$/;

const isV1 = (value: JsonObject): boolean => typeof value.kind === 'string' && KINDS.test(value.kind);
const isV0 = (value: JsonObject): boolean => typeof value.action === 'string' || typeof value.observation === 'string';
const isEvent = (value: JsonObject): boolean => isV1(value) || (isV0(value) && 'source' in value);
const isRow = (value: JsonObject): boolean => {
  const [first] = listOf(value.history).flat();
  return isObject(first) && (isV0(first) || isV1(first));
};
const wrapped = (value: JsonObject): readonly unknown[] | undefined =>
  [value.trajectory, value.events].map(listOf).find((list) => list.some((item) => isObject(item) && isEvent(item)));

function detect(source: Source): number {
  const values = firstObjects(source);
  return values.some((value) => isRow(value) || wrapped(value)) || values.filter(isEvent).length > values.length / 2 ? 0.96 : 0;
}

const eventsOf = (list: readonly unknown[], { path, line }: Omit<SourceObject, 'value'>): readonly Event[] =>
  list.flat().flatMap((value, i) => (isObject(value) ? [{ value, path: `${path}[${i}]`, ...(line !== undefined && { line }) }] : []));

function readLog(events: readonly Event[], header: JsonObject, index: number, report: Report): Transcript {
  const log = new Log(report);
  const metadata = objectOf(header.metadata);
  const config = isObject(metadata.llm_config) ? metadata.llm_config : objectOf(metadata.llm);
  log.model = filled(config.model);
  if (events.some(({ value }) => isV1(value))) readV1(events, log, report);
  else readV0(events, log, report);
  const issue = objectOf(header.issue);
  const instance = objectOf(header.instance);
  const id = filled(header.instance_id) ?? filled(instance.instance_id) ?? `session-${index + 1}`;
  const title = filled(issue.title) ?? filled(header.instance_id) ?? filled(instance.instance_id);
  const extra = typeof header.success === 'boolean' ? { success: header.success } : {};
  return log.finish({ id, title, format: 'openhands', model: log.model, tools: log.tools, extra });
}

function parse(source: Source, report: Report): ReturnType<Format['parse']> {
  const transcripts: Transcript[] = [];
  const loose: Event[] = [];
  for (const placed of objectsIn(source)) {
    const { value, path } = placed;
    const list = isRow(value) ? listOf(value.history) : wrapped(value);
    if (list)
      transcripts.push(
        readLog(eventsOf(list, { ...placed, path: `${path}.${isRow(value) ? 'history' : 'events'}` }), value, transcripts.length, report),
      );
    else loose.push(placed);
  }
  // Rows beside events would be odd; events by themselves are one session.
  if (loose.some(({ value }) => isEvent(value))) transcripts.push(readLog(loose, {}, transcripts.length, report));
  return transcripts;
}

export const openhands: Format = { id: 'openhands', evidence: 'recorded', extension: 'json', detect, parse };
