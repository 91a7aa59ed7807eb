/**
 * The order in which the content of a conversation comes back into an empty context: the most that is likely needed, and not said yet, per token
 * first.
 */
import { IntList } from '../../../lib/arrays.ts';
import { perProtection, type ProtectionInput, remembered } from '../../../signals/remember.ts';
import { ARGS, type CutKind, type Cutter, cutterOf, ENDS, HEAD } from '../../../truncation/truncation.ts';
import { removableUnits } from '../../shared/plans.ts';
import {
  ANSWERED,
  ASKED,
  CALLED,
  END,
  type Features,
  featuresOf,
  FIELDS,
  FIELDS_OF_TEXT,
  GAP,
  HASH,
  kindAt,
  labelOf,
  LINE,
  partAt,
  pieceAt,
  PLACE,
  quoted,
  Quotes,
  speakerAt,
  START,
  stretchesOf,
  STRING,
} from './ledger-features.ts';
import { isOwnWords, textAt } from './entries.ts';

/**
 * Shares of strings, and of runs of four words, that recorded agents used again within 1,000 tokens of the last mention; measured on the
 * development files of docs/handover.md. `often`, `twice`, `once` = by the agent, in four messages and more, in two or three, in one;
 * `repeated` = once by the agent and elsewhere too; the others it never said. Runs of outputs are not read.
 */
interface Shares {
  readonly often: number;
  readonly twice: number;
  readonly repeated: number;
  readonly once: number;
  readonly asked: number;
  readonly shownTwice: number;
  readonly shown: number;
}
const STRINGS: Shares = { often: 0.6, twice: 0.37, repeated: 0.25, once: 0.15, asked: 0.14, shownTwice: 0.12, shown: 0.08 };
const RUNS: Shares = { often: 0.6, twice: 0.27, repeated: 0.15, once: 0.06, asked: 0.015, shownTwice: 0, shown: 0 };

const RUN_WORTH = 0.6;
const PATH_WORTH = 3;
/** Both fall with the tokens since the last mention: (1 + tokens ÷ NEAR) ^ −fall. */
const NEAR = 500;
const RUN_FALL = 0.6;
const STRING_FALL = 0.4;
const PATH_FALL = 0.3;
/** Lines, which edits must find, by character up to LONG_LINE: what the agent wrote itself is edited most, and long afterwards. */
const LINE_WORTH = 0.0015;
const OWN_LINE = 15;
const LONG_LINE = 80;
const LINE_NEAR = 2000;
const LINE_FALL = 0.3;
const OWN_WORDS = 0.09;
const LONG_MESSAGE = 200;

class Numbers {
  count = 0;
  readonly #last: number;
  readonly #numbers: Int32Array;
  readonly #hashes: Int32Array;

  constructor(most: number) {
    const size = 1 << Math.max(4, Math.ceil(Math.log2(most * 2 + 1)));
    this.#last = size - 1;
    this.#numbers = new Int32Array(size);
    this.#hashes = new Int32Array(size);
  }

