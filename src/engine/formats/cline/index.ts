import type { Part, RecordedCompaction, TextPart, ToolCallPart, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, isoTime, type JsonObject, listOf, numberOf, objectsOf, textOf } from '../json.ts';
import { objectsIn, spoken } from '../records.ts';
import { readBlocks, readUsage, splitResults } from '../anthropic-messages/blocks.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { tokenCount, usageFrom } from '../usage.ts';
import { isLine, readShown } from './ui.ts';

// Cline before native tool calls: calls are XML in the text of an answer, and the next message of the user begins with the result.

const TOOLS = [
  'execute_command',
  'read_file',
  'write_to_file',
  'replace_in_file',
  'apply_diff',
  'insert_content',
  'search_and_replace',
  'search_files',
  'codebase_search',
  'list_files',
  'list_code_definition_names',
  'browser_action',
  'use_mcp_tool',
  'access_mcp_resource',
  'load_mcp_documentation',
  'web_fetch',
  'ask_followup_question',
  'attempt_completion',
  'plan_mode_respond',
  'new_task',
  'new_rule',
  'switch_mode',
  'fetch_instructions',
  'update_todo_list',
  'condense',
  'report_bug',
];
const OPENING = new RegExp(`<(${TOOLS.join('|')})>`, 'g');
const PARAMETER = /<([a-z_]+)>/g;

/** The text of an answer as text and calls. Ids come from finishing, because the notation has none. */
function answerParts(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const say = (until: number): void => {
    const said = text.slice(from, until).trim();
    if (said !== '') parts.push({ type: 'text', text: said });
  };
  for (OPENING.lastIndex = 0; ; ) {
    const found = OPENING.exec(text);
    if (!found) break;
    const name = found[1]!;
    const begin = found.index + found[0].length;
    const end = endOf(text, name, begin);
    if (end < 0) break;
    say(found.index);
    parts.push(callOf(name, text.slice(begin, end)));
    from = end + name.length + 3;
    OPENING.lastIndex = from;
  }
  if (parts.length === 0) return text === '' ? [] : [{ type: 'text', text }];
  say(text.length);
  return parts;
}

/** Where a call ends: what it writes to a file may hold the same tag, so there its end follows the end of what is written. */
function endOf(text: string, name: string, begin: number): number {
  const first = text.indexOf(`</${name}>`, begin);
  const written = /<(content|diff)>/.exec(text.slice(begin, first < 0 ? undefined : first))?.[1];
  if (first < 0 || written === undefined) return first;
  const end = new RegExp(`</${written}>\\s*(?:<([a-z_]+)>[^<]*</\\1>\\s*)*</${name}>`, 'g');
  end.lastIndex = begin;
  const found = end.exec(text);
  return found ? found.index + found[0].length - name.length - 3 : first;
}

function callOf(name: string, inner: string): ToolCallPart {
  const args: [string, string][] = [];
  for (PARAMETER.lastIndex = 0; ; ) {
    const found = PARAMETER.exec(inner);
    if (!found) break;
    const key = found[1]!;
    const begin = found.index + found[0].length;
    const end = key === 'content' || key === 'diff' ? inner.lastIndexOf(`</${key}>`) : inner.indexOf(`</${key}>`, begin);
    if (end < begin) break;
    args.push([key, inner.slice(begin, end).replace(/^\r?\n|\r?\n$/g, '')]);
    PARAMETER.lastIndex = end + key.length + 3;
  }
  return { type: 'tool-call', id: '', name, args: JSON.stringify(Object.fromEntries(args)) };
}

/** `[read_file for 'a.ts'] Result:`, alone or before the result itself. */
const RESULT = /^\[([a-z_]+)(?: for '[\s\S]*?')?\] Result:\s*/;

const resultName = (text: string): string | undefined => RESULT.exec(text)?.[1];

const withoutHeading = (text: string): string => text.replace(RESULT, '');

const ENVIRONMENT = /<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g;
const FAILED = /^(?:The tool execution failed|<error>|Error executing)/;
const FEEDBACK = /^\s*(?:The user provided the following feedback:\s*)?<(?:feedback|user_message|task|new_instructions)>/;

