/** Events of OpenHands before its SDK: an `action` or an `observation` each, whose fields are beside them or, later, in `args` and `extras`. */
import type { ToolResultPart, Usage } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { compact, filled, isObject, isoTime, jsonText, listOf, numberOf, objectsOf, textOf, type JsonObject } from '../json.ts';
import { KindCounter } from '../report.ts';
import { usageFrom } from '../usage.ts';
import { definitionsIn, type Event, type Facts, imagesIn, type Log, textPart } from './log.ts';

/** What the interface and the runtime tell each other. */
const UNSPOKEN: ReadonlySet<string> = new Set([
  'null',
  'change_agent_state',
  'agent_state_changed',
  'recall',
  'condensation_request',
  'start',
  'pause',
  'resume',
  'stop',
  'loop_recovery',
]);
/** Fields of an action that are no argument of a call. */
const NO_ARGUMENT: ReadonlySet<string> = new Set([
  'thought',
  'keep_prompt',
  'hidden',
  'blocking',
  'is_confirmed',
  'confirmation_state',
  'action_risk',
  'security_risk',
  'kernel_init_code',
  'translated_ipython_code',
  'action',
  'id',
  'timestamp',
  'source',
  'message',
  'tool_call_metadata',
  'llm_metrics',
  'timeout',
]);

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The response of the model that a call came from; later files repeat it at every event. */
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
  const usage = usageFrom({ input: counts.prompt_tokens, output: counts.completion_tokens, cacheRead, cacheWrite: 0 }, report);
  return {
    id: filled(response.id),
    text: textOf(message.content),
    args: isObject(call?.function) ? textOf(call.function.arguments) : undefined,
    model: filled(response.model),
    usage: usage && { ...usage, input: Math.max(0, usage.input - usage.cacheRead) },
  };
}

export function readV0(events: readonly Event[], log: Log, report: Report): void {
  const unknown = new KindCounter();
  events.forEach(({ value, line, path }, i) => {
    const ts = isoTime(value.timestamp);
    const facts: Facts = { origin: { ...(line !== undefined && { line }), path }, ...(ts && { ts }) };
    const id = isScalar(value.id) ? `${value.id}` : `event-${i}`;
    const kind = textOf(value.action) ?? textOf(value.observation);
    if (kind === undefined) unknown.add('neither an action nor an observation', line);
    else if (UNSPOKEN.has(kind)) return;
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
      const parts = [...textPart(textOf(args.content) ?? textOf(value.message)), ...imagesIn(args.image_urls ?? args.images_urls)];
      log.add(id, user ? 'user' : 'assistant', parts, facts);
      return;
    }
    case 'system':
      log.add(id, 'system', textPart(textOf(args.content)), facts);
      log.tools.push(...definitionsIn(args.tools));
      return;
    case 'finish': {
      const text = filled(args.final_thought) ?? filled(args.thought) ?? filled(objectOf(args.outputs).content) ?? textOf(value.message);
      log.add(id, 'assistant', textPart(text), facts);
      return;
    }
    case 'condensation':
      log.compacted(id, forgottenBy(args), filled(args.summary), facts);
      return;
    default:
      break;
  }
  if (fromUser) {
    log.add(id, 'user', textPart(filled(args.command) ?? filled(args.content) ?? textOf(value.message)), facts);
    return;
  }
  const metadata = objectOf(value.tool_call_metadata);
  const answer = answerOf(metadata, report);
  const own = Object.fromEntries(Object.entries(args).filter(([key, field]) => !NO_ARGUMENT.has(key) && field !== null));
  const call = {
    type: 'tool-call',
    id: filled(metadata.tool_call_id) ?? id,
    name: filled(metadata.function_name) ?? textOf(value.action) ?? '',
    args: answer.args ?? jsonText(own),
  } as const;
  const text = textPart(filled(args.thought) ?? (answer.text === undefined ? undefined : answer.text));
  log.call(id, call, text, compact({ ...facts, model: answer.model, usage: answer.usage }), answer.id);
}

/** Ids of events, listed or as a range. */
function forgottenBy(args: JsonObject): readonly string[] {
  const listed = listOf(args.forgotten_event_ids).filter(isScalar);
  const [start, end] = [numberOf(args.forgotten_events_start_id), numberOf(args.forgotten_events_end_id)];
  if (listed.length > 0 || start === undefined || end === undefined) return listed.map(String);
  return Array.from({ length: Math.min(Math.max(0, end - start + 1), 1_000_000) }, (_, i) => `${start + i}`);
}

function observation(value: JsonObject, kind: string, id: string, facts: Facts, log: Log): void {
  const metadata = objectOf(value.tool_call_metadata);
  const content = [...textPart(textOf(value.content)), ...imagesIn(objectOf(value.extras).image_urls)].filter(
    (part) => part.type === 'text' || part.type === 'image',
  );
  const callId = filled(metadata.tool_call_id) ?? (isScalar(value.cause) ? log.callOf(`${value.cause}`) : undefined) ?? '';
  const name = filled(metadata.function_name);
  // An error that no action caused is told to the agent by the harness.
  if (kind === 'error' && callId === '' && log.messages.at(-1)?.parts.at(-1)?.type !== 'tool-call') {
    log.add(id, 'user', content, { ...facts, synthetic: true });
    return;
  }
  const part: ToolResultPart = { type: 'tool-result', callId, ...(name && { name }), content, ...(kind === 'error' && { isError: true }) };
  log.result(id, part, facts);
}
