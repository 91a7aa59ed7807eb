/** Turns a list of Responses items into messages. An answer is several sibling items; they become one message. */
import type { Origin, Part, ToolCallPart, ToolDefinition, ToolResultPart } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import type { Draft } from '../finish.ts';
import { filePart, imagePart, isPiece, resultOf, texts, thoughts, unknownPart } from '../format-parts.ts';
import { compact, filled, isObject, type JsonObject, jsonText, listOf, namesIn, numberOf, objectsOf, textOf, tryJson } from '../json.ts';
import { UNREAD_MESSAGE } from '../encoding.ts';
import { Talk } from '../chat-messages.ts';

export const ITEM_TYPES: ReadonlySet<string> = namesIn(`
  message agent_message reasoning function_call function_call_output custom_tool_call custom_tool_call_output local_shell_call
  local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output computer_call computer_call_output
  tool_search_call tool_search_output web_search_call file_search_call code_interpreter_call image_generation_call mcp_call
`);

export type Item =
  | { readonly kind: 'answer'; readonly parts: Part[] }
  | { readonly kind: 'hosted'; readonly call: ToolCallPart; readonly result: ToolResultPart }
  | { readonly kind: 'result'; readonly part: ToolResultPart }
  | { readonly kind: 'input'; readonly role: 'system' | 'user'; readonly parts: Part[]; readonly synthetic: boolean };

/** The content of an item; undefined where it is not part of the conversation. */
export function readItem(item: JsonObject, report: Report): Item | undefined {
  const type = filled(item.type) ?? (filled(item.role) === undefined ? '' : 'message');
  if (type === 'message') return readMessage(item, report);
  if (type === 'agent_message') return { kind: 'input', role: 'user', parts: readContent(item.content, report), synthetic: true };
  if (type === 'reasoning') return { kind: 'answer', parts: readReasoning(item) };
  if (type === 'function_call') return call(item, item.arguments);
  if (type === 'custom_tool_call') return call(item, item.input);
  if (type === 'local_shell_call') return call(item, item.action, 'local_shell');
  if (type === 'shell_call') return call(item, item.action, 'shell');
  if (type === 'apply_patch_call') return call(item, item.operation, 'apply_patch');
  if (type === 'computer_call') return call(item, item.action ?? item.actions, 'computer');
  if (type === 'tool_search_call') return call(item, item.arguments, 'tool_search');
  if (
    type === 'function_call_output' ||
    type === 'custom_tool_call_output' ||
    type === 'local_shell_call_output' ||
    type === 'apply_patch_call_output'
  )
    return result(item, readOutput(item.output, report), item.status === 'failed' || failed(item.output));
  if (type === 'shell_call_output') return shellResult(item);
  if (type === 'computer_call_output') return result(item, screenshot(item.output), false);
  if (type === 'tool_search_output') return result(item, [{ type: 'text', text: jsonText(item.tools ?? []) }], false);
  if (type === 'web_search_call') return hosted(item, 'web_search', item.action, []);
  if (type === 'file_search_call') return hosted(item, 'file_search', { queries: item.queries ?? [] }, foundFiles(item.results));
  if (type === 'code_interpreter_call') return hosted(item, 'code_interpreter', { code: textOf(item.code) ?? '' }, interpreted(item.outputs));
  if (type === 'mcp_call') return remote(item);
  if (type === 'image_generation_call') return hosted(item, 'image_generation', { prompt: textOf(item.revised_prompt) ?? '' }, imageIn(item.result));
  return undefined;
}

function readMessage(item: JsonObject, report: Report): Item {
  const parts = readContent(item.content, report);
  if (item.role === 'assistant') return { kind: 'answer', parts };
  const role = item.role === 'system' || item.role === 'developer' ? 'system' : 'user';
  const [first] = parts;
  return { kind: 'input', role, parts, synthetic: role === 'user' && first?.type === 'text' && INJECTED.test(first.text) };
}

const INJECTED = /^\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|skill|collaboration_mode)\b|# AGENTS\.md instructions)/;

function readReasoning({ summary, content, encrypted_content }: JsonObject): Part[] {
  const said = [summary, content].map((list) => objectsOf(list).flatMap(({ text }) => filled(text) ?? []));
  const text = (said.find((found) => found.length > 0) ?? []).join('\n\n');
  return thoughts(text, { encrypted: encrypted_content });
}

const argsOf = (value: unknown): string => (typeof value === 'string' ? value : value === null || value === undefined ? '' : jsonText(value));

function callPart(item: JsonObject, args: unknown, name: string): ToolCallPart {
  return { type: 'tool-call', id: filled(item.call_id) ?? filled(item.id) ?? '', name: filled(item.name) ?? name, args: argsOf(args) };
}

