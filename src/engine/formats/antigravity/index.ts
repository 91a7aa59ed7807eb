/**
 * Logs of Antigravity: `…/brain/<id>/.system_generated/logs/transcript_full.jsonl`, and `transcript.jsonl`, whose texts are cut. Results answer the
 * calls in their order, whatever their type is called. Shapes: fixtures of jazzyalex/agent-sessions @651e854f.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, objectsOf, type Raw, textOf, tryJson } from '../json.ts';
import { callOf, resultOf, texts, thoughts } from '../format-parts.ts';
import { firstObjects, lineOrPath, objectsIn } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

interface Step {
  step_index: number;
  source: 'USER_EXPLICIT' | 'MODEL' | 'SYSTEM';
  /** `USER_INPUT`, `PLANNER_RESPONSE`, `CHECKPOINT`, …; any other of the model is what a tool gave back. */
  type: string;
  created_at: string;
  content: string;
  thinking: string;
  tool_calls: readonly { id?: string; name: string; args: Readonly<Record<string, string>> }[];
  truncated_fields: readonly string[];
}

const isStep = (value: JsonObject): boolean =>
  typeof value.step_index === 'number' && typeof value.source === 'string' && typeof value.type === 'string';
const detect = (source: Source): number => {
  const lines = firstObjects(source);
  return lines.length > 0 && lines.every(isStep) ? 0.97 : 0;
};

const REQUEST = /<USER_REQUEST>\n?([\s\S]*?)\n?<\/USER_REQUEST>/;

function readPrompt(content: unknown): Part[] {
  const text = textOf(content) ?? '';
  const found = REQUEST.exec(text);
  if (!found) return texts(text);
  return [text.slice(0, found.index).trim(), found[1]!, text.slice(found.index + found[0].length).trim()].flatMap(texts);
}

function callsOf(calls: unknown): Part[] {
  return objectsOf(calls).map(({ id, name, args }) => {
    const values = isObject(args)
      ? Object.entries(args).map(([key, value]) => [key, typeof value === 'string' ? (tryJson(value) ?? value) : value] as const)
      : [];
    return callOf(id, name, isObject(args) ? jsonText(Object.fromEntries(values)) : args);
  });
}

function readSteps(source: Source, report: Report): Transcript {
  const talk = new Talk(report);
  let cut = 0;
  for (const { value, line, path } of objectsIn(source)) {
    const origin: Origin = lineOrPath(line, path);
    if (!isStep(value)) {
      report({ code: 'unknown-entry', message: 'Lines that are no steps were left out.', ...origin });
      continue;
    }
    const step: Raw<Step> = value;
    cut += listOf(step.truncated_fields).length;
    readStep(step, talk, compact({ origin, ts: isoTime(step.created_at) }));
  }
  if (cut > 0) report({ code: 'cut-text', message: 'The program cut texts in this log; the whole ones are in transcript_full.jsonl.', count: cut });
  return talk.finish({ id: 'session', format: 'antigravity' });
}

function readStep({ source, type, content, thinking, tool_calls }: Raw<Step>, talk: Talk, more: Parameters<Talk['say']>[2]): void {
  const calls = callsOf(tool_calls);
  if (type === 'PLANNER_RESPONSE') talk.say('assistant', [...thoughts(thinking), ...texts(content), ...calls], more);
  else if (type === 'CHECKPOINT') talk.compacted(content, more);
  else if (type === 'USER_INPUT') talk.say('user', readPrompt(content), more);
  else if (source === 'MODEL') {
    if (calls.length > 0 || filled(thinking)) talk.say('assistant', [...thoughts(thinking), ...calls], more);
    talk.say('tool', [resultOf('', content)], more);
  } else if (filled(content)) talk.say('user', texts(content), { ...more, synthetic: true });
}

export const antigravity: Format = {
  id: 'antigravity',
  evidence: 'fixtures',
  unread: 'texts that transcript.jsonl cuts (transcript_full.jsonl has them); the encrypted .pb and .db files',
  extension: 'jsonl',
  detect,
  parse: (source, report) => [readSteps(source, report)],
};
