import type { Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { jsonText } from '../json.ts';
import { resultOf, texts } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';

const ESCAPE = '\u001b';
const BELL = '\u0007';
const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*|[()][0-9A-B]|[@-Z\\-_=>])/u;

const withoutEscapes = (text: string): string =>
  text
    .split(ESCAPE)
    .map((part, i) => (i === 0 ? part : part.replace(SEQUENCE, '')))
    .join('')
    .replaceAll(BELL, '');

const FRAMED = 0.8;

export function screenLines(text: string): readonly string[] {
  const shown = text.includes(ESCAPE) ? withoutEscapes(text) : text;
  const lines = shown.split(/\r?\n/).map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replaceAll('\u00a0', ' '));
  const filled = lines.filter((line) => line.trim() !== '');
  const framed = filled.length > 2 && filled.filter((line) => /^[│┃|] /.test(line)).length >= filled.length * FRAMED;
  const inner = framed ? lines.map((line) => line.replace(/^[│┃|] ?/, '').replace(/\s+[│┃|]$/, '')) : lines;
  const margin = inner.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, line.length - line.trimStart().length)), 80);
  return margin > 0 && margin < 80 ? inner.map((line) => line.slice(margin)) : inner;
}

export interface Block {
  readonly kind: 'welcome' | 'compacted' | 'user' | 'assistant' | 'call' | 'output' | 'thinking';
  readonly text: string;
  readonly call?: { readonly name: string; readonly args: string };
  /** 0-based. */
  readonly line: number;
}

const ANSWER = /^[⏺●✦] ?/;
const PROMPT = /^[>❯] ?/;
const THINKING = /^[✻✽✶∴] ?Thinking…/;
const OUTPUT = /^ {2}⎿ ?/;
const COMPACTED = /^[=═]{3,} *(?:Previous )?Conversation Compacted/i;
const BUSY = /esc to interrupt|^[✻✽✶✢·*] \S+…|^ ?\? for shortcuts/;
export const PROGRAM = /^(?:claude|codex|gemini)(?: -.*)?$/;
const BOX_TOOL = /^([✔✓✗✕x⊷o-]) {1,3}(\S.*)$/;

const isMark = (line: string): boolean =>
  ANSWER.test(line) ||
  PROMPT.test(line) ||
  THINKING.test(line) ||
  OUTPUT.test(line) ||
  COMPACTED.test(line) ||
  line.startsWith('╭') ||
  BUSY.test(line);

export const body = (lines: readonly string[], indent: number): string =>
  lines
    .map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line).trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');

function blocksOf(lines: readonly string[]): { readonly blocks: readonly Block[]; readonly skipped: number } {
  const blocks: Block[] = [];
  const gemini = lines.some((line) => line.startsWith('✦ '));
  let skipped = 0;
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    let end = i + 1;
    if (line.startsWith('╭')) {
      while (end < lines.length && lines[end]!.startsWith('│')) end++;
      const inner = lines.slice(i + 1, end).map((row) => row.replace(/^│ ?/, '').replace(/ *│? *$/, ''));
      if (lines[end]?.startsWith('╰')) end++;
      const read = boxOf(inner, i, gemini);
      blocks.push(...read);
      if (read.length === 0) skipped++;
      i = end;
      continue;
    }
    const indented = (): readonly string[] => {
      while (end < lines.length && !isMark(lines[end]!) && (lines[end]!.trim() === '' || /^ {2}/.test(lines[end]!))) end++;
      return lines.slice(i + 1, end);
    };
    if (COMPACTED.test(line)) blocks.push({ kind: 'compacted', text: '', line: i });
    else if (THINKING.test(line)) {
      const text = body(indented(), 2);
      if (text !== '') blocks.push({ kind: 'thinking', text, line: i });
    } else if (BUSY.test(line)) skipped++;
    else if (ANSWER.test(line)) {
      const rest = indented();
      const text = body([`  ${line.replace(ANSWER, '')}`, ...rest], 2);
      const called = lines[end] !== undefined && OUTPUT.test(lines[end]!);
      if (text !== '') blocks.push({ kind: called || /^[\w:.-]+\(.*\)…?$/.test(text) ? 'call' : 'assistant', text, line: i });
    } else if (OUTPUT.test(line)) {
      const rest = indented();
      const text = body([`     ${line.replace(OUTPUT, '').trimStart()}`, ...rest], 5);
      blocks.push({ kind: 'output', text, line: i });
    } else if (PROMPT.test(line)) {
      const rest = indented();
      const text = body([`  ${line.replace(PROMPT, '')}`, ...rest], 2);
      if (PROGRAM.test(text)) skipped++;
      else if (text !== '') blocks.push({ kind: 'user', text, line: i });
    } else if (line.trim() !== '') skipped++;
    i = end;
  }
  return { blocks, skipped };
}

