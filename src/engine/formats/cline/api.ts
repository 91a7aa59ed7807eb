import type { Part, RecordedCompaction, TextPart, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import { readBlocks, readUsage, splitResults } from '../anthropic-messages/blocks.ts';
import type { Report } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, isoTime, numberOf, type JsonObject } from '../json.ts';
import { tokenCount, usageFrom } from '../usage.ts';
import { answerParts, resultName, withoutHeading } from './xml.ts';

/** What Cline puts into every message of the user: open files, time, mode. */
export const ENVIRONMENT = /<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g;
/** How results of XML tools begin that failed. */
const FAILED = /^(?:The tool execution failed|<error>|Error executing)/;
/** What a person says beside a result. */
const FEEDBACK = /^\s*(?:The user provided the following feedback:\s*)?<(?:feedback|user_message|task|new_instructions)>/;

/** One history: the messages as the API got them, and what stands around them in a session of the SDK. */
export interface History {
  readonly messages: readonly unknown[];
  readonly header: JsonObject;
  readonly line?: number;
  readonly path: string;
}

export function readHistory({ messages: values, header, line, path }: History, index: number, report: Report): Transcript {
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

/** Results, what the person said, and what Cline says of the environment, each in a message of its own. */
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
