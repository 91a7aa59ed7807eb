/**
 * Threads of Zed's agent. Shapes: zed-industries/zed `crates/agent/src/{db,thread}.rs` @0642ec7e (version 0.3.0), `crates/agent/src/legacy_thread.rs`
 * (before it). A variant is an object with one key.
 */
import type { Origin, Part, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, usageFrom } from '../finish.ts';
import { compact, filled, isObject, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, type ContentPiece, held, imagePart, readParts, resultOf, texts, thoughts, titled, valueText } from '../format-parts.ts';
import { firstObjects, placeAt, type SourceObject, stated, thoseIn } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

interface Thread {
  version: string;
  title: string;
  /** `{User}`, `{Agent}`, or the word "Resume". */
  messages: readonly (object | string)[];
  /** By the id of the prompt: of the last request that answered it. Before 0.3.0 a list, by the place of the answer. */
  request_token_usage: Readonly<Record<string, TokenUsage>> | readonly TokenUsage[];
  model: { provider: string; model: string };
  subagent_context: { parent_thread_id: string; depth: number };
}
interface TokenUsage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
}
interface AgentMessage {
  content: readonly object[];
  tool_results: Readonly<Record<string, ToolResult>>;
}
interface ToolResult {
  tool_use_id: string;
  tool_name: string;
  is_error: boolean;
  content: object | readonly object[];
  output: unknown;
}
/** Before 0.3.0. */
interface OldMessage {
  id: number;
  role: string;
  segments: readonly { type: 'text' | 'thinking' | 'redacted_thinking'; text?: string; signature?: string; data?: string }[];
  tool_uses: readonly { id: string; name: string; input: object }[];
  tool_results: readonly ToolResult[];
  context: string;
}

const RESUME = 'Continue where you left off';

const isMessage = (value: unknown): boolean =>
  isObject(value) &&
  ((isObject(value.User) && Array.isArray(value.User.content)) ||
    (isObject(value.Agent) && Array.isArray(value.Agent.content)) ||
    Array.isArray(value.segments));
const isThread = (value: JsonObject): boolean =>
  listOf(value.messages).some(isMessage) && ('version' in value || 'summary' in value || 'title' in value);

