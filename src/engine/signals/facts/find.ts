/** All facts of a text: the one extractor of every measure (docs/facts.md#kinds). */
import { codesOf } from '../secrets.ts';
import type { Fact, FactKind } from '../contract.ts';
import { isCodeLine, safeCut } from '../sentences.ts';
import { findCommands, findErrorLines, type Signs, signsOf } from './fact-commands.ts';
import { asFact, type FactPlace, namedAt, type NameOccurrence } from './fact-names.ts';
import { factsOfWords } from './fact-words.ts';

const MAX_DIGITS = 24;
const MAX_KEY = 48;
const MAX_BLANKS = 12;
const MAX_LEAD = 40;

const MONTHS =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
const COMPOSED = new RegExp(
  [
    '(\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?)(?![\\d.]*\\d)',
    '(\\+?(?:\\d{1,3}[ -])?\\(?\\d{3}\\)?[ -]\\d{3}[ -]\\d{4}(?![\\d-]))',
    '(\\d{4}-\\d\\d-\\d\\d(?:[T_ ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?(?![\\d-])|(?:19|20)\\d\\d-\\d\\d(?![\\d-])|(?:\\d{4}年)?\\d{1,2}月\\d{1,2}[日号]|\\d{1,2}[/.]\\d{1,2}[/.](?:19|20)\\d\\d(?!\\d))',
    '(\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?![\\d:]))',
    '(\\d{1,3}(?:,\\d{3}){1,6}(?![\\d,])(?:\\.\\d+)?|\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d{1,3}(?!\\w))?)',
  ].join('|'),
  'y',
);
const ADDRESS = 1;
const PHONE = 2;
const DATE = 3;
const TIME = 4;
const VALUE = 5;
/** Units only if they touch their number. */
const CLOSE_UNIT = '[kKMGTB]i?|m|d|g|V|W|A';
const UNIT = [
  '%|‰|°[CF]?',
  'n?s|[mµu]s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?',
  '[kKMGTP]i?[Bb](?:/s|ps)?|B|bytes?|bits?',
  '[kMG]?Hz|fps|px|r?em|pt|v[hw]|dpi|mm|cm|km|ft|feet|inch(?:es)?|kg|mg|lbs?|k?Wh?|mAh|rpm|dB',
  'USD|EUR|GBP|CNY|RMB|dollars?|euros?|cents?|percent|(?:percentage )?points?|pp',
  '(?:thousand|million|billion)(?: [a-z]{3,12})?',
  'tokens?|char(?:acter)?s?|words?|lines?|files?|folders?|directories|tests?|suites?|assertions?|errors?|warnings?|failures?|problems?|issues?|rows?|records?|items?|entries|results?|matches|messages?|requests?|calls?|queries|users?|customers?|commits?|pages?|times|attempts?|retries|workers?|threads?|cores?|cpus?|connections?|passed|passing|failed|failing|skipped|ignored|pending|insertions?|deletions?|modules?|packages?|dependencies|vulnerabilities|columns?|tables?|iterations?|epochs?|samples?|chunks?|turns?|rounds?|steps?|cases|tasks?|executed|up-to-date|images?|nodes?|pods?|replicas|instances?|shards?|tickets?|orders?|products?|bugs?|seats?|nights?|agents?|branches|versions?|methods?|functions?|classes|endpoints?|routes?|components?|fields?|keys?|events?|jobs?',
].join('|');
const UNIT_AFTER = new RegExp(
  `(?:[ -]?(?:${UNIT})|(?:${CLOSE_UNIT}))(?![\\w])|\\s?(?:毫秒|微秒|秒|分钟|分|小时|天|周|个月|年|[百千万亿]+[个条次行元人]?|个(?:文件|包|键|字|月)?|条|次|行|元|倍|人|页|章|台|份|字节|字符|毫米|厘米|公里|米|度|块|张|名|位|项|轮|批|章)`,
  'y',
);

