/** What calls did to files, and what a text says of files: the two sides of the artifact trail. */
import type { Fact } from '../../signals/contract.ts';
import { findNamed } from '../../signals/facts/index.ts';
import { hasFailed, resultText } from '../../signals/outcomes.ts';
import { type TranscriptInput, remembered } from '../../signals/remember.ts';
import { digestCall, type FileOperation, type FileTouch, shellScript } from '../../summarizers/calls.ts';
import type { ToolCallPart } from '../../transcript/types.ts';

const SHOWS = /^(?:cat|head|tail|less|more|nl|bat|tac|wc|od|xxd)$/;
const MAKES = /^(?:touch|tee)$/;
/** A path that a shell would take as it is: with a file's ending or a folder, without patterns and variables. */
const PATH = /^(?!-)(?=.*(?:\/|[^/]\.\w+$))[\w@.~/+:%=,-]+$/;
const REDIRECT = /(?:^|[^<>\d&-])(?:1|&)?(>>?)\s*(?!&)("[^"\n]+"|'[^'\n]+'|[^\s;&|<>()"']+)/g;
const HERE_DOCUMENT = /<<-?\s*(["']?)(\w+)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\n|$)/g;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"|'[^']*'/g;
const SEPARATORS = /[;|&<>\n]/g;
const WORD = /"([^"]*)"|'([^']*)'|[^\s"']+/g;

const wordsOf = (command: string): string[] => Array.from(command.matchAll(WORD), ([all, double, single]) => double ?? single ?? all);
const bare = (word: string): string => word.replace(/^["']|["']$/g, '');

const sedFiles = (rest: readonly string[]): readonly string[] =>
  rest.includes('-e') ? rest.filter((_, k) => rest[k - 1] !== '-e') : rest.filter((word) => PATH.test(word)).slice(-1);

export function shellTouches(script: string): FileTouch[] {
  const touched: FileTouch[] = [];
  const add = (operation: FileOperation, paths: readonly string[]): void => {
    for (const path of paths) if (PATH.test(path) && !path.startsWith('/dev/')) touched.push({ operation, path });
  };
  const plain = script.replace(HERE_DOCUMENT, '<<$2$3').replace(QUOTED, (quoted) => quoted.replace(SEPARATORS, ' '));
  for (const command of plain.split(/\n|&&|\|\||[;|]/)) {
    const redirected = Array.from(command.matchAll(REDIRECT), ([, sign, path]) => [sign === '>' ? 'created' : 'modified', bare(path!)] as const);
    const words = wordsOf(command.replace(REDIRECT, ' ').replace(/\d?<<?-?\s*\S*/g, ' '));
    while (words[0] === 'sudo' || words[0] === 'git' || /^[A-Z_]\w*=/.test(words[0] ?? '')) words.shift();
    const [verb = '', ...rest] = words;
    const flags = rest.filter((word) => word.startsWith('-'));
    const paths = rest.filter((word) => PATH.test(word));
    if (SHOWS.test(verb) && redirected.length === 0) add('read', paths);
    else if (MAKES.test(verb)) add(verb === 'tee' && flags.includes('-a') ? 'modified' : 'created', paths);
    else if (verb === 'sed') add(flags.some((flag) => /^-\w*i/.test(flag)) ? 'modified' : 'read', sedFiles(rest));
    else if (verb === 'rm' || verb === 'unlink') add('deleted', paths);
    else if ((verb === 'mv' || verb === 'cp') && rest.filter((word) => !word.startsWith('-')).length > 1) {
      const to = rest.at(-1)!;
      const from = paths.filter((path) => path !== to);
      add(verb === 'mv' ? 'deleted' : 'read', from);
      const folder = to.endsWith('/') || from.length > 1 || !/[^/]\.\w+$/.test(to);
      add('created', folder ? from.map((path) => `${to.replace(/\/$/, '')}/${path.split('/').at(-1)}`) : [to]);
    }
    for (const [operation, path] of redirected) add(operation, [path]);
  }
  return touched;
}

export const touchesOf = remembered((call: ToolCallPart): readonly FileTouch[] => {
  const script = shellScript(call);
  return script === null ? digestCall(call).files : shellTouches(script);
});

const URL_FIELD = /"(?:url|uri|link|href)"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){4,2000})"/;

export function pointersOf(call: ToolCallPart): readonly Pick<Fact, 'kind' | 'text'>[] {
  const url = URL_FIELD.exec(call.args.slice(0, 20_000))?.[1]?.replace(/\\(.)/g, '$1');
  return [
    ...touchesOf(call).flatMap(({ operation, path }) => (operation === 'deleted' ? [] : [{ kind: 'path' as const, text: path }])),
    ...(url === undefined ? [] : [{ kind: 'url' as const, text: url }]),
  ];
}

