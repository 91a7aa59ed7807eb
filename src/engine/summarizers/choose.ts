/** Chooses the lines of a summary: by weight, each section with its share of the room, without repetition. */
import { LazyHeap } from '../lib/arrays.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { cutAtSentence } from '../signals/sentences.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import type { List, Range } from './range.ts';
import { type Section, WORDS } from './summary-statements.ts';
import type { WeighedLine } from './weigh.ts';

// TextRank over the lines of a range: a line is central if it shares rare words with other central lines. The graph is pruned (a few
// nearest neighbours per line, rare words only), so ranking stays near linear.

const NEIGHBOURS = 8;
/** Words in more lines than this are uninformative, and cost the square of their number. */
const MOST_LINES_OF_WORD = 40;
const DAMPING = 0.85;
const ROUNDS = 12;

export function centralityOf(lines: readonly Int32Array[]): Float64Array {
  const n = lines.length;
  // Words in order of first occurrence, so that arrays can hold everything about them.
  let largest = -1;
  let total = 0;
  for (const terms of lines) {
    total += terms.length;
    for (const term of terms) if (term > largest) largest = term;
  }
  const wordOf = new Int32Array(largest + 1);
  const uses = new Int32Array(total);
  let count = 0;
  const words = lines.map((terms) =>
    terms.map((term) => {
      if (wordOf[term] === 0) wordOf[term] = ++count;
      const word = wordOf[term]! - 1;
      uses[word]! += 1;
      return word;
    }),
  );
  const rarity = new Float64Array(count);
  const squares = new Float64Array(count);
  /** Lines of words: lineOf[first[word]] … lineOf[first[word + 1] − 1]. */
  const first = new Int32Array(count + 1);
  for (let word = 0; word < count; word++) {
    const of = uses[word]!;
    rarity[word] = of < 2 || of > MOST_LINES_OF_WORD ? 0 : Math.log(n / of);
    // Words of a single line make it longer, not nearer.
    squares[word] = (rarity[word]! || 1) ** 2;
    first[word + 1] = first[word]! + of;
  }
  const lineOf = new Int32Array(total);
  const next = first.slice(0, count);
  const norms = new Float64Array(n);
  words.forEach((own, line) => {
    let sum = 0;
    for (const word of own) {
      sum += squares[word]!;
      lineOf[next[word]!++] = line;
    }
    norms[line] = Math.sqrt(sum);
  });
  const from = new Int32Array(n * NEIGHBOURS);
  const to = new Int32Array(n * NEIGHBOURS);
  const weight = new Float64Array(n * NEIGHBOURS);
  let edges = 0;
  const shared = new Float64Array(n);
  const likeness = new Float64Array(n);
  /** The nearest lines so far, nearest first; among equals the earlier. */
  const nearest = new Int32Array(NEIGHBOURS);
  const isNearer = (line: number, than: number): boolean => likeness[line]! > likeness[than]! || (likeness[line] === likeness[than] && line < than);
  const near = new Int32Array(n);
  words.forEach((own, line) => {
    let met = 0;
    for (const word of own) {
      const rare = rarity[word]!;
      if (rare === 0) continue;
      const gain = rare * rare;
      for (let at = first[word]!; at < first[word + 1]!; at++) {
        const other = lineOf[at]!;
        if (other === line) continue;
        if (shared[other] === 0) near[met++] = other;
        shared[other]! += gain;
      }
    }
    let kept = 0;
    for (let m = 0; m < met; m++) {
      const other = near[m]!;
      likeness[other] = shared[other]! / norms[other]!;
      let at = kept;
      if (kept < NEIGHBOURS) kept++;
      else if (!isNearer(other, nearest[--at]!)) continue;
      for (; at > 0 && isNearer(other, nearest[at - 1]!); at--) nearest[at] = nearest[at - 1]!;
      nearest[at] = other;
    }
    for (let k = 0; k < kept; k++) {
      const other = nearest[k]!;
      from[edges] = line;
      to[edges] = other;
      weight[edges++] = shared[other]! / (norms[line]! * norms[other]!);
    }
    for (let m = 0; m < met; m++) shared[near[m]!] = 0;
  });
  return ranksOf(n, from.subarray(0, edges), to.subarray(0, edges), weight.subarray(0, edges));
}

