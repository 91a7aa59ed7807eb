/** Events of `codex exec --json`: what a run without a person at the screen prints. The prompt is not among them. */
import type { Origin, ToolResultPart, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, type JsonObject, jsonText, listOf, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { callOf, imagePart, resultOf, texts, thoughts } from '../format-parts.ts';
import { INTERFACE_NOTE, unknownLine } from '../encoding.ts';
import { lineOrPath } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

const ITEM_EVENT = /^item\.(?:started|updated|completed)$/;

const isEvent = (value: JsonObject): boolean =>
  (value.type === 'thread.started' && filled(value.thread_id) !== undefined) || (ITEM_EVENT.test(textOf(value.type) ?? '') && isObject(value.item));

interface Item {
  value: JsonObject;
  readonly origin: Origin;
}

interface Thread {
  readonly id: string | undefined;
  readonly items: Item[];
  readonly byId: Map<string, Item>;
}

function threadsOf(source: Source, report: Report): readonly Thread[] {
  const threads: Thread[] = [];
  let current: Thread | undefined;
  const begin = (id: string | undefined): Thread => {
    const thread: Thread = { id, items: [], byId: new Map() };
    threads.push(thread);
    return thread;
  };
  const read = (event: JsonObject, origin: Origin): void => {
    const type = textOf(event.type) ?? '';
    if (type === 'thread.started') {
      const id = filled(event.thread_id);
      current = threads.find((thread) => thread.id === id && id !== undefined) ?? begin(id);
      current.byId.clear();
    } else if (ITEM_EVENT.test(type) && isObject(event.item)) {
      current ??= begin(undefined);
      const { item } = event;
      const id = filled(item.id);
      const known = id === undefined ? undefined : current.byId.get(id);
      if (known) known.value = item;
      else {
        const made = { value: item, origin };
        current.items.push(made);
        if (id !== undefined) current.byId.set(id, made);
      }
    } else if (type === 'error' || type === 'turn.failed') report({ ...INTERFACE_NOTE, ...origin });
    // Token counts of `turn.completed` are sums over the requests of a turn: no answer's own.
    else if (type !== 'turn.started' && type !== 'turn.completed') report({ ...unknownLine(type), ...origin });
  };
  for (const { value, line, path } of source.records) {
    const place = lineOrPath(line, path);
    if (!Array.isArray(value)) {
      if (isObject(value)) read(value, place);
      continue;
    }
    for (const [i, one] of listOf(value).entries()) if (isObject(one)) read(one, line === undefined ? { path: `${path ?? '$'}[${i}]` } : { line });
  }
  return threads;
}

interface Call {
  readonly name: string;
  readonly args: unknown;
  readonly content: ToolResultPart['content'];
  readonly isError: boolean;
}

/** What an item did; undefined where it is no call. */
function runOf(item: JsonObject): Call | undefined {
  const isError = item.status === 'failed' || item.status === 'declined';
  if (item.type === 'command_execution') {
    const code = numberOf(item.exit_code);
    const wrong = isError || (code !== undefined && code !== 0);
    return { name: 'shell', args: { command: item.command }, content: texts(item.aggregated_output), isError: wrong };
  }
  if (item.type === 'file_change') return { name: 'apply_patch', args: { changes: item.changes }, content: [], isError };
  if (item.type === 'mcp_tool_call') return { name: filled(item.tool) ?? 'mcp', args: item.arguments, ...remoteResult(item, isError) };
  if (item.type === 'web_search') return { name: 'web_search', args: item.action ?? { query: item.query }, content: [], isError };
  if (item.type === 'todo_list') return { name: 'update_plan', args: { plan: item.items }, content: [], isError };
  if (item.type === 'collab_tool_call')
    return {
      name: filled(item.tool) ?? 'agent',
      args: { prompt: item.prompt, receivers: item.receiver_thread_ids },
      content: states(item.agents_states),
      isError,
    };
  return undefined;
}

const states = (value: unknown): ToolResultPart['content'] => (isObject(value) ? [{ type: 'text', text: jsonText(value) }] : []);

function remoteResult({ result, error }: JsonObject, isError: boolean): Pick<Call, 'content' | 'isError'> {
  if (isObject(error)) return { content: texts(error.message), isError: true };
  const content = objectsOf(objectOf(result).content).flatMap((part): ToolResultPart['content'] => {
    if (part.type === 'image' && filled(part.data) !== undefined) return [imagePart(filled(part.data)!, filled(part.mimeType))];
    return texts(textOf(part.text) ?? jsonText(part));
  });
  return { content, isError };
}

class Reader extends Talk {
  read({ value: item, origin }: Item): void {
    const id = filled(item.id) ?? `item-${this.messages.length + 1}`;
    if (item.type === 'agent_message') this.answer(texts(item.text), { id, origin });
    else if (item.type === 'reasoning') this.answer(thoughts(item.text), { id, origin });
    else if (item.type === 'error') this.report({ ...INTERFACE_NOTE, ...origin });
    else this.#called(item, id, origin);
  }

  #called(item: JsonObject, id: string, origin: Origin): void {
    const call = runOf(item);
    if (!call) {
      this.report({ ...unknownLine(textOf(item.type) ?? ''), ...origin });
      return;
    }
    const { name, args, content, isError } = call;
    this.answer([callOf(id, name, args)], { id, origin });
    if (item.status === 'in_progress' && item.type !== 'todo_list') return;
    this.say('tool', [resultOf(id, content, { isError })], { id: `${id}/result`, origin });
  }
}

function parse(source: Source, report: Report): Transcript[] {
  return threadsOf(source, report).flatMap(({ id, items }, index) => {
    const reader = new Reader(report);
    for (const item of items) reader.read(item);
    const { messages } = reader;
    if (messages.length === 0) return [];
    report({ code: 'missing-prompt', message: 'These events do not hold the prompt that the run answers.', ...messages[0]!.origin });
    return [reader.finish({ id: id ?? `thread-${index + 1}`, format: 'codex-exec' })];
  });
}

function detect(source: Source): number {
  const values = source.records.slice(0, 50).flatMap(({ value }) => (Array.isArray(value) ? listOf(value).slice(0, 50) : [value]));
  return values.some((value) => isObject(value) && isEvent(value)) ? 0.96 : 0;
}

export const codexExec: Format = {
  id: 'codex-exec',
  evidence: 'source',
  unread: 'usage, which it tells of whole turns alone',
  extension: 'jsonl',
  detect,
  parse,
};
