import type { Message, Role, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { finishTranscript } from '../finish.ts';
import { isoTime } from '../json.ts';

const START = /^# aider chat started at (.*)$/;

function detect(source: Source): number {
  if (source.container !== 'text') return 0;
  if (/^# aider chat started at /m.test(source.text)) return 0.98;
  const lines = source.text.split(/\r?\n/, 4_000);
  const said = lines.filter((line) => line.startsWith('#### ') && line.endsWith('  ')).length;
  const shown = lines.filter((line) => line.startsWith('> ') && line.endsWith('  ')).length;
  return said >= 2 && shown >= 2 ? 0.8 : 0;
}

interface Session {
  readonly id: string;
  readonly title: string | undefined;
  readonly messages: Message[];
  model: string | undefined;
}

/** Aider's own lines end in two blanks, so that Markdown keeps the line break. */
const shown = (line: string, mark: string): string => line.slice(mark.length).replace(/^ /, '').replace(/ {2}$/, '');

/** `#### ` is what a person typed, `> ` what Aider and its tools showed, all else the model. */
function parse(source: Source, report: Report): Transcript[] {
  const sessions: Session[] = [];
  let role: Role | undefined;
  let run: string[] = [];
  let from = 0;
  let fence: string | undefined;
  const session = (): Session => {
    if (sessions.length === 0) sessions.push({ id: 'session-1', title: undefined, messages: [], model: undefined });
    return sessions.at(-1)!;
  };
  const flush = (): void => {
    const text = run.join('\n').trim();
    if (role && text !== '') {
      const { messages } = session();
      const last = messages.at(-1);
      messages.push({
        id: `line-${from + 1}`,
        role,
        parts: [{ type: 'text', text }],
        // Aider shows its own notes between what a person says and the answer; it is no result of a call.
        ...(role === 'tool' && { synthetic: true }),
        ...(last && { parentId: last.id }),
        origin: { line: from + 1 },
      });
    }
    role = undefined;
    run = [];
  };
  const add = (next: Role, text: string, at: number): void => {
    if (role !== next) {
      flush();
      role = next;
      from = at;
    }
    run.push(text);
  };
  const lines = source.text.split(/\r?\n/);
  const said = aidersLines(lines, '####');
  const told = aidersLines(lines, '>');
  for (const [i, line] of lines.entries()) {
    const started = START.exec(line);
    if (started) {
      flush();
      fence = undefined;
      const time = isoTime(started[1]!.trim());
      sessions.push({ id: `session-${sessions.length + 1}`, title: time ?? started[1]!.trim(), messages: [], model: undefined });
      continue;
    }
    if (said.has(i)) {
      fence = undefined;
      add('user', shown(line, '####'), i);
    } else if (told.has(i)) {
      fence = undefined;
      add('tool', shown(line, '>'), i);
      const model = /^> (?:Main )?[Mm]odels?: ([^\s,]+)/.exec(line);
      if (model) session().model = model[1]!;
    } else if (fence !== undefined) {
      if (line.startsWith(fence) && line.slice(fence.length).trim() === '') fence = undefined;
      add('assistant', line, i);
    } else if (line.trim() === '') {
      if (role) run.push('');
    } else {
      const opened = /^(`{3,}|~{3,})[^`]*$/.exec(line);
      if (opened) fence = opened[1]!;
      add('assistant', line, i);
    }
  }
  flush();
  const read = sessions.filter(({ messages }) => messages.some(({ role: speaker }) => speaker !== 'tool'));
  const silent = sessions.length - read.length;
  if (silent > 0) report({ code: 'unread-record', message: 'Sessions in which nobody spoke were left out.', count: silent });
  return read.map(({ id, title, messages, model }) => finishTranscript({ id, title, format: 'aider', model, messages }, report));
}

function aidersLines(lines: readonly string[], mark: string): ReadonlySet<number> {
  const marked = (line: string): boolean => line === mark || line.startsWith(`${mark} `);
  const found = new Set<number>();
  for (let from = 0; from < lines.length; from++) {
    let end = from;
    let own = false;
    for (; end < lines.length && marked(lines[end]!); end++) own ||= lines[end]!.endsWith('  ');
    if (own) for (let i = from; i < end; i++) found.add(i);
    from = Math.max(from, end - 1);
  }
  return found;
}

export const aider: Format = { id: 'aider', evidence: 'recorded', extension: 'md', detect, parse };
