import type { Message } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, type JsonObject, listOf, objectOf, objectsOf, textOf } from '../json.ts';
import { readConversation } from '../openai-chat/index.ts';
import { promptUsage } from '../finish.ts';

const COMMAND = /```mswea_bash_command\s/;
const OUTCOME = /^<returncode>-?\d+<\/returncode>/;

const isRun = (value: unknown): value is JsonObject =>
  isObject(value) && Array.isArray(value.messages) && textOf(value.trajectory_format)?.startsWith('mini-swe-agent') === true;

function isList(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  const said = objectsOf(value.slice(0, 20));
  return (
    said.some(({ role, content }) => role === 'assistant' && COMMAND.test(textOf(content) ?? '')) ||
    (said.some(({ role, content }) => role === 'user' && OUTCOME.test(textOf(content) ?? '')) &&
      said.some(({ role, content }) => role === 'assistant' && (textOf(content) ?? '').includes('```bash\n')))
  );
}

const detect = (source: Source): number => (source.records.slice(0, 5).some(({ value }) => isRun(value) || isList(value)) ? 0.96 : 0);

/** Its messages as chat messages: `extra.actions` become calls where nothing else says them, and the role `exit` is what the harness wrote last. */
function chatOf(messages: readonly JsonObject[]): JsonObject[] {
  let open: readonly JsonObject[] = [];
  return messages.flatMap((message): JsonObject[] => {
    const { extra, ...rest } = message;
    const own = objectOf(extra);
    if (message.role === 'assistant') {
      const text = textOf(message.content) ?? '';
      const actions = objectsOf(own.actions).filter(({ command }) => filled(command) !== undefined && !text.includes(textOf(command)!));
      open = listOf(message.tool_calls).length > 0 ? [] : actions;
      const calls = open.map(({ command, tool_call_id: id }) => ({
        id: filled(id) ?? '',
        function: { name: 'bash', arguments: JSON.stringify({ command }) },
      }));
      return [calls.length > 0 ? { ...rest, tool_calls: calls } : rest];
    }
    if (message.role === 'exit') return textOf(message.content) ? [{ ...rest, role: 'user', is_exit: true }] : [];
    const answers = open.length > 0 && (message.role === 'user' || message.role === 'tool');
    const id = filled(own.tool_call_id) ?? filled(open[0]?.tool_call_id);
    if (!answers) return [rest];
    open = open.slice(1);
    return [{ ...rest, role: 'tool', ...(id && { tool_call_id: id }) }];
  });
}

export const miniSweAgent: Format = {
  id: 'mini-swe-agent',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => {
    const runs = source.records.flatMap(({ value, line, path = '$' }) => {
      const place = line === undefined ? {} : { line };
      if (isRun(value)) return [{ messages: objectsOf(value.messages), info: objectOf(value.info), path: `${path}.messages`, ...place }];
      return isList(value) ? [{ messages: objectsOf(value), info: {} as JsonObject, path, ...place }] : [];
    });
    return runs.map(({ messages, info, ...place }, i) => {
      const config = objectOf(info.config);
      const model = filled(objectOf(config.model).model_name);
      const raw = { messages: chatOf(messages), header: { model }, id: filled(info.instance_id) ?? `run-${i + 1}`, ...place };
      const transcript = readConversation(raw, i, 'mini-swe-agent', report);
      return {
        ...transcript,
        messages: transcript.messages.map((message) => finished(message, messages, report)),
        ...(info.exit_status !== undefined && { extra: { exit_status: info.exit_status } }),
      };
    });
  },
};

function finished(message: Message, messages: readonly JsonObject[], report: Report): Message {
  if (message.extra?.is_exit === true) return { ...message, synthetic: true };
  if (message.role !== 'assistant') return message;
  const index = Number(/\[(\d+)\]$/.exec(message.origin?.path ?? '')?.[1] ?? -1);
  const extra = messages[index]?.extra;
  const response = objectOf(objectOf(extra).response);
  if (!isObject(response.usage)) return message;
  return compact({ ...message, usage: promptUsage(response.usage, report, message.origin), model: filled(response.model) });
}