  of(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & this.#last;
    for (; this.#numbers[slot] !== 0; slot = (slot + 1) & this.#last) if (this.#hashes[slot] === hash) return this.#numbers[slot]! - 1;
    this.#hashes[slot] = hash;
    this.#numbers[slot] = ++this.count;
    return this.count - 1;
  }
}

interface Likelihood {
  readonly features: readonly Features[];
  readonly ids: readonly Int32Array[];
  readonly worth: Float64Array;
}

const PATH = /^[~.]?[\w@.-]*\/[\w@./-]+$|^[\w@.-]+\.[a-z][a-z\d]{0,6}$/i;
const NO = 1;
const YES = 2;

/** What is left of a worth after this many tokens. */
const aged = (tokens: number, fall: number = RUN_FALL): number => (1 + tokens / NEAR) ** -fall;

export function likelihoods(input: ProtectionInput): Likelihood {
  const { messages, n, header, counts } = input;
  const features: Features[] = [];
  let most = 0;
  for (const message of messages) {
    const found = featuresOf(message);
    features.push(found);
    most += found.length / FIELDS;
  }
  const numbers = new Numbers(most);
  const ids: Int32Array[] = [];
  for (const of of features) {
    const mine = new Int32Array(of.length / FIELDS);
    for (let k = 0; k < mine.length; k++) mine[k] = numbers.of(of[k * FIELDS + HASH]!);
    ids.push(mine);
  }
  const { count } = numbers;
  const inMessages = new Int32Array(count);
  const byAgent = new Int32Array(count);
  const last = new Int32Array(count).fill(-1);
  const lastByAgent = new Int32Array(count).fill(-1);
  const asked = new Uint8Array(count);
  const path = new Uint8Array(count);
  const kind = new Uint8Array(count);
  const length = new Int32Array(count);
  for (let i = 0; i < n; i++) {
    const of = features[i]!;
    const mine = ids[i]!;
    for (let k = 0; k < mine.length; k++) {
      const id = mine[k]!;
      const place = of[k * FIELDS + PLACE]!;
      const speaker = speakerAt(place);
      kind[id] = kindAt(place);
      length[id] = of[k * FIELDS + END]! - of[k * FIELDS + START]!;
      if (last[id] !== i) inMessages[id]! += 1;
      last[id] = i;
      if (speaker === ASKED) asked[id] = 1;
      if (speaker !== CALLED && speaker !== ANSWERED) continue;
      if (lastByAgent[id] !== i) byAgent[id]! += 1;
      lastByAgent[id] = i;
      if (speaker !== CALLED || kind[id] !== STRING || path[id] !== 0) continue;
      const text = textAt(messages[i]!, partAt(place), pieceAt(place));
      path[id] = PATH.test(text.slice(of[k * FIELDS + START]!, of[k * FIELDS + END]!)) ? YES : NO;
    }
  }
  const total = counts.prefix[n]!;
  const worth = new Float64Array(count);
  for (let id = 0; id < count; id++) {
    const tokens = total - counts.prefix[last[id]! + 1]!;
    if (kind[id] === LINE) {
      const own = byAgent[id]! > 0 ? OWN_LINE : 1;
      worth[id] = LINE_WORTH * own * Math.min(LONG_LINE, length[id]!) * (1 + tokens / LINE_NEAR) ** -LINE_FALL;
      continue;
    }
    const isString = kind[id] === STRING;
    const share = shareOf(isString ? STRINGS : RUNS, byAgent[id]!, inMessages[id]!, asked[id] === 1);
    if (!isString) worth[id] = share * RUN_WORTH * aged(tokens);
    else if (path[id] === YES) worth[id] = share * PATH_WORTH * aged(tokens, PATH_FALL);
    else worth[id] = share * aged(tokens, STRING_FALL);
  }
  for (let i = header; i < n; i++) {
    if (!isOwnWords(messages[i]!)) continue;
    const of = features[i]!;
    const mine = ids[i]!;
    for (let k = 0; k < mine.length; k++) {
      const place = of[k * FIELDS + PLACE]!;
      if (speakerAt(place) !== ASKED || kindAt(place) === STRING) continue;
      worth[mine[k]!] = Math.max(worth[mine[k]!]!, OWN_WORDS / (1 + k / LONG_MESSAGE));
    }
  }
  for (let i = 0; i < header; i++) for (const id of ids[i]!) worth[id] = 0;
  return { features, ids, worth };
}

function shareOf(shares: Shares, byAgent: number, inMessages: number, asked: boolean): number {
  if (byAgent > 3) return shares.often;
  if (byAgent > 1) return shares.twice;
  if (byAgent > 0) return inMessages > 1 ? shares.repeated : shares.once;
  if (asked) return shares.asked;
  return inMessages > 1 ? shares.shownTwice : shares.shown;
}

/**
 * The steps that may come next as a binary heap, the best on top: by rate, among equals those of the later message, in their order. Numbers in
 * arrays, because a long conversation has a quote for each of its lines, and rates side by side, because most of the work is comparing them.
 */
class Steps {
  readonly kind = new IntList();
  readonly of = new IntList();
  readonly level = new IntList();
  readonly tokens = new IntList();
  readonly at = new IntList();
  #steps = new Int32Array(1 << 10);
  #rates = new Float64Array(1 << 10);
  #size = 0;

