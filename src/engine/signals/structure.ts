import type { ItemType, Message, Transcript } from '../transcript/types.ts';
import type { Unit } from './contract.ts';
import { itemTypeOf } from './item-type.ts';

/** Everything that depends on the messages alone, not on a tokenizer or a setting. Arrays by message. */
export interface Structure {
  readonly itemType: readonly ItemType[];
  readonly header: number;
  readonly units: readonly Unit[];
  readonly unitOf: Int32Array;
  readonly turn: Int32Array;
  readonly turns: number;
  readonly step: Int32Array;
  readonly steps: number;
  /** −1 without one. */
  readonly lastUser: number;
  /** Index of the last unit that is a tool block, −1 without one. */
  readonly lastBlock: number;
  /** 1 where a message holds a tool call. */
  readonly hasCall: Uint8Array;
}

const cache = new WeakMap<Transcript, Structure>();

/** Structure of a transcript: one pass over its parts, remembered with the transcript (which never changes). */
export function structureOf(transcript: Transcript): Structure {
  let found = cache.get(transcript);
  if (!found) {
    found = build(transcript.messages);
    cache.set(transcript, found);
  }
  return found;
}

const HEADER_TYPES: ReadonlySet<ItemType> = new Set(['SYSTEM_PROMPT', 'MEMORY', 'SKILL_PROMPT', 'SKILL_METADATA']);

/** Values that depend on one message alone. */
interface Kind {
  readonly itemType: ItemType;
  readonly hasCall: 0 | 1;
  readonly speaks: boolean;
  readonly shows: boolean;
}

const kinds = new WeakMap<Message, Kind>();

/** Remembered, because a replay puts the same messages into hundreds of contexts. */
function kindOf(message: Message): Kind {
  let kind = kinds.get(message);
  if (!kind) {
    kind = {
      itemType: itemTypeOf(message),
      hasCall: message.parts.some((p) => p.type === 'tool-call') ? 1 : 0,
      speaks: carriesText(message),
      shows: showsMore(message),
    };
    kinds.set(message, kind);
  }
  return kind;
}

function build(messages: readonly Message[]): Structure {
  const n = messages.length;
  const kindsOf = messages.map(kindOf);
  const itemType = kindsOf.map((kind) => kind.itemType);
  let header = 0;
  while (header < n && HEADER_TYPES.has(itemType[header]!)) header++;

  const hasCall = Uint8Array.from(kindsOf, (kind) => kind.hasCall);

  const { units, unitOf } = buildUnits(messages);
  let lastBlock = -1;
  units.forEach((unit, u) => {
    if (unit.isBlock) lastBlock = u;
  });
  return { itemType, header, units, unitOf, lastBlock, hasCall, ...buildTurns(messages, kindsOf, header) };
}

/** Whether the message holds an image or a file, so that its words are not all of it. */
export const showsMore = ({ parts }: Message): boolean => parts.some(({ type }) => type === 'image' || type === 'file');

const carriesText = (message: Message): boolean => message.parts.some((p) => p.type === 'text' && /\S/.test(p.text));

/**
 * A user message with text opens a turn; messages that the harness writes as the user do not, unless there are no others. Every assistant
 * message opens a step. The last user message may hold an image or a file and no text: the next answer replies to it.
 */
function buildTurns(messages: readonly Message[], kindsOf: readonly Kind[], header: number) {
  const n = messages.length;
  const turn = new Int32Array(n).fill(-1);
  const step = new Int32Array(n).fill(-1);
  const user = new Uint8Array(n);
  let real = 0;
  for (let i = header; i < n; i++) {
    if (kindsOf[i]!.itemType !== 'USER_MESSAGE' || !kindsOf[i]!.speaks) continue;
    user[i] = messages[i]!.synthetic ? 1 : 2;
    if (user[i] === 2) real++;
  }
  const opening = real > 0 ? 2 : 1;
  let turns = 0;
  let steps = 0;
  for (let i = header; i < n; i++) {
    if (user[i]! >= opening) turns++;
    if (messages[i]!.role === 'assistant') steps++;
    turn[i] = turns - 1;
    step[i] = steps - 1;
  }
  const says = (i: number): boolean => kindsOf[i]!.itemType === 'USER_MESSAGE' && (kindsOf[i]!.speaks || kindsOf[i]!.shows);
  const lastSaid = (synthetic: boolean): number => {
    let i = n - 1;
    while (i >= header && !(says(i) && (synthetic || !messages[i]!.synthetic))) i--;
    return i >= header ? i : -1;
  };
  const person = lastSaid(false);
  return { turn, turns, step, steps, lastUser: person >= 0 ? person : lastSaid(true) };
}

/**
 * Tool blocks by call id, wherever the results are; a result belongs to the latest earlier call with its id (some formats reuse ids), in a
 * file out of order to the next later one. A message with results of several calls joins their blocks.
 */
function buildUnits(messages: readonly Message[]): { units: Unit[]; unitOf: Int32Array } {
  const n = messages.length;
  // Union-find over messages; the root is always the smallest member, so units are ordered by first member.
  const parent = new Int32Array(n);
  for (let i = 0; i < n; i++) parent[i] = i;
  const root = (i: number): number => {
    let r = i;
    while (parent[r] !== r) r = parent[r]!;
    for (let at = i; at !== r; ) {
      const next = parent[at]!;
      parent[at] = r;
      at = next;
    }
    return r;
  };
  const answered = new Uint8Array(n);
  const latestCall = new Map<string, number>();
  /** Results without an earlier call, by id. */
  const early = new Map<string, number>();
  const join = (call: number, result: number): void => {
    const a = root(call);
    const b = root(result);
    parent[Math.max(a, b)] = Math.min(a, b);
    answered[Math.min(a, b)] = 1;
  };
  for (let i = 0; i < n; i++) {
    for (const part of messages[i]!.parts) {
      if (part.type === 'tool-call') {
        const result = early.get(part.id);
        if (result !== undefined) join(i, result);
        early.delete(part.id);
        latestCall.set(part.id, i);
      } else if (part.type === 'tool-result') {
        const call = latestCall.get(part.callId);
        if (call === undefined) early.set(part.callId, i);
        else join(call, i);
      }
    }
  }
  const unitOf = new Int32Array(n);
  const members: number[][] = [];
  for (let i = 0; i < n; i++) {
    const r = root(i);
    if (r === i) {
      unitOf[i] = members.length;
      members.push([i]);
    } else {
      unitOf[i] = unitOf[r]!;
      members[unitOf[r]!]!.push(i);
    }
  }
  return { units: members.map((list) => ({ members: list, isBlock: answered[list[0]!] === 1 })), unitOf };
}
