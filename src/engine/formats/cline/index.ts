import type {
  ImagePart,
  Origin,
  Part,
  RecordedCompaction,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Transcript,
  Usage,
} from '../../transcript/types.ts';
import { readBlocks, readUsage } from '../anthropic-messages/blocks.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript, modelOf, tokenCount, usageFrom } from '../finish.ts';
import { imagePart, splitResults, texts, thoughts } from '../format-parts.ts';
import { KindCounter, UNREAD_MESSAGE } from '../encoding.ts';
import type { JsonObject } from '../json.ts';
import { compact, filled, isObject, isoTime, jsonText, listOf, namesIn, numberOf, objectOf, objectsOf, textOf, tryJson } from '../json.ts';
import { lineOrPath, type MessageList, objectsIn, type SourceObject } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

const UNSPOKEN = namesIn(`
  api_req_finished api_req_retried api_req_retry_delayed api_req_deleted api_req_failed checkpoint_created checkpoint_saved task_progress
  deleted_api_reqs shell_integration_warning mcp_server_request_started load_mcp_documentation info error error_retry diff_error clineignore_error
  rooignore_error resume_task resume_completed_task mistake_limit_reached browser_session_status generate_explanation hook_status
`);
/** Tools whose `content` is what they found; of the others it is what they write. */
const FINDS = /^(?:search|list|readFile|codebase|webFetch)/;

const isLine = (value: JsonObject): boolean =>
  typeof value.ts === 'number' &&
  ((value.type === 'say' && typeof value.say === 'string') || (value.type === 'ask' && typeof value.ask === 'string'));

interface Line {
  readonly kind: string;
  readonly text: string;
  readonly value: JsonObject;
  readonly place: Origin;
}

function linesOf(records: readonly SourceObject[]): readonly Line[] {
  const lines: Line[] = [];
  let last: Line | undefined;
  for (const { value, line, path } of records) {
    if (!isLine(value) || value.partial === true) continue;
    const kind = textOf(value.type === 'say' ? value.say : value.ask)!;
    const text = textOf(value.text) ?? '';
    if (last?.kind === kind && (last.text === text || (value.type === 'ask' && text === '')) && kind !== 'api_req_started') continue;
    const read = { kind, text, value, place: lineOrPath(line, path) };
    lines.push(read);
    if (!UNSPOKEN.has(kind)) last = read;
  }
  return lines;
}

function readShown(records: readonly SourceObject[], report: Report): Transcript {
  const reader = new Reader(report);
  const unknown = new KindCounter();
  for (const line of linesOf(records)) if (!reader.read(line)) unknown.add(line.kind, line.place.line);
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  return reader.finish({ id: 'task', format: 'cline' });
}

const placed = ({ value, place }: Line): Pick<Draft, 'ts' | 'origin'> => compact({ ts: isoTime(value.ts), origin: place });

class Reader extends Talk {
  private usage: Usage | undefined;
  private calls = 0;
  private output: { readonly message: Draft; readonly content: (TextPart | ImagePart)[] } | undefined;

