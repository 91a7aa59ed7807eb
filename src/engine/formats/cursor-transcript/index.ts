/**
 * Transcripts of Cursor's agent: `.cursor/projects/<slug>/agent-transcripts/<id>.jsonl`, in older versions plain text. No message has an id,
 * most files hold no results of tools. Shapes: fixtures of jazzyalex/agent-sessions @651e854f.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import { readBlocks } from '../anthropic-messages/blocks.ts';
import type { Format, Report, Source } from '../contract.ts';
import { isObject, type JsonObject } from '../json.ts';
import { firstObjects, lineOrPath, objectsIn } from '../lists.ts';
import { callOf, resultOf, texts, thoughts } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';

// What both forms of a transcript share: prompts without Cursor's tags, and calls whose results it does not write down.

const QUERY = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/;

function readPrompt(text: string): Part[] {
  const found = QUERY.exec(text);
  if (!found) return texts(text);
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  return [before.trim(), found[1]!, after.trim()].flatMap(texts);
}

/** One conversation; that a file holds no results is said once, not per call. */
function transcriptOf(read: (talk: Talk) => void, report: Report): Transcript {
  let open = 0;
  const talk = new Talk((warning) => {
    if (warning.code === 'unanswered-call') open = warning.count ?? 1;
    else report(warning);
  });
  read(talk);
  const transcript = talk.finish({ id: 'session', format: 'cursor-transcript' });
  const answered = transcript.messages.some(({ role }) => role === 'tool');
  if (open > 0 && answered) report({ code: 'unanswered-call', message: 'Tool calls have no result in this session.', count: open });
  else if (open > 0) report({ code: 'no-results', message: 'The file holds no results of tools: its program does not write them there.' });
  return transcript;
}

// The older form of the transcripts: `user:` and `assistant:` alone on a line, then texts, `[Thinking]`, `[Tool call] name`, `[Tool result] name`.

const ROLE = /^(user|assistant):\s*$/;
const MARK = /^\[(Thinking|Tool call|Tool result)\]\s*(.*)$/;

function isOldText(text: string): boolean {
  const lines = text.slice(0, 20_000).split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return ROLE.test(first) && lines.some((line) => MARK.test(line) || line.startsWith('<user_query>'));
}

function argsOf(lines: readonly string[]): string | Record<string, string> {
  const args: Record<string, string> = {};
  let key: string | undefined;
  for (const line of lines) {
    const found = /^ {2}([\w-]+): (.*)$/.exec(line);
    if (found) {
      key = found[1]!;
      args[key] = found[2]!;
    } else if (key !== undefined) args[key] += `\n${line}`;
    else if (line.trim() !== '') return lines.join('\n').trim();
  }
  return args;
}

function readOldText(text: string, report: Report): Transcript {
  return transcriptOf((talk) => {
    let role: 'user' | 'assistant' = 'user';
    let mark: RegExpExecArray | undefined;
    let lines: string[] = [];
    let parts: Part[] = [];
    let begun = 0;
    const endPart = (): void => {
      const said = lines.join('\n').trim();
      if (mark?.[1] === 'Thinking') parts.push(...thoughts([mark[2], said].filter(Boolean).join('\n')));
      else if (mark?.[1] === 'Tool call') parts.push(callOf('', mark[2], argsOf(lines)));
      else if (mark?.[1] === 'Tool result') parts.push(resultOf('', said, { name: mark[2] }));
      else parts.push(...(role === 'user' ? readPrompt(said) : texts(said)));
      lines = [];
      mark = undefined;
    };
    const endMessage = (): void => {
      endPart();
      const origin = { line: begun };
      const calls = parts.filter((part) => part.type !== 'tool-result');
      const results = parts.filter((part) => part.type === 'tool-result');
      if (calls.length > 0) talk.say(role, calls, { origin });
      if (results.length > 0) talk.say('tool', results, { origin });
      parts = [];
    };
    for (const [i, line] of text.split(/\r?\n/).entries()) {
      const next = ROLE.exec(line);
      const marked = MARK.exec(line);
      if (next) {
        endMessage();
        role = next[1] as typeof role;
        begun = i + 1;
      } else if (marked) {
        endPart();
        mark = marked;
      } else lines.push(line);
    }
    endMessage();
  }, report);
}

interface Line {
  role: 'user' | 'assistant';
  message: { content: readonly object[] };
}

const FOREIGN = ['type', 'uuid', 'sessionId', 'parentId', 'parentUuid', 'message_id', 'created_at', 'timestamp'];

const isLine = (value: JsonObject): value is JsonObject & Line =>
  (value.role === 'user' || value.role === 'assistant') &&
  isObject(value.message) &&
  Array.isArray(value.message.content) &&
  !FOREIGN.some((key) => key in value);

function detect(source: Source): number {
  if (source.container === 'text') return isOldText(source.text) ? 0.96 : 0;
  const lines = firstObjects(source);
  return lines.length > 0 && lines.every(isLine) ? 0.96 : 0;
}

/** Thinking that Cursor does not write down. */
const REDACTED = '[REDACTED]';

function readLines(source: Source, report: Report): Transcript {
  return transcriptOf((talk) => {
    for (const { value, line, path } of objectsIn(source)) {
      const origin: Origin = lineOrPath(line, path);
      if (!isLine(value)) {
        report({ code: 'unknown-entry', message: 'Lines that are no messages were left out.', ...origin });
        continue;
      }
      const user = value.role === 'user';
      const parts = readBlocks(value.message.content, report, origin).parts.flatMap((part): Part[] => {
        if (part.type === 'tool-result') return [{ ...part, callId: '' }];
        if (part.type !== 'text') return [part];
        if (user) return readPrompt(part.text);
        if (part.text.trim() !== REDACTED) return [part];
        report({ code: 'redacted-reasoning', message: 'Reasoning that the program replaced by [REDACTED] was left out.', ...origin });
        return [];
      });
      talk.say(user ? 'user' : 'assistant', parts, { origin });
    }
  }, report);
}

/** Of a subagent: `<session>/subagents/<agent>.jsonl`. */
const AGENT = /(?:^|[/\\])([^/\\]+?)(?:\.zip)?[/\\]subagents[/\\]([^/\\]+?)(?:\.\w+)?$/;
/** Of a session: `agent-transcripts/<session>.jsonl`, or in a folder of its name. */
const SESSION = /(?:^|[/\\])(?:agent-transcripts[/\\]([^/\\]+?)|([^/\\]+?)(?:\.zip)?[/\\]\2)(?:\.\w+)?$/;

function placed(transcript: Transcript, name: string): Transcript {
  const [agent, ofSession, id] = AGENT.exec(name) ?? [];
  if (agent !== undefined) return { ...transcript, id: id!, extra: { ...transcript.extra, ofSession } };
  const [, flat, folder] = SESSION.exec(name) ?? [];
  return { ...transcript, id: flat ?? folder ?? transcript.id };
}

export const cursorTranscript: Format = {
  id: 'cursor-transcript',
  evidence: 'fixtures',
  unread: 'results of tools: most files hold none',
  extension: 'jsonl',
  detect,
  parse: (source, report) => {
    const transcript = source.container === 'text' ? readOldText(source.text, report) : readLines(source, report);
    return [placed(transcript, source.name)];
  },
};
