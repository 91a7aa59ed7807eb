/**
 * Facts that are single words: paths, URLs, names, ids, numbers. One pass over words of bounded length, so linear on any input; runs that
 * are not words (base64, minified lines) are skipped.
 */
import { type Name, nameAt, namedAt, type NameOccurrence, TextMap } from './fact-names.ts';
import type { FactKind } from '../contract.ts';

// Classifies a word by its shape: path, URL, name, id, number, or nothing that counts. Words are of bounded length.

const SCHEME = /^[a-z][a-z0-9+.-]{1,15}:\/\/[\w$\p{Script=Han}]/iu;
/** A source for `git clone`: `git@github.com:acme/portal.git`. */
const CLONE = /^(?:git@)?(?:[\w-]{1,63}\.){1,3}(?:com|org|net|io|dev|cn|de):[\w.-]+\/[\w.-]+$/;
const DOMAIN = /^(?:[\w-]{1,63}\.){1,5}(?:com|org|net|io|dev|ai|gov|edu|co|cn|de|uk|app)(?::\d+)?\//i;
const EMAIL = /^[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+$/;
const TIME = /^\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:[AaPp][Mm])?$/;
const DATE = /^\d{4}-\d\d-\d\d(?:[T_]\d\d[:-]\d\d(?:[:-]\d\d(?:[.-]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const LINE_SUFFIX = /:\d+(?::\d+)?$/;
const EXTENSION = /\.([A-Za-z][A-Za-z0-9]{0,9})$/;
const FILE_TYPES = new Set(
  'astro bat bib bz2 c cc cfg cjs clj cmake conf cpp cs csproj css csv cts dart db diff doc docx dockerfile ejs env erl ex exs feather fish gif go gradle graphql gz h hbs hcl hpp hs htm html ico ini ipynb java jpeg jpg js json jsonl jsx kt kts less lock log lua m4 map md mdx mjs ml mov mp3 mp4 mts ndjson njk orig parquet patch pdf php pl plist png ppt pptx prisma properties proto ps1 psd py pyc pyi r rb rs rst sass scala scss sh snap sol sql sqlite sqlite3 svelte svg swift tar tex tf tgz tmpl toml ts tsv tsx ttf txt vim vue wasm wav webm webp whl woff woff2 xls xlsx xml xsd yaml yml zig zip zsh'.split(
    ' ',
  ),
);
const KNOWN_FILE =
  /^(?:Makefile|Dockerfile|README|LICENSE|CHANGELOG|AGENTS|CLAUDE|\.(?:env(?:\.\w+)?|gitignore|npmrc|editorconfig|dockerignore|eslintrc|prettierrc))$/;
const KNOWN_FOLDER =
  /^(?:src|lib|app|apps|bin|build|cmd|config|core|data|dist|docs|etc|examples|fixtures|home|internal|node_modules|opt|packages|pkg|public|root|scripts|spec|test|tests|tmp|tools|usr|Users|utils|var)$/;
const BRANCH = /^(?:feat|feature|fix|bugfix|hotfix|release|chore|refactor|origin|upstream|dependabot)$/;
const PATH_PART = /^:?[\w.@+~$%#*\p{Script=Han}-]*$/u;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const HUMP = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/;
/** `OOMKilled`, `XMLParser`: an abbreviation and a word; `URLs` is a plural. */
const ABBREVIATED = /^[A-Z]{3,}[a-z]{3,}/;
const FAMILIAR =
  /^(?:java|type|coffee|apple)?script$|^(?:node|vue|nuxt|next|react|express|three|chart|ember|backbone)\.js$|^(?:github|gitlab|openai|deepseek|chatgpt|linkedin|youtube|iphone|ipad|macos|ios|postgresql|mysql|nosql|graphql|websockets?|powershell|devops|webpack|nextjs|nodejs|ebay|paypal|[kmgt]ib|[kmg]wh|mah)$/i;
/** `#123`, `INC-2291`, `TS2305`, `PR-EU-17`, and booking codes such as `4WQ150`. */
const TICKET = /^(?:#[A-Z]?\d{2,9}|[A-Z]{2}[A-Z0-9]{0,8}-?\d{1,7}|[A-Z][A-Z0-9]{1,9}-[A-Z0-9]{2,12}-\d{1,7}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{5,12})$/;
const COLOUR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{3,4})$/i;
const NO_TICKET =
  /^(?:UTF|UCS|ISO|SHA|MD|BASE|AES|RSA|DES|ES|ECMA|HTTP|TLS|SSL|IPV|IP|MP|MPEG|EC|WIN|X|CP|IEEE|CO|RGB|RGBA|U?INT|FLOAT|BM|CSS|HTML|OAUTH|WEB|GPT|H|UTC|GMT|PM|AM|COVID|USB|DDR|PCI|PY|STEP|PART|TEST|PHASE|LEVEL|FIXME|TODO|RFC)-?\d+$/;
const HEX = /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ERRNO =
  /^E(?:ACCES|ADDRINUSE|ADDRNOTAVAIL|AGAIN|BADF|BUSY|CONNABORTED|CONNREFUSED|CONNRESET|EXIST|HOSTUNREACH|INVAL|ISDIR|LIFECYCLE|LOOP|MFILE|NETUNREACH|NOENT|NOMEM|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|RESOLVE|ROFS|TARGET|TIMEDOUT)$/;
const INTEGRITY = /^sha\d{1,3}[-:=][A-Za-z0-9+/=]{16,}$/;
/** `@acme/media-server`, `actions/checkout@v4`: a package with its owner and perhaps its version. */
const PACKAGE = /^(?:@[a-z0-9][\w.-]{0,60}\/[a-z0-9][\w.-]{0,60}|[\w-]{2,40}\/[\w-]{2,60}(?=@))(?:@[\^~]?([\w.-]{1,60}))?$/;
/** `lodash@4.17.20` */
const PINNED = /^[\w.-]{2,60}@[\^~]?(v?\d+(?:\.\d+){0,2}[\w.-]*)$/;
/** `registry.example.cn/shop/admin:3.18.6`: a container image. */
const IMAGE = /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}(?::\d+)?(?:\/[\w.-]+){1,4}:v?[a-z0-9][\w.-]*$/;
/** `last-writer-wins`: at least three words, without the small words of English phrases. */
const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+){2,7}$/;
const LITTLE =
  /(?:^|-)(?:a|an|the|to|of|and|in|by|on|up|as|at|or|is|it|for|with|not|out|off|per|non|well|so|old|day|one|two|three|four|be|do|go)(?:-|$)/;
/** `gpt-4o`, `sha256-a1`, `utf8_mb4`: letters first, a digit later, joined by signs. */
const NUMBERED_NAME = /^(?=[\w.-]*[._-])[A-Za-z][\w-]*(?:\.\w[\w-]*)*$/;

const NUMBER = /^[-−]?[$€£¥]?\d+(?:[.,]\d+)*(?:%|°[CF]?|[a-zµ]{1,5}(?:\/[a-z]{1,4})?)?$/i;
const VERSION = /^v\d+(?:\.\d+){0,3}(?:-[\w.]+)?$|^\d+\.\d+\.\d+(?:[-+][\w.]+)?$/;
const SMALL_NUMBER = /^-?\d{1,2}(?:st|nd|rd|th)?$/i;

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
  if (word.startsWith('//') || parts[0] === '$' || (parts[0] === 's' && parts.length > 2)) return false;
  if (!parts.every((part) => PATH_PART.test(part)) || !/[A-Za-z]/.test(word)) return false;
  const last = parts.at(-1)!;
  if (EXTENSION.test(last)) return true;
  const [first] = parts;
  if (first === '') return parts.length > 2 || KNOWN_FOLDER.test(last);
  if (first === '.' || first === '..' || first === '~' || first === '@') return true;
  if (BRANCH.test(first!) && parts.length === 2) return last.length > 2;
  // `print/json` and `read/write/both` are choices, not folders.
  return KNOWN_FOLDER.test(first!) || (parts.length > 2 && parts.some((part) => /[._\d-]/.test(part)));
}

function isFile(word: string): boolean {
  if (FAMILIAR.test(word)) return false;
  const type = EXTENSION.exec(word)?.[1];
  if (type === undefined || !FILE_TYPES.has(type.toLowerCase()) || word[0] === '.') return KNOWN_FILE.test(word);
  return /^[\w@+.\p{Script=Han}-]+$/u.test(word) && /[A-Za-z\p{Script=Han}]/u.test(word.slice(0, word.length - type.length - 1));
}

function kindOf(word: string, more: boolean): FactKind | null {
  if (word.includes('/')) return isPath(word) ? 'path' : null;
  if (isFile(word)) return 'path';
  if (SMALL_NUMBER.test(word)) return null;
  if (VERSION.test(word)) return 'version';
  if (NUMBER.test(word) || TIME.test(word) || DATE.test(word)) return 'number';
  if (UUID.test(word) || HEX.test(word)) return 'hash';
  if (EMAIL.test(word) || COLOUR.test(word)) return 'identifier';
  if (TICKET.test(word)) return more && NO_TICKET.test(word) ? null : 'ticket';
  if (more && word.includes('-')) {
    if (INTEGRITY.test(word)) return 'hash';
    if (KEBAB.test(word)) return word.length > 7 && !LITTLE.test(word) ? 'identifier' : null;
  }
  if (more && ERRNO.test(word)) return 'identifier';
  if (IDENTIFIER.test(word))
    return word.length > 2 && (HUMP.test(word) || (more && ABBREVIATED.test(word))) && !FAMILIAR.test(word) ? 'identifier' : null;
  return /\d/.test(word) && word.length > 4 && NUMBERED_NAME.test(word) ? 'identifier' : null;
}

/** Parts of a word that are facts of their own: `key=value`, `file.py::test_name`, `修改src/a.ts文件`, `session.setModel`. */
const PIECE = /(?:[^=:.\p{Script=Han}]|(?<!\.)\.(?!\.))+/gu;
const HAN = /\p{Script=Han}/u;
const HAN_AFTER_FILE = /\.[A-Za-z]\w{0,9}\p{Script=Han}/u;
const CHAIN = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;

type FactSpan = readonly [FactKind, number, number];

/** Facts of one word. `called`: a bracket follows, so that `console.log` is not a file. `more`: names of the full selection too. */
function factsOfWord(word: string, called: boolean, more: boolean): readonly FactSpan[] {
  let [start, end] = trimmed(word);
  if (end - start < 2) return [];
  let core = word.slice(start, end);
  if (more && core.includes('/') && IMAGE.test(core) && !core.includes('://')) return [['identifier', start, end]];
  if (core.startsWith('file://')) {
    start += 'file://'.length;
    core = word.slice(start, end);
  }
  if (SCHEME.test(core) || DOMAIN.test(core) || (more && CLONE.test(core))) return [['url', start, end]];
  if (core.includes('\\')) return [['path', start, end]];
  if (more) {
    const named = core.includes('@') ? packageIn(core, start) : null;
    if (named) return named;
    if (core.startsWith('node:') || core.includes('.git/objects/')) return [];
  }
  if (core[0] === '@' && /\/.*\.\w+$/.test(core)) core = word.slice(++start, end);
  if (LINE_SUFFIX.test(core) && !TIME.test(core) && !DATE.test(core)) {
    end -= LINE_SUFFIX.exec(core)![0].length;
    core = word.slice(start, end);
  }
  if (CHAIN.test(core) && (called || !EXTENSION.test(core) || !isFile(core))) return namesIn(core, start, more);
  const han = HAN.test(core);
  const kind = han && (HAN_AFTER_FILE.test(core) || HAN.test(core[0]!)) ? null : kindOf(core, more);
  if (kind) return [[kind, start, end]];
  if (more && core[0] === '.' && CHAIN.test(`_${core}`)) return namesIn(core.slice(1), start + 1, more);
  return han || core.includes('=') || core.includes(':') || core.includes('..') ? factsOfPieces(core, start, more) : [];
}

/** A package and its version; null for other words. */
function packageIn(core: string, start: number): FactSpan[] | null {
  const end = start + core.length;
  const pinned = PINNED.exec(core);
  if (pinned) return [['version', end - pinned[1]!.length, end]];
  const found = PACKAGE.exec(core);
  if (!found || /\.(?:[jt]sx?|css|json|vue)$/.test(core)) return null;
  const version = found[1];
  if (version === undefined) return [['identifier', start, end]];
  const name: FactSpan = ['identifier', start, end - version.length - 1];
  return HEX.test(version)
    ? [name, ['hash', end - version.length, end]]
    : /\d/.test(version)
      ? [name, ['version', end - version.length, end]]
      : [name];
}

function factsOfPieces(core: string, start: number, more: boolean): FactSpan[] {
  const found: FactSpan[] = [];
  for (const { 0: piece, index } of core.matchAll(PIECE)) {
    const [a, b] = trimmed(piece);
    const kind = b - a > 1 ? kindOf(piece.slice(a, b), more) : null;
    if (kind) found.push([kind, start + index + a, start + index + b]);
    else if (more && CHAIN.test(piece)) found.push(...namesIn(piece, start + index, more));
  }
  return found;
}

function namesIn(core: string, start: number, more: boolean): FactSpan[] {
  const found: FactSpan[] = [];
  let from = start;
  for (const name of core.split('.')) {
    if (name.length > 1 && kindOf(name, more) === 'identifier') found.push(['identifier', from, from + name.length]);
    from += name.length + 1;
  }
  return found;
}

/** Longer runs are data, not words. */
const MAX_WORD = 400;
/** Marks after the last letter that may belong to a word: the slash of `src/`, not a row of dots. */
const LAST_MARKS = 2;

/** Classes of UTF-16 units, as flags that a word collects. */
const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const UNDERSCORE = 8;
const MARK = 16;
const LETTER = 32;
/** Ranges of white space and punctuation beyond ASCII; everything else there is a letter. */
const WIDE_SEPARATORS: readonly (readonly [number, number])[] = [
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2010, 0x2029],
  [0x202f, 0x205f],
  [0x2190, 0x21ff],
  [0x2500, 0x27bf],
  [0x3000, 0x303f],
  [0xfeff, 0xfeff],
  [0xff01, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
];
const CLASS = new Uint8Array(1 << 16).fill(LETTER);
for (let code = 0; code < 128; code++) CLASS[code] = classOfAscii(code);
for (const [from, to] of WIDE_SEPARATORS) CLASS.fill(SEPARATOR, from, to + 1);

function classOfAscii(code: number): number {
  const c = String.fromCharCode(code);
  if (/[a-z]/.test(c)) return LOWER;
  if (/[A-Z]/.test(c)) return UPPER;
  if (/\d/.test(c)) return DIGIT;
  if (c === '_' || c === '$') return UNDERSCORE;
  return code < 33 || code === 127 || `"'\`<>()[]{},;|\\`.includes(c) ? SEPARATOR : MARK;
}

const BACKSLASH = 92;
const COMMA = 44;
const SLASH = 47;
const COLON = 58;
const OPEN_BRACKET = 40;
const CLOSE_BRACKET = 41;
const SMALL_E = 101;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
/** Exactly three digits, so the comma before them belongs to the number. `codes` end with a line break. */
const isThousand = (codes: Uint16Array, i: number): boolean =>
  isDigit(codes[i]!) && isDigit(codes[i + 1]!) && isDigit(codes[i + 2]!) && !isDigit(codes[i + 3]!);
const escapeAt = (text: string, i: number): number => {
  const next = text[i + 1];
  if (next === 'n' || next === 'r' || next === 't') return 2;
  return next === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(i + 2, i + 6)) ? 6 : 1;
};
const WINDOWS_PATH = /[A-Z]:(?:\\{1,2}[^\\\s"'`<>|,;:*?()[\]{}]{1,80}){1,20}/y;

/** Options of a word: see `factsOfWord`. */
const CALLED = 1;
const MORE = 2;
const words = new TextMap((word, asked): readonly NameOccurrence[] =>
  factsOfWord(word, (asked & CALLED) !== 0, (asked & MORE) !== 0).map(([kind, start, end]) => namedAt(kind, word, start, end)),
);
/** Names with a hump or an underscore, by name; null for common ones. */
const humps = new TextMap((word): Name | null => (FAMILIAR.test(word) ? null : nameAt('identifier', word, 0, word.length)));

export function factsOfWords(text: string, codes: Uint16Array, into: NameOccurrence[], more: boolean, base = 0): void {
  const n = text.length;
  for (let i = 0; i < n; ) {
    const code = codes[i]!;
    let kind = CLASS[code]!;
    if (kind === SEPARATOR) {
      // The `\n` of an escaped text is not part of the next word.
      i += code === BACKSLASH ? escapeAt(text, i) : 1;
      continue;
    }
    const start = i;
    /** The characters of the word up to `end`: marks at its end belong to the sentence. */
    let flags = 0;
    let end = i;
    let last = 0;
    let hump = false;
    let next = 0;
    do {
      if (kind === LOWER) {
        flags |= end < i ? LOWER | MARK : LOWER;
        hump ||= last === UNDERSCORE && i > start + 1;
        do next = codes[++i]!;
        while (CLASS[next] === LOWER);
        end = i;
        last = LOWER;
        kind = CLASS[next]!;
        continue;
      }
      if (kind !== MARK) {
        flags |= end < i ? kind | MARK : kind;
        hump ||= (kind === UPPER && (last === LOWER || last === DIGIT)) || (last === UNDERSCORE && i > start + 1);
        end = i + 1;
      }
      last = kind;
      next = codes[++i]!;
      kind = CLASS[next]!;
      if (next === COMMA && last === DIGIT && isThousand(codes, i + 1)) kind = MARK;
    } while (kind !== SEPARATOR);
    if (next === BACKSLASH && i === start + 2 && flags === UPPER && codes[i - 1]! === COLON) {
      WINDOWS_PATH.lastIndex = start;
      if (WINDOWS_PATH.test(text)) {
        i = WINDOWS_PATH.lastIndex;
        end = i;
        flags |= MARK;
        next = codes[i]!;
      }
    }
    if (end - start > MAX_WORD || i - start < 2 || flags === LETTER) continue;
    // A folder: only the slash after its name shows that.
    if (more && codes[end]! === SLASH) flags |= MARK;
    const name = (flags & (MARK | LETTER)) === 0 && (flags & LOWER) !== 0 && !isDigit(codes[start]!);
    if (more && name && !hump && (flags & UPPER) !== 0 && isCapital(codes[start + 1]!) && isCapital(codes[start + 2]!))
      hump = ABBREVIATED.test(text.slice(start, end));
    if (name && hump) {
      const known = end - start > 2 ? humps.of(text, start, end, 0, codes) : null;
      if (known !== null) into.push({ name: known, start: base + start, end: base + end });
      else if (isKnownFile(text, codes, start, end)) into.push(namedAt('path', text, start, end, base));
    } else if (name && (flags & DIGIT) === 0) {
      if (!more && end - start > 3 && codes[end]! === OPEN_BRACKET && codes[end + 1]! === CLOSE_BRACKET)
        into.push(namedAt('identifier', text, start, end, base));
      else if (isKnownFile(text, codes, start, end)) into.push(namedAt('path', text, start, end, base));
    } else {
      const asked = (next === OPEN_BRACKET ? CALLED : 0) | (more ? MORE : 0);
      for (const found of words.of(text, start, Math.min(i, end + LAST_MARKS), asked, codes))
        into.push({ name: found.name, start: base + start + found.start, end: base + start + found.end });
    }
  }
}

const isKnownFile = (text: string, codes: Uint16Array, start: number, end: number): boolean =>
  codes[end - 1]! === SMALL_E && text.startsWith('file', end - 4) && KNOWN_FILE.test(text.slice(start, end));