  read(line: Line): boolean {
    const { kind, text, value } = line;
    const data = /^\s*\{/.test(text) ? tryJson(text) : undefined;
    const fields = objectOf(data);
    switch (kind) {
      case 'task':
      case 'user_feedback':
        this.push(line, 'user', [...texts(text), ...imagesOf(value)]);
        return true;
      case 'user_feedback_diff':
        this.push(line, 'user', texts(filled(fields.diff) ?? text));
        return true;
      case 'text':
        if (this.messages.length === 0) this.push(line, 'user', [...texts(text), ...imagesOf(value)]);
        else this.add(line, texts(text));
        return true;
      case 'reasoning':
        this.add(line, thoughts(text));
        return true;
      case 'completion_result':
        this.add(line, texts(text));
        return true;
      case 'followup':
      case 'plan_mode_respond':
        this.add(line, texts(filled(fields.question) ?? filled(fields.response) ?? text));
        return true;
      case 'tool':
        this.tool(line, fields);
        return true;
      case 'command':
        this.call(line, 'execute_command', { command: text });
        return true;
      case 'use_mcp_server':
        this.call(line, filled(fields.toolName) ?? filled(fields.uri) ?? 'use_mcp_server', fields.arguments ?? fields);
        return true;
      case 'browser_action_launch':
      case 'browser_action':
        this.call(line, kind, isObject(data) ? data : { url: text });
        return true;
      case 'command_output':
      case 'mcp_server_response':
      case 'browser_action_result':
        this.result(line, kind === 'browser_action_result' ? (textOf(fields.logs) ?? '') : text, filled(fields.screenshot));
        return true;
      case 'condense_context':
        this.condensed(line);
        return true;
      case 'api_req_started':
        this.usage = this.usageOf(fields, line);
        this.close();
        return true;
      default:
        return UNSPOKEN.has(kind);
    }
  }

  private push(line: Line, role: Draft['role'], parts: readonly Part[]): void {
    if (parts.length > 0) this.say(role, parts, placed(line));
  }

  private add(line: Line, parts: readonly Part[]): void {
    if (parts.length === 0) return;
    const before = this.messages.length;
    const answer = this.answer(parts, placed(line));
    if (this.messages.length === before) return;
    if (this.usage) answer.usage = this.usage;
    this.usage = undefined;
  }

  private call(line: Line, name: string, args: unknown): string {
    const id = `call-${++this.calls}`;
    this.add(line, [{ type: 'tool-call', id, name, args: typeof args === 'string' ? args : jsonText(args) }]);
    return id;
  }

  private tool(line: Line, fields: JsonObject): void {
    const { tool, content, ...args } = fields;
    const name = textOf(tool) ?? 'tool';
    const finds = FINDS.test(name);
    this.call(line, name, finds || content === undefined ? args : { ...args, content });
    // Of a file that was read, only its path is recorded.
    if (finds && name !== 'readFile' && filled(content)) this.result(line, filled(content)!);
  }

  private result(line: Line, text: string, screenshot?: string): void {
    const content: (TextPart | ImagePart)[] = [...texts(text), ...(screenshot ? [imagePart(screenshot)] : [])];
    if (content.length === 0) return;
    this.close();
    if (this.output && this.output.message === this.messages.at(-1)) for (const part of content) this.output.content.push(part);
    else
      this.output = {
        message: this.say('tool', [{ type: 'tool-result', callId: this.calls > 0 ? `call-${this.calls}` : '', content }], placed(line)),
        content,
      };
  }

  private condensed(line: Line): void {
    const { contextCondense: given } = line.value;
    const facts = objectOf(given);
    const tokensBefore = tokenCount(facts.prevContextTokens, this.report, line.place);
    this.compacted(facts.summary, { ...placed(line), ...compact({ tokensBefore }) });
  }

  private usageOf({ tokensIn: input, tokensOut: output, cacheReads: cacheRead, cacheWrites: cacheWrite }: JsonObject, line: Line): Usage | undefined {
    return usageFrom({ input, output, cacheRead, cacheWrite }, this.report, line.place);
  }
}

const imagesOf = (value: JsonObject): readonly ImagePart[] =>
  listOf(value.images).flatMap((image) => (filled(image) ? [imagePart(filled(image)!)] : []));

// Cline before native tool calls: calls are XML in the text of an answer, and the next message of the user begins with the result.

const TOOLS = namesIn(`
  execute_command read_file write_to_file replace_in_file apply_diff insert_content search_and_replace search_files codebase_search list_files
  list_code_definition_names browser_action use_mcp_tool access_mcp_resource load_mcp_documentation web_fetch ask_followup_question
  attempt_completion plan_mode_respond new_task new_rule switch_mode fetch_instructions update_todo_list condense report_bug
`);
const OPENING = new RegExp(`<(${[...TOOLS].join('|')})>`, 'g');
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
  if (parts.length === 0) return texts(text);
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

function readHistory({ messages: values, header, line, path }: MessageList, index: number, report: Report): Transcript {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  const place = line === undefined ? {} : { line };
  const system = filled(header.system_prompt);
  if (system) messages.push({ id: 'system', role: 'system', parts: [{ type: 'text', text: system }], origin: { ...place, path: '$.system_prompt' } });
  for (const [i, value] of values.entries()) {
    const origin = { ...place, path: `${path}[${i}]` };
    if (!isObject(value)) {
      report({ ...UNREAD_MESSAGE, ...origin });
      continue;
    }
    const before = messages.length;
    const read = value.role === 'assistant' ? answerOf(value, i, origin, report) : promptOf(value, i, origin, messages.at(-1), report);
    const metadata = objectOf(value.metadata);
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
  const model = modelOf(messages);
  return finishTranscript(
    {
      id: filled(header.sessionId) ?? filled(header.taskId) ?? `task-${index + 1}`,
      format: 'cline',
      model,
      messages,
      compactions,
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
  const info = objectOf(value.modelInfo);
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
      open = { name, content: texts(rest) };
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

function historiesOf(source: Source): readonly MessageList[] {
  const { records } = source;
  return records.flatMap(({ value, line, path = '$' }): MessageList[] => {
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
  parse: (source, report) => read(source, report),
};
