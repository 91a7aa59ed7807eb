import type { Transcript } from '../../transcript/types.ts';
import { sessionLines } from '../claude-code/lines.ts';
import { parseClaudeCode } from '../claude-code/parse.ts';
import type { Format, ImportError, Report, Source, SourceRecord } from '../contract.ts';
import { filled, isObject, type JsonObject, listOf, objectsOf, textOf, windowOf } from '../json.ts';
import { KindCounter } from '../encoding.ts';

const isInit = (value: JsonObject): boolean => value.type === 'system' && value.subtype === 'init' && typeof value.session_id === 'string';
const isTurn = (value: JsonObject): boolean =>
  (value.type === 'assistant' || value.type === 'user') && isObject(value.message) && value.sessionId === undefined;
const isResult = (value: JsonObject): boolean => value.type === 'result' && ('num_turns' in value || 'total_cost_usd' in value);

const UNSPOKEN = new Set(['system', 'result', 'stream_event', 'rate_limit_event', 'tool_progress', 'tool_use_summary', 'auth_status', 'keep_alive']);

const CONTINUED = /^\s*This session is being continued/;

function injected({ type, isSynthetic }: JsonObject, { content }: JsonObject): JsonObject {
  if (type !== 'user') return {};
  if (CONTINUED.test(textOf(content) ?? textOf(objectsOf(content)[0]?.text) ?? '')) return { isCompactSummary: true };
  return isSynthetic === true ? { isMeta: true } : {};
}

function detect(source: Source): number {
  const values = sessionLines({ ...source, records: source.records.slice(0, 50) })
    .slice(0, 50)
    .map(({ value }) => value);
  if (values.some(isInit)) return 0.97;
  const turns = values.filter(isTurn);
  // Claude Code's own sessions link their lines; here at most the session is named.
  if (turns.length > 0 && turns.every((value) => !('parentUuid' in value)))
    return values.some(isResult) || turns.some((value) => 'session_id' in value) ? 0.95 : 0.6;
  return 0;
}

/** The lines as a session of Claude Code has them: linked in their order, each subagent in a chain of its own. */
function linked(source: Source, report: Report): Source {
  const last = new Map<string, string>();
  const unknown = new KindCounter();
  const records: SourceRecord[] = [];
  let session = 'stream';
  let model: string | undefined;
  for (const { value, line, path } of sessionLines(source)) {
    session = filled(value.session_id) ?? session;
    if (isInit(value)) {
      model = filled(value.model);
      last.clear();
    }
    const boundary = value.type === 'system' && value.subtype === 'compact_boundary';
    if (!boundary && !isTurn(value)) {
      const type = textOf(value.type) ?? '';
      if (!UNSPOKEN.has(type) && !type.startsWith('control_')) unknown.add(type, line);
      continue;
    }
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
        ...(message && {
          message: { role: value.type, ...(value.type === 'assistant' && model && { model }), ...message },
          ...injected(value, message),
        }),
        ...(boundary &&
          isObject(value.compact_metadata) && {
            compactMetadata: { trigger: value.compact_metadata.trigger, preTokens: value.compact_metadata.pre_tokens },
          }),
      },
    } as SourceRecord);
    last.set(chain, uuid);
  }
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  return { ...source, container: 'jsonl', records };
}

function factsOf(lines: readonly JsonObject[], session: string): Partial<Transcript> {
  const own = lines.filter((value) => value.session_id === session || value.session_id === undefined);
  const init = own.find(isInit) ?? {};
  const windows = own
    .flatMap((value) => (value.type === 'result' && isObject(value.modelUsage) ? objectsOf(Object.values(value.modelUsage)) : []))
    .map(({ contextWindow }) => windowOf(contextWindow) ?? 0);
  const window = windows.reduce((most, one) => Math.max(most, one), 0);
  return {
    tools: listOf(init.tools).flatMap((name) => (filled(name) ? [{ name: filled(name)! }] : [])),
    ...(window > 0 && { window }),
    ...(filled(init.cwd) && { extra: { cwd: init.cwd } }),
  };
}

const renamed = (transcript: Transcript): Transcript => ({
  ...transcript,
  format: 'claude-code-stream',
  subagents: transcript.subagents.map(renamed),
});

function parse(source: Source, report: Report): readonly Transcript[] | ImportError {
  const parsed = parseClaudeCode(linked(source, report), report);
  if ('code' in parsed) return parsed;
  const lines = sessionLines(source).map(({ value }) => value);
  return parsed.map((transcript) => ({ ...renamed(transcript), ...factsOf(lines, transcript.id) }));
}

export const claudeCodeStream: Format = { id: 'claude-code-stream', evidence: 'recorded', extension: 'jsonl', detect, parse };
