/** Model calls of a trace → conversations. Every call repeats its whole history, so a conversation is a call that no later one goes on from. */
import type { Origin, Result, Transcript, Usage } from '../../transcript/types.ts';
import { anthropicMessages } from '../anthropic-messages/index.ts';
import type { Format, ImportError, Report, Source } from '../contract.ts';
import { refused } from '../format-report.ts';
import type { Draft } from '../finish.ts';
import { isObject, type JsonObject } from '../json.ts';
import { langchain } from '../langchain/index.ts';
import { openaiChat } from '../openai-chat/index.ts';
import { openaiResponses } from '../openai-responses/index.ts';
import { answersIn, bodyOf, type Side } from './messages.ts';

export interface ModelCall {
  readonly group: string;
  readonly title?: string;
  /** ISO 8601. */
  readonly ts?: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly input: Side;
  readonly output: Side;
  readonly header: JsonObject;
  readonly origin: Origin;
}

const NOTATIONS: readonly Format[] = [langchain, anthropicMessages, openaiResponses, openaiChat];

interface Node {
  readonly next: Map<string, Node>;
  ends?: CallLink;
}

interface CallLink {
  readonly call: ModelCall;
  readonly previous: CallLink | undefined;
  last: boolean;
}

/** The conversations of the calls, in the order of their first call. */
export function conversationsOfCalls(calls: readonly ModelCall[], format: string, report: Report): Result<Transcript[], ImportError> {
  const found: Transcript[] = [];
  const given = new Map<string, number>();
  for (const leaf of leaves(calls)) {
    const transcript = readCall(leaf, format, report);
    if (!transcript || transcript.messages.length === 0) continue;
    const number = (given.get(leaf.call.group) ?? 0) + 1;
    given.set(leaf.call.group, number);
    found.push({
      ...transcript,
      id: number === 1 ? leaf.call.group : `${leaf.call.group}-${number}`,
      ...(leaf.call.title && { title: leaf.call.title }),
    });
  }
  if (found.length === 0) return refused('no-messages', { key: 'import-no-model-call' }, { key: 'expects-model-calls' }, { path: '$' });
  return { ok: true, value: found };
}

const fingerprint = (message: unknown): string =>
  JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' || key === 'finish_reason' || value === null ? undefined : value)) ?? '';

function leaves(calls: readonly ModelCall[]): readonly CallLink[] {
  const order = new Map(calls.map((call, i) => [call, i]));
  const shortFirst = [...calls].sort((a, b) => a.input.messages.length - b.input.messages.length || (a.ts ?? '').localeCompare(b.ts ?? ''));
  const roots = new Map<string, Node>();
  const linked: CallLink[] = [];
  const seen = new Set<string>();
  for (const call of shortFirst) {
    const prints = call.input.messages.map(fingerprint);
    const whole = `${call.group}\n${prints.join('\n')}\n→${call.output.messages.map(fingerprint).join('\n')}`;
    if (prints.length === 0 || seen.has(whole)) continue;
    seen.add(whole);
    let node = roots.get(call.group) ?? { next: new Map<string, Node>() };
    roots.set(call.group, node);
    let previous: CallLink | undefined;
    for (const [i, print] of prints.entries()) {
      // A call with the same input is a second attempt, not what came before.
      if (node.ends && i > 0) previous = node.ends;
      const next: Node = node.next.get(print) ?? { next: new Map() };
      node.next.set(print, next);
      node = next;
    }
    if (previous) previous.last = false;
    const link: CallLink = { call, previous, last: true };
    node.ends = link;
    linked.push(link);
  }
  return linked
    .filter(({ last }) => last)
    .map((link) => ({ link, first: rootOf(link) }))
    .sort((a, b) => (a.first.ts ?? '').localeCompare(b.first.ts ?? '') || order.get(a.first)! - order.get(b.first)!)
    .map(({ link }) => link);
}

function rootOf(link: CallLink): ModelCall {
  let at = link;
  while (at.previous) at = at.previous;
  return at.call;
}

function readCall(leaf: CallLink, format: string, report: Report): Transcript | undefined {
  const { call } = leaf;
  const header = { ...call.input.header, ...call.output.header, ...call.header, ...(call.model && { model: call.model }) };
  const all = [...call.input.messages, ...call.output.messages];
  const place = (warning: Parameters<Report>[0]): void => report({ ...call.origin, ...warning });
  const read = readBody(bodyOf(all, header), place);
  if (!read) {
    place({ code: 'unread-record', message: 'Records hold no messages and were skipped.' });
    return undefined;
  }
  const answers = read.messages.filter(({ role }) => role === 'assistant') as Draft[];
  if (answers.length === answersIn(all)) {
    for (let at: CallLink | undefined = leaf; at; at = at.previous) {
      const message = answers[answersIn(at.call.input.messages)];
      if (!message) continue;
      const { ts, model, usage } = at.call;
      Object.assign(message, { ...(ts && { ts }), ...(model && { model }), ...(usage && { usage }) });
    }
  }
  for (const message of read.messages as readonly Draft[]) message.origin = call.origin;
  return { ...read, format, ...(call.model && { model: call.model }) };
}

function readBody(body: JsonObject, report: Report): Transcript | undefined {
  const source: Source = { name: '', container: 'json', text: '', head: '', records: [{ value: body, path: '$' }], warnings: [] };
  const ranked = NOTATIONS.map((format) => ({ format, confidence: format.detect(source) })).sort((a, b) => b.confidence - a.confidence);
  for (const { format, confidence } of ranked) {
    if (confidence < 0.3) break;
    const parsed = format.parse(source, report);
    if (parsed.ok && parsed.value[0]) return parsed.value[0];
  }
  return undefined;
}

export const objectAt = (value: unknown, ...path: readonly string[]): JsonObject => {
  let at: unknown = value;
  for (const key of path) at = isObject(at) ? at[key] : undefined;
  return isObject(at) ? at : {};
};
