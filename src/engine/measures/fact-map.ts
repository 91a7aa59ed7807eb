/**
 * Where the facts of a transcript stand, so that what a result keeps of them is one pass over integers: facts that stand in
 * exactly the same parts are one class, and classes form a tree. A node of the tree adds one part to the parts of its parent;
 * its facts stand in all of them. Nodes come after their parents, so "does a part of it stand?" is one step per node.
 */
import { FACT_KINDS } from '../signals/contract.ts';
import { type FactIndex, factIndexOf, factKey, factsOfParts, warmFactIndex } from '../signals/facts/index.ts';
import { slowly } from '../signals/similarity/slowly.ts';
import type { ToolCallPart, Transcript } from '../transcript/types.ts';
import { pointersOf } from './operations.ts';

export interface FactMap {
  readonly index: FactIndex;
  /** Parts of all messages are numbered in order: those of message i from firstPart[i] to firstPart[i + 1] − 1. */
  readonly firstPart: Int32Array;
  /** Nodes; the first FACT_KINDS.length are the kinds, without a part. `size` = facts that stand in these parts and no other. */
  readonly nodes: number;
  readonly parent: Int32Array;
  readonly part: Int32Array;
  readonly kind: Uint8Array;
  readonly size: Int32Array;
  /** First message of a node's facts. */
  readonly firstMessage: Int32Array;
  /** Node of each fact. */
  readonly nodeOf: Int32Array;
  /** Every occurrence in message i, from occurrences[i] to occurrences[i + 1] − 1: fact, part, piece and offsets. */
  readonly occurrences: Int32Array;
  readonly fact: Int32Array;
  readonly at: Int32Array;
  /** Facts whose presence leads back to what a part held (paths and URLs of its call), by part; absent without one. */
  readonly pointers: ReadonlyMap<number, readonly number[]>;
}

/** Numbers per occurrence in `at`: part, piece, start, end. */
export const AT = 4;

/** Messages between two chances to pause: about a millisecond. */
const SLICE = 16;

/** Integers of a list that grows. */
class Ints {
  private values = new Int32Array(1 << 12);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
  get(i: number): number {
    return this.values[i]!;
  }
  set(i: number, value: number): void {
    this.values[i] = value;
  }
  done(): Int32Array {
    return this.values.slice(0, this.length);
  }
}

function* make(transcript: Transcript): Generator<void, FactMap> {
  yield* warmFactIndex(transcript);
  const index = factIndexOf(transcript);
  const { messages } = transcript;
  const firstPart = new Int32Array(messages.length + 1);
  for (let i = 0; i < messages.length; i++) firstPart[i + 1] = firstPart[i]! + messages[i]!.parts.length;

  const parent = new Ints();
  const part = new Ints();
  const kind = new Ints();
  const firstMessage = new Ints();
  /** The part that last made a child of a node, and that child. */
  const childPart = new Ints();
  const child = new Ints();
  const add = (above: number, at: number, of: number, first: number): number => {
    parent.push(above);
    part.push(at);
    kind.push(of);
    firstMessage.push(first);
    childPart.push(-1);
    child.push(-1);
    return parent.length - 1;
  };
  for (let k = 0; k < FACT_KINDS.length; k++) add(-1, -1, k, -1);

  const nodeOf = Int32Array.from(index.kind);
  const occurrences = new Int32Array(messages.length + 1);
  const fact = new Ints();
  const at = new Ints();
  const pointers = new Map<number, readonly number[]>();
  const pointersOfCall = new Map<string, readonly number[]>();
  for (let i = 0; i < messages.length; i++) {
    const { parts } = messages[i]!;
    for (let k = index.from[i]!; k < index.from[i + 1]!; k++) {
      const id = index.ids[k]!;
      const node = nodeOf[id]!;
      const where = firstPart[i]! + index.part[k]!;
      if (childPart.get(node) !== where) {
        childPart.set(node, where);
        child.set(node, add(node, where, kind.get(node), node < FACT_KINDS.length ? i : firstMessage.get(node)));
      }
      nodeOf[id] = child.get(node);
    }
    occurrences[i] = fact.length;
    for (const { part: p, piece, facts } of factsOfParts(parts)) {
      for (let k = 0; k < facts.keys.length; k++) {
        const key = facts.keys[k];
        const id = key === null || key === undefined ? -1 : index.idOf(key);
        if (id < 0) continue;
        fact.push(id);
        at.push(p);
        at.push(piece);
        at.push(facts.starts[k]!);
        at.push(facts.ends[k]!);
      }
    }
    parts.forEach((one, p) => {
      if (one.type === 'tool-call') pointersOfCall.set(one.id, factsNamed(index, one));
      const callId = one.type === 'tool-call' ? one.id : one.type === 'tool-result' ? one.callId : undefined;
      const leading = callId === undefined ? undefined : pointersOfCall.get(callId);
      if (leading && leading.length > 0) pointers.set(firstPart[i]! + p, leading);
    });
    if (i % SLICE === 0) yield;
  }
  occurrences[messages.length] = fact.length;
  const size = new Int32Array(parent.length);
  for (const node of nodeOf) size[node]!++;
  return {
    index,
    firstPart,
    nodes: parent.length,
    parent: parent.done(),
    part: part.done(),
    kind: Uint8Array.from(kind.done()),
    size,
    firstMessage: firstMessage.done(),
    nodeOf,
    occurrences,
    fact: fact.done(),
    at: at.done(),
    pointers,
  };
}

/** Facts that say where a call has its content from. */
function factsNamed(index: FactIndex, call: ToolCallPart): readonly number[] {
  return pointersOf(call)
    .map((pointer) => index.idOf(factKey(pointer)))
    .filter((id) => id >= 0);
}

/** The map of a transcript, in slices or at once. Linear. */
export const factMaps = slowly(make);
