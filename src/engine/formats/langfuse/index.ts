import type { Origin } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { addTo, filled, isObject, isoTime, type JsonObject, listOf, numberOf, objectsOf } from '../json.ts';
import { conversationsOfCalls, inputOf, type ModelCall, objectAt, opened, outputOf } from '../traces/trace-calls.ts';
import { usageFrom } from '../finish.ts';
import { lineOrPath } from '../lists.ts';

interface Trace {
  readonly trace: JsonObject;
  readonly observations: readonly JsonObject[];
  readonly origin: Origin;
}

const isObservation = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value.traceId === 'string' && typeof value.type === 'string' && ('input' in value || 'output' in value);

function tracesOf(source: Source): readonly Trace[] {
  const found: Trace[] = [];
  const alone = new Map<string, JsonObject[]>();
  const read = (value: unknown, origin: Origin): void => {
    if (Array.isArray(value)) for (const item of value) read(item, origin);
    else if (isObservation(value)) {
      const group = String(value.traceId);
      addTo(alone, group, value);
    } else if (isObject(value) && objectsOf(value.observations).some(isObservation))
      found.push({ trace: isObject(value.trace) ? value.trace : value, observations: objectsOf(value.observations), origin });
  };
  for (const { value, line, path } of source.records) read(value, lineOrPath(line, path));
  for (const [id, observations] of alone) found.push({ trace: { id }, observations, origin: { path: '$' } });
  return found;
}

function detect(source: Source): number {
  const sample = source.records.slice(0, 20).map(({ value }) => value);
  const values = sample.flatMap((value) => (Array.isArray(value) ? value.slice(0, 20) : [value]));
  return values.some((value) => isObservation(value) || (isObject(value) && listOf(value.observations).some(isObservation))) ? 0.97 : 0;
}

function usageOf(observation: JsonObject, report: Report, origin: Origin): ModelCall['usage'] {
  const details = objectAt(observation, 'usageDetails');
  const usage = Object.keys(details).length > 0 ? details : objectAt(observation, 'usage');
  const apart = usage.input_cache_read ?? usage.cache_read_input_tokens ?? usage.input_cached_tokens;
  const within = usage['prompt_details.cache_read'];
  const input = usage.input ?? usage.promptTokens;
  return usageFrom(
    {
      input:
        apart === undefined && numberOf(input) !== undefined && numberOf(within) !== undefined
          ? Math.max(0, numberOf(input)! - numberOf(within)!)
          : input,
      output: usage.output ?? usage.completionTokens,
      cacheRead: apart ?? within ?? 0,
      cacheWrite: usage.input_cache_creation ?? usage.cache_creation_input_tokens ?? 0,
    },
    report,
    origin,
  );
}

function headerOf(observation: JsonObject): JsonObject {
  const attributes = objectAt(opened(observation.metadata), 'attributes');
  const parameters = opened(attributes.model_request_parameters);
  const tools = [...listOf(objectAt({ parameters }, 'parameters').function_tools), ...listOf(objectAt({ parameters }, 'parameters').output_tools)];
  const defined = opened(attributes['gen_ai.tool.definitions']);
  if (tools.length === 0) return Array.isArray(defined) ? { tools: defined } : {};
  return {
    tools: objectsOf(tools).map(({ name, description, parameters_json_schema: parameters }) => ({
      type: 'function',
      function: { name, ...(filled(description) && { description }), parameters },
    })),
  };
}

function callsOf({ trace, observations, origin }: Trace, report: Report): readonly ModelCall[] {
  const call = (observation: JsonObject): ModelCall => ({
    group: filled(trace.sessionId) ?? filled(trace.id) ?? 'trace',
    ...(filled(trace.name) && { title: filled(trace.name)! }),
    ...(isoTime(observation.startTime) && { ts: isoTime(observation.startTime)! }),
    ...(filled(observation.model) && { model: filled(observation.model)! }),
    ...usageField(usageOf(observation, report, origin)),
    input: inputOf(observation.input),
    output: outputOf(observation.output),
    header: headerOf(observation),
    origin,
  });
  const generations = observations.filter(({ type }) => type === 'GENERATION').map(call);
  if (generations.some(({ input }) => input.messages.length > 0)) return generations;
  // Traced without the model itself: what the outermost span was given and gave.
  return observations.filter(({ parentObservationId }) => !filled(parentObservationId)).map(call);
}

const usageField = (usage: ModelCall['usage']): Pick<ModelCall, 'usage'> => (usage ? { usage } : {});

export const langfuse: Format = {
  id: 'langfuse',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) =>
    conversationsOfCalls(
      tracesOf(source).flatMap((trace) => callsOf(trace, report)),
      'langfuse',
      report,
    ),
};
