/**
 * Steps of smolagents: `agent.memory.get_full_steps()`. The inputs of the model repeat everything; only the system prompt is taken from them, where
 * no step has it. Shapes: huggingface/smolagents `src/smolagents/memory.py` @e3a5b899.
 */
import type { Origin, Part, Transcript, Usage } from '../../transcript/types.ts';
import { commonPart, Talk } from '../chat-messages.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callsIn, readParts, resultOf, texts, valueText } from '../format-parts.ts';
import { usageFrom } from '../finish.ts';
import { eachIn } from '../lists.ts';

interface Step {
  system_prompt: string;
  task: string;
  step_number: number;
  timing: { start_time: number };
  model_input_messages: readonly { role: string; content: string | readonly object[] }[] | null;
  model_output: string | readonly object[] | null;
  tool_calls: readonly { id: string; function: { name: string; arguments: string | object } }[] | null;
  observations: string | null;
  action_output: unknown;
  error: { type: string; message: string } | null;
  token_usage: { input_tokens: number; output_tokens: number } | null;
  plan: string;
  output: unknown;
}

const isStep = (value: unknown): boolean =>
  isObject(value) && ('model_output' in value || 'observations' in value) && ('step_number' in value || 'action_output' in value);
const isOther = (value: unknown): boolean => isObject(value) && ('task' in value || 'system_prompt' in value || 'plan' in value || 'output' in value);

interface StepList {
  readonly steps: readonly unknown[];
  readonly origin: Origin;
  readonly path: string;
}

function runsIn({ records, container }: Pick<Source, 'records' | 'container'>): readonly StepList[] {
  const is = (list: unknown): list is readonly unknown[] =>
    Array.isArray(list) && list.some(isStep) && list.every((step) => isStep(step) || isOther(step));
  const values = records.map(({ value }) => value);
  if (container !== 'json' && is(values)) return [{ steps: values, origin: {}, path: '$' }];
  return records.flatMap(({ value, line, path = '$' }) => {
    const origin = line === undefined ? {} : { line };
    if (is(value)) return [{ steps: value, origin, path }];
    const key = isObject(value) ? ['steps', 'memory', 'full_steps', 'logs'].find((name) => is(value[name])) : undefined;
    return key === undefined ? [] : [{ steps: (value as JsonObject)[key] as readonly unknown[], origin, path: `${path}.${key}` }];
  });
}

function usageOf(usage: unknown, report: Report, origin: Origin): Usage | undefined {
  return isObject(usage)
    ? usageFrom({ input: usage.input_tokens, output: usage.output_tokens, cacheRead: 0, cacheWrite: 0 }, report, origin)
    : undefined;
}

function readRun({ steps, origin, path }: StepList, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const objects = steps.filter(isObject);
  if (!objects.some(({ system_prompt }) => filled(system_prompt))) {
    const first = objects.flatMap((step) => objectsOf(step.model_input_messages)).find(({ role }) => role === 'system');
    if (first) talk.say('system', readParts(first.content, commonPart, report, { ...origin, path }), { id: 'system', origin: { ...origin, path } });
  }
  eachIn(steps, { ...origin, path }, report, (value, at) => readStep(value, talk, at, report));
  return talk.finish({ id: `run-${index + 1}`, format: 'smolagents' });
}

function readStep(step: Raw<Step>, talk: Talk, origin: Origin, report: Report): void {
  const usage = usageOf(step.token_usage, report, origin);
  const more = compact({ ts: isoTime(objectOf(step.timing).start_time), origin });
  if (filled(step.system_prompt)) talk.say('system', texts(step.system_prompt), more);
  if (filled(step.task)) talk.say('user', texts(step.task), more);
  if (filled(step.plan)) talk.say('assistant', texts(step.plan), compact({ ...more, usage }));
  if (isStep(step)) {
    const calls = callsIn(step.tool_calls);
    talk.say('assistant', [...readParts(step.model_output, commonPart, report, origin), ...calls], compact({ ...more, usage }));
    const error: JsonObject = objectOf(step.error);
    const seen = [textOf(step.observations), filled(error.message) && [filled(error.type), error.message].filter(Boolean).join(': ')]
      .filter(Boolean)
      .join('\n');
    const shown = seen === '' ? valueText(step.action_output) : seen;
    const results = calls.map((call, i): Part => resultOf(call.id, i === 0 ? shown : '', { name: call.name, isError: isObject(step.error) }));
    if (results.length > 0) talk.say('tool', results, more);
    else if (shown !== '') talk.say('tool', texts(shown), more);
  } else if (step.output !== undefined) {
    const said = valueText(step.output);
    const known = talk.messages.some(({ parts }) =>
      parts.some(
        (part) =>
          (part.type === 'text' && part.text === said) ||
          (part.type === 'tool-result' && part.content.some((own) => own.type === 'text' && own.text.includes(said))),
      ),
    );
    if (!known) talk.say('assistant', texts(said), more);
  }
}

export const smolagents: Format = {
  id: 'smolagents',
  evidence: 'source',
  extension: 'json',
  detect: (source) => (runsIn({ ...source, records: source.records.slice(0, 20) }).length > 0 ? 0.96 : 0),
  parse: (source, report) => runsIn(source).map((run, i) => readRun(run, i, report)),
};