function placeOf(uri: unknown): string | undefined {
  if (typeof uri === 'string') return filled(uri);
  for (const value of isObject(uri) ? Object.values(uri) : []) {
    const found = placeOf(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readVariant(part: JsonObject, kind: string): readonly Part[] | undefined {
  const inner = part[kind];
  const own: JsonObject = objectOf(inner);
  if (kind === 'Text') return texts(isObject(inner) ? own.text : inner);
  if (kind === 'Thinking') return thoughts(own.text, { signature: own.signature });
  if (kind === 'RedactedThinking') return thoughts('', { encrypted: inner });
  if (kind === 'Mention') return titled(placeOf(own.uri), own.content);
  if (kind === 'Image') return filled(own.source) ? [imagePart(filled(own.source)!, 'image/png')] : undefined;
  if (kind === 'ToolUse') return [callOf(own.id, own.name, own.input ?? own.raw_input)];
  return undefined;
}

const readVariants = (content: unknown, report: Report, origin: Origin): Part[] =>
  readParts(content, readVariant, report, origin, (part) => Object.keys(part)[0]);

function readResult({ tool_use_id, tool_name, is_error, content, output }: Raw<ToolResult>, id: unknown, report: Report, origin: Origin): Part {
  const parts: ContentPiece[] = held(readVariants(content, report, origin), report, origin);
  const shown = parts.length === 0 ? texts(valueText(output)) : parts;
  return resultOf(tool_use_id ?? id, shown, { name: tool_name, isError: is_error === true });
}

function usageOf(usage: unknown, report: Report, origin: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens }: Raw<TokenUsage> = usage;
  return usageFrom(
    { input: input_tokens, output: output_tokens, cacheRead: cache_read_input_tokens, cacheWrite: cache_creation_input_tokens },
    report,
    origin,
  );
}

function readThread({ value, line, path }: SourceObject, index: number, report: Report): Transcript {
  const { title, messages, request_token_usage, model, subagent_context }: Raw<Thread> = value;
  const talk = new Talk(report);
  const usages: JsonObject = objectOf(request_token_usage);
  const name = filled(objectOf(model).model);
  let asked: string | undefined;
  let answer: Draft | undefined;
  const settle = (origin: Origin): void => {
    const usage = usageOf(usages[asked ?? ''], report, origin);
    if (answer && usage) answer.usage = usage;
    answer = undefined;
  };
  for (const [i, message] of listOf(messages).entries()) {
    const origin: Origin = placeAt(line, `${path}.messages[${i}]`);
    const { User: user, Agent: agent }: JsonObject = objectOf(message);
    if (message === 'Resume') talk.say('user', texts(RESUME), { origin, synthetic: true });
    else if (isObject(user)) {
      settle(origin);
      asked = filled(user.id);
      talk.say('user', readVariants(user.content, report, origin), compact({ id: asked, origin }));
    } else if (isObject(agent)) {
      const own: Raw<AgentMessage> = agent;
      answer = talk.say('assistant', readVariants(own.content, report, origin), compact({ origin, model: name }));
      for (const [id, result] of Object.entries(objectOf(own.tool_results)))
        if (isObject(result)) talk.say('tool', [readResult(result, id, report, origin)], { origin });
    } else if (isObject(message) && Array.isArray(message.segments)) {
      const read = readOld(message, talk, origin, report);
      const usage = usageOf(listOf(request_token_usage)[i], report, origin);
      if (read && usage) read.usage = usage;
    } else
      report({
        code: 'unread-message',
        message: `Entries that are not messages were skipped: ${Object.keys(objectOf(message)).join(', ')}.`,
        ...origin,
      });
  }
  settle({ path });
  const ofSession = filled(objectOf(subagent_context).parent_thread_id);
  return talk.finish({
    id: filled(value.id) ?? `thread-${index + 1}`,
    title: filled(title) ?? filled(value.summary),
    format: 'zed',
    model: name,
    extra: ofSession === undefined ? undefined : { ofSession },
  });
}

function readOld(
  { id, role, segments, tool_uses, tool_results, context }: Raw<OldMessage>,
  talk: Talk,
  origin: Origin,
  report: Report,
): Draft | undefined {
  const parts = readParts(
    segments,
    (part, kind) =>
      kind === 'text'
        ? texts(part.text)
        : kind === 'thinking'
          ? thoughts(part.text, { signature: part.signature })
          : kind === 'redacted_thinking'
            ? thoughts('', { encrypted: part.data })
            : undefined,
    report,
    origin,
  );
  const calls = objectsOf(tool_uses).map((use) => callOf(use.id, use.name, use.input));
  const more = compact({ id: id === undefined ? undefined : `message-${String(id)}`, origin });
  const said = textOf(role) === 'assistant' ? 'assistant' : textOf(role) === 'system' ? 'system' : 'user';
  // Results are on the message of the person that follows the calls, or on that of the calls.
  const results = objectsOf(tool_results);
  const sayResults = (): void => {
    for (const result of results)
      talk.say(
        'tool',
        [
          readResult(
            { ...result, content: typeof result.content === 'string' ? { Text: result.content } : result.content },
            undefined,
            report,
            origin,
          ),
        ],
        { origin },
      );
  };
  if (said !== 'assistant') sayResults();
  const whole = [...texts(context), ...parts, ...calls];
  const draft = whole.length > 0 || results.length === 0 ? talk.say(said, whole, more) : undefined;
  if (said === 'assistant') sayResults();
  return said === 'assistant' ? draft : undefined;
}

/** What is shared has a number of its own (`SharedThread::VERSION`), and the shape of 0.3.0. */
const SHARED = '1.0.0';

const detect = (source: Source): number => (firstObjects(source).some(isThread) ? 0.965 : 0);

export const zed: Format = {
  id: 'zed',
  evidence: 'source',
  written: { by: 'Zed', tested: '0.3.0', version: stated('version', ({ version }) => version !== SHARED) },
  extension: 'json',
  detect,
  parse: (source, report) => thoseIn(source, isThread).map((placed, i) => readThread(placed, i, report)),
};
