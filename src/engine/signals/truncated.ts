/**
 * Truncation records: what an earlier layer has already cut, read from the marks of tools and agents in results (S3's TruncationRecord,
 * made on import), and from our own. Content that was cut is not cut again (docs/systems.md#s3-field-cuts).
 */
import { remembered } from './remember.ts';
import type { Message, Part } from '../transcript/types.ts';

/** Origin of the mark. `any`: wordings shared by several tools. */
export const TRUNCATED_BY = [
  'ours',
  'claude-code',
  'codex',
  'pi',
  'gemini-cli',
  'opencode',
  'openhands',
  'swe-agent',
  'mini-swe-agent',
  'cline',
  'any',
] as const;
export type Truncator = (typeof TRUNCATED_BY)[number];

export interface Truncation {
  readonly part: number;
  readonly piece: number;
  /** `cut`: a tool or agent returned less than there was. `page`: the model asked for a part of a file and got all of it, so it may still be cut. */
  readonly kind: 'cut' | 'page';
  readonly by: Truncator;
  /** UTF-16 offsets of the mark within its text. */
  readonly start: number;
  readonly end: number;
}

interface Mark {
  readonly by: Truncator;
  readonly opens: string;
  readonly kind: Truncation['kind'];
  readonly pattern: RegExp;
}

const mark = (by: Truncator, opens: string, pattern: RegExp, kind: Mark['kind'] = 'cut'): Mark => ({ by, opens, kind, pattern });

/** Lines, characters and so on, as a number with separators or a size. */
const AMOUNT = '[\\d][\\d,.]*\\s?(?:[KMG]B|bytes?|lines?|char(?:acter)?s?|tokens?|items?|entries|results|matches|files)';
const END = '(?=[ \\t]*(?:$|\\r?\\n|\\\\[nr]|"|<))';
const SUBJECT =
  '(?=[A-Z])(?:(?:Command|Tool|Shell|Terminal|Search|File|Directory|Bash) )?(?:[Oo]utput|[Cc]ontents?|[Tt]ext|[Rr]esults?|[Rr]esponse|[Ff]ile|[Ll]og|[Ll]ist(?:ing)?|[Dd]iff|[Ss]tdout|[Ss]tderr|[Oo]bservation)';
const SUBJECT_OPENS = 'BCDFLORST';
const WAS_CUT = '(?: (?:was|were|is|are|has been|have been))? (?:truncated|clipped|cut off|capped)';
/** `... truncated`, `…[truncated]`, `... (output omitted)`. */
const DOTTED = `(?:…|\\.\\.\\.) ?[[(]?(?:output |content |text )?(?:truncated|omitted|elided|clipped|snipped)(?: ${AMOUNT})?[\\])]?`;
const sticky = (source: string, flags = ''): RegExp => new RegExp(source, `y${flags}`);

/**
 * Every mark begins its line (a bracket, dots, or a fixed beginning) and ends it: prose about truncation, program text that makes such
 * marks and file names do not match.
 */
