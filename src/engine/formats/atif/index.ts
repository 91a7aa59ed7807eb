import type { Origin, Part, Role, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript, usageFrom } from '../finish.ts';
import { compact, filled, isObject, isoTime, type JsonObject, numberOf, objectOf, objectsOf } from '../json.ts';
import { readTools } from '../openai-chat/index.ts';
import { placeAt, stated } from '../lists.ts';
import type { ContentPiece } from '../format-parts.ts';
import { callOf, resultOf, texts, thoughts } from '../format-parts.ts';

const isTrajectory = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value.schema_version === 'string' && value.schema_version.startsWith('ATIF') && Array.isArray(value.steps);

function trajectoriesOf(source: Source): readonly { readonly value: JsonObject; readonly place: Origin }[] {
  return source.records.flatMap(({ value, line, path = '$' }) => {
    const place = placeAt(line, path);
    if (Array.isArray(value))
      return value.flatMap((item, i) => (isTrajectory(item) ? [{ value: item, place: { ...place, path: `${path}[${i}]` } }] : []));
    return isTrajectory(value) ? [{ value, place }] : [];
  });
}

function contentOf(content: unknown): ContentPiece[] {
  if (typeof content === 'string') return texts(content);
  return objectsOf(content).flatMap((part): ContentPiece[] => {
    if (part.type !== 'image') return texts(part.text);
    const source = objectOf(part.source);
    return [{ type: 'image', ...compact({ mime: filled(source.media_type), url: filled(source.path) }) }];
  });
}

function roleOf(step: JsonObject, first: boolean): Role | undefined {
  if (step.source === 'user' || step.source === 'system') return step.source;
  if (step.source === 'agent') return 'assistant';
  if (Array.isArray(step.tool_calls) || isObject(step.metrics) || filled(step.model_name)) return 'assistant';
  return first ? 'user' : undefined;
}

function usageOf(step: JsonObject, report: Report, origin: Origin): Usage | undefined {
  const metrics = objectOf(step.metrics);
  const cached = numberOf(metrics.cached_tokens) ?? 0;
  const prompt = metrics.prompt_tokens;
  const input = numberOf(prompt) === undefined ? prompt : Math.max(0, numberOf(prompt)! - cached);
  return usageFrom({ input, output: metrics.completion_tokens, cacheRead: metrics.cached_tokens, cacheWrite: 0 }, report, origin);
}

function readStep(step: JsonObject, index: number, origin: Origin, report: Report): Draft[] {
  const known = roleOf(step, index === 0);
  if (!known) report({ code: 'unknown-role', message: 'Steps with an unknown source were read as user messages.', ...origin });
  const role = known ?? 'user';
  const calls = objectsOf(step.tool_calls).map((call) => callOf(call.tool_call_id, call.function_name, call.arguments));
  const parts: Part[] = [...thoughts(step.reasoning_content), ...contentOf(step.message), ...calls];
  const ts = isoTime(step.timestamp);
  const id = `step-${numberOf(step.step_id) ?? index + 1}`;
  const own = compact({
    id,
    role,
    parts,
    origin,
    ts,
    ...(role === 'assistant' && { model: filled(step.model_name), usage: usageOf(step, report, origin) }),
  });
  const observation = objectOf(step.observation);
  const results = objectsOf(observation.results).map((result, i): Draft => {
    const content = contentOf(result.content);
    const part: Part[] = calls.length > 0 || filled(result.source_call_id) ? [resultOf(result.source_call_id, content)] : content;
    return compact({ id: `${id}-result-${i + 1}`, role: 'tool', parts: part, origin, ts });
  });
  return [...(parts.length > 0 || role === 'assistant' ? [own] : []), ...results];
}

function readTrajectory({ value, place }: { readonly value: JsonObject; readonly place: Origin }, index: number, report: Report): Transcript {
  const agent = objectOf(value.agent);
  const messages = objectsOf(value.steps).flatMap((step, i) => readStep(step, i, { ...place, path: `${place.path}.steps[${i}]` }, report));
  if (filled(value.continued_trajectory_ref)) report({ code: 'continued-elsewhere', message: 'The trajectory goes on in another file.', ...place });
  const parts = objectsOf(value.subagent_trajectories).filter(isTrajectory);
  return finishTranscript(
    {
      id: filled(value.trajectory_id) ?? filled(value.session_id) ?? `trajectory-${index + 1}`,
      format: 'atif',
      title: filled(agent.name),
      model: filled(agent.model_name),
      tools: readTools({ tools: agent.tool_definitions }, report, { ...place, path: `${place.path}.agent.tool_definitions` }),
      messages,
      subagents: parts.map((part, i) =>
        readTrajectory({ value: part, place: { ...place, path: `${place.path}.subagent_trajectories[${i}]` } }, i, report),
      ),
    },
    report,
  );
}

export const atif: Format = {
  id: 'atif',
  evidence: 'recorded',
  written: { by: 'ATIF', tested: '1.7', version: stated('schema_version') },
  extension: 'json',
  detect: (source) => (trajectoriesOf({ ...source, records: source.records.slice(0, 20) }).length > 0 ? 0.98 : 0),
  parse: (source, report) => trajectoriesOf(source).map((found, i) => readTrajectory(found, i, report)),
};
