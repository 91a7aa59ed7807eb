/**
 * Facts that are one word of a text: paths, URLs, names, ids, numbers. One pass over words of bounded length, so linear on
 * any input; what is no word of a text (base64, minified lines) is passed over.
 */
import type { Fact, FactKind } from '../contract.ts';

/** Longer runs are data, not words. */
const MAX_WORD = 400;
/** Marks after the last letter that may belong to a word: the slash of `src/`, not a row of dots. */
const LAST_MARKS = 2;

const SCHEME = /^(?:https?|wss?|ftp|file|ssh|git):\/\/./i;
const DOMAIN = /^(?:[\w-]{1,63}\.){1,5}(?:com|org|net|io|dev|ai|gov|edu|co|cn|de|uk|app)(?::\d+)?\//i;
const EMAIL = /^[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+$/;
const TIME = /^\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:[AaPp][Mm])?$/;
const DATE = /^\d{4}-\d\d-\d\d(?:[T_]\d\d[:-]\d\d(?:[:-]\d\d(?:[.-]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const LINE_SUFFIX = /:\d+(?::\d+)?$/;
const EXTENSION = /\.([A-Za-z][A-Za-z0-9]{0,9})$/;
/** A name with one of these is a file wherever it stands; any other extension needs a directory before it. */
const FILE_TYPES = new Set(
  'astro bat bib bz2 c cc cfg cjs clj cmake conf cpp cs csproj css csv cts dart db diff doc docx dockerfile ejs env erl ex exs feather fish gif go gradle graphql gz h hbs hcl hpp hs htm html ico ini ipynb java jpeg jpg js json jsonl jsx kt kts less lock log lua m4 map md mdx mjs ml mov mp3 mp4 mts ndjson njk orig parquet patch pdf php pl plist png ppt pptx prisma properties proto ps1 psd py pyc pyi r rb rs rst sass scala scss sh snap sol sql sqlite sqlite3 svelte svg swift tar tex tf tgz tmpl toml ts tsv tsx ttf txt vim vue wasm wav webm webp whl woff woff2 xls xlsx xml xsd yaml yml zig zip zsh'.split(
    ' ',
  ),
);
const KNOWN_FILE =
  /^(?:Makefile|Dockerfile|README|LICENSE|CHANGELOG|AGENTS|CLAUDE|\.(?:env|gitignore|npmrc|editorconfig|dockerignore|eslintrc|prettierrc))$/;
const KNOWN_FOLDER =
  /^(?:src|lib|app|apps|bin|build|cmd|config|core|data|dist|docs|etc|examples|fixtures|home|internal|node_modules|opt|packages|pkg|public|root|scripts|spec|test|tests|tmp|tools|usr|Users|utils|var)$/;
const PATH_PART = /^:?[\w.@+~$%#\p{Script=Han}-]*$/u;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const HUMP = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/;
/** Names of things that everybody knows. */
const FAMILIAR =
  /^(?:java|type|coffee|apple)?script$|^(?:node|vue|nuxt|next|react|express|three|chart|ember|backbone)\.js$|^(?:github|gitlab|openai|deepseek|chatgpt|linkedin|youtube|iphone|ipad|macos|ios|postgresql|mysql|nosql|graphql|websockets?|powershell|devops|webpack|nextjs|nodejs|ebay|paypal)$/i;
/** `#123`, `INC-2291`, `TS2305`, `PR-EU-17`, and booking codes such as `4WQ150`. */
const TICKET = /^(?:#[A-Z]?\d{2,9}|[A-Z]{2}[A-Z0-9]{0,8}-?\d{1,7}|[A-Z][A-Z0-9]{1,9}-[A-Z0-9]{2,12}-\d{1,7}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{5,12})$/;
const COLOUR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{3,4})$/i;
const HEX = /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** `gpt-4o`, `sha256-a1`, `utf8_mb4`: letters first, a digit later, joined by signs. */
const NUMBERED_NAME = /^(?=[\w.-]*[._-])[A-Za-z][\w-]*(?:\.\w[\w-]*)*$/;

const NUMBER = /^[-−]?[$€£¥]?\d+(?:[.,]\d+)*(?:%|°[CF]?|[a-zµ]{1,5}(?:\/[a-z]{1,4})?)?$/i;
const VERSION = /^v\d+(?:\.\d+){0,3}(?:-[\w.]+)?$|^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
/** One or two digits mean nothing by themselves; ordinals are words. */
const SMALL_NUMBER = /^-?\d{1,2}(?:st|nd|rd|th)?$/i;

/** Ends of a word that are punctuation of the sentence around it. */
const MARK_BEFORE = /[*_:=.!?~≈+-]/;
const MARK_AFTER = /[*.:!?=_]/;

function trimmed(word: string): readonly [number, number] {
  let start = 0;
  let end = word.length;
  while (end > start && MARK_AFTER.test(word[end - 1]!)) end--;
  while (start < end && MARK_BEFORE.test(word[start]!) && !/^(?:\.{1,2}\/|~\/|-?-[A-Za-z]|-\d|\.\w|__?[A-Za-z])/.test(word.slice(start, start + 4)))
    start++;
  return [start, end];
}

function isPath(word: string): boolean {
  const parts = word.split('/');
  if (!parts.every((part) => PATH_PART.test(part)) || !/[A-Za-z]/.test(word)) return false;
  const last = parts.at(-1)!;
  if (EXTENSION.test(last)) return true;
  const [first] = parts;
  if (first === '') return parts.length > 2 || KNOWN_FOLDER.test(last);
  if (first === '.' || first === '..' || first === '~') return true;
  // `print/json` and `read/write/both` are choices, not folders.
  return KNOWN_FOLDER.test(first!) || (parts.length > 2 && parts.some((part) => /[._\d-]/.test(part)));
}

function isFile(word: string): boolean {
  if (FAMILIAR.test(word)) return false;
  const type = EXTENSION.exec(word)?.[1];
  if (type === undefined || !FILE_TYPES.has(type.toLowerCase()) || word[0] === '.') return KNOWN_FILE.test(word);
  return /^[\w@+.\p{Script=Han}-]+$/u.test(word) && /[A-Za-z\p{Script=Han}]/u.test(word.slice(0, word.length - type.length - 1));
}

function kindOf(word: string): FactKind | null {
  if (word.includes('/')) return isPath(word) ? 'path' : null;
  if (isFile(word)) return 'path';
  if (SMALL_NUMBER.test(word)) return null;
  if (VERSION.test(word)) return 'version';
  if (NUMBER.test(word) || TIME.test(word) || DATE.test(word)) return 'number';
  if (UUID.test(word) || HEX.test(word)) return 'hash';
  if (EMAIL.test(word) || COLOUR.test(word)) return 'identifier';
  if (TICKET.test(word)) return 'ticket';
  if (IDENTIFIER.test(word)) return word.length > 2 && HUMP.test(word) && !FAMILIAR.test(word) ? 'identifier' : null;
  return /\d/.test(word) && word.length > 4 && NUMBERED_NAME.test(word) ? 'identifier' : null;
}

/** Parts of a word that are facts of their own: `key=value`, `file.py::test_name`, `修改src/a.ts文件`, `session.setModel`. */
const PIECE = /[^=:\p{Script=Han}]+/gu;
const HAN = /\p{Script=Han}/u;
/** Where Chinese goes on right after an extension, the file name has ended. */
const HAN_AFTER_FILE = /\.[A-Za-z]\w{0,9}\p{Script=Han}/u;
const CHAIN = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;

/** Kind, start and end of a fact within a word. */
type Found = readonly [FactKind, number, number];

/** Facts of one word. `called`: a bracket follows, so that `console.log` is no file. */
function factsOfWord(word: string, called: boolean): readonly Found[] {
  let [start, end] = trimmed(word);
  if (end - start < 2) return [];
  let core = word.slice(start, end);
  if (SCHEME.test(core) || DOMAIN.test(core)) return [['url', start, end]];
  if (core.includes('\\')) return [['path', start, end]];
  // `@src/a.ts` mentions a file; a package's scope stays.
  if (core[0] === '@' && /\/.*\.\w+$/.test(core)) core = word.slice(++start, end);
  if (LINE_SUFFIX.test(core) && !TIME.test(core) && !DATE.test(core)) {
    end -= LINE_SUFFIX.exec(core)![0].length;
    core = word.slice(start, end);
  }
  if (called && CHAIN.test(core)) return namesIn(core, start);
  const han = HAN.test(core);
  const kind = han && (HAN_AFTER_FILE.test(core) || HAN.test(core[0]!)) ? null : kindOf(core);
  if (kind) return [[kind, start, end]];
  return han || core.includes('=') || core.includes(':') ? factsOfPieces(core, start) : namesIn(core, start);
}

function factsOfPieces(core: string, start: number): Found[] {
  const found: Found[] = [];
  for (const { 0: piece, index } of core.matchAll(PIECE)) {
    const [a, b] = trimmed(piece);
    const kind = b - a > 1 ? kindOf(piece.slice(a, b)) : null;
    if (kind) found.push([kind, start + index + a, start + index + b]);
  }
  return found;
}

/** `session.setModel`: the names in it that count by themselves. */
function namesIn(core: string, start: number): Found[] {
  if (!CHAIN.test(core)) return [];
  const found: Found[] = [];
  let from = start;
  for (const name of core.split('.')) {
    if (kindOf(name) === 'identifier') found.push(['identifier', from, from + name.length]);
    from += name.length + 1;
  }
  return found;
}

/** What a UTF-16 unit is to the scanner, as flags that a word collects. */
const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const UNDERSCORE = 8;
const MARK = 16;
const LETTER = 32;
const CLASS = new Uint8Array(128).map((_, code) => {
  const c = String.fromCharCode(code);
  if (/[a-z]/.test(c)) return LOWER;
  if (/[A-Z]/.test(c)) return UPPER;
  if (/\d/.test(c)) return DIGIT;
  if (c === '_' || c === '$') return UNDERSCORE;
  return code < 33 || code === 127 || `"'\`<>()[]{},;|\\`.includes(c) ? SEPARATOR : MARK;
});
/** Punctuation and white space beyond ASCII; everything else there is a letter. */
const WIDE_SEPARATOR = /[\s\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u27bf\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/;
const classOf = (text: string, i: number): number => {
  const code = text.charCodeAt(i);
  return code < 128 ? CLASS[code]! : WIDE_SEPARATOR.test(text[i]!) ? SEPARATOR : LETTER;
};
const isDigit = (text: string, i: number): boolean => {
  const code = text.charCodeAt(i);
  return code >= 48 && code <= 57;
};
/** Three digits and no more: a comma before them belongs to the number. */
const isThousand = (text: string, i: number): boolean => isDigit(text, i) && isDigit(text, i + 1) && isDigit(text, i + 2) && !isDigit(text, i + 3);
const WINDOWS_PATH = /[A-Z]:(?:\\{1,2}[^\\\s"'`<>|,;:*?()[\]{}]{1,80}){1,20}/y;

/** Facts of all words. Each character is looked at once; a word that is only letters costs nothing more. */
export function factsOfWords(text: string, into: Fact[]): void {
  const n = text.length;
  for (let i = 0; i < n; ) {
    let kind = classOf(text, i);
    if (kind === SEPARATOR) {
      // `\n` of an escaped text must not glue to the word after it.
      i += text[i] === '\\' && /[nrt]/.test(text[i + 1] ?? '') ? 2 : 1;
      continue;
    }
    const start = i;
    /** What the word is made of, up to `end`: marks at its end belong to the sentence. */
    let flags = 0;
    let end = i;
    let last = 0;
    let hump = false;
    do {
      if (kind !== MARK) {
        flags |= end < i ? kind | MARK : kind;
        hump ||= (kind === UPPER && (last === LOWER || last === DIGIT)) || (last === UNDERSCORE && i > start + 1);
        end = i + 1;
      }
      last = kind;
      kind = ++i < n ? classOf(text, i) : SEPARATOR;
      if (last === DIGIT && text[i] === ',' && isThousand(text, i + 1)) kind = MARK;
    } while (kind !== SEPARATOR);
    if (text[i] === '\\' && i === start + 2 && text[i - 1] === ':' && flags === UPPER) {
      WINDOWS_PATH.lastIndex = start;
      if (WINDOWS_PATH.test(text)) {
        i = WINDOWS_PATH.lastIndex;
        end = i;
        flags |= MARK;
      }
    }
    if (end - start > MAX_WORD || i - start < 2 || flags === LETTER) continue;
    const name = (flags & (MARK | LETTER)) === 0 && (flags & LOWER) !== 0 && !isDigit(text, start);
    if (name && (hump || (flags & DIGIT) === 0)) {
      const isName = hump ? end - start > 2 && !FAMILIAR.test(text.slice(start, end)) : end - start > 3 && text.startsWith('()', end);
      if (isName) into.push({ kind: 'identifier', text: text.slice(start, end), start, end });
      else if (text.startsWith('file', end - 4) && KNOWN_FILE.test(text.slice(start, end)))
        into.push({ kind: 'path', text: text.slice(start, end), start, end });
    } else {
      const word = text.slice(start, Math.min(i, end + LAST_MARKS));
      for (const [kindOfFact, a, b] of factsOfWord(word, text[i] === '(')) {
        into.push({ kind: kindOfFact, text: text.slice(start + a, start + b), start: start + a, end: start + b });
      }
    }
  }
}
