/**
 * Our own, after the fact ledger: a hand-over for somebody who goes on. Blocks come back into the context by what is likely needed per
 * token, the recent ones whole, older ones with their outputs and arguments cut; single sentences and lines of what is gone are quoted in
 * a note, in their order. No model writes it. docs/handover.md
 */
import { cutterOf } from '../../truncation/truncation.ts';
import type { ProtectionInput } from '../../signals/remember.ts';
import { DROP, EDIT, type Edits, KEEP, type Plan, type Reason, SUMMARIZE } from '../contract.ts';
import type { NumberParam } from '../params.ts';
import { keepsAll, planOf, protectionReason, removableUnits, shareOfWindow, summaryPlan, unchangedPlan, withinTarget } from '../shared/plans.ts';
import { defineStrategy, threshold } from '../shared/shared-params.ts';
import { BLOCK, MESSAGE, NOTE_CUT, type Order, orderOf } from './shared/order.ts';
import { NOTE_INTRODUCTION, type Quote, writeNote } from './shared/ledger-features.ts';

const params = {
  ledgerMinTokens: { kind: 'number', unit: 'tokens', default: 200, min: 0, max: 2000, step: 10, coarse: true },
  ledgerMaxTokens: { kind: 'number', unit: 'tokens', default: 8000, min: 100, max: 100_000, step: 100, coarse: true },
  threshold: { ...threshold, default: 0.5 },
} as const satisfies Readonly<Record<string, NumberParam>>;

const frameTokens = (input: ProtectionInput) =>
  input.counts.message({ id: '', role: 'user', parts: [{ type: 'text', text: `${NOTE_INTRODUCTION}\n` }] }) + 2;

interface Content {
  readonly fates: Uint8Array;
  readonly rungs: Int16Array;
  readonly cutMessages: number;
  readonly quotes: readonly Quote[];
  readonly noteTokens: number;
}

function contentWithin(input: ProtectionInput, { kind, of, level, leastQuote, ...order }: Order, room: number, mostNote: number): Content {
  const { n, units } = input;
  const fates = new Uint8Array(n);
  for (const unit of removableUnits(input)) for (const i of units[unit]!.members) fates[i] = SUMMARIZE;
  const rungs = new Int16Array(n).fill(-1);
  const levels = new Int16Array(n).fill(-1);
  const lines = new Uint8Array(order.lineTokens.length);
  const spent = new Float64Array(n);
  const taken: number[] = [];
  let left = room;
  let note = 0;
  const grow = (i: number, to: number): void => {
    levels[i] = to;
    rungs[i] = order.rung(i, to);
    fates[i] = rungs[i]! < 0 ? KEEP : EDIT;
    if (fates[i] !== KEEP) return;
    left += spent[i]!;
    note -= spent[i]!;
    spent[i] = 0;
  };
  for (let k = 0; k < kind.length; k++) {
    const one = of[k]!;
    if (kind[k] === MESSAGE) {
      if (order.tokens(k) > left || levels[one] !== level[k]! - 1) continue;
      grow(one, level[k]!);
      left -= order.tokens(k);
    } else if (kind[k] === BLOCK) {
      if (order.tokens(k) > left) continue;
      for (const i of units[one]!.members) grow(i, 0);
      left -= order.tokens(k);
    } else {
      const message = order.quotes.messageOf(one);
      const line = order.quotes.lineOf(one);
      const begin = lines[line] === 0 ? order.lineTokens[line]! : 0;
      if (fates[message] === KEEP || begin + leastQuote > Math.min(left, mostNote - note)) continue;
      const cost = order.tokens(k) + begin;
      if (cost > left || note + cost > mostNote) continue;
      lines[line] = 1;
      spent[message]! += cost;
      note += cost;
      left -= cost;
      taken.push(one);
    }
  }
  let cutMessages = 0;
  for (let i = 0; i < n; i++) if (fates[i] === EDIT) cutMessages++;
  const quotes = taken.filter((one) => fates[order.quotes.messageOf(one)] !== KEEP).map((one) => order.quotes.at(one));
  return { fates, rungs, cutMessages, quotes, noteTokens: note };
}

export const handoverNote = defineStrategy({
  id: 'handover-note',
  family: 'ledger',
  source: { seed: 'own' },
  kind: 'strategy',
  params,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx): Plan {
    const { counts, n, messages } = input;
    const target = ctx.budget.target ?? shareOfWindow(values.threshold, ctx.budget.window);
    const within = withinTarget(input, target);
    if (within) return within;
    let removable = 0;
    for (const unit of removableUnits(input)) for (const i of input.units[unit]!.members) removable += counts.messages[i]!;
    const free = target - (counts.total - removable);
    const room = Math.max(free, values.ledgerMinTokens) - frameTokens(input);
    const { fates, rungs, cutMessages, quotes, noteTokens } = contentWithin(input, orderOf(input), room, values.ledgerMaxTokens);
    let gone = 0;
    for (let i = 0; i < n; i++) if (fates[i] === SUMMARIZE) gone += counts.messages[i]!;
    const isWritten = quotes.length > 0 && gone > noteTokens + frameTokens(input);
    if (!isWritten) for (let i = 0; i < n; i++) if (fates[i] === SUMMARIZE) fates[i] = DROP;
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: counts.total } });

    const cutter = cutterOf(input, NOTE_CUT);
    const quotesOf = (i: number): number => quotes.reduce((count, { message }) => count + (message === i ? 1 : 0), 0);
    const reason = (i: number): Reason => {
      if (input.protection[i] !== 0) return protectionReason(input, i);
      const back = n - i;
      if (fates[i] === KEEP) return { key: 'keep-handover', values: { back, tokens: counts.messages[i]! } };
      if (fates[i] === EDIT) return { key: 'edit-handover', values: { back, before: counts.messages[i]!, after: cutter.tokens(i, rungs[i]!) } };
      if (fates[i] === DROP) return { key: 'drop-no-note', values: { back, room: Math.max(0, room) } };
      return { key: 'sum-handover', values: { back, tokens: counts.messages[i]!, count: quotesOf(i) } };
    };
    const edits: Edits = {
      size: cutMessages,
      get: (i) => (rungs[i]! >= 0 ? cutter.parts(i, rungs[i]!) : undefined),
      tokens: (i) => cutter.tokens(i, rungs[i]!),
      gaps(i, found) {
        if (rungs[i]! < 0) return false;
        cutter.gaps(i, rungs[i]!, found);
        return true;
      },
      keepsShape: true,
    };
    if (!isWritten) return planOf({ fates, reason, edits });
    let note: string | undefined;
    return summaryPlan(
      fates,
      {
        maxTokens: noteTokens,
        style: 'plain',
        before: `${NOTE_INTRODUCTION}\n`,
        get ready() {
          note ??= writeNote(messages, quotes);
          return note;
        },
      },
      { reason, edits },
    );
  },
});
