/** Edits that can still be applied: the lines that an edit must find in a file. */
import type { Piece } from './pieces.ts';

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
