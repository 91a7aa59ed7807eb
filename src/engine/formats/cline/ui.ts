import type { ImagePart, Origin, Part, RecordedCompaction, TextPart, Transcript, Usage } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, isoTime, jsonText, listOf, textOf, tryJson, type JsonObject } from '../json.ts';
import { imagePart } from '../format-parts.ts';
import type { SourceObject } from '../records.ts';
import { KindCounter } from '../format-report.ts';
import { tokenCount, usageFrom } from '../usage.ts';

const UNSPOKEN = new Set([
  'api_req_finished',
  'api_req_retried',
  'api_req_retry_delayed',
  'api_req_deleted',
  'api_req_failed',
  'checkpoint_created',
  'checkpoint_saved',
  'task_progress',
  'deleted_api_reqs',
  'shell_integration_warning',
  'mcp_server_request_started',
  'load_mcp_documentation',
  'info',
  'error',
  'error_retry',
  'diff_error',
  'clineignore_error',
  'rooignore_error',
  'resume_task',
  'resume_completed_task',
  'mistake_limit_reached',
  'browser_session_status',
  'generate_explanation',
  'hook_status',
]);
/** Tools whose `content` is what they found; of the others it is what they write. */
const FINDS = /^(?:search|list|readFile|codebase|webFetch)/;

export const isLine = (value: JsonObject): boolean =>
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
    const read = { kind, text, value, place: line === undefined ? { path } : { line } };
    lines.push(read);
    if (!UNSPOKEN.has(kind)) last = read;
  }
  return lines;
}

export function readShown(records: readonly SourceObject[], report: Report): Transcript {
  const reader = new Reader(report);
  const unknown = new KindCounter();
  for (const line of linesOf(records)) if (!reader.read(line)) unknown.add(line.kind, line.place.line);
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  return finishTranscript(
    { id: 'task', format: 'cline', tools: [], messages: reader.messages, compactions: reader.compactions, branches: [], subagents: [] },
    report,
  );
}

class Reader {
  readonly messages: Draft[] = [];
  readonly compactions: RecordedCompaction[] = [];
  private readonly report: Report;
  private usage: Usage | undefined;
  private calls = 0;
  private answer: Draft | undefined;
  private said: Part[] = [];
  private output: { readonly message: Draft; readonly content: (TextPart | ImagePart)[] } | undefined;

  constructor(report: Report) {
    this.report = report;
  }

  /** False for lines of a kind that is not known. */
  read(line: Line): boolean {
    const { kind, text, value } = line;
    const data = /^\s*\{/.test(text) ? tryJson(text) : undefined;
    const fields = isObject(data) ? data : {};
    switch (kind) {
      case 'task':
      case 'user_feedback':
        this.push(line, 'user', [...said(text), ...imagesOf(value)]);
        return true;
      case 'user_feedback_diff':
        this.push(line, 'user', said(filled(fields.diff) ?? text));
        return true;
      case 'text':
        if (this.messages.length === 0) this.push(line, 'user', [...said(text), ...imagesOf(value)]);
        else this.add(line, said(text));
        return true;
      case 'reasoning':
        this.add(line, text === '' ? [] : [{ type: 'reasoning', text }]);
        return true;
      case 'completion_result':
        this.add(line, said(text));
        return true;
      case 'followup':
      case 'plan_mode_respond':
        this.add(line, said(filled(fields.question) ?? filled(fields.response) ?? text));
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
        this.answer = undefined;
        return true;
      default:
        return UNSPOKEN.has(kind);
    }
  }

  private frame(line: Line, role: Draft['role'], parts: readonly Part[]): Draft {
    const ts = isoTime(line.value.ts);
    return { id: `m${this.messages.length + 1}`, role, parts, ...(ts && { ts }), origin: line.place };
  }

  private push(line: Line, role: Draft['role'], parts: readonly Part[]): void {
    if (parts.length === 0) return;
    this.messages.push(this.frame(line, role, parts));
    this.answer = undefined;
  }

  private add(line: Line, parts: readonly Part[]): void {
    if (parts.length === 0) return;
    if (this.answer) {
      for (const part of parts) this.said.push(part);
      return;
    }
    this.said = [...parts];
    this.answer = this.frame(line, 'assistant', this.said);
    if (this.usage) this.answer.usage = this.usage;
    this.usage = undefined;
    this.messages.push(this.answer);
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
    const content: (TextPart | ImagePart)[] = [
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...(screenshot ? [imagePart(screenshot)] : []),
    ];
    if (content.length === 0) return;
    if (this.output && this.output.message === this.messages.at(-1)) for (const part of content) this.output.content.push(part);
    else {
      const message = this.frame(line, 'tool', [{ type: 'tool-result', callId: this.calls > 0 ? `call-${this.calls}` : '', content }]);
      this.output = { message, content };
      this.messages.push(message);
    }
    this.answer = undefined;
  }

  private condensed(line: Line): void {
    const { contextCondense: given } = line.value;
    const facts = isObject(given) ? given : {};
    const before = tokenCount(facts.prevContextTokens, this.report, line.place);
    const tokens = before === undefined ? {} : { tokensBefore: before };
    const summary = filled(facts.summary);
    const at = this.messages.length;
    if (summary) {
      this.push(line, 'user', said(summary));
      const last = this.messages.at(-1)!;
      last.synthetic = true;
      last.compaction = { kind: 'summary', ...tokens };
    }
    this.compactions.push({ at, ...tokens, ...(summary && { summaryId: this.messages[at]!.id }) });
  }

  private usageOf({ tokensIn: input, tokensOut: output, cacheReads: cacheRead, cacheWrites: cacheWrite }: JsonObject, line: Line): Usage | undefined {
    return usageFrom({ input, output, cacheRead, cacheWrite }, this.report, line.place);
  }
}

const said = (text: string): readonly Part[] => (text === '' ? [] : [{ type: 'text', text }]);

const imagesOf = (value: JsonObject): readonly ImagePart[] =>
  listOf(value.images).flatMap((image) => (filled(image) ? [imagePart(filled(image)!)] : []));