const NUMBERED = new RegExp(
  `(?:^|[^\\w.-])((?:line|port|pid|errno|seed|page|step|level|status|HTTP|API|SQLSTATE|row|column|col|phase|stage|chapter|section|epoch|size|width|height|score|total|count|${MONTHS}) ?)$`,
);
/** Products with versions of two parts: `Postgres 16.3`. */
const RELEASED =
  /(?:^|[^\w.-])(?:[Vv]ersion|[Rr]elease|Python|CPython|PyPy|Node(?:\.js)?|Deno|Bun|Postgres(?:QL)?|MySQL|MariaDB|SQLite|MongoDB|Redis|Java|JDK|OpenJDK|Go|Golang|Ruby|Rails|PHP|Laravel|Rust|Kotlin|Swift|Scala|Elixir|TypeScript|React|Next(?:\.js)?|Vue|Angular|Svelte|Django|Flask|FastAPI|Spring(?: Boot)?|Ubuntu|Debian|Fedora|Alpine|CentOS|RHEL|iOS|Android|macOS|Windows|Chrome|Firefox|Safari|Docker|Kubernetes|K8s|Helm|Terraform|npm|pnpm|Yarn|Gradle|Maven|Xcode|CUDA|PyTorch|TensorFlow|NumPy|pandas|\.NET|Linux|[Kk]ernel|GPT|Claude|Gemini|Llama|Opus|Sonnet|Haiku) $/;
