/** Where a source holds Gemini requests and responses: bodies, pairs of them, streams, recordings of the SDK, and bare lists of contents. */
import type { SourceRecord } from '../contract.ts';
import { isObject, listOf, objectsOf, type JsonObject } from '../json.ts';
import { field, isContent } from './content.ts';

export interface RawExchange {
  readonly request?: JsonObject;
  readonly response?: readonly JsonObject[];
  readonly url?: string;
  readonly line?: number;
  readonly path: string;
  readonly responsePath?: string;
}

type Place = Pick<RawExchange, 'line'>;

export const isResponse = (value: unknown): value is JsonObject =>
  isObject(value) && objectsOf(value.candidates).some((one) => isContent(one.content) || 'finishReason' in one);

export function isRequest(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const { contents } = value;
  return isContent(contents) || isContentList(contents) || (typeof contents === 'string' && ('model' in value || 'config' in value));
}

const isSilent = (value: unknown): boolean =>
  isObject(value) && value.parts === undefined && (value.role === 'model' || (value.role === 'user' && Object.keys(value).length === 1));

export function isContentList(value: unknown): boolean {
  const some = Array.isArray(value) ? (value as readonly unknown[]).slice(0, 50) : [];
  return some.some(isContent) && some.every((one) => isContent(one) || isSilent(one));
}

export function locate(
  records: readonly SourceRecord[],
  unread: (line: number | undefined, path: string | undefined) => void = () => undefined,
): RawExchange[] {
  const values = records.map(({ value }) => value);
  const place = records[0]?.line === undefined ? {} : { line: records[0].line };
  if (records.length > 1 && isContentList(values)) return [{ request: { contents: values }, ...place, path: '$' }];
  if (records.length > 1 && values.every(isResponse)) return responses(values, place, '$');
  const found: RawExchange[] = [];
  for (const { value, line, path = '$' } of records) {
    const before = found.length;
    unwrap(value, path, line === undefined ? {} : { line }, found, 0);
    if (found.length === before) unread(line, path);
  }
  return found;
}

function responses(chunks: readonly JsonObject[], place: Place, path: string): RawExchange[] {
  const found: { readonly chunks: JsonObject[]; readonly from: number }[] = [];
  chunks.forEach((chunk, i) => {
    const last = found.at(-1)?.chunks.at(-1);
    const [id, before] = [chunk, last ?? {}].map((one) => field(one, 'responseId'));
    const goesOn = last && (id === undefined || before === undefined ? !finished(last) : id === before);
    if (goesOn) found.at(-1)!.chunks.push(chunk);
    else found.push({ chunks: [chunk], from: i });
  });
  return found.map((one) => ({ response: one.chunks, ...place, path: `${path}[${one.from}]`, responsePath: `${path}[${one.from}]` }));
}

const finished = (chunk: JsonObject): boolean => objectsOf(chunk.candidates).some((one) => typeof field(one, 'finishReason') === 'string');

/** Bounded depth: wrappers are a few levels deep at most, hostile nesting is not followed. */
function unwrap(value: unknown, path: string, place: Place, found: RawExchange[], depth: number): void {
  if (depth > 3) return;
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    if (isContentList(list)) found.push({ request: { contents: list }, ...place, path });
    else if (list.length > 0 && list.every(isResponse)) found.push(...responses(list, place, path));
    else for (const [i, one] of list.entries()) unwrap(one, `${path}[${i}]`, place, found, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const { url } = value;
  if (Array.isArray(value.interactions)) recorded(value.interactions, `${path}.interactions`, place, found);
  else if (isRequest(value)) found.push({ request: value, ...answer(value, path), ...place, path });
  else if (isResponse(value)) found.push({ response: [value], ...place, path, responsePath: path });
  else {
    const key = ['request', 'body', 'llm_request'].find((name) => isRequest(value[name]));
    if (key !== undefined) {
      found.push({
        request: value[key] as JsonObject,
        ...answer(value, path),
        ...(typeof url === 'string' && { url }),
        ...place,
        path: `${path}.${key}`,
      });
    } else {
      const { response, responsePath } = answer(value, path);
      if (response) found.push({ response, ...place, path, ...(responsePath !== undefined && { responsePath }) });
    }
  }
}

function answer(value: JsonObject, path: string): Pick<RawExchange, 'response' | 'responsePath'> {
  const given = value.response ?? value.llm_response;
  const responsePath = `${path}.${value.response === undefined ? 'llm_response' : 'response'}`;
  if (isResponse(given)) return { response: [given], responsePath };
  if (isObject(given) && isContent(given.content)) return { response: [{ ...given, candidates: [{ content: given.content }] }], responsePath };
  const chunks = listOf(given).filter(isResponse);
  return chunks.length > 0 ? { response: chunks, responsePath } : {};
}

function recorded(interactions: readonly unknown[], path: string, place: Place, found: RawExchange[]): void {
  interactions.forEach((one, i) => {
    if (!isObject(one)) return;
    const request = isObject(one.request) ? one.request : {};
    const response = isObject(one.response) ? one.response : {};
    const asked = [...listOf(request.body_segments), request.body].find(isRequest);
    const sent = listOf(response.body_segments).filter(isResponse);
    const chunks = sent.length > 0 ? sent : listOf(response.sdk_response_segments).filter(isResponse);
    const at = `${path}[${i}]`;
    if (!asked && chunks.length === 0) return;
    found.push({
      ...(asked && { request: asked }),
      ...(chunks.length > 0 && { response: chunks }),
      ...(typeof request.url === 'string' && { url: request.url }),
      ...place,
      path: `${at}.request.body_segments[0]`,
      responsePath: `${at}.response.body_segments[0]`,
    });
  });
}
