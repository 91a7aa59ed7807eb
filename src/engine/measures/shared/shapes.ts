/**
 * What a provider's rules ask of each message, in flat arrays: read from the parts once per transcript, so that a rule
 * costs each strategy one pass over integers.
 */
import { perTranscript } from '../../signals/remember.ts';
import { Scratch, upperBound } from '../../lib/arrays.ts';
import { isNothing } from '../../compaction/repair.ts';
import { runsOf } from '../../compaction/estimate.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import { isLocalReference } from '../../formats/format-parts.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { EDIT, KEEP, OFFLOAD } from '../../strategies/contract.ts';
import type { Part, Role } from '../../transcript/types.ts';

export const SYSTEM = 0;
export const USER = 1;
export const ASSISTANT = 2;
export const TOOL = 3;
const ROLES: Readonly<Record<Role, number>> = { system: SYSTEM, user: USER, assistant: ASSISTANT, tool: TOOL };

export const HAS_TEXT = 1;
/** Something a provider takes: text that is not blank, reasoning, an image, a file, a call or a result. */
export const HAS_CONTENT = 2;
export const HAS_CALLS = 4;
export const HAS_RESULTS = 8;
/** Arguments that are not JSON, or JSON but not an object. */
export const BAD_ARGUMENTS = 16;
/** White space and nothing else in a text: Anthropic takes it for nothing, OpenAI for content. */
export const HAS_BLANK = 32;
export const ENDS_IN_REASONING = 64;

export const ENDS_IN_SPACE = 128;
export const HAS_LONE_SURROGATE = 256;

export const HAS_LOCAL_REFERENCE = 512;

export interface Shapes {
  readonly role: Uint8Array;
  readonly flags: Uint16Array;
  readonly ids: Int32Array;
  readonly callStart: Int32Array;
  readonly resultStart: Int32Array;
  /** How many calls have arguments that are not JSON, and how many are JSON but not an object. */
  readonly notJson: Int32Array;
  readonly notObject: Int32Array;
  readonly idCount: number;
}

export interface Request {
  readonly shapes: Shapes;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly count: number;
  readonly length: number;
  origin(position: number): number;
}

const INSERTIONS = 3;

class Builder {
  private readonly number: Map<string, number>;
  private readonly roles: number[] = [];
  private readonly flags: number[] = [];
  private readonly ids: number[] = [];
  private readonly callStart: number[] = [];
  private readonly resultStart: number[] = [];
  private readonly notJson: number[] = [];
  private readonly notObject: number[] = [];

  constructor(number: Map<string, number>) {
    this.number = number;
  }

  add(role: number, parts: readonly Part[]): void {
    let flags = 0;
    let notJson = 0;
    let notObject = 0;
    this.callStart.push(this.ids.length);
    for (const part of parts) {
      if (!isNothing(part)) flags = part.type === 'reasoning' ? flags | ENDS_IN_REASONING : flags & ~ENDS_IN_REASONING;
      if (part.type !== 'text') flags &= ~ENDS_IN_SPACE;
      if (isTorn(part)) flags |= HAS_LONE_SURROGATE;
      if (isLost(part)) flags |= HAS_LOCAL_REFERENCE;
      if (part.type === 'tool-call') {
        this.ids.push(this.numberOf(part.id));
        flags |= HAS_CALLS | HAS_CONTENT;
        const kind = kindOfArguments(part.args);
        if (kind === 'not-json') notJson++;
        else if (kind === 'other') notObject++;
      } else if (part.type === 'text') {
        if (visible.test(part.text)) flags |= HAS_TEXT | HAS_CONTENT;
        else if (part.text !== '') flags |= HAS_BLANK;
        if (part.text !== '') flags = /\s$/.test(part.text.at(-1)!) ? flags | ENDS_IN_SPACE : flags & ~ENDS_IN_SPACE;
      } else if (part.type === 'reasoning') {
        if (!isNothing(part)) flags |= HAS_CONTENT;
      } else flags |= HAS_CONTENT;
    }
    this.resultStart.push(this.ids.length);
    for (const part of parts) {
      if (part.type !== 'tool-result') continue;
      this.ids.push(this.numberOf(part.callId));
      flags |= HAS_RESULTS;
    }
    if (notJson + notObject > 0) flags |= BAD_ARGUMENTS;
    this.roles.push(role);
    this.flags.push(flags);
    this.notJson.push(notJson);
    this.notObject.push(notObject);
  }

  addText(role: number): void {
    this.add(role, [{ type: 'text', text: '…' }]);
  }

  build(after?: Shapes): Shapes {
    const shift = after?.ids.length ?? 0;
    const shifted = (starts: number[]): number[] => (shift === 0 ? starts : starts.map((s) => s + shift));
    // The last entry of callStart ends the last shape; in a join the next part's first entry takes its place.
    const head = after?.callStart.subarray(0, after.callStart.length - 1);
    return {
      role: joined(Uint8Array, after?.role, this.roles),
      flags: joined(Uint16Array, after?.flags, this.flags),
      ids: joined(Int32Array, after?.ids, this.ids),
      callStart: joined(Int32Array, head, [...shifted(this.callStart), this.ids.length + shift]),
      resultStart: joined(Int32Array, after?.resultStart, shifted(this.resultStart)),
      notJson: joined(Int32Array, after?.notJson, this.notJson),
      notObject: joined(Int32Array, after?.notObject, this.notObject),
      idCount: this.number.size,
    };
  }

