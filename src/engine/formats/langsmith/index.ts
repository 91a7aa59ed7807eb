import type { Origin } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, numberOf, objectsOf } from '../json.ts';
import { conversationsOfCalls, inputOf, type ModelCall, objectAt, outputOf } from '../traces/trace-calls.ts';
import { usageFrom } from '../finish.ts';
import { lineOrPath } from '../lists.ts';

interface Run {
  readonly run: JsonObject;
  readonly origin: Origin;
}

const RUN_TYPES = new Set(['llm', 'chain', 'tool', 'retriever', 'embedding', 'prompt', 'parser']);
const isRun = (value: unknown): value is JsonObject => isObject(value) && RUN_TYPES.has(String(value.run_type)) && 'inputs' in value;

function runsOf(source: Source): readonly Run[] {
  const found = new Map<string, Run>();
  let unnamed = 0;
  const add = (run: JsonObject, origin: Origin): void => {
    const id = filled(run.id) ?? `run-${++unnamed}`;
    const known = found.get(id);
    found.set(id, known ? { ...known, run: { ...known.run, ...compact(run) } } : { run, origin });
    for (const child of objectsOf(run.child_runs)) add(child, origin);
  };
  const read = (value: unknown, origin: Origin): void => {
    if (Array.isArray(value)) for (const item of value) read(item, origin);
    else if (isObject(value) && (Array.isArray(value.post) || Array.isArray(value.patch))) {
      const posted: readonly JsonObject[] = objectsOf(value.post);
      for (const run of posted) add(run, origin);
      for (const patch of objectsOf(value.patch))
        add({ id: filled(patch.id) ?? posted.find(({ dotted_order: order }) => order === patch.dotted_order)?.id, ...patch }, origin);
    } else if (isRun(value)) add(value, origin);
  };
  for (const { value, line, path } of source.records) read(value, lineOrPath(line, path));
  return [...found.values()];
}

const isBatch = (value: unknown): boolean =>
  isObject(value) && objectsOf(value.post ?? value.patch).some((run) => filled(run.dotted_order) !== undefined || isRun(run));

function detect(source: Source): number {
  const values = source.records.slice(0, 20).flatMap(({ value }) => (Array.isArray(value) ? value.slice(0, 20) : [value]));
  return values.some((value) => isRun(value) || isBatch(value)) ? 0.97 : 0;
}

function usageOf({ run, origin }: Run, report: Report): ModelCall['usage'] {
  const outputs = objectAt(run, 'outputs');
  const generation = objectAt({ first: [outputs.generations].flat(2)[0] }, 'first', 'message', 'kwargs');
  const usage = [outputs.usage_metadata, generation.usage_metadata, objectAt(run, 'extra', 'metadata').usage_metadata].find(isObject);
  if (!usage) return undefined;
  const details = objectAt(usage, 'input_token_details');
  const cached = (numberOf(details.cache_read) ?? 0) + (numberOf(details.cache_creation) ?? 0);
  const input = numberOf(usage.input_tokens) === undefined ? usage.input_tokens : Math.max(0, numberOf(usage.input_tokens)! - cached);
  return usageFrom({ input, output: usage.output_tokens, cacheRead: details.cache_read, cacheWrite: details.cache_creation }, report, origin);
}

function callOf(run: Run, report: Report): ModelCall {
  const { run: value, origin } = run;
  const metadata = objectAt(value, 'extra', 'metadata');
  const parameters = objectAt(value, 'extra', 'invocation_params');
  const model =
    filled(objectAt(value, 'outputs').model) ?? filled(metadata.ls_model_name) ?? filled(parameters.model) ?? filled(parameters.model_name);
  const usage = usageOf(run, report);
  const { inputs } = value;
  const tools = isObject(inputs) && Array.isArray(inputs.tools) ? inputs.tools : parameters.tools;
  const session = filled(metadata.session_id) ?? filled(metadata.thread_id) ?? filled(metadata.conversation_id);
  return {
    group: session ?? filled(value.trace_id) ?? filled(value.id) ?? 'trace',
    ...(filled(value.name) && { title: filled(value.name)! }),
    ...(isoTime(value.start_time) && { ts: isoTime(value.start_time)! }),
    ...(model && { model }),
    ...(usage && { usage }),
    input: inputOf(inputs),
    output: outputOf(value.outputs),
    header: Array.isArray(tools) ? { tools } : {},
    origin,
  };
}

function callsOf(runs: readonly Run[], report: Report): readonly ModelCall[] {
  const models = runs.filter(({ run }) => run.run_type === 'llm').map((run) => callOf(run, report));
  if (models.some(({ input }) => input.messages.length > 0)) return models;
  return runs.filter(({ run }) => !filled(run.parent_run_id)).map((run) => callOf(run, report));
}

export const langsmith: Format = {
  id: 'langsmith',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => conversationsOfCalls(callsOf(runsOf(source), report), 'langsmith', report),
};