const MARKS: readonly Mark[] = [
  mark('ours', '[', sticky(`\\[… [\\d,]+ of [\\d,]+ tokens cut …\\]`)),
  mark('ours', '[', sticky(`\\[… [\\d,]+ tokens cut …\\]`)),
  // Claude Code: its terminal, its shell, its cache of old results.
  mark('claude-code', '….', sticky(`(?:…|\\.\\.\\.) \\+\\d+ (?:more )?lines?(?: \\([^)\\n]{1,60}\\))?${END}`)),
  mark('claude-code', '.', sticky(`\\.\\.\\. \\[\\d+ (?:lines|characters) truncated\\] \\.\\.\\.${END}`)),
  mark('claude-code', '[', sticky(`\\[Old tool result content cleared\\]`)),
  mark('claude-code', '<', sticky(`<persisted-output>${END}`)),
  mark('claude-code', 'O', sticky(`Output too large \\([\\d.]+ ?[KMG]?B\\)\\. Full output saved to: \\S`)),
  mark('codex', '[', sticky(`\\[\\.\\.\\. omitted \\d+ of \\d+ lines \\.\\.\\.\\]${END}`)),
  mark('codex', '[', sticky(`\\[\\.\\.\\. (?:removed|output truncated)[^\\]\\n]{0,80}\\.\\.\\.\\]${END}`)),
  mark('codex', 'W', sticky(`Warning: truncated output \\(original token count: \\d+\\)${END}`)),
  // pi: the first is its own limit, the others what the model asked for.
  mark('pi', '[', sticky(`\\[Showing (?:lines|last) [^\\]\\n]{1,80}limit\\)[^\\]\\n]{0,200}\\]${END}`)),
  mark('pi', '[', sticky(`\\[Output truncated\\. Full output: [^\\]\\n$]{1,300}\\]${END}`)),
  mark('pi', '[', sticky(`\\[\\d+ more lines in file\\. Use offset=\\d+ to continue\\]${END}`), 'page'),
  mark('pi', '.', sticky(`\\.\\.\\. \\(\\d+ more lines not shown\\. Use offset=\\d+ to continue reading\\)${END}`), 'page'),
  mark('gemini-cli', '.', sticky(`\\.\\.\\. \\[CONTENT TRUNCATED\\] \\.\\.\\.${END}`)),
  mark('gemini-cli', 'O', sticky(`Output too large\\. Showing (?:first|the) [^\\n]{1,120}characters`)),
  mark('gemini-cli', '[', sticky(`\\[File content truncated: showing lines [^\\]\\n]{1,120}\\]`)),
  mark('gemini-cli', 'T', sticky(`Tool output was too large and has been truncated\\.`)),
  mark('gemini-cli', '<', sticky(`<tool_output_masked>${END}`)),
  mark('gemini-cli', '.', sticky(`\\.\\.\\. \\(output truncated - [\\d,]+ more lines\\)${END}`)),
  mark('opencode', '.', sticky(`\\.\\.\\.\\d+ (?:lines|bytes) truncated\\.\\.\\.${END}`)),
  mark('opencode', '<', sticky(`<bash_metadata>\\r?\\nbash tool truncated output as it exceeded [^\\n]{1,40}limit${END}`)),
  mark('opencode', 'T', sticky(`The tool call succeeded but the output was truncated\\. Full output saved to: \\S`)),
  mark('opencode', '(', sticky(`\\(Output capped at ${AMOUNT}\\. [^)\\n]{1,120}\\)${END}`)),
  mark('opencode', '(', sticky(`\\((?:Showing lines \\d+-\\d+ of \\d+|File has more lines)\\. Use [^)\\n]{1,80}\\)${END}`), 'page'),
  mark('openhands', '[', sticky(`\\[Previous command outputs are truncated\\. [^\\]\\n]{1,100}\\]${END}`)),
  mark('openhands', '<', sticky(`<response clipped>(?:<NOTE>|${END})`)),
  mark('openhands', '[', sticky(`\\[\\.\\.\\. Observation truncated due to length \\.\\.\\.\\]${END}`)),
  mark('swe-agent', 'O', sticky(`Observations should not exceeded? \\d+ characters\\. \\d+ characters were elided\\.`)),
  mark('swe-agent', 'O', sticky(`Old environment output: \\(\\d+ lines omitted\\)${END}`)),
  mark('swe-agent', '(', sticky(`\\(\\d+ more lines (?:above|below)\\)${END}`), 'page'),
  mark('swe-agent', '[', sticky(`\\[\\d+ lines (?:above|below) omitted\\]${END}`), 'page'),
  mark('mini-swe-agent', '<', sticky(`<elided_chars>${END}`)),
  mark('cline', '.', sticky(`\\.\\.\\. diff truncated \\.\\.\\.${END}`)),
  mark('cline', '[', sticky(`\\[\\[NOTE\\] This file read result has been removed to save space`)),
  mark('cline', '(', sticky(`\\(Showing first \\d+ of [\\d,]+\\+? results\\. [^)\\n]{1,80}\\)${END}`)),
  mark('cline', '[', sticky(`\\[Showing only \\d+ of \\d+ total lines\\. [^\\]\\n]{1,80}\\]${END}`)),
  // A line between rules: `---- truncated ----`, `*** output truncated ***`.
  mark(
    'any',
    '-=*#~_',
    sticky(
      `([-=*#~_]{2,}) ?[[(]?(?:[\\w,.]+ ){0,4}(?:truncated|omitted|elided|clipped|snip(?:ped)?)\\b[^\\n$]{0,60}?[\\])]? ?[-=*#~_]{2,}${END}`,
      'i',
    ),
  ),
  mark('any', '[', sticky(`\\[(?:…|\\.\\.\\.) ?\\d[\\d,]* more lines?\\]${END}`)),
  mark('any', '[(<', sticky(`[[(<](?:snip(?:ped)?|✂)[\\])>]${END}`, 'i')),
  // A sentence of its own: `Output truncated after 100 lines`, `Results truncated.`
  mark(
    'any',
    SUBJECT_OPENS,
    sticky(
      `${SUBJECT}${WAS_CUT}(?:[.…]*${END}|[ :;,.(–—-]{1,3}(?:after|to|at|from|showing|because|due to) (?:the |its )?(?:first |last |fit |max(?:imum)? )?(?:${AMOUNT}|length|size|limits?)[^\\n$]{0,160}${END})`,
    ),
  ),
  mark(
    'any',
    '[NWI',
    sticky(
      `\\[?(?:NOTE|Note|WARNING|Warning|INFO|Info): (?:The |This )?(?:(?:[Cc]ommand|[Tt]ool|[Ss]hell|[Ff]ile) )?(?:[Oo]utput|[Cc]ontents?|[Rr]esults?|[Rr]esponse)${WAS_CUT}[.:,;] [^\\n$]{0,300}`,
    ),
  ),
  mark('any', '<', sticky(`<output too long - dropped ${AMOUNT} from the (?:middle|beginning|end)>${END}`)),
  // Other wordings: `[truncated]`, `[64 lines omitted]`, `(output truncated)`, `... 12 more lines ...`.
  mark('any', '[(<', sticky(`[[(<][. …]*(?:\\w+ ){0,3}(?:truncated|omitted|elided|clipped)[^\\])>\\n$]{0,80}[\\])>][. …]*${END}`, 'i')),
  mark(
    'any',
    '[(',
    sticky(
      `[[(][. …]*\\+?${AMOUNT}(?: \\w+){0,3} (?:truncated|omitted|elided|clipped|removed|not shown|hidden)\\b[^\\])\\n$]{0,80}[\\])]${END}`,
      'i',
    ),
  ),
  mark(
    'any',
    '….',
    sticky(
      `(?:…|\\.\\.\\.) ?[[(]?\\+?${AMOUNT}(?: \\w+){0,2} (?:truncated|omitted|elided|removed|not shown|hidden)[\\])]? ?(?:…|\\.\\.\\.)?${END}`,
      'i',
    ),
  ),
  mark('any', '….', sticky(`(?:…|\\.\\.\\.) ?[[(]?\\+?\\d[\\d,]* (?:more )?lines?[\\])]?(?: ?(?:…|\\.\\.\\.))?${END}`, 'i')),
  mark('any', '….', sticky(`${DOTTED}(?: ?(?:…|\\.\\.\\.))?${END}`, 'i')),
  mark('any', '….[(【（', sticky(`(?:…|\\.\\.\\.)? ?[[(【（][^\\n\\])】）]{0,20}(?:截断|省略)[^\\n\\])】）]{0,40}[\\])】）]${END}`)),
];

