/** Lines that a call adds to and removes from the files it edits, as git would count them; and what a call saves as a memory. */
import { readJson } from '../transcript/transcript-json.ts';
import type { ToolCallPart } from '../transcript/types.ts';
import { digestCall, NEW_TEXT, OLD_TEXT, shellScript } from './calls.ts';

export interface FileChange {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}
export type CallChange = FileChange & { readonly whole?: true };

type Fields = Readonly<Record<string, unknown>>;
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

function patched(text: string): readonly CallChange[] {
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
  if (patch !== undefined) return patched(patch);
  const fields = isFields(value) ? value : {};
  return files.map(({ operation, path }) => {
    if (operation === 'modified') return { path, ...edited(fields) };
    return { path, added: operation === 'deleted' ? 0 : linesOf(textAt(fields, NEW_TEXT)).length, removed: 0, whole: true };
  });
}

const MEMORY_TOOL = /(?:^|_)(?:notes?|memory|memories|remember|memorize)(?:_|$)/;
const READS = /(?:^|_)(?:retrieve|search|get|read|list|recall|query|view|load|open|find|fetch|delete|remove|forget|clear)(?:_|$)/;
/** Arguments that say where a memory is kept, not what it says. */
const PLACES = /^(?:command|action|operation|path|file_?path|key|id|name|tags?|type|entityType|category|scope|old_.*|oldText)$/i;

/** What a call of a memory tool saves, in one line; null for other tools and for those that read or delete. */
export function memoryOfCall({ name, args }: ToolCallPart): string | null {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s./:-]+|__+/g, '_')
    .toLowerCase();
  if (!MEMORY_TOOL.test(words) || READS.test(words)) return null;
  const value = readJson(args);
  if (!isFields(value) || READS.test(String(value.command ?? value.action ?? value.operation ?? ''))) return null;
  const saved = (one: unknown): readonly string[] => {
    if (Array.isArray(one)) return one.flatMap(saved);
    return isFields(one) ? Object.entries(one).flatMap(([key, inner]) => (PLACES.test(key) ? [] : saved(inner))) : textsIn(one);
  };
  const text = saved(value).join(' ').replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}