interface History {
  readonly messages: readonly unknown[];
  readonly header: JsonObject;
  readonly line?: number;
  readonly path: string;
}

function readHistory({ messages: values, header, line, path }: History, index: number, report: Report): Transcript {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  const place = line === undefined ? {} : { line };
  const system = filled(header.system_prompt);
  if (system) messages.push({ id: 'system', role: 'system', parts: [{ type: 'text', text: system }], origin: { ...place, path: '$.system_prompt' } });
  for (const [i, value] of values.entries()) {
    const origin = { ...place, path: `${path}[${i}]` };
    if (!isObject(value)) {
      report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
      continue;
    }
    const before = messages.length;
    const read = value.role === 'assistant' ? answerOf(value, i, origin, report) : promptOf(value, i, origin, messages.at(-1), report);
    const metadata = isObject(value.metadata) ? value.metadata : {};
    const [first] = read;
    // `isSummary` is Roo Code's mark, also on answers.
    if (first && (metadata.kind === 'compaction_summary' || value.isSummary === true)) {
      const tokensBefore = tokenCount(metadata.tokensBefore, report, origin);
      const facts = tokensBefore === undefined ? {} : { tokensBefore };
      first.compaction = { kind: 'summary', ...facts };
      first.synthetic = true;
      compactions.push({ at: before, ...facts, summaryId: first.id });
    }
    for (const message of read) messages.push(message);
  }
  const model = messages.findLast((message) => message.model !== undefined)?.model;
  return finishTranscript(
    {
      id: filled(header.sessionId) ?? filled(header.taskId) ?? `task-${index + 1}`,
      format: 'cline',
      ...(model && { model }),
      tools: [],
      messages,
      compactions,
      branches: [],
      subagents: [],
    },
    report,
  );
}

type Place = NonNullable<Draft['origin']>;

function frame(value: JsonObject, i: number, origin: Place, role: Draft['role'], parts: readonly Part[]): Draft {
  const ts = isoTime(value.ts);
  return { id: filled(value.id) ?? `m${i + 1}`, role, parts, ...(ts && { ts }), origin };
}

function answerOf(value: JsonObject, i: number, origin: Place, report: Report): Draft[] {
  const { parts } = readBlocks(value.content, report, origin);
  const native = parts.some((part) => part.type === 'tool-call');
  const read = native ? parts : parts.flatMap((part) => (part.type === 'text' ? answerParts(part.text) : [part]));
  const info = isObject(value.modelInfo) ? value.modelInfo : {};
  const model = filled(info.modelId) ?? filled(info.id);
  const usage = usageOf(value, report, origin);
  return [{ ...frame(value, i, origin, 'assistant', read), ...(model && { model }), ...(usage && { usage }) }];
}

/** The SDK counts cached tokens as input too; the extension does not. */
function usageOf(value: JsonObject, report: Report, origin: Place): Usage | undefined {
  const metrics = isObject(value.metrics) ? value.metrics : undefined;
  if (!metrics) return readUsage(value.usage, report, origin);
  if (isObject(metrics.tokens)) {
    const { prompt: input, completion: output, cached: cacheRead } = metrics.tokens;
    return usageFrom({ input, output, cacheRead, cacheWrite: 0 }, report, origin);
  }
  const { inputTokens, outputTokens: output, cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite } = metrics;
  const all = numberOf(inputTokens);
  const input = all === undefined ? inputTokens : Math.max(0, all - (numberOf(cacheRead) ?? 0) - (numberOf(cacheWrite) ?? 0));
  return usageFrom({ input, output, cacheRead, cacheWrite }, report, origin);
}