function ranksOf(n: number, from: Int32Array, to: Int32Array, weight: Float64Array): Float64Array {
  const out = new Float64Array(n);
  for (let e = 0; e < weight.length; e++) {
    out[from[e]!]! += weight[e]!;
    out[to[e]!]! += weight[e]!;
  }
  let rank = new Float64Array(n).fill(1);
  let next = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    next.fill(1 - DAMPING);
    for (let e = 0; e < weight.length; e++) {
      const a = from[e]!;
      const b = to[e]!;
      const w = weight[e]!;
      next[b]! += (DAMPING * rank[a]! * w) / out[a]!;
      next[a]! += (DAMPING * rank[b]! * w) / out[b]!;
    }
    [rank, next] = [next, rank];
  }
  let most = 0;
  for (const value of rank) most = Math.max(most, value);
  const least = 1 - DAMPING;
  return rank.map((value) => (most > least ? (value - least) / (most - least) : 0));
}

interface Room {
  readonly tokens: number;
  readonly chars: number;
  readonly lists: number;
  readonly bullet: Bullet;
}
export interface Bullet {
  readonly tokens: number;
  readonly chars: number;
}
export interface ChosenLine extends WeighedLine {
  readonly items?: List['items'];
  readonly carried?: true;
}

const SHARE: Readonly<Record<Section, number>> = { task: 0.24, state: 0.28, discoveries: 0.24, next: 0.1, context: 0.14 };
/** Order in which sections take their share; a later one does not repeat an earlier one. */
const ORDER: readonly Section[] = ['task', 'next', 'context', 'discoveries', 'state'];
const LARGEST = 0.3;
const NAMES_SHARE = 0.08;
/** Below this many tokens lists are not worth their label. */
const MIN_FOR_LISTS = 100;
/** Lines get lighter, not shorter: after this many misses further search gains little. */
const MISSES = 60;
/** Least characters of a cut line. */
const SHORTEST_CUT = 20;
/** A line below this fraction of the heaviest line of its section adds too little. */
const LEAST = 0.45;
/** Lines of at least this weight fill the remaining room. */
const LEAST_OF_ALL = 1;
const CENTRAL = 0.5;
const MOST_NODES = 300;
const NEW_FACT = 0.12;
const REPEATED_FACT = 0.12;
const MOST_USES = 31;
const MOST_GAIN = 1.5;
const GAINS = Float64Array.from({ length: MOST_USES + 1 }, (_, uses) => NEW_FACT * Math.log2(1 + uses));
const NONE = new Int32Array(0);
const CARRIED_SHARE = 0.6;
/** When the whole is too long, lines of earlier summaries go last: each represents many messages. */
const CARRIED_WEIGHT = 20;
const ALIKE = 0.7;

type TokensOf = (text: string) => number;
const REMEMBERED = 10_000;
const memos = new WeakMap<TokenCounts['text'], TokensOf>();

function tokensWith(counts: TokenCounts): TokensOf {
  let memo = memos.get(counts.text);
  if (!memo) {
    const known = new BoundedMap<string, number>(REMEMBERED);
    memo = (text) => known.getOrMake(text, () => counts.text(text));
    memos.set(counts.text, memo);
  }
  return memo;
}

