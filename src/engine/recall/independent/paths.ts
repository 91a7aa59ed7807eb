/** Exact paths among the arguments of calls: by the name of the argument, or path-like in a command. */
import type { Leaf } from './pieces.ts';

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
