/** The older form of the transcripts: `user:` and `assistant:` alone on a line, then texts, `[Thinking]`, `[Tool call] name`, `[Tool result] name`. */
import type { Part, Transcript } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { callOf, resultOf, texts, thoughts } from '../parts.ts';
import { readPrompt, transcriptOf } from './conversation.ts';

const ROLE = /^(user|assistant):\s*$/;
const MARK = /^\[(Thinking|Tool call|Tool result)\]\s*(.*)$/;

export function isOldText(text: string): boolean {
  const lines = text.slice(0, 20_000).split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return ROLE.test(first) && lines.some((line) => MARK.test(line) || line.startsWith('<user_query>'));
}

/** Arguments stand indented, one `key: value` per line. */
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

export function readOldText(text: string, report: Report): Transcript {
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
