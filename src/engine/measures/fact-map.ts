/**
 * Where the facts of a transcript stand, so that what a result keeps of them is a look at few integers: facts of one kind that
 * stand in exactly the same parts are one class.
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
  /** Class of each fact; by class: its kind, how many facts it has, and the first message that says them. */
  readonly classOf: Int32Array;
  readonly classes: number;
  readonly kind: Uint8Array;
  readonly size: Int32Array;
  readonly firstMessage: Int32Array;
  /** Parts in which the facts of a class stand, the newest first: parts[from[c]] … parts[from[c + 1] − 1]. */
  readonly from: Int32Array;
  readonly parts: Int32Array;
  /** Texts of message i, from firstText[i] to firstText[i + 1] − 1; by text: its part, and its piece of a tool result. */
  readonly firstText: Int32Array;
  readonly textPart: Int32Array;
  readonly textPiece: Int32Array;
  /** Every occurrence in text t, from occurrences[t] to occurrences[t + 1] − 1: fact and offsets, in order of their starts. */
  readonly occurrences: Int32Array;
  readonly fact: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Paths and URLs of calls, as facts, with the parts that hold what such a call wrote or got. */
  readonly pointers: ReadonlyMap<number, readonly number[]>;
}

/** Messages between two chances to pause: about a millisecond. */
const SLICE = 16;
/** The same of facts that find their class. */
const CLASS_SLICE = 2000;

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

  // A tree: a node adds one part to those of its parent, and a fact moves down it with every part that says it. The first
  // nodes are the kinds, without a part.
  const parent = new Ints();
  const part = new Ints();
  /** The part that last made a child of a node, and that child. */
  const childPart = new Ints();
  const child = new Ints();
  const add = (above: number, at: number): number => {
    parent.push(above);
    part.push(at);
    childPart.push(-1);
    child.push(-1);
    return parent.length - 1;
  };
  for (let k = 0; k < FACT_KINDS.length; k++) add(-1, -1);

  const nodeOf = Int32Array.from(index.kind);
  const firstText = new Int32Array(messages.length + 1);
  const textPart = new Ints();
  const textPiece = new Ints();
  const occurrences = new Ints();
  const fact = new Ints();
  const start = new Ints();
  const end = new Ints();
  const pointers = new Map<number, number[]>();
  const pointersOfCall = new Map<string, readonly number[]>();
  for (let i = 0; i < messages.length; i++) {
    const { parts } = messages[i]!;
    for (let k = index.from[i]!; k < index.from[i + 1]!; k++) {
      const id = index.ids[k]!;
      const node = nodeOf[id]!;
      const where = firstPart[i]! + index.part[k]!;
      if (childPart.get(node) !== where) {
        childPart.set(node, where);
        child.set(node, add(node, where));
      }
      nodeOf[id] = child.get(node);
    }
    firstText[i] = textPart.length;
    for (const { part: p, piece, facts } of factsOfParts(parts)) {
      textPart.push(p);
      textPiece.push(piece);
      occurrences.push(fact.length);
      for (let k = 0; k < facts.keys.length; k++) {
        const key = facts.keys[k];
        const id = key === null || key === undefined ? -1 : index.idOf(key);
        if (id < 0) continue;
        fact.push(id);
        start.push(facts.starts[k]!);
        end.push(facts.ends[k]!);
      }
    }
    parts.forEach((one, p) => {
      if (one.type === 'tool-call') pointersOfCall.set(one.id, factsNamed(index, one));
      const callId = one.type === 'tool-call' ? one.id : one.type === 'tool-result' ? one.callId : undefined;
      for (const pointer of (callId !== undefined && pointersOfCall.get(callId)) || []) {
        const held = pointers.get(pointer);
        if (held) held.push(firstPart[i]! + p);
        else pointers.set(pointer, [firstPart[i]! + p]);
      }
    });
    if (i % SLICE === 0) yield;
  }
  firstText[messages.length] = textPart.length;
  occurrences.push(fact.length);
  yield;
  const classes = yield* classesOf(index, nodeOf, parent, part);
  return {
    index,
    firstPart,
    ...classes,
    firstText,
    textPart: textPart.done(),
    textPiece: textPiece.done(),
    occurrences: occurrences.done(),
    fact: fact.done(),
    start: start.done(),
    end: end.done(),
    pointers,
  };
}

/** Classes from the tree of parts: each node at which facts ended is one. */
function* classesOf(
  index: FactIndex,
  nodeOf: Int32Array,
  parent: Ints,
  part: Ints,
): Generator<void, Pick<FactMap, 'classOf' | 'classes' | 'kind' | 'size' | 'firstMessage' | 'from' | 'parts'>> {
  const classAt = new Int32Array(parent.length).fill(-1);
  const classOf = new Int32Array(nodeOf.length);
  const kind: number[] = [];
  const size: number[] = [];
  const firstMessage: number[] = [];
  const from: number[] = [0];
  const parts = new Ints();
  for (let id = 0; id < nodeOf.length; id++) {
    const node = nodeOf[id]!;
    let c = classAt[node]!;
    if (c < 0) {
      c = kind.push(index.kind[id]!) - 1;
      classAt[node] = c;
      size.push(0);
      firstMessage.push(index.first[id]!);
      for (let up = node; up >= FACT_KINDS.length; up = parent.get(up)) parts.push(part.get(up));
      from.push(parts.length);
    }
    size[c]!++;
    classOf[id] = c;
    if (id % CLASS_SLICE === 0) yield;
  }
  return {
    classOf,
    classes: kind.length,
    kind: Uint8Array.from(kind),
    size: Int32Array.from(size),
    firstMessage: Int32Array.from(firstMessage),
    from: Int32Array.from(from),
    parts: parts.done(),
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
