/**
 * Sentences that must survive, and what of them is in a line. Of a place that a cut goes through, at least half of the characters must be left.
 */
import { splitSentences } from '../../signals/sentences.ts';
import type { LossLine, LostStatement, Place, StatementCounts, StatementFate } from '../types.ts';
import { PLAIN_LINE } from './define.ts';
import type { SentenceLevels, Statement } from './stands.ts';

export const DEGRADED_SHARE = 0.5;

export const PRESERVED = 2;
export const DEGRADED = 1;
export const LOST = 0;
export type Level = 0 | 1 | 2;
export const fateOf = (level: number): StatementFate => (level === PRESERVED ? 'preserved' : level === DEGRADED ? 'degraded' : 'lost');

/** Share of the statements that are preserved; null without any. */
export function preservedShare({ preserved, degraded, lost }: StatementCounts): number | null {
  const of = preserved + degraded + lost;
  return of === 0 ? null : preserved / of;
}

const BETWEEN = /(?:\\[nrt"]|[\s*_`#>|"'“”‘’])+/g;
const ENDS = /^[\s.,:;!?。，：；！？、-]+|[\s.,:;!?。，：；！？、-]+$/g;
export const plainText = (text: string): string => text.toLowerCase().replace(BETWEEN, ' ').replace(ENDS, '');

const WORD = /[\p{L}\p{N}]+/gu;
const HAN = /\p{Script=Han}/u;

function wordsOf(plain: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of plain.matchAll(WORD)) {
    if (!HAN.test(word) || word.length === 1) words.add(word);
    else for (let i = 0; i + 1 < word.length; i++) words.add(word.slice(i, i + 2));
  }
  return words;
}

interface Sentence {
  readonly plain: string;
  readonly words: readonly string[];
}

/**
 * Sentences that a word leads to, beyond the one word that each sentence always has: without a bound, every line of a recording
 * whose statements share their words would be held against every statement.
 */
export const MOST_FILED = 128;

export class StatementIndex {
  private readonly sentences: readonly Sentence[];
  private readonly first: Int32Array;
  /**
   * By word: sentences of which no half of the words is without it or another word that they are filed under. A word that is in
   * more than `MOST_FILED` of them leads only to those of which it is the rarest: what holds all words of a sentence is always
   * found, what holds half of them where one of these is not so common.
   */
  private readonly filed = new Map<string, number[]>();
  held = 0;
  private looks = 0;
  private readonly looked: Int32Array;

  constructor(statements: readonly Pick<Statement, 'text'>[]) {
    const sentences: Sentence[] = [];
    this.first = new Int32Array(statements.length + 1);
    statements.forEach(({ text }, s) => {
      for (const { start, end } of splitSentences(text)) {
        const plain = plainText(text.slice(start, end));
        if (plain !== '') sentences.push({ plain, words: [...wordsOf(plain)] });
      }
      this.first[s + 1] = sentences.length;
    });
    this.sentences = sentences;
    this.looked = new Int32Array(sentences.length);
    const frequency = new Map<string, number>();
    for (const { words } of sentences) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    sentences.forEach(({ words }, k) => {
      const rarest = words.toSorted((a, b) => frequency.get(a)! - frequency.get(b)!);
      // Whoever has half of the words has at least one of so many.
      for (const [rank, word] of rarest.slice(0, words.length - Math.ceil(words.length * DEGRADED_SHARE) + 1).entries()) {
        if (rank > 0 && frequency.get(word)! > MOST_FILED) break;
        const list = this.filed.get(word);
        if (list) list.push(k);
        else this.filed.set(word, [k]);
      }
    });
  }

  read(line: string): SentenceLevels {
    if (this.filed.size === 0 || line.trim() === '') return NOTHING_SAID;
    const said = new Map<number, Level>();
    const plain = plainText(line);
    for (const { start, end } of splitSentences(line)) {
      const words = wordsOf(start === 0 && end === line.length ? plain : plainText(line.slice(start, end)));
      this.looks++;
      for (const word of words) for (const k of this.filed.get(word) ?? NONE) this.look(k, plain, words, said);
    }
    return packed(said);
  }

  private look(k: number, plain: string, words: ReadonlySet<string>, said: Map<number, Level>): void {
    if (this.looked[k] === this.looks || said.has(k)) return;
    this.looked[k] = this.looks;
    this.held++;
    const { plain: wanted, words: own } = this.sentences[k]!;
    if (plain.includes(wanted)) {
      said.set(k, PRESERVED);
      return;
    }
    let shared = 0;
    for (const word of own) if (words.has(word)) shared++;
    if (shared >= own.length * DEGRADED_SHARE) said.set(k, DEGRADED);
  }

  levels(read: Iterable<SentenceLevels>): Uint8Array {
    const best = new Uint8Array(this.sentences.length);
    for (const said of read) for (let i = 0; i < said.length; i++) best[said[i]! >> 2] = Math.max(best[said[i]! >> 2]!, said[i]! & 3);
    const levels = new Uint8Array(this.first.length - 1);
    for (let s = 0; s < levels.length; s++) {
      const end = this.first[s + 1]!;
      const of = end - this.first[s]!;
      let preserved = 0;
      let said = 0;
      for (let k = this.first[s]!; k < end; k++) {
        if (best[k] === PRESERVED) preserved++;
        if (best[k] !== LOST) said++;
      }
      if (of > 0 && preserved === of) levels[s] = PRESERVED;
      else if (said > 0 && (of === 1 || said >= of * DEGRADED_SHARE)) levels[s] = DEGRADED;
    }
    return levels;
  }
}

const NONE: readonly number[] = [];
const NOTHING_SAID: SentenceLevels = new Int32Array(0);

function packed(said: ReadonlyMap<number, Level>): SentenceLevels {
  return said.size === 0 ? NOTHING_SAID : Int32Array.from(said, ([k, level]) => k * 4 + level).sort();
}

export function saidTogether(all: readonly SentenceLevels[]): SentenceLevels {
  const said = new Map<number, Level>();
  for (const one of all) {
    for (let i = 0; i < one.length; i++) {
      const level = (one[i]! & 3) as Level;
      if (level > (said.get(one[i]! >> 2) ?? LOST)) said.set(one[i]! >> 2, level);
    }
  }
  return packed(said);
}

export class Statements<G extends string> {
  private readonly byWording = new Map<string, { text: string; group: G; places: Place[] }>();

  add(text: string, group: G, place: Place): void {
    const wording = plainText(text);
    if (wording === '') return;
    const known = this.byWording.get(wording);
    if (known) known.places.push(place);
    else this.byWording.set(wording, { text: text.trim(), group, places: [place] });
  }
  list(): readonly Statement<G>[] {
    return [...this.byWording.values()];
  }
}

/** Statements by what is left of them, in all and by group; null without any. */
export function statementCounts<G extends string>(
  groups: readonly G[],
  statements: readonly Statement<G>[],
  levels: Uint8Array,
): { readonly all: StatementCounts; readonly of: Readonly<Record<G, StatementCounts>> } | null {
  if (statements.length === 0) return null;
  const all = { preserved: 0, degraded: 0, lost: 0 };
  const of = Object.fromEntries(groups.map((group) => [group, { preserved: 0, degraded: 0, lost: 0 }])) as Record<G, typeof all>;
  levels.forEach((level, s) => {
    const fate = fateOf(level);
    all[fate]++;
    of[statements[s]!.group][fate]++;
  });
  return { all, of };
}

export function lostStatements<G extends LostStatement['group']>(
  statements: readonly Statement<G>[],
  levels: Uint8Array,
): Map<number, LostStatement> {
  const lost = new Map<number, LostStatement>();
  statements.forEach(({ text, group, places }, s) => {
    const fate = fateOf(levels[s]!);
    if (fate !== 'preserved') lost.set(s, { text, fate, place: places[0]!, group });
  });
  return lost;
}

export const statementLine = ({ text, fate, place, group }: LostStatement): LossLine => ({
  ...PLAIN_LINE,
  kind: group,
  fate,
  text,
  marks: [text],
  spots: [{ role: 'said', message: place.message }],
});
