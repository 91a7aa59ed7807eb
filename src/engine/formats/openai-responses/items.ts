/** Maps items of OpenAI's Responses notation, as the API and Codex write them, to parts of messages. */
import type { Part, ToolCallPart, ToolResultPart } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { filled, isObject, jsonText, listOf, numberOf, objectsOf, textOf, tryJson, type JsonObject } from '../json.ts';
import { filePart, imagePart } from '../format-parts.ts';
import { unknownPart } from '../any-part.ts';

export const ITEM_TYPES: ReadonlySet<string> = new Set([
  'message',
  'agent_message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'local_shell_call_output',
  'shell_call',
  'shell_call_output',
  'apply_patch_call',
  'apply_patch_call_output',
  'computer_call',
  'computer_call_output',
  'tool_search_call',
  'tool_search_output',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
]);

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
    case 'shell_call':
      return call(item, item.action, 'shell');
    case 'apply_patch_call':
      return call(item, item.operation, 'apply_patch');
    case 'computer_call':
      return call(item, item.action ?? item.actions, 'computer');
    case 'tool_search_call':
      return call(item, item.arguments, 'tool_search');
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
    case 'apply_patch_call_output':
      return result(item, readOutput(item.output, report), item.status === 'failed' || failed(item.output));
    case 'shell_call_output':
      return shellResult(item);
    case 'computer_call_output':
      return result(item, screenshot(item.output), false);
    case 'tool_search_output':
      return result(item, [{ type: 'text', text: jsonText(item.tools ?? []) }], false);
    case 'web_search_call':
      return hosted(item, 'web_search', item.action, []);
    case 'file_search_call':
      return hosted(item, 'file_search', { queries: item.queries ?? [] }, foundFiles(item.results));
    case 'code_interpreter_call':
      return hosted(item, 'code_interpreter', { code: textOf(item.code) ?? '' }, interpreted(item.outputs));
    case 'mcp_call':
      return remote(item);
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
  part: {
    type: 'tool-result',
    callId: filled(item.call_id) ?? (item.type === 'local_shell_call_output' ? filled(item.id) : undefined) ?? '',
    content,
    ...(isError && { isError }),
  },
});

/** The provider runs these within the request; their results are not recorded, but the call was answered. */
function hosted(item: JsonObject, name: string, args: unknown, content: ToolResultPart['content']): Item {
  const made = callPart(item, args, name);
  return { kind: 'hosted', call: made, result: { type: 'tool-result', callId: made.id, content } };
}

function remote(item: JsonObject): Item {
  const error = item.error === null || item.error === undefined ? '' : (textOf(item.error) ?? jsonText(item.error));
  const text = error || (textOf(item.output) ?? '');
  const made = callPart(item, item.arguments, 'mcp');
  const content = text === '' ? [] : [{ type: 'text', text } as const];
  return { kind: 'hosted', call: made, result: { type: 'tool-result', callId: made.id, content, ...(error !== '' && { isError: true }) } };
}

const textParts = (texts: readonly string[]): ToolResultPart['content'] =>
  texts.flatMap((text) => (text === '' ? [] : [{ type: 'text', text } as const]));

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
  if (typeof output === 'string') return output === '' ? [] : [{ type: 'text', text: output }];
  if (!isObject(output)) return contentOf(listOf(output), report);
  return output.content === undefined ? contentOf([output], report) : readOutput(output.content, report);
}

const contentOf = (list: readonly unknown[], report: Report): ToolResultPart['content'] =>
  readContent(list, report).filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'file');

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
    report({ ...unknownPart(textOf(part.type) ?? '') });
    return [];
  });
}
