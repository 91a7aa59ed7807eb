/**
 * The order in which the content of a conversation comes back into an empty context: the most that is likely needed, and not said yet, per token
 * first.
 */
import type { Slice } from '../../../lib/lib-steps.ts';
import { type Cutter, cutterOf } from '../../../truncation/truncation.ts';
import { ARGS, type CutKind, ENDS, HEAD } from '../../../truncation/kinds.ts';
import { IntList } from '../../../lib/arrays.ts';
import { type ProtectionInput, perProtection } from '../../../signals/remember.ts';
import { slowly } from '../../../signals/similarity/slowly.ts';
import { removableUnits } from '../../shared/layout.ts';
import { END, type Features, FIELDS, kindAt, LINE, partAt, pieceAt, PLACE, START } from './ledger-features.ts';
import { aged, type Likelihood, likelihoods, Pace } from './likelihood.ts';
import { FIELDS_OF_TEXT, GAP, labelOf, quoted, Quotes, stretchesOf } from './quotes.ts';
import { Steps } from './ledger-steps.ts';

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
  readonly #pace = new Pace();

  constructor(input: ProtectionInput, likelihood: Likelihood) {
    this.#input = input;
    this.#likelihood = likelihood;
    this.#cutter = cutterOf(input, NOTE_CUT);
    this.#said = new Uint8Array(likelihood.worth.length);
    this.#met = new SeenFeatures(likelihood.worth.length);
    this.#rungs = new Int16Array(LEVELS * input.n).fill(-1);
  }

  *make(): Generator<Slice, Order> {
    const { n, units, protection, counts } = this.#input;
    const { features, ids } = this.#likelihood;
    for (let i = 0; i < n; i++) if (protection[i] !== 0) this.#say(ids[i]!);
    const removable = removableUnits(this.#input);
    for (const [place, unit] of removable.entries()) {
      for (const i of units[unit]!.members) {
        const levels = levelsOf(this.#cutter, counts.messages[i]!, i);
        this.#levels.set(i, levels);
        this.#rungs.set(levels.rungs, LEVELS * i);
        this.#shown.set(i, shownAt(this.#cutter, i, levels, features[i]!, ids[i]!, this.#met));
        this.#findQuotes(i);
        if (this.#pace.due(ids[i]!.length * 8)) yield { done: place, of: removable.length };
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
      if (this.#pace.due(100)) yield;
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
      if (this.#pace.due(200)) yield;
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
    yield;
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
const orders = slowly(function* ({ input }: { readonly input: ProtectionInput }): Generator<Slice, Order> {
  return yield* new Choice(input, yield* likelihoods(input)).make();
});

export const orderOf = (input: ProtectionInput): Order => orders.of(inputOf(input));
export const warmOrder = (input: ProtectionInput): Generator<Slice, void> => orders.warm(inputOf(input));
