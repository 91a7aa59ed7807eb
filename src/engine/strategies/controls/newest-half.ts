/** Control: the newest messages in half of the room, then of the older ones their words and calls without results. */
import { perCounts, type CountsInput } from '../../signals/remember.ts';
import { unitSizes } from '../../signals/structure.ts';
import type { Part } from '../../transcript/types.ts';
import { DROP, EDIT, KEEP } from '../contract.ts';
import { planOf, protectionReason, removableUnits, unchangedPlan, withinTarget } from '../shared/plans.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import { removalTarget } from '../shared/removal.ts';

const MARK = '[…]';

const bareOf = perCounts(({ messages, counts }: CountsInput) => {
  const found = new Map<number, { readonly parts: readonly Part[]; readonly tokens: number }>();
  messages.forEach((message, i) => {
    if (!message.parts.some(({ type }) => type === 'tool-result')) return;
    const parts = message.parts.map((part): Part => (part.type === 'tool-result' ? { ...part, content: [{ type: 'text', text: MARK }] } : part));
    const tokens = counts.message({ ...message, parts });
    if (tokens < counts.messages[i]!) found.set(i, { parts, tokens });
  });
  return found;
});

export const newestHalf = defineStrategy({
  id: 'newest-half',
  family: 'controls',
  source: { seed: 'control' },
  kind: 'control',
  params: {},
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, _params, { budget }) {
    const { counts, units, unitOf, n } = input;
    const target = budget.target ?? removalTarget(budget.window);
    const within = withinTarget(input, target);
    if (within) return within;
    const removable = removableUnits(input);
    if (removable.length === 0) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: counts.total } });

    const { tokens } = unitSizes(input);
    const bare = bareOf(input);
    const fateOf = new Uint8Array(units.length);
    for (const unit of removable) fateOf[unit] = DROP;
    const room = target - counts.total + removable.reduce((sum, unit) => sum + tokens[unit]!, 0);
    let left = room;
    let k = removable.length - 1;
    for (; k >= 0 && left - tokens[removable[k]!]! >= room / 2; k--) {
      left -= tokens[removable[k]!]!;
      fateOf[removable[k]!] = KEEP;
    }
    const newest = removable.subarray(k + 1).reduce((sum, unit) => sum + units[unit]!.members.length, 0);
    for (; k >= 0; k--) {
      const unit = removable[k]!;
      const words = units[unit]!.members.reduce((sum, i) => sum + (bare.get(i)?.tokens ?? counts.messages[i]!), 0);
      if (words > left) continue;
      left -= words;
      fateOf[unit] = EDIT;
    }

    const fates = Uint8Array.from({ length: n }, (_, i) => (fateOf[unitOf[i]!] === EDIT && !bare.has(i) ? KEEP : fateOf[unitOf[i]!]!));
    const edited = (i: number) => (fates[i] === EDIT ? bare.get(i) : undefined);
    return planOf({
      fates,
      edits: {
        size: fates.reduce((sum, fate) => sum + Number(fate === EDIT), 0),
        get: (i) => edited(i)?.parts,
        tokens: (i) => edited(i)!.tokens,
        keepsShape: true,
      },
      reason(i) {
        if (input.protection[i] !== 0) return protectionReason(input, i);
        const values = { newest, target };
        if (fates[i] === DROP) return { key: 'drop-no-room', values };
        if (fates[i] === EDIT) return { key: 'cut-older-result', values };
        return { key: fateOf[unitOf[i]!] === EDIT ? 'keep-older-words' : 'keep-newest-half', values };
      },
    });
  },
});
