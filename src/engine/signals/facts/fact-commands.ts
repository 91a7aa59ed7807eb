/**
 * Shell commands: run by an agent (fields of its arguments), after a prompt, in fenced shell code, between backticks or in the `run:` of a pipeline.
 */
import { anyCase, codesOf, Needles } from '../secrets.ts';
import { isCodeLine, safeCut } from '../sentences.ts';
import { type FactPlace, namedAt, type NameOccurrence } from './fact-names.ts';

const MAX_COMMAND = 300;
const MAX_SCRIPT = 20_000;
const MAX_FENCED = 200;

const PROGRAM = new Set(
  'ansible ant apk apt apt-get awk aws az bash bazel biome black brew bun bundle bunx cargo cat chmod chown clang cmake codex composer conda corepack cp createdb curl deno dig diff django-admin docker docker-compose dotnet du esbuild eslint expo fd ffmpeg find firebase flake8 flask flutter fly gcc gcloud gem gh git go gradle grep gunicorn head helm heroku http ipython isort java javac jest jq just kill kubectl lerna less ln ls lsof make man mkdir mkfs mocha mongo mount mv mvn mypy mysql nc netlify netstat next nginx ninja node nohup npm npx nslookup nvm nx openssl pdm perl pg_dump pg_restore php phpunit pip pip3 pipenv pipx pkill playwright pnpm poetry prettier prisma ps psql pyenv pyright pytest python python3 rails rake rbenv redis-cli rg rm rspec rsync rubocop ruby ruff rustc rustup scp sed serve sh sort sqlite3 ssh ssh-keygen stack strace sudo supabase svn swift systemctl tail tar tcpdump tee terraform tmux touch tox tr tree tsc tsx turbo uniq unzip uv uvicorn vercel vim virtualenv vite vitest vue wget which wrangler xargs xcodebuild yarn zip zsh'.split(
    ' ',
  ),
);
/** Commands that only navigate, print or wait. */
const IDLE =
  /^(?:cd|pwd|echo|printf|clear|exit|true|false|sleep|wait|export|set|unset|source|alias|return|break|continue|local|read|shift|pushd|popd|history|ls|date|whoami|hostname|env)$/;
