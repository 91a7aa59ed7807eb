/**
 * "Export Chat" of Cursor: a heading, a line that says from which version, then `---`, an empty line and the role before each turn. Shape: nine
 * exports of versions 0.50 to 3.15. Texts hold lines `---`, bold lines and documents of their own: only all three together begin a turn.
 */
import type { Format, Source } from '../contract.ts';
import { texts } from '../format-parts.ts';
import { inHead } from '../lists.ts';
import { Talk } from '../chat-messages.ts';

const EXPORTED = /^_.*\bCursor \(([^)]+)\)_\s*$/;
const ROLE = /^\*\*(User|Cursor)\*\*\s*$/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})(.*)$/;

interface Turn {
  readonly user: boolean;
  /** The line of its role, from 0. */
  readonly at: number;
}

/** Turns outside fenced blocks. A fence that is never closed is none. */
function turnsOf(lines: readonly string[]): readonly Turn[] {
  const ignored = new Set<number>();
  for (;;) {
    const turns: Turn[] = [];
    let fence: { readonly mark: string; readonly at: number } | undefined;
    for (const [at, line] of lines.entries()) {
      const [, mark, rest = ''] = FENCE.exec(line) ?? [];
      if (fence) {
        if (mark?.startsWith(fence.mark) && rest.trim() === '') fence = undefined;
      } else if (mark && !ignored.has(at)) fence = { mark, at };
      else if (ROLE.test(line) && lines[at - 1]?.trim() === '' && lines[at - 2]?.trim() === '---')
        turns.push({ user: line.startsWith('**User'), at });
    }
    if (!fence) return turns;
    ignored.add(fence.at);
  }
}

const linesOf = ({ text }: Source): readonly string[] => text.split(/\r?\n/);

function detect(source: Source): number {
  if (source.container !== 'text') return 0;
  const lines = source.text.slice(0, 20_000).split(/\r?\n/);
  return lines.slice(0, 6).some((line) => EXPORTED.test(line)) && turnsOf(lines).length > 0 ? 0.97 : 0;
}

export const cursorMarkdown: Format = {
  id: 'cursor-markdown',
  evidence: 'recorded',
  written: { by: 'Cursor', tested: '3.15', version: inHead(new RegExp(EXPORTED, 'm')) },
  unread: 'tools: the export holds none',
  extension: 'md',
  detect,
  parse(source, report) {
    const lines = linesOf(source);
    const talk = new Talk(report);
    const turns = turnsOf(lines);
    const head = lines.slice(0, turns[0]?.at ?? 0);
    const exported = head.find((line) => EXPORTED.test(line));
    for (const [i, { user, at }] of turns.entries()) {
      const said = lines.slice(at + 1, (turns[i + 1]?.at ?? lines.length + 2) - 2).join('\n');
      talk.say(user ? 'user' : 'assistant', texts(said.replace(/^\s*\n/, '').trimEnd()), { origin: { line: at + 1 } });
    }
    if (turns.length > 0) report({ code: 'no-calls', message: 'Calls of tools and their results are not in this export.' });
    const before = head.findIndex((line) => line.trim() !== '' && !line.startsWith('# ') && !EXPORTED.test(line) && !/^---\s*$/.test(line));
    if (before >= 0) report({ code: 'preamble', message: 'Text before the first turn is no message.', line: before + 1 });
    const title = head
      .find((line) => line.startsWith('# '))
      ?.slice(2)
      .trim();
    return [talk.finish({ id: 'conversation', format: 'cursor-markdown', title, ...(exported && { extra: { exported } }) })];
  },
};
