/**
 * Conversations of Kiro CLI (before: Amazon Q): what `/save` writes and its database keeps, and the newer lines of `~/.kiro/sessions/cli`. Shapes:
 * aws/amazon-q-developer-cli `crates/chat-cli/src/cli/chat/conversation.rs`, `message.rs`; a fixture of kenn-io/agentsview @53860074.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, numberOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, held, readParts, resultOf, texts } from '../format-parts.ts';
import { firstObjects, lineOrPath, objectsIn, placeAt, type SourceObject } from '../lists.ts';
import { Talk } from '../chat-messages.ts';
import { UNREAD_MESSAGE } from '../encoding.ts';

interface Conversation {
  conversation_id: string;
  history: readonly Turn[];
  valid_history_range?: readonly [number, number];
  latest_summary?: readonly [string, object] | null;
  model?: string;
}
interface Turn {
  user: {
    /** `{Prompt}`, `{ToolUseResults}` or `{CancelledToolUses}`. */
    content: object;
    additional_context: string;
    timestamp: string | null;
    images: readonly { format: string }[] | null;
  };
  /** `{Response}` or `{ToolUse}`. */
  assistant: object;
}
interface Line {
  kind: 'Prompt' | 'AssistantMessage' | 'ToolResults';
  data: { message_id?: string; content: readonly { kind: 'text' | 'toolUse' | 'toolResult' | 'json' | 'image'; data: unknown }[] };
}

const isTurn = (value: unknown): boolean => isObject(value) && isObject(value.user) && isObject(value.user.content) && isObject(value.assistant);
const isConversation = (value: JsonObject): boolean =>
  typeof value.conversation_id === 'string' && Array.isArray(value.history) && (value.history.length === 0 || value.history.some(isTurn));
const isLine = (value: JsonObject): boolean =>
  /^(?:Prompt|AssistantMessage|ToolResults)$/.test(textOf(value.kind) ?? '') && isObject(value.data) && Array.isArray(value.data.content);

const readContent = (part: JsonObject, kind: string): readonly Part[] | undefined =>
  kind === 'Text' ? texts(part.Text) : kind === 'Json' ? texts(jsonText(part.Json)) : undefined;

function readResults(results: unknown, report: Report, origin: Origin): Part[] {
  return objectsOf(results).map((result) => {
    const content = readParts(result.content, readContent, report, origin, (part) => Object.keys(part)[0]);
    return resultOf(result.tool_use_id, held(content, report, origin), { isError: result.status === 'Error' });
  });
}

function readTurn(turn: JsonObject, talk: Talk, origin: Origin, report: Report): void {
  const user: Raw<Turn['user']> = objectOf(turn.user);
  const content: JsonObject = objectOf(user.content);
  const more = compact({ ts: isoTime(user.timestamp), origin });
  const [kind = '', value] = Object.entries(content)[0] ?? [];
  const own: JsonObject = objectOf(value);
  const context = texts(user.additional_context);
  if (kind !== 'Prompt' && kind !== 'ToolUseResults' && kind !== 'CancelledToolUses')
    report({ code: 'unknown-part', message: `Content parts of the type "${kind.slice(0, 40)}" were left out.`, ...origin });
  const images = objectsOf(user.images).map(({ format }): Part => ({ type: 'image', ...(filled(format) && { mime: `image/${filled(format)!}` }) }));
  const parts = [...readResults(own.tool_use_results, report, origin), ...context, ...texts(own.prompt), ...images];
  if (parts.length > 0) talk.say('user', parts, more);
  const [, said] = Object.entries(objectOf(turn.assistant))[0] ?? [];
  const answer: JsonObject = objectOf(said);
  const calls = objectsOf(answer.tool_uses).map((use) => callOf(use.id, use.name, use.args ?? use.orig_args));
  talk.say('assistant', [...texts(answer.content), ...calls], compact({ id: filled(answer.message_id), origin }));
}

function readConversation({ value, line, path }: SourceObject, index: number, report: Report): Transcript {
  const { conversation_id, history, valid_history_range, latest_summary, model }: Raw<Conversation> = value;
  const talk = new Talk(report);
  const from = numberOf(listOf(valid_history_range)[0]) ?? 0;
  const [summary] = listOf(latest_summary);
  const turns = listOf(history);
  // Turns before the range are no longer sent; a summary is in their place.
  const at = from > 0 || filled(summary) ? Math.min(from, turns.length) : -1;
  for (const [i, turn] of turns.entries()) {
    const origin: Origin = placeAt(line, `${path}.history[${i}]`);
    if (i === at) talk.compacted(summary, { id: 'summary', origin });
    if (isObject(turn)) readTurn(turn, talk, origin, report);
    else report({ ...UNREAD_MESSAGE, ...origin });
  }
  if (at === turns.length) talk.compacted(summary, { id: 'summary' });
  return talk.finish({ id: filled(conversation_id) ?? `conversation-${index + 1}`, format: 'kiro-cli', model: filled(model) });
}

function readLinePart(part: JsonObject, kind: string, report: Report, origin: Origin): readonly Part[] | undefined {
  const data: JsonObject = objectOf(part.data);
  const inner = (content: unknown): Part[] =>
    readParts(
      content,
      (own, name) => readLinePart(own, name, report, origin),
      report,
      origin,
      (own) => own.kind,
    );
  if (kind === 'text') return texts(part.data);
  if (kind === 'json') return texts(jsonText(part.data));
  if (kind === 'toolUse') return [callOf(data.toolUseId, data.name, data.input)];
  return kind === 'toolResult'
    ? [resultOf(data.toolUseId, held(inner(data.content), report, origin), { isError: data.status === 'error' })]
    : undefined;
}

function readLines(lines: readonly SourceObject[], report: Report): Transcript {
  const talk = new Talk(report);
  for (const { value, line, path } of lines) {
    const origin: Origin = lineOrPath(line, path);
    const { kind, data } = value as Raw<Line>;
    const own: JsonObject = objectOf(data);
    const parts = readParts(
      own.content,
      (part, name) => readLinePart(part, name, report, origin),
      report,
      origin,
      (part) => part.kind,
    );
    talk.say(kind === 'AssistantMessage' ? 'assistant' : 'user', parts, compact({ id: filled(own.message_id), origin }));
  }
  return talk.finish({ id: 'session', format: 'kiro-cli' });
}

export const kiroCli: Format = {
  id: 'kiro-cli',
  evidence: 'source',
  extension: 'json',
  detect(source: Source) {
    const values = firstObjects(source);
    return values.some(isConversation) ? 0.97 : values.some(isLine) ? 0.96 : 0;
  },
  parse(source, report) {
    const objects = objectsIn(source);
    const lines = objects.filter(({ value }) => isLine(value));
    const read = objects.filter(({ value }) => isConversation(value)).map((placed, i) => readConversation(placed, i, report));
    const rest = objects.length - lines.length - read.length;
    if (rest > 0) report({ code: 'unknown-entry', message: 'Lines of unknown types were left out.', count: rest });
    return lines.length > 0 ? [...read, readLines(lines, report)] : read;
  },
};
