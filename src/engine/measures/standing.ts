/** What of the original stands after a compaction: whole parts, messages with stretches cut out, and texts that are new. */
import type { CompactionResult } from '../compaction/types.ts';
import type { Prepared } from '../signals/contract.ts';
import { isPlaceholderText } from '../signals/item-type.ts';
import { EDIT, type Gap, KEEP, OFFLOAD } from '../strategies/contract.ts';
import type { Message, Part } from '../transcript/types.ts';
import type { LossMap, Reading } from './loss-map.ts';

/** The part stands as it was, or its content was put aside and a reference stands in its place. */
export const WHOLE = 1;
export const OFFLOADED = 2;

interface NewText {
  readonly before: number;
  readonly reading: Reading;
}

export interface Standing {
  /** By part of the transcript (FactMap.firstPart): WHOLE, OFFLOADED, or 0. */
  readonly parts: Uint8Array;
  /** By message: what is cut out of its texts; everything else of them stands. */
  readonly cut: ReadonlyMap<number, readonly Gap[]>;
  /** New texts in their order. `before` = original index that they stand before; those of an edited message stand at it. */
  readonly texts: readonly NewText[];
  /** What stands in place of a part that was put aside. */
  placeholder(message: number, part: number): string;
}

const remembered = new WeakMap<CompactionResult, Standing>();

/** Of a result: by its plan, without building its context. Remembered with the result. */
export function standingOf(map: LossMap, before: Prepared, after: CompactionResult): Standing {
  let standing = remembered.get(after);
  if (!standing) {
    standing = ofPlan(map, before, after);
    remembered.set(after, standing);
  }
  return standing;
}

function ofPlan(map: LossMap, { messages }: Prepared, { plan, layout, summaries }: CompactionResult): Standing {
  const { firstPart } = map.facts;
  const { fates, edits } = plan;
  const parts = new Uint8Array(firstPart[messages.length]!);
  const cut = new Map<number, readonly Gap[]>();
  const texts: NewText[] = [];
  const written = new Map(summaries.map(({ request, text }) => [request.id, text]));
  let next = 0;
  for (let i = 0; i <= messages.length; i++) {
    for (; next < layout.order.length && layout.before[next]! <= i; next++) {
      const { content } = plan.insertions[layout.order[next]!]!;
      texts.push({ before: i, reading: map.readText('text' in content ? content.text : (written.get(content.summary) ?? '')) });
    }
    const fate = fates[i];
    if (fate === KEEP) {
      for (let p = firstPart[i]!; p < firstPart[i + 1]!; p++) parts[p] = WHOLE;
    } else if (fate === EDIT || fate === OFFLOAD) {
      const gaps = edits.gaps?.(i);
      if (gaps) cut.set(i, gaps);
      else edited(map, i, messages[i]!, edits.get(i) ?? [], fate === OFFLOAD, { parts, cut, texts });
    }
  }
  return { parts, cut, texts, placeholder: (i, p) => textAt(edits.get(i)?.[p]) };
}

interface Filling {
  readonly parts: Uint8Array;
  readonly cut: Map<number, readonly Gap[]>;
  readonly texts: NewText[];
}

/** A message with new parts: of those that are not the original's own stands what both have in common. */
function edited(map: LossMap, i: number, { parts: original }: Message, parts: readonly Part[], offloaded: boolean, into: Filling): void {
  const first = map.facts.firstPart[i]!;
  const { whole, gaps, reading } = map.readEdit(parts, original);
  whole.forEach((stands, p) => {
    if (stands) into.parts[first + p] = WHOLE;
    else if (offloaded) into.parts[first + p] = OFFLOADED;
  });
  into.cut.set(i, gaps);
  into.texts.push({ before: i, reading });
}

const textAt = (part: Part | undefined): string => {
  if (part?.type === 'text') return part.text;
  const [content] = part?.type === 'tool-result' ? part.content : [];
  return content?.type === 'text' ? content.text : '';
};

/**
 * The same of any context that goes back to the transcript, as after several compactions: messages that are the transcript's
 * own objects stand, those with an id of the transcript were edited, all others are new.
 */
export function standingIn(map: LossMap, messages: readonly Message[]): Standing {
  const { transcript, facts } = map;
  const { original, byId } = placesOf(transcript.messages);
  const parts = new Uint8Array(facts.firstPart[transcript.messages.length]!);
  const texts: NewText[] = [];
  const cut = new Map<number, readonly Gap[]>();
  const placeholders = new Map<number, readonly Part[]>();
  let at = 0;
  for (const message of messages) {
    const own = original.get(message);
    if (own !== undefined) {
      for (let p = facts.firstPart[own]!; p < facts.firstPart[own + 1]!; p++) parts[p] = WHOLE;
      at = own + 1;
      continue;
    }
    const changed = byId.get(message.id);
    if (changed === undefined) {
      for (const part of message.parts) if (part.type === 'text') texts.push({ before: at, reading: map.readText(part.text) });
      continue;
    }
    const offloaded = message.parts.some((part) => isPlaceholderText(textAt(part)));
    placeholders.set(changed, message.parts);
    edited(map, changed, transcript.messages[changed]!, message.parts, offloaded, { parts, cut, texts });
    at = changed + 1;
  }
  return { parts, cut, texts, placeholder: (i, p) => textAt(placeholders.get(i)?.[p]) };
}

const places = new WeakMap<readonly Message[], { original: Map<Message, number>; byId: Map<string, number> }>();

function placesOf(messages: readonly Message[]): { readonly original: Map<Message, number>; readonly byId: Map<string, number> } {
  let found = places.get(messages);
  if (!found) {
    found = { original: new Map(messages.map((message, i) => [message, i])), byId: new Map(messages.map(({ id }, i) => [id, i])) };
    places.set(messages, found);
  }
  return found;
}