function promptOf(value: JsonObject, i: number, origin: Place, last: Draft | undefined, report: Report): Draft[] {
  const { parts } = readBlocks(value.content, report, origin);
  const answers = last?.role === 'assistant' && last.parts.some((part) => part.type === 'tool-call');
  const injected: TextPart[] = [];
  const said: Part[] = [];
  let open: { readonly name: string; readonly content: ToolResultPart['content'][number][] } | undefined;
  const close = (): void => {
    if (!open) return;
    const [first] = open.content;
    const failed = first?.type === 'text' && FAILED.test(first.text.trimStart());
    said.push({ type: 'tool-result', callId: '', name: open.name, content: open.content, ...(failed && { isError: true }) });
    open = undefined;
  };
  for (const part of parts) {
    if (part.type === 'image' || part.type === 'file') {
      if (open) open.content.push(part);
      else said.push(part);
      continue;
    }
    if (part.type !== 'text') {
      close();
      said.push(part);
      continue;
    }
    for (const found of part.text.match(ENVIRONMENT) ?? []) injected.push({ type: 'text', text: found });
    const text = part.text.includes('<environment_details>') ? part.text.replace(ENVIRONMENT, '').trim() : part.text;
    if (text === '') continue;
    const name = answers ? resultName(text) : undefined;
    if (name !== undefined) {
      close();
      const rest = withoutHeading(text);
      open = { name, content: rest === '' ? [] : [{ type: 'text', text: rest }] };
    } else if (open && !FEEDBACK.test(text)) open.content.push({ type: 'text', text });
    else {
      close();
      said.push({ type: 'text', text });
    }
  }
  close();
  const own = frame(value, i, origin, 'user', said);
  const runs = said.length > 0 ? splitResults(said) : [];
  const messages = runs.map(
    (run, n): Draft => ({ ...own, id: n === 0 ? own.id : `${own.id}/${n + 1}`, role: run.results ? 'tool' : 'user', parts: run.parts }),
  );
  const id = messages.length === 0 ? own.id : `${own.id}/environment`;
  const around: Draft[] = injected.length > 0 ? [{ ...own, id, synthetic: true, parts: injected }] : [];
  return messages.length === 0 && around.length === 0 ? [own] : [...messages, ...around];
}

const SAMPLE = 20;

const isMessage = (value: JsonObject): boolean =>
  (value.role === 'user' || value.role === 'assistant') && (Array.isArray(value.content) || typeof value.content === 'string');

const textsOf = ({ content }: JsonObject): readonly string[] =>
  typeof content === 'string' ? [content] : objectsOf(content).map((block) => textOf(block.text) ?? '');

function isMarked(value: JsonObject): boolean {
  if (!isMessage(value)) return false;
  if (isObject(value.metadata) && value.metadata.kind === 'compaction_summary') return true;
  if (isObject(value.modelInfo) && (isObject(value.metrics) || typeof value.ts === 'number')) return true;
  return (
    value.role === 'user' &&
    textsOf(value).some((text) => /^\s*<task>[\s\S]*<\/task>/.test(text) || text.includes('<environment_details>') || resultName(text) !== undefined)
  );
}

const isSession = (value: JsonObject): boolean => Array.isArray(value.messages) && typeof value.sessionId === 'string' && value.model === undefined;

function historiesOf(source: Source): readonly History[] {
  const { records } = source;
  return records.flatMap(({ value, line, path = '$' }): History[] => {
    const place = line === undefined ? {} : { line };
    if (Array.isArray(value)) return value.some((item) => isObject(item) && isMessage(item)) ? [{ messages: value, header: {}, path, ...place }] : [];
    return isObject(value) && Array.isArray(value.messages) ? [{ messages: value.messages, header: value, path: `${path}.messages`, ...place }] : [];
  });
}

function detect(source: Source): number {
  const shown = objectsIn({ records: source.records.slice(0, SAMPLE) }, SAMPLE).map(({ value }) => value);
  if (shown.length > 0 && shown.every(isLine)) return 0.97;
  const marked = source.records.slice(0, SAMPLE).some(({ value }) => {
    if (Array.isArray(value)) return value.slice(0, SAMPLE).some((item) => isObject(item) && isMarked(item));
    return (
      isObject(value) &&
      isSession(value) &&
      listOf(value.messages)
        .slice(0, SAMPLE)
        .some((item) => isObject(item) && isMarked(item))
    );
  });
  return marked ? 0.96 : 0;
}

function read(source: Source, report: Report): Transcript[] {
  const lines = objectsIn(source);
  if (lines.some(({ value }) => isLine(value))) return [readShown(lines, report)];
  return historiesOf(source).map((history, i) => readHistory(history, i, report));
}

export const cline: Format = {
  id: 'cline',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => spoken(read(source, report), 'cline'),
};
