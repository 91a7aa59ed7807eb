/** The stretches of texts that a note may quote (sentences of what was said, lines of calls and outputs) and how it writes them. */
import type { IntList } from '../../../lib/arrays.ts';
import { maskSecrets } from '../../../signals/secrets.ts';
import { splitSentences } from '../../../signals/sentences.ts';
import type { Message } from '../../../transcript/types.ts';
import { textAt } from './snippets.ts';

export interface Quote {
  readonly message: number;
  readonly part: number;
  readonly piece: number;
  readonly start: number;
  readonly end: number;
}

export const NOTE_INTRODUCTION = 'Hand-over note of the earlier conversation, quoted in its order (… = left out):';
export const GAP = ' … ';

const MOST_LINE = 140;
const MOST_SENTENCE = 600;

const BREAKS = ['}, ', '},', '. ', '; ', '", ', '",', ', ', ' '];
function breakAt(text: string, from: number, most: number): number {
  // Only there: a mark that is rare would be searched to the beginning of the text again and again.
  const there = text.slice(from, from + most);
  for (const mark of BREAKS) {
    const at = there.lastIndexOf(mark);
    if (at > most / 3) return from + at + mark.length;
  }
  return safeEnd(text, from + most);
}
/** Not between the halves of a character. */
const safeEnd = (text: string, at: number): number => (/[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at);

function parted(text: string, from: number, to: number, most: number, into: number[]): void {
  for (let start = from; start < to; ) {
    const end = to - start > most ? breakAt(text, start, most) : to;
    let [a, b] = [start, end];
    while (a < b && text.charCodeAt(a) <= 32) a++;
    while (b > a && text.charCodeAt(b - 1) <= 32) b--;
    if (b > a) into.push(a, b);
    start = end;
  }
}

function linesIn(text: string, escaped: boolean, into: number[]): void {
  const find = (mark: string, from: number): number => {
    const at = text.indexOf(mark, from);
    return at < 0 ? text.length : at;
  };
  // Each mark is looked for once: one that is rare would be searched to the end of the text again and again.
  let line = find('\n', 0);
  let mark = escaped ? find('\\n', 0) : text.length;
  for (let from = 0; from < text.length; ) {
    if (line < from) line = find('\n', from);
    if (mark < from) mark = find('\\n', from);
    const to = Math.min(line, mark);
    parted(text, from, to, MOST_LINE, into);
    from = to + (mark < line ? 2 : 1);
  }
}

export function stretchesOf(message: Message, part: number, piece: number): readonly number[] {
  const text = textAt(message, part, piece);
  const { type } = message.parts[part]!;
  const found: number[] = [];
  if (type !== 'text') linesIn(text, type === 'tool-call', found);
  else
    for (const { start, end } of splitSentences(text)) if (!text.startsWith(NOTE_INTRODUCTION, start)) parted(text, start, end, MOST_SENTENCE, found);
  return found;
}

export function quoted(message: Message, { part, piece, start, end }: Quote): string {
  const text = textAt(message, part, piece).slice(start, end);
  const plain =
    message.parts[part]!.type === 'tool-call'
      ? text
          .replace(/\\[nrt]/g, ' ')
          .replace(/[{}"]+/g, ' ')
          .replaceAll('\\', '')
          .replace(/ +([:,])/g, '$1')
      : text;
  return maskSecrets(plain.replace(/\s+/g, ' ').trim()).text;
}

export function labelOf({ role, compaction, parts }: Message, part: number): string {
  const of = parts[part]!;
  if (of.type === 'tool-call') return `- ${of.name}: `;
  if (of.type === 'tool-result') return of.name === undefined ? '- → ' : `- ${of.name} → `;
  if (compaction !== undefined) return '';
  return role === 'user' ? '- user: ' : '- agent: ';
}

export function writeNote(messages: readonly Message[], quotes: readonly Quote[]): string {
  const inOrder = quotes.toSorted((a, b) => a.message - b.message || a.part - b.part || a.piece - b.piece || a.start - b.start);
  const lines: string[] = [];
  let before: Quote | undefined;
  for (const quote of inOrder) {
    const message = messages[quote.message]!;
    const text = quoted(message, quote);
    if (text === '') continue;
    if (before?.message === quote.message && before.part === quote.part) {
      const follows = before.piece === quote.piece && textAt(message, quote.part, quote.piece).slice(before.end, quote.start).trim() === '';
      lines[lines.length - 1] += `${message.compaction !== undefined ? '\n' : follows ? ' ' : GAP}${text}`;
    } else lines.push(`${labelOf(message, quote.part)}${text}`);
    before = quote;
  }
  return lines.join('\n');
}

export const FIELDS_OF_TEXT = 4;

export class Quotes {
  readonly #texts: Int32Array;
  readonly #of: Int32Array;
  readonly #starts: Int32Array;
  readonly #lengths: Uint16Array;

  constructor(texts: IntList, of: IntList, starts: IntList, lengths: IntList) {
    this.#texts = texts.done();
    this.#of = of.done();
    this.#starts = starts.done();
    this.#lengths = Uint16Array.from(lengths.done());
  }

  messageOf(k: number): number {
    return this.#texts[this.#of[k]! * FIELDS_OF_TEXT]!;
  }

  lineOf(k: number): number {
    return this.#texts[this.#of[k]! * FIELDS_OF_TEXT + 3]!;
  }

  at(k: number): Quote {
    const text = this.#of[k]! * FIELDS_OF_TEXT;
    const start = this.#starts[k]!;
    return {
      message: this.#texts[text]!,
      part: this.#texts[text + 1]!,
      piece: this.#texts[text + 2]!,
      start,
      end: start + this.#lengths[k]!,
    };
  }
}
