import type { Format, Report, Source } from '../contract.ts';
import { type Block, body, PROGRAM, readBlocks, screenLines } from '../claude-code-terminal/index.ts';
import { jsonText } from '../json.ts';

// The blocks of a copy from the terminal of Codex: `› ` before prompts, `• ` before answers and calls, `└ ` before output.

const PROMPT = /^[›▌] ?/;
const ANSWER = /^• ?/;
const OUTPUT = /^ {2}[└⎿] ?/;
const COMMAND_GOES_ON = /^ {2}│ ?/;
const FOOT = /\d+% context left|\? for shortcuts|⏎ send|^ *gpt-\S+ .*· /;
const NOTE = /esc to interrupt|^─+(?: Worked for .*)?$|^─ Worked for|^⚠ |^■ /;

const isMark = (line: string): boolean => PROMPT.test(line) || ANSWER.test(line) || FOOT.test(line) || NOTE.test(line) || line.startsWith('╭');

/** What the terminal says was done, as the call that it was; null = an answer in words. */
function callOf(shown: string): Block['call'] | null {
  const ran = /^(?:Ran|Running|You ran) ([\s\S]+)$/.exec(shown);
  if (ran) return { name: 'shell', args: jsonText({ command: ran[1]! }) };
  const edited = /^(Edited|Added|Deleted|Proposed Change) (.+?)(?: \(\+\d+ -\d+\))?$/.exec(shown);
  if (edited) return { name: 'apply_patch', args: jsonText({ file_path: edited[2]! }) };
  const called = /^(?:Called|Calling) ([\w.:-]+)\(([\s\S]*)\)$/.exec(shown);
  if (called) return { name: called[1]!, args: called[2]!.startsWith('{') ? called[2]! : jsonText({ input: called[2]! }) };
  const other = /^(Explored|Exploring|Updated Plan|Viewed Image|Searched)\b ?(.*)$/.exec(shown);
  if (!other) return null;
  return { name: other[1]!.replace(' ', '_'), args: other[2] === '' ? '{}' : jsonText({ input: other[2]! }) };
}

function codexBlocks(lines: readonly string[]): { readonly blocks: readonly Block[]; readonly skipped: number } {
  const blocks: Block[] = [];
  let skipped = 0;
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    let end = i + 1;
    if (line.startsWith('╭')) {
      while (end < lines.length && lines[end]!.startsWith('│')) end++;
      const text = lines.slice(i + 1, end).join('\n');
      if (lines[end]?.startsWith('╰')) end++;
      if (text.includes('OpenAI Codex')) blocks.push({ kind: 'welcome', text: text.replace(/model: +/, 'Model: '), line: i });
      else skipped++;
    } else if (FOOT.test(line) || NOTE.test(line)) {
      if (FOOT.test(line) && blocks.at(-1)?.kind === 'user') {
        blocks.pop();
        skipped++;
      }
      skipped++;
    } else if (PROMPT.test(line) || ANSWER.test(line)) {
      while (end < lines.length && !isMark(lines[end]!) && (lines[end]!.trim() === '' || /^ {2}/.test(lines[end]!))) end++;
      const block = [`  ${line.replace(PROMPT, '').replace(ANSWER, '')}`, ...lines.slice(i + 1, end)];
      blocks.push(...(PROMPT.test(line) ? promptOf(block, i) : answerOf(block, i)));
    } else if (line.trim() !== '') skipped++;
    i = end;
  }
  return { blocks, skipped };
}

function promptOf(block: readonly string[], line: number): readonly Block[] {
  const text = body(block, 2);
  return text === '' || PROGRAM.test(text) ? [] : [{ kind: 'user', text, line }];
}

function answerOf(block: readonly string[], line: number): readonly Block[] {
  let head = 1;
  while (head < block.length && COMMAND_GOES_ON.test(block[head]!)) head++;
  const shown = body(
    block.slice(0, head).map((one) => one.replace(COMMAND_GOES_ON, '  ')),
    2,
  );
  const call = callOf(shown);
  if (!call) {
    const text = body(block, 2);
    return text === '' ? [] : [{ kind: 'assistant', text, line }];
  }
  const output = body(
    block.slice(head).map((one) => one.replace(OUTPUT, '    ')),
    4,
  );
  const done: Block = { kind: 'call', text: shown, call, line };
  return output === '' ? [done] : [done, { kind: 'output', text: output, line: line + head }];
}

function detect(source: Source): number {
  if (source.container !== 'text' || !source.text.includes('•')) return 0;
  const text = screenLines(source.text).join('\n');
  if (!/^• /m.test(text)) return 0;
  if (/^│ *>_ OpenAI Codex/m.test(text)) return 0.95;
  return /^› /m.test(text) || (/^▌ /m.test(text) && /^ {2}[└⎿] /m.test(text)) ? 0.92 : 0;
}

export const codexTerminal: Format = {
  id: 'codex-terminal',
  evidence: 'source',
  extension: 'txt',
  detect,
  parse: (source: Source, report: Report) => readBlocks('codex-terminal', codexBlocks(screenLines(source.text)), report),
};
