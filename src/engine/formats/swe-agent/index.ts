import type { Message, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, type JsonObject, listOf, objectOf, objectsOf, textOf, tryJson } from '../json.ts';
import { readConversation } from '../openai-chat/index.ts';
import { firstObjects, objectsIn, type SourceObject } from '../lists.ts';

/** What takes the place of outputs that SWE-agent no longer sends. */
const ELIDED = /^\s*Old (?:environment )?output (?:omitted|elided)/i;

const isRun = (value: JsonObject): boolean => Array.isArray(value.trajectory) && (Array.isArray(value.history) || isObject(value.info));

const detect = (source: Source): number => (firstObjects(source).some((value) => isRun(value) || objectsOf(value.attempts).some(isRun)) ? 0.97 : 0);

function runsOf(source: Source): readonly SourceObject[] {
  return objectsIn(source).flatMap((placed): readonly SourceObject[] => {
    const attempts = objectsOf(placed.value.attempts).filter(isRun);
    return attempts.length > 0
      ? attempts.map((value, i) => ({ ...placed, value: { ...placed.value, ...value }, path: `${placed.path}.attempts[${i}]` }))
      : isRun(placed.value)
        ? [placed]
        : [];
  });
}

function chatOf(run: JsonObject, report: Report): JsonObject[] {
  const steps = objectsOf(run.trajectory);
  const history = objectsOf(run.history);
  if (history.length === 0) return steps.flatMap((step, i) => stepMessages(step, `step-${i + 1}`));
  let step = -1;
  let open: string | undefined;
  return history.map((entry): JsonObject => {
    const { thought, action, tool_call_ids: answered, ...message } = entry;
    const command = textOf(action);
    if (entry.role === 'assistant') {
      if (entry.is_demo !== true && command !== undefined) step++;
      open = undefined;
      if (listOf(entry.tool_calls).length > 0 || command === undefined || command === '') return message;
      open = `step-${step + 1}`;
      return { ...message, content: textOf(thought) ?? message.content, tool_calls: [callOf(open, command)] };
    }
    const id = filled(listOf(answered)[0]) ?? filled(entry.tool_call_id) ?? open;
    const isResult = entry.role === 'tool' || (entry.role === 'user' && open !== undefined);
    open = undefined;
    const full = textOf(steps[step]?.observation);
    const restored = typeof message.content === 'string' && ELIDED.test(message.content) && full !== undefined;
    if (restored) report({ code: 'restored-output', message: 'Outputs that the history leaves out were taken from the trajectory.' });
    const content = restored ? full : message.content;
    return isResult ? { ...message, role: 'tool', content, ...(id && { tool_call_id: id }) } : { ...message, content };
  });
}

const callOf = (id: string, command: string): JsonObject => ({ id, function: { name: 'bash', arguments: JSON.stringify({ command }) } });

function stepMessages(step: JsonObject, id: string): JsonObject[] {
  const command = textOf(step.action) ?? '';
  const text = textOf(step.thought) ?? textOf(step.response) ?? '';
  const said: JsonObject = { role: 'assistant', content: text, ...(command !== '' && { tool_calls: [callOf(id, command)] }) };
  const seen = textOf(step.observation);
  return command === '' || seen === undefined ? [said] : [said, { role: 'tool', tool_call_id: id, content: seen }];
}

const demonstrated = (message: Message): Message => (message.extra?.is_demo === true ? { ...message, synthetic: true } : message);

function readRun({ value, path, line }: SourceObject, index: number, report: Report): Transcript {
  const config = isObject(value.replay_config) ? value.replay_config : (tryJson(textOf(value.replay_config) ?? '') ?? {});
  const agent = objectOf(objectOf(config).agent);
  const problem = objectOf(objectOf(config).problem_statement);
  const info = objectOf(value.info);
  const place = line === undefined ? {} : { line };
  const all = chatOf(value, report);
  const title = filled(problem.id) ?? filled(value.environment);
  const read = (messages: readonly JsonObject[], id: string, label: string | undefined): Transcript => {
    const raw = { messages, header: isObject(agent.model) ? { model: agent.model.name } : {}, id, path: `${path}.history`, ...place };
    const transcript = readConversation({ ...raw, ...(label && { title: label }) }, index, 'swe-agent', report);
    return { ...transcript, messages: transcript.messages.map(demonstrated) };
  };
  const names = [...new Set(all.map((message) => textOf(message.agent) ?? ''))];
  const [first = '', ...others] = names;
  const of = (name: string): readonly JsonObject[] => all.filter((message) => (textOf(message.agent) ?? '') === name);
  const main = read(of(first), filled(problem.id) ?? `run-${index + 1}`, title);
  return {
    ...main,
    subagents: others.map((name) => read(of(name), name || `agent-${index + 1}`, name)),
    extra: { exit_status: info.exit_status ?? null, model_stats: info.model_stats ?? null },
  };
}

export const sweAgent: Format = {
  id: 'swe-agent',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => runsOf(source).map((run, i) => readRun(run, i, report)),
};