/** Index of chosen lines by word, so that a new line is compared only with those that share one. */
function repetition(): { repeats(words: Int32Array): boolean; add(words: Int32Array): void } {
  const byWord = new Map<number, number[]>();
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

function coverage({ uses }: Range): { gain(facts: Int32Array): number; add(facts: Iterable<number>): void } {
  const said = new Set<number>();
  return {
    gain(facts) {
      let gain = 0;
      for (let k = 0; k < facts.length; k++) {
        const fact = facts[k]!;
        gain += said.has(fact) ? -REPEATED_FACT : GAINS[Math.min(MOST_USES, uses[fact] ?? 0)]!;
      }
      return Math.max(-1, Math.min(MOST_GAIN, gain));
    },
    add(facts) {
      for (const fact of facts) said.add(fact);
    },
  };
}

function ranked(lines: readonly WeighedLine[]): readonly WeighedLine[] {
  const nodes = lines.slice(0, MOST_NODES);
  const central = centralityOf(nodes.map((line) => line.terms));
  return lines
    .map((line, k) => (k < nodes.length ? { ...line, weight: line.weight + (line.facts.length === 0 ? CENTRAL * Math.sqrt(central[k]!) : 0) } : line))
    .sort((x, y) => y.weight - x.weight || x.source - y.source);
}

const nothing = (): Record<Section, number> => ({ task: 0, state: 0, discoveries: 0, next: 0, context: 0 });

/** Repeatedly returns the line that adds most, the first among equals. */
function bestFirst(lines: readonly WeighedLine[], { gain }: ReturnType<typeof coverage>): () => WeighedLine | undefined {
  const values = new Float64Array(lines.length);
  const order = new Int32Array(lines.length);
  for (let k = 0; k < lines.length; k++) {
    values[k] = lines[k]!.weight + MOST_GAIN;
    order[k] = k;
  }
  const heap = new LazyHeap(values, order);
  return () => {
    for (let top = heap.top; top >= 0; top = heap.top) {
      const line = lines[top]!;
      const value = line.weight + gain(line.facts);
      if (value < heap.topValue) heap.lower(value);
      else {
        heap.pop();
        return line;
      }
    }
    return undefined;
  };
}

export function choose(counts: TokenCounts, range: Range, room: Room): ChosenLine[] {
  const tokensOf = tokensWith(counts);
  const said = repetition();
  const facts = coverage(range);
  const chosen: ChosenLine[] = [];
  const decided = new Set<WeighedLine>();
  let used = nothing();
  let tokens = 0;
  let chars = 0;

  const fits = (cost: number, length: number): boolean => tokens + cost <= room.tokens && chars + length <= room.chars;
  const take = (line: ChosenLine, cost: number): void => {
    chosen.push(line);
    tokens += cost;
    chars += line.text.length + room.bullet.chars;
    facts.add(line.items ? line.items.map((item) => range.survey.factNumber(item.text)) : line.facts);
  };

  // A summary of summaries alone consists of their lines; beside new content they have a share of the room.
  const most = range.fresh ? CARRIED_SHARE : 1;
  const carry = (share: (section: Section) => number): void => {
    const taken = new Set(chosen.map((line) => line.text));
    range.carried.forEach((line, k) => {
      const cost = tokensOf(line.text) + room.bullet.tokens;
      const over = used[line.section] + cost > share(line.section) * room.tokens;
      if (taken.has(line.text) || over || tokens + cost > most * room.tokens || chars + line.text.length + room.bullet.chars > most * room.chars)
        return;
      const terms = range.survey.termsIn(line.text);
      said.add(terms);
      take({ ...line, weight: CARRIED_WEIGHT - k / 1000, terms, facts: NONE, carried: true }, cost);
      used[line.section] += cost;
    });
  };
  // Where not everything fits, each section has its share.
  carry((section) => SHARE[section] * most);
  carry(() => 1);
  used = nothing();
  if (room.tokens >= MIN_FOR_LISTS) {
    const free = { tokens: room.tokens - tokens, chars: room.chars - chars };
    for (const list of range.lists) {
      const share = (of: 'tokens' | 'chars'): number =>
        room.lists * (list.share * free[of] + (list.carried === undefined ? 0 : list.carried * room[of]));
      const line = listLine(list, share('tokens'), share('chars'), tokensOf, room.bullet);
      const cost = line ? tokensOf(line.text) + room.bullet.tokens : 0;
      if (line && fits(cost, line.text.length + room.bullet.chars)) take(line, cost);
    }
  }
  const namesRoom = range.names.length > 0 && room.tokens >= MIN_FOR_LISTS ? NAMES_SHARE * room.lists : 0;
  const main = { tokens: room.tokens * (1 - namesRoom), chars: room.chars * (1 - namesRoom) };

  const left = main.tokens - tokens;
  const lines = ranked(range.lines);
  const floor = nothing();
  for (const { section, weight } of lines) floor[section] = Math.max(floor[section], LEAST * weight);
  /** Repeatedly takes the line that adds most, until nothing fits into `limit`. */
  const pick = (
    among: readonly WeighedLine[],
    share: number,
    least: (line: WeighedLine) => number,
    limit: { tokens: number; chars: number } = main,
  ): void => {
    const next = bestFirst(
      among.filter((line) => !decided.has(line) && line.weight >= least(line)),
      facts,
    );
    for (let misses = 0; misses <= MISSES; ) {
      const full = next();
      if (!full) break;
      const line = shortened(full, main.tokens * LARGEST, main.chars * LARGEST, tokensOf);
      const cost = tokensOf(line.text) + room.bullet.tokens;
      const over = share < 1 && used[line.section] > 0 && used[line.section] + cost > left * share;
      if (over || tokens + cost > limit.tokens || chars + line.text.length + room.bullet.chars > limit.chars) {
        misses += 1;
        continue;
      }
      decided.add(full);
      if (said.repeats(line.terms)) continue;
      said.add(line.terms);
      withoutParts(line);
      take(line, cost);
      used[line.section] += cost;
    }
  };
  /** A line that only repeats part of another from the same message is removed. */
  const withoutParts = (whole: WeighedLine): void => {
    let words: ReadonlySet<number> | undefined;
    const isIn = (word: number): boolean => {
      words ??= new Set(whole.terms);
      return words.has(word);
    };
    for (let k = chosen.length - 1; k >= 0; k--) {
      const part = chosen[k]!;
      if (part.source !== whole.source || part.items || part.carried || part.section === 'next' || !part.terms.every(isIn)) continue;
      chosen.splice(k, 1);
      const cost = tokensOf(part.text) + room.bullet.tokens;
      tokens -= cost;
      chars -= part.text.length + room.bullet.chars;
      used[part.section] -= cost;
    }
  };
  const aboveFloor = (line: WeighedLine): number => floor[line.section];
  for (const section of ORDER)
    pick(
      lines.filter((line) => line.section === section),
      SHARE[section],
      aboveFloor,
    );
  pick(lines, 1, aboveFloor);
  // Remaining room is filled with lesser content: what the agent looked up, and minor statements.
  pick(lines, 1, () => LEAST_OF_ALL);

  if (namesRoom > 0) {
    const text = chosen.map((line) => line.text).join('\n');
    const items = range.names.filter((name) => !text.includes(name)).map((name) => ({ text: name, source: -1 }));
    const line = listLine(
      { section: 'context', label: WORDS[range.language].names, items },
      Math.min(namesRoom * room.tokens, room.tokens - tokens),
      room.chars - chars - room.bullet.chars,
      tokensOf,
      room.bullet,
    );
    if (line) take(line, tokensOf(line.text) + room.bullet.tokens);
    pick(lines, 1, () => LEAST_OF_ALL, room);
  }
  const [heaviest] = range.lines;
  return chosen.length === 0 && heaviest ? [heaviest] : chosen;
}

/** The line, or its shorter form where it would take too much room, cut at a sentence or word if need be. */
function shortened(line: WeighedLine, most: number, mostChars: number, tokensOf: (text: string) => number): WeighedLine {
  const fits = (text: string): boolean => text.length <= mostChars && tokensOf(text) <= most;
  if (fits(line.text)) return line;
  const short = line.short ?? line.text;
  if (short === '') return line;
  if (fits(short)) return { ...line, text: short };
  const cut = cutAtSentence(short, Math.floor(Math.min(mostChars, (short.length * most) / tokensOf(short))));
  return cut.length < SHORTEST_CUT ? line : { ...line, text: /[.!?。！？；]$/.test(cut) ? cut : `${cut} …` };
}

/** As many items as fit, in transcript order; null when not even one does. */
function listLine(
  { section, label, items }: Pick<List, 'section' | 'label' | 'items'>,
  maxTokens: number,
  maxChars: number,
  tokensOf: TokensOf,
  bullet: Bullet,
): ChosenLine | null {
  let tokens = tokensOf(label) + bullet.tokens;
  let chars = label.length + bullet.chars;
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
    terms: NONE,
    facts: NONE,
  };
}
