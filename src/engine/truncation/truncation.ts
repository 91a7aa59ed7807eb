/**
 * The one way to shorten messages. A kind of cut defines what of a message may be cut and how; its cutter knows the tokens of the cut
 * message for every message and limit, exactly and without cutting: all cuts of a message are counted once, on first use, and a plan only
 * searches them.
 *
 * For strategies that aim a limit: `cutterOf(input, kind)` and a rung per message (`rungWithin`); plans built on it are in
 * strategies/cutting/shared/cutting-plan.ts. For fixed limits by field (S3: arguments over 500 tokens → the first 200): `fieldCuts`.
 *
 * Never cut: protected messages (up to the caller), reasoning, images, files, names and ids, and parts that a truncation record marks as
 * cut before (signals/truncated.ts). A cut that would save no tokens, its mark included, does not exist.
 */
import { firstWhere, IntList, upperBound } from '../lib/arrays.ts';
import { type CountsInput, perCounts } from '../signals/remember.ts';
import { isCut } from '../signals/truncated.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import { isSeen, textsOf } from '../tokens/count.ts';
import { runningOf, Splicer } from '../tokens/splice.ts';
import type { Message, Part } from '../transcript/types.ts';
import { type CutUnit, endsCuts, GAP_FIELDS, type GapListener, headCuts, type Region, type Rule, rungFor, type TextCuts } from './texts.ts';

// The long strings in the arguments of a call, which can be shortened without invalidating them.

/** Shorter strings (UTF-16 units) are names, paths, flags and short commands, and stay. */
const SHORTEST_TEXT = 200;

/** Positions of the long string values of a JSON text (without quotes), in order; keys do not count. Null for text that is not JSON. */
export function jsonStrings(text: string): readonly Region[] | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const found: Region[] = [];
  for (let at = text.indexOf('"'); at >= 0; ) {
    let end = at + 1;
    for (;;) {
      end = text.indexOf('"', end);
      let slashes = 0;
      while (text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) break;
      end++;
    }
    if (end - at > SHORTEST_TEXT && !/^\s*:/.test(text.slice(end + 1, end + 20))) found.push({ start: at + 1, end, raw: true });
    at = text.indexOf('"', end + 1);
  }
  return found;
}

/**
 * A way to cut a text. `counts` are its running counts, `factor` converts base tokens to tokens. Null: the text is not cut. Results are
 * remembered with the part and shared by all kinds, so a builder is a constant.
 */
export interface CutBuilder {
  readonly id: string;
  cuts(text: string, counts: () => Splicer, factor: number): TextCuts | null;
}

/** What of a message may be cut, and how; undefined: nothing. A kind is a constant. */
export interface CutKind {
  readonly id: string;
  text?(message: Message): CutBuilder | undefined;
  args?(message: Message): CutBuilder | undefined;
  result?(message: Message): CutBuilder | undefined;
  /** Share of a limit by text that applies to the texts of a message; 1 where absent. */
  textShare?(message: Message): number;
}

const headBy =
  (by: CutUnit) =>
  (text: string, counts: () => Splicer, factor: number): TextCuts =>
    headCuts(counts(), factor, [{ start: 0, end: text.length }], by);

export const HEAD: CutBuilder = { id: 'head', cuts: headBy('sentence') };

export const HEAD_LINES: CutBuilder = { id: 'head-lines', cuts: headBy('line') };

export const ENDS: CutBuilder = { id: 'ends', cuts: (_, counts, factor) => endsCuts(counts(), factor) };

export const ARGS: CutBuilder = {
  id: 'args',
  cuts(args, counts, factor) {
    const strings = jsonStrings(args);
    if (strings === null) return HEAD_LINES.cuts(args, counts, factor);
    return strings.length === 0 ? null : headCuts(counts(), factor, strings, 'line');
  },
};

export const HEADS: CutKind = { id: 'heads', text: () => HEAD, args: () => ARGS, result: () => HEAD_LINES };