  private numberOf(id: string): number {
    let known = this.number.get(id);
    if (known === undefined) {
      known = this.number.size;
      this.number.set(id, known);
    }
    return known;
  }
}

const visible = /\S/;

function isTorn(part: Part): boolean {
  if (part.type === 'tool-result') return part.content.some(isTorn);
  const text = part.type === 'text' || part.type === 'reasoning' ? part.text : part.type === 'tool-call' ? part.args : '';
  return /[\ud800-\udfff]/.test(text) && /\p{Surrogate}/u.test(text);
}

function isLost(part: Part): boolean {
  if (part.type === 'tool-result') return part.content.some(isLost);
  return (part.type === 'image' || part.type === 'file') && part.data === undefined && part.url !== undefined && isLocalReference(part.url);
}

function kindOfArguments(args: string): 'object' | 'other' | 'not-json' {
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? 'object' : 'other';
  } catch {
    return 'not-json';
  }
}

function joined<A extends Uint8Array | Uint16Array | Int32Array>(Kind: new (length: number) => A, head: A | undefined, tail: readonly number[]): A {
  const all = new Kind((head?.length ?? 0) + tail.length);
  if (head) all.set(head);
  all.set(tail, head?.length ?? 0);
  return all;
}

interface NumberedShapes {
  readonly shapes: Shapes;
  readonly number: Map<string, number>;
}
const knownOf = perTranscript(({ messages }): NumberedShapes => {
  const number = new Map<string, number>();
  const builder = new Builder(number);
  for (const message of messages) builder.add(ROLES[message.role], message.parts);
  for (const role of [SYSTEM, USER, ASSISTANT]) builder.addText(role);
  return { shapes: builder.build(), number };
});

export function originalRequest(prepared: PreparedTranscript): Request {
  const { shapes } = knownOf(prepared);
  const { n } = prepared;
  return { shapes, starts: Int32Array.of(0), ends: Int32Array.of(n), count: n > 0 ? 1 : 0, length: n, origin: (position) => position };
}

const stretchStarts = new Scratch();
const stretchEnds = new Scratch();

export function compactedRequest(prepared: PreparedTranscript, result: CompactionResult): Request {
  const { n } = prepared;
  const known = knownOf(prepared);
  const { plan, layout } = result;
  const { fates, edits } = plan;
  const runs = runsOf(plan);
  const edited: number[] = [];
  const starts = stretchStarts.take(layout.length);
  const ends = stretchEnds.take(layout.length);
  const { before, order } = layout;
  let count = 0;
  let next = 0;
  /** Shapes `from` … `to` − 1; what goes on where the last stretch ended belongs to it. */
  const add = (from: number, to: number): void => {
    if (from === to) return;
    if (count > 0 && ends[count - 1] === from && from < n) ends[count - 1] = to;
    else {
      starts[count] = from;
      ends[count++] = to;
    }
  };
  const insert = (): void => {
    const shape = n + ROLES[plan.insertions[order[next++]!]!.role];
    add(shape, shape + 1);
  };
  // The end of a text counts at the end of the request; half a surrogate pair, wherever it was, may be gone with what was cut.
  const end = lastStanding(fates);
  for (let run = 0; run < runs.count; run++) {
    let from = runs.starts[run]!;
    const to = runs.starts[run + 1]!;
    const fate = fates[from]!;
    const isEdited = fate === EDIT || fate === OFFLOAD;
    const rebuilds = (i: number): boolean => !edits.keepsShape || i === end || (known.shapes.flags[i]! & HAS_LONE_SURROGATE) !== 0;
    let builds = isEdited && !edits.keepsShape;
    for (let i = from; i < to && isEdited && !builds; i++) builds = rebuilds(i);
    if (builds) {
      for (let i = from; i < to; i++) {
        while (next < before.length && before[next]! <= i) insert();
        const shape = rebuilds(i) ? n + INSERTIONS + edited.push(i) - 1 : i;
        add(shape, shape + 1);
      }
      continue;
    }
    const standing = fate === KEEP || isEdited;
    while (next < before.length && before[next]! < to) {
      const place = Math.max(from, before[next]!);
      if (standing) add(from, place);
      from = place;
      insert();
    }
    if (standing) add(from, to);
  }
  while (next < before.length) insert();
  let { shapes } = known;
  if (edited.length > 0) {
    const builder = new Builder(known.number);
    for (const i of edited) builder.add(shapes.role[i]!, plan.edits.get(i) ?? []);
    shapes = builder.build(shapes);
  }
  let positions: Int32Array | undefined;
  return {
    shapes,
    starts,
    ends,
    count,
    length: layout.length,
    origin(where) {
      if (where >= layout.length) return -1;
      positions ??= positionsOf(starts, ends, count);
      const k = upperBound(positions, where) - 1;
      const shape = starts[k]! + where - positions[k]!;
      return shape < n ? shape : (edited[shape - n - INSERTIONS] ?? -1);
    },
  };
}

function lastStanding(fates: ArrayLike<number>): number {
  let i = fates.length - 1;
  while (i >= 0 && fates[i] !== KEEP && fates[i] !== EDIT && fates[i] !== OFFLOAD) i--;
  return i;
}

function positionsOf(starts: Int32Array, ends: Int32Array, count: number): Int32Array {
  const positions = new Int32Array(count);
  for (let k = 1; k < count; k++) positions[k] = positions[k - 1]! + ends[k - 1]! - starts[k - 1]!;
  return positions;
}
