/** Which lines of a range stand in its summary: by weight, every section with its share of the room, nothing said twice. */
import { cutAtSentence } from '../signals/sentences.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import type { List, Range } from './range.ts';
import type { Line } from './weigh.ts';
import { type Section, WORDS } from './words.ts';

export interface Room {
  readonly tokens: number;
  readonly chars: number;
  /** Lists get this part of their share. */
  readonly lists: number;
}
export interface ChosenLine extends Line {
  /** Where the line is a list: its items, each from a message of its own. */
  readonly items?: List['items'];
}

/** Share of the room that a section may take before others have had theirs. */
const SHARE: Readonly<Record<Section, number>> = { task: 0.24, state: 0.28, discoveries: 0.24, next: 0.1, context: 0.14 };
/** Sections in the order in which they take their share: what is said in one is not repeated in a later one. */
const ORDER: readonly Section[] = ['task', 'next', 'context', 'discoveries', 'state'];
/** Part of the room that one line may take where it can be said shorter. */
const LARGEST = 0.3;
/** Part of the room for names that recur and that no chosen line has. */
const NAMES_SHARE = 0.08;
/** Under this many tokens lists are not worth their label. */
const MIN_FOR_LISTS = 100;
/** Tokens and characters of a list mark and a line break. */
const BULLET_TOKENS = 2;
const BULLET_CHARS = 3;
/** Lines get lighter, not shorter: after this many that do not fit there is little to gain. */
const MISSES = 60;
/** Characters that a cut line must have left. */
const SHORTEST_CUT = 20;
/** A line that weighs less than this part of the heaviest of its section says too little beside it. */
const LEAST = 0.45;
/** A line is passed over when this part of its words stands in one chosen line. */
const ALIKE = 0.7;

const WORD = /[\p{L}\p{N}_]+/gu;
const HAN = /\p{Script=Han}/u;

/** Different words of a text; Chinese, which has no spaces, by its pairs of characters. */
function wordsIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (HAN.test(word)) for (let i = 0; i < word.length - 1; i++) found.add(word.slice(i, i + 2));
    else found.add(word);
  }
  return [...found];
}

/** Tokens and words of lines, which come back with every range. */
interface Memo {
  tokens(text: string): number;
  words(text: string): readonly string[];
}
/** Texts remembered of each; then it starts anew. */
const REMEMBERED = 20_000;
const memos = new WeakMap<TokenCounts, Memo>();

function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = of(text);
      if (known.size >= REMEMBERED) known.clear();
      known.set(text, value);
    }
    return value;
  };
}

function memoOf(counts: TokenCounts): Memo {
  let memo = memos.get(counts);
  if (!memo) {
    memo = { tokens: remembered((text) => counts.text(text)), words: remembered(wordsIn) };
    memos.set(counts, memo);
  }
  return memo;
}

/** Knows the words of chosen lines, by word, so that a new line is compared with those only that share one with it. */
function repetition(): { repeats(words: readonly string[]): boolean; add(words: readonly string[]): void } {
  const byWord = new Map<string, number[]>();
  let lines = 0;
  return {
    repeats(words) {
      const common = new Uint16Array(lines);
      for (const word of words) for (const line of byWord.get(word) ?? []) if (++common[line]! >= ALIKE * words.length) return true;
      return words.length === 0;
    },
    add(words) {
      for (const word of words) {
        const known = byWord.get(word);
        if (known) known.push(lines);
        else byWord.set(word, [lines]);
      }
      lines += 1;
    },
  };
}

