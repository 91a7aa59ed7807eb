/** What was copied from a terminal, without what only the terminal needed. */

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

export function blocksOf(lines: readonly string[]): { readonly blocks: readonly Block[]; readonly skipped: number } {
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