const call = (item: JsonObject, args: unknown, name = ''): Item => ({ kind: 'answer', parts: [callPart(item, args, name)] });

const result = (item: JsonObject, content: ToolResultPart['content'], isError: boolean): Item => ({
  kind: 'result',
  part: resultOf(filled(item.call_id) ?? (item.type === 'local_shell_call_output' ? item.id : undefined), content, { isError }),
});

/** The provider runs these within the request; their results are not recorded, but the call was answered. */
function hosted(item: JsonObject, name: string, args: unknown, content: ToolResultPart['content']): Item {
  const made = callPart(item, args, name);
  return { kind: 'hosted', call: made, result: resultOf(made.id, content) };
}

function remote(item: JsonObject): Item {
  const error = item.error === null || item.error === undefined ? '' : (textOf(item.error) ?? jsonText(item.error));
  const text = error || (textOf(item.output) ?? '');
  const made = callPart(item, item.arguments, 'mcp');
  return { kind: 'hosted', call: made, result: resultOf(made.id, text, { isError: error !== '' }) };
}

const textParts = (list: readonly string[]): ToolResultPart['content'] => list.flatMap(texts);

const foundFiles = (results: unknown): ToolResultPart['content'] =>
  textParts(objectsOf(results).map(({ filename, text }) => [filled(filename), filled(text)].filter((line) => line !== undefined).join('\n')));

const interpreted = (outputs: unknown): ToolResultPart['content'] =>
  objectsOf(outputs).flatMap((output) => (output.type === 'image' ? imageAt(output.url) : textParts([textOf(output.logs) ?? ''])));

function shellResult(item: JsonObject): Item {
  if (!Array.isArray(item.output)) return result(item, textParts([textOf(item.output) ?? '']), failed(item.output));
  const outputs = objectsOf(item.output);
  const texts = outputs.flatMap(({ stdout, stderr }) => [textOf(stdout) ?? '', textOf(stderr) ?? '']);
  const wrong = outputs.some(({ outcome }) => isObject(outcome) && (outcome.type === 'timeout' || (numberOf(outcome.exit_code) ?? 0) !== 0));
  return result(item, textParts(texts), wrong);
}

const screenshot = (output: unknown): ToolResultPart['content'] => (isObject(output) ? imageAt(output.image_url ?? output.file_id) : []);

const imageAt = (source: unknown): ToolResultPart['content'] => (filled(source) === undefined ? [] : [imagePart(filled(source)!)]);

const imageIn = (data: unknown): ToolResultPart['content'] => (filled(data) === undefined ? [] : [imagePart(filled(data)!, 'image/png')]);

/** As sent: JSON that wraps the output stays, because the model read it that way. */
function readOutput(output: unknown, report: Report): ToolResultPart['content'] {
  if (typeof output === 'string') return texts(output);
  if (!isObject(output)) return contentOf(listOf(output), report);
  return output.content === undefined ? contentOf([output], report) : readOutput(output.content, report);
}

const contentOf = (list: readonly unknown[], report: Report): ToolResultPart['content'] => readContent(list, report).filter(isPiece);

function failed(output: unknown): boolean {
  if (isObject(output)) return output.success === false;
  const text = textOf(output) ?? '';
  const code = /^Exit code: (\d+)/.exec(text);
  if (code) return code[1] !== '0';
  const wrapped = text.startsWith('{"') ? tryJson(text) : undefined;
  const exit = isObject(wrapped) && isObject(wrapped.metadata) ? numberOf(wrapped.metadata.exit_code) : undefined;
  return exit !== undefined && exit !== 0;
}

const IMAGE_URL = /^data:|^[a-z][a-z\d+.-]{1,20}:\/\//i;

function readContent(content: unknown, report: Report): Part[] {
  if (typeof content === 'string') return texts(content);
  return objectsOf(content).flatMap((part): Part[] => {
    switch (part.type) {
      case 'input_text':
      case 'output_text':
      case 'text':
        return texts(part.text);
      case 'refusal':
        return texts(part.refusal);
      case 'input_image':
        // An image has a URL, or none where the line is only a placeholder for it.
        if (filled(part.file_id) !== undefined) return [{ type: 'image', url: filled(part.file_id)! }];
        if (part.image_url === null || part.image_url === undefined) return [];
        if (IMAGE_URL.test(textOf(part.image_url) ?? '')) return [imagePart(textOf(part.image_url)!)];
        break;
      case 'input_file': {
        const name = filled(part.filename);
        const url = filled(part.file_url) ?? filled(part.file_id);
        if (filled(part.file_data) !== undefined) return [filePart(filled(part.file_data)!, undefined, name)];
        return url === undefined ? [] : [{ type: 'file', ...(name !== undefined && { name }), url }];
      }
      case 'input_audio': {
        const audio = isObject(part.input_audio) ? part.input_audio : part;
        return filled(audio.data) === undefined ? [] : [filePart(filled(audio.data)!, `audio/${filled(audio.format) ?? 'wav'}`)];
      }
      case 'encrypted_content':
        return [];
      default:
    }
    report(unknownPart(textOf(part.type) ?? ''));
    return [];
  });
}

