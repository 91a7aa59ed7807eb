/**
 * Logs of HTTP traffic: HAR of browsers and proxies (version 1.2: `log.entries`), and claude-trace's lines (badlogic/claude-bridge
 * `apps/claude-trace/src/types.ts`: `{request: {url, body}, response: {body | body_raw} | null, logged_at}`).
 */
import type { Warning } from '../transcript/types.ts';
import type { SourceRecord } from './contract.ts';
import { grown } from './exchanges.ts';
import { filled, isObject, listOf, objectsOf, textOf, tryJson, type JsonObject } from './json.ts';
import { decodedText } from './format-parts.ts';
import { collector } from './format-report.ts';
import { assembleStream } from './sse.ts';

interface Call {
  readonly record: SourceRecord;
  readonly body: JsonObject;
}

const saidIn = (body: JsonObject): readonly unknown[] =>
  [body.messages, body.input, body.contents, body.chat_history].find((list): list is readonly unknown[] => Array.isArray(list)) ?? [];

/** An answer as one value: a stream is put together as its provider would have answered at once. */
function answerOf(text: string): unknown {
  const whole = tryJson(text);
  if (whole !== undefined) return whole;
  const records = assembleStream(text)?.records ?? [];
  const [first] = records.map(({ value }) => value);
  if (!isObject(first) || !Array.isArray(first.messages)) return first;
  const message = objectsOf(first.messages).at(-1);
  return message?.type === 'message' ? message : { model: first.model, choices: [{ index: 0, message }] };
}

function textIn(content: unknown): string {
  if (!isObject(content)) return '';
  const text = textOf(content.text) ?? '';
  return content.encoding === 'base64' ? (decodedText(text) ?? '') : text;
}

/** The requests to models among the entries of a HAR; undefined for any other file. */
function harCalls(records: readonly SourceRecord[]): { readonly calls: readonly Call[]; readonly others: number } | undefined {
  const [only] = records;
  const log = records.length === 1 && isObject(only!.value) ? only!.value.log : undefined;
  if (!isObject(log) || !Array.isArray(log.entries)) return undefined;
  const calls = listOf(log.entries).flatMap((entry, i): Call[] => {
    const request = isObject(entry) && isObject(entry.request) ? entry.request : {};
    const body = tryJson(textIn(request.postData));
    if (!isObject(entry) || !isObject(body) || saidIn(body).length === 0) return [];
    const response = isObject(entry.response) ? answerOf(textIn(entry.response.content)) : undefined;
    const value = { url: filled(request.url), request: body, ...(isObject(response) || Array.isArray(response) ? { response } : {}) };
    return [{ body, record: { value, path: `$.log.entries[${i}]` } }];
  });
  return { calls, others: log.entries.length - calls.length };
}

/** The lines of a log of claude-trace; undefined for any other file. */
function traceCalls(records: readonly SourceRecord[]): { readonly calls: readonly Call[]; readonly others: number } | undefined {
  const is = ({ value }: SourceRecord): boolean =>
    isObject(value) && 'response' in value && isObject(value.request) && typeof value.request.url === 'string' && 'body' in value.request;
  if (records.length === 0 || !records.slice(0, 50).every(is)) return undefined;
  const calls = records.flatMap((record): Call[] => {
    const { body } = (record.value as { readonly request: JsonObject }).request;
    return isObject(body) && saidIn(body).length > 0 ? [{ record, body }] : [];
  });
  return { calls, others: records.length - calls.length };
}

const unmarked = (message: unknown): unknown =>
  JSON.parse(JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value)) ?? 'null');

/** The calls of models in a log of traffic, one record each; undefined where the records are none, or hold no call of a model. */
export function withoutLog(
  records: readonly SourceRecord[],
): { readonly records: readonly SourceRecord[]; readonly warnings: readonly Warning[] } | undefined {
  const found = harCalls(records) ?? traceCalls(records);
  if (!found || found.calls.length === 0) return undefined;
  const { report, list } = collector();
  if (found.others > 0) report({ code: 'other-requests', message: 'Requests of the log that call no model were left out.', count: found.others });
  const { kept, joined } = grown(found.calls, ({ body }) => saidIn(body).map(unmarked));
  if (joined > 0)
    report({ code: 'sessions-joined', message: 'Requests that a later one repeats and goes on with were joined to it.', count: joined });
  return { records: kept.map(({ record }) => record), warnings: list() };
}
