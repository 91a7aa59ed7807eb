import type { Result, Transcript } from '../../transcript/types.ts';
import { sessionLines } from '../claude-code/lines.ts';
import { parseClaudeCode } from '../claude-code/parse.ts';
import type { Format, ImportError, Report, Source, SourceRecord } from '../contract.ts';
import { filled, isObject, type JsonObject } from '../json.ts';
import { flatLines } from './flat.ts';

const isInit = (value: JsonObject): boolean => value.type === 'system' && value.subtype === 'init' && typeof value.session_id === 'string';
const isTurn = (value: JsonObject): boolean =>
  (value.type === 'assistant' || value.type === 'user') && isObject(value.message) && value.sessionId === undefined;
const isResult = (value: JsonObject): boolean =>
  value.type === 'result' && ('num_turns' in value || 'total_cost_usd' in value || isObject(value.stats));
/** The flat events of Gemini CLI and its relatives. */
const isFlat = (value: JsonObject): boolean =>
  (value.type === 'init' && typeof value.session_id === 'string') ||
  (value.type === 'tool_use' && typeof value.tool_name === 'string') ||
  (value.type === 'tool_result' && typeof value.tool_id === 'string');

function detect(source: Source): number {
  const values = sessionLines({ ...source, records: source.records.slice(0, 50) })
    .slice(0, 50)
    .map(({ value }) => value);
  if (values.some(isInit) || values.some(isFlat)) return 0.97;
  const turns = values.filter(isTurn);
  // Claude Code's own sessions link their lines; here at most the session is named.
  if (turns.length > 0 && turns.every((value) => !('parentUuid' in value)))
    return values.some(isResult) || turns.some((value) => 'session_id' in value) ? 0.95 : 0.6;
  return 0;
}

/**
 * The lines as a session of Claude Code has them: linked in their order, each subagent in a chain of its own. Partial messages repeat what
 * the whole line holds, and the result repeats the last answer.
 */
function linked(source: Source): Source {
  const last = new Map<string, string>();
  const records: SourceRecord[] = [];
  let session = 'stream';
  let model: string | undefined;
  for (const { value, line, path } of flatLines(sessionLines(source))) {
    session = filled(value.session_id) ?? session;
    if (isInit(value)) {
      // Another run in the same capture begins.
      model = filled(value.model);
      last.clear();
    }
    const boundary = value.type === 'system' && value.subtype === 'compact_boundary';
    if (!boundary && !isTurn(value)) continue;
    const agent = filled(value.parent_tool_use_id);
    const chain = agent ?? '';
    const uuid = filled(value.uuid) ?? `line-${line ?? records.length + 1}`;
    const message = isObject(value.message) ? value.message : undefined;
    const place = line === undefined ? { path } : { line, ...(path !== undefined && { path }) };
    records.push({
      ...place,
      value: {
        ...value,
        uuid,
        parentUuid: last.get(chain) ?? null,
        sessionId: session,
        isSidechain: agent !== undefined,
        ...(agent && { agentId: agent }),
        ...(message && { message: { role: value.type, ...(value.type === 'assistant' && model && { model }), ...message } }),
        ...(boundary &&
          isObject(value.compact_metadata) && {
            compactMetadata: { trigger: value.compact_metadata.trigger, preTokens: value.compact_metadata.pre_tokens },
          }),
      },
    } as SourceRecord);
    last.set(chain, uuid);
  }
  return { ...source, container: 'jsonl', records };
}

function parse(source: Source, report: Report): Result<Transcript[], ImportError> {
  const parsed = parseClaudeCode(linked(source), report);
  if (!parsed.ok) return parsed;
  const init = sessionLines(source)
    .map(({ value }) => value)
    .find(isInit);
  const tools = (Array.isArray(init?.tools) ? init.tools : []).flatMap((name) => (filled(name) ? [{ name: filled(name)! }] : []));
  const renamed = (transcript: Transcript): Transcript => ({
    ...transcript,
    format: 'claude-code-stream',
    subagents: transcript.subagents.map(renamed),
  });
  return { ok: true, value: parsed.value.map((transcript) => ({ ...renamed(transcript), ...(tools.length > 0 && { tools }) })) };
}

/** Output of `claude -p --output-format stream-json`, and the flat events of the same option of Gemini CLI. */
export const claudeCodeStream: Format = { id: 'claude-code-stream', extension: 'jsonl', detect, parse };
