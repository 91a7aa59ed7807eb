/** Maps contents of Gemini's notation to messages. Fields are in camel case, or in snake case where Python wrote them. */
import type { Origin, Part, ToolResultPart, Usage } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { type Draft, usageWithin } from '../finish.ts';
import { filled, isObject, type JsonObject, jsonText, numberOf, objectsOf, textOf } from '../json.ts';
import { base64Bytes, callOf, resultOf, texts, thoughts, unknownPart } from '../format-parts.ts';
import { UNREAD_MESSAGE } from '../encoding.ts';

export function field(value: JsonObject, name: string): unknown {
  return value[name] ?? value[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

const PART_FIELDS = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult'] as const;

export const isPart = (value: unknown): value is JsonObject =>
  isObject(value) && value.type === undefined && PART_FIELDS.some((name) => field(value, name) !== undefined);

export const isContent = (value: unknown): value is JsonObject =>
  isObject(value) &&
  Array.isArray(value.parts) &&
  (value.parts.length === 0 ? value.role === 'model' : value.parts.some(isPart)) &&
  (value.role === undefined || value.role === null || ['user', 'model', 'function', 'tool', 'system'].includes(textOf(value.role) ?? '-'));

interface ContentParts {
  readonly said: Part[];
  readonly results: ToolResultPart[];
}

export interface Place {
  readonly id: string;
  readonly origin: Origin;
}

export function readContent(content: unknown, { id, origin }: Place, report: Report): readonly Draft[] {
  const value = typeof content === 'string' ? { parts: [{ text: content }] } : isObject(content) ? content : undefined;
  if (!value) {
    report({ ...UNREAD_MESSAGE, ...origin });
    return [];
  }
  if (value.parts === undefined || value.parts === null) {
    report({ code: 'empty-message', message: 'Turns without parts were left out.', ...origin });
    return [];
  }
  const assistant = value.role === 'model' || value.role === 'assistant';
  const role = assistant ? 'assistant' : value.role === 'system' ? 'system' : 'user';
  const runs: ContentParts[] = [{ said: [], results: [] }];
  for (const part of partsOf(value)) {
    for (const read of readPart(part, origin, report)) {
      const run = runs.at(-1)!;
      if (read.type === 'tool-result') run.results.push(read);
      // What the model says after a result answers it; what the user says beside results was said with them.
      else if (assistant && run.results.length > 0) runs.push({ said: [read], results: [] });
      else run.said.push(read);
    }
  }
  const drafts: Draft[] = [];
  for (const { said, results } of runs) {
    const message = (name: string, own: Pick<Draft, 'role' | 'parts'>): void =>
      void drafts.push({ id: drafts.length === 0 ? id : `${id}/${name}`, ...own, origin });
    const answered = results.length > 0 ? [{ role: 'tool', parts: results } as const] : [];
    const spoken = said.length > 0 || results.length === 0 ? [{ role, parts: said } as const] : [];
    for (const own of assistant ? [...spoken, ...answered] : [...answered, ...spoken]) message(own.role === 'tool' ? 'result' : 'text', own);
  }
  return drafts;
}

function partsOf({ parts }: JsonObject): readonly JsonObject[] {
  const list = Array.isArray(parts) ? (parts as readonly unknown[]) : [parts];
  return list.flatMap((part) => (typeof part === 'string' ? [{ text: part }] : isObject(part) ? [part] : []));
}

/** The parts of one part. A signature that is not a thought's own is before what it signs, as reasoning without text. */
export function readPart(part: JsonObject, origin: Origin, report: Report): readonly Part[] {
  const signature = filled(field(part, 'thoughtSignature'));
  if (part.thought === true) return thoughts(part.text, { signature });
  const read = readPlain(part, origin, report);
  return signature === undefined ? read : [{ type: 'reasoning', text: '', signature }, ...read];
}

function readPlain(part: JsonObject, origin: Origin, report: Report): readonly Part[] {
  if (typeof part.text === 'string') return texts(part.text);
  const inline = field(part, 'inlineData');
  if (isObject(inline)) return media(filled(field(inline, 'mimeType')), filled(inline.data), undefined, filled(field(inline, 'displayName')));
  const file = field(part, 'fileData');
  if (isObject(file)) return media(filled(field(file, 'mimeType')), undefined, filled(field(file, 'fileUri')), filled(field(file, 'displayName')));
  const call = field(part, 'functionCall');
  if (isObject(call)) return [callOf(call.id, call.name, call.args)];
  const response = field(part, 'functionResponse');
  if (isObject(response)) return [readResponse(response, origin, report)];
  const code = field(part, 'executableCode');
  if (isObject(code)) return [callOf(code.id, CODE, { language: code.language, code: code.code })];
  const ran = field(part, 'codeExecutionResult');
  if (isObject(ran)) return [resultOf(ran.id, texts(ran.output), { name: CODE, isError: (textOf(ran.outcome) ?? 'OUTCOME_OK') !== 'OUTCOME_OK' })];
  const names = Object.keys(part).filter((name) => name !== 'thoughtSignature' && name !== 'thought_signature');
  if (names.length > 0) report({ ...unknownPart(names[0]!), ...origin });
  return [];
}

const CODE = 'code_execution';

const IMAGE_END = /\.(?:png|jpe?g|gif|webp|heic|heif)(?:\?|$)/i;

function media(mime: string | undefined, data: string | undefined, url: string | undefined, name: string | undefined): readonly Part[] {
  if (data === undefined && url === undefined) return [];
  const where = { ...(mime !== undefined && { mime }), ...(data === undefined ? { url: url! } : { bytes: base64Bytes(data), data }) };
  if (mime === undefined ? IMAGE_END.test(url ?? '') : mime.startsWith('image/')) return [{ type: 'image', ...where }];
  return [{ type: 'file', ...(name !== undefined && { name }), ...where }];
}

function readResponse(response: JsonObject, origin: Origin, report: Report): ToolResultPart {
  const given = response.response;
  const keys = isObject(given) ? Object.keys(given) : [];
  const [only = ''] = keys.length === 1 ? keys : [];
  const inner = isObject(given) && TEXT_KEYS.has(only) ? given[only] : given;
  const said =
    typeof inner === 'string' ? [inner] : isTexts(inner) && only !== '' ? inner : inner === undefined || inner === null ? [] : [jsonText(inner)];
  const shown = objectsOf(response.parts)
    .flatMap((part) => readPart(part, origin, report))
    .filter((part) => part.type === 'image' || part.type === 'file');
  return resultOf(response.id, [...said.flatMap(texts), ...shown], { name: response.name, isError: only === 'error' });
}

export const TEXT_KEYS: ReadonlySet<string> = new Set(['output', 'result', 'error']);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

export function readUsage(usage: unknown, report: Report, origin: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const [prompt, tools, cached] = ['promptTokenCount', 'toolUsePromptTokenCount', 'cachedContentTokenCount'].map((name) => field(usage, name));
  const [answer, thoughts] = ['candidatesTokenCount', 'thoughtsTokenCount'].map((name) => field(usage, name));
  const counts = { input: sum(prompt, tools), output: sum(answer, thoughts), cacheRead: cached, cacheWrite: 0 };
  return usageWithin(counts, report, origin);
}

/** A sum that is no number where one of its parts is none, so that it is refused. */
export function sum(a: unknown, b: unknown): unknown {
  if (b === undefined || b === null) return a;
  return a === undefined || a === null ? b : numberOf(a) === undefined || numberOf(b) === undefined ? 'none' : numberOf(a)! + numberOf(b)!;
}
