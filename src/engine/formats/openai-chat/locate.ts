import type { Source } from '../contract.ts';
import { filled, isObject, listOf, type JsonObject } from '../json.ts';
import { oldestFirst } from '../lists.ts';

export interface RawConversation {
  readonly messages: readonly unknown[];
  /** The object that holds the messages: `model`, `tools` and other request fields. */
  readonly header: JsonObject;
  /** A Chat Completions response to append: `choices`, `usage`, `model`. */
  readonly response?: JsonObject;
  readonly rejected?: readonly unknown[];
  readonly id?: string;
  readonly title?: string;
  readonly line?: number;
  readonly path: string;
}

const isMessage = (value: unknown): boolean => isObject(value) && typeof value.role === 'string';

export function locate(
  source: Source,
  unread: (line: number | undefined, path: string | undefined) => void = () => undefined,
  limit = Number.POSITIVE_INFINITY,
): RawConversation[] {
  const found: RawConversation[] = [];
  const { records } = source;
  if (source.container !== 'json' && records.length > 0 && records.slice(0, 50).every((record) => isMessage(record.value))) {
    return [
      { messages: records.map((record) => record.value), header: {}, ...(records[0]!.line !== undefined && { line: records[0]!.line }), path: '$' },
    ];
  }
  for (const record of records) {
    if (found.length >= limit) break;
    const before = found.length;
    unwrap(record.value, record.path ?? '$', record.line, found, limit, 0);
    if (found.length === before) unread(record.line, record.path);
  }
  return found;
}

/** Bounded depth: wrappers are a few levels deep at most, hostile nesting is not followed. */
function unwrap(value: unknown, path: string, line: number | undefined, found: RawConversation[], limit: number, depth: number): void {
  if (depth > 4 || found.length >= limit) return;
  const place = { path, ...(line !== undefined && { line }) };
  if (Array.isArray(value)) {
    if (value.length > 0 && isMessage(value[0])) found.push({ messages: value, header: {}, ...place });
    else for (const [i, item] of value.entries()) unwrap(item, `${path}[${i}]`, line, found, limit, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const listed = oldestFirst(value);
  if (listed) {
    unwrap(listed, `${path}.data`, line, found, limit, depth + 1);
    return;
  }
  const names = { ...(label(value) !== undefined && { id: label(value)! }), ...(filled(value.title) && { title: filled(value.title)! }) };
  const response = isObject(value.response) ? (isObject(value.response.body) ? value.response.body : value.response) : undefined;
  const answer = response && Array.isArray(response.choices) ? { response } : Array.isArray(value.choices) ? { response: value } : {};

  if (Array.isArray(value.messages)) found.push({ messages: value.messages, header: value, ...answer, ...names, ...place, path: `${path}.messages` });
  else if (Array.isArray(value.traj)) found.push({ messages: value.traj, header: value, ...names, ...place, path: `${path}.traj` });
  else if (isObject(value.input) && Array.isArray(value.input.messages)) {
    const rejected = listOf(value.non_preferred_output);
    found.push({
      messages: [...value.input.messages, ...listOf(value.preferred_output)],
      header: value.input,
      ...(rejected.length > 0 && { rejected }),
      ...names,
      ...place,
      path: `${path}.input.messages`,
    });
  } else if (isObject(value.body) || isObject(value.request)) {
    const inner = isObject(value.body) ? value.body : (value.request as JsonObject);
    const before = found.length;
    unwrap(inner, `${path}.${isObject(value.body) ? 'body' : 'request'}`, line, found, limit, depth + 1);
    const last = found.at(-1);
    if (found.length > before && last) found[found.length - 1] = { ...last, ...answer, ...names };
  } else if ('response' in answer) found.push({ messages: [], header: value, ...answer, ...names, ...place });
  else if (typeof value.messages_display === 'string')
    found.push({ messages: fromDisplay(value.messages_display), header: value, ...names, ...place, path: `${path}.messages_display` });
}

function label(value: JsonObject): string | undefined {
  if (filled(value.custom_id)) return filled(value.custom_id);
  if (typeof value.task_id === 'number' || typeof value.task_id === 'string')
    return `task-${value.task_id}${typeof value.trial === 'number' ? `-trial-${value.trial}` : ''}`;
  return undefined;
}

/**
 * τ-bench's few-shot files: one text with `user: `, `assistant: ` and `tool: ` at line starts. Calls are not recorded there (`assistant:
 * None` takes their place), so tool lines stay text.
 */
function fromDisplay(display: string): readonly JsonObject[] {
  const messages: { role: string; content: string }[] = [];
  for (const line of display.split('\n')) {
    const [, role, text = ''] = /^(system|user|assistant|tool): ?(.*)$/.exec(line) ?? [];
    const last = messages.at(-1);
    if (role) messages.push({ role, content: text });
    else if (last) last.content += `\n${line}`;
  }
  return messages.map(({ role, content }) => ({ role, content: content.trim() === 'None' ? null : content.trim() }));
}
