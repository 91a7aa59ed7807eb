/** S0 13: key events stay whole, in order; everything else except the last few messages becomes one summary. */
import { uncoveredLanguage } from '../../signals/languages.ts';
import { unitSizes } from '../../signals/units.ts';
import { type Reason, SUMMARIZE } from '../contract.ts';
import { EVENT_KINDS, EVENT_LISTS, eventsOf } from './shared/event-kinds.ts';
import { keyInformationBeside } from '../shared/key-information.ts';
import { keptForKeyInformation, keyInformationReason } from '../shared/key-units.ts';
import { protectionReason, removableUnits } from '../shared/layout.ts';
import { warmScores } from './shared/scores.ts';
import { keepsAll, shareOfWindow, summaryPlan, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, summaryMaxTokens, s0Triggers } from '../shared/params.ts';
import { s0Trigger } from '../../triggers/seeds.ts';

/** The rule acts on more messages than this. */
const TOO_FEW = 10;

const params = {
  // By its own rule every key event stays. A coding session consists of little else, so at a target the strongest stay, newest first.
  keepEvents: { kind: 'number', unit: 'messages', default: MOST_MESSAGES, min: 0, max: MOST_MESSAGES, step: 1, knob: 'up' },
  keepOthers: { kind: 'number', unit: 'messages', default: 5, min: 0, max: MOST_MESSAGES, step: 1 },
  summaryMaxTokens,
  keyInformation,
  ...s0Triggers,
} as const;

/** The kinds of a unit, at most four, strongest first, as values of a reason with a word for each. */
function kindValues(bits: number): Record<string, string> {
  const kinds = EVENT_KINDS.filter((_, k) => (bits >> k) & 1).slice(0, 4);
  return { because: `keep-event-${kinds.length}`, ...Object.fromEntries(kinds.map((kind, k) => [`kind${k + 1}`, kind])) };
}

export const keyEvents = defineStrategy({
  id: 'key-events',
  family: 'scores',
  source: { seed: 'S0', section: '13' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  // The level at which the trigger fires.
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  warm: warmScores,
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
          if (fates[i] === SUMMARIZE) return bits === 0 ? { key: 'sum-no-event' } : { key: 'sum-event', values: { ...kindValues(bits), ...place } };
          const key = keyInformationReason(input, i, on);
          if (key) return key;
          if (bits === 0) return { key: 'keep-other', values: { keep: keepOthers } };
          const { because, ...kinds } = kindValues(bits);
          return { key: because!, values: kinds };
        },
        ...said,
      },
    );
  },
});
