/** Maps items of OpenAI's Responses notation, as Codex records them, to parts of messages. */
import type { Part, ToolCallPart, ToolResultPart } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { filled, isObject, jsonText, listOf, numberOf, objectsOf, textOf, tryJson, type JsonObject } from '../json.ts';
import { filePart, imagePart } from '../media.ts';

/** Items that are part of the conversation. */
export const ITEM_TYPES: ReadonlySet<string> = new Set([
  'message',
  'agent_message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'tool_search_call',
  'tool_search_output',
  'web_search_call',
  'image_generation_call',
]);

/** `answer` = the assistant's, `result` = a tool's, `input` = anybody else's. */
export type Item =
  | { readonly kind: 'answer'; readonly parts: Part[] }
  | { readonly kind: 'hosted'; readonly call: ToolCallPart; readonly result: ToolResultPart }
  | { readonly kind: 'result'; readonly part: ToolResultPart }
  | { readonly kind: 'input'; readonly role: 'system' | 'user'; readonly parts: Part[]; readonly synthetic: boolean };

/** The content of an item; undefined where it is not part of the conversation. */
export function readItem(item: JsonObject, report: Report): Item | undefined {
  const type = filled(item.type) ?? (filled(item.role) === undefined ? '' : 'message');
  switch (type) {
    case 'message':
      return readMessage(item, report);
    case 'agent_message':
      return { kind: 'input', role: 'user', parts: readContent(item.content, report), synthetic: true };
    case 'reasoning':
      return { kind: 'answer', parts: readReasoning(item) };
    case 'function_call':
      return call(item, item.arguments);
    case 'custom_tool_call':
      return call(item, item.input);
    case 'local_shell_call':
      return call(item, item.action, 'local_shell');
    case 'tool_search_call':
      return call(item, item.arguments, 'tool_search');
    case 'function_call_output':
    case 'custom_tool_call_output':
      return result(item, readOutput(item.output, report), failed(item.output));
    case 'tool_search_output':
      return result(item, [{ type: 'text', text: jsonText(item.tools ?? []) }], false);
    case 'web_search_call':
      return hosted(item, 'web_search', item.action, []);
    case 'image_generation_call':
      return hosted(item, 'image_generation', { prompt: textOf(item.revised_prompt) ?? '' }, imageIn(item.result));
    default:
      return undefined;
  }
}

function readMessage(item: JsonObject, report: Report): Item {
  const parts = readContent(item.content, report);
  if (item.role === 'assistant') return { kind: 'answer', parts };
  const role = item.role === 'system' || item.role === 'developer' ? 'system' : 'user';
  const [first] = parts;
  return { kind: 'input', role, parts, synthetic: role === 'user' && first?.type === 'text' && INJECTED.test(first.text) };
}

/** What Codex inserts in the person's name. */
const INJECTED = /^\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|skill|collaboration_mode)\b|# AGENTS\.md instructions)/;

function readReasoning({ summary, content, encrypted_content }: JsonObject): Part[] {
  const texts = [summary, content].map((list) => objectsOf(list).flatMap(({ text }) => filled(text) ?? []));
  const text = (texts.find((found) => found.length > 0) ?? []).join('\n\n');
  const encrypted = filled(encrypted_content);
  return text === '' && encrypted === undefined ? [] : [{ type: 'reasoning', text, ...(encrypted !== undefined && { encrypted }) }];
}

const argsOf = (value: unknown): string => (typeof value === 'string' ? value : value === null || value === undefined ? '' : jsonText(value));

function callPart(item: JsonObject, args: unknown, name: string): ToolCallPart {
  return { type: 'tool-call', id: filled(item.call_id) ?? filled(item.id) ?? '', name: filled(item.name) ?? name, args: argsOf(args) };
}

const call = (item: JsonObject, args: unknown, name = ''): Item => ({ kind: 'answer', parts: [callPart(item, args, name)] });

const result = (item: JsonObject, content: ToolResultPart['content'], isError: boolean): Item => ({
  kind: 'result',
  part: { type: 'tool-result', callId: filled(item.call_id) ?? '', content, ...(isError && { isError }) },
});

/** The provider runs these within the request; their results are not recorded, but the call was answered. */
function hosted(item: JsonObject, name: string, args: unknown, content: ToolResultPart['content']): Item {
  const made = callPart(item, args, name);
  return { kind: 'hosted', call: made, result: { type: 'tool-result', callId: made.id, content } };
}

const imageIn = (data: unknown): ToolResultPart['content'] => (filled(data) === undefined ? [] : [imagePart(filled(data)!, 'image/png')]);

/** As sent: JSON that wraps the output stays, because the model read it that way. */
function readOutput(output: unknown, report: Report): ToolResultPart['content'] {
  if (typeof output === 'string') return output === '' ? [] : [{ type: 'text', text: output }];
  if (!isObject(output)) return contentOf(listOf(output), report);
  return output.content === undefined ? contentOf([output], report) : readOutput(output.content, report);
}

const contentOf = (list: readonly unknown[], report: Report): ToolResultPart['content'] =>
  readContent(list, report).filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'file');

/** `{"output": …, "metadata": {"exit_code": 1}}`, or text that begins with the exit code. */
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
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return objectsOf(content).flatMap((part): Part[] => {
    switch (part.type) {
      case 'input_text':
      case 'output_text':
      case 'text':
        return filled(part.text) === undefined ? [] : [{ type: 'text', text: filled(part.text)! }];
      case 'refusal':
        return filled(part.refusal) === undefined ? [] : [{ type: 'text', text: filled(part.refusal)! }];
      case 'input_image':
        // An image has a URL, or none where the line is only a placeholder for it.
        if (part.image_url === null || part.image_url === undefined) return [];
        if (IMAGE_URL.test(textOf(part.image_url) ?? '')) return [imagePart(textOf(part.image_url)!)];
        break;
      case 'input_file': {
        const data = filled(part.file_data) ?? filled(part.file_url) ?? filled(part.file_id);
        return data === undefined ? [] : [filePart(data, undefined, filled(part.filename))];
      }
      case 'encrypted_content':
        return [];
      default:
    }
    report({ code: 'unknown-part', message: `Content parts of the type "${(textOf(part.type) ?? '').slice(0, 40)}" were left out.` });
    return [];
  });
}
