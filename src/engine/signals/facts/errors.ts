/** Lines in which a compiler, a test runner, a shell or a server says that something failed. */
import { isCodeLine } from '../code-lines.ts';
import { codesOf } from '../codes.ts';
import { safeCut } from '../sentences.ts';
import { type Signs, signsOf } from './signs.ts';

const MAX_ERROR = 240;

/** A named error: `TypeError: x`, `java.io.IOException: x`, `Error [ERR_X]: x`. */
const NAMED_ERROR =
  /(?:^|[\s([.])(?:[A-Z]\w{0,60})?(?:Error|Exception)(?: \[\w{1,40}\])?: ?\S|^(?:\w{1,60}\.){1,6}(?:errors|exceptions)\.\w{1,60}: \S/;
const SAYS_ERROR =
  /(?:^|[^\w.-])(?:error|fatal|panic|failure)(?: [A-Z]{1,4}\d{2,6}|\[\w{1,12}\])?:\s*\S|^\s*make(?:\[\d+\])?: \*\*\* \S|^\s*! \[\w*\s?rejected\]|\bError response from daemon: \S|^\s*(?:\d+:\d+\s+)?error\s{2,}\S|\bERR!|^npm error \S|^\s*(?:FAIL|FAILED)\s+\S|^\s*[✗✕✖❌]\s*\S|(?:^|[\s[])(?:ERROR|FATAL|CRITICAL)\b[\]:]?\s+\S|command not found|[Nn]o such file or directory|[Pp]ermission denied|^Traceback |\bpanicked at|[Ss]egmentation fault|\b[45]\d\d (?:Bad Request|Unauthorized|Forbidden|Not Found|Conflict|Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout)\b|^\W*(?:FAILURE: |BUILD FAILED\b|(?:Build|Compilation|Execution) failed\b|(?:Failed|Unable) to \w|Could not \w)|^e: file:|(?:错误|失败|异常|报错)[:：]/;
const EXITED = /\bexit(?:ed)?(?: with)?(?: code| status)?:? [1-9]\d{0,2}\b/;
/** A program's own format string: `t.Fatalf("unexpected error: %v", err)`. */
const FORMAT = /\([^)]{0,40}["'`][^"'`]{0,200}(?:%[vsdqwr]|\$\{)[^"'`]{0,100}["'`]/;
/** `CRITICAL REQUIREMENTS`: a heading in capitals. */
const HEADING = /^[^a-z\d\p{Script=Han}]*$/u;
const JSON_ERROR = /"error"\s*:\s*(?:"[^"]|\{)/;
/** Lines that say only that a failure happened, not which. */
const BARE_ERROR =
  /^(?:Traceback |\W*(?:command|process)?\W*exit(?:ed)?\b|Command (?:exited|failed)|npm (?:ERR!|error) (?:code|errno|path|command|command failed|Lifecycle script|workspace|location)\b)/i;

export interface ErrorLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Says that something failed (`exit code 1`), but not what. */
  readonly bare: boolean;
}

const afterEscape = (lead: string): number => {
  const at = lead.lastIndexOf('\\n');
  return at < 0 ? 0 : at + 2;
};

/** Whether this beginning of a line says what failed, rather than only that something did. Program text that mentions errors does not. */
function saysFailure(head: string): 'told' | 'bare' | null {
  if (FORMAT.test(head) || HEADING.test(head)) return null;
  if (NAMED_ERROR.test(head) || JSON_ERROR.test(head)) return BARE_ERROR.test(head.trimStart()) ? 'bare' : 'told';
  const told = SAYS_ERROR.test(head);
  if ((!told && !EXITED.test(head)) || isCodeLine(head)) return null;
  return told && !BARE_ERROR.test(head.trimStart()) ? 'told' : 'bare';
}

/** Lines that report a failure, in order, each cut to 240 characters. Program text that mentions errors is not one. */
export function findErrorLines(text: string, sentences = false, { failures }: Signs = signsOf(text, codesOf(text))): ErrorLine[] {
  const found: ErrorLine[] = [];
  let from = 0;
  for (const hint of failures) {
    if (hint < from) continue;
    // The reason is at the beginning of its line; the rest may be of any length.
    const lead = text.slice(from, hint);
    from += Math.max(0, lead.lastIndexOf('\n') + 1, sentences ? Math.max(afterEscape(lead), lead.lastIndexOf('。') + 1) : 0);
    const stop = text.indexOf('\n', hint);
    const rest = text.slice(hint, stop < 0 ? text.length : stop);
    const broken = sentences ? rest.search(/\\n|(?<=。)/) : -1;
    const to = hint + (broken < 0 ? rest.length : broken);
    const head = text.slice(from, safeCut(text, Math.min(to, from + MAX_ERROR)));
    const says = hint - from < MAX_ERROR ? saysFailure(head) : null;
    if (says !== null) {
      const shown = head.trim();
      const start = from + head.length - head.trimStart().length;
      found.push({ text: shown, start, end: start + shown.length, bare: says === 'bare' });
    }
    from = to;
  }
  return found;
}
