/** The texts of a message as somebody reads them: arguments and results in JSON without their quotes and escapes. */
import { BINDING, BINDS } from '../../measures/independent/contract.ts';
import type { Message, Part } from '../../transcript/types.ts';

/** A value among the arguments of a call, with the name that it is under. */
interface Leaf {
  readonly name: string;
  readonly value: string;
}

export interface Piece {
  readonly text: string;
  /** Said or asked for by an answer: what uses a memory. */
  readonly use: boolean;
  /** The arguments of a call; null for other texts. */
  readonly leaves: readonly Leaf[] | null;
}

/** Deeper JSON stays as it is written. */
const DEEPEST = 24;
const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);
const unescaped = (text: string): string => text.replaceAll(/\\(?:[nrt]|u000[9ad])/gi, '\n').replaceAll('\\"', '"');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collect(value: unknown, name: string, names: boolean, found: Leaf[], depth: number): void {
  if (typeof value === 'string' || typeof value === 'number') found.push({ name, value: String(value) });
  else if (depth < DEEPEST && Array.isArray(value)) for (const one of value) collect(one, name, names, found, depth + 1);
  else if (depth < DEEPEST && typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (names) found.push({ name: '', value: key });
      collect(one, key, names, found, depth + 1);
    }
  }
}

const joined = (leaves: readonly Leaf[]): string => leaves.map(({ value }) => value).join('\n');

/** The arguments of a call; free text is one nameless value. */
export function leavesOf(args: string): readonly Leaf[] {
  const value = looksLikeJson(args) ? parsed(args) : undefined;
  if (value === undefined) return [{ name: '', value: looksLikeJson(args) ? unescaped(args) : args }];
  const found: Leaf[] = [];
  collect(value, '', false, found, 0);
  return found;
}

/** A text of a result: names count as content there (files by path, say). A cut off JSON is read with its escapes undone. */
function plain(text: string): string {
  if (!looksLikeJson(text)) return text;
  const value = parsed(text);
  if (value === undefined) return unescaped(text);
  const found: Leaf[] = [];
  collect(value, '', true, found, 0);
  return joined(found);
}

function* piecesOfPart(part: Part, answer: boolean): Generator<Piece> {
  if (part.type === 'text') yield { text: part.text, use: answer, leaves: null };
  else if (part.type === 'reasoning') yield { text: part.text, use: false, leaves: null };
  else if (part.type === 'tool-call') {
    const leaves = leavesOf(part.args);
    yield { text: joined(leaves), use: answer, leaves };
  } else if (part.type === 'tool-result') {
    for (const one of part.content) if (one.type === 'text') yield { text: plain(one.text), use: false, leaves: null };
  }
}

export const piecesOf = ({ role, parts }: Pick<Message, 'role' | 'parts'>): readonly Piece[] =>
  parts.flatMap((part) => [...piecesOfPart(part, role === 'assistant')]);

// Exact paths among the arguments of calls: by the name of the argument, or path-like in a command.

const NAMED =
  /^(?:abs(?:olute)?_?|rel(?:ative)?_?|target_?|source_?|src_?|dest(?:ination)?_?|old_?|new_?|notebook_?|work(?:ing)?_?)?(?:path|paths|file|files|file_?paths?|file_?names?|dir|directory|folder|cwd)$/i;
