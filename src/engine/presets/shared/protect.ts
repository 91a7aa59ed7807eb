import { DROP, EDIT, KEEP, type Plan, type Reason, SUMMARIZE } from '../../strategies/contract.ts';
import { lastResults, protectionReason } from '../../strategies/shared/layout.ts';
import { keepsAll, planOf, unchangedPlan } from '../../strategies/shared/plans.ts';
import type { Prepared } from '../../signals/contract.ts';
import { resultText } from '../../signals/outcomes.ts';
import type { Part } from '../../transcript/types.ts';
import { keepsShape } from './parts.ts';

const goes = (fate: number | undefined): boolean => fate === DROP || fate === SUMMARIZE;

/** Calls, results and thinking, in order: what providers check. */
const idsOf = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => {
      if (part.type === 'tool-call') return [`c${part.id}`];
      if (part.type === 'tool-result') return [`r${part.callId}`];
      return part.type === 'reasoning' ? ['t'] : [];
    })
    .join('\n');

/** An edit that keeps calls, results and thinking, leaves something, and does not make the message longer: some marks are. */
const isHarmless = ({ messages, counts }: Prepared, i: number, parts: readonly Part[]): boolean =>
  parts.length > 0 && idsOf(parts) === idsOf(messages[i]!.parts) && counts.message({ ...messages[i]!, parts }) <= counts.messages[i]!;

/** Characters of a result that tell whether an edit shortened it or cleared it. */
const BEGINNING = 40;

/** An edit of the last tool block that leaves the beginning of each result: one that clears them would take the running task's newest output. */
const shortensLast = (input: Prepared, i: number, edited: readonly Part[]): boolean =>
  lastResults(input)[i] === 1 &&
  input.messages[i]!.parts.every((part, p) => {
    const now = edited[p];
    return part.type === 'tool-result' && now?.type === 'tool-result' && resultText(now).includes(resultText(part).slice(0, BEGINNING));
  });

/**
 * A product's plan under the rules of all other rows: protected messages stay unchanged, but results of the last tool block may be shortened, a tool block of which anything stays is whole, and
 * an edit takes no call, result or thinking away, leaves something and makes no message longer. Summaries without members go.
 */
export function repairedPlan(input: Prepared, plan: Plan): Plan {
  const { n, protection, units, unitOf } = input;
  const fates = plan.fates.slice();
  const whole = new Set<number>();
  let shaped = true;
  for (let i = 0; i < n; i++) {
    if (protection[i] !== 0 && !(fates[i] === EDIT && shortensLast(input, i, plan.edits.get(i) ?? []))) fates[i] = KEEP;
    else if (fates[i] === EDIT && !isHarmless(input, i, plan.edits.get(i) ?? [])) fates[i] = KEEP;
    if (fates[i] === EDIT) shaped &&= keepsShape(input.messages[i]!.parts, plan.edits.get(i) ?? []);
    if (units[unitOf[i]!]!.isBlock && !goes(fates[i])) whole.add(unitOf[i]!);
  }
  for (let i = 0; i < n; i++) if (goes(fates[i]) && whole.has(unitOf[i]!)) fates[i] = KEEP;
  if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });

  const members = plan.summaries.map((): number[] => []);
  fates.forEach((fate, i) => {
    if (fate === SUMMARIZE) members[plan.into![i]!]!.push(i);
  });
  const standing = members.flatMap((of, k) => (of.length > 0 ? [k] : []));
  const summaries = standing.map((k) => ({ ...plan.summaries[k]!, members: members[k]! }));
  const ids = new Set(summaries.map(({ id }) => id));
  let size: number | undefined;
  return planOf({
    fates,
    reason(i): Reason {
      if (fates[i] === plan.fates[i]) return plan.reason(i);
      if (protection[i] !== 0) return protectionReason(input, i)!;
      return { key: plan.fates[i] === EDIT ? 'keep-product-edit' : 'keep-boundary-block' };
    },
    edits: {
      get size() {
        size ??= fates.reduce((count, fate) => count + (fate === EDIT ? 1 : 0), 0);
        return size;
      },
      get: (i) => (fates[i] === EDIT ? plan.edits.get(i) : undefined),
      ...(shaped && { keepsShape: true as const }),
    },
    ...(standing.length > 0 && { into: Int16Array.from(fates, (fate, i) => (fate === SUMMARIZE ? standing.indexOf(plan.into![i]!) : -1)) }),
    summaries,
    insertions: plan.insertions
      .filter(({ content }) => 'text' in content || ids.has(content.summary))
      .map((one) => ({ ...one, before: clear(input, fates, one.before) })),
  });
}

/** A place between the first and the last member of a tool block that stays moves before the block, whatever else stands between them. */
function clear({ units }: Prepared, fates: Uint8Array, before: number): number {
  let place = before;
  // Blocks may reach into each other: from the last to the first.
  for (let u = units.length - 1; u >= 0; u--) {
    const { members, isBlock } = units[u]!;
    if (isBlock && members[0]! < place && place <= members.at(-1)! && !goes(fates[members[0]!])) place = members[0]!;
  }
  return place;
}
