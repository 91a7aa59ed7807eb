/** Finds diffs of git, diff and apply_patch, in plain text, in fences and in JSON strings. */
import type { Region } from '../../../cuts/places.ts';

/** Beginnings of a file's part of a diff. */
const OPENS = /^(?:diff --git |diff -[a-zA-Z]+ |\*\*\* Begin Patch)/;
const OLD_FILE = /^--- \S/;
const NEW_FILE = /^\+\+\+ \S/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
/** Lines between hunks and files. */
const BETWEEN =
  /^(?:@@|--- |\+\+\+ |diff --git |diff -[a-zA-Z]+ |Index: |=====|index [0-9a-f]+\.\.|(?:new|deleted) file mode |old mode |new mode |similarity index |dissimilarity index |rename (?:from|to) |copy (?:from|to) |Binary files |\\ )/;
/** Lines of apply_patch, whose hunks have no numbers. */
const PATCH = /^(?:[-+ ]|@@|\*\*\* )/;
const PATCH_BEGINS = /^\*\*\* Begin Patch/;
const PATCH_ENDS = /^\*\*\* End Patch/;
const EMPTY = /^(?:\\n|\r?\n|$)/;
const FENCE = /^(?:```|~~~)/;
const DIFF_FENCE = /^(?:```|~~~) ?(?:diff|patch)\b/;
/** Lines whose beginning is inspected. */
const HEAD = 200;

/** Texts without any of these have no diff. */
const MAYBE = /@@|\*\*\* Begin Patch|(?:```|~~~) ?(?:diff|patch)\b/;

interface DiffLine {
  readonly start: number;
  /** Start of the next line. */
  readonly next: number;
  readonly head: string;
}

/** Lines of a region; in an escaped string they end with `\n` as two characters. */
function* linesOf(text: string, { start, end, raw }: Region): Generator<DiffLine> {
  const line = raw ? '\\n' : '\n';
  for (let at = start; at < end; ) {
    let stop = text.indexOf(line, at);
    // An escaped backslash before an n is not a line end.
    while (raw && stop > 0 && text[stop - 1] === '\\' && text[stop - 2] !== '\\') stop = text.indexOf(line, stop + 1);
    const next = stop < 0 || stop >= end ? end : stop + line.length;
    yield { start: at, next, head: text.slice(at, Math.min(next, at + HEAD)) };
    at = next;
  }
}

/**
 * Diffs within a region, in order; adjacent ones (the files of one diff) count as one. A line `--- a` alone is not a diff: that needs a
 * hunk, or a fence.
 */
export function diffsIn(text: string, region: Region): Region[] {
  if (!MAYBE.test(region.raw || region.start > 0 ? text.slice(region.start, region.end) : text)) return [];
  const found: Region[] = [];
  const lines = [...linesOf(text, region)];
  for (let k = 0; k < lines.length; ) {
    const first = lines[k]!;
    const fenced = DIFF_FENCE.test(first.head);
    if (!fenced && !opensAt(lines, k)) {
      k++;
      continue;
    }
    const from = fenced ? k + 1 : k;
    const last = fenced ? fenceEnd(lines, from) : PATCH_BEGINS.test(first.head) ? patchEnd(lines, from) : diffEnd(lines, from);
    if (last > from) found.push({ start: lines[from]!.start, end: lines[last - 1]!.next, ...(region.raw && { raw: true }) });
    k = Math.max(last, k + 1);
  }
  return found;
}

/** Whether a diff begins here: with its file, or with a hunk. */
function opensAt(lines: readonly DiffLine[], k: number): boolean {
  const { head } = lines[k]!;
  if (HUNK.test(head) || OPENS.test(head)) return true;
  return OLD_FILE.test(head) && NEW_FILE.test(lines[k + 1]?.head ?? '');
}

function fenceEnd(lines: readonly DiffLine[], from: number): number {
  let k = from;
  while (k < lines.length && !FENCE.test(lines[k]!.head)) k++;
  return k;
}

function patchEnd(lines: readonly DiffLine[], from: number): number {
  let k = from;
  while (k < lines.length && (PATCH.test(lines[k]!.head) || EMPTY.test(lines[k]!.head))) if (PATCH_ENDS.test(lines[k++]!.head)) break;
  return k;
}

/** A hunk has as many old and new lines as it states; some tools omit the blank of an empty line. */
function diffEnd(lines: readonly DiffLine[], from: number): number {
  let k = from;
  let old = 0;
  let added = 0;
  for (; k < lines.length; k++) {
    const { head } = lines[k]!;
    if (old > 0 || added > 0) {
      const both = head[0] === ' ' || EMPTY.test(head);
      if (both || head[0] === '-') old--;
      if (both || head[0] === '+') added--;
      if (both || head[0] === '-' || head[0] === '+' || head.startsWith('\\ ')) continue;
      break;
    }
    if (!BETWEEN.test(head)) break;
    const hunk = HUNK.exec(head);
    if (hunk) [old, added] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
  }
  return k;
}
