/**
 * Our own: the recent messages stay whole, everything older becomes a ledger of its facts, each with the words that bind it (what was done
 * to a file, an error's cause and fix, what an id names). No model writes it.
 */
import { type CountsInput, perCountsAndKey, perProtection, perProtectionAndKey, type ProtectionInput } from '../../signals/remember.ts';
import { unitSizes } from '../../signals/structure.ts';
import { DROP, type Reason, SUMMARIZE } from '../contract.ts';
import type { NumberParam } from '../params.ts';
import { AFTER_HEAD, BETWEEN, INTRODUCTION, LEDGER_SECTIONS, type LedgerEntries, ledgerEntriesOf, MOST_WORDS } from './shared/entries.ts';
import {
  fatesBefore,
  recentReason,
  keepsAll,
  keptReason,
  olderReason,
  planOf,
  removableUnits,
  shareOfWindow,
  summaryPlan,
  unchangedPlan,
  unitEnds,
  withinTarget,
} from '../shared/plans.ts';
import { defineStrategy, threshold } from '../shared/shared-params.ts';

// Writes a ledger: the most valuable entries within a token limit, in sections, each in the order of the conversation.

/** Upper bound for the tokens of entries and heads in place. */
const sizesOf = perCountsAndKey((input, words: number) => {
  const { entries } = ledgerEntriesOf(input.transcript, words);
  const more = input.counts.rule?.factor === 1 ? 0 : 1;
  const count = (text: string): number => input.counts.text(text) + more;
  const entry = new Float64Array(entries.length);
  const head = new Float64Array(entries.length);
  const heads = new Map<string, number>([['', 0]]);
  for (const [k, { head: name, text }] of entries.entries()) {
    let tokens = heads.get(name);
    if (tokens === undefined) {
      tokens = count(`- ${name}${AFTER_HEAD}`);
      heads.set(name, tokens);
    }
    head[k] = tokens;
    entry[k] = text === '' ? 1 : count(`${name === '' ? '- ' : BETWEEN}${text}\n`);
  }
  return { entry, head };
});

const titleTokens = ({ counts }: CountsInput) => new Map(LEDGER_SECTIONS.map((section) => [section, counts.text(`${section}:\n`) + 1]));

const tokensBefore = perCountsAndKey((input, words: number): Float64Array => {
  const { entry, head } = sizesOf(input, words);
  const sums = new Float64Array(input.n + 1);
  for (const [k, { at }] of ledgerEntriesOf(input.transcript, words).entries.entries()) sums[at + 1]! += entry[k]! + head[k]!;
  const titles = [...titleTokens(input).values()].reduce((a, b) => a + b, 0);
  for (let i = 0; i < input.n; i++) sums[i + 1]! += sums[i]!;
  for (let i = 1; i <= input.n; i++) if (sums[i]! > 0) sums[i]! += titles;
  return sums;
});

interface Ledger {
  readonly text: string;
  readonly entries: number;
  facts(): ReadonlySet<number>;
}

const SHORTEST = 4;

/** The most valuable entries per character from messages for which `gone` holds, in at most `room` tokens. */
function writeLedger(input: CountsInput, words: number, room: number, gone: (message: number) => boolean): Ledger {
  const found = ledgerEntriesOf(input.transcript, words);
  const { entries, headFacts, uses } = found;
  const sizes = sizesOf(input, words);
  const told = new Uint32Array(found.index.count);
  const chosen = new Set<number>();
  const heads = new Set(['']);
  const titles = new Map(titleTokens(input));
  let left = room;
  const tell = (ids: readonly number[], by: 1 | -1): void => {
    for (const id of ids) told[id]! += by;
  };
  const choose = (): void => {
    for (let k = 0; k < entries.length && left >= SHORTEST; k++) {
      const own = sizes.entry[k]!;
      if (own > left || chosen.has(k)) continue;
      const { section, head, base, at, text, facts } = entries[k]!;
      if (!gone(at) || (text === '' && heads.has(head))) continue;
      const ids = text === '' ? (headFacts.get(head) ?? []) : facts;
      if (base === 0 && !ids.some((id) => told[id] === 0 && gone(uses.last[id]!))) continue;
      const tokens = own + (heads.has(head) ? 0 : sizes.head[k]!) + (titles.get(section) ?? 0);
      if (tokens > left) continue;
      left -= tokens;
      titles.delete(section);
      chosen.add(k);
      tell(facts, 1);
      if (heads.has(head)) continue;
      heads.add(head);
      tell(headFacts.get(head) ?? [], 1);
    }
  };
  choose();
  let freed = 0;
  for (const k of chosen) {
    const { base, head, text, facts } = entries[k]!;
    if (base > 0 || head !== '' || text === '' || facts.some((id) => told[id]! < 2)) continue;
    chosen.delete(k);
    tell(facts, -1);
    freed += sizes.entry[k]!;
  }
  left += freed;
  if (freed > 0) choose();
  const standing = Int32Array.from(chosen);
  return { text: textOf(found, [...chosen]), entries: chosen.size, facts: () => factsOf(found, standing) };
}

