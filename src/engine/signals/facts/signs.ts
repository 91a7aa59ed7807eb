/** Finds in one pass the words without which no line reports a failure and no sentence decides. */
import { anyCase, Needles } from '../needles.ts';

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Failures are searched for only in lines with one of these. */
const FAILURES = [
  ...['error', 'exception', 'fail', 'unable to', 'could not', 'fatal', 'panic', 'err!', 'critical', 'traceback', 'denied'].map(anyCase),
  ...['no such', 'not found', 'rejected', 'segmentation', '错误', '失败', '异常', '报错'].map(anyCase),
  ['45', DIGITS, DIGITS, ' ', LETTERS],
  ['✗✕✖❌'],
];
const AT_WORD = [anyCase('exit')];
const AT_LINE = [anyCase('e: file')];
const DECISIONS = [
  ...['decided', ' agreed', ' chose', ' opted', ' settled', ' elected', "let's ", 'let us ', 'decision:', 'decision made:'].map(anyCase),
  ...['go with', 'go for', 'going with', 'going for', 'stick with', 'stick to', 'sticking with', 'sticking to'].map(anyCase),
  ...['settle on', 'settle for', 'opt for', 'instead of', 'rather than'].map(anyCase),
  ...[' picked', ' went with', ' switched to', ' selected'].map((words) => ['eEiI', ...anyCase(words)]),
  ...['决定', '选择', '使用', '采用', '改用', '选用', '确定用', '换成', '代替', '替代', '取代', '而不是', '而非'].map(anyCase),
];
const EXITS = ['return_code', 'returncode', 'command failed with'].map(anyCase);
const EXITS_HAN = ['退出码', '退出状态', '返回码'].map(anyCase);
const PROMPTS = [
  ['$#', ' '],
  ['❯➜•⏺●', ' '],
  ['P', 'S', ' '],
  ['r', 'u', 'n', ':', ' '],
  ['R', 'U', 'N', ' '],
];
const TAGS = ['command>', 'bash>', 'cmd>', 'bash-input>', 'shell>'].map((tag) => [...tag]);
const NEEDLES = new Needles([...FAILURES, ...AT_LINE, ...AT_WORD, ...EXITS, ...EXITS_HAN, ...DECISIONS, ...PROMPTS, ...TAGS]);
const FIRST_AT_LINE = FAILURES.length;
const FIRST_AT_WORD = FIRST_AT_LINE + AT_LINE.length;
const FIRST_EXIT = FIRST_AT_WORD + AT_WORD.length;
const FIRST_EXIT_HAN = FIRST_EXIT + EXITS.length;
const FIRST_DECISION = FIRST_EXIT_HAN + EXITS_HAN.length;
const FIRST_PROMPT = FIRST_DECISION + DECISIONS.length;
const FIRST_TAG = FIRST_PROMPT + PROMPTS.length;

export interface Signs {
  readonly failures: readonly number[];
  readonly exit: number;
  readonly decision: number;
  readonly prompt: boolean;
  readonly tag: boolean;
}

export function signsOf(text: string, codes: Uint16Array): Signs {
  const failures: number[] = [];
  let exit = -1;
  let decision = -1;
  let prompt = false;
  let tag = false;
  let ascending = true;
  const put = (start: number): void => {
    ascending &&= failures.length === 0 || failures.at(-1)! <= start;
    failures.push(start);
  };
  NEEDLES.scan(codes, text.length, (needle, start) => {
    const before = text[start - 1] ?? '\n';
    if (needle < FIRST_AT_LINE) put(start);
    else if (needle < FIRST_AT_WORD) {
      if (LINE_END.test(before)) put(start);
    } else if (needle < FIRST_DECISION) {
      if (needle < FIRST_EXIT_HAN && /\w/.test(before)) return;
      if (needle < FIRST_EXIT) put(start);
      if (exit < 0 || start < exit) exit = start;
    } else if (needle < FIRST_PROMPT) {
      if (decision < 0 || start < decision) decision = start;
    } else if (needle < FIRST_TAG) prompt = true;
    else tag = true;
  });
  return { failures: ascending ? failures : failures.sort((a, b) => a - b), exit, decision, prompt, tag };
}
const LINE_END = /[\n\r\u2028\u2029]/;