export const OUTPUT_ENDS: CutKind = { id: 'output-ends', result: () => ENDS };

/** Cutting a shorter text (UTF-16 units) never saves anything. */
const SHORTEST = 120;

interface Leaf {
  readonly part: number;
  readonly piece: number;
  readonly cuts: TextCuts;
  readonly share: number;
}

interface MessageCuts {
  readonly leaves: readonly Leaf[];
  readonly caps: Int32Array;
  readonly saved: Int32Array;
}

const NOTHING: MessageCuts = { leaves: [], caps: new Int32Array(0), saved: new Int32Array(0) };

const built = new WeakMap<Rule['base'], Map<string, WeakMap<object, TextCuts | typeof NO_CUTS>>>();
const NO_CUTS = 'none';

const splicers = new WeakMap<Rule['base'], WeakMap<object, Splicer>>();

function splicerOf(owner: object, text: string, { base }: Rule): Splicer {
  let memory = splicers.get(base);
  if (!memory) {
    memory = new WeakMap();
    splicers.set(base, memory);
  }
  let splicer = memory.get(owner);
  if (!splicer) {
    splicer = new Splicer(base, text, runningOf(base, owner, text));
    memory.set(owner, splicer);
  }
  return splicer;
}

function cutsOf(owner: object, text: string, { id, cuts }: CutBuilder, rule: Rule): TextCuts | null {
  const memory = memoryOf(built, rule, id);
  let found = memory.get(owner);
  if (!found) {
    const made = cuts(text, () => splicerOf(owner, text, rule), rule.factor);
    found = made && made.tokens.length > 0 ? made : NO_CUTS;
    memory.set(owner, found);
  }
  return found === NO_CUTS ? null : found;
}

function memoryOf<V>(memories: WeakMap<Rule['base'], Map<string, WeakMap<object, V>>>, { base, factor }: Rule, id: string): WeakMap<object, V> {
  let byId = memories.get(base);
  if (!byId) {
    byId = new Map();
    memories.set(base, byId);
  }
  const key = `${id}/${factor}`;
  let memory = byId.get(key);
  if (!memory) {
    memory = new WeakMap();
    byId.set(key, memory);
  }
  return memory;
}

function leavesOf(message: Message, kind: CutKind, rule: Rule): Leaf[] {
  const leaves: Leaf[] = [];
  const add = (part: number, piece: number, owner: object, text: string, builder: CutBuilder | undefined, share = 1): void => {
    if (!builder || text.length < SHORTEST || isCut(message, part)) return;
    const cuts = cutsOf(owner, text, builder, rule);
    if (cuts) leaves.push({ part, piece, cuts, share });
  };
  message.parts.forEach((p, part) => {
    if (p.type === 'text') add(part, 0, p, p.text, kind.text?.(message), kind.textShare?.(message));
    else if (p.type === 'tool-call' && isSeen(rule.base, p)) add(part, 0, p, p.args, kind.args?.(message));
    else if (p.type === 'tool-result') {
      p.content.forEach((c, piece) => {
        if (c.type === 'text') add(part, piece, c, c.text, kind.result?.(message));
      });
    }
  });
  return leaves;
}

function capsOf(leaves: readonly Leaf[]): Int32Array {
  if (leaves.length === 1 && leaves[0]!.share === 1) return leaves[0]!.cuts.tokens;
  const all = leaves.flatMap(({ cuts, share }) => Array.from(cuts.tokens, (tokens) => Math.ceil(tokens / share))).sort((a, b) => a - b);
  const caps: number[] = [];
  for (const cap of all) if (cap > (caps.at(-1) ?? 0) * 1.01) caps.push(cap);
  return Int32Array.from(caps);
}

function rungAt({ cuts: { whole, tokens }, share }: Leaf, cap: number): number {
  return whole <= cap * share ? -1 : Math.max(0, rungFor(tokens, cap * share));
}

