/**
 * Threads of Amp: `~/.local/share/amp/threads/T-….json`. Blocks are Anthropic's, but for results, which are in a `run`. Shapes: fixtures of
 * yigitkonur/cli-continues @9427b130 and of other readers.
 */
import type { Message, Origin, Part, Transcript, Usage } from '../../transcript/types.ts';
import { readBlocks } from '../anthropic-messages/blocks.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, resultOf, texts, valueText } from '../format-parts.ts';
import { eachIn, firstObjects, objectsIn, placeAt, type SourceObject } from '../lists.ts';
import { Talk } from '../chat-messages.ts';
import { modelOf, usageFrom } from '../finish.ts';
import { UNREAD_RECORD } from '../encoding.ts';

interface Thread {
  v: number;
  id: string;
  created: number;
  title: string;
  messages: readonly ThreadMessage[];
  env: { initial?: { tags?: readonly string[] } };
  usageLedger: { events: readonly LedgerEvent[] };
}
interface ThreadMessage {
  /** `info`: what the program put into the context. */
  role: 'user' | 'assistant' | 'info';
  messageId: number;
  content: readonly object[];
  text: string;
  usage: { model: string; inputTokens: number; outputTokens: number; cacheCreationInputTokens: number; cacheReadInputTokens: number };
  meta: { sentAt: number };
}
interface Run {
  status: 'done' | 'error' | 'cancelled' | 'in-progress';
  result: unknown;
  error: { message: string };
  progress: unknown;
}
interface LedgerEvent {
  model: string;
  tokens: { input: number; output: number };
  operationType: string;
  toMessageId: number;
}

const isThread = (value: JsonObject): boolean => {
  const messages = objectsOf(value.messages);
  if (messages.length === 0) return false;
  const marked = messages.some(
    ({ messageId, content, text }) =>
      (typeof messageId === 'number' && (Array.isArray(content) || typeof text === 'string')) ||
      listOf(content).some((part) => isObject(part) && 'toolUseID' in part),
  );
  return marked || (textOf(value.id)?.startsWith('T-') === true && messages.every(({ role }) => typeof role === 'string'));
};

function runText({ result, error, progress }: Raw<Run>): string {
  if (isObject(error)) return textOf(error.message) ?? valueText(error);
  if (typeof error === 'string') return error;
  const value = result ?? progress;
  const [key, ...others] = isObject(value) ? Object.keys(value) : [];
  return isObject(value) && others.length === 0 && (key === 'output' || key === 'content') ? valueText(value[key]) : valueText(value);
}

function usageOf(usage: unknown, report: Report, origin: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { model, inputTokens, outputTokens, cacheCreationInputTokens, cacheReadInputTokens }: Raw<ThreadMessage['usage']> = usage;
  const read = usageFrom(
    { input: inputTokens, output: outputTokens, cacheRead: cacheReadInputTokens, cacheWrite: cacheCreationInputTokens },
    report,
    origin,
  );
  // OpenAI's models write no cache: what is counted there is the prompt.
  return read && /^(?:gpt|o\d)/.test(filled(model) ?? '') ? { ...read, input: read.input + read.cacheWrite, cacheWrite: 0 } : read;
}

function readThread({ value, line, path }: SourceObject, index: number, report: Report): Transcript {
  const { id, title, messages, env, usageLedger }: Raw<Thread> = value;
  const talk = new Talk(report);
  const ledger = new Map(
    objectsOf(objectOf(usageLedger).events)
      .filter(({ operationType }) => operationType === 'conversation' || operationType === 'inference')
      .map((event) => [event.toMessageId, event as Raw<LedgerEvent>] as const),
  );
  eachIn(messages, placeAt(line, `${path}.messages`), report, (message, origin) => readMessage(message, talk, ledger, origin, report));
  const tags = listOf(objectOf(objectOf(env).initial).tags);
  const tag = tags.find((own): own is string => typeof own === 'string' && own.startsWith('model:'));
  return talk.finish({
    id: filled(id) ?? `thread-${index + 1}`,
    title: filled(title),
    format: 'amp',
    model: modelOf(talk.messages) ?? tag?.slice('model:'.length),
  });
}

function readMessage(message: Raw<ThreadMessage>, talk: Talk, ledger: ReadonlyMap<unknown, Raw<LedgerEvent>>, origin: Origin, report: Report): void {
  const id = typeof message.messageId === 'number' ? `message-${message.messageId}` : undefined;
  const ts = isoTime(objectOf(message.meta).sentAt);
  const more = compact({ id, ts, origin });
  const parts = Array.isArray(message.content)
    ? (message.content as readonly unknown[]).flatMap((part) => readPart(part, talk, more, report, origin))
    : texts(message.content ?? message.text);
  if (message.role === 'assistant') {
    const event = ledger.get(message.messageId);
    const tokens: JsonObject = isObject(event?.tokens) ? event.tokens : {};
    const usage =
      usageOf(message.usage, report, origin) ??
      usageFrom({ input: tokens.input, output: tokens.output, cacheRead: 0, cacheWrite: 0 }, report, origin);
    const model = filled(objectOf(message.usage).model) ?? filled(event?.model);
    talk.say('assistant', parts, compact({ ...more, usage, model }));
  } else if (parts.length > 0 || listOf(message.content).length === 0)
    talk.say('user', parts, { ...more, ...(message.role === 'info' && { synthetic: true }) });
}

function readPart(part: unknown, talk: Talk, more: Pick<Message, 'id' | 'origin'> | object, report: Report, origin: Origin): readonly Part[] {
  if (!isObject(part)) return readBlocks([part], report, origin).parts;
  if (part.type === 'tool_use') return [callOf(part.id, filled(part.name) ?? 'unknown', part.input ?? { text: part.text })];
  if (part.type === 'tool_result' && ('toolUseID' in part || isObject(part.run))) {
    const run: Raw<Run> = objectOf(part.run);
    return [resultOf(part.toolUseID, runText(run), { isError: run.status === 'error' || run.status === 'cancelled' })];
  }
  if (part.type === 'summary') {
    const summary = isObject(part.summary) ? (part.summary.summary ?? part.summary.text) : part.summary;
    talk.compacted(summary, { ...more });
    return [];
  }
  return readBlocks([part], report, origin).parts;
}

const detect = (source: Source): number => (firstObjects(source).some(isThread) ? 0.965 : 0);

export const amp: Format = {
  id: 'amp',
  evidence: 'fixtures',
  unread: 'what was paid for, traces',
  extension: 'json',
  detect,
  parse(source, report) {
    const threads = objectsIn(source).filter(({ value, line, path }) => {
      if (isThread(value)) return true;
      report({ ...UNREAD_RECORD, ...placeAt(line, path) });
      return false;
    });
    return threads.map((thread, i) => readThread(thread, i, report));
  },
};
