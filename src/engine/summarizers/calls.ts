/** What a tool call did, judged by its name and arguments: files touched, commands run, task lists written. */
import { maskSecrets } from '../signals/secrets.ts';
import { safeCut } from '../signals/sentences.ts';
import { isTaskTool, type TaskItem, tasksOfCall } from '../signals/task-type.ts';
import { readJson } from '../transcript/transcript-json.ts';
import type { ToolCallPart } from '../transcript/types.ts';

const MOST_TEXT = 20_000;
const MOST_NAMES = 24;

const DEFINITION =
  /^[ \t]*(?:(?:export|default|declare|async|public|static|abstract|final|pub(?:\(crate\))?|unsafe|const|data|sealed|open|override)[ \t]+){0,4}(class|interface|type|enum|struct|trait|protocol|record|function\*?|def|fn|func|fun|module)[ \t]+(?:\([^)\n]{0,60}\)[ \t]*)?([A-Za-z_$][\w$]{2,60})/gm;
const METHOD =
  /^[ \t]+(?:(?:async|get|set|static|public|override)[ \t]+){0,3}(?!if|for|while|switch|catch|return|function|constructor|await|do|else|with\b)([A-Za-z$][\w$]{2,60})\([^()\n]{0,160}\)(?:[ \t]*:[ \t]*[^;{}=\n]{1,80})?[ \t]*\{[ \t]*$/gm;
const CALLED = /^(?:function\*?|def|fn|func|fun)$/;

export function definitionsIn(text: string): string[] {
  const read = text.slice(0, MOST_TEXT);
  const found: { readonly name: string; readonly at: number }[] = [];
  for (const { 1: word, 2: name, index } of read.matchAll(DEFINITION)) found.push({ name: CALLED.test(word!) ? `${name}()` : name!, at: index });
  for (const { 1: name, index } of read.matchAll(METHOD)) found.push({ name: `${name}()`, at: index });
  const names = found.sort((a, b) => a.at - b.at).map(({ name }) => name);
  return [...new Set(names)].filter((name) => !/^(?:test_|setUp|tearDown|__)/.test(name)).slice(0, MOST_NAMES);
}

export type FileOperation = 'created' | 'modified' | 'deleted' | 'read';
export interface FileTouch {
  readonly operation: FileOperation;
  readonly path: string;
}

export interface CallDigest {
  readonly files: readonly FileTouch[];
  readonly check?: string;
  /** Checks among several commands in a row: their outcome is not known apart, but they ran. */
  readonly within?: readonly string[];
  readonly action?: { readonly verb: 'committed' | 'branch' | 'ran' | 'called'; readonly text: string };
  readonly report?: string;
  readonly note?: string;
  /** Items of the task list in the call: open ones with the running one first, and done ones; absent without a list. */
  readonly open?: readonly string[];
  readonly ticked?: readonly string[];
  /** The call in a few words, as a label of its result; absent where its files say enough. */
  readonly label?: string;
  readonly defines?: readonly string[];
}

const WRITES = /^(?:write|create|createfile|writefile|writetofile|newfile|savefile|filewrite)$/;
const EDITS =
  /^(?:edit|editor|multiedit|editfile|fileedit|strreplace|strreplaceeditor|strreplacebasededittool|replaceinfile|applydiff|updatefile|notebookedit|replace|patch|insert|inserttext)$/;
const DELETES = /^(?:delete|deletefile|removefile|rm|unlink)$/;
const READS = /^(?:read|readfile|readfiles|readmanyfiles|view|viewfile|cat|openfile|open|notebookread)$/;
const PATCHES = /^apply_?patch$/i;
const SHELLS =
  /^(?:bash|shell|sh|exec|execute|executebash|executecommand|runcommand|runcommands|runshellcommand|runterminalcmd|runinterminal|localshell|execcommand|terminal|powershell|developershell)$/;
const FINISHES = /^(?:finish|attemptcompletion|taskcomplete|complete|submit|done|finaltask|finalanswer)$/;
const NOTES = /(?:^|_)(?:notes?|memory|memories|remember|memorize)(?:_|$)/;
const ACTS =
  /^(?:book|cancel|update|modify|change|send|create|add|remove|delete|return|exchange|refund|transfer|submit|set|assign|close|reopen|issue|place|pay|schedule|reschedule|register|approve|reject|post|publish|apply|replace|extend|report)(?:_|[A-Z]|$)/;

/** Longer arguments are not parsed; a path is found in them anyway. */
const PARSE_LIMIT = 20_000;
const MAX_COMMAND = 120;
const MAX_ACTION = 180;
const MAX_LABEL = 80;

const PATH_KEYS = ['file_path', 'filePath', 'notebook_path', 'target_file', 'path', 'filename', 'file'].map((key) => ({
  quoted: `"${key}"`,
  value: new RegExp(`"${key}"\\s{0,4}:\\s{0,4}"((?:[^"\\\\]|\\\\.){1,400})"`, 'y'),
}));

/** Quotes inside a value are escaped, so `"path"` is always a key. */
function pathIn(args: string): string | null {
  for (const { quoted, value } of PATH_KEYS) {
    const at = args.indexOf(quoted);
    if (at < 0) continue;
    value.lastIndex = at;
    const found = value.exec(args)?.[1];
    if (found !== undefined) return found.replace(/\\(.)/g, '$1');
  }
  return null;
}

type Fields = Readonly<Record<string, unknown>>;

function listedPaths(args: string): readonly string[] {
  const fields = parsed(args);
  const list = fields?.files ?? fields?.paths;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown): string[] => {
    const path = typeof item === 'object' && item !== null && 'path' in item ? item.path : item;
    return typeof path === 'string' ? [path] : [];
  });
}
function parsed(args: string): Fields | null {
  if (args.length > PARSE_LIMIT) return null;
  const value = readJson(args);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

const PATCHED = /^\*\*\* (Add|Update|Delete) File: (\S.{0,300})$/gm;
const PATCH_WORDS: Readonly<Record<string, FileOperation>> = { Add: 'created', Update: 'modified', Delete: 'deleted' };

function patched(args: string): FileTouch[] {
  const text = args.includes('\\n') ? args.slice(0, PARSE_LIMIT).replaceAll('\\n', '\n') : args;
  return Array.from(text.matchAll(PATCHED), ([, word, path]) => ({ operation: PATCH_WORDS[word!]!, path: path!.trim() }));
}

const bareName = (call: ToolCallPart): string => call.name.replace(/^.*(?:__|[./:])/, '');
const plainName = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/** The script passed to a shell, from the first 20,000 characters; null for other tools. */
export function shellScript(call: ToolCallPart): string | null {
  return SHELLS.test(plainName(bareName(call))) && !call.args.includes('*** Begin Patch') ? scriptIn(call.args) : null;
}

function scriptIn(args: string): string {
  const fields = parsed(args);
  const given = fields?.command ?? fields?.cmd ?? fields?.script ?? fields?.code;
  if (Array.isArray(fields?.commands)) return fields.commands.join('\n');
  return Array.isArray(given) ? String(given.at(-1)) : typeof given === 'string' ? given : fields ? '' : args.slice(0, PARSE_LIMIT);
}

const NONE: CallDigest = { files: [] };
const masked = (text: string): string => maskSecrets(text).text;

export function digestCall(call: ToolCallPart): CallDigest {
  const { args } = call;
  if (args.includes('*** Begin Patch') || PATCHES.test(call.name)) return { files: patched(args) };
  const name = bareName(call);
  const tool = plainName(name);
  if (SHELLS.test(tool)) return shell(args);
  if (FINISHES.test(tool)) return { files: [], report: masked(longestValue(args)) };
  if (isTaskTool(name)) {
    const tasks = tasksIn(args);
    if (tasks) return { files: [], ...tasks };
  }
  if (NOTES.test(name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase())) {
    const note = longestValue(args);
    if (note !== '') return { files: [], note: masked(note) };
  }
  const operation = WRITES.test(tool) ? 'created' : EDITS.test(tool) ? 'modified' : DELETES.test(tool) ? 'deleted' : READS.test(tool) ? 'read' : null;
  const path = operation && pathIn(args);
  if (operation === 'read') {
    const paths = listedPaths(args);
    if (paths.length > 0) return { files: paths.map((one) => ({ operation, path: one })) };
  }
  if (operation && path) return written(args, editorCommand(args) ?? operation, path);
  if (operation) return NONE;
  if (ACTS.test(name)) return { files: [], label: name, action: { verb: 'called', text: described(name, args, MAX_ACTION) } };
  return { files: [], label: described(name, args, MAX_LABEL) };
}

function longestValue(args: string): string {
  const texts = Object.values(parsed(args) ?? {}).filter((value) => typeof value === 'string');
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

const NEW_TEXT = ['content', 'file_text', 'new_string', 'newText', 'new_str', 'new_text', 'contents', 'text', 'insert_text'];
const OLD_TEXT = ['old_string', 'oldText', 'old_str', 'old_text'];

function written(args: string, operation: FileOperation, path: string): CallDigest {
  const files = [{ operation, path }];
  if (operation === 'read' || operation === 'deleted' || /\.(?:md|txt|json|ya?ml|html?|css)$/i.test(path)) return { files };
  const fields = parsed(args);
  const text = (keys: readonly string[]): string => {
    const key = keys.find((name) => typeof fields?.[name] === 'string');
    return key === undefined ? '' : String(fields![key]);
  };
  // Arguments too long to parse are read in their escaped form; only a new file is that long.
  const added = fields ? text(NEW_TEXT) : operation === 'created' ? args.slice(0, PARSE_LIMIT).replace(/\\n/g, '\n').replace(/\\t/g, '\t') : '';
  const before = new Set(definitionsIn(text(OLD_TEXT)));
  const defines = definitionsIn(added).filter((name) => !before.has(name));
  return defines.length > 0 ? { files, defines } : { files };
}

function editorCommand(args: string): FileOperation | null {
  const command = /"command"\s{0,4}:\s{0,4}"(view|create|str_replace|insert|undo_edit)"/.exec(args.slice(0, PARSE_LIMIT))?.[1];
  return command === undefined ? null : command === 'view' ? 'read' : command === 'create' ? 'created' : 'modified';
}

function described(name: string, args: string, most: number): string {
  const fields = parsed(args);
  const words = fields
    ? Object.entries(fields).map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    : [args];
  const text = words.join(', ').replace(/\s+/g, ' ');
  const safe = masked(text);
  return `${name}(${safe.length > most ? `${safe.slice(0, safeCut(safe, most - 1))}…` : safe})`;
}

function tasksIn(args: string): { open: string[]; ticked: string[] } | null {
  const tasks = args.length > PARSE_LIMIT ? null : tasksOfCall(args);
  if (!tasks) return null;
  const texts = (state: TaskItem['state']): string[] => tasks.flatMap((task) => (task.state === state ? [masked(task.text)] : []));
  return { open: [...texts('running'), ...texts('open')], ticked: texts('done') };
}

/** Ends with a file extension, so it is no folder. */
const NAMED_FILE = /[^/]\.\w+$/;

const PREAMBLE =
  /^(?:cd\s+(?:"[^"]{1,300}"|'[^']{1,300}'|[^\s;&|]{1,300})\s*(?:&&|;|\n)\s*|(?:#[^\n]{0,200}\n\s*)|(?:[A-Z_][A-Z0-9_]{0,40}=\S{0,80}\s+)|(?:source|\.)\s+\S{1,200}\s*(?:&&|;)\s*|set -\w+\s*;?\s*)/;
const CHECK =
  /^(?:npm|pnpm|yarn|bun|npx|bunx|pytest|python3? -m (?:pytest|unittest|mypy)|tox|nox|cargo|go (?:test|build|vet|run)|make\b|just\b|tsc|jest|vitest|eslint|biome|ruff|mypy|gradle|\.\/gradlew|mvn|dotnet|bundle exec|rspec|rake|docker(?: compose|-compose)?|terraform|ctest|cmake|swift (?:test|build)|xcodebuild|mix|deno|node \S+\.(?:mjs|js|ts))\b/;
const CHANGES =
  /^(?:rm|mv|cp|git (?:push|merge|rebase|revert|reset|tag|rm|mv|cherry-pick|stash)|(?:npm|pnpm|yarn|pip3?|uv|cargo|brew|apt(?:-get)?) (?:install|add|remove|uninstall)|alembic|kubectl (?:apply|delete|rollout)|helm)\b/;
const COMMIT = /\bgit commit\b[^\n]{0,200}?(?:-a?m|--message)[ =]?\s*(?:"((?:[^"\\]|\\.){3,400})"|'([^']{3,400})')/;
const HERE_COMMIT = /\bgit commit\b[\s\S]{0,60}<<-?\s?['"]?EOF['"]?\n(.{3,200})/;
const BRANCH = /\bgit (?:checkout -[bB]|switch -c) ([\w./-]{2,100})/;

function shell(args: string): CallDigest {
  let command = scriptIn(args);
  const commit = COMMIT.exec(command);
  const message = (commit?.[1] ?? commit?.[2] ?? HERE_COMMIT.exec(command)?.[1])?.replace(/\\(.)/g, '$1').split('\n')[0]?.trim();
  if (message && !message.startsWith('$(')) return { files: [], action: { verb: 'committed', text: masked(message) } };
  const branch = BRANCH.exec(command)?.[1];
  if (branch) return { files: [], action: { verb: 'branch', text: branch } };
  for (let found = PREAMBLE.exec(command); found; found = PREAMBLE.exec(command)) command = command.slice(found[0].length);
  // Commands after a pipe only view the output; a later command stands for the first where that one only prepares.
  const bare = command
    .split('\n')[0]!
    .replace(/(?:^|\s*(?:&&|;)\s*)[^&;]*<<.*$/, '')
    .replace(/\s*\d?>&\d|\s*\d?>\s?\/dev\/null/g, '')
    .replace(/\s*\|\s*(?:head|tail|grep|rg|sed|awk|sort|uniq|wc|tee|cat|less|jq)\b.*$/, '')
    .trim();
  if (bare === '' || bare.length > MAX_COMMAND) return NONE;
  const text = masked(bare);
  const label = `\`${text}\``;
  const inRow = text.split(/&&|\|\||;/).map((one) => one.trim());
  const checks = inRow.length > 1 ? inRow.filter((one) => CHECK.test(one)) : [];
  const within = checks.length > 0 ? { within: checks } : {};
  const files = movedFiles(command);
  if (files.length > 0) return { files, label, ...within };
  if (CHANGES.test(bare)) return { files: [], label, action: { verb: 'ran', text }, ...within };
  return { files: [], label, ...(CHECK.test(bare) && { check: text }), ...within };
}

function movedFiles(script: string): FileTouch[] {
  const touched: FileTouch[] = [];
  for (const command of script.split(/\n|&&|;/)) {
    const [, verb, rest] = /^\s*(?:git )?(rm|mv) (?:-\w+ )*([^;&|<>*?"'$`(){}]+)$/.exec(command) ?? [];
    const paths = rest?.trim().split(/\s+/) ?? [];
    const to = verb === 'mv' ? paths.pop() : undefined;
    const files = paths.filter((path) => NAMED_FILE.test(path));
    for (const path of files) touched.push({ operation: 'deleted', path });
    if (to === undefined) continue;
    const folder = to.endsWith('/') || files.length > 1;
    if (folder) for (const path of files) touched.push({ operation: 'created', path: `${to.replace(/\/$/, '')}/${path.split('/').at(-1)}` });
    else if (NAMED_FILE.test(to)) for (const _ of files) touched.push({ operation: 'created', path: to });
  }
  return touched;
}

export interface FileChange {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}
export type CallChange = FileChange & { readonly whole?: true };
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Of longer texts (product of their lines) only a common beginning and end are found. */
const MOST_COMPARED = 250_000;

function commonLines(a: readonly string[], b: readonly string[]): number {
  let [start, end] = [0, 0];
  const least = Math.min(a.length, b.length);
  while (start < least && a[start] === b[start]) start++;
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [rows, columns] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (rows.length * columns.length > MOST_COMPARED) return start + end;
  let above = new Uint32Array(columns.length + 1);
  for (const row of rows) {
    const here = new Uint32Array(columns.length + 1);
    columns.forEach((column, k) => {
      here[k + 1] = row === column ? above[k]! + 1 : Math.max(above[k + 1]!, here[k]!);
    });
    above = here;
  }
  return start + end + above.at(-1)!;
}

type Lines = Pick<FileChange, 'added' | 'removed'>;

function between(old: string, now: string): Lines {
  const [before, after] = [linesOf(old), linesOf(now)];
  const common = commonLines(before, after);
  return { added: after.length - common, removed: before.length - common };
}

const sum = (all: readonly Lines[]): Lines =>
  all.reduce((total, { added, removed }) => ({ added: total.added + added, removed: total.removed + removed }), { added: 0, removed: 0 });

const textAt = (fields: Fields, keys: readonly string[]): string => {
  const found = keys.map((key) => fields[key]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : '';
};

const BLOCK = /^(?:-{3,}|<{3,}) ?SEARCH>?\n(?:[\s\S]*?^-{5,}\n)?([\s\S]*?)^={3,}\n([\s\S]*?)^(?:\+{3,}|>{3,}) ?REPLACE>?/gm;

function signed(text: string): Lines {
  const lines = linesOf(text);
  const count = (sign: RegExp): number => lines.filter((line) => sign.test(line)).length;
  return { added: count(/^\+(?!\+\+ )/), removed: count(/^-(?!-- )/) };
}

function edited(fields: Fields): Lines {
  const diff = textAt(fields, ['diff', 'patch', 'unified_diff']);
  const blocks = Array.from(diff.matchAll(BLOCK), ([, old = '', now = '']) => between(old, now));
  if (blocks.length > 0) return sum(blocks);
  if (diff !== '') return signed(diff);
  const list = [fields.edits, fields.replacements, fields.changes].find(Array.isArray) ?? [fields];
  return sum(list.filter(isFields).map((one) => between(textAt(one, OLD_TEXT), textAt(one, [...NEW_TEXT, 'new_source']))));
}

const FILE = /^\*\*\* (Add|Update|Delete) File: (\S.{0,300})$/;
const MOVED = /^\*\*\* Move to: (\S.{0,300})$/;

function changesOfPatch(text: string): readonly CallChange[] {
  const files: { path: string; whole: boolean; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, word, path] = FILE.exec(line) ?? [];
    const file = files.at(-1);
    if (path !== undefined) files.push({ path: path.trim(), whole: word !== 'Update', lines: [] });
    else if (file) {
      file.path = MOVED.exec(line)?.[1]?.trim() ?? file.path;
      file.lines.push(line);
    }
  }
  return files.map(({ path, whole, lines }) => ({ path, ...signed(lines.join('\n')), ...(whole && { whole: true as const }) }));
}

const PATH = `(?:"([^"$\n]{1,300})"|'([^'\n]{1,300})'|([^\\s"'$` + '`' + `<>|&;(){}*?]{1,300}))`;
const DOCUMENT = /<<(-?)\s*(['"]?)([A-Za-z_]\w{0,40})\2/;
const WRITTEN_BY = /(?:^|[\s;&|(])(?:cat|tee)\b[^\n]{0,200}/;
const REDIRECTED = new RegExp(`(>>?)\\s*${PATH}`);
const TEED = new RegExp(`\\btee\\s+((?:-a|--append)\\s+)?${PATH}`);
/** `sed -i`, `sed -i.bak -E`, `sed --in-place=.bak`. */
const IN_PLACE = /(?:^|[\s;&|(])sed\s+(?=(?:-\S+\s+)*(?:-\w*i|--in-place))/g;
const WORD = /"((?:[^"\\]|\\.){0,2000})"|'([^']{0,2000})'|([^\s"'|;&]{1,2000})|([|;&])/g;
const SCRATCH = /^\/(?:dev|tmp|var\/tmp)\//;
const COMPUTED = /[$`*?{}<>()]/;

/**
 * The files that a script writes with a document (`cat > FILE <<EOF`, `tee FILE <<EOF`) or edits with `sed -i`, of which it does not state the
 * lines. What it computes (`> $FILE`, wildcards) is nobody's file.
 */
function scripted(script: string): readonly CallChange[] {
  const changes: CallChange[] = [];
  const lines = script.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const [, dash, , end] = DOCUMENT.exec(line) ?? [];
    if (end === undefined) {
      for (const { 0: sed, index } of line.matchAll(IN_PLACE)) changes.push(...editedInPlace(line.slice(index + sed.length)));
      continue;
    }
    const to = lines.findIndex((one, k) => k > i && (dash ? one.replace(/^\t+/, '') : one) === end);
    const added = (to < 0 ? lines.length : to) - i - 1;
    const tee = TEED.exec(line);
    const redirected = tee ? null : WRITTEN_BY.test(line) ? REDIRECTED.exec(line.replace(DOCUMENT, '')) : null;
    const [, how, ...path] = tee ?? redirected ?? [];
    const named = path.find((one) => one !== undefined);
    const appends = tee ? how !== undefined : how === '>>';
    if (named !== undefined && !SCRATCH.test(named)) changes.push({ path: named, added, removed: 0, ...(!appends && { whole: true as const }) });
    i = to < 0 ? lines.length : to;
  }
  return changes;
}

function editedInPlace(rest: string): readonly CallChange[] {
  const files: string[] = [];
  let [hasScript, scriptNext] = [false, false];
  for (const [, double, single, bare, end] of rest.matchAll(WORD)) {
    if (end !== undefined) break;
    const word = double ?? single ?? bare ?? '';
    if (scriptNext || /^(?:-e|--expression|-f|--file)/.test(bare ?? '')) {
      hasScript = true;
      scriptNext = !scriptNext && /^(?:-e|--expression|-f|--file)$/.test(bare ?? '');
    } else if (word === '' || bare?.startsWith('-')) continue;
    else if (!hasScript) hasScript = true;
    else if (single !== undefined || !COMPUTED.test(word)) files.push(word);
  }
  return files.flatMap((path) => (SCRATCH.test(path) ? [] : { path, added: 0, removed: 0 }));
}

/**
 * What a call of an edit tool, a patch, or a shell that writes a document or edits in place does to its files; nothing of other tools. Lines that a
 * call does not state (those of an overwritten or deleted file, of an edit in place) are not counted.
 */
export function changesOfCall(call: ToolCallPart): readonly CallChange[] {
  const script = shellScript(call);
  if (script !== null) return scripted(script);
  const files = digestCall(call).files.filter(({ operation }) => operation !== 'read');
  if (files.length === 0) return [];
  const value = readJson(call.args);
  const patch = (value === undefined ? [call.args] : textsIn(value)).find((text) => /^\*\*\* (?:Add|Update|Delete) File: /m.test(text));
  if (patch !== undefined) return changesOfPatch(patch);
  const fields = isFields(value) ? value : {};
  return files.map(({ operation, path }) => {
    if (operation === 'modified') return { path, ...edited(fields) };
    return { path, added: operation === 'deleted' ? 0 : linesOf(textAt(fields, NEW_TEXT)).length, removed: 0, whole: true };
  });
}

const MEMORY_TOOL = /(?:^|_)(?:notes?|memory|memories|remember|memorize)(?:_|$)/;
const MEMORY_READS = /(?:^|_)(?:retrieve|search|get|read|list|recall|query|view|load|open|find|fetch|delete|remove|forget|clear)(?:_|$)/;
/** Arguments that say where a memory is kept, not what it says. */
const PLACES = /^(?:command|action|operation|path|file_?path|key|id|name|tags?|type|entityType|category|scope|old_.*|oldText)$/i;

/** What a call of a memory tool saves, in one line; null for other tools and for those that read or delete. */
export function memoryOfCall({ name, args }: ToolCallPart): string | null {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s./:-]+|__+/g, '_')
    .toLowerCase();
  if (!MEMORY_TOOL.test(words) || MEMORY_READS.test(words)) return null;
  const value = readJson(args);
  if (!isFields(value) || MEMORY_READS.test(String(value.command ?? value.action ?? value.operation ?? ''))) return null;
  const saved = (one: unknown): readonly string[] => {
    if (Array.isArray(one)) return one.flatMap(saved);
    return isFields(one) ? Object.entries(one).flatMap(([key, inner]) => (PLACES.test(key) ? [] : saved(inner))) : textsIn(one);
  };
  const text = saved(value).join(' ').replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}