const LEAD = /^(?:(?:do|then|else|elif|if|while|until|!|\{|\(|time|sudo|nohup|exec|command)\s+|[A-Z_][A-Z0-9_]*=[^\s"']{0,80}\s+)+/;
const NO_COMMAND = /^(?:for|case|esac|done|fi|function|select|in|[#:)}\]]|[A-Za-z_]\w*=|\w+\s*\(\)|EOF\b)/;
const NAME = /^(?:\.{0,2}\/)?[A-Za-z][\w.+/-]{0,60}$/;

const PROMPT =
  /^[ \t]{0,8}(?:\([\w.-]{1,30}\) )?(?:[\w.-]{1,40}@[\w.-]{1,60}[: ][^\s$#%]{0,80}[$#] |\$ |❯ |➜ {1,2}(?:[\w./~-]{1,60} (?:git:\([^)\n]{1,60}\) )?(?:✗ )?)?|PS [A-Z]:[^>\n]{0,100}> ?|(?:[•⏺●] )(?:Ran |Bash\()|(?:- )?run: |RUN )(?=\S)/gm;
const FENCE = /^[ \t]{0,8}(`{3,8}|~{3,8})[ \t]{0,4}([\w+-]{0,20})[^\n`]{0,80}$/gm;
const SHELL = /^(?:sh|bash|shell|zsh|fish|console|terminal|shell-session|shellsession|powershell|ps1|cmd|bat)$/i;
const INLINE = /`([^`\n]{4,300})`/g;
const TAGGED = /<(command|execute_bash|bash|cmd|bash-input|shell)>\s{0,4}/g;
const FIELD = /"(?:command|cmd|script|bash_command|shell_command|commandLine|CommandLine)"\s{0,4}:\s{0,4}(\[|")/g;

interface Script {
  readonly start: number;
  readonly end: number;
  readonly escaped: boolean;
  /** Known to be run, rather than only looking like a command. */
  readonly run: boolean;
}

/** Commands of a script between `start` and `end`. Separators inside quotes do not count; whatever follows `<<` is data. */
function* pieces(text: string, { start, end, escaped }: Script): Iterable<readonly [number, number]> {
  let from = start;
  let quote = '';
  for (let i = start; i < end; i++) {
    const c = text[i]!;
    if (c === '\\') {
      const next = text[i + 1];
      if (escaped && next === 'n') {
        if (quote === '') {
          yield [from, i];
          from = i + 2;
        }
        i++;
        continue;
      }
      // In a JSON string, `\"` is a shell quote, and a shell backslash is two.
      if (escaped && next === '"') {
        if (quote === '') quote = '"';
        else if (quote === '"') quote = '';
        i++;
        continue;
      }
      i += escaped && next === '\\' ? 3 : 1;
      continue;
    }
    if (quote !== '') {
      if (c === quote) quote = '';
      continue;
    }
    if (c === '"' || c === "'") quote = c;
    else if (c === '<' && text[i + 1] === '<' && /[\s'"\\\w-]/.test(text[i + 2] ?? '')) {
      yield [from, i];
      return;
    } else if (c === ';' || c === '\n' || (c === '&' && text[i + 1] === '&') || (c === '|' && text[i + 1] === '|')) {
      yield [from, i];
      if (c === '&' || c === '|') i++;
      from = i + 1;
    } else if (c === '#' && (i === start || /\s/.test(text[i - 1]!))) {
      yield [from, i];
      while (i < end && text[i] !== '\n' && !(escaped && text.startsWith('\\n', i))) i++;
      if (escaped) i++;
      from = i + 1;
    }
  }
  yield [from, end];
}

/** Whether this is a command rather than a word, an assignment or a line of output. Returns its start and end. */
function commandIn(text: string, [start, end]: readonly [number, number], { run, escaped }: Script): readonly [number, number] | null {
  let shown = text.slice(start, safeCut(text, Math.min(end, start + MAX_COMMAND)));
  const blank = shown.length - shown.trimStart().length;
  shown = shown.trim();
  const lead = LEAD.exec(shown)?.[0].length ?? 0;
  shown = shown.slice(lead);
  const line = shown.search(escaped ? /(?<!\\)\\n/ : /(?<!\\)\n/);
  if (line >= 0) shown = shown.slice(0, line).trimEnd();
  shown = shown.replace(/[({]/.test(shown) ? /[\s\\]+$/ : /[\s\\)}]+$/, '');
  if (shown === '' || NO_COMMAND.test(shown)) return null;
  const [program = '', argument] = shown.split(/\s+/, 2);
  if (argument === undefined || argument === '' || !NAME.test(program)) return null;
  const known = PROGRAM.has(program) || /^\.{1,2}\/.*\w$/.test(program) || /\.(?:sh|py|exe)$/.test(program);
  if ((!known && !run) || (IDLE.test(program) && !(program === 'ls' && / .*\w/.test(shown)))) return null;
  if (/^[=(→]|^:$|^(?:is|are|was|has|will|can|and|or|the|a|to|of|for|does|did|should|must)$/.test(argument)) return null;
  const a = start + blank + lead;
  return [a, a + shown.length];
}

function stringEnd(text: string, at: number): number {
  let i = at;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return Math.min(i, text.length);
}

function* fieldsOf(text: string): Iterable<Script> {
  FIELD.lastIndex = 0;
  for (let match = FIELD.exec(text); match; match = FIELD.exec(text)) {
    let at = match.index + match[0].length;
    if (match[1] === '[') {
      let last: readonly [number, number] | null = null;
      let strings = 0;
      while (strings < 16) {
        while (/[\s,]/.test(text[at] ?? '')) at++;
        if (text[at] !== '"') break;
        const end = stringEnd(text, at + 1);
        last = [at + 1, end];
        at = end + 1;
        strings++;
      }
      if (last && strings > 1) yield { start: last[0], end: Math.min(last[1], last[0] + MAX_SCRIPT), escaped: true, run: true };
    } else {
      const end = stringEnd(text, at);
      yield { start: at, end: Math.min(end, at + MAX_SCRIPT), escaped: true, run: true };
      at = end;
    }
    FIELD.lastIndex = Math.max(at, match.index + 1);
  }
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

/** Fenced blocks: those of a shell, and unlabelled ones, which must look like commands. */
function* fencesOf(text: string): Iterable<Script> {
  if (!text.includes('```') && !text.includes('~~~')) return;
  let open: { readonly mark: string; readonly language: string; readonly from: number } | null = null;
  for (const match of text.matchAll(FENCE)) {
    const mark = match[1]!;
    if (open === null) open = { mark, language: match[2]!, from: match.index + match[0].length + 1 };
    else if (mark.startsWith(open.mark) && match[2] === '') {
      const shell = SHELL.test(open.language);
      if (shell || open.language === '') {
        let at = open.from;
        for (let lines = 0; at < match.index && lines < MAX_FENCED; lines++) {
          let end = lineEnd(text, at);
          while (text[end - 1] === '\\' && end < match.index && end - at < MAX_COMMAND) end = lineEnd(text, end + 1);
          end = Math.min(end, match.index);
          const prompt = /^\s*(?:[$>%] )?/.exec(text.slice(at, Math.min(end, at + 40)))![0].length;
          yield { start: at + prompt, end, escaped: false, run: false };
          at = end + 1;
        }
      }
      open = null;
    }
  }
}

function* scriptsOf(text: string, place: FactPlace, { prompt, tag }: Pick<Signs, 'prompt' | 'tag'>): Iterable<Script> {
  if (place === 'arguments') {
    if (/^\s*[[{]/.test(text.slice(0, 40))) {
      yield* fieldsOf(text);
      return;
    }
    // Free-form arguments are the script itself, if they look like one.
    yield { start: 0, end: Math.min(text.length, MAX_COMMAND), escaped: false, run: false };
  }
  for (const { 0: shown, index } of prompt ? text.matchAll(PROMPT) : []) {
    const start = index + shown.length;
    const end = lineEnd(text, start);
    const called = shown.endsWith('Bash(') && text[end - 1] === ')' ? 1 : 0;
    yield {
      start,
      end: Math.min(end, start + MAX_SCRIPT) - called,
      escaped: false,
      run: !/(?:run: |RUN )$/.test(shown),
    };
  }
  yield* fencesOf(text);
  if (text.includes('`'))
    for (const { 1: code, index } of text.matchAll(INLINE)) yield { start: index + 1, end: index + 1 + code!.length, escaped: false, run: false };
  if (!tag) return;
  /** Next closing position per tag: an unclosed tag is searched for once. */
  const ends = new Map<string, number>();
  for (const { 0: shown, 1: name, index } of text.matchAll(TAGGED)) {
    const start = index + shown.length;
    let end = ends.get(name!) ?? -1;
    if (end < start && end !== text.length) {
      const found = text.indexOf(`</${name}`, start);
      end = found < 0 ? text.length : found;
      ends.set(name!, end);
    }
    if (end < text.length && end - start <= MAX_SCRIPT) yield { start, end, escaped: false, run: true };
  }
}

export function findCommands(text: string, place: FactPlace, into: NameOccurrence[], signs: Pick<Signs, 'prompt' | 'tag'>): void {
  const seen = new Set<number>();
  for (const script of scriptsOf(text, place, signs)) {
    for (const piece of pieces(text, script)) {
      const found = commandIn(text, piece, script);
      if (found === null || seen.has(found[0])) continue;
      seen.add(found[0]);
      into.push(namedAt('command', text, found[0], found[1]));
    }
  }
}

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

interface ErrorLine {
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
