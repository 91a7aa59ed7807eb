/**
 * Numbers that say something: of three digits or more, with a unit, or with the key they are the value of; dates, times and
 * addresses of machines. One pass; what stands around a number is looked at over a bounded distance.
 */
import type { Fact, FactKind } from '../contract.ts';

/** Longer runs of digits are data. */
const MAX_DIGITS = 24;
/** Characters before a number that its key may take, and blanks between them. */
const MAX_KEY = 48;
const MAX_BLANKS = 12;
/** Characters that can stand before the number or the time of a line. */
const MAX_LEAD = 40;

const MONTHS =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
const CANDIDATE = new RegExp(
  [
    '(?<ip>\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?)(?![\\d.]*\\d)',
    '(?<phone>\\+?(?:\\d{1,3}[ -])?\\(?\\d{3}\\)?[ -]\\d{3}[ -]\\d{4}(?![\\d-]))',
    '(?<date>\\d{4}-\\d\\d-\\d\\d(?:[T_ ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?(?![\\d-])|(?:19|20)\\d\\d-\\d\\d(?![\\d-])|(?:\\d{4}年)?\\d{1,2}月\\d{1,2}[日号]|\\d{1,2}[/.]\\d{1,2}[/.](?:19|20)\\d\\d(?!\\d))',
    '(?<time>\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?![\\d:]))',
    '(?<value>\\d{1,3}(?:,\\d{3}){1,6}(?![\\d,])(?:\\.\\d+)?|\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d{1,3}(?!\\w))?)',
  ].join('|'),
  'g',
);

/** Units that may touch their number only. */
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

/** Words that number what stands behind them. */
const NUMBERED = new RegExp(
  `(?:^|[^\\w.-])((?:line|port|pid|errno|seed|page|step|level|status|HTTP|API|SQLSTATE|row|column|col|phase|stage|chapter|section|epoch|size|width|height|score|total|count|${MONTHS}) ?)$`,
);
/** What has versions of two parts: `Postgres 16.3`. */
const RELEASED =
  /(?:^|[^\w.-])(?:[Vv]ersion|[Rr]elease|Python|CPython|PyPy|Node(?:\.js)?|Deno|Bun|Postgres(?:QL)?|MySQL|MariaDB|SQLite|MongoDB|Redis|Java|JDK|OpenJDK|Go|Golang|Ruby|Rails|PHP|Laravel|Rust|Kotlin|Swift|Scala|Elixir|TypeScript|React|Next(?:\.js)?|Vue|Angular|Svelte|Django|Flask|FastAPI|Spring(?: Boot)?|Ubuntu|Debian|Fedora|Alpine|CentOS|RHEL|iOS|Android|macOS|Windows|Chrome|Firefox|Safari|Docker|Kubernetes|K8s|Helm|Terraform|npm|pnpm|Yarn|Gradle|Maven|Xcode|CUDA|PyTorch|TensorFlow|NumPy|pandas|\.NET|Linux|[Kk]ernel|GPT|Claude|Gemini|Llama|Opus|Sonnet|Haiku) $/;
