import type { Origin, Part, ToolResultPart, Transcript } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, isoTime, numberOf, objectsOf, textOf, type JsonObject } from '../json.ts';
import type { MessageList } from '../lists.ts';
import { callOf, DENIED, mediaOf, modelOutput, outputOf, reasoningOf, textPart, type Output } from './values.ts';
import { unknownPart } from '../any-part.ts';

const ROLES = new Set<unknown>(['system', 'user', 'assistant', 'tool', 'data']);
export const isMessage = (value: JsonObject): boolean =>
  ROLES.has(value.role) && (Array.isArray(value.parts) || Array.isArray(value.content) || typeof value.content === 'string');

/** Parts for the screen: sources of an answer. */
const UNSPOKEN = new Set(['source', 'source-url', 'source-document', 'tool-approval-request', 'tool-approval-response']);

export function readList({ messages: values, header, line, path }: MessageList, index: number, report: Report): Transcript {
  const messages: Draft[] = [];
  for (const [i, value] of values.entries()) {
    const origin = { ...(line !== undefined && { line }), path: `${path}[${i}]` };
    if (!isObject(value) || !isMessage(value)) {
      report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
      continue;
    }
    const read = Array.isArray(value.parts) || Array.isArray(value.toolInvocations) ? shown : sent;
    for (const draft of read(value, i, origin, report)) messages.push(draft);
  }
  const model = messages.findLast((message) => message.model !== undefined)?.model;
  return finishTranscript(
    {
      id: filled(header.id) ?? filled(header.chatId) ?? `conversation-${index + 1}`,
      ...(filled(header.title) && { title: filled(header.title)! }),
      format: 'ai-sdk',
      ...(model && { model }),
      tools: [],
      messages,
      compactions: [],
      branches: [],
      subagents: [],
    },
    report,
  );
}

interface Step {
  readonly parts: Part[];
  readonly results: ToolResultPart[];
}

/** An answer is one message for the screen; each of its steps was an answer of the model, with the results after it. */
function draftsOf(value: JsonObject, i: number, origin: Origin, role: Draft['role'], steps: readonly Step[]): Draft[] {
  const metadata = isObject(value.metadata) ? value.metadata : {};
  const ts = isoTime(value.createdAt) ?? isoTime(metadata.createdAt);
  const model = role === 'assistant' ? (filled(metadata.model) ?? filled(metadata.modelId)) : undefined;
  const id = filled(value.id) ?? `m${i + 1}`;
  const spoken = steps.filter(({ parts, results }) => parts.length > 0 || results.length > 0);
  return (spoken.length > 0 ? spoken : [{ parts: [], results: [] }]).flatMap(({ parts, results }, n): Draft[] => {
    const own = n === 0 ? id : `${id}/${n + 1}`;
    const frame = { ...(ts && { ts }), origin };
    const said: Draft = { id: own, role, parts, ...frame, ...(model && { model }) };
    if (results.length === 0) return [said];
    return [...(parts.length > 0 ? [said] : []), { id: `${own}/results`, role: 'tool', parts: results, ...frame }];
  });
}

const resultOf = (id: unknown, name: string, { content, isError }: Output): ToolResultPart => ({
  type: 'tool-result',
  callId: textOf(id) ?? '',
  name,
  content,
  ...(isError && { isError: true }),
});

/** A UI message, of any version. */
function shown(value: JsonObject, i: number, origin: Origin, report: Report): Draft[] {
  const role = value.role === 'assistant' ? 'assistant' : value.role === 'system' ? 'system' : 'user';
  const steps: Step[] = [{ parts: [], results: [] }];
  const add = (parts: readonly Part[]): void => {
    for (const part of parts) steps.at(-1)!.parts.push(part);
  };
  const begin = (): void => {
    steps.push({ parts: [], results: [] });
  };
  for (const part of objectsOf(value.parts)) {
    const type = textOf(part.type) ?? '';
    if (type === 'step-start') begin();
    else if (type === 'text') add(textPart(textOf(part.text) ?? ''));
    else if (type === 'reasoning') add(reasoningOf(part));
    else if (type === 'file') add(mediaOf(part));
    else if (type === 'tool-invocation' && isObject(part.toolInvocation)) invocation(part.toolInvocation, steps.at(-1)!);
    else if (type === 'dynamic-tool' || (type.startsWith('tool-') && 'toolCallId' in part)) tool(part, steps.at(-1)!);
    else if (type.startsWith('data-'))
      report({ code: 'hidden-text', message: 'Texts that the agent did not send to its model were left out.', ...origin });
    else if (!UNSPOKEN.has(type)) report({ ...unknownPart(type), ...origin });
  }
  if (!Array.isArray(value.parts)) {
    // Version 4 before parts: the text is what was said after the last step.
    let last = 0;
    for (const call of objectsOf(value.toolInvocations)) {
      const step = numberOf(call.step) ?? last;
      if (step !== last) begin();
      last = step;
      invocation(call, steps.at(-1)!);
    }
    begin();
    add(textPart(textOf(value.content) ?? ''));
  }
  add(objectsOf(value.experimental_attachments).flatMap(mediaOf));
  return draftsOf(value, i, origin, role, steps);
}

function tool(part: JsonObject, step: Step): void {
  const name = part.type === 'dynamic-tool' ? (textOf(part.toolName) ?? '') : String(part.type).slice('tool-'.length);
  step.parts.push(callOf(part.toolCallId, name, part.input ?? part.rawInput));
  const approval = isObject(part.approval) ? part.approval : {};
  if (part.state === 'output-available') step.results.push(resultOf(part.toolCallId, name, outputOf(part.output)));
  else if (part.state === 'output-error')
    step.results.push(resultOf(part.toolCallId, name, { content: textPart(textOf(part.errorText) ?? ''), isError: true }));
  else if (part.state === 'output-denied')
    step.results.push(resultOf(part.toolCallId, name, { content: textPart(filled(approval.reason) ?? DENIED), isError: true }));
}

/** A call of version 4. */
function invocation(call: JsonObject, step: Step): void {
  const name = textOf(call.toolName) ?? '';
  step.parts.push(callOf(call.toolCallId, name, call.args));
  if (call.state === 'result') step.results.push(resultOf(call.toolCallId, name, outputOf(call.result)));
}

/** A model message: what the SDK sends. */
function sent(value: JsonObject, i: number, origin: Origin, report: Report): Draft[] {
  const role = value.role === 'assistant' || value.role === 'system' || value.role === 'tool' ? value.role : 'user';
  const step: Step = { parts: [], results: [] };
  if (typeof value.content === 'string') step.parts.push(...textPart(value.content));
  for (const part of objectsOf(value.content)) {
    const type = textOf(part.type) ?? '';
    if (type === 'text') step.parts.push(...textPart(textOf(part.text) ?? ''));
    else if (type === 'reasoning' || type === 'redacted-reasoning') step.parts.push(...reasoningOf(part));
    else if (type === 'image' || type === 'file') step.parts.push(...mediaOf(part));
    else if (type === 'tool-call') step.parts.push(callOf(part.toolCallId, textOf(part.toolName) ?? '', part.input ?? part.args));
    else if (type === 'tool-result') step.results.push(resultOf(part.toolCallId, textOf(part.toolName) ?? '', modelOutput(part)));
    else if (!UNSPOKEN.has(type)) report({ ...unknownPart(type), ...origin });
  }
  if (role !== 'tool') return draftsOf(value, i, origin, role, [step]);
  const [only] = draftsOf(value, i, origin, 'tool', [{ parts: step.results, results: [] }]);
  return [only!];
}
