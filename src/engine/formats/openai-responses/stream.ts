/** Reassembles the events of streamed Responses. */
import { isObject, listOf, numberOf, textOf, type JsonObject } from '../json.ts';

export const isResponseEvent = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value.type === 'string' && /^response\.[a-z_.]+$/.test(value.type);

interface OpenResponse {
  response: JsonObject;
  readonly items: Map<number, JsonObject>;
}

const SUMMARY = 'summary';
const CONTENT = 'content';

export function responsesOf(events: readonly JsonObject[]): readonly JsonObject[] {
  const responses: OpenResponse[] = [];
  for (const event of events) {
    const type = textOf(event.type) ?? '';
    const given = isObject(event.response) ? event.response : undefined;
    const current = responses.at(-1);
    if (!current || (type === 'response.created' && (current.response.id !== given?.id || given?.id === undefined))) {
      responses.push({ response: given ?? {}, items: new Map() });
    }
    const open = responses.at(-1)!;
    if (given) open.response = given;
    read(open, type, event);
  }
  return responses.map(({ response, items }) => {
    const output = listOf(response.output);
    // Some servers leave the list empty in the last event: the items were told one by one.
    const told = [...items].toSorted(([a], [b]) => a - b).map(([, item]) => item);
    return { ...response, object: 'response', output: output.length >= told.length ? output : told };
  });
}

function read({ items }: OpenResponse, type: string, event: JsonObject): void {
  const whole = type === 'response.output_item.added' || type === 'response.output_item.done';
  const at = numberOf(event.output_index) ?? (whole ? items.size : items.size - 1);
  if (whole) {
    if (isObject(event.item)) items.set(at, { ...event.item });
    return;
  }
  const item = items.get(at) as Record<string, unknown> | undefined;
  const delta = textOf(event.delta);
  if (!item || delta === undefined) return;
  switch (type) {
    case 'response.output_text.delta':
      append(item, CONTENT, numberOf(event.content_index) ?? 0, { type: 'output_text' }, 'text', delta);
      return;
    case 'response.refusal.delta':
      append(item, CONTENT, numberOf(event.content_index) ?? 0, { type: 'refusal' }, 'refusal', delta);
      return;
    case 'response.reasoning_summary_text.delta':
      append(item, SUMMARY, numberOf(event.summary_index) ?? 0, { type: 'summary_text' }, 'text', delta);
      return;
    case 'response.reasoning_text.delta':
      append(item, CONTENT, numberOf(event.content_index) ?? 0, { type: 'reasoning_text' }, 'text', delta);
      return;
    case 'response.function_call_arguments.delta':
    case 'response.mcp_call_arguments.delta':
      item.arguments = (textOf(item.arguments) ?? '') + delta;
      return;
    case 'response.custom_tool_call_input.delta':
      item.input = (textOf(item.input) ?? '') + delta;
      return;
    case 'response.code_interpreter_call_code.delta':
      item.code = (textOf(item.code) ?? '') + delta;
      return;
    default:
  }
}

function append(item: Record<string, unknown>, list: string, index: number, part: JsonObject, field: string, delta: string): void {
  const parts = [...listOf(item[list])] as JsonObject[];
  if (!Number.isInteger(index) || index < 0 || index > parts.length) return;
  const before = parts[index] ?? part;
  parts[index] = { ...before, [field]: (textOf(before[field]) ?? '') + delta };
  item[list] = parts;
}
