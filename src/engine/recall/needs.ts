/** What the recorded future used from memory: the facts of a context that it said before anybody brought them back. */
import { FACT_KINDS, type FactKind, type PreparedTranscript } from '../signals/contract.ts';
import { FACT_PLACES, type FactIndex, factIndexOf, factsOfParts } from '../signals/facts/index.ts';
import { ownSummaries } from '../signals/recorded-context.ts';
import type { TranscriptInput } from '../signals/remember.ts';
import type { Message } from '../transcript/types.ts';
import { AGE_BANDS, type Cut, ORIGINS } from './contract.ts';
import { headerFacts } from './header-facts.ts';

const bit = (place: (typeof FACT_PLACES)[number]): number => 1 << FACT_PLACES.indexOf(place);
const REASONING = bit('reasoning');
/** Where an answer uses a fact. */
const USE = bit('text') | bit('arguments');

const POINTERS: ReadonlySet<FactKind> = new Set<FactKind>(['path', 'url']);

/** Needed facts by their number in the cut ("local"), and the messages that hold them. Indexes of messages are of the transcript. */
export interface Needs extends Pick<Cut, 'seen' | 'needed' | 'reRead'> {
  /** By local: id in the recall index of the transcript. Pointers follow the needed facts. */
  readonly facts: Int32Array;
  readonly localOf: ReadonlyMap<string, number>;
  readonly keys: readonly string[];
  /** By needed fact: the last message with it before the cut, the first that used it afterwards. */
  readonly seenAt: Int32Array;
  readonly neededAt: Int32Array;
  /** By needed fact: index in AGE_BANDS and in ORIGINS. */
  readonly band: Uint8Array;
  readonly origin: Uint8Array;
  /** By needed fact: locals of the paths and URLs of calls that returned it. */
  readonly pointers: readonly Int32Array[];
  /** By local: a lower-case string that every text with the fact contains; '' if unknown. */
  readonly traces: readonly string[];
  /** By message of the context: its locals. */
  readonly held: readonly Int32Array[];
}

const NONE = new Int32Array(0);

interface Call {
  readonly message: number;
  readonly part: number;
}

/** By message: the calls that its results answer, as message and part. */
const answeredCalls = ({ messages }: TranscriptInput) => {
  const madeAt = new Map<string, Call>();
  return messages.map(({ parts }, i): readonly Call[] => {
    const calls: Call[] = [];
    parts.forEach((part, p) => {
      if (part.type === 'tool-call') madeAt.set(part.id, { message: i, part: p });
      else if (part.type === 'tool-result') {
        const call = madeAt.get(part.callId);
        if (call) calls.push(call);
      }
    });
    return calls;
  });
};

const speaker = ({ role, parts }: Message): number =>
  ORIGINS.indexOf(role === 'assistant' ? 'assistant' : parts.some(({ type }) => type === 'tool-result') ? 'tool' : 'user');

export interface Stretch {
  /** Messages of the context, ascending except for a summary before the kept messages. */
  readonly sources: Int32Array;
  readonly at: number;
  readonly end: number;
  /** Facts that occur only in reasoning count as seen. */
  readonly reasoningSeen: boolean;
}

/** What the messages from `at` to `end` needed of a context. */
export function needsOf(base: PreparedTranscript, { sources, at, end, reasoningSeen }: Stretch): Needs {
  const { transcript, messages, counts } = base;
  const index = factIndexOf(transcript, 'recall');
  const inHeader = headerFacts(base);
  const own = ownSummaries(base);
  const counted = (place: number): boolean => place !== REASONING || reasoningSeen;

  /** By fact: position in `sources` of its last occurrence in the context, from 1. */
  const last = new Int32Array(index.count);
  let seen = 0;
  sources.forEach((i, j) => {
    for (let k = index.from[i]!; k < index.from[i + 1]!; k++) {
      const fact = index.ids[k]!;
      // System text of any place is part of the header.
      if (inHeader[fact] === 1 || !counted(index.places[k]!)) continue;
      if (last[fact] === 0) seen++;
      last[fact] = j + 1;
    }
  });

  const needed: number[] = [];
  const neededAt: number[] = [];
  /** By fact: 0 not yet, 1 needed or brought back and used, from 2: brought back by message − 2. */
  const state = new Int32Array(index.count);
  const suppliers = new Set<number>();
  let broughtBack = 0;
  for (let i = at; i < end; i++) {
    const { role, id } = messages[i]!;
    if (own.has(id)) continue;
    for (let k = index.from[i]!; k < index.from[i + 1]!; k++) {
      const fact = index.ids[k]!;
      if (last[fact] === 0 || state[fact] === 1) continue;
      if (role !== 'assistant') {
        if (state[fact] === 0) state[fact] = i + 2;
      } else if ((index.places[k]! & USE) !== 0) {
        if (state[fact]! >= 2) {
          suppliers.add(state[fact]! - 2);
          broughtBack++;
        } else {
          needed.push(fact);
          neededAt.push(i);
        }
        state[fact] = 1;
      }
    }
  }
  let supplied = 0;
  for (const i of suppliers) supplied += counts.messages[i]!;

  return {
    seen,
    needed: needed.length,
    reRead: { facts: broughtBack, tokens: supplied },
    neededAt: Int32Array.from(neededAt),
    ...placesOfNeeds(base, index, sources, needed, last, counted),
  };
}

