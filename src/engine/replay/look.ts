/** Inspects a run: the context at any request, aligned with the originals, and what undoes it. Built on demand. */
import { recordOf } from '../compaction/history.ts';
import type { CompactionRecord } from '../compaction/types.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { partWithEmbeddings } from '../signals/embeddings.ts';
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../strategies/contract.ts';
import { appended, changed, compactAt, type Context, EMPTY, fixedTokens, preparedFor, type Runner } from './attempt.ts';
import type { Look, ReplayMiss, ReplayOptions } from './contract.ts';
import type { Recording } from './recording.ts';
import type { AttemptRecord } from './walk.ts';
import { FACT_PLACES, type FactIndex, factIndexOf, factsOfParts, kindOfFact } from '../signals/facts/index.ts';
import { headerFacts } from '../recall/header-facts.ts';

interface LookInput {
  readonly base: PreparedTranscript;
  readonly recording: Recording;
  readonly options: ReplayOptions;
  readonly runner: Runner | null;
  readonly done: readonly AttemptRecord[];
}

interface Item {
  into: Item | null;
  dropped: { readonly level: number; readonly at: number } | null;
}

interface FateTrace {
  readonly context: Context;
  readonly end: number;
  readonly levels: number;
  readonly fates: Uint8Array;
  readonly by: Int32Array;
  readonly at: Int32Array;
  readonly item: readonly (Item | undefined)[];
  readonly standing: readonly (Item | null)[];
}

const inForce = ({ done }: LookInput): readonly AttemptRecord[] => done.filter(({ attempt }) => attempt.delta !== null);

function traceTo(looked: LookInput, at: number): FateTrace {
  const { recording } = looked;
  const n = recording.messages.length;
  const fates = new Uint8Array(n);
  const by = new Int32Array(n);
  const place = new Int32Array(n);
  const item = Array.from<Item | undefined>({ length: n });
  let context = EMPTY;
  let standing: (Item | null)[] = [];
  let from = 0;
  let levels = 0;
  for (const { attempt, place: where, point } of inForce(looked)) {
    if (point.at > at) break;
    levels++;
    const delta = attempt.delta!;
    const before = appended(context, recording, from, where.end);
    const items = [...standing, ...Array.from({ length: before.messages.length - standing.length }, () => null)];
    const made = delta.inserted.map((): Item => ({ into: null, dropped: null }));
    const only = made[delta.inserted.findIndex(({ isSummary }) => isSummary)] ?? null;
    const next: (Item | null)[] = [];
    let put = 0;
    for (let i = 0; i < delta.fates.length; i++) {
      for (; put < made.length && delta.inserted[put]!.before <= i; put++) next.push(made[put]!);
      const fate = delta.fates[i]!;
      const held = items[i]!;
      const origin = before.origins[i]!;
      const into = fate === SUMMARIZE ? (delta.into ? made[delta.into[i]!]! : only) : null;
      if (held && into) held.into = into;
      else if (held && fate === DROP) held.dropped = { level: levels, at: i };
      if (origin >= 0 && fate !== KEEP) {
        fates[origin] = fate;
        by[origin] = levels;
        place[origin] = i;
        item[origin] = into ?? undefined;
      }
      if (fate === KEEP || fate === EDIT || fate === OFFLOAD) next.push(held);
    }
    for (; put < made.length; put++) next.push(made[put]!);
    context = changed(before, delta);
    standing = next;
    from = where.end;
  }
  const end = endAt(recording, at);
  const whole = appended(context, recording, from, end);
  for (let k = 0; k < end; k++) {
    let held = item[k];
    while (held?.into) held = held.into;
    item[k] = held;
    if (!held?.dropped) continue;
    fates[k] = DROP;
    by[k] = held.dropped.level;
    place[k] = held.dropped.at;
  }
  return { context: whole, end, levels, fates, by, at: place, item, standing };
}

function endAt({ answers, messages }: Recording, at: number): number {
  return answers[at - 1] ?? messages.length;
}

/** The context of request `at` (from 1); requests + 1 = the end. Throws a RangeError for any other number. */
export function lookAt(looked: LookInput, at: number): Look {
  const { base, recording, options } = looked;
  const requests = recording.answers.length;
  if (!Number.isInteger(at) || at < 1 || at > requests + 1)
    throw new RangeError(`request: expected a whole number from 1 to ${requests + 1}, not ${at}`);
  const { context, end, levels, fates, by, item, standing, at: places } = traceTo(looked, at);
  const { source } = recording;
  const originals = (source[end - 1] ?? -1) + 1;
  const look = {
    fates: new Uint8Array(originals),
    decidedBy: new Int32Array(originals),
    place: new Int32Array(originals).fill(-1),
  };
  const placeOfItem = new Map<Item, number>();
  standing.forEach((held, i) => {
    if (held) placeOfItem.set(held, i);
  });
  for (let k = 0; k < end; k++) {
    const i = source[k]!;
    look.fates[i] = fates[k]!;
    look.decidedBy[i] = by[k]!;
    const held = item[k];
    if (held) look.place[i] = placeOfItem.get(held) ?? -1;
  }
  context.origins.forEach((k, i) => {
    if (k >= 0) look.place[source[k]!] = i;
  });
  return {
    at,
    messages: context.messages,
    tokens: context.tokens,
    origins: context.origins.map((k) => (k < 0 ? -1 : source[k]!)),
    total: context.tokens.reduce((sum, tokens) => sum + tokens, fixedTokens(base, options)),
    levels,
    ...look,
    reasonOf(i) {
      const k = recording.walked[i] ?? -1;
      const level = k < 0 ? 0 : by[k]!;
      return level === 0 ? null : reasonBy(looked, level, places[k]!);
    },
  };
}

