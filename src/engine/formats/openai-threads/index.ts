/**
 * Lists that OpenAI's API answers with: messages and steps of a thread of the Assistants API. Lists of items of the Responses API are
 * those of `openai-responses`. Shapes: the API reference (`thread.message`, `thread.run.step`, `list`).
 */
import type { Origin, Part } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { firstObjects, objectsIn, oldestFirst } from '../lists.ts';
import { callOf, imagePart, readParts, resultOf, texts, valueText } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';
import { UNREAD_RECORD } from '../encoding.ts';
import { promptUsage } from '../finish.ts';

interface ThreadMessage {
  id: string;
  object: 'thread.message';
  thread_id: string;
  /** Seconds since 1970. */
  created_at: number;
  role: 'user' | 'assistant';
  content: string | readonly object[];
  attachments?: readonly { file_id: string }[];
}
interface RunStep {
  id: string;
  object: 'thread.run.step';
  thread_id: string;
  created_at: number;
  step_details: { type: 'tool_calls'; tool_calls: readonly StepCall[] } | { type: 'message_creation' };
  usage?: { prompt_tokens: number; completion_tokens: number };
}
interface StepCall {
  id: string;
  type: 'function' | 'code_interpreter' | 'file_search';
  function?: { name: string; arguments: string; output: string | null };
  code_interpreter?: { input: string; outputs: readonly { type: 'logs' | 'image'; logs?: string; image?: { file_id: string } }[] };
  file_search?: { results?: readonly object[] };
}

const OBJECTS = ['thread.message', 'thread.run.step'];
const isOwn = (value: JsonObject): boolean => typeof value.object === 'string' && OBJECTS.includes(value.object);

function readContent(part: JsonObject, kind: string): readonly Part[] | undefined {
  const own = part[kind];
  if (kind === 'text') return texts(isObject(own) ? own.value : own);
  if (kind === 'refusal') return texts(own);
  if (kind === 'image_file' && isObject(own) && filled(own.file_id)) return [{ type: 'image', url: filled(own.file_id)! }];
  if (kind === 'image_url' && isObject(own) && filled(own.url)) return [imagePart(filled(own.url)!)];
  return undefined;
}

function readCall(call: JsonObject): readonly [Part, Part | undefined] {
  const type = textOf(call.type) ?? '';
  const own: JsonObject = isObject(call[type]) ? call[type] : {};
  if (type === 'function')
    return [
      callOf(call.id, own.name, own.arguments),
      own.output === null || own.output === undefined ? undefined : resultOf(call.id, valueText(own.output)),
    ];
  if (type === 'code_interpreter') {
    const outputs = objectsOf(own.outputs).map((output): Part => {
      const id = filled(objectOf(output.image).file_id);
      return id === undefined ? { type: 'text', text: textOf(output.logs) ?? '' } : { type: 'image', url: id };
    });
    return [callOf(call.id, type, { code: textOf(own.input) ?? '' }), resultOf(call.id, outputs)];
  }
  return [callOf(call.id, type, {}), resultOf(call.id, own.results === undefined ? '' : valueText(own.results))];
}

function say(talk: Talk, value: JsonObject, origin: Origin, report: Report): void {
  const more = { id: textOf(value.id) ?? '', origin, ...compact({ ts: isoTime(value.created_at) }) };
  if (value.object === 'thread.message') {
    const { role, content, attachments }: Raw<ThreadMessage> = value;
    const files = objectsOf(attachments).flatMap(({ file_id }): Part[] => (filled(file_id) ? [{ type: 'file', url: filled(file_id)! }] : []));
    talk.say(role === 'assistant' ? 'assistant' : 'user', [...files, ...readParts(content, readContent, report, origin)], more);
    return;
  }
  const { step_details, usage }: Raw<RunStep> = value;
  const calls = isObject(step_details) ? objectsOf(step_details.tool_calls).map(readCall) : [];
  if (calls.length === 0) return;
  talk.say(
    'assistant',
    calls.map(([call]) => call),
    { ...more, ...compact({ usage: promptUsage(usage, report, origin) }) },
  );
  const results = calls.flatMap(([, result]) => (result ? [result] : []));
  if (results.length > 0) talk.say('tool', results, { ...more, id: `${more.id}/results` });
}

function read(source: Source, report: Report) {
  const threads = new Map<string, { readonly value: JsonObject; readonly origin: Origin }[]>();
  for (const { value, path, line } of objectsIn(source)) {
    const place = line === undefined ? {} : { line };
    const items = isOwn(value)
      ? [{ value, origin: { path, ...place } }]
      : (oldestFirst({ object: 'list', data: objectsOf(value.data) }) ?? []).filter(isObject).map((item) => ({
          value: item,
          origin: { path: `${path}.data[${objectsOf(value.data).indexOf(item)}]`, ...place },
        }));
    for (const item of items) {
      if (!isOwn(item.value)) report({ ...UNREAD_RECORD, ...item.origin });
      else threads.set(textOf(item.value.thread_id) ?? '', [...(threads.get(textOf(item.value.thread_id) ?? '') ?? []), item]);
    }
  }
  return [...threads].map(([id, items], i) => {
    const talk = new Talk(report);
    for (const { value, origin } of items) say(talk, value, origin, report);
    const model = items.map(({ value }) => filled(value.model)).find((name) => name !== undefined);
    return talk.finish({ id: id || `thread-${i + 1}`, format: 'openai-threads', model });
  });
}

export const openaiThreads: Format = {
  id: 'openai-threads',
  evidence: 'source',
  unread: 'files, which are named by ids',
  extension: 'json',
  detect: (source) => (firstObjects(source).some((value) => isOwn(value) || objectsOf(value.data).some(isOwn)) ? 0.98 : 0),
  parse: (source, report) => read(source, report),
};
