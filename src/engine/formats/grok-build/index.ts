/**
 * Sessions of Grok Build ("Grok CLI"): `~/.grok/sessions/<cwd>/<id>/chat_history.jsonl`. Lines resemble items of OpenAI Responses, but `assistant`
 * and `tool_result` are none of these. A compaction rewrites the file. Shapes: types of the product; fixtures of jazzyalex/agent-sessions @651e854f.
 */
import type { Origin, Part, ReasoningPart, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, type JsonObject, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, held, imagePart, readParts, resultOf, texts, thoughts, valueText } from '../format-parts.ts';
import { firstObjects, objectsIn } from '../lists.ts';
import { KindCounter } from '../encoding.ts';
import { Talk } from '../chat-messages.ts';

interface Line {
  type: 'system' | 'user' | 'assistant' | 'tool_result' | 'reasoning' | 'backend_tool_call';
  content: string | readonly object[];
  /** Why the program wrote it; `interjection` is the person, in the middle of a turn. */
  synthetic_reason: string;
  tool_calls: readonly { id: string; name: string; arguments: string }[];
  model_id: string;
  tool_call_id: string;
  images: readonly object[];
  summary: readonly { type: 'summary_text'; text: string }[];
  encrypted_content: string;
  kind: { tool_type: string; action?: { sources?: readonly object[] }; id: string };
}

const isOwn = (value: JsonObject): boolean =>
  (value.type === 'assistant' && typeof value.content === 'string' && ('model_id' in value || 'tool_calls' in value)) ||
  (value.type === 'tool_result' && typeof value.tool_call_id === 'string') ||
  (value.type === 'backend_tool_call' && isObject(value.kind));

const detect = (source: Source): number => {
  const lines = firstObjects(source);
  return lines.some(isOwn) && lines.every(({ type }) => typeof type === 'string') ? 0.965 : 0;
};

const readPart = (part: JsonObject, kind: string): readonly Part[] | undefined => {
  if (kind === 'text') return texts(part.text);
  const url = filled(part.url) ?? (isObject(part.image_url) ? filled(part.image_url.url) : filled(part.image_url));
  return (kind === 'image' || kind === 'image_url') && url !== undefined ? [imagePart(url)] : undefined;
};

function readLines(source: Source, report: Report): Transcript {
  const talk = new Talk(report);
  const unknown = new KindCounter();
  let reasoning: ReasoningPart[] = [];
  let summarised = false;
  const flush = (origin: Origin): void => {
    if (reasoning.length > 0) talk.say('assistant', reasoning, { origin });
    reasoning = [];
  };
  for (const { value, line: at, path } of objectsIn(source)) {
    const line: Raw<Line> = value;
    const origin: Origin = at === undefined ? { path } : { line: at };
    const type = textOf(line.type) ?? '';
    if (type === 'reasoning') {
      const text = objectsOf(line.summary)
        .flatMap((part) => filled(part.text) ?? [])
        .join('\n');
      reasoning.push(...thoughts(text, { encrypted: line.encrypted_content }));
    } else if (type === 'assistant') {
      const calls = objectsOf(line.tool_calls).map((call) => callOf(call.id, call.name, call.arguments));
      talk.say(
        'assistant',
        [...reasoning, ...readParts(line.content, readPart, report, origin), ...calls],
        compact({ origin, model: filled(line.model_id) }),
      );
      reasoning = [];
    } else if (type === 'backend_tool_call' && isObject(line.kind)) sayBackend(line.kind, talk, origin);
    else if (type === 'tool_result') {
      const content = [...readParts(line.content, readPart, report, origin), ...readParts(line.images, readPart, report, origin)];
      talk.say('tool', [resultOf(line.tool_call_id, held(content, report, origin))], { origin });
    } else if (type === 'system' || type === 'user') {
      if (type === 'user') flush(origin);
      const parts = readParts(line.content, readPart, report, origin);
      const reason = filled(line.synthetic_reason);
      if (reason === 'compaction_meta' && !summarised) {
        talk.compacted(parts, { origin });
        report({ code: 'missing-history', message: 'A compaction rewrote the file: what was said before it is in updates.jsonl.', ...origin });
        summarised = true;
        continue;
      }
      summarised = reason === 'compaction_meta';
      talk.say(type, parts, { origin, ...(type === 'user' && reason !== undefined && reason !== 'interjection' && { synthetic: true }) });
    } else unknown.add(type, at);
  }
  flush({});
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  return talk.finish({ id: 'session', format: 'grok-build' });
}

function sayBackend(kind: Raw<Line['kind']>, talk: Talk, origin: Origin): void {
  const { tool_type, action, id, ...rest } = kind as JsonObject;
  const { sources, ...asked }: JsonObject = objectOf(action);
  talk.say('assistant', [callOf(id, tool_type, action === undefined ? rest : asked)], { origin });
  talk.say('tool', [resultOf(id, valueText(sources ?? rest.results ?? rest.output), { name: tool_type, isError: rest.status === 'failed' })], {
    origin,
  });
}

export const grokBuild: Format = {
  id: 'grok-build',
  evidence: 'source',
  unread: 'updates.jsonl, which alone holds what a compaction removed',
  extension: 'jsonl',
  detect,
  parse: (source, report) => [readLines(source, report)],
};
