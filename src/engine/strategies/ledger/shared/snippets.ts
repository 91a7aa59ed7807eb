/** Reduces a line of a text to its facts and the words beside them. */

import type { Message } from '../../../transcript/types.ts';
import type { FileOperation } from '../../../summarizers/calls.ts';
import type { Survey } from '../../../summarizers/survey.ts';
import { headOf, safeCut } from '../../../signals/sentences.ts';

export function textAt({ parts }: Pick<Message, 'parts'>, part: number, piece: number): string {
  const of = parts[part]!;
  switch (of.type) {
    case 'text':
    case 'reasoning':
      return of.text;
    case 'tool-call':
      return of.args;
    case 'tool-result': {
      const inner = of.content[piece];
      return inner?.type === 'text' ? inner.text : '';
    }
    default:
      return '';
  }
}

/** What a person says: by itself, or in an earlier note, not what a harness adds. */
export const isOwnWords = ({ role, synthetic }: Message): boolean => role === 'user' && synthetic !== true;

// Files of a transcript with the operations on each, including those in an earlier ledger.

const OPERATIONS: readonly FileOperation[] = ['created', 'modified', 'deleted', 'read'];
const HEAD = /^(.+) \(((?:created|modified|deleted|read)[^()]*)\)$/;
const DONE = /(created|modified|deleted|read)(?: (\d+)×)?/g;

export interface FileUse {
  readonly path: string;
  readonly at: number;
  readonly head: string;
  readonly changed: boolean;
}

interface Uses {
  at: number;
  readonly times: Map<FileOperation, number>;
}

/** The path in a head; undefined if the head is not a file's. */
export const pathOfHead = (head: string): string | undefined => HEAD.exec(head)?.[1];

export function fileUses(
  { files, touches }: Survey,
  earlier: readonly { readonly head: string; readonly at: number }[],
): ReadonlyMap<string, FileUse> {
  const uses = new Map<string, Uses>();
  const add = (path: string, operation: FileOperation, times: number, at: number): void => {
    const of = uses.get(path) ?? { at, times: new Map<FileOperation, number>() };
    of.times.set(operation, (of.times.get(operation) ?? 0) + times);
    of.at = Math.max(of.at, at);
    uses.set(path, of);
  };
  for (const { head, at } of earlier) {
    const [, path, done = ''] = HEAD.exec(head) ?? [];
    if (path === undefined) continue;
    for (const [, operation, times = '1'] of done.matchAll(DONE)) add(path, operation as FileOperation, Number(times), at);
  }
  for (const [at, list] of touches) for (const { file, operation } of list) add(files[file]!, operation, 1, at);
  return new Map(
    Array.from(uses, ([path, { at, times }]) => [
      path,
      { path, at, head: `${path} (${told(times)})`, changed: !(times.has('read') && times.size === 1) },
    ]),
  );
}

function told(times: ReadonlyMap<FileOperation, number>): string {
  return OPERATIONS.flatMap((operation) => {
    const count = times.get(operation) ?? 0;
    return count === 0 ? [] : [count > 1 && operation !== 'read' ? `${operation} ${count}×` : operation];
  }).join(', ');
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const REACH = 40;
const NEAR = 24;
/** A position further away counts as another line, because arguments and minified files have no lines. */
export const LINE = 160;

const WORD = /[\p{L}\p{N}_]+(?:[./-][\p{L}\p{N}_]+)*/gu;
/** Chinese has no spaces: this many characters are a word or two. */
const LONG = 24;

const NEWLINE = 10;
const BACKSLASH = 92;
const N = 110;

export function lineStart(text: string, at: number): number {
  const least = Math.max(0, at - LINE);
  for (let i = at - 1; i >= least; i--) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE || (code === N && text.charCodeAt(i - 1) === BACKSLASH)) return i + 1;
  }
  return least === 0 ? 0 : at - (at % LINE);
}

function afterWords(text: string, words: number): number {
  let end = 0;
  let count = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (count++ === words) break;
    end = index + headOf(word, LONG).length;
    if (word.length > LONG) break;
  }
  return end;
}

function beforeWords(text: string, words: number): number {
  const found = [...text.matchAll(WORD)].slice(text.length === 0 || words === 0 ? Number.POSITIVE_INFINITY : -words);
  let start = text.length;
  for (const { 0: word, index } of found.reverse()) {
    if (word.length > LONG) return start === text.length ? index + safeCut(word, word.length - LONG) : start;
    start = index;
  }
  return start;
}

/** JSON escapes replaced by blanks of the same length, so that their letters do not join a word. */
const blanked = (text: string): string => text.replace(/\\[nrt]/g, '  ');

const tidy = (text: string): string =>
  blanked(text)
    .replace(/\\"|["{}[\]`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([-=*#_.])\1{2,}/g, '$1');

const lineBefore = (text: string): number => Math.max(text.lastIndexOf('\n') + 1, text.includes('\\n') ? text.lastIndexOf('\\n') + 2 : 0);

export function snippetOf(text: string, spans: readonly Span[], words: number): string {
  const pieces: string[] = [];
  let piece = '';
  let at = -1;
  for (const [k, { start, end }] of spans.entries()) {
    if (start < at) continue;
    if (at >= 0 && start - at <= NEAR) piece += tidy(text.slice(at, start));
    else {
      if (at >= 0) pieces.push(piece);
      const from = Math.max(0, at, start - REACH);
      const line = from + lineBefore(text.slice(from, start));
      piece = tidy(text.slice(line + beforeWords(blanked(text.slice(line, start)), words), start));
    }
    piece += text.slice(start, end);
    at = end;
    const next = spans[k + 1]?.start ?? text.length;
    if (next - end <= NEAR && spans[k + 1]) continue;
    const tail = text.slice(end, Math.min(Math.max(end, next), end + REACH));
    const line = tail.search(/\n|\\n/);
    at += afterWords(blanked(line < 0 ? tail : tail.slice(0, line)), words);
    piece += tidy(text.slice(end, at));
  }
  pieces.push(piece);
  return pieces.map((one) => one.trim()).join(' … ');
}
