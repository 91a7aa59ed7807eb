/** How likely each feature of a context is needed again: by who said it, how often, and how long ago. */
import type { Slice } from '../../../lib/lib-steps.ts';
import type { ProtectionInput } from '../../../signals/remember.ts';
import {
  ANSWERED,
  ASKED,
  CALLED,
  END,
  type Features,
  featuresOf,
  FIELDS,
  HASH,
  kindAt,
  LINE,
  partAt,
  pieceAt,
  PLACE,
  speakerAt,
  START,
  STRING,
} from './ledger-features.ts';
import { isOwnWords, textAt } from './snippets.ts';

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

export interface Likelihood {
  readonly features: readonly Features[];
  readonly ids: readonly Int32Array[];
  readonly worth: Float64Array;
}

const SLICE = 1 << 14;

export class Pace {
  #left = SLICE;

  due(work: number): boolean {
    this.#left -= work;
    if (this.#left > 0) return false;
    this.#left = SLICE;
    return true;
  }
}

const PATH = /^[~.]?[\w@.-]*\/[\w@./-]+$|^[\w@.-]+\.[a-z][a-z\d]{0,6}$/i;
const NO = 1;
const YES = 2;

/** What is left of a worth after this many tokens. */
export const aged = (tokens: number, fall: number = RUN_FALL): number => (1 + tokens / NEAR) ** -fall;

export function* likelihoods(input: ProtectionInput): Generator<Slice, Likelihood> {
  const { messages, n, header, counts } = input;
  const pace = new Pace();
  const features: Features[] = [];
  let most = 0;
  for (const message of messages) {
    const found = featuresOf(message);
    features.push(found);
    most += found.length / FIELDS;
    if (pace.due(found.length)) yield { done: features.length, of: n };
  }
  const numbers = new Numbers(most);
  const ids: Int32Array[] = [];
  for (const of of features) {
    const mine = new Int32Array(of.length / FIELDS);
    for (let k = 0; k < mine.length; k++) mine[k] = numbers.of(of[k * FIELDS + HASH]!);
    ids.push(mine);
    if (pace.due(mine.length)) yield { done: ids.length, of: n };
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
    if (pace.due(mine.length)) yield { done: i + 1, of: n };
  }
  const total = counts.prefix[n]!;
  const worth = new Float64Array(count);
  for (let id = 0; id < count; id++) {
    if (pace.due(1)) yield { done: id, of: count };
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