function reasonBy(looked: LookInput, level: number, i: number): Reason | Promise<Reason> {
  const { base, recording, options, runner } = looked;
  const compactions = inForce(looked);
  const { place } = compactions[level - 1]!;
  let context = EMPTY;
  let from = 0;
  for (const { attempt, place: earlier } of compactions.slice(0, level - 1)) {
    context = changed(appended(context, recording, from, earlier.end), attempt.delta!);
    from = earlier.end;
  }
  const plain = preparedFor(base, recording, place, () => appended(context, recording, from, place.end), fixedTokens(base, options));
  const prepared = partWithEmbeddings(plain, runner?.embeddings);
  const compacting = compactAt(prepared, runner!, place, recording.messages[place.end - 1]?.ts);
  return compacting instanceof Promise ? compacting.then(({ plan }) => plan.reason(i)) : compacting.plan.reason(i);
}

export function recordsOf(looked: LookInput): readonly CompactionRecord[] {
  const { recording, runner } = looked;
  let context = EMPTY;
  let from = 0;
  return inForce(looked).map(({ attempt, place }) => {
    const delta = attempt.delta!;
    const before = appended(context, recording, from, place.end);
    const { messages } = before;
    const ts = recording.messages[place.end - 1]?.ts;
    const layout = {
      before: delta.inserted.map((one) => one.before),
      position: positionsOf(delta.fates, delta.inserted),
      length: attempt.messagesAfter,
    };
    context = changed(before, delta);
    from = place.end;
    return recordOf({ messages, n: messages.length }, delta, layout, {
      strategy: runner!.spec.strategy.id,
      params: attempt.params,
      summaries: delta.inserted.flatMap(({ isSummary, message }) =>
        isSummary ? message.parts.flatMap((p) => (p.type === 'text' ? p.text : [])) : [],
      ),
      tokensBefore: attempt.before,
      tokensAfter: attempt.after,
      ...(attempt.state && { state: attempt.state }),
      ...(ts !== undefined && { ts }),
    });
  });
}

function positionsOf(fates: Uint8Array, inserted: readonly { readonly before: number }[]): number[] {
  const positions: number[] = [];
  let stands = 0;
  let i = 0;
  for (const { before } of inserted) {
    for (; i < before; i++) if (fates[i] === KEEP || fates[i] === EDIT || fates[i] === OFFLOAD) stands++;
    positions.push(stands + positions.length);
  }
  return positions;
}

// Facts that an answer used although a compaction had removed them from the context.

const USE = (1 << FACT_PLACES.indexOf('text')) | (1 << FACT_PLACES.indexOf('arguments'));

/**
 * Every use of a fact (recall's selection, docs/facts.md#two-selections; in an answer's text or in the arguments of its calls) that was
 * said before, that the header does not contain, and that the running context no longer held. Saying it brings it back, so a second use is
 * not a miss. One pass over the recording, and one over the context after each compaction.
 */
export function missesOf({ base, recording, done }: LookInput): readonly ReplayMiss[] {
  const index = factIndexOf(base.transcript, 'recall');
  const inHeader = headerFacts(base);
  const { messages, source, answers } = recording;
  const found: ReplayMiss[] = [];
  /** By fact: the last walked message with it, −1 = none yet; 1 where the context holds it; the attempt that lost it. */
  const last = new Int32Array(index.count).fill(-1);
  let held: Uint8Array = new Uint8Array(index.count);
  const lostBy = new Int32Array(index.count).fill(-1);
  let context = EMPTY;
  let from = 0;
  let attempt = 0;
  let request = 0;
  for (let k = 0; k < messages.length; k++) {
    for (; attempt < done.length && done[attempt]!.place.end <= k; attempt++) {
      const { delta } = done[attempt]!.attempt;
      if (!delta) continue;
      const { end } = done[attempt]!.place;
      context = changed(appended(context, recording, from, end), delta);
      from = end;
      const after = heldIn(context, index, recording);
      for (let fact = 0; fact < after.length; fact++) if (held[fact] === 1 && after[fact] === 0) lostBy[fact] = attempt;
      held = after;
    }
    const i = source[k]!;
    const isAnswer = answers[request] === k;
    if (isAnswer) request++;
    for (let at = index.from[i]!; at < index.from[i + 1]!; at++) {
      const fact = index.ids[at]!;
      if (isAnswer && (index.places[at]! & USE) !== 0 && last[fact]! >= 0 && held[fact] === 0 && inHeader[fact] === 0) {
        found.push({
          fact: index.text[fact]!,
          kind: kindOfFact(index, fact),
          request,
          neededAt: i,
          seenAt: source[last[fact]!]!,
          lostBy: lostBy[fact]!,
        });
      }
      held[fact] = 1;
      last[fact] = k;
    }
  }
  return found;
}

function heldIn({ messages, origins }: Context, index: FactIndex, recording: LookInput['recording']): Uint8Array {
  const held = new Uint8Array(index.count);
  messages.forEach((message, j) => {
    const origin = origins[j]!;
    if (origin >= 0 && message === recording.messages[origin]) {
      const i = recording.source[origin]!;
      for (let at = index.from[i]!; at < index.from[i + 1]!; at++) held[index.ids[at]!] = 1;
      return;
    }
    for (const { facts } of factsOfParts(message.parts, 'recall')) {
      for (let k = 0; k < facts.starts.length; k++) {
        const key = facts.keyOf(k);
        const fact = key === null ? -1 : index.idOf(key);
        if (fact >= 0) held[fact] = 1;
      }
    }
  });
  return held;
}
