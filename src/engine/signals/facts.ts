/**
 * Basic facts of a text: paths, URLs, identifiers, errors, numbers. One pass over words of bounded length, so linear on
 * any input; what is no word of a text (base64, minified lines) is passed over.
 */
import type { Fact, FactKind } from './contract.ts';

/** Runs between white space, quotes, brackets and Chinese punctuation. */
const WORD = /[^\s"'`<>()[\]{},;|，。；：、！？（）【】《》“”‘’「」]+/g;
/** Longer runs are data, not words. */
const MAX_WORD = 400;
const MAX_ERROR = 240;

const URL = /^(?:https?|wss?|ftp|file|ssh|git):\/\/[^\s]+$/i;
const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,9}$/;
const PATH_PART = /^[\w.@+~$%#-]*$/;
const KNOWN_FILE = /^(?:Makefile|Dockerfile|README|LICENSE|CHANGELOG|AGENTS|CLAUDE)(?:\.\w{1,8})?$/;
/** Ends of domain names and versions that look like extensions. */
const NO_EXTENSION = /\.(?:com|org|net|io|dev|ai|e|g|i)$/i;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const TICKET = /^(?:#\d{2,7}|[A-Z][A-Z0-9]{1,9}-\d{1,7})$/;
const HEX = /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/;
const NUMBER = /^[~≈±+-]?[$€£¥]?\d[\d,._]*\d?(?:[a-zµ%°]{1,6}(?:\/[a-z]{1,4})?)?$/i;
const PLAIN_NUMBER = /^\d{1,2}$/;

/** A line that reports a failure. */
const ERROR_LINE =
  /\b(?:[A-Z]\w{0,60}(?:Error|Exception)\b|(?:error|fatal|panic|traceback|exception)\b\s{0,2}[:[(]|(?:FAIL|FAILED|ERR!|E\d{4}|TS\d{4})\b|exit(?:ed)? (?:code|status|with)\b.{0,12}[1-9]|command not found|no such file|permission denied|cannot find|segmentation fault)|(?:错误|失败|异常|报错)[:：]/i;

/** Ends of a word that are punctuation of the sentence around it. */
function trimmed(word: string): readonly [number, number] {
  let start = 0;
  let end = word.length;
  while (start < end && /[*_:=.!?-]/.test(word[start]!) && !/^(?:\.{1,2}\/|--?\w|\.\w|_\w)/.test(word.slice(start, start + 3))) start++;
  while (end > start && /[*.:!?=]/.test(word[end - 1]!)) end--;
  return [start, end];
}

function kindOf(word: string): FactKind | null {
  if (URL.test(word)) return 'url';
  if (word.includes('/')) {
    const parts = word.replace(/:\d+(?::\d+)?$/, '').split('/');
    if (parts.length > 1 && parts.every((p) => PATH_PART.test(p)) && parts.some((p) => /[A-Za-z]/.test(p))) {
      const rooted = parts[0] === '' || parts[0] === '.' || parts[0] === '..' || parts[0] === '~';
      if ((rooted && word.length > 2) || parts.length > 2 || EXTENSION.test(parts.at(-1)!)) return 'path';
    }
    return null;
  }
  if (/\\/.test(word) && /^[A-Za-z]:\\/.test(word)) return 'path';
  if (KNOWN_FILE.test(word)) return 'path';
  const file = word.replace(/:\d+(?::\d+)?$/, '');
  if (/^[\w@+-][\w.@+-]*$/.test(file) && EXTENSION.test(file) && !NO_EXTENSION.test(file) && !/\.\w*[A-Z]\w*$/.test(file) && !/^\d/.test(file)) return 'path';
  if (TICKET.test(word) || HEX.test(word)) return 'identifier';
  if (NUMBER.test(word)) return PLAIN_NUMBER.test(word) ? null : 'number';
  const bare = word.replace(/\(\)?$/, '');
  if (IDENTIFIER.test(bare) && bare.length > 2) {
    if (/[a-z0-9][A-Z]/.test(bare) || /[A-Za-z0-9]_[A-Za-z0-9]/.test(bare)) return 'identifier';
  } else if (/^[A-Za-z][\w-]*\d[\w-]*$/.test(word) && word.length > 4) return 'identifier';
  return null;
}

/** Facts in order of their start. The same text may occur more than once. */
export function findFacts(text: string): Fact[] {
  const facts: Fact[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (word.length < 2 || word.length > MAX_WORD) continue;
    const [a, b] = trimmed(word);
    const core = word.slice(a, b);
    const kind = core.length > 1 ? kindOf(core) : null;
    if (kind) facts.push({ kind, text: core, start: match.index + a, end: match.index + b });
  }
  let at = 0;
  for (const line of text.split('\n')) {
    // A reason stands at the beginning of its line; what follows may be as long as it likes.
    const head = line.slice(0, MAX_ERROR);
    if (ERROR_LINE.test(head)) {
      const indent = head.length - head.trimStart().length;
      const shown = head.trim();
      facts.push({ kind: 'error', text: shown, start: at + indent, end: at + indent + shown.length });
    }
    at += line.length + 1;
  }
  return facts.sort((x, y) => x.start - y.start || y.end - x.end);
}
