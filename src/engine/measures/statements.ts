/**
 * Sentences that must survive, and what of them stands in a text. Preserved: word for word, but for case, white space, quotes
 * and Markdown marks. Degraded: at least half of its different words (of Chinese, pairs of characters) stand together, in one
 * sentence or line; of a whole message in one text. Of a sentence that a cut goes through: at least half of its characters.
 */
import { splitSentences } from '../signals/sentences.ts';
import type { StatementCounts, StatementFate } from './types.ts';
import type { Place } from './types.ts';

/** Least share of a degraded statement. */
export const DEGRADED_SHARE = 0.5;

export interface Statement<G extends string = string> {
  /** As the original says it first. */
  readonly text: string;
  readonly group: G;
  /** Where the original says it, first to last. */
  readonly places: readonly Place[];
  /** It is what a message says, not one sentence of it. */
  readonly whole: boolean;
}

export const PRESERVED = 2;
export const DEGRADED = 1;
export const LOST = 0;
export type Level = 0 | 1 | 2;
export const fateOf = (level: number): StatementFate => (level === PRESERVED ? 'preserved' : level === DEGRADED ? 'degraded' : 'lost');

/** Counts of statements by their levels. */
export function countLevels(levels: Iterable<number>): StatementCounts {
  const counts = { preserved: 0, degraded: 0, lost: 0 };
  for (const level of levels) counts[fateOf(level)]++;
  return counts;
}

/** Share of the statements that are preserved; null without any. */
export function preservedShare({ preserved, degraded, lost }: StatementCounts): number | null {
  const of = preserved + degraded + lost;
  return of === 0 ? null : preserved / of;
}

/** Marks and white space, also where they are escaped. */
const BETWEEN = /(?:\\[nrt"]|[\s*_`#>|"'“”‘’])+/g;
const ENDS = /^[\s.,:;!?。，：；！？、-]+|[\s.,:;!?。，：；！？、-]+$/g;
/** The words of a text without what differs from one mention to the next. */
export const plainText = (text: string): string => text.toLowerCase().replace(BETWEEN, ' ').replace(ENDS, '');

const WORD = /[\p{L}\p{N}]+/gu;
const HAN = /\p{Script=Han}/u;

/** Different words of a text; Chinese by its pairs of characters. */
function wordsOf(plain: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of plain.matchAll(WORD)) {
    if (!HAN.test(word) || word.length === 1) words.add(word);
    else for (let i = 0; i + 1 < word.length; i++) words.add(word.slice(i, i + 2));
  }
  return words;
}

interface Indexed {
  readonly plain: string;
  readonly words: readonly string[];
  readonly whole: boolean;
}

/** Finds what of some statements a text says. A statement is looked at only where a text has one of its rarest words. */
export class StatementIndex {
  private readonly indexed: readonly Indexed[];
  /** By word: statements that have no half of their words without it or another word that they are filed under. */
  private readonly filed = new Map<string, number[]>();

  constructor(statements: readonly Pick<Statement, 'text' | 'whole'>[]) {
    this.indexed = statements.map(({ text, whole }) => {
      const plain = plainText(text);
      return { plain, words: [...wordsOf(plain)], whole };
    });
    const frequency = new Map<string, number>();
    for (const { words } of this.indexed) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    this.indexed.forEach(({ words }, s) => {
      const rarest = words.toSorted((a, b) => frequency.get(a)! - frequency.get(b)!);
      // Whoever has half of the words has one of the others' number plus one.
      for (const word of rarest.slice(0, words.length - Math.ceil(words.length * DEGRADED_SHARE) + 1)) {
        const list = this.filed.get(word);
        if (list) list.push(s);
        else this.filed.set(word, [s]);
      }
    });
  }

  /** Statements that the text says, wholly or half: number → PRESERVED or DEGRADED. Linear in the text for few statements. */
  read(text: string): ReadonlyMap<number, Level> {
    const said = new Map<number, Level>();
    if (this.filed.size === 0) return said;
    const plain = plainText(text);
    const look = (stretch: string, whole: boolean): void => {
      const words = wordsOf(stretch);
      const candidates = new Set<number>();
      for (const word of words) for (const s of this.filed.get(word) ?? []) if (this.indexed[s]!.whole === whole) candidates.add(s);
      for (const s of candidates) {
        if (said.get(s) === PRESERVED) continue;
        const { plain: wanted, words: own } = this.indexed[s]!;
        if (plain.includes(wanted)) said.set(s, PRESERVED);
        else if (own.reduce((sum, word) => sum + (words.has(word) ? 1 : 0), 0) >= own.length * DEGRADED_SHARE) said.set(s, DEGRADED);
      }
    };
    look(plain, true);
    for (const { start, end } of splitSentences(text)) look(plainText(text.slice(start, end)), false);
    return said;
  }
}

/** Statements of one wording are one, with all their places; those that say nothing are left out. */
export class Statements<G extends string> {
  private readonly byWording = new Map<string, { text: string; group: G; places: Place[]; whole: boolean }>();

  add(text: string, group: G, place: Place, whole = false): void {
    const wording = plainText(text);
    if (wording === '') return;
    const known = this.byWording.get(wording);
    if (known) known.places.push(place);
    else this.byWording.set(wording, { text: text.trim(), group, places: [place], whole });
  }
  list(): readonly Statement<G>[] {
    return [...this.byWording.values()];
  }
}
