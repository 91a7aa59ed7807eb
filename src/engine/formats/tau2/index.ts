/**
 * Results of τ²-bench: the simulations of a run, in which both the agent and the simulated user may call tools. Shapes:
 * sierra-research/tau2-bench `src/tau2/data_model/{message,simulation}.py` @2e2a017b.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import { expectsFormat } from '../../transcript/english.ts';
import type { Format, Report } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, numberOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, resultOf, texts } from '../format-parts.ts';
import { firstObjects, objectsIn, placeAt, type SourceObject } from '../lists.ts';
import { Talk } from '../chat-messages.ts';
import { importError, UNREAD_MESSAGE } from '../encoding.ts';
import { promptUsage } from '../finish.ts';

interface Results {
  info: { agent_info: { llm: string }; environment_info: { policy: string; domain_name: string } };
  simulations: readonly Simulation[];
}
interface Simulation {
  id: string;
  task_id: string;
  trial: number;
  /** `user_stop`, `agent_stop`, `max_steps`, … */
  termination_reason: string;
  reward_info: { reward: number } | null;
  messages: readonly (Message | { role: 'tool'; tool_messages: readonly Message[] })[];
  ticks?: readonly object[];
}
interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  id?: string;
  /** A text, or base64 of sound (`is_audio`). */
  content: string | null;
  is_audio?: boolean;
  tool_calls?: readonly { id: string; name: string; arguments: object; requestor: 'assistant' | 'user' }[];
  error?: boolean;
  timestamp?: string;
  usage?: { prompt_tokens: number; completion_tokens: number };
  context_truncation?: { messages_dropped: number };
  raw_data?: object;
}

const isSimulation = (value: JsonObject): boolean =>
  'task_id' in value && ('termination_reason' in value || 'reward_info' in value) && (Array.isArray(value.messages) || Array.isArray(value.ticks));

function runsIn({ value, path, ...place }: SourceObject): readonly (SourceObject & { readonly info: JsonObject })[] {
  if (isSimulation(value)) return [{ value, path, info: {}, ...place }];
  const info = objectOf(value.info);
  return objectsOf(value.simulations).flatMap((run, i) =>
    isSimulation(run) ? [{ value: run, path: `${path}.simulations[${i}]`, info, ...place }] : [],
  );
}

const titleOf = ({ task_id: task, trial, reward_info: graded }: Raw<Simulation>): string | undefined =>
  [
    ...(filled(task) === undefined ? [] : [`task ${filled(task)!}`]),
    ...(numberOf(trial) === undefined ? [] : [`trial ${numberOf(trial)!}`]),
    ...(isObject(graded) && numberOf(graded.reward) !== undefined ? [`reward ${numberOf(graded.reward)!}`] : []),
  ].join(', ') || undefined;

class Run extends Talk {
  read(value: JsonObject, origin: Origin): void {
    const { role, id, content, is_audio, tool_calls, error, timestamp, usage, context_truncation }: Raw<Message> = value;
    if (Array.isArray(value.tool_messages)) {
      for (const one of objectsOf(value.tool_messages)) this.read(one, origin);
      return;
    }
    const more = { origin, ...compact({ ts: isoTime(timestamp) }) };
    if (is_audio === true) this.report({ code: 'unknown-part', message: 'Content parts of the type "audio" were left out.', ...origin });
    const said = is_audio === true ? [] : texts(content);
    if (isObject(context_truncation))
      this.report({ code: 'context-truncated', message: 'Requests whose oldest messages did not fit were sent without them.', ...origin });
    if (role === 'tool') this.say('tool', [resultOf(id, said, { isError: error === true })], more);
    else if (role === 'assistant' || role === 'user' || role === 'system') {
      const calls = objectsOf(tool_calls).map((call): Part => callOf(call.id, call.name, call.arguments));
      const own = role === 'assistant' ? promptUsage(usage, this.report, origin) : undefined;
      this.say(role, [...said, ...calls], { ...more, ...compact({ usage: own }) });
    } else this.report({ ...UNREAD_MESSAGE, ...origin });
  }
}

function readRun({ value, path, line, info }: SourceObject & { readonly info: JsonObject }, report: Report): Transcript {
  const { agent_info: agent, environment_info: environment }: Raw<Results['info']> = info;
  const origin = placeAt(line, path);
  const run = new Run(report);
  // The agent's prompt holds the policy; the file has no other part of it.
  const policy = isObject(environment) ? texts(environment.policy) : [];
  if (policy.length > 0) run.say('system', policy, { id: 'policy', origin });
  for (const [i, message] of objectsOf(value.messages).entries()) run.read(message, { ...origin, path: `${path}.messages[${i}]` });
  if (Array.isArray(value.ticks) && !Array.isArray(value.messages))
    report({ code: 'unread-record', message: 'Runs by voice hold sound instead of messages and were skipped.', ...origin });
  return run.finish({
    id: filled(value.id) ?? `task-${textOf(value.task_id) ?? ''}`,
    title: titleOf(value),
    format: 'tau2',
    model: filled(objectOf(agent).llm),
    extra: compact({ ended: filled(value.termination_reason) }),
  });
}

export const tau2: Format = {
  id: 'tau2',
  evidence: 'source',
  unread: 'voice runs, which hold sound',
  extension: 'json',
  detect: (source) => (firstObjects(source).some((value) => isSimulation(value) || objectsOf(value.simulations).some(isSimulation)) ? 0.97 : 0),
  parse: (source, report) => {
    const runs = objectsIn(source).flatMap(runsIn);
    if (runs.length > 0 && runs.every(({ value }) => !Array.isArray(value.messages)))
      return importError('no-messages', { key: 'import-voice' }, expectsFormat('tau2'), { path: runs[0]!.path });
    const said = runs.map((run) => readRun(run, report));
    return said.filter(({ messages }) => messages.some(({ id }) => id !== 'policy'));
  },
};
