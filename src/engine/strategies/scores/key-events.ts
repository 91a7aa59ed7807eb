/** S0 13: key events stay whole, in order; everything else except the last few messages becomes one summary. */
import { uncoveredLanguage } from '../../signals/prose-languages.ts';
import { unitSizes } from '../../signals/structure.ts';
import { type Reason, SUMMARIZE } from '../contract.ts';
import { bitOf, keywordHits, perKeywords } from '../../signals/keyword-hits.ts';
import type { KeywordListId } from '../../signals/keywords.ts';
import type { KeywordsInput, ProtectionInput, TranscriptInput } from '../../signals/remember.ts';
import { hasFailedResult, isPersons } from './shared/strategy-scores.ts';
import { keptForKeyInformation, keyInformationBeside, keyInformationReason } from '../shared/strategy-key-information.ts';
import { keepsAll, protectionReason, removableUnits, shareOfWindow, summaryPlan, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, summaryMaxTokens, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

// S0 13: the kinds of key events (docs/systems.md#s0-key-events). Tool results count by how they ended, not by their words.

/** Strongest first: the order in which events are kept where not all fit. */
const EVENT_KINDS = ['user', 'marked', 'task', 'fix', 'decision', 'tool', 'outcome'] as const;
type EventKind = (typeof EVENT_KINDS)[number];

const EVENT_LISTS: readonly KeywordListId[] = ['completion', 'task-start', 'marks', 'decisions', 'fixes', 'outcomes', 'tool-marks'];

/** Shorter messages only mention a decision. */
export const DECISION_CHARACTERS = 100;

const textLength = ({ messages }: TranscriptInput, i: number): number =>
  messages[i]!.parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);

/** The kinds of message i, strongest first; empty if it is not a key event. */
export function kindsOf(input: KeywordsInput, i: number): EventKind[] {
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
    fix: hasFailedResult(message) || (!harness && has('fixes')),
    decision: !harness && has('decisions') && textLength(input, i) > DECISION_CHARACTERS,
    tool: message.parts.some((part) => part.type === 'tool-call' || part.type === 'tool-result') || has('tool-marks'),
    outcome: !harness && has('outcomes'),
  };
  return EVENT_KINDS.filter((kind) => is[kind]);
}

interface Events {
  readonly kinds: Uint8Array;
  readonly place: Int32Array;
  readonly messages: number;
}

const unitKinds = perKeywords((input: KeywordsInput): Uint8Array => {
  const kinds = new Uint8Array(input.units.length);
  for (let i = input.header; i < input.n; i++) for (const kind of kindsOf(input, i)) kinds[input.unitOf[i]!]! |= 1 << EVENT_KINDS.indexOf(kind);
  return kinds;
});

function eventsOf(input: ProtectionInput & KeywordsInput): Events {
  const { units, protection } = input;
  const kinds = unitKinds(input);
  const place = new Int32Array(units.length);
  let messages = 0;
  EVENT_KINDS.forEach((_, strongest) => {
    for (let u = units.length - 1; u >= 0; u--) {
      const bits = kinds[u]!;
      if (bits === 0 || Math.log2(bits & -bits) !== strongest || protection[units[u]!.members[0]!] !== 0) continue;
      messages += units[u]!.members.length;
      place[u] = messages;
    }
  });
  return { kinds, place, messages };
}

const TOO_FEW = 10;

const params = {
  // By its own rule every key event stays. A coding session consists of little else, so at a target the strongest stay, newest first.
  keepEvents: { kind: 'number', unit: 'messages', default: MOST_MESSAGES, min: 0, max: MOST_MESSAGES, step: 1, knob: 'up' },
  keepOthers: { kind: 'number', unit: 'messages', default: 5, min: 0, max: MOST_MESSAGES, step: 1 },
  summaryMaxTokens,
  keyInformation,
  ...s0Triggers,
} as const;

const kindsIn = (bits: number): string =>
  EVENT_KINDS.filter((_, k) => (bits >> k) & 1)
    .slice(0, 4)
    .join();

export const keyEvents = defineStrategy({
  id: 'key-events',
  family: 'scores',
  source: { seed: 'S0', section: '13' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const uncovered = uncoveredLanguage(input, EVENT_LISTS);
    const said = uncovered ? { note: uncovered, trace: [uncovered] } : {};
    const messages = input.n - input.header;
    if (messages <= TOO_FEW) return unchangedPlan(input, { key: 'unchanged-too-few', values: { messages, minimum: TOO_FEW } }, said);

    const { keepEvents, keepOthers, keyInformation: on } = values;
    const events = eventsOf(input);
    const kept = keptForKeyInformation(input, on);
    const { size } = unitSizes(input);
    const removable = removableUnits(input);
    const goes = new Uint8Array(input.units.length);
    let others = keepOthers;
    for (let k = removable.length - 1; k >= 0; k--) {
      const unit = removable[k]!;
      if (kept[unit] !== 0) continue;
      if (events.kinds[unit] !== 0) goes[unit] = events.place[unit]! > keepEvents ? 1 : 0;
      else if (others > 0) others -= size[unit]!;
      else goes[unit] = 1;
    }
    const fates = new Uint8Array(input.n);
    for (let i = input.header; i < input.n; i++) if (goes[input.unitOf[i]!] === 1) fates[i] = SUMMARIZE;
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-events', values: { events: events.messages, keepOthers } }, said);

    return summaryPlan(
      fates,
      {
        maxTokens: values.summaryMaxTokens,
        style: 'sections',
        ...keyInformationBeside(input, fates, 'Summary of what happened between the key events of the conversation:', on, true),
      },
      {
        reason(i): Reason {
          if (input.protection[i] !== 0) return protectionReason(input, i);
          const unit = input.unitOf[i]!;
          const bits = events.kinds[unit]!;
          const place = { place: events.place[unit]!, of: events.messages, keep: keepEvents };
          if (fates[i] === SUMMARIZE) return bits === 0 ? { key: 'sum-no-event' } : { key: 'sum-event', values: { kinds: kindsIn(bits), ...place } };
          const key = keyInformationReason(input, i, on);
          if (key) return key;
          if (bits === 0) return { key: 'keep-other', values: { keep: keepOthers } };
          return { key: 'keep-event', values: { kinds: kindsIn(bits) } };
        },
        ...said,
      },
    );
  },
});