const COMMANDS = /^(?:command|commands|cmd|script|argv|input|)$/i;
/** A slash within, or a name with an extension that begins with a letter. */
const PATH_LIKE = /^(?:[^\s/\\]*[/\\])+[^\s/\\]*$|^[\p{L}\p{N}_@.-]*[\p{L}\p{N}_-]\.[a-z][a-z\d]{0,7}$/iu;
const PATCHED = /^(?:\*{3} (?:Update|Delete|Move to|Add) ?(?:File)?: |(?:---|\+\+\+) (?:[ab]\/)?)(?!\/dev\/null)(\S+)/gm;
const SPLIT = /[\s"'`,;|=*()[\]{}<>&]+/;
const OUTER = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu;
const LONGEST_PATH = 240;

/** Without the marks at its ends; null if it is none that a text can be searched for. */
function pathOf(text: string): string | null {
  if (text.length > LONGEST_PATH || /[\s"'`]/.test(text.trim()) || /^[a-z]{2,}:\/\//i.test(text)) return null;
  const path = text.replaceAll(OUTER, '');
  return path.length >= 3 && /[\p{L}]/u.test(path) && /[/\\.]/.test(path) ? path : null;
}

/** The paths of a call, each as often as it stands there. */
export function* pathsOf(leaves: readonly Leaf[]): Generator<string> {
  for (const { name, value } of leaves) {
    for (const [, patched] of value.matchAll(PATCHED)) yield* some(pathOf(patched!));
    if (NAMED.test(name)) yield* some(pathOf(value));
    else if (COMMANDS.test(name) && !value.includes('*** Begin Patch')) {
      for (const word of value.split(SPLIT)) if (PATH_LIKE.test(word)) yield* some(pathOf(word));
    }
  }
}

function* some(path: string | null): Generator<string> {
  if (path !== null) yield path;
}

// Rules: sentences that bind.

/** Where a sentence ends: at a full stop before a space, a full stop of a script without spaces, or a line's end. */
const SENTENCES = /(?<=[.!?])\s+|(?<=[。！？])|\n+/;
/** Lines of programs end so. */
const PROGRAM = /[{};]\s*$/;

/** The sentences of a text that bind, in order. */
export function* rulesIn(text: string): Generator<string> {
  if (!BINDS.test(text)) return;
  for (const sentence of text.split(SENTENCES)) {
    const { length } = sentence.trim();
    if (length >= BINDING.shortest && length <= BINDING.longest && BINDS.test(sentence) && !PROGRAM.test(sentence)) yield sentence;
  }
}

// Edits that can still be applied: the lines that an edit must find in a file.

const OLD = /^old(?:_?(?:string|str|text|content|code|lines?))?$|^(?:search|find)(?:_?(?:string|text|block))?$/i;
const SHORTEST = 10;
/** The number of a listing, or the sign of a patch: not part of the line. */
const NUMBERED = /^\s*\d+\s*(?:[→|:\t]|\s-\s)/;
const SEARCHED = /^<{5,9} ?SEARCH[^\n]*\n([\s\S]*?)^={5,9}$/gm;

/** A line as it is compared; null if it is too short to tell. */
export function lineOf(raw: string): string | null {
  const line = raw.replace(NUMBERED, '').trim();
  const bare = line.startsWith('+') || line.startsWith('-') ? line.slice(1).trim() : line;
  return bare.length >= SHORTEST ? bare : null;
}

export function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf('\n', from);
    const to = next < 0 ? text.length : next;
    const line = to - from < SHORTEST ? null : lineOf(text.slice(from, to));
    if (line !== null) yield line;
    from = to + 1;
  }
}

const isPatch = (text: string): boolean => text.includes('*** Begin Patch') || /^@@ .*@@/m.test(text) || (/^@@/m.test(text) && /^[-+]/m.test(text));

/** Context and removed lines of a patch, by hunk. */
function* hunksOf(patch: string): Generator<readonly string[]> {
  let lines: string[] = [];
  for (const line of patch.split('\n')) {
    if (/^(?:@@|\*\*\* |--- |\+\+\+ |diff )/.test(line)) {
      if (lines.length > 0) yield lines;
      lines = [];
    } else if (/^[ -]/.test(line)) lines.push(line.slice(1));
  }
  if (lines.length > 0) yield lines;
}

/** The lines that each edit of a call, or of a text with search and replace blocks, must find; edits without such lines are left out. */
export function editsOf({ text, leaves }: Piece): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const add = (lines: Iterable<string>): void => {
    const made = [...new Set(lines)];
    if (made.length > 0) found.push(made);
  };
  for (const { name, value } of leaves ?? []) {
    if (OLD.test(name)) add(linesOf(value));
    else if (isPatch(value)) for (const hunk of hunksOf(value)) add(linesOf(hunk.join('\n')));
  }
  if (text.includes('SEARCH')) for (const [, searched] of text.matchAll(SEARCHED)) add(linesOf(searched!));
  return found;
}
