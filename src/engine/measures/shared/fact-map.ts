/**
 * Where the facts of a transcript are, so that what a result keeps of them is a look at few integers: facts of one kind that
 * are in exactly the same parts are one class.
 */
import { remembered } from '../../signals/remember.ts';
import { FACT_KINDS } from '../../signals/contract.ts';
import { type FactIndex, factIndexOf, factKey, factsOfParts } from '../../signals/facts/index.ts';
import type { ToolCallPart, Transcript } from '../../transcript/types.ts';
import { IntList } from '../../lib/arrays.ts';
import { pointersOf } from './operations.ts';

export interface FactMap {
  readonly index: FactIndex;
  readonly firstPart: Int32Array;
  readonly classOf: Int32Array;
  readonly classes: number;
  readonly kind: Uint8Array;
  readonly firstMessage: Int32Array;
  readonly newest: Int32Array;
  readonly oldest: Int32Array;
  readonly from: Int32Array;
  readonly parts: Int32Array;
  readonly firstMember: Int32Array;
  readonly members: Int32Array;
  readonly firstText: Int32Array;
  readonly textPart: Int32Array;
  readonly textPiece: Int32Array;
  /**
   * Every occurrence of fact f, from occurrences[f] to occurrences[f + 1] − 1: text and offsets, those of the newest text first, within
   * a text in order of their starts.
   */
  readonly occurrences: Int32Array;
  readonly text: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly pointers: ReadonlyMap<number, readonly number[]>;
}

function make(transcript: Transcript): FactMap {
  const index = factIndexOf(transcript);
  const { messages } = transcript;
  const firstPart = new Int32Array(messages.length + 1);
  for (let i = 0; i < messages.length; i++) firstPart[i + 1] = firstPart[i]! + messages[i]!.parts.length;

  // A tree: a node adds one part to those of its parent, and a fact moves down it with every part that says it.
  const parent = new IntList();
  const part = new IntList();
  const childPart = new IntList();
  const child = new IntList();
  const add = (above: number, at: number): number => {
    parent.push(above);
    part.push(at);
    childPart.push(-1);
    child.push(-1);
    return parent.length - 1;
  };
  for (let k = 0; k < FACT_KINDS.length; k++) add(-1, -1);

  const nodeOf = Int32Array.from(index.kind);
  const firstText = new Int32Array(firstPart.at(-1)! + 1);
  const textPart = new IntList();
  const textPiece = new IntList();
  const said = { text: new IntList(), fact: new IntList(), start: new IntList(), end: new IntList() };
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
    for (const { part: p, piece, facts } of factsOfParts(parts)) {
      const text = textPart.length;
      textPart.push(firstPart[i]! + p);
      textPiece.push(piece);
      firstText[firstPart[i]! + p + 1] = textPart.length;
      for (let k = 0; k < facts.starts.length; k++) {
        const key = facts.keyOf(k);
        const id = key === null ? -1 : index.idOf(key);
        if (id < 0) continue;
        said.text.push(text);
        said.fact.push(id);
        said.start.push(facts.starts[k]!);
        said.end.push(facts.ends[k]!);
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
  }
  for (let p = 1; p < firstText.length; p++) firstText[p] = Math.max(firstText[p]!, firstText[p - 1]!);
  const classes = classesOf(index, nodeOf, parent, part);
  const occurrences = byFact(index.count, said);
  return {
    index,
    firstPart,
    ...classes,
    firstText,
    textPart: textPart.done(),
    textPiece: textPiece.done(),
    ...occurrences,
    pointers,
  };
}

function classesOf(
  index: FactIndex,
  nodeOf: Int32Array,
  parent: IntList,
  part: IntList,
): Omit<FactMap, 'index' | 'firstPart' | 'firstText' | 'textPart' | 'textPiece' | 'pointers' | keyof Occurrences> {
  const classAt = new Int32Array(parent.length).fill(-1);
  const classOf = new Int32Array(nodeOf.length);
  const kind: number[] = [];
  const size: number[] = [];
  const firstMessage: number[] = [];
  const from: number[] = [0];
  const parts = new IntList();
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
  }
  const firstMember = startsOf(size);
  const next = firstMember.slice();
  const members = new Int32Array(nodeOf.length);
  for (let id = 0; id < classOf.length; id++) members[next[classOf[id]!]!++] = id;
  return {
    classOf,
    classes: kind.length,
    kind: Uint8Array.from(kind),
    firstMessage: Int32Array.from(firstMessage),
    newest: Int32Array.from(size, (_, c) => parts.get(from[c]!)),
    oldest: Int32Array.from(size, (_, c) => parts.get(from[c + 1]! - 1)),
    from: Int32Array.from(from),
    parts: parts.done(),
    firstMember,
    members,
  };
}

function startsOf(sizes: ArrayLike<number>): Int32Array {
  const starts = new Int32Array(sizes.length + 1);
  for (let g = 0; g < sizes.length; g++) starts[g + 1] = starts[g]! + sizes[g]!;
  return starts;
}

type Occurrences = Pick<FactMap, 'occurrences' | 'text' | 'start' | 'end'>;

function byFact(facts: number, said: Readonly<Record<'text' | 'fact' | 'start' | 'end', IntList>>): Occurrences {
  const { length } = said.fact;
  const sizes = new Int32Array(facts);
  for (let k = 0; k < length; k++) sizes[said.fact.get(k)]!++;
  const occurrences = startsOf(sizes);
  const next = occurrences.slice();
  const text = new Int32Array(length);
  const start = new Int32Array(length);
  const end = new Int32Array(length);
  for (let after = length, from = 0; after > 0; after = from) {
    from = after - 1;
    while (from > 0 && said.text.get(from - 1) === said.text.get(after - 1)) from--;
    for (let k = from; k < after; k++) {
      const at = next[said.fact.get(k)]!++;
      text[at] = said.text.get(k);
      start[at] = said.start.get(k);
      end[at] = said.end.get(k);
    }
  }
  return { occurrences, text, start, end };
}

export function textNumber({ firstText, textPiece }: FactMap, part: number, piece: number): number {
  for (let text = firstText[part]!; text < firstText[part + 1]!; text++) if (textPiece[text] === piece) return text;
  return -1;
}

function factsNamed(index: FactIndex, call: ToolCallPart): readonly number[] {
  return pointersOf(call)
    .map((pointer) => index.idOf(factKey(pointer)))
    .filter((id) => id >= 0);
}

export const factMaps = remembered(make);