  add(kind: number, of: number, level: number, tokens: number, at: number): number {
    this.kind.push(kind);
    this.of.push(of);
    this.level.push(level);
    this.tokens.push(tokens);
    this.at.push(at);
    return this.kind.length - 1;
  }

  get top(): number {
    return this.#size === 0 ? -1 : this.#steps[0]!;
  }

  get topRate(): number {
    return this.#rates[0]!;
  }

  push(step: number, rate: number): void {
    if (this.#size === this.#steps.length) this.#grow();
    let place = this.#size++;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.#isBefore(rate, step, above)) break;
      this.#move(above, place);
      place = above;
    }
    this.#put(place, step, rate);
  }

  pop(): void {
    const last = --this.#size;
    if (last > 0) this.#sink(this.#steps[last]!, this.#rates[last]!);
  }

  replaceTop(rate: number): void {
    this.#sink(this.#steps[0]!, rate);
  }

  #sink(step: number, rate: number): void {
    const rates = this.#rates;
    let place = 0;
    for (let below = 1; below < this.#size; below = 2 * place + 1) {
      if (below + 1 < this.#size && this.#isBefore(rates[below + 1]!, this.#steps[below + 1]!, below)) below++;
      if (this.#isBefore(rate, step, below)) break;
      this.#move(below, place);
      place = below;
    }
    this.#put(place, step, rate);
  }

  #isBefore(rate: number, step: number, place: number): boolean {
    const other = this.#rates[place]!;
    if (rate !== other) return rate > other;
    const that = this.#steps[place]!;
    const later = this.at.get(step) - this.at.get(that);
    return later > 0 || (later === 0 && step < that);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#steps[from]!, this.#rates[from]!);
  }

  #put(place: number, step: number, rate: number): void {
    this.#steps[place] = step;
    this.#rates[place] = rate;
  }