function placesOfNeeds(
  base: PreparedTranscript,
  index: FactIndex,
  sources: Int32Array,
  needed: readonly number[],
  last: Int32Array,
  counted: (place: number) => boolean,
): Pick<Needs, 'facts' | 'keys' | 'localOf' | 'seenAt' | 'band' | 'origin' | 'pointers' | 'traces' | 'held'> {
  const { messages, header, counts } = base;
  const locals = new Map(needed.map((fact, local) => [fact, local]));
  const calls = answeredCalls(base);
  const inContext = new Set(sources);
  const pointers = needed.map(() => new Set<number>());
  for (const i of sources) {
    const made = calls[i]!.filter(({ message }) => inContext.has(message));
    if (made.length === 0) continue;
    const here = localsOf(index, i, locals).filter((local) => local < needed.length);
    if (here.length === 0) continue;
    for (const fact of made.flatMap((call) => pointersIn(base, index, call))) {
      const pointer = locals.get(fact) ?? locals.size;
      locals.set(fact, pointer);
      for (const local of here) if (local !== pointer) pointers[local]!.add(pointer);
    }
  }

  // Tokens of the conversation after each message of the context.
  const after = new Float64Array(sources.length + 1);
  for (let j = sources.length - 1; j >= 0; j--) after[j] = after[j + 1]! + (sources[j]! < header ? 0 : counts.messages[sources[j]!]!);
  const bandOf = (place: number): number => {
    const age = after[0] === 0 ? 0 : after[place]! / after[0]!;
    return AGE_BANDS.indexOf(age < 0.1 ? 'newest' : age < 0.4 ? 'middle' : 'older');
  };
  const keys = Array.from(locals.keys(), (fact) => index.key[fact]!);
  return {
    facts: Int32Array.from(locals.keys()),
    localOf: new Map(keys.map((key, local) => [key, local])),
    keys,
    seenAt: Int32Array.from(needed, (fact) => sources[last[fact]! - 1]!),
    band: Uint8Array.from(needed, (fact) => bandOf(last[fact]!)),
    origin: Uint8Array.from(needed, (fact) => speaker(messages[index.first[fact]!]!)),
    pointers: pointers.map((set) => Int32Array.from(set)),
    traces: keys.map(traceOf),
    held: Array.from(sources, (i) => {
      const found = localsOf(index, i, locals, counted);
      return found.length === 0 ? NONE : Int32Array.from(found);
    }),
  };
}

/** Keys are normalised (signals/facts/fact-names.ts): the last component of a path, and a name, occur in the text except for their case. */
function traceOf(key: string): string {
  const value = key.slice(key.indexOf(' ') + 1).toLowerCase();
  if (key.startsWith('path ')) return value.slice(value.lastIndexOf('/') + 1);
  return key.startsWith('identifier ') || key.startsWith('ticket ') ? value : '';
}

/** Paths and URLs in the arguments of a call, with which it can be repeated. */
function pointersIn({ messages }: PreparedTranscript, index: FactIndex, { message, part }: Call): number[] {
  const found: number[] = [];
  for (const { part: p, facts } of factsOfParts(messages[message]!.parts, 'recall')) {
    if (p !== part) continue;
    for (let k = 0; k < facts.starts.length; k++) {
      const key = facts.keyOf(k);
      if (key !== null && POINTERS.has(FACT_KINDS[facts.kindOf(k)]!)) found.push(index.idOf(key));
    }
  }
  return found;
}

function localsOf(index: FactIndex, i: number, locals: ReadonlyMap<number, number>, counted?: (place: number) => boolean): number[] {
  const found: number[] = [];
  for (let k = index.from[i]!; k < index.from[i + 1]!; k++) {
    const local = locals.get(index.ids[k]!);
    if (local !== undefined && (counted?.(index.places[k]!) ?? true)) found.push(local);
  }
  return found;
}