/** Codex puts its mark between head and tail, not on a line of its own. */
const INLINE = /…\d+ (?:tokens|chars) truncated…/g;
const AT_END = /(?:…|\.\.\.) ?[[(](?:output |content |text )?truncated[\])](?:…|\.\.\.)?(?=[ \t]*(?:\r?\n|$))/gi;

const OPENED = new Map<number, readonly Mark[]>();
for (const c of new Set(MARKS.flatMap(({ opens }) => [...opens])))
  OPENED.set(
    c.charCodeAt(0),
    MARKS.filter(({ opens }) => opens.includes(c)),
  );
const WORD =
  /truncat|omitted|elided|clipped|snip|✂|cut off|capped|dropped|removed to save|Showing |lines\b|line \(|cleared|persisted-output|too large|tokens cut|chars>|more lines|not shown|hidden|removed|masked|limit\)|截断|省略/i;

const SPACE = 0x20;
const TAB = 0x09;

const LINE_END = '\n';
const ESCAPED_LINE_END = '\\n';

function addMark(text: string, from: number, add: (by: Truncator, kind: Mark['kind'], start: number, end: number) => void): void {
  let at = from;
  while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at++;
  const marks = OPENED.get(text.charCodeAt(at));
  if (marks === undefined) return;
  for (const { by, kind, pattern } of marks) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) {
      add(by, kind, at, at + found[0].length);
      return;
    }
  }
}