  #grow(): void {
    const steps = new Int32Array(2 * this.#size);
    steps.set(this.#steps);
    const rates = new Float64Array(2 * this.#size);
    rates.set(this.#rates);
    this.#steps = steps;
    this.#rates = rates;
  }
}

/** Outputs keep their ends, arguments stay JSON, what a person says keeps whole sentences; what the agent says is never cut. */
export const NOTE_CUT: CutKind = {
  id: 'handover-note',
  text: ({ role }) => (role === 'user' ? HEAD : undefined),
  args: () => ARGS,
  result: () => ENDS,
};

const GROWTH = [60, 400];
const LEVELS = GROWTH.length + 1;
const LEAST_SAVED = 8;
const RECENT = 0.005;
const LEAST_RATE = 0.005;
const TOKENS_PER_CHARACTER = 0.25;

export const BLOCK = 0;
export const MESSAGE = 1;
const QUOTE = 2;
const UNCOUNTED = -1;

export interface Order {
  readonly kind: Uint8Array;
  readonly of: Int32Array;
  readonly level: Uint8Array;
  /** Tokens of a step; those of a quote are counted when they are first asked for, because few are. */
  tokens(step: number): number;
  readonly leastQuote: number;
  readonly quotes: Quotes;
  readonly lineTokens: Int32Array;
  rung(message: number, level: number): number;
}

interface Levels {
  readonly rungs: readonly number[];
  readonly tokens: readonly number[];
}

function levelsOf(cutter: Cutter, whole: number, i: number): Levels {
  const rungs: number[] = [];
  const tokens: number[] = [];
  for (const most of cutter.count(i) > 0 ? GROWTH : []) {
    const rung = cutter.rungForTexts(i, most);
    if (rung < 0) break;
    const left = cutter.tokens(i, rung);
    if (left > whole - LEAST_SAVED || left <= (tokens.at(-1) ?? 0)) continue;
    rungs.push(rung);
    tokens.push(left);
  }
  return { rungs: [...rungs, -1], tokens: [...tokens, whole] };
}

class SeenFeatures {
  readonly #round: Int32Array;
  #now = 0;

  constructor(count: number) {
    this.#round = new Int32Array(count);
  }

  clear(): void {
    this.#now++;
  }

  isNew(id: number): boolean {
    if (this.#round[id] === this.#now) return false;
    this.#round[id] = this.#now;
    return true;
  }
}

function shownAt(cutter: Cutter, i: number, { rungs }: Levels, features: Features, ids: Int32Array, met: SeenFeatures): readonly Int32Array[] {
  const whole = rungs.length - 1;
  const first = new Uint8Array(ids.length).fill(whole);
  for (let level = whole - 1; level >= 0; level--) {
    const gaps: number[] = [];
    cutter.gaps(i, rungs[level]!, (...gap) => gaps.push(...gap));
    for (let k = 0; k < ids.length; k++) {
      if (first[k] === level + 1 && !isIn(gaps, features, k * FIELDS)) first[k] = level;
    }
  }
  const lists = rungs.map(() => new IntList(8));
  met.clear();
  for (let level = 0; level <= whole; level++) {
    for (let k = 0; k < ids.length; k++) if (first[k] === level && met.isNew(ids[k]!)) lists[level]!.push(ids[k]!);
  }
  return lists.map((list) => list.done());
}

function isIn(gaps: readonly number[], features: Features, at: number): boolean {
  const place = features[at + PLACE]!;
  for (let g = 0; g < gaps.length; g += 4) {
    if (features[at + START]! < gaps[g + 3]! && features[at + END]! > gaps[g + 2]! && gaps[g] === partAt(place) && gaps[g + 1] === pieceAt(place))
      return true;
  }
  return false;
}

class Choice {
  readonly #input: ProtectionInput;
  readonly #likelihood: Likelihood;
  readonly #cutter: Cutter;
  readonly #said: Uint8Array;
  readonly #met: SeenFeatures;
  readonly #levels = new Map<number, Levels>();
  readonly #rungs: Int16Array;
  readonly #shown = new Map<number, readonly Int32Array[]>();
  readonly #texts = new IntList();
  readonly #lineTokens = new IntList();
  readonly #labels = new Map<string, number>();
  readonly #textOf = new IntList();
  readonly #starts = new IntList();
  readonly #lengths = new IntList();
  readonly #quoteIds = new IntList();
  readonly #firstId = new IntList();
  readonly #steps = new Steps();

  constructor(input: ProtectionInput, likelihood: Likelihood) {
    this.#input = input;
    this.#likelihood = likelihood;
    this.#cutter = cutterOf(input, NOTE_CUT);
    this.#said = new Uint8Array(likelihood.worth.length);
    this.#met = new SeenFeatures(likelihood.worth.length);
    this.#rungs = new Int16Array(LEVELS * input.n).fill(-1);
  }

  make(): Order {
    const { n, units, protection, counts } = this.#input;
    const { features, ids } = this.#likelihood;
    for (let i = 0; i < n; i++) if (protection[i] !== 0) this.#say(ids[i]!);
    const removable = removableUnits(this.#input);
    for (const unit of removable) {
      for (const i of units[unit]!.members) {
        const levels = levelsOf(this.#cutter, counts.messages[i]!, i);
        this.#levels.set(i, levels);
        this.#rungs.set(levels.rungs, LEVELS * i);
        this.#shown.set(i, shownAt(this.#cutter, i, levels, features[i]!, ids[i]!, this.#met));
        this.#findQuotes(i);
      }
    }
    for (const unit of removable) {
      const { members } = units[unit]!;
      this.#offer(
        BLOCK,
        unit,
        0,
        members.reduce((sum, i) => sum + this.#levels.get(i)!.tokens[0]!, 0),
        members[0]!,
      );
    }
    const gap = counts.text(GAP) + 1 + moreOf(this.#input);
    const order = { kind: new IntList(), of: new IntList(), level: new IntList(), tokens: new IntList() };
    const steps = this.#steps;
    const repeats: number[] = [];
    const take = (step: number): void => {
      const kind = steps.kind.get(step);
      order.kind.push(kind);
      order.of.push(steps.of.get(step));
      order.level.push(steps.level.get(step));
      order.tokens.push(kind === QUOTE ? UNCOUNTED : steps.tokens.get(step));
    };
    for (let { top } = steps; top >= 0; top = steps.top) {
      const rate = this.#rateOf(top);
      if (rate === 0) {
        // Only a quote can be worth nothing, and it stays so: nine in ten end here, and need not be sifted.
        steps.pop();
        repeats.push(top);
        continue;
      }
      if (rate < steps.topRate) {
        steps.replaceTop(rate);
        continue;
      }
      steps.pop();
      take(top);
      const [kind, of] = [steps.kind.get(top), steps.of.get(top)];
      if (kind === QUOTE) this.#say(this.#quoteIds.values, this.#firstId.get(of), this.#endOf(of));
      else for (const i of kind === MESSAGE ? [of] : units[of]!.members) this.#grow(i, steps.level.get(top));
    }
    for (const repeat of repeats.sort((a, b) => steps.at.get(b) - steps.at.get(a) || a - b)) take(repeat);
    const quotes = new Quotes(this.#texts, this.#textOf, this.#starts, this.#lengths);
    return ordered(
      { input: this.#input, rungs: this.#rungs, quotes, lineTokens: this.#lineTokens.done(), gap },
      { kind: Uint8Array.from(order.kind.done()), of: order.of.done(), level: Uint8Array.from(order.level.done()), tokens: order.tokens.done() },
    );
  }

  #say(ids: Int32Array, from = 0, to = ids.length): void {
    for (let k = from; k < to; k++) this.#said[ids[k]!] = 1;
  }

  #endOf(quote: number): number {
    return quote + 1 < this.#firstId.length ? this.#firstId.get(quote + 1) : this.#quoteIds.length;
  }

  #grow(i: number, level: number): void {
    this.#say(this.#shown.get(i)![level]!);
    const { tokens } = this.#levels.get(i)!;
    if (level + 1 < tokens.length) this.#offer(MESSAGE, i, level + 1, tokens[level + 1]! - tokens[level]!, i);
  }

  #offer(kind: number, of: number, level: number, tokens: number, at: number): void {
    const step = this.#steps.add(kind, of, level, tokens, at);
    const rate = this.#rateOf(step);
    if (rate > 0) this.#steps.push(step, rate);
  }

  #rateOf(step: number): number {
    const { kind: kinds, of: subjects, tokens: sizes } = this.#steps;
    const [kind, of, tokens] = [kinds.get(step), subjects.get(step), sizes.get(step)];
    if (kind === QUOTE) return this.#gain(this.#quoteIds.values, this.#firstId.get(of), this.#endOf(of)) / tokens;
    if (kind === MESSAGE) return this.#gain(this.#shown.get(of)![this.#steps.level.get(step)]!) / tokens + this.#recent(of);
    const { members } = this.#input.units[of]!;
    let gain = 0;
    for (const i of members) gain += this.#gain(this.#shown.get(i)![0]!);
    return gain / tokens + this.#recent(members[0]!);
  }

  #gain(ids: Int32Array, from = 0, to = ids.length): number {
    const { worth } = this.#likelihood;
    let sum = 0;
    for (let k = from; k < to; k++) if (this.#said[ids[k]!] === 0) sum += worth[ids[k]!]!;
    return sum;
  }

  #recent(i: number): number {
    const { counts, n } = this.#input;
    return RECENT * aged(counts.prefix[n]! - counts.prefix[i + 1]!);
  }

  #findQuotes(i: number): void {
    const message = this.#input.messages[i]!;
    const features = this.#likelihood.features[i]!;
    const ids = this.#likelihood.ids[i]!;
    const isSame = (a: number, b: number): boolean =>
      partAt(features[a]!) === partAt(features[b]!) && pieceAt(features[a]!) === pieceAt(features[b]!);
    for (let k = 0; k < ids.length; ) {
      let to = k;
      while (to < ids.length && isSame(to * FIELDS + PLACE, k * FIELDS + PLACE)) to++;
      const place = features[k * FIELDS + PLACE]!;
      const [part, piece] = [partAt(place), pieceAt(place)];
      let from = k;
      const text = this.#texts.length / FIELDS_OF_TEXT;
      const stretches = stretchesOf(message, part, piece);
      for (let s = 0; s < stretches.length; s += 2) {
        const [start, end] = [stretches[s]!, stretches[s + 1]!];
        while (from < to && features[from * FIELDS + START]! < start) from++;
        const first = this.#quoteIds.length;
        this.#met.clear();
        for (let q = from; q < to && features[q * FIELDS + START]! < end; q++) {
          if (features[q * FIELDS + END]! > end || kindAt(features[q * FIELDS + PLACE]!) === LINE) continue;
          if (this.#met.isNew(ids[q]!)) this.#quoteIds.push(ids[q]!);
        }
        const tokens = Math.ceil((end - start) * TOKENS_PER_CHARACTER) + 2;
        if (this.#gain(this.#quoteIds.values, first, this.#quoteIds.length) / tokens < LEAST_RATE) {
          this.#quoteIds.length = first;
          continue;
        }
        this.#firstId.push(first);
        if (this.#texts.length === text * FIELDS_OF_TEXT) this.#texts.pushAll([i, part, piece, this.#lineOf(i, part)]);
        this.#textOf.push(text);
        this.#starts.push(start);
        this.#lengths.push(end - start);
        this.#offer(QUOTE, this.#firstId.length - 1, 0, tokens, i);
      }
      k = to;
    }
  }

  #lineOf(message: number, part: number): number {
    const texts = this.#texts;
    const before = texts.length - FIELDS_OF_TEXT;
    if (before >= 0 && texts.get(before) === message && texts.get(before + 1) === part) return texts.get(before + 3);
    const { counts, messages } = this.#input;
    const label = labelOf(messages[message]!, part);
    let tokens = this.#labels.get(label);
    if (tokens === undefined) {
      tokens = counts.text(`\n${label}`) + moreOf(this.#input);
      this.#labels.set(label, tokens);
    }
    this.#lineTokens.push(tokens);
    return this.#lineTokens.length - 1;
  }
}

const moreOf = ({ counts }: ProtectionInput): number => (counts.rule?.factor === 1 ? 0 : 1);

interface OrderInput {
  readonly input: ProtectionInput;
  readonly rungs: Int16Array;
  readonly quotes: Quotes;
  readonly lineTokens: Int32Array;
  readonly gap: number;
}

/** Outside of Choice, so that what is remembered holds nothing of how it was made: that is several times the transcript. */
function ordered(
  { input: { messages, counts }, rungs, quotes, lineTokens, gap }: OrderInput,
  { kind, of, level, tokens }: Pick<Order, 'kind' | 'of' | 'level'> & { readonly tokens: Int32Array },
): Order {
  return {
    kind,
    of,
    level,
    tokens(step) {
      if (tokens[step] === UNCOUNTED) {
        const quote = quotes.at(of[step]!);
        tokens[step] = counts.text(quoted(messages[quote.message]!, quote)) + gap;
      }
      return tokens[step]!;
    },
    leastQuote: gap,
    quotes,
    lineTokens,
    rung: (message, to) => rungs[message * LEVELS + to]!,
  };
}

const inputOf = perProtection((input) => ({ input }));
const orders = remembered(({ input }: { readonly input: ProtectionInput }): Order => new Choice(input, likelihoods(input)).make());

export const orderOf = (input: ProtectionInput): Order => orders(inputOf(input));