function factsOf({ entries, headFacts }: LedgerEntries, chosen: Int32Array): ReadonlySet<number> {
  const facts = new Set<number>();
  for (const k of chosen) {
    const { head, facts: own } = entries[k]!;
    for (const id of own) facts.add(id);
    for (const id of headFacts.get(head) ?? []) facts.add(id);
  }
  return facts;
}

function textOf({ entries }: LedgerEntries, chosen: readonly number[]): string {
  const inOrder = chosen.map((k) => entries[k]!).sort((a, b) => a.at - b.at);
  const parts: string[] = [];
  for (const section of LEDGER_SECTIONS) {
    const lines: string[][] = [];
    const ofHead = new Map<string, string[]>();
    for (const { section: of, head, text } of inOrder) {
      if (of !== section) continue;
      const line = head === '' ? undefined : ofHead.get(head);
      if (line) {
        if (text !== '') line.push(text);
      } else {
        const first = [head === '' ? `- ${text}` : `- ${head}`, ...(head === '' || text === '' ? [] : [text])];
        lines.push(first);
        if (head !== '') ofHead.set(head, first);
      }
    }
    if (lines.length > 0)
      parts.push(`${section}:`, ...lines.map(([first, ...rest]) => (rest.length > 0 ? `${first}${AFTER_HEAD}${rest.join(BETWEEN)}` : first!)));
  }
  return parts.join('\n');
}

const params = {
  ledgerShare: { kind: 'number', unit: 'share', default: 0.5, min: 0.05, max: 1, step: 0.05 },
  ledgerMinTokens: { kind: 'number', unit: 'tokens', default: 200, min: 0, max: 2000, step: 10, coarse: true },
  ledgerMaxTokens: { kind: 'number', unit: 'tokens', default: 8000, min: 100, max: 100_000, step: 100, coarse: true },
  ledgerWords: { kind: 'number', unit: 'none', default: 1, min: 0, max: MOST_WORDS, step: 1 },
  threshold: { ...threshold, default: 0.5 },
} as const satisfies Readonly<Record<string, NumberParam>>;

interface Ends {
  readonly after: Int32Array;
  readonly tokens: Float64Array;
}
const endsOf = perProtection((input: ProtectionInput): Ends => {
  const ends = unitEnds(input);
  const { tokens } = unitSizes(input);
  const units = removableUnits(input).toSorted((a, b) => ends[input.units[a]!.members[0]!]! - ends[input.units[b]!.members[0]!]!);
  const sums = new Float64Array(units.length + 1);
  units.forEach((unit, k) => {
    sums[k + 1] = sums[k]! + tokens[unit]!;
  });
  return { after: units.map((unit) => ends[input.units[unit]!.members[0]!]! + 1), tokens: sums };
});

const frameTokens = (input: ProtectionInput) =>
  input.counts.message({ id: '', role: 'user', parts: [{ type: 'text', text: `${INTRODUCTION}\n` }] }) + 2;
const LEDGERS = 100;

const ledgerOf = perProtectionAndKey((input, words: number, room: number, boundary: number): Ledger => {
  const fates = fatesBefore(input, boundary, SUMMARIZE);
  return writeLedger(input, words, room, (i) => fates[i] === SUMMARIZE);
}, LEDGERS);

const LEAST = 40;

export const factLedger = defineStrategy({
  id: 'fact-ledger',
  family: 'ledger',
  source: { seed: 'own' },
  kind: 'strategy',
  params,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const target = ctx.budget.target ?? shareOfWindow(values.threshold, ctx.budget.window);
    const within = withinTarget(input, target);
    if (within) return within;
    const { after, tokens } = endsOf(input);
    const all = after.length;
    if (all === 0) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });
    const frame = frameTokens(input);
    const entries = tokensBefore(input, values.ledgerWords);
    const free = target - (input.counts.total - tokens[all]!);
    const share = Math.max(values.ledgerMinTokens, Math.floor(values.ledgerShare * free) - frame);
    const most = Math.min(values.ledgerMaxTokens, share);
    const leftAt = (k: number): number => target - (input.counts.total - tokens[k]!) - frame;
    let k = 1;
    while (k < all && leftAt(k) < Math.min(most, entries[after[k - 1]!]!)) k++;
    const boundary = after[k - 1]!;
    const room = Math.min(values.ledgerMaxTokens, Math.max(most, leftAt(k)), entries[boundary]!);
    const write = room >= LEAST && room < tokens[k]!;
    const fates = fatesBefore(input, boundary, write ? SUMMARIZE : DROP);
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });

    const keep = input.n - boundary;
    const ledger = (): Ledger => ledgerOf(input, values.ledgerWords, room, boundary);
    let facts: ReadonlySet<number> | undefined;
    const reason = (i: number): Reason => {
      if (fates[i] === DROP) return olderReason(input, i, keep, 'drop-no-ledger', { room: Math.max(0, room), least: LEAST });
      if (fates[i] !== SUMMARIZE) return keptReason(input, i, boundary, () => recentReason(input, i, keep));
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