const SAYS: Readonly<Record<FileOperation, { readonly en: string; readonly zh: string }>> = {
  created: { en: 'creat(?:ed?|ing)|add(?:ed|ing)?|wrote|writ(?:e|ing|ten)', zh: '新建|创建|新增' },
  modified: { en: 'modif(?:y|ied|ying)|edit(?:ed|ing)?|updat(?:ed?|ing)|chang(?:ed?|ing)|patch(?:ed|ing)?', zh: '修改|编辑|更新|更改' },
  deleted: { en: 'delet(?:ed?|ing)|remov(?:ed?|ing)', zh: '删除|移除' },
  read: { en: 'read(?:ing)?|view(?:ed|ing)?|open(?:ed|ing)|inspect(?:ed|ing)?', zh: '读取|查看|阅读' },
};
const OPERATIONS = Object.keys(SAYS) as readonly FileOperation[];
const SAID = new RegExp(OPERATIONS.map((operation) => `((?<![A-Za-z])(?:${SAYS[operation].en})(?![A-Za-z])|${SAYS[operation].zh})`).join('|'), 'gi');
/** A word after the path says what became of it within so many characters: `src/a.ts was deleted`. */
const NEAR = 40;

interface LineClaims {
  /** Its paths in order with what was done to them; null where the line does not say so itself. */
  readonly paths: readonly { readonly path: string; readonly operation: FileOperation | null }[];
  readonly heading: FileOperation | null;
  readonly isItem: boolean;
}

export function claimsIn(line: string, facts = findNamed(line, 'text')): LineClaims {
  const named = facts.filter(({ name }) => name.kind === 'path');
  const isHeading = /[:：]\s*\**$/.test(line);
  const words = named.length > 0 || isHeading ? saidIn(line) : [];
  /** The first word that is not before the path. */
  let next = 0;
  const paths = named.map(({ name, start, end }) => {
    while (next < words.length && words[next]!.at < start) next++;
    const behind = words[next];
    return { path: name.text, operation: words[next - 1]?.operation ?? (behind && behind.at - end <= NEAR ? behind.operation : null) };
  });
  return { paths, heading: (isHeading && words.at(-1)?.operation) || null, isItem: /^\s*(?:[-*+•]|\d+[.)])\s/.test(line) };
}

function saidIn(line: string): { operation: FileOperation; at: number }[] {
  return Array.from(line.matchAll(SAID), (found) => ({
    operation: OPERATIONS[found.slice(1).findIndex((group) => group !== undefined)]!,
    at: found.index,
  }));
}

export class Files {
  private readonly byName = new Map<string, number[]>();
  readonly paths: string[] = [];

  number(path: string): number {
    const plain = plainPath(path);
    const known = this.find(plain);
    if (known >= 0) {
      if (plain.length > this.paths[known]!.length) this.paths[known] = plain;
      return known;
    }
    const name = plain.slice(plain.lastIndexOf('/') + 1);
    const list = this.byName.get(name);
    const next = this.paths.push(plain) - 1;
    if (list) list.push(next);
    else this.byName.set(name, [next]);
    return next;
  }

  find(path: string): number {
    const plain = plainPath(path);
    const list = this.byName.get(plain.slice(plain.lastIndexOf('/') + 1)) ?? [];
    const same = list.find((k) => this.paths[k] === plain);
    return same ?? list.findLast((k) => isEnd(plain, this.paths[k]!) || isEnd(this.paths[k]!, plain)) ?? -1;
  }
}

const plainPath = (path: string): string =>
  path
    .replace(/\\+/g, '/')
    .replace(/^(?:\.\/)+|\/+$/g, '')
    .replace(/\/\.\//g, '/');
const isEnd = (short: string, long: string): boolean => long.endsWith(`/${short}`) || (short.startsWith('~/') && long.endsWith(short.slice(1)));

interface Touch {
  readonly message: number;
  readonly part: number;
  readonly file: number;
  readonly operation: FileOperation;
  /** Where the path is in the arguments; −1 where it is written otherwise. */
  readonly at: number;
  readonly length: number;
}

export interface ArtifactTrail {
  readonly files: Files;
  readonly touches: readonly Touch[];
  /** By file: the operation that a result must tell. */
  readonly last: readonly FileOperation[];
  /** By file: 1 where it was made here and is still there, so that both `created` and `modified` tell it rightly. */
  readonly isNew: Uint8Array;
}

export const after = (before: FileOperation | undefined, operation: FileOperation): FileOperation =>
  operation === 'read' && before !== undefined ? before : operation;

export function artifactsOf({ messages }: Pick<TranscriptInput, 'messages'>): ArtifactTrail {
  const failed = new Set<string>();
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === 'tool-result' && hasFailed(part, resultText(part))) failed.add(part.callId);
  }
  const files = new Files();
  const touches: Touch[] = [];
  const last: FileOperation[] = [];
  const made = new Set<number>();
  for (const [message, { parts }] of messages.entries()) {
    parts.forEach((call, part) => {
      if (call.type !== 'tool-call' || failed.has(call.id)) return;
      for (const { operation, path } of touchesOf(call)) {
        const file = files.number(path);
        const at = call.args.indexOf(path);
        touches.push({ message, part, file, operation, at, length: path.length });
        last[file] = after(last[file], operation);
        if (operation === 'created') made.add(file);
        if (operation === 'deleted') made.delete(file);
      }
    });
  }
  return { files, touches, last, isNew: Uint8Array.from(last, (_, file) => (made.has(file) ? 1 : 0)) };
}

export function isRight({ last, isNew }: ArtifactTrail, file: number, told: FileOperation): boolean {
  return told === last[file] || (isNew[file] === 1 && (told === 'created' || told === 'modified'));
}