/** The lines of a summary within `room`, in no order. At least one where the range has any. */
export function choose(counts: TokenCounts, range: Range, room: Room): ChosenLine[] {
  const { tokens: tokensOf, words: wordsOf } = memoOf(counts);
  const said = repetition();
  const chosen: ChosenLine[] = [];
  const decided = new Set<Line>();
  const used: Record<Section, number> = { task: 0, state: 0, discoveries: 0, next: 0, context: 0 };
  let tokens = 0;
  let chars = 0;

  const fits = (cost: number, length: number): boolean => tokens + cost <= room.tokens && chars + length <= room.chars;
  const take = (line: ChosenLine, cost: number): void => {
    chosen.push(line);
    tokens += cost;
    chars += line.text.length + BULLET_CHARS;
  };

  if (room.tokens >= MIN_FOR_LISTS) {
    for (const list of range.lists) {
      const line = listLine(list, room.lists * list.share * room.tokens, room.lists * list.share * room.chars, tokensOf);
      const cost = line ? tokensOf(line.text) + BULLET_TOKENS : 0;
      if (line && fits(cost, line.text.length + BULLET_CHARS)) take(line, cost);
    }
  }
  const namesRoom = range.names.length > 0 && room.tokens >= MIN_FOR_LISTS ? NAMES_SHARE * room.lists : 0;
  const main = { tokens: room.tokens * (1 - namesRoom), chars: room.chars * (1 - namesRoom) };

  // What the lists left is shared out.
  const left = main.tokens - tokens;
  const floor: Record<Section, number> = { task: 0, state: 0, discoveries: 0, next: 0, context: 0 };
  for (const { section, weight } of range.lines) floor[section] = Math.max(floor[section], LEAST * weight);
  const pick = (lines: readonly Line[], share: number): void => {
    let misses = 0;
    for (const full of lines) {
      if (decided.has(full) || full.weight < floor[full.section]) continue;
      const line = shortened(full, main.tokens * LARGEST, main.chars * LARGEST, tokensOf);
      const cost = tokensOf(line.text) + BULLET_TOKENS;
      // The first line of a section may be longer than its share.
      const over = share < 1 && used[line.section] > 0 && used[line.section] + cost > left * share;
      if (over || tokens + cost > main.tokens || chars + line.text.length + BULLET_CHARS > main.chars) {
        if (++misses > MISSES) break;
        continue;
      }
      const words = wordsOf(line.text);
      decided.add(full);
      if (said.repeats(words)) continue;
      said.add(words);
      take(line, cost);
      used[line.section] += cost;
    }
  };
  for (const section of ORDER)
    pick(
      range.lines.filter((line) => line.section === section),
      SHARE[section],
    );
  pick(range.lines, 1);

  if (namesRoom > 0) {
    const text = chosen.map((line) => line.text).join('\n');
    const items = range.names.filter((name) => !text.includes(name)).map((name) => ({ text: name, source: -1 }));
    const line = listLine(
      { section: 'context', label: WORDS[range.language].names, items, share: NAMES_SHARE },
      Math.min(namesRoom * room.tokens, room.tokens - tokens),
      room.chars - chars - BULLET_CHARS,
      tokensOf,
    );
    if (line) take(line, tokensOf(line.text) + BULLET_TOKENS);
  }
  const [heaviest] = range.lines;
  return chosen.length === 0 && heaviest ? [heaviest] : chosen;
}

/** The line, or where it would take too much of the room its shorter form, cut at a sentence or word if need be. */
function shortened(line: Line, most: number, mostChars: number, tokensOf: (text: string) => number): Line {
  const fits = (text: string): boolean => text.length <= mostChars && tokensOf(text) <= most;
  if (fits(line.text)) return line;
  const short = line.short ?? line.text;
  if (fits(short)) return { ...line, text: short };
  const cut = cutAtSentence(short, Math.floor(Math.min(mostChars, (short.length * most) / tokensOf(short))));
  return cut.length < SHORTEST_CUT ? line : { ...line, text: /[.!?。！？；]$/.test(cut) ? cut : `${cut} …` };
}

/** As many items as fit, in the order of the transcript; null when not even one does. */
function listLine({ section, label, items }: List, maxTokens: number, maxChars: number, tokensOf: (text: string) => number): ChosenLine | null {
  let tokens = tokensOf(label) + BULLET_TOKENS;
  let chars = label.length + BULLET_CHARS;
  const taken: { text: string; source: number }[] = [];
  const texts = new Set<string>();
  for (const item of items) {
    if (texts.has(item.text)) continue;
    tokens += tokensOf(item.text) + 1;
    chars += item.text.length + 2;
    if (tokens > maxTokens || chars > maxChars) break;
    taken.push(item);
    texts.add(item.text);
  }
  if (taken.length === 0) return null;
  const inOrder = section === 'state' ? [...taken].sort((a, b) => a.source - b.source) : taken;
  const separator = taken.some(({ text }) => text.includes(', ')) ? '; ' : ', ';
  return {
    text: label + inOrder.map((item) => item.text).join(separator),
    section,
    weight: 2.5,
    source: Math.max(...taken.map((item) => item.source)),
    items: inOrder,
  };
}
