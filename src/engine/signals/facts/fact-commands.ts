/**
 * Shell commands: run by an agent (fields of its arguments), after a prompt, in fenced shell code, between backticks or in the `run:` of a pipeline.
 */
import { safeCut } from '../sentences.ts';
import { type FactPlace, type NameOccurrence, namedAt } from './fact-names.ts';
import type { Signs } from './signs.ts';

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
function* pieces(text: string, { start, end, escaped }: Script): Generator<readonly [number, number]> {
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

function* fieldsOf(text: string): Generator<Script> {
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
function* fencesOf(text: string): Generator<Script> {
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

function* scriptsOf(text: string, place: FactPlace, { prompt, tag }: Pick<Signs, 'prompt' | 'tag'>): Generator<Script> {
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
