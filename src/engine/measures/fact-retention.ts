import { FACT_KINDS, type FactKind } from '../signals/contract.ts';
import { defineMeasure, lossesOf, SHARE, typedValue } from './shared/define.ts';
import { type Examples, pool } from './shared/example.ts';
import { upperBound } from '../lib/arrays.ts';
import { kindOfFact } from '../signals/facts/index.ts';
import type { CountsInput } from '../signals/remember.ts';
import { type FactMap, factMaps } from './shared/fact-map.ts';
import { CUT, OFFLOADED, type StandingContent, WHOLE } from './shared/stands.ts';
import { type FactCounts, type FactValue, type LostFact, marksOf, type Place, TENTHS } from './types.ts';

const STANDS = 2;
const LEADS = 1;

class Look {
  readonly map: FactMap;
  /** By part: the newest that is not newer and stands whole, of whose texts something is cut out, that something leads to; −1 without one. */
  private readonly whole: Int32Array;
  private readonly cut: Int32Array;
  private readonly led: Int32Array;
  private readonly seen: Int32Array;
  private readonly classSeen: Int32Array;
  private now = 0;
  private standing: StandingContent | null = null;

  constructor(map: FactMap) {
    const parts = map.firstPart.at(-1)!;
    this.map = map;
    this.whole = new Int32Array(parts);
    this.cut = new Int32Array(parts);
    this.led = new Int32Array(parts);
    this.seen = new Int32Array(map.index.count);
    this.classSeen = new Int32Array(map.classes);
  }

  at(standing: StandingContent): void {
    const { parts, cuts, texts } = standing;
    this.now++;
    this.standing = standing;
    newestWith(WHOLE, parts, this.whole);
    if (!cuts.none) newestWith(CUT, parts, this.cut);
    for (const { reading } of texts) for (let k = 0; k < reading.facts.length; k++) this.see(reading.facts[k]!);
    const led = parts.slice();
    for (const [fact, held] of this.map.pointers) if (this.stands(fact)) for (const part of held) led[part]! |= OFFLOADED;
    newestWith(OFFLOADED, led, this.led);
  }

  private see(fact: number): void {
    this.seen[fact] = this.now;
    this.classSeen[this.map.classOf[fact]!] = this.now;
  }

  private isIn(c: number, newest: Int32Array): boolean {
    const { from, parts, newest: first, oldest } = this.map;
    const last = oldest[c]!;
    let found = newest[first[c]!]!;
    if (found === first[c] || newest[last] === last) return true;
    for (let k = from[c]! + 1; found >= last; k++) {
      const part = parts[k]!;
      if (part > found) continue;
      found = newest[part]!;
      if (found === part) return true;
    }
    return false;
  }

  ofClass(c: number): number {
    return this.isIn(c, this.whole) ? STANDS : this.isIn(c, this.led) ? LEADS : 0;
  }
  stands(fact: number): boolean {
    return this.isIn(this.map.classOf[fact]!, this.whole) || this.isBeside(fact);
  }
  /** How many facts of a class stand although no whole part has them. */
  beside(c: number): number {
    const { firstMember, members } = this.map;
    if (this.classSeen[c] !== this.now && (this.standing!.cuts.none || !this.isIn(c, this.cut))) return 0;
    let count = 0;
    for (let k = firstMember[c]!; k < firstMember[c + 1]!; k++) if (this.isBeside(members[k]!)) count++;
    return count;
  }

  private isBeside(fact: number): boolean {
    if (this.seen[fact] === this.now) return true;
    const { parts, cuts } = this.standing!;
    if (cuts.none) return false;
    const { occurrences, text, textPart, start, end } = this.map;
    for (let k = occurrences[fact]!; k < occurrences[fact + 1]!; k++) {
      const t = text[k]!;
      if (parts[textPart[t]!]! & (WHOLE | CUT) && !cuts.touch(t, start[k]!, end[k]!)) return true;
    }
    return false;
  }
}

function newestWith(bit: number, parts: Uint8Array, newest: Int32Array): void {
  let found = -1;
  for (let part = 0; part < parts.length; part++) {
    if (parts[part]! & bit) found = part;
    newest[part] = found;
  }
}

const looks = new WeakMap<FactMap, Look>();
function lookAt(map: FactMap, standing: StandingContent): Look {
  let look = looks.get(map);
  if (!look) {
    look = new Look(map);
    looks.set(map, look);
  }
  look.at(standing);
  return look;
}

const FATES = 3;

function countsAt(tally: Float64Array, group: number): FactCounts {
  return { retained: tally[FATES * group]!, recoverable: tally[FATES * group + 1]!, lost: tally[FATES * group + 2]! };
}

const groups = ({ transcript, counts, n }: CountsInput): Uint8Array => {
  const total = Math.max(1, counts.prefix[n]!);
  const ofMessage = Uint8Array.from({ length: n }, (_, i) => Math.min(TENTHS - 1, Math.floor((TENTHS * counts.prefix[i]!) / total)));
  const { firstMessage, kind } = factMaps(transcript);
  return Uint8Array.from(firstMessage, (message, c) => kind[c]! * TENTHS + ofMessage[message]!);
};

