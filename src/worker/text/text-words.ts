/**
 * Word diff of one edited message, bounded: strategies cut, so most of the work is finding the common beginning and end;
 * only what lies between is compared, by lines where it is long, by words where it is short.
 */
import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff';
import type { DiffOp } from '../protocol.ts';

// How much the comparisons inside one diff may cost together. A comparison takes time with the square of its edits, so many
// hunks that each stay under a bound could still add up to seconds.

/** Edits after which two texts count as unrelated: deleted and inserted as a whole. */
const MAX_EDITS = 1500;
/** Hunks that far apart which one diff can afford. */
const LARGE_HUNKS = 3;
/** Edits that are compared even after them: next to nothing. */
const FEW_EDITS = 60;

type Change = Pick<ChangeObject<unknown>, 'added' | 'removed' | 'count'>;

export class Effort {
  #left = LARGE_HUNKS * MAX_EDITS ** 2;

  /** Runs a comparison that gives up (answers undefined) after `maxEditLength` edits. */
  spend<C extends Change>(compare: (options: { readonly maxEditLength: number }) => readonly C[] | undefined): readonly C[] | undefined {
    const maxEditLength = Math.max(FEW_EDITS, Math.floor(Math.min(MAX_EDITS, Math.sqrt(this.#left))));
    const changes = compare({ maxEditLength });
    const edits = changes ? changes.reduce((sum, c) => sum + (c.added || c.removed ? c.count : 0), 0) : maxEditLength;
    this.#left = Math.max(0, this.#left - edits ** 2);
    return changes;
  }
}

/** A side longer than this (characters) is compared by lines before words. */
const WORDS_LIMIT = 20_000;
/** Longest word that the common beginning and end give back, so that words are not cut in two. */
const LONGEST_WORD = 64;

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  code === 95 ||
  (code >= 97 && code <= 122) ||
  (code >= 0xc0 && code < 0x2e80) ||
  (code >= 0xd800 && code < 0xe000);

/** Length of the common beginning, up to the end of a word on both sides. */
function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n++;
  if (n === a.length && n === b.length) return n;
  for (let back = n; back > 0 && n - back < LONGEST_WORD; back--) if (!isWord(a.charCodeAt(back - 1))) return back;
  return n > 0 && n <= LONGEST_WORD ? 0 : wholeCharacters(a, n);
}

/** Length of the common end of what follows `start` in both. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let n = 0;
  while (n < most && a.charCodeAt(a.length - 1 - n) === b.charCodeAt(b.length - 1 - n)) n++;
  for (let back = n; back > 0 && n - back < LONGEST_WORD; back--) if (!isWord(a.charCodeAt(a.length - back))) return back;
  if (n <= LONGEST_WORD) return 0;
  return isLowSurrogate(a.charCodeAt(a.length - n)) ? n - 1 : n;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000;
const wholeCharacters = (text: string, at: number): number => (isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at);

/** Appends an operation; neighbours of the same kind become one. */
function push(ops: DiffOp[], op: DiffOp['op'], text: string): void {
  if (text === '') return;
  const last = ops.at(-1);
  if (last?.op === op) ops[ops.length - 1] = { op, text: last.text + text };
  else ops.push({ op, text });
}

const kindOf = (change: Pick<ChangeObject<unknown>, 'added' | 'removed'>): DiffOp['op'] =>
  change.added ? 'insert' : change.removed ? 'delete' : 'equal';

function byWords(a: string, b: string, ops: DiffOp[], effort: Effort): void {
  const comparable = a !== '' && b !== '' && a.length <= WORDS_LIMIT && b.length <= WORDS_LIMIT;
  const changes = comparable ? effort.spend((options) => diffWordsWithSpace(a, b, options)) : undefined;
  if (!changes) {
    push(ops, 'delete', a);
    push(ops, 'insert', b);
    return;
  }
  for (const change of changes) push(ops, kindOf(change), change.value);
}

/** Lines with their line ends. */
const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function byLines(a: string, b: string, ops: DiffOp[], effort: Effort): void {
  const changes = effort.spend((options) => diffArrays(lines(a), lines(b), options));
  if (!changes) {
    byWords(a, b, ops, effort);
    return;
  }
  let removed = '';
  let added = '';
  for (const change of [...changes, { value: [] as string[], added: false, removed: false }]) {
    const text = change.value.join('');
    if (change.removed) removed += text;
    else if (change.added) added += text;
    else {
      byWords(removed, added, ops, effort);
      removed = '';
      added = '';
      push(ops, 'equal', text);
    }
  }
}

/**
 * What was cut and what was put in. The texts of `equal` and `delete` joined are `before`; those of `equal` and `insert`
 * are `after`. Chinese is compared character by character.
 */
export function wordDiff(before: string, after: string): readonly DiffOp[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  const ops: DiffOp[] = [];
  const effort = new Effort();
  push(ops, 'equal', before.slice(0, start));
  if (a.length > WORDS_LIMIT || b.length > WORDS_LIMIT) byLines(a, b, ops, effort);
  else byWords(a, b, ops, effort);
  push(ops, 'equal', before.slice(before.length - end));
  return ops;
}