const tokensOf = ({ cuts }: Leaf, rung: number): number => (rung < 0 ? cuts.whole : cuts.tokens[rung]!);

/**
 * Tokens that the message saves at each of `steps` steps, where `left` gives the base tokens of a text at a step. Tokens are rounded by
 * part, so savings are too.
 */
function savings(
  message: Message,
  leaves: readonly Leaf[],
  { base, factor }: Rule,
  steps: number,
  left: (leaf: Leaf, k: number) => number,
): Int32Array {
  const saved = new Int32Array(steps);
  for (const part of new Set(leaves.map((leaf) => leaf.part))) {
    const own = leaves.filter((leaf) => leaf.part === part);
    const all = factor === 1 ? 0 : textsOf(message.parts[part]!).reduce((sum, text) => sum + base.count(text), 0);
    for (let k = 0; k < steps; k++) {
      const less = own.reduce((sum, leaf) => sum + leaf.cuts.whole - left(leaf, k), 0);
      saved[k]! += factor === 1 ? less : Math.round(all * factor) - Math.round((all - less) * factor);
    }
  }
  return saved;
}

function build(message: Message, kind: CutKind, rule: Rule): MessageCuts {
  const leaves = leavesOf(message, kind, rule);
  if (leaves.length === 0) return NOTHING;
  const caps = capsOf(leaves);
  const saved = savings(message, leaves, rule, caps.length, (leaf, k) => tokensOf(leaf, rungAt(leaf, caps[k]!)));
  let useful = caps.length;
  while (useful > 0 && saved[useful - 1]! <= 0) useful--;
  if (useful === 0) return NOTHING;
  // A view of a short array would move it out of the heap.
  return useful === caps.length ? { leaves, caps, saved } : { leaves, caps: caps.slice(0, useful), saved: saved.slice(0, useful) };
}

const cutMessages = new WeakMap<Rule['base'], Map<string, WeakMap<object, MessageCuts>>>();
const wholeTexts = new WeakMap<TokenCounts, Rule>();

function ruleOf(counts: TokenCounts): Rule {
  if (counts.rule) return counts.rule;
  let rule = wholeTexts.get(counts);
  if (!rule) {
    const base: Rule['base'] = {
      id: 'chars4',
      count: counts.text,
      stretchEnd: (text) => text.length,
    };
    rule = { base, factor: 1 };
    wholeTexts.set(counts, rule);
  }
  return rule;
}

function messageCuts(message: Message, kind: CutKind, rule: Rule, memory: WeakMap<object, MessageCuts>): MessageCuts {
  let cuts = memory.get(message);
  if (!cuts) {
    cuts = build(message, kind, rule);
    memory.set(message, cuts);
  }
  return cuts;
}

export class Cutter {
  private readonly input: CountsInput;
  private readonly kind: CutKind;
  private readonly rule: Rule;
  private readonly memory: WeakMap<object, MessageCuts>;
  /** Rungs of message i: first[i] … first[i] + count[i] − 1 of the arrays; count −1 = not computed yet. */
  private readonly first: Int32Array;
  private readonly rungs: Int16Array;
  /**
   * Gaps of messages that were requested: the measures of a step request thousands. Where every cut of a message has one gap in one text,
   * its numbers are stored together: part, piece, and two offsets per rung from ladder[at[i]] on; at −1 = never requested.
   */
  private readonly asked = new Map<number, MessageCuts>();
  private readonly at: Int32Array;
  private readonly ladder = new IntList(0);
  private readonly saved = new IntList(1 << 10);
  private readonly caps = new IntList(1 << 10);

  constructor(input: CountsInput, kind: CutKind) {
    this.input = input;
    this.kind = kind;
    this.rule = ruleOf(input.counts);
    this.memory = memoryOf(cutMessages, this.rule, kind.id);
    this.first = new Int32Array(input.n);
    this.at = new Int32Array(input.n).fill(-1);
    this.rungs = new Int16Array(input.n).fill(-1);
  }