// Tool definitions of Responses requests: functions, and tools that the provider or a remote server runs.

const isFunction = (tool: JsonObject): boolean => tool.type === 'function' || (tool.type === undefined && filled(tool.name) !== undefined);

export function readToolList(tools: unknown): readonly ToolDefinition[] {
  return objectsOf(tools).flatMap((tool): readonly ToolDefinition[] => {
    if (Array.isArray(tool.tools) && tool.type !== 'mcp') return readToolList(tool.tools);
    const inner = isObject(tool.function) ? tool.function : tool;
    const name = filled(inner.name) ?? filled(inner.server_label) ?? filled(inner.type);
    const description = filled(inner.description) ?? filled(inner.server_description);
    const schema = inner.parameters ?? inner.input_schema;
    return name === undefined ? [] : [{ name, ...(description !== undefined && { description }), ...(isObject(schema) && { schema }) }];
  });
}

export const otherTools = (tools: unknown): readonly JsonObject[] => objectsOf(tools).filter((tool) => !isFunction(tool));

export const COMPACTION_ITEMS: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction']);

/** Says an item. Pieces of answers go to `answer`. */
export function sayItem(talk: Talk, item: Item, more: NonNullable<Parameters<Talk['say']>[2]>, answer: (parts: readonly Part[]) => void): void {
  if (item.kind === 'answer') answer(item.parts);
  else if (item.kind === 'hosted') {
    answer([item.call]);
    talk.say('tool', [item.result], { ...more, id: `${more.id}-result` });
  } else if (item.kind === 'result') talk.say('tool', [item.part], more);
  else talk.say(item.role, item.parts, { ...more, ...(item.synthetic && { synthetic: true }) });
}

export class ItemReader extends Talk {
  readonly tools: ToolDefinition[] = [];
  readonly #seen = new Set<string>();

  read(items: unknown, place: Origin, model?: string): readonly Draft[] {
    this.close();
    const from = this.messages.length;
    const list = typeof items === 'string' ? [{ role: 'user', content: items }] : Array.isArray(items) ? (items as readonly unknown[]) : [];
    for (const [i, item] of list.entries()) this.#item(item, { ...place, ...(place.path !== undefined && { path: `${place.path}[${i}]` }) }, model);
    return this.messages.slice(from);
  }

  #item(item: unknown, origin: Origin, model: string | undefined): void {
    if (!isObject(item)) {
      this.report({ ...UNREAD_MESSAGE, ...origin });
      return;
    }
    const type = textOf(item.type) ?? '';
    const id = filled(item.id);
    if (COMPACTION_ITEMS.has(type)) this.#compaction(item, origin);
    else if (type === 'item_reference') this.#reference(id, origin);
    else if (type === 'mcp_list_tools') this.tools.push(...readToolList(item.tools));
    else {
      const read = readItem(item, (warning) => this.report({ ...origin, ...warning }));
      const more = { id: id ?? `item-${this.messages.length + 1}`, origin, ...(item.role === 'developer' && { extra: { role: 'developer' } }) };
      if (read) sayItem(this, read, more, (parts) => this.answer(parts, compact({ ...more, model })));
      else this.report({ code: 'unknown-entry', message: `Items of the type "${type.slice(0, 40)}" were left out.`, ...origin });
    }
    if (id !== undefined) this.#seen.add(id);
  }

  /** The provider has an item that the file may not have. */
  #reference(id: string | undefined, origin: Origin): void {
    if (id !== undefined && this.#seen.has(id)) return;
    this.report({
      code: 'missing-history',
      message: 'Items that only the provider has are referred to by their id; they are missing here.',
      ...origin,
    });
  }

  /** Only the provider can read the summary. It is a message of its own, so that an export can give it back. */
  #compaction(item: JsonObject, origin: Origin): void {
    const parts = thoughts('', { encrypted: item.encrypted_content });
    this.compacted(undefined);
    const id = filled(item.id) ?? `compaction-${this.compactions.length}`;
    if (parts.length > 0) this.say('user', parts, { id, synthetic: true, compaction: { kind: 'summary' }, origin });
  }
}

export function readInstructions(instructions: unknown, report: Report, place: Origin): readonly Draft[] {
  const text = filled(instructions);
  if (text !== undefined) return [{ id: 'instructions', role: 'system', parts: [{ type: 'text', text }], origin: place }];
  return objectsOf(instructions).length === 0 ? [] : [...new ItemReader(report).read(instructions, place)];
}

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
