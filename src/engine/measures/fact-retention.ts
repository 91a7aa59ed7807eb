/** Facts that a result keeps, leads to, or loses: by kind, by tenth of the transcript, and in a list. */
import { FACT_KINDS, type Prepared } from '../signals/contract.ts';
import { kindOfFact } from '../signals/facts/index.ts';
import { perCounts } from '../signals/remember.ts';
import type { Gap } from '../strategies/contract.ts';
import { type FactMap, factMaps } from './fact-map.ts';
import { OFFLOADED, type Standing, WHOLE } from './standing.ts';
import { type FactCounts, type FactValue, type LostFact, type Place, TENTHS } from './types.ts';

/** What became of a part: it stands (WHOLE), something leads to what it held, or neither. */
const LEADS = 2;
/** The same of a class of facts. */
const STANDS = 1;

/** The first of ascending numbers between `low` and `high` that is at least `value`; `high` where none is. */
function firstFrom(numbers: Int32Array, value: number, low: number, high: number): number {
  let [a, b] = [low, high];
  while (a < b) {
    const middle = (a + b) >> 1;
    if (numbers[middle]! < value) a = middle + 1;
    else b = middle;
  }
  return a;
}

/** Memory of one look, used by the next: one result is looked at at a time. */
class Look {
  readonly map: FactMap;
  /** By part: WHOLE, LEADS or 0. */
  private readonly state: Uint8Array;
  /** By fact: the last look in which it stood in a text or beside a cut; by class: the same of any of its facts, and how many. */
  private readonly seen: Int32Array;
  private readonly classSeen: Int32Array;
  private readonly some: Int32Array;
  private now = 0;

  constructor(map: FactMap) {
    this.map = map;
    this.state = new Uint8Array(map.firstPart.at(-1)!);
    this.seen = new Int32Array(map.index.count);
    this.classSeen = new Int32Array(map.classes);
    this.some = new Int32Array(map.classes);
  }

  /** Looks at what stands; everything below is about the last look. */
  at({ parts, cut, texts }: Standing): void {
    const { map, state } = this;
    this.now++;
    state.set(parts);
    for (const [i, gaps] of cut) this.seeBeside(i, gaps);
    for (const { reading } of texts) for (let k = 0; k < reading.facts.length; k++) this.see(reading.facts[k]!);
    for (const [fact, held] of map.pointers) {
      if (this.stands(fact)) for (const part of held) if (state[part] !== WHOLE) state[part] = LEADS;
    }
  }

  private see(fact: number): void {
    const { seen, classSeen, some, now } = this;
    if (seen[fact] === now) return;
    seen[fact] = now;
    const c = this.map.classOf[fact]!;
    if (classSeen[c] === now) some[c]!++;
    else {
      classSeen[c] = now;
      some[c] = 1;
    }
  }

  /** Facts of a message that no gap touches. Gaps are in the order of its texts. */
  private seeBeside(i: number, gaps: readonly Gap[]): void {
    const { firstText, textPart, textPiece, occurrences, fact, start, end } = this.map;
    let g = 0;
    for (let t = firstText[i]!; t < firstText[i + 1]!; t++) {
      const last = occurrences[t + 1]!;
      let k = occurrences[t]!;
      for (; g < gaps.length; g++) {
        const { part, piece, from, to } = gaps[g]!;
        const ahead = part - textPart[t]! || piece - textPiece[t]!;
        if (ahead > 0) break;
        if (ahead < 0) continue;
        const inside = firstFrom(start, from, k, last);
        for (; k < inside; k++) if (end[k]! <= from) this.see(fact[k]!);
        k = firstFrom(start, to, k, last);
      }
      for (; k < last; k++) this.see(fact[k]!);
    }
  }

  /** STANDS where a whole part has the facts of the class, LEADS where something leads to one that had them. */
  ofClass(c: number): number {
    const { state, map } = this;
    const end = map.from[c + 1]!;
    let found = 0;
    for (let k = map.from[c]!; k < end; k++) {
      const is = state[map.parts[k]!]!;
      if (is === WHOLE) return STANDS;
      found |= is;
    }
    return found;
  }
  stands(fact: number): boolean {
    return this.seen[fact] === this.now || this.ofClass(this.map.classOf[fact]!) === STANDS;
  }
  /** How many facts of a class stand although no whole part has them. */
  beside(c: number): number {
    return this.classSeen[c] === this.now ? this.some[c]! : 0;
  }
}

const looks = new WeakMap<FactMap, Look>();
function lookAt(map: FactMap, standing: Standing): Look {
  let look = looks.get(map);
  if (!look) {
    look = new Look(map);
    looks.set(map, look);
  }
  look.at(standing);
  return look;
}

