/** What the recorded agent itself did: its own summary in place of the messages that it summarised, beside what it kept. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import { contextBefore, summaryText } from '../../signals/recorded-context.ts';
import type { RecordedCompaction } from '../../transcript/types.ts';
import { DROP, KEEP, type Plan, type Reason, SUMMARIZE } from '../contract.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import { keepsAll, planOf, summaryPlan, unchangedPlan } from '../shared/plans.ts';

function facts({ tokensBefore, tokensAfter, trigger }: RecordedCompaction): readonly Reason[] {
  return [
    ...(tokensBefore === undefined ? [] : [{ key: 'recorded-tokens', values: { tokens: tokensBefore } }]),
    ...(tokensAfter === undefined ? [] : [{ key: 'recorded-tokens-after', values: { tokens: tokensAfter } }]),
    ...(trigger === undefined ? [] : [{ key: 'recorded-trigger', values: { trigger } }]),
  ];
}

/** The plan of the last compaction of a context. */
function planOfLast(input: PreparedTranscript, compaction: RecordedCompaction): Plan {
  const { messages, n } = input;
  const at = compaction.summaryId === undefined ? -1 : messages.findIndex(({ id }) => id === compaction.summaryId);
  const message = at < 0 ? compaction.summary : messages[at];
  const text = summaryText(compaction, messages);
  const gone = text === '' ? DROP : SUMMARIZE;
  const fates = new Uint8Array(n).fill(gone);
  for (const i of contextBefore(input, n)) fates[i] = KEEP;
  const nothing: Reason = { key: 'unchanged-nothing-to-do' };
  if (keepsAll(fates)) return unchangedPlan(input, nothing);
  const trace = facts(compaction);
  if (text === '') {
    const reason = (i: number): Reason => ({ key: fates[i] === KEEP ? 'recorded-kept' : 'recorded-hidden' });
    return planOf({ fates, reason, trace, note: { key: 'note-recorded-hidden' }, asShipped: true });
  }
  // The first message after the header that stays; the summary's own place, if it is among the messages, is empty.
  if (at >= 0) fates[at] = DROP;
  const kept = fates.findIndex((fate, i) => fate === KEEP && i >= input.header);
  const reason = (i: number): Reason => ({ key: i === at ? 'recorded-moved' : fates[i] === KEEP ? 'recorded-kept' : 'recorded-summarised' });
  const { role = 'user' } = message ?? {};
  const plan = summaryPlan(
    fates,
    { maxTokens: Number.MAX_SAFE_INTEGER, style: 'plain', ready: text, writer: 'recorded', ...(compaction.usage && { usage: compaction.usage }) },
    { reason, trace, before: kept < 0 ? n : kept },
  );
  return { ...plan, insertions: plan.insertions.map((one) => ({ ...one, role: role === 'tool' ? 'user' : role })), asShipped: true };
}

export const recorded = defineStrategy({
  id: 'recorded',
  family: 'recorded',
  source: { seed: 'recording' },
  kind: 'strategy',
  onDemand: true,
  recorded: true,
  params: {},
  plan(input) {
    const last = input.transcript.compactions.at(-1);
    return last ? planOfLast(input, last) : unchangedPlan(input, { key: 'unchanged-not-recorded' });
  },
});