/** Facts by fate; null where the transcript has none. */
function factValue(map: FactMap, before: Parameters<typeof groups>[0], standing: StandingContent): FactValue | null {
  if (map.index.count === 0) return null;
  const look = lookAt(map, standing);
  const group = groups(before);
  const tally = new Float64Array(FATES * TENTHS * FACT_KINDS.length);
  for (let c = 0; c < map.classes; c++) {
    const size = map.firstMember[c + 1]! - map.firstMember[c]!;
    const at = FATES * group[c]!;
    const found = look.ofClass(c);
    const kept = found === STANDS ? size : look.beside(c);
    tally[at]! += kept;
    tally[at + (found === LEADS ? 1 : 2)]! += size - kept;
  }
  const all = new Float64Array(FATES);
  const byKind = new Float64Array(FATES * FACT_KINDS.length);
  const byTenth = new Float64Array(FATES * TENTHS);
  for (let at = 0; at < tally.length; at++) {
    const fate = at % FATES;
    const g = Math.floor(at / FATES);
    all[fate]! += tally[at]!;
    byKind[FATES * Math.floor(g / TENTHS) + fate]! += tally[at]!;
    byTenth[FATES * (g % TENTHS) + fate]! += tally[at]!;
  }
  return {
    all: countsAt(all, 0),
    byKind: Object.fromEntries(FACT_KINDS.map((kind, k) => [kind, countsAt(byKind, k)])) as FactValue['byKind'],
    byTenth: Array.from({ length: TENTHS }, (_, k) => countsAt(byTenth, k)),
  };
}

/** Share of the facts that are; null without facts. */
export function retainedShare({ retained, recoverable, lost }: FactCounts): number | null {
  const of = retained + recoverable + lost;
  return of === 0 ? null : retained / of;
}

/** Facts that are not, by their number, in the order in which the original says them first. */
function lostFacts(map: FactMap, standing: StandingContent): Map<number, LostFact> {
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
  return upperBound(firstPart, part, 1, firstPart.length - 1) - 1;
}

const partsOf = ({ classOf, from, parts }: FactMap, id: number): Int32Array => parts.subarray(from[classOf[id]!]!, from[classOf[id]! + 1]!);

function placeIn(map: FactMap, id: number, message: number): Place {
  const { firstPart, firstText, textPart, textPiece, occurrences, text, start, end } = map;
  const oldest = firstText[firstPart[message]!]!;
  const newest = firstText[firstPart[message + 1]!]! - 1;
  let k = occurrences[id]!;
  while (text[k]! > newest) k++;
  for (let next = k + 1; next < occurrences[id + 1]! && text[next]! >= oldest; next++) if (text[next] !== text[k]) k = next;
  const t = text[k]!;
  return { message, part: textPart[t]! - firstPart[message]!, piece: textPiece[t]!, start: start[k]!, end: end[k]! };
}

function pointerTo(map: FactMap, leading: ReadonlyMap<number, number>, { parts, placeholder }: StandingContent, id: number): LostFact['pointer'] {
  for (const part of partsOf(map, id)) {
    const message = messageOf(map, part);
    if (parts[part]! & OFFLOADED) return { kind: 'offload', text: placeholder(message, part - map.firstPart[message]!) };
    const fact = leading.get(part);
    if (fact !== undefined) return { kind: kindOfFact(map.index, fact) === 'url' ? 'url' : 'path', text: map.index.text[fact]! };
  }
  return null;
}

export const factRetention = defineMeasure({
  id: 'fact-retention',
  group: 'loss',
  better: 'higher',
  values: [
    typedValue({
      from: 'losses',
      name: 'factRetention',
      value: ({ losses: { facts } }) => facts && sharesOf(facts),
      why: () => ({ key: 'measure-no-facts' }),
      columns: [{ ...SHARE, id: 'facts', lists: 'fact-retention', of: ({ all }) => all, original: () => 1 }],
    }),
  ],
  losses: lossesOf<undefined, FactValue, LostFact>({
    name: 'facts',
    count: ({ facts, before, standing }) => factValue(facts, before, standing),
    lost: ({ facts, standing }) => lostFacts(facts, standing),
    line({ kind, text, fate, last, messages, pointer }, neededBy) {
      const missed = neededBy({ kind, fact: text });
      return {
        kind,
        fate,
        text,
        marks: marksOf(kind, text),
        spots: [
          { role: 'said', message: missed?.seenAt ?? last.message },
          ...(missed ? [{ role: 'needed', message: missed.neededAt } as const] : []),
        ],
        use: missed ? 'needed' : messages > 1 ? 'again' : 'once',
        messages,
        cut: 0,
        beside: pointer && { what: 'pointer', value: pointer.text },
      };
    },
  }),
});

const sharesOf = ({ all, byKind }: FactValue) => ({
  all: retainedShare(all) ?? 1,
  byKind: Object.fromEntries(FACT_KINDS.map((kind) => [kind, retainedShare(byKind[kind])])) as Readonly<Record<FactKind, number | null>>,
});

export const examples: Examples = {
  'fact-retention': {
    messages: pool,
    expected: { 'measures.factRetention.all': 0.25, 'values.facts.all.retained': 1, 'values.facts.all.recoverable': 2, 'values.facts.all.lost': 1 },
    because:
      'Four facts: src/pool.ts, openPool, defaultLimit, INC-2291. The path stands in the first message, which is kept: 1 of 4. That the path was said twice does not count.',
  },
};
