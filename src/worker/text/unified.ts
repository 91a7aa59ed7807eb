/**
 * Unified diff of the whole request as text: the original and the compacted context, aligned message by message through
 * their fates; only inside edited messages are lines compared, bounded. Linear in the text.
 */
import { diffArrays } from 'diff';
import type { CompactionResult } from '../../engine/compaction/types.ts';
import { FATES } from '../../engine/strategies/contract.ts';
import type { Message } from '../../engine/transcript/types.ts';
import type { UnifiedLine } from '../protocol.ts';
import { Effort } from './text-words.ts';
import { messageText } from './message.ts';

/** Unchanged lines shown around a change. */
const CONTEXT = 3;

const headOf = (message: Message): string => `[${message.name ? `${message.role} ${message.name}` : message.role}]`;
const textOf = (message: Message): string => `${headOf(message)}\n${messageText(message.parts)}`;

/** First and last lines and number of lines of a run that did not change. */
class UnchangedRun {
  readonly #head: string[] = [];
  #tail: string[] = [];
  #count = 0;

  addLine(line: string): void {
    if (this.#head.length < CONTEXT) this.#head.push(line);
    this.#tail.push(line);
    if (this.#tail.length > CONTEXT) this.#tail.shift();
    this.#count++;
  }

  /** Looks only at the first and last lines of a long text. */
  addText(text: string): void {
    let at = 0;
    for (let i = 0; i < CONTEXT; i++) {
      const end = text.indexOf('\n', at);
      this.addLine(text.slice(at, end < 0 ? undefined : end));
      if (end < 0) return;
      at = end + 1;
    }
    const rest = countLines(text, at);
    if (rest <= CONTEXT) {
      for (const line of text.slice(at).split('\n')) this.addLine(line);
      return;
    }
    const last: string[] = [];
    let end = text.length;
    for (let i = 0; i < CONTEXT; i++) {
      const start = text.lastIndexOf('\n', end - 1) + 1;
      last.unshift(text.slice(start, end));
      end = start - 1;
    }
    this.#tail = last;
    this.#count += rest;
  }

  get count(): number {
    return this.#count;
  }
  head(n: number): readonly string[] {
    return this.#head.slice(0, n);
  }
  tail(n: number): readonly string[] {
    return n === 0 ? [] : this.#tail.slice(-n);
  }
}

/** Lines of a text from an offset. */
function countLines(text: string, from = 0): number {
  let count = 1;
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

class Writer {
  readonly lines: UnifiedLine[] = [];
  readonly #limit: number;
  #run = new UnchangedRun();
  #total = 0;
  #changes = 0;
  #before = 0;
  #after = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  #emit(op: UnifiedLine['op'], text: string): void {
    if (this.lines.length < this.#limit) this.lines.push({ op, text });
    this.#total++;
  }

  unchanged(text: string): void {
    this.#run.addText(text);
  }
  unchangedLine(line: string): void {
    this.#run.addLine(line);
  }

  /** Shows the unchanged lines before a change, or after the last one (`end`); in between only that lines are left out. */
  #flush(end: boolean): void {
    const run = this.#run;
    const after = this.#changes > 0 ? Math.min(CONTEXT, run.count) : 0;
    const before = end ? 0 : Math.min(CONTEXT, run.count - after);
    const hidden = run.count - after - before;
    for (const line of run.head(after)) this.#emit(' ', line);
    this.#before += run.count;
    this.#after += run.count;
    if (!end && (hidden > 0 || this.#changes === 0)) this.#emit('@', `@@ -${this.#before - before + 1} +${this.#after - before + 1} @@`);
    for (const line of run.tail(before)) this.#emit(' ', line);
    this.#run = new UnchangedRun();
  }

  /** One change: lines that go, then lines that come. */
  change(removed: readonly string[], added: readonly string[]): void {
    if (removed.length + added.length === 0) return;
    this.#flush(false);
    this.#changes++;
    for (const line of removed) this.#emit('-', line);
    for (const line of added) this.#emit('+', line);
    this.#before += removed.length;
    this.#after += added.length;
  }

  /** A whole text that goes: past the limit its lines are only counted. */
  removed(text: string): void {
    if (this.lines.length < this.#limit) {
      this.change(text.split('\n'), []);
      return;
    }
    this.#flush(false);
    this.#changes++;
    const count = countLines(text);
    this.#total += count;
    this.#before += count;
  }

  finish(): { readonly lines: readonly UnifiedLine[]; readonly total: number } {
    if (this.#changes > 0) this.#flush(true);
    return { lines: this.lines, total: this.#total };
  }
}

/** Lines of an edited message: strategies cut, so the common beginning and end are taken off before anything is compared. */
function editedLines(writer: Writer, before: readonly string[], after: readonly string[], effort: Effort): void {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  for (const line of before.slice(0, start)) writer.unchangedLine(line);
  changedLines(writer, before.slice(start, before.length - end), after.slice(start, after.length - end), effort);
  for (const line of before.slice(before.length - end)) writer.unchangedLine(line);
}

function changedLines(writer: Writer, before: string[], after: string[], effort: Effort): void {
  const changes = before.length > 0 && after.length > 0 ? effort.spend((options) => diffArrays(before, after, options)) : undefined;
  if (!changes) {
    writer.change(before, after);
    return;
  }
  let removed: string[] = [];
  let added: string[] = [];
  const settle = (): void => {
    writer.change(removed, added);
    removed = [];
    added = [];
  };
  for (const change of changes) {
    if (change.removed) removed = change.value;
    else if (change.added) added = change.value;
    else {
      settle();
      for (const line of change.value) writer.unchangedLine(line);
    }
  }
  settle();
}

/**
 * The original against the result, at most `limit` lines of it, and how many there are in all. Each message is a line with
 * its role and the lines of its text. `@` lines give the line numbers at which the next lines stand.
 */
export function unifiedDiff(
  messages: readonly Message[],
  result: CompactionResult,
  limit: number,
): { readonly lines: readonly UnifiedLine[]; readonly total: number } {
  const writer = new Writer(limit);
  const effort = new Effort();
  const context = result.context();
  const origins = result.origins();
  let next = 0;
  /** Insertions that stand before what is next of the original. */
  const insertions = (): void => {
    for (; next < context.length && origins[next] === -1; next++) writer.change([], textOf(context[next]!).split('\n'));
  };
  messages.forEach((message, i) => {
    insertions();
    const fate = FATES[result.plan.fates[i] ?? 0];
    if (origins[next] !== i) {
      writer.removed(textOf(message));
      return;
    }
    const now = context[next++]!;
    if (fate === 'keep') writer.unchanged(textOf(message));
    else editedLines(writer, textOf(message).split('\n'), textOf(now).split('\n'), effort);
  });
  insertions();
  return writer.finish();
}
