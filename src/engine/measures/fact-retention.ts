/** Facts that a result keeps, leads to, or loses: by kind, by tenth of the transcript, and in a list. */
import { FACT_KINDS, type Prepared } from '../signals/contract.ts';
import { kindOfFact } from '../signals/facts/index.ts';
import { perCounts } from '../signals/remember.ts';
import type { Gap } from '../strategies/contract.ts';
import { AT, type FactMap, factMaps } from './fact-map.ts';
import { OFFLOADED, type Standing, WHOLE } from './standing.ts';
import { type FactCounts, type FactValue, type LostFact, type Place, TENTHS } from './types.ts';

/** A fact or a node of the tree: it stands, or something leads to it. */
const STANDS = 1;
const LEADS = 2;

/** Memory of one look, used by the next: one result is looked at at a time. */
class Look {
  readonly map: FactMap;
  /** By node: STANDS and LEADS. */
  readonly flags: Uint8Array;
  /** By part: something leads to what it held. */
  private readonly leads: Uint8Array;
  /** By fact: the last look in which it stood in a text or beside a cut; by node: the same of any of its facts, and how many. */
  private readonly seen: Int32Array;
  private readonly nodeSeen: Int32Array;
  private readonly some: Int32Array;
  private now = 0;

  constructor(map: FactMap) {
    this.map = map;
    this.flags = new Uint8Array(map.nodes);
    this.leads = new Uint8Array(map.firstPart.at(-1)!);
    this.seen = new Int32Array(map.index.count);
    this.nodeSeen = new Int32Array(map.nodes);
    this.some = new Int32Array(map.nodes);
  }

  /** Looks at what stands; everything below is about the last look. */
  at({ parts, cut, texts }: Standing): void {
    const { map, flags, leads } = this;
    const { parent, part, nodes, pointers } = map;
    this.now++;
    for (const [i, gaps] of cut) this.seeBeside(i, gaps);
    for (const { reading } of texts) for (const fact of reading.facts) this.see(fact);
    flags.fill(0, 0, FACT_KINDS.length);
    for (let node = FACT_KINDS.length; node < nodes; node++) flags[node] = parts[part[node]!] === WHOLE ? STANDS : flags[parent[node]!]!;
    leads.fill(0);
    for (const [at, facts] of pointers) if (parts[at] !== WHOLE && facts.some((fact) => this.stands(fact))) leads[at] = 1;
    for (let node = FACT_KINDS.length; node < nodes; node++) {
      const at = part[node]!;
      flags[node]! |= leads[at] === 1 || parts[at] === OFFLOADED ? LEADS : flags[parent[node]!]! & LEADS;
    }
  }

  private see(fact: number): void {
    const { seen, nodeSeen, some, now } = this;
    if (seen[fact] === now) return;
    seen[fact] = now;
    const node = this.map.nodeOf[fact]!;
    if (nodeSeen[node] === now) some[node]!++;
    else {
      nodeSeen[node] = now;
      some[node] = 1;
    }
  }

  /** Facts of a message that no gap touches. */
  private seeBeside(i: number, gaps: readonly Gap[]): void {
    const { occurrences, fact, at } = this.map;
    for (let k = occurrences[i]!; k < occurrences[i + 1]!; k++) {
      let whole = true;
      for (const { part, piece, from, to } of gaps) {
        if (at[AT * k] === part && at[AT * k + 1] === piece && at[AT * k + 2]! < to && at[AT * k + 3]! > from) whole = false;
      }
      if (whole) this.see(fact[k]!);
    }
  }

  stands(fact: number): boolean {
    return this.seen[fact] === this.now || (this.flags[this.map.nodeOf[fact]!]! & STANDS) !== 0;
  }
  isLedTo(fact: number): boolean {
    return (this.flags[this.map.nodeOf[fact]!]! & LEADS) !== 0;
  }
  /** How many facts of a node stand. */
  standing(node: number): number {
    if ((this.flags[node]! & STANDS) !== 0) return this.map.size[node]!;
    return this.nodeSeen[node] === this.now ? this.some[node]! : 0;
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

/** Tenth of the transcript's tokens in which a node's facts stand first. */
const tenths = perCounts(({ transcript, counts, n }): Uint8Array => {
  const total = Math.max(1, counts.prefix[n]!);
  const ofMessage = Uint8Array.from({ length: n }, (_, i) => Math.min(TENTHS - 1, Math.floor((TENTHS * counts.prefix[i]!) / total)));
  return Uint8Array.from(factMaps.of(transcript).firstMessage, (message) => (message < 0 ? 0 : ofMessage[message]!));
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
  for (let node = FACT_KINDS.length; node < map.nodes; node++) {
    const size = map.size[node]!;
    if (size === 0) continue;
    const kept = look.standing(node);
    const rest = (look.flags[node]! & LEADS) !== 0 ? 1 : 2;
    const kind = FATES * map.kind[node]!;
    const at = FATES * tenth[node]!;
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
  for (let id = 0; id < index.count; id++) {
    if (look.stands(id)) continue;
    const messages = messagesOf(map, id);
    const first = placeIn(map, id, messages[0]!);
    const last = messages.length > 1 ? placeIn(map, id, messages.at(-1)!) : first;
    const pointer = look.isLedTo(id) ? pointerTo(map, look, standing, id) : null;
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

/** Messages that say a fact, ascending. */
function messagesOf(map: FactMap, id: number): number[] {
  const messages: number[] = [];
  for (let node = map.nodeOf[id]!; node >= FACT_KINDS.length; node = map.parent[node]!) messages.push(messageOf(map, map.part[node]!));
  return messages.reverse();
}

function placeIn({ occurrences, fact, at }: FactMap, id: number, message: number): Place {
  let k = occurrences[message]!;
  while (fact[k] !== id) k++;
  return { message, part: at[AT * k]!, piece: at[AT * k + 1]!, start: at[AT * k + 2]!, end: at[AT * k + 3]! };
}

/** The newest thing that leads to a fact. */
function pointerTo(map: FactMap, look: Look, { parts, placeholder }: Standing, id: number): LostFact['pointer'] {
  for (let node = map.nodeOf[id]!; node >= FACT_KINDS.length; node = map.parent[node]!) {
    const part = map.part[node]!;
    const message = messageOf(map, part);
    if (parts[part] === OFFLOADED) return { kind: 'offload', text: placeholder(message, part - map.firstPart[message]!) };
    const leading = parts[part] === WHOLE ? undefined : map.pointers.get(part)?.find((fact) => look.stands(fact));
    if (leading !== undefined) return { kind: kindOfFact(map.index, leading) === 'url' ? 'url' : 'path', text: map.index.text[leading]! };
  }
  return null;
}
