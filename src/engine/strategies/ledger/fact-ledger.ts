/**
 * Our own: the recent messages stay whole, everything older becomes a ledger of its facts, each with the words that bind it (what was done
 * to a file, an error's cause and fix, what an id names). No model writes it.
 */
import { type OfProtection, perProtection } from '../../signals/remember.ts';
import { unitSizes } from '../../signals/units.ts';
import { DROP, type Reason, SUMMARIZE } from '../contract.ts';
import type { NumberParam } from '../params.ts';
import { INTRODUCTION } from './shared/earlier.ts';
import { ledgerEntriesOf, MOST_WORDS } from './shared/entries.ts';
import { type Ledger, tokensBefore, warmLedger, writeLedger } from './shared/write.ts';
import { removableUnits, unitEnds } from '../shared/layout.ts';
import { perProtectionAndKey } from '../../signals/remember-by-key.ts';
import { keepsAll, shareOfWindow, summaryPlan, unchangedPlan, withinTarget, planOf } from '../shared/plans.ts';
import { defineStrategy, threshold } from '../shared/params.ts';
import { fatesBefore, keepRecentReason, keptReason, olderReason } from '../shared/recent.ts';

const params = {
  ledgerShare: { kind: 'number', unit: 'share', default: 0.5, min: 0.05, max: 1, step: 0.05 },
  ledgerMinTokens: { kind: 'number', unit: 'tokens', default: 200, min: 0, max: 2000, step: 10, coarse: true },
  ledgerMaxTokens: { kind: 'number', unit: 'tokens', default: 8000, min: 100, max: 100_000, step: 100, coarse: true },
  ledgerWords: { kind: 'number', unit: 'none', default: 1, min: 0, max: MOST_WORDS, step: 1 },
  threshold: { ...threshold, default: 0.5 },
} as const satisfies Readonly<Record<string, NumberParam>>;

/** Removable units by their last message: those wholly before a boundary are a prefix of this list. */
interface Ends {
  /** Message after the last one of the k-th unit. */
  readonly after: Int32Array;
  /** Tokens of the first k units. */
  readonly tokens: Float64Array;
}
const endsOf = perProtection((input: OfProtection): Ends => {
  const ends = unitEnds(input);
  const { tokens } = unitSizes(input);
  const units = removableUnits(input).toSorted((a, b) => ends[input.units[a]!.members[0]!]! - ends[input.units[b]!.members[0]!]!);
  const sums = new Float64Array(units.length + 1);
  units.forEach((unit, k) => {
    sums[k + 1] = sums[k]! + tokens[unit]!;
  });
  return { after: units.map((unit) => ends[input.units[unit]!.members[0]!]! + 1), tokens: sums };
});

/** Tokens of the ledger's message beside its text: overhead, introduction, and their joint. */
const frameTokens = perProtection(
  (input) => input.counts.message({ id: '', role: 'user', parts: [{ type: 'text', text: `${INTRODUCTION}\n` }] }) + 2,
);
/** Ledgers remembered, like written summaries: those at recent slider positions. */
const LEDGERS = 100;

/** The ledger of everything removed before a boundary. */
const ledgerOf = perProtectionAndKey((input, words: number, room: number, boundary: number): Ledger => {
  const fates = fatesBefore(input, boundary, SUMMARIZE);
  return writeLedger(input, words, room, (i) => fates[i] === SUMMARIZE);
}, LEDGERS);

/** A shorter ledger is useless. */
const LEAST = 40;

export const factLedger = defineStrategy({
  id: 'fact-ledger',
  family: 'ledger',
  source: { seed: 'own' },
  kind: 'strategy',
  params,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  warm: (input, values) => warmLedger(input, values.ledgerWords),
  plan(input, values, ctx) {
    const target = ctx.budget.target ?? shareOfWindow(values.threshold, ctx.budget.window);
    const within = withinTarget(input, target);
    if (within) return within;
    const { after, tokens } = endsOf(input);
    const all = after.length;
    if (all === 0) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });
    const frame = frameTokens(input);
    const entries = tokensBefore(input, values.ledgerWords);
    // The part of the target that required messages leave.
    const free = target - (input.counts.total - tokens[all]!);
    const share = Math.max(values.ledgerMinTokens, Math.floor(values.ledgerShare * free) - frame);
    const most = Math.min(values.ledgerMaxTokens, share);
    const leftAt = (k: number): number => target - (input.counts.total - tokens[k]!) - frame;
    let k = 1;
    while (k < all && leftAt(k) < Math.min(most, entries[after[k - 1]!]!)) k++;
    const boundary = after[k - 1]!;
    // Room too small for another message goes to the ledger.
    const room = Math.min(values.ledgerMaxTokens, Math.max(most, leftAt(k)), entries[boundary]!);
    const write = room >= LEAST && room < tokens[k]!;
    const fates = fatesBefore(input, boundary, write ? SUMMARIZE : DROP);
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });

    const keep = input.n - boundary;
    const ledger = (): Ledger => ledgerOf(input, values.ledgerWords, room, boundary);
    let facts: ReadonlySet<number> | undefined;
    const reason = (i: number): Reason => {
      if (fates[i] === DROP) return olderReason(input, i, keep, 'drop-no-ledger', { room: Math.max(0, room), least: LEAST });
      if (fates[i] !== SUMMARIZE) return keptReason(input, i, boundary, () => keepRecentReason(input, i, keep));
      const { index, uses } = ledgerEntriesOf(input.transcript, values.ledgerWords);
      facts ??= ledger().facts();
      const mine = index.ids.subarray(index.from[i], index.from[i + 1]);
      let told = 0;
      let stand = 0;
      for (const id of mine) {
        if (fates[uses.last[id]!] !== SUMMARIZE) stand++;
        else if (facts.has(id)) told++;
      }
      return olderReason(input, i, keep, 'sum-ledger', { facts: mine.length, told, stand, lost: mine.length - told - stand });
    };
    if (!write) return planOf({ fates, reason });
    return summaryPlan(
      fates,
      {
        maxTokens: room,
        style: 'plain',
        before: `${INTRODUCTION}\n`,
        get ready() {
          return ledger().text;
        },
      },
      { reason },
    );
  },
});