  isKnown(i: number): boolean {
    return this.rungs[i]! >= 0 || this.memory.has(this.input.messages[i]!);
  }

  count(i: number): number {
    const known = this.rungs[i]!;
    return known >= 0 ? known : this.learn(i);
  }

  rungWithin(i: number, limit: number): number {
    const count = this.count(i);
    if (count === 0) return -1;
    const { values } = this.saved;
    const needed = this.input.counts.messages[i]! - limit;
    const first = this.first[i]!;
    return firstWhere(first + 1, first + count, (k) => values[k]! < needed) - 1 - first;
  }

  rungForTexts(i: number, cap: number): number {
    const count = this.count(i);
    if (count === 0 || this.largest(i) <= cap) return -1;
    const first = this.first[i]!;
    return upperBound(this.caps.values, cap, first + 1, first + count) - 1 - first;
  }

  largest(i: number): number {
    const count = this.count(i);
    return this.caps.values[this.first[i]! + count]!;
  }

  tokens(i: number, rung: number): number {
    return this.input.counts.messages[i]! - this.saved.values[this.first[i]! + rung]!;
  }

  parts(i: number, rung: number): readonly Part[] {
    const message = this.input.messages[i]!;
    const { leaves, caps } = messageCuts(message, this.kind, this.rule, this.memory);
    return cutParts(message, leaves, (leaf) => rungAt(leaf, caps[rung]!));
  }

  gaps(i: number, rung: number, found: GapListener): void {
    const { values } = this.ladder;
    const at = this.at[i]!;
    if (at >= 0) found(values[at]!, values[at + 1]!, values[at + 2 + 2 * rung]!, values[at + 3 + 2 * rung]!);
    else {
      const { leaves, caps } = this.asked.get(i) ?? this.ask(i);
      for (const leaf of leaves) leafGaps(leaf, rungAt(leaf, caps[rung]!), found);
    }
  }

  private ask(i: number): MessageCuts {
    const cuts = messageCuts(this.input.messages[i]!, this.kind, this.rule, this.memory);
    this.asked.set(i, cuts);
    const { leaves, caps } = cuts;
    const [leaf] = leaves;
    if (leaves.length !== 1) return cuts;
    const numbers = [leaf!.part, leaf!.piece];
    for (const cap of caps) leafGaps(leaf!, rungAt(leaf!, cap), (_part, _piece, from, to) => numbers.push(from, to));
    if (numbers.length !== 2 + 2 * caps.length) return cuts;
    this.at[i] = this.ladder.length;
    this.ladder.pushAll(numbers);
    return cuts;
  }

  private learn(i: number): number {
    const { factor } = this.rule;
    const { leaves, caps, saved } = messageCuts(this.input.messages[i]!, this.kind, this.rule, this.memory);
    this.first[i] = this.saved.length;
    for (let k = 0; k < caps.length; k++) this.caps.push(Math.round(caps[k]! * factor));
    this.saved.pushAll(saved);
    // One more number per message: its largest text (and nothing saved).
    let largest = 0;
    for (const { cuts, share } of leaves) largest = Math.max(largest, cuts.whole / share);
    this.caps.push(Math.round(largest * factor));
    this.saved.push(0);
    this.rungs[i] = caps.length;
    return caps.length;
  }
}

function cutParts(message: Message, leaves: readonly Leaf[], rungOf: (leaf: Leaf) => number): readonly Part[] {
  const parts = [...message.parts];
  for (const leaf of leaves) {
    const rung = rungOf(leaf);
    if (rung < 0) continue;
    const text = leaf.cuts.text(rung);
    const part = parts[leaf.part]!;
    if (part.type === 'text') parts[leaf.part] = { ...part, text };
    else if (part.type === 'tool-call') parts[leaf.part] = { ...part, args: text };
    else if (part.type === 'tool-result') {
      parts[leaf.part] = { ...part, content: part.content.map((c, piece) => (piece === leaf.piece && c.type === 'text' ? { ...c, text } : c)) };
    }
  }
  return parts;
}

