/** Lines in which a compiler, a test runner, a shell or a server says that something failed. */
import { isCodeLine } from '../code-lines.ts';

/** Characters of a reported failure that are shown. */
const MAX_ERROR = 240;

/** An error by its name: `TypeError: x`, `java.io.IOException: x`, `Error [ERR_X]: x`. */
const NAMED_ERROR = /(?:^|[\s([.])(?:[A-Z]\w{0,60})?(?:Error|Exception)(?: \[\w{1,40}\])?: ?\S/;
/** A line that says that something went wrong, in the words of compilers, test runners, shells and servers. */
const SAYS_ERROR =
  /(?:^|[^\w.-])(?:error|fatal|panic|failure)(?: [A-Z]{1,4}\d{2,6})?:\s*\S|^\s*(?:\d+:\d+\s+)?error\s{2,}\S|\bERR!|^npm error \S|^\s*(?:FAIL|FAILED)\s+\S|^\s*[✗✕✖❌]\s*\S|(?:^|[\s[])(?:ERROR|FATAL|CRITICAL)\b[\]:]?\s+\S|\bexit(?:ed)?(?: with)?(?: code| status)?:? [1-9]\d{0,2}\b|command not found|[Nn]o such file or directory|[Pp]ermission denied|^Traceback |\bpanicked at|[Ss]egmentation fault|\b[45]\d\d (?:Bad Request|Unauthorized|Forbidden|Not Found|Conflict|Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout)\b|(?:错误|失败|异常|报错)[:：]/;
/** An answer in JSON that carries an error. */
const JSON_ERROR = /"error"\s*:\s*(?:"[^"]|\{)/;
/** Lines that only say that a failure happened, not which. */
const BARE_ERROR =
  /^(?:Traceback |\W*(?:command|process)?\W*exit(?:ed)?\b|Command (?:exited|failed)|npm (?:ERR!|error) (?:code|errno|path|command|command failed|Lifecycle script|workspace|location)\b)/i;

/** One line that reports a failure; offsets within the text. */
export interface ErrorLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** It says that something failed (`exit code 1`), not what. */
  readonly bare: boolean;
}

/** Lines that report a failure, in order, each cut to 240 characters. Program text that mentions errors is none. Linear. */
export function findErrorLines(text: string): ErrorLine[] {
  const found: ErrorLine[] = [];
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf('\n', at);
    const end = stop < 0 ? text.length : stop;
    // A reason stands at the beginning of its line; what follows may be as long as it likes.
    const head = text.slice(at, Math.min(end, at + MAX_ERROR));
    if (NAMED_ERROR.test(head) || JSON_ERROR.test(head) || (SAYS_ERROR.test(head) && !isCodeLine(head))) {
      const shown = head.trim();
      const start = at + head.length - head.trimStart().length;
      found.push({ text: shown, start, end: start + shown.length, bare: BARE_ERROR.test(shown) });
    }
    at = end + 1;
  }
  return found;
}