const DATE_WORD = new RegExp(`^(?:${MONTHS})$`);
/** `Jan 15 17:42:10`, `Feb 11 09:12`: written by a machine. */
const STAMP_AFTER = /^ \d{1,2}:\d\d/;
const STAMP_LEAD = new RegExp(`(?:${MONTHS}) +\\d{1,2},? $`);
const YEAR = /^(?:19|20)\d\d$/;
/** Before a line number: `12→`, `  57|`, `12:`. */
const GUTTER_BEFORE = /^[\s>+|-]*$/;
const GUTTER_AFTER = /^(?:\s?[→│|\t]|[:-](?=\D|$)|[.)][ \t])/;
const STAMP_BEFORE = /^\s*[[(]?(?:\d{4}-\d\d-\d\d[T _])?$/;
/** A time with seconds, or a date with its time, as machines write them. A line of prose may begin with a date. */
const STAMP = /\d:\d\d:\d\d|-\d\d[T _]\d\d:/;

const SPACE = 32;
const TAB = 9;
const NEWLINE = 10;
const BACKSLASH = 92;
const DOT = 46;
const DASH = 45;
const COLON = 58;
const WIDE_COLON = 0xff1a;
const EQUALS = 61;
const PLUS = 43;
const BRACKET = 91;
const PARENTHESIS = 40;
const QUOTE = 34;
const DOLLAR = 36;
const MINUS = 0x2212;
const ELLIPSIS = 0x2026;

const codeAt = (codes: Uint16Array, i: number): number => (i >= 0 ? codes[i]! : NEWLINE);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isWordChar = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95;
const isKeyChar = (code: number): boolean => isWordChar(code) || code === DOLLAR;
const isNameLetter = (code: number): boolean => isLetter(code) || code === 95 || (code >= 0xc0 && code <= 0x24f);
const isBlank = (code: number): boolean => code === SPACE || code === TAB;
const isQuote = (code: number): boolean => code === QUOTE || code === 39 || code === 96;
const isCurrency = (code: number): boolean => code === DOLLAR || code === 0x20ac || code === 0xa3 || code === 0xa5;
const oneOf = (signs: string): ((code: number) => boolean) => {
  const has = Uint8Array.from({ length: 128 }, (_, code) => (signs.includes(String.fromCharCode(code)) ? 1 : 0));
  return (code) => code < 128 && has[code] === 1;
};
const isAsciiJoin = oneOf(' -)./:,eE');
const isJoin = (code: number): boolean => isAsciiJoin(code) || code === 0x5e74 || code === 0x6708;
const goesOn = oneOf('0123456789(+- ');
const phoneGoesOn = oneOf('0123456789(');
const isInnerSign = oneOf('./#@~\\-');
const isInnerLead = oneOf('.)/\\-');

function beforeQuote(codes: Uint16Array, i: number): number {
  const at = isQuote(codeAt(codes, i)) ? i - 1 : i;
  return codeAt(codes, at) === BACKSLASH ? at - 1 : at;
}

function keyBefore(text: string, codes: Uint16Array, at: number): number {
  const least = Math.max(0, at - MAX_KEY);
  let i = at - 1;
  let blanks = 0;
  if (codeAt(codes, i) === BRACKET) i--;
  i = beforeQuote(codes, i);
  if (codeAt(codes, i) === BRACKET) i--;
  for (; i >= least && isBlank(codes[i]!) && blanks < MAX_BLANKS; i--) blanks++;
  const sign = codeAt(codes, i);
  const assigned = sign === EQUALS || sign === COLON || sign === WIDE_COLON;
  if (assigned) {
    i--;
    const code = codeAt(codes, i);
    if (sign === EQUALS && (code === COLON || code === PLUS)) i--;
    // A comparison is not an assignment.
    if (sign === EQUALS && isComparison(codeAt(codes, i))) return -1;
    if (sign === COLON && code === COLON) return -1;
    for (; i >= least && isBlank(codes[i]!) && blanks < MAX_BLANKS; i--) blanks++;
    i = beforeQuote(codes, i);
  } else if (blanks !== 1) return -1;
  const end = i + 1;
  let letters = false;
  for (; i >= least; i--) {
    const code = codes[i]!;
    if (!isKeyChar(code) && !((code === DASH || code === DOT) && i + 1 < end)) break;
    letters ||= isLetter(code);
  }
  let start = i + 1;
  if (end - start < 2 || (i < least && least > 0)) return -1;
  const flag = codes[start] === DASH && codes[start + 1] === DASH;
  if (!assigned) return flag ? start : -1;
  // A colon after a number, a file or a call does not mark a key.
  if (!letters || (sign === COLON && !isBlank(codes[at - 1]!) && PATH_SIGN.test(text.slice(Math.max(0, start - 1), end)))) return -1;
  while (codes[start]! === DASH && !flag) start++;
  // Several words are not a key: `"battery life": "10 hours"`.
  if (codes[end]! !== QUOTE) return start;
  return codeAt(codes, start - 1) === QUOTE ? start - 1 : -1;
}
const isComparison = oneOf('=!<>');
const PATH_SIGN = /[/.\\]/;

/** The text before `at` on its line; null where that is more than a few words. */
function sinceLineStart(text: string, at: number): string | null {
  const from = Math.max(0, at - MAX_LEAD);
  const lead = text.slice(from, at);
  const line = lead.lastIndexOf('\n');
  return line < 0 && from > 0 ? null : lead.slice(line + 1);
}

const isCovered = (covered: readonly NameOccurrence[], from: number, start: number, end: number): boolean => {
  const fact = covered[from];
  return fact !== undefined && fact.start < end && fact.end > start;
};

function nextBeginning(codes: Uint16Array, from: number, n: number): number {
  let i = from;
  for (; i < n; i++) {
    const code = codes[i]!;
    if (code <= 57 && (code >= 48 || code === PARENTHESIS || code === PLUS)) break;
  }
  return i;
}

/**
 * Numbers of a text, in order. `covered`: facts of words in order of their start; numbers within one of them (a path, a version, an id) do not count.
 */
function findNumbers(text: string, codes: Uint16Array, covered: readonly NameOccurrence[], base: number, into: NameOccurrence[]): void {
  const n = text.length;
  let at = 0;
  let next = 0;
  for (let start = nextBeginning(codes, 0, n); start < n; start = nextBeginning(codes, next, n)) {
    const digits = isDigit(codes[start]!);
    let end = start;
    while (end < n && isDigit(codes[end]!)) end++;
    let shape = VALUE;
    if (digits ? isJoin(codes[end]!) && goesOn(codes[end + 1]!) : phoneGoesOn(codes[start + 1]!)) {
      COMPOSED.lastIndex = start;
      const match = COMPOSED.exec(text);
      shape = match ? match.indexOf(match[0], ADDRESS) : 0;
      end = match ? COMPOSED.lastIndex : start;
    } else if (!digits) shape = 0;
    next = Math.max(end, start + 1);
    if (shape === 0) continue;
    while (at < covered.length && covered[at]!.end <= base + start) at++;
    const before = codeAt(codes, start - 1);
    const after = codes[end]!;
    // The rest of a longer run of digits, dots or letters is skipped as a whole.
    if (isDigit(after) || (after === DOT && isDigit(codes[end + 1]!))) {
      while (next < n && (codes[next]! === DOT || isDigit(codes[next]!))) next++;
      if (shape !== DATE) continue;
    }
    if (isCovered(covered, at, base + start, base + end) || isNameLetter(before) || end - start > MAX_DIGITS + 16) continue;
    const lead = codeAt(codes, start - 2);
    if (isInnerSign(before) && (isWordChar(lead) || isInnerLead(lead))) continue;
    if (before === 35 || before === 47 || after === 47 || after === 95) continue;
    if (before === COLON && at > 0 && covered[at - 1]!.end === base + start - 1 && covered[at - 1]!.name.kind === 'path') continue;
    if (shape === ADDRESS || shape === PHONE) into.push(namedAt('identifier', text, start, end, base, codes));
    else if (shape === DATE || shape === TIME) {
      const line = sinceLineStart(text, start);
      // The time of a log line is not a fact.
      const stamp =
        (line !== null && STAMP.test(text.slice(start, end)) && STAMP_BEFORE.test(line)) ||
        STAMP_LEAD.test(text.slice(Math.max(0, start - 16), start));
      if (!stamp && before !== COLON && !isDigit(before) && !isNameLetter(after)) into.push(namedAt('number', text, start, end, base, codes));
    } else if (isReleased(text, start, end, after)) into.push(namedAt('version', text, start, end, base, codes));
    else {
      const span = numberSpan(text, codes, start, end);
      if (span) into.push(namedAt('number', text, span[0], span[1], base, codes));
    }
  }
}

const isReleased = (text: string, start: number, end: number, after: number): boolean =>
  end - start <= 7 &&
  !isWordChar(after) &&
  after !== 37 &&
  TWO_PARTS.test(text.slice(start, end)) &&
  RELEASED.test(text.slice(Math.max(0, start - 16), start));
const TWO_PARTS = /^\d{1,3}\.\d{1,3}$/;

function mayBeUnit(codes: Uint16Array, at: number): boolean {
  const code = codes[at]!;
  if (isLetter(code) || code === 37 || code > 127) return true;
  const second = codes[at + 1]!;
  if (code === SPACE || code === DASH) return isLetter(second) || second === 37 || second > 127;
  return code < SPACE && second > 127;
}

function digitsIn(codes: Uint16Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (isDigit(codes[i]!)) count++;
  return count;
}

/** Start and end of a number with its key and unit; null where it has no meaning. */
function numberSpan(text: string, codes: Uint16Array, start: number, end: number): readonly [number, number] | null {
  let [a, b] = [start, end];
  const length = end - start;
  const before = codeAt(codes, start - 1);
  const first = codes[start]!;
  if (length > MAX_DIGITS || (first === 48 && length > 1 && isDigit(codes[start + 1]!))) return null;
  if (length === 6 && (text.startsWith('100644', start) || text.startsWith('100755', start))) return null;
  UNIT_AFTER.lastIndex = end;
  const unit = mayBeUnit(codes, end) ? UNIT_AFTER.exec(text)?.[0] : undefined;
  const money = isCurrency(before);
  if (before === DOLLAR && length === 1) return null;
  if (unit === 'm' && (before === BRACKET || before === 59)) return null;
  // Counts in our own mark of a cut: `[… 1,234 of 5,678 tokens cut …]`.
  if (before === SPACE && codeAt(codes, start - 2) === ELLIPSIS && codeAt(codes, start - 3) === BRACKET) return null;
  const after = codes[end]!;
  if (after === SPACE && text.startsWith(' tokens cut …]', end)) return null;
  if (unit !== undefined) b += unit.length;
  else if (isLetter(after) || (after === DASH && isLetter(codes[end + 1]!))) return null;
  if (money) a--;
  const sign = codeAt(codes, a - 1);
  if ((sign === DASH || sign === PLUS || sign === MINUS) && !isWordChar(codeAt(codes, a - 2))) a--;
  // A key's value must be the number alone, unlike `"address": "975 Sunset Drive"`.
  const behind = codes[b]!;
  const key = isQuote(codeAt(codes, a - 1)) && !isQuote(behind) && behind !== BACKSLASH ? -1 : keyBefore(text, codes, a);
  if (key >= 0) {
    if (unit === undefined && !money && length === 1 && (first === 48 || first === 49)) return null;
    return [key, behind === QUOTE && before === QUOTE ? b + 1 : b];
  }
  if (codeAt(codes, a - 1) === SPACE && isLetter(codeAt(codes, a - 2))) {
    const word = NUMBERED.exec(text.slice(Math.max(0, a - 14), a))?.[1];
    const month = word !== undefined && DATE_WORD.test(word.trim());
    if (word !== undefined && (unit === undefined || month))
      return month && STAMP_AFTER.test(text.slice(end, end + 6)) ? null : [a - word.length, end];
  }
  if (unit !== undefined || money) return [a, b];
  if (before === DASH || before === COLON) return null;
  if (digitsIn(codes, start, end) < 3 || (length === 4 && YEAR.test(text.slice(start, end)))) return null;
  if (GUTTER_AFTER.test(text.slice(end, end + 3))) {
    const line = sinceLineStart(text, start);
    if (line !== null && GUTTER_BEFORE.test(line)) return null;
  }
  return [a, b];
}

// Facts for the built-in summariser and the strategies: single words, and lines that report a failure.

/** Distinguished by measures only. */
const COARSE: Readonly<Partial<Record<FactKind, FactKind>>> = { version: 'number', hash: 'identifier', ticket: 'identifier' };

export function wordFacts(text: string): Fact[] {
  const words: NameOccurrence[] = [];
  factsOfWords(text, codesOf(text), words, false);
  return words.map(({ name, start, end }) => ({ kind: COARSE[name.kind] ?? name.kind, text: name.text, start, end }));
}

export function basicFacts(text: string): Fact[] {
  const facts = wordFacts(text);
  const errors = findErrorLines(text);
  if (errors.length === 0) return facts;
  for (const { text: shown, start, end } of errors) facts.push({ kind: 'error', text: shown, start, end });
  return facts.sort((x, y) => x.start - y.start || y.end - x.end);
}

const REACH = 200;
const BEFORE_SIGN = 200;
const MIN_LENGTH = 12;
const MIN_LENGTH_HAN = 6;

const START = '(?:[\\n.!?:]|\\\\n|^) ?[-*>]{0,2} ?';
/** Words of a decision. A plan for the next step (`I'll use grep to look`) decides nothing. */
const TRIGGER = new RegExp(
  [
    "\\b(?:we|i|they|you|he|she|team|was|were|been|have|has|had|it's|is)(?:'ve|'d)? (?:have |then |also |finally |just |both )?(?:decided|agreed|chose|chosen|opted|settled|elected)\\b(?! (?:by|if|whether)\\b)",
    "\\b(?:let's|let us) (?:use|go with|stick (?:with|to)|keep|switch to|settle on|drop)\\b",
    "\\b(?:i'll|i will|i'm|we'll|we will|we're|i'd|we'd) (?:rather )?(?:go(?:ing)? (?:with|for)|stick(?:ing)? (?:with|to)|settle (?:on|for)|opt for)\\b",
    "\\b(?:i'll|i will|we'll|we will|we should|i'd rather|we'd rather|i|we) (?:now )?(?:use|keep|do|store|write|chose|pick|prefer)\\b[^.!?\\n\\\\]{1,80}\\b(?:instead of|rather than)\\b",
    `${START}(?:please )?(?:use|keep|prefer)\\b[^.!?\\n\\\\]{1,80}\\b(?:instead of|rather than)\\b`,
    '\\b(?:we|i) (?:picked|went with|switched to|selected)\\b',
    '\\b(?:final )?decision(?: made)?: ?\\S',
    '\\bdecided (?:to|on|against|that|in favou?r of)\\b',
    '(?:^|[^取来能先会要未没不尚去])决定(?![于因论权性])',
    '(?:我们|最终|最后|所以|因此|这里|统一|改为|我)(?:先|就|都|还是|会|将)?(?:选择|使用)',
    '(?:^|[\\s，,。；;:：*-])(?:选择|选用|采用|改用|确定用|换成)[^，。\\n]{1,40}(?:而不是|而非|代替|替代|，因为|来)',
    '选择[^，。\\n]{1,40}(?:而不是|而非)',
    '采用|改用|选用',
    '(?:用|使用)[^，。\\n]{1,30}(?:代替|替代|取代|而不是|而非)',
  ].join('|'),
  'gi',
);
const OPENS = new RegExp(`^${START}`);
const UNDECIDED =
  /[?？]["”')）]?$|^(?:if|whether|when|unless|should|could|would|shall|do|does|did|can)\b|\b(?:not|never|n't|yet to|to be|cannot|can't) (?:yet |been ){0,2}(?:decide|agree|chosen|choose)|(?:是否|要不要|如果|假如|吗)|未决定|请选择/i;
const ENDS = /[.!?](?=["'”)\]`*]{0,2}(?:\s|$|\\n|"))|[。！？；\n]|\\n/g;
const HAN = /\p{Script=Han}/u;

function sentenceStart(lead: string): number {
  let start = 0;
  for (const { 0: mark, index } of lead.matchAll(ENDS)) start = index + mark.length;
  return start;
}

function findDecisions(text: string, base: number, into: NameOccurrence[], { decision }: Signs): void {
  if (decision < 0) return;
  TRIGGER.lastIndex = Math.max(0, decision - BEFORE_SIGN);
  for (let match = TRIGGER.exec(text); match; match = TRIGGER.exec(text)) {
    const from = safeCut(text, Math.max(0, match.index - REACH));
    const opens = OPENS.exec(match[0])?.[0].length ?? 0;
    const a = from + sentenceStart(text.slice(from, match.index + opens));
    const tail = text.slice(match.index + match[0].length, safeCut(text, match.index + match[0].length + REACH));
    const end = tail.search(ENDS);
    const closed = end >= 0 && !/[\n\\]/.test(tail[end]!);
    const b = match.index + match[0].length + (end < 0 ? tail.length : closed ? end + 1 : end);
    TRIGGER.lastIndex = Math.max(b, match.index + 1);
    const raw = text.slice(a, b);
    const lead = /^(?:\s|[-*+#>|"]|\d{1,2}[.)、]|\[[ xX]\])*/.exec(raw)![0].length;
    const shown = raw.slice(lead).trimEnd();
    if (shown.length < (HAN.test(shown) ? MIN_LENGTH_HAN : MIN_LENGTH) || UNDECIDED.test(shown) || isCodeLine(shown)) continue;
    into.push(namedAt('decision', text, a + lead, a + lead + shown.length, base));
  }
}

// Exit codes of programs, in the words of shells, agents and servers.

const EXIT =
  /(?:\bexit(?:ed|s)? (?:with )?(?:code|status):?|\bexit(?:ed|s)? with|\bexited|\bexit_?(?:code|status)"?|\breturn_?code"?>?|\bcommand failed with code|退出码|退出状态码?|返回码)\s{0,2}[:=>为是：]?\s{0,2}(-?\d{1,3})(?!\.?\d)/gi;

function findExitCodes(text: string, base: number, into: NameOccurrence[], { exit }: Signs): void {
  if (exit < 0) return;
  EXIT.lastIndex = exit;
  for (let match = EXIT.exec(text); match; match = EXIT.exec(text)) into.push(namedAt('exit-code', text, match.index, EXIT.lastIndex, base));
}

/** Characters read between two opportunities to pause, about a millisecond of work. */
const SLICE = 1 << 14;
const MAX_SLICE = 1 << 15;

const BREAK = /[\s"'`<>()[\]{},;|，。；：！？、（）《》“”]/;

/** End of the slice that begins at `from`, and start of the next: at a line's end, else after a blank or another mark. */
function sliceAt(text: string, from: number): { readonly to: number; readonly next: number } {
  const { length } = text;
  if (length - from <= MAX_SLICE) return { to: length, next: length };
  const window = text.slice(from + SLICE, from + MAX_SLICE);
  const ends = [window.indexOf('\n'), window.search(/\s/), window.search(BREAK)];
  const found = ends.find((end) => end >= 0);
  if (found !== undefined) return { to: from + SLICE + found + 1, next: from + SLICE + found + 1 };
  let to = from + SLICE;
  while (to > from && !BREAK.test(text[to - 1]!)) to--;
  const rest = text.slice(from + MAX_SLICE).search(BREAK);
  return { to, next: rest < 0 ? length : from + MAX_SLICE + rest };
}

const isKey = (text: string, { name, start, end }: NameOccurrence): boolean =>
  name.kind === 'identifier' && text[end] === '"' && text[start - 1] === '"' && /^"\s{0,4}:/.test(text.slice(end, end + 6));

const PAGING = /^"?(?:offset|limit|head_?limit|lines?|(?:start_?|end_?)line|line_?(?:start|end|number))\W/i;
const SHORT_COLOUR = /^#(?:\d{3}|\d{6})$/;
/** `color: #888;` and `"#888"` are no tickets. */
function isColour(text: string, { name, start, end }: NameOccurrence): boolean {
  if (name.kind !== 'ticket' || !SHORT_COLOUR.test(name.text)) return false;
  const after = text[end] ?? '';
  return (
    after === ';' ||
    (/["'`]/.test(after) && text[start - 1] === after) ||
    (/[:\s]\s?$/.test(text.slice(Math.max(0, start - 2), start)) && /^\s?[;}!]/.test(text.slice(end, end + 2)))
  );
}

export function findNamed(text: string, place: FactPlace): readonly NameOccurrence[] {
  const facts: NameOccurrence[] = [];
  const seen = { prompt: false, tag: false };
  for (let from = 0; from < text.length; ) {
    const { to, next } = sliceAt(text, from);
    const signs = findInSlice(text, from, to, place, facts);
    seen.prompt ||= signs.prompt;
    seen.tag ||= signs.tag;
    from = next;
  }
  const commands: NameOccurrence[] = [];
  findCommands(text, place, commands, seen);
  return commands.length === 0 ? facts : [...facts, ...commands].sort(inOrder);
}

function findInSlice(text: string, from: number, to: number, place: FactPlace, into: NameOccurrence[]): Signs {
  const slice = from === 0 && to === text.length ? text : text.slice(from, to);
  const codes = codesOf(slice);
  const signs = signsOf(slice, codes);
  const facts: NameOccurrence[] = [];
  findExitCodes(slice, from, facts, signs);
  const exits = facts.slice();
  const words: NameOccurrence[] = [];
  factsOfWords(slice, codes, words, true, from);
  const named: NameOccurrence[] = [];
  for (const fact of words) {
    if (fact.name.kind === 'number' || isColour(text, fact) || (place === 'arguments' && isKey(text, fact))) continue;
    named.push(fact);
    facts.push(fact);
  }
  const numbers: NameOccurrence[] = [];
  findNumbers(slice, codes, exits.length === 0 ? named : [...named, ...exits].sort(inOrder), from, numbers);
  for (const fact of numbers) if (place !== 'arguments' || !PAGING.test(fact.name.text)) facts.push(fact);
  findDecisions(slice, from, facts, signs);
  for (const { start, end, bare } of findErrorLines(slice, true, signs)) if (!bare) facts.push(namedAt('error', slice, start, end, from));
  for (const fact of facts.sort(inOrder)) into.push(fact);
  return signs;
}

const inOrder = (x: NameOccurrence, y: NameOccurrence): number => x.start - y.start || y.end - x.end;

export const findFacts = (text: string, place: FactPlace = 'text'): Fact[] => findNamed(text, place).map(asFact);

// The facts of hindsight recall: those that are repeated when they are needed.

interface RecallFact extends Fact {
  readonly key: string;
}

export function recallFacts(text: string, place: FactPlace = 'text'): RecallFact[] {
  return findNamed(text, place).flatMap((found) => {
    const key = found.name.keyIn('recall', place);
    return key === null ? [] : [{ ...asFact(found), key }];
  });
}
