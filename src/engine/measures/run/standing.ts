/** What of the original stands after a compaction: whole parts, messages with stretches cut out, and texts that are new. */
import type { Slice } from '../../lib/lib-steps.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { GapListener } from '../../truncation/contract.ts';
import { EDIT, KEEP, OFFLOAD } from '../../strategies/contract.ts';
import type { Message, Part } from '../../transcript/types.ts';
import { textNumber } from '../shared/fact-map.ts';
import { CUT, Cuts, OFFLOADED, type Reading, type StandingContent, WHOLE } from '../shared/stands.ts';
import { beginningOf, type Gap, type LossMap } from './loss-map.ts';

interface NewText {
  readonly before: number;
  readonly reading: Reading;
}

const remembered = new WeakMap<CompactionResult, StandingContent>();

export function standingOf(map: LossMap, before: PreparedTranscript, after: CompactionResult): StandingContent {
  let standing = remembered.get(after);
  if (!standing) {
    standing = ofPlan(map, before, after);
    remembered.set(after, standing);
  }
  return standing;
}

const EDITS = 16;

/** Reads what a result put in and what is new in its edits, in slices, so that `standingOf` has next to nothing left to do. */
export function* warmStanding(map: LossMap, { messages }: PreparedTranscript, after: CompactionResult): Generator<Slice, void> {
  if (remembered.has(after)) return;
  const { plan, summaries } = after;
  for (const { text } of summaries) yield* map.readSlowly(text);
  for (const { content } of plan.insertions) if ('text' in content) yield* map.readSlowly(content.text);
  for (let i = 0; i < messages.length; i++) {
    const fate = plan.fates[i];
    if ((fate !== EDIT && fate !== OFFLOAD) || plan.edits.gaps?.(i, () => undefined)) continue;
    map.readEdit(plan.edits.get(i) ?? [], messages[i]!.parts);
    if (i % EDITS === 0) yield;
  }
}

function ofPlan(map: LossMap, { messages }: PreparedTranscript, { plan, layout, summaries }: CompactionResult): StandingContent {
  const { firstPart } = map.facts;
  const { fates, edits } = plan;
  const parts = new Uint8Array(firstPart[messages.length]!);
  const cuts = new Cuts(map.facts);
  const texts: NewText[] = [];
  let first = 0;
  const cutOut: GapListener = (part, piece, from, to) => {
    const text = textNumber(map.facts, first + part, piece);
    if (text < 0) return;
    parts[first + part] = CUT;
    cuts.add(text, from, to);
  };
  const written = new Map(summaries.map(({ request, text }) => [request.id, text]));
  let next = 0;
  for (let i = 0; i <= messages.length; i++) {
    for (; next < layout.order.length && layout.before[next]! <= i; next++) {
      const { content } = plan.insertions[layout.order[next]!]!;
      texts.push({ before: i, reading: map.readText('text' in content ? content.text : (written.get(content.summary) ?? '')) });
    }
    const fate = fates[i];
    if (fate !== KEEP && fate !== EDIT && fate !== OFFLOAD) continue;
    first = firstPart[i]!;
    for (let p = first; p < firstPart[i + 1]!; p++) parts[p] = WHOLE;
    if (fate !== KEEP && !edits.gaps?.(i, cutOut)) edited(map, i, messages[i]!, edits.get(i) ?? [], fate === OFFLOAD, { parts, cuts, texts });
  }
  return { parts, cuts, texts, placeholder: (i, p) => beginningOf(edits.get(i)?.[p]) };
}

interface StandingDraft {
  readonly parts: Uint8Array;
  readonly cuts: Cuts;
  readonly texts: NewText[];
}

/** A message with new parts: of those that are not the original's own stands what both have in common. `offloaded` null: as they say. */
function edited(map: LossMap, i: number, { parts: original }: Message, parts: readonly Part[], offloaded: boolean | null, into: StandingDraft): void {
  const first = map.facts.firstPart[i]!;
  const { whole, gaps, reading, refers } = map.readEdit(parts, original);
  whole.forEach((stands, p) => {
    into.parts[first + p] = stands ? WHOLE : (offloaded ?? refers) ? OFFLOADED | CUT : CUT;
  });
  for (const { part, piece, from, to } of gaps) {
    const text = textNumber(map.facts, first + part, piece);
    if (text >= 0) into.cuts.add(text, from, to);
  }
  into.texts.push({ before: i, reading });
}

/**
 * The same of any context that goes back to the transcript, as after several compactions: messages that are the transcript's
 * own objects stand, those with an id of the transcript were edited, all others are new.
 */
export function standingIn(map: LossMap, messages: readonly Message[]): StandingContent {
  const { transcript, facts } = map;
  const { original, byId } = placesOf(transcript.messages);
  const parts = new Uint8Array(facts.firstPart[transcript.messages.length]!);
  const texts: NewText[] = [];
  const cuts = new Cuts(facts);
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
    placeholders.set(changed, message.parts);
    edited(map, changed, transcript.messages[changed]!, message.parts, null, { parts, cuts, texts });
    at = changed + 1;
  }
  return { parts, cuts, texts, placeholder: (i, p) => beginningOf(placeholders.get(i)?.[p]) };
}

/**
 * Takes note of what a compaction cut out of messages that still were the transcript's own, as its plan tells it, so that the context
 * it left (`messages`) is looked at as the result itself is: without comparing and reading the new texts, marks of cuts included.
 */
export function rememberCuts(map: LossMap, before: PreparedTranscript, { plan, origins }: CompactionResult, messages: readonly Message[]): void {
  const { original } = placesOf(map.transcript.messages);
  const from = origins();
  for (let j = 0; j < messages.length; j++) {
    const i = from[j]!;
    if (i < 0 || plan.fates[i] === KEEP || !original.has(before.messages[i]!)) continue;
    const gaps: Gap[] = [];
    const told = plan.edits.gaps?.(i, (part, piece, start, end) => gaps.push({ part, piece, from: start, to: end }));
    if (told) map.rememberEdit(messages[j]!.parts, before.messages[i]!.parts, gaps);
  }
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