const DATE_WORD = new RegExp(`^(?:${MONTHS})$`);
const CURRENCY = /[$€£¥]/;
/** `Jan 15 17:42:10`, `Feb 11 09:12`: when a machine wrote a line. */
const STAMP_AFTER = /^ \d{1,2}:\d\d/;
const STAMP_LEAD = new RegExp(`(?:${MONTHS}) +\\d{1,2},? $`);
const YEAR = /^(?:19|20)\d\d$/;
const LETTER_BEFORE = /[A-Za-z_\u00c0-\u024f]/;
/** What stands before a number that is the number of its line: `12→`, `  57|`, `12:`. */
const GUTTER_BEFORE = /^[\s>+|-]*$/;
const GUTTER_AFTER = /^(?:\s?[→│|\t]|[:-](?=\D|$)|[.)][ \t])/;
/** What stands before the time of a line of a log. */
const STAMP_BEFORE = /^\s*[[(]?(?:\d{4}-\d\d-\d\d[T _])?$/;
/** A time to the second, or a date with its time: written by a machine. A line of prose may begin with a date. */
const STAMP = /\d:\d\d:\d\d|-\d\d[T _]\d\d:/;

const isKeyChar = (code: number): boolean =>
  (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123) || code === 95 || code === 36;
const isBlank = (c: string | undefined): boolean => c === ' ' || c === '\t';

/** Start of the key whose value stands at `at`: `port: `, `"total": `, `timeout=`, `--limit `; −1 without one. */
function keyBefore(text: string, at: number): number {
  const least = Math.max(0, at - MAX_KEY);
  let i = at - 1;
  let blanks = 0;
  const skipBlanks = (): void => {
    while (i >= least && isBlank(text[i]) && blanks < MAX_BLANKS) {
      i--;
      blanks++;
    }
  };
  const skipQuote = (): void => {
    if (text[i] === '"' || text[i] === "'" || text[i] === '`') i--;
    if (text[i] === '\\') i--;
  };
  if (text[i] === '[') i--;
  skipQuote();
  if (text[i] === '[') i--;
  skipBlanks();
  const sign = text[i];
  const assigned = sign === '=' || sign === ':' || sign === '：';
  if (assigned) {
    i--;
    if (sign === '=' && (text[i] === ':' || text[i] === '+')) i--;
    // A comparison is no assignment.
    if (sign === '=' && /[=!<>]/.test(text[i] ?? '')) return -1;
    if (sign === ':' && text[i] === ':') return -1;
    skipBlanks();
    skipQuote();
  } else if (blanks !== 1) return -1;
  const end = i + 1;
  while (i >= least && (isKeyChar(text.charCodeAt(i)) || (text[i] === '-' && i + 1 < end) || (text[i] === '.' && i + 1 < end))) i--;
  let start = i + 1;
  if (end - start < 2 || (i < least && least > 0)) return -1;
  const flag = text.startsWith('--', start);
  if (!assigned) return flag ? start : -1;
  // The colon behind a number, a file or a call is no sign of a key.
  if (!/[A-Za-z]/.test(text.slice(start, end)) || (sign === ':' && !isBlank(text[at - 1]) && /[/.\\]/.test(text.slice(Math.max(0, start - 1), end))))
    return -1;
  while (text[start] === '-' && !flag) start++;
  // A key of several words is none: `"battery life": "10 hours"`.
  if (text[end] === '"' && text[start - 1] !== '"') return -1;
  return text[end] === '"' ? start - 1 : start;
}

/** What stands before `at` on its line; null where that is more than a few words. */
function sinceLineStart(text: string, at: number): string | null {
  const from = Math.max(0, at - MAX_LEAD);
  const lead = text.slice(from, at);
  const line = lead.lastIndexOf('\n');
  return line < 0 && from > 0 ? null : lead.slice(line + 1);
}

const isCovered = (covered: readonly Fact[], from: number, start: number, end: number): boolean => {
  const fact = covered[from];
  return fact !== undefined && fact.start < end && fact.end > start;
};

/**
 * Numbers of a text, in order. `covered`: facts of words in order of their start; what stands within one of them (a path, a
 * version, an id) is no number of its own. Offsets are those of the text plus `base`. Linear.
 */
export function findNumbers(text: string, covered: readonly Fact[], base: number, into: Fact[]): void {
  let at = 0;
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const { index: start, 0: shown, groups } = match;
    const end = start + shown.length;
    while (at < covered.length && covered[at]!.end <= base + start) at++;
    const before = text[start - 1] ?? '\n';
    const after = text[end] ?? '\n';
    // The rest of a longer run of digits, dots or letters is passed over as a whole.
    if (/[\d.]/.test(after) && /\d/.test(text[end + (after === '.' ? 1 : 0)] ?? '')) {
      let i = end;
      while (i < text.length && /[\d.]/.test(text[i]!)) i++;
      CANDIDATE.lastIndex = i;
      if (groups!.date === undefined) continue;
    }
    if (isCovered(covered, at, base + start, base + end) || LETTER_BEFORE.test(before) || shown.length > MAX_DIGITS + 16) continue;
    if (/[./#@~\\-]/.test(before) && /[\w.)/\\-]/.test(text[start - 2] ?? '')) continue;
    if (before === '#' || before === '/' || after === '/' || after === '_') continue;
    const push = (kind: FactKind, a: number, b: number): void => {
      into.push({ kind, text: text.slice(a, b), start: base + a, end: base + b });
    };
    // The port or line behind a file's name.
    if (before === ':' && at > 0 && covered[at - 1]!.end === base + start - 1 && covered[at - 1]!.kind === 'path') continue;
    if (groups!.ip !== undefined || groups!.phone !== undefined) push('identifier', start, end);
    else if (groups!.date !== undefined || groups!.time !== undefined) {
      const line = sinceLineStart(text, start);
      // A line's own time is no fact of the line.
      const stamp = (line !== null && STAMP.test(shown) && STAMP_BEFORE.test(line)) || STAMP_LEAD.test(text.slice(Math.max(0, start - 16), start));
      if (!stamp && !/[:\d]/.test(before) && !LETTER_BEFORE.test(after)) push('number', start, end);
    } else {
      if (/^\d{1,3}\.\d{1,3}$/.test(shown) && !/[\w%]/.test(after) && RELEASED.test(text.slice(Math.max(0, start - 16), start))) {
        push('version', start, end);
        continue;
      }
      const span = numberSpan(text, start, end);
      if (span) push('number', span[0], span[1]);
    }
  }
}

/** Start and end of a number with its key and unit; null where it says nothing. */
function numberSpan(text: string, start: number, end: number): readonly [number, number] | null {
  let [a, b] = [start, end];
  const digits = text.slice(start, end);
  const before = text[start - 1] ?? '\n';
  // A format (`%05d`), a mode of a file, a time zone.
  if (digits.length > MAX_DIGITS || /^0\d/.test(digits) || /^100(?:644|755)$/.test(digits)) return null;
  UNIT_AFTER.lastIndex = end;
  const unit = UNIT_AFTER.exec(text)?.[0];
  const money = CURRENCY.test(before);
  // `$1` is a parameter, `[31m` a colour of a terminal.
  if (money && before === '$' && digits.length === 1) return null;
  if (unit === 'm' && (before === '[' || before === ';')) return null;
  // What our own mark of a cut counts: `[… 1,234 of 5,678 tokens cut …]`.
  if (text.startsWith('[… ', start - 3) || text.startsWith(' tokens cut …]', end)) return null;
  if (unit !== undefined) b += unit.length;
  else if (/[A-Za-z]/.test(text[end] ?? '') || /^-[A-Za-z]/.test(text.slice(end, end + 2))) return null;
  if (money) a--;
  if (/[-−+]/.test(text[a - 1] ?? '') && !/\w/.test(text[a - 2] ?? '')) a--;
  // A key's value is the number alone: `"address": "975 Sunset Drive"` has another.
  const quoted = /["'`]/.test(text[a - 1] ?? '');
  const key = quoted && !/["'`\\]/.test(text[b] ?? '') ? -1 : keyBefore(text, a);
  if (key >= 0) {
    const bare = unit === undefined && !money;
    // 0 and 1 switch things on and off and begin counts.
    if (!(bare && (digits === '0' || digits === '1'))) {
      const quote = text[b] === '"' && text[start - 1] === '"' ? 1 : 0;
      return [key, b + quote];
    }
    return null;
  }
  const word = NUMBERED.exec(text.slice(Math.max(0, a - 14), a))?.[1];
  if (word !== undefined && (unit === undefined || DATE_WORD.test(word.trim())) && text[a - 1] === ' ')
    return DATE_WORD.test(word.trim()) && STAMP_AFTER.test(text.slice(end, end + 6)) ? null : [a - word.length, end];
  if (unit !== undefined || money) return [a, b];
  if (digits.replace(/\D/g, '').length < 3 || YEAR.test(digits) || /[-:]/.test(before)) return null;
  const line = sinceLineStart(text, start);
  if (line !== null && GUTTER_BEFORE.test(line) && GUTTER_AFTER.test(text.slice(end, end + 3))) return null;
  return [a, b];
}