export function findMarks(text: string): Omit<Truncation, 'part' | 'piece'>[] {
  const found: Omit<Truncation, 'part' | 'piece'>[] = [];
  const add = (by: Truncator, kind: Mark['kind'], start: number, end: number): void => {
    found.push({ by, kind, start, end });
  };
  addMark(text, 0, add);
  let plain = text.indexOf(LINE_END);
  let escaped = text.indexOf(ESCAPED_LINE_END);
  while (plain >= 0 || escaped >= 0) {
    if (escaped < 0 || (plain >= 0 && plain < escaped)) {
      addMark(text, plain + LINE_END.length, add);
      plain = text.indexOf(LINE_END, plain + 1);
    } else {
      addMark(text, escaped + ESCAPED_LINE_END.length, add);
      escaped = text.indexOf(ESCAPED_LINE_END, escaped + 1);
    }
  }
  if (text.includes(' truncated…')) for (const { 0: shown, index } of text.matchAll(INLINE)) add('codex', 'cut', index, index + shown.length);
  if (text.includes('truncated')) {
    const known = new Set(found.map(({ end }) => end));
    for (const { 0: shown, index } of text.matchAll(AT_END)) if (!known.has(index + shown.length)) add('any', 'cut', index, index + shown.length);
  }
  // Asked last, because it reads the whole text and hardly any line looks like a mark.
  return found.length > 0 && WORD.test(text) ? found : [];
}

function textsOf(part: Part): readonly { readonly piece: number; readonly text: string; readonly result: boolean }[] {
  switch (part.type) {
    case 'text':
      return [{ piece: 0, text: part.text, result: false }];
    case 'tool-call':
      return [{ piece: 0, text: part.args, result: false }];
    case 'tool-result':
      return part.content.flatMap((c, piece) => (c.type === 'text' ? [{ piece, text: c.text, result: true }] : []));
    default:
      return [];
  }
}

const NONE: readonly Truncation[] = [];

export const truncationsOf = remembered((message: Message): readonly Truncation[] => {
  const found: Truncation[] = [];
  message.parts.forEach((p, part) => {
    for (const { piece, text, result } of textsOf(p)) {
      if (!result && !text.includes(' tokens cut …]')) continue;
      for (const record of findMarks(text)) if (result || record.by === 'ours') found.push({ part, piece, ...record });
    }
  });
  return found.length === 0 ? NONE : found;
});

/** Whether this part of the message was cut before. Pages that the model asked for were not. */
export function isCut(message: Message, part: number): boolean {
  return truncationsOf(message).some((record) => record.part === part && record.kind === 'cut');
}