function boxOf(inner: readonly string[], line: number, gemini: boolean): readonly Block[] {
  const text = inner.join('\n').trim();
  if (/Welcome to Claude Code/.test(text)) return [{ kind: 'welcome', text, line }];
  if (!gemini) return [];
  const prompt = /^> ([\s\S]+)$/.exec(text)?.[1]?.trim();
  if (prompt) return [{ kind: 'user', text: prompt.replace(/\n {2}/g, '\n'), line }];
  const [first = '', ...rest] = text.split('\n');
  const tool = BOX_TOOL.exec(first.trim());
  if (!tool) return [];
  const [name = '', ...args] = tool[2]!.split(/ +/);
  const output = rest
    .map((row) => row.trimEnd())
    .join('\n')
    .trim();
  const call: Block = { kind: 'call', text: args.length > 0 ? `${name}(${args.join(' ').replace(/ *←$/, '')})` : name, line };
  return output === '' ? [call] : [call, { kind: 'output', text: output, line: line + 1 }];
}

function detect(source: Source): number {
  if (source.container !== 'text') return 0;
  const text = screenLines(source.text).join('\n');
  const answers = text.match(/^[⏺●] /gm)?.length ?? 0;
  if (answers >= 1 && (/^ {2}⎿/m.test(text) || /Welcome to Claude Code/.test(text) || /^[>❯] /m.test(text))) return 0.95;
  const gemini = text.match(/^✦ /gm)?.length ?? 0;
  return gemini >= 1 && /^(?:│ *)?> /m.test(text) ? 0.9 : 0;
}

interface Session {
  readonly model: string | undefined;
  readonly talk: Talk;
}

const SHOWN: Readonly<Record<string, string>> = {
  Bash: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  Update: 'file_path',
  MultiEdit: 'file_path',
  ReadFile: 'file_path',
  WriteFile: 'file_path',
  Shell: 'command',
};

function callOf(shown: string): { readonly name: string; readonly args: string } {
  const found = /^([\w:.-]+(?: - [\w:.-]+)*(?: \(MCP\))?)\(([\s\S]*)\)…?$/.exec(shown.trim());
  if (found)
    return {
      name: found[1]!.replace(/ \(MCP\)$/, '').replace(/ - /g, '__'),
      args: found[2]! === '' ? '{}' : jsonText({ [SHOWN[found[1]!] ?? 'input']: found[2]! }),
    };
  return { name: shown.trim().replace(/…$/, '').replace(/\s+/g, '_').slice(0, 64), args: '{}' };
}

class Reader {
  readonly sessions: Session[] = [];
  private thinking: Part[] = [];
  private compacted = false;
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  private session(): Session {
    if (this.sessions.length === 0) this.sessions.push({ model: undefined, talk: new Talk(this.report) });
    return this.sessions.at(-1)!;
  }

  read(block: Block): void {
    const origin = { line: block.line + 1 };
    const id = `line-${block.line + 1}`;
    const { text } = block;
    if (block.kind === 'welcome') {
      this.flush(id, origin);
      this.compacted = false;
      const model = /Model: (\S+)/.exec(text)?.[1];
      this.sessions.push({ model, talk: new Talk(this.report) });
      return;
    }
    const { talk } = this.session();
    switch (block.kind) {
      case 'compacted':
        this.flush(id, origin);
        this.compacted = true;
        return;
      case 'user': {
        this.flush(id, origin);
        if (this.compacted && text.startsWith('This session is being continued')) talk.compacted(text, { id, origin });
        else talk.say('user', texts(text), { id, origin });
        this.compacted = false;
        return;
      }
      case 'thinking':
        this.thinking.push({ type: 'reasoning', text });
        return;
      case 'assistant':
        talk.say('assistant', [...this.taken(), ...texts(text)], { id, origin });
        return;
      case 'call': {
        const call = block.call ?? callOf(text);
        talk.say('assistant', [...this.taken(), { type: 'tool-call', id, ...call }], { id, origin });
        return;
      }
      case 'output': {
        const call = talk.messages.at(-1)?.parts.at(-1);
        if (call?.type === 'tool-call') talk.say('tool', [resultOf(call.id, text, { name: call.name })], { id, origin });
        // Of a command that the person typed: it ran in the terminal, not in a call.
        else talk.say('user', texts(text), { id, synthetic: true, origin });
        return;
      }
    }
  }

  flush(id: string, origin: { readonly line: number }): void {
    const parts = this.taken();
    if (parts.length > 0) this.session().talk.say('assistant', parts, { id: `${id}-thinking`, origin });
  }

  private taken(): Part[] {
    const parts = this.thinking;
    this.thinking = [];
    return parts;
  }
}

export function readBlocks(format: string, { blocks, skipped }: ReturnType<typeof blocksOf>, report: Report): Transcript[] {
  const reader = new Reader(report);
  for (const block of blocks) reader.read(block);
  reader.flush('end', { line: 1 });
  const read = reader.sessions.filter(({ talk }) => talk.messages.length > 0);
  if (skipped > 0) report({ code: 'terminal-line', message: 'Lines of the terminal that belong to no message were left out.', count: skipped });
  return read.map(({ model, talk }, i) => talk.finish({ id: `session-${i + 1}`, format, model }));
}

const parse = (source: Source, report: Report): Transcript[] => readBlocks('claude-code-terminal', blocksOf(screenLines(source.text)), report);

export const claudeCodeTerminal: Format = { id: 'claude-code-terminal', evidence: 'recorded', extension: 'txt', detect, parse };
