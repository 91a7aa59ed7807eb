/** S0 13: the kinds of key events (docs/systems.md#s0-key-events). Tool results count by how they ended, not by their words. */
import { bitOf, keywordHits, perKeywords } from '../../../signals/keyword-hits.ts';
import type { KeywordListId } from '../../../signals/keywords.ts';
import { type OfKeywords, type OfProtection, type OfTranscript, perProtection } from '../../../signals/remember.ts';
import { failedResults, isPersons } from './scores.ts';

/** Strongest first: the order in which events are kept where not all fit. */
export const EVENT_KINDS = ['user', 'marked', 'task', 'fix', 'decision', 'tool', 'outcome'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Keyword lists that identify events. */
export const EVENT_LISTS: readonly KeywordListId[] = ['completion', 'task-start', 'marks', 'decisions', 'fixes', 'outcomes', 'tool-marks'];

/** Shorter messages only mention a decision. */
export const DECISION_CHARACTERS = 100;

const textLength = ({ messages }: OfTranscript, i: number): number =>
  messages[i]!.parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);

/** The kinds of message i, strongest first; empty if it is not a key event. */
export function kindsOf(input: OfKeywords, i: number): EventKind[] {
  const message = input.messages[i]!;
  const hits = keywordHits(input);
  const lists = hits.lists[i]!;
  const has = (...of: readonly KeywordListId[]): boolean => of.some((list) => (lists & bitOf(list)) !== 0);
  const person = isPersons(message);
  // Messages of the harness in the user's name are full of reminders; a mark counts from any author.
  const harness = message.role === 'user' && !person;
  const is: Readonly<Record<EventKind, boolean>> = {
    user: person,
    marked: has('marks'),
    task: !harness && has('completion', 'task-start'),
    fix: failedResults(input)[i] === 1 || (!harness && has('fixes')),
    decision: !harness && has('decisions') && textLength(input, i) > DECISION_CHARACTERS,
    tool: message.parts.some((part) => part.type === 'tool-call' || part.type === 'tool-result') || has('tool-marks'),
    outcome: !harness && has('outcomes'),
  };
  return EVENT_KINDS.filter((kind) => is[kind]);
}

/** Key events of a transcript by unit: a tool block is one event with the kinds of all its members. */
export interface Events {
  /** Bit k is set for EVENT_KINDS[k]; 0 = no key event. */
  readonly kinds: Uint8Array;
  /** Rank among the events: the number of messages in all stronger and, within a kind, all newer ones, plus its own. 0 = no key event. */
  readonly place: Int32Array;
  readonly messages: number;
}

/** By unit, as in `Events`. */
const unitKinds = perKeywords((input): Uint8Array => {
  const kinds = new Uint8Array(input.units.length);
  for (let i = input.header; i < input.n; i++) for (const kind of kindsOf(input, i)) kinds[input.unitOf[i]!]! |= 1 << EVENT_KINDS.indexOf(kind);
  return kinds;
});

const remembered = perProtection(() => new WeakMap<Uint8Array, Events>());

/** Once per transcript, lists and protection; linear. Events without a removable message are included, but take no rank. */
export function eventsOf(input: OfProtection & OfKeywords): Events {
  const kinds = unitKinds(input);
  const byKinds = remembered(input);
  const events = byKinds.get(kinds) ?? placed(input, kinds);
  byKinds.set(kinds, events);
  return events;
}

function placed({ units, protection }: OfProtection, kinds: Uint8Array): Events {
  const place = new Int32Array(units.length);
  let messages = 0;
  EVENT_KINDS.forEach((_, strongest) => {
    for (let u = units.length - 1; u >= 0; u--) {
      const bits = kinds[u]!;
      // The lowest bit is the strongest kind.
      if (bits === 0 || Math.log2(bits & -bits) !== strongest || protection[units[u]!.members[0]!] !== 0) continue;
      messages += units[u]!.members.length;
      place[u] = messages;
    }
  });
  return { kinds, place, messages };
}