function leafGaps({ part, piece, cuts }: Leaf, rung: number, found: GapListener): void {
  if (rung < 0) return;
  const { gaps, first } = cuts;
  for (let g = first[rung]!; g < first[rung + 1]!; g++) found(part, piece, gaps[g * GAP_FIELDS]!, gaps[g * GAP_FIELDS + 1]!);
}

const cutters = perCounts(() => new Map<string, Cutter>());

export function cutterOf(input: CountsInput, kind: CutKind): Cutter {
  const byKind = cutters(input);
  let cutter = byKind.get(kind.id);
  if (!cutter) {
    cutter = new Cutter(input, kind);
    byKind.set(kind.id, cutter);
  }
  return cutter;
}

export interface FieldLimit {
  readonly over: number;
  readonly keep: number;
}
export interface FieldLimits {
  readonly text?: FieldLimit;
  readonly args?: FieldLimit;
  readonly result?: FieldLimit;
}

export interface FieldCuts {
  readonly cut: (i: number) => boolean;
  readonly tokens: (i: number) => number;
  readonly parts: (i: number) => readonly Part[];
  readonly gaps: (i: number, found: GapListener) => void;
}

const fieldsAt = (input: CountsInput, ...limits: readonly number[]): FieldCuts => {
  const [textOver, textKeep, argsOver, argsKeep, resultOver, resultKeep] = limits as [number, number, number, number, number, number];
  const rule = ruleOf(input.counts);
  const scaled = (base: number): number => Math.round(base * rule.factor);
  const limitOf = (message: Message, { part }: Leaf): FieldLimit => {
    const { type } = message.parts[part]!;
    if (type === 'text') return { over: textOver, keep: textKeep };
    return type === 'tool-call' ? { over: argsOver, keep: argsKeep } : { over: resultOver, keep: resultKeep };
  };
  const rungOf = (message: Message, leaf: Leaf): number => {
    const { over, keep } = limitOf(message, leaf);
    if (scaled(leaf.cuts.whole) <= over) return -1;
    return Math.max(0, rungFor(leaf.cuts.tokens, Math.floor((keep + 0.4999) / rule.factor)));
  };
  const memory = memoryOf(cutMessages, rule, HEADS.id);
  const leavesAt = (i: number): readonly Leaf[] => messageCuts(input.messages[i]!, HEADS, rule, memory).leaves;
  /** Tokens by message; NaN until requested. */
  const known = new Float64Array(input.n).fill(Number.NaN);
  const tokens = (i: number): number => {
    if (Number.isNaN(known[i])) {
      const message = input.messages[i]!;
      known[i] = input.counts.messages[i]! - savings(message, leavesAt(i), rule, 1, (leaf) => tokensOf(leaf, rungOf(message, leaf)))[0]!;
    }
    return known[i]!;
  };
  return {
    tokens,
    cut: (i) => tokens(i) < input.counts.messages[i]!,
    parts: (i) => {
      const message = input.messages[i]!;
      return tokens(i) < input.counts.messages[i]! ? cutParts(message, leavesAt(i), (leaf) => rungOf(message, leaf)) : message.parts;
    },
    gaps: (i, found) => {
      const message = input.messages[i]!;
      if (tokens(i) < input.counts.messages[i]!) for (const leaf of leavesAt(i)) leafGaps(leaf, rungOf(message, leaf), found);
    },
  };
};

/**
 * Every field of a message above its limit keeps its head: texts and results end with a sentence or line, arguments stay JSON with shortened strings.
 */
export function fieldCuts(input: CountsInput, { text, args, result }: FieldLimits): FieldCuts {
  const limits = [text, args, result].flatMap((limit) => [limit?.over ?? Number.MAX_SAFE_INTEGER, limit?.keep ?? Number.MAX_SAFE_INTEGER]);
  return fieldsAt(input, ...limits);
}
