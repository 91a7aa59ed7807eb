/** Events of OpenHands' SDK, told apart by `kind`. */
import type { Part, ToolResultPart } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { filled, isObject, isoTime, jsonText, listOf, objectsOf, textOf, type JsonObject } from '../json.ts';
import { KindCounter } from '../report.ts';
import { definitionsIn, type Event, type Facts, imagesIn, type Log, textPart } from './log.ts';

/** States, measurements and requests; `CondensationSummaryEvent` repeats what `Condensation` says. */
const UNSPOKEN =
  /^(?:ConversationStateUpdate|ConversationError|Pause|Interrupt|Token|LLMCompletionLog|CondensationRequest|CondensationSummary|HookExecution|StreamingDelta)\w*$/;

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Contents: texts and images. */
const contentIn = (content: unknown): Part[] =>
  typeof content === 'string'
    ? textPart(content)
    : listOf(content).flatMap((part) => (isObject(part) ? [...textPart(textOf(part.text)), ...imagesIn(part.image_urls)] : textPart(textOf(part))));

/** Thinking, unless the text holds it already (models that write it between tags). */
function reasoningOf(value: JsonObject, text: readonly Part[]): Part[] {
  const blocks = objectsOf(value.thinking_blocks).flatMap((block): Part[] => {
    const signature = filled(block.signature);
    const encrypted = block.type === 'redacted_thinking' ? filled(block.data) : undefined;
    const thinking = textOf(block.thinking) ?? '';
    return thinking === '' && !encrypted
      ? []
      : [{ type: 'reasoning', text: thinking, ...(signature && { signature }), ...(encrypted && { encrypted }) }];
  });
  if (blocks.length > 0) return blocks;
  const reasoning = filled(value.reasoning_content)?.trim();
  const repeated = text.some((part) => part.type === 'text' && reasoning !== undefined && part.text.includes(reasoning));
  return reasoning && !repeated ? [{ type: 'reasoning', text: reasoning }] : [];
}

export function readV1(events: readonly Event[], log: Log, report: Report): void {
  const unknown = new KindCounter();
  events.forEach(({ value, line, path }, i) => {
    const kind = textOf(value.kind) ?? '';
    const id = filled(value.id) ?? `event-${i}`;
    const ts = isoTime(value.timestamp);
    const facts: Facts = { origin: { ...(line !== undefined && { line }), path }, ...(ts && { ts }) };
    if (kind === 'ConversationStateUpdateEvent') log.model = modelIn(value) ?? log.model;
    if (UNSPOKEN.test(kind)) return;
    if (!readEvent(kind, value, id, facts, log)) unknown.add(kind || 'none', line);
  });
  unknown.report('unknown-entry', 'Events of unknown types were left out', report);
}

/** False for an event of an unknown kind. */
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
      const part = { type: 'tool-call', id: filled(value.tool_call_id) ?? id, name: textOf(value.tool_name) ?? '', args } as const;
      log.call(id, part, [...reasoningOf(value, text), ...text], facts, filled(value.llm_response_id));
      return true;
    }
    case 'ObservationEvent':
      log.result(id, resultOf(value, objectOf(value.observation)), facts);
      return true;
    case 'AgentErrorEvent':
    case 'UserRejectObservation':
      log.result(id, resultOf(value, { content: textOf(value.error) ?? textOf(value.rejection_reason) ?? '', is_error: true }), facts);
      return true;
    case 'Condensation':
    case 'CondensationEvent':
      log.compacted(
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

function resultOf(value: JsonObject, observation: JsonObject): ToolResultPart {
  const name = filled(value.tool_name);
  const content = contentIn(observation.content ?? observation.output ?? observation.text);
  return {
    type: 'tool-result',
    callId: filled(value.tool_call_id) ?? '',
    ...(name && { name }),
    content: content.filter((part) => part.type === 'text' || part.type === 'image'),
    ...(observation.is_error === true && { isError: true }),
  };
}

/** The agent's model, from the state of the conversation or from what was counted. */
function modelIn(value: JsonObject): string | undefined {
  const state = objectOf(value.value);
  const counted = objectOf(state.usage_to_metrics);
  return (
    filled(objectOf(objectOf(state.agent).llm).model) ?? filled(objectOf(counted.agent).model_name) ?? filled(objectOf(counted.default).model_name)
  );
}