/** Tenth of the transcript's tokens in which a class stands first. */
const tenths = perCounts(({ transcript, counts, n }): Uint8Array => {
  const total = Math.max(1, counts.prefix[n]!);
  const ofMessage = Uint8Array.from({ length: n }, (_, i) => Math.min(TENTHS - 1, Math.floor((TENTHS * counts.prefix[i]!) / total)));
  return Uint8Array.from(factMaps.of(transcript).firstMessage, (message) => ofMessage[message]!);
});

/** Numbers per group in a tally: standing, led to, lost. */
const FATES = 3;

function countsAt(tally: Float64Array, group: number): FactCounts {
  return { retained: tally[FATES * group]!, recoverable: tally[FATES * group + 1]!, lost: tally[FATES * group + 2]! };
}

/** Facts by fate; null where the transcript has none. */
export function factValue(map: FactMap, before: Pick<Prepared, 'counts'> & Parameters<typeof tenths>[0], standing: Standing): FactValue | null {
  if (map.index.count === 0) return null;
  const look = lookAt(map, standing);
  const tenth = tenths(before);
  const byKind = new Float64Array(FATES * FACT_KINDS.length);
  const byTenth = new Float64Array(FATES * TENTHS);
  for (let c = 0; c < map.classes; c++) {
    const size = map.size[c]!;
    const found = look.ofClass(c);
    const kept = found === STANDS ? size : look.beside(c);
    const rest = found === LEADS ? 1 : 2;
    const kind = FATES * map.kind[c]!;
    const at = FATES * tenth[c]!;
    byKind[kind]! += kept;
    byKind[kind + rest]! += size - kept;
    byTenth[at]! += kept;
    byTenth[at + rest]! += size - kept;
  }
  const all = new Float64Array(FATES);
  byKind.forEach((value, k) => {
    all[k % FATES]! += value;
  });
  return {
    all: countsAt(all, 0),
    byKind: Object.fromEntries(FACT_KINDS.map((kind, k) => [kind, countsAt(byKind, k)])) as FactValue['byKind'],
    byTenth: Array.from({ length: TENTHS }, (_, k) => countsAt(byTenth, k)),
  };
}

/** Share of the facts that stand; null without facts. */
export function retainedShare({ retained, recoverable, lost }: FactCounts): number | null {
  const of = retained + recoverable + lost;
  return of === 0 ? null : retained / of;
}

/** Facts that do not stand, by their number, in the order in which the original says them first. */
export function lostFacts(map: FactMap, standing: Standing): Map<number, LostFact> {
  const { index } = map;
  const look = lookAt(map, standing);
  const lost = new Map<number, LostFact>();
  const leading = new Map<number, number>();
  for (const [fact, held] of map.pointers) if (look.stands(fact)) for (const part of held) leading.set(part, fact);
  for (let id = 0; id < index.count; id++) {
    if (look.stands(id)) continue;
    const messages = [...new Set(Array.from(partsOf(map, id), (part) => messageOf(map, part)))];
    const last = placeIn(map, id, messages[0]!);
    const first = messages.length > 1 ? placeIn(map, id, messages.at(-1)!) : last;
    const pointer = look.ofClass(map.classOf[id]!) === LEADS ? pointerTo(map, leading, standing, id) : null;
    lost.set(id, {
      kind: kindOfFact(index, id),
      text: index.text[id]!,
      fate: pointer ? 'recoverable' : 'lost',
      first,
      last,
      messages: messages.length,
      pointer,
    });
  }
  return lost;
}

/** Message of a part: the last whose first part is not after it. */
function messageOf({ firstPart }: FactMap, part: number): number {
  let low = 0;
  let high = firstPart.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firstPart[middle]! <= part) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Parts that say a fact, the newest first. */
const partsOf = ({ classOf, from, parts }: FactMap, id: number): Int32Array => parts.subarray(from[classOf[id]!]!, from[classOf[id]! + 1]!);

function placeIn({ firstText, textPart, textPiece, occurrences, fact, start, end }: FactMap, id: number, message: number): Place {
  let k = occurrences[firstText[message]!]!;
  while (fact[k] !== id) k++;
  let t = firstText[message]!;
  while (occurrences[t + 1]! <= k) t++;
  return { message, part: textPart[t]!, piece: textPiece[t]!, start: start[k]!, end: end[k]! };
}

/** The newest thing that leads to a fact. `leading`: a path or URL that stands, by the parts that it leads to. */
function pointerTo(map: FactMap, leading: ReadonlyMap<number, number>, { parts, placeholder }: Standing, id: number): LostFact['pointer'] {
  for (const part of partsOf(map, id)) {
    const message = messageOf(map, part);
    if (parts[part] === OFFLOADED) return { kind: 'offload', text: placeholder(message, part - map.firstPart[message]!) };
    const fact = leading.get(part);
    if (fact !== undefined) return { kind: kindOfFact(map.index, fact) === 'url' ? 'url' : 'path', text: map.index.text[fact]! };
  }
  return null;
}
