/** The full summary in place of the conversation, where the rules were not enough (or always). docs/systems.md#s3-fallback-summary */
import { PROTECTIONS, type Prepared } from '../../../signals/contract.ts';
import { showsMore } from '../../../signals/structure.ts';
import { DROP, KEEP, type Plan, type PlanContext, type Reason, SUMMARIZE } from '../../contract.ts';
import type { ParamValues } from '../../params.ts';
import { lastWordsOf } from '../../shared/key-information.ts';
import { protectionReason } from '../../shared/layout.ts';
import { keepsAll, planOf, summaryPlan } from '../../shared/plans.ts';
import { cacheTrace } from './cache-trace.ts';
import { carriedFacts, carriedReferences } from './carried.ts';
import { isGuarded } from './protection.ts';
import { type RulesRun, runRules } from './rules.ts';
import type { summaryParams } from './table.ts';

export type SummaryValues = ParamValues<typeof summaryParams>;

/** S3 asks up to three times. */
export const TRIES = 3;

const LAST_USER = PROTECTIONS.indexOf('last-user');
const LAST_BLOCK = PROTECTIONS.indexOf('last-tool-block');
const OPEN = '<summary>\n';
const CLOSE = '\n</summary>';

/** How often the content of a summary has been summarised; 1 where unknown. */
function generationOf(input: Prepared, i: number): number {
  return input.messages[i]!.compaction?.generation ?? 1;
}

/**
 * What the rules dropped stays dropped: the study summarises what they left (its `summary_start` has the tokens of `selective_done`). The
 * header, pins and CRITICAL stay; the last user message is quoted, or stays if it holds more than words. Merged summaries at the limit of
 * generations stay and are never rewritten.
 */
function summaryFates(input: Prepared, run: RulesRun, values: SummaryValues): Uint8Array {
  const fates = new Uint8Array(input.n);
  for (let i = 0; i < input.n; i++) {
    const protection = input.protection[i];
    if (run.fates[i] === DROP) fates[i] = DROP;
    else if (protection !== 0 && protection !== LAST_BLOCK && (protection !== LAST_USER || showsMore(input.messages[i]!))) fates[i] = KEEP;
    else if (!isFrozen(input, values, i)) fates[i] = SUMMARIZE;
  }
  return fates;
}

function isFrozen(input: Prepared, values: SummaryValues, i: number): boolean {
  return values.mergeSummaries && input.itemType[i] === 'COMPACTION_SUMMARY' && generationOf(input, i) >= values.maxGenerations;
}

/** Text after the summary that must not depend on the summariser's choice. */
function besides(input: Prepared, fates: Uint8Array, values: SummaryValues): string {
  const after: string[] = [];
  if (values.carryIdentifiers) after.push(carriedFacts(input, values.carriedMaxTokens));
  if (values.keepReferences) after.push(carriedReferences(input, fates, SUMMARIZE, values.carriedMaxTokens));
  const { lastUser } = input;
  if (lastUser >= 0 && fates[lastUser] === SUMMARIZE)
    after.push(`<last_user_message>\n${lastWordsOf(input.messages[lastUser]!)}\n</last_user_message>`);
  return CLOSE + after.map((text) => (text === '' ? '' : `\n\n${text}`)).join('');
}

/** The plan with the summary; null where nothing can be summarised. */
export function fallbackPlan(input: Prepared, run: RulesRun, values: SummaryValues): Plan | null {
  const fates = summaryFates(input, run, values);
  const members = fates.reduce((sum, fate) => sum + (fate === SUMMARIZE ? 1 : 0), 0);
  if (members === 0) return null;
  return summaryPlan(
    fates,
    {
      maxTokens: values.summaryMaxTokens,
      style: values.structuredSummary ? 'json' : 'sections',
      tries: TRIES,
      before: OPEN,
      after: besides(input, fates, values),
      quotes: { task: -1, lastUser: fates[input.lastUser] === SUMMARIZE ? input.lastUser : -1, tasks: -1 },
      ...(values.mergeSummaries ? { mergeEarlier: true } : {}),
    },
    {
      reason(i) {
        if (fates[i] === DROP) return run.reason(i);
        if (fates[i] === SUMMARIZE) {
          if (i === input.lastUser) return { key: 'sum-quoted-last-user' };
          return { key: values.always ? 'sum-always' : 'sum-still-over', values: { after: run.after, threshold: run.threshold } };
        }
        if (isFrozen(input, values, i) && input.protection[i] === 0)
          return { key: 'keep-generation', values: { generation: generationOf(input, i), limit: values.maxGenerations } };
        return input.itemType[i]!.startsWith('SKILL_') ? run.reason(i) : protectionReason(input, i);
      },
      trace: [
        ...run.trace,
        { key: 'log-selective-summary', values: { before: run.before, after: run.after, messages: members } },
        cacheTrace(input, fates),
      ],
    },
  );
}

/**
 * Without a summary (the cure for a failed one, and for a cooldown that lets the context grow): the rules, and if they are not enough, the
 * remaining units from the oldest on. What S3 protects and what its table never touches stays.
 */
export function dropOldestPlan(input: Prepared, values: SummaryValues, ctx: PlanContext, threshold: number, note: Reason): Plan {
  const run = runRules(input, values, ctx, threshold);
  const { steps } = run;
  const fates = run.fates.slice();
  const ranks = new Map<number, number>();
  let { after } = run;
  for (let u = 0; u < input.units.length && after > threshold; u++) {
    const { members } = input.units[u]!;
    if (fates[members[0]!] === DROP || steps.newer[u]! < 0 || isGuarded(steps.guard, members) || members.some((i) => input.protection[i] !== 0))
      continue;
    ranks.set(u, ranks.size + 1);
    for (const i of members) {
      after -= fates[i] === KEEP ? input.counts.messages[i]! : steps.fields.tokens(i);
      fates[i] = DROP;
    }
  }
  const edited = fates.reduce((sum, fate) => sum + (fate !== KEEP && fate !== DROP ? 1 : 0), 0);
  const trace = ranks.size > 0 ? [...run.trace, { key: 'log-selective-oldest', values: { units: ranks.size, after, threshold } }] : run.trace;
  const reason = (i: number): Reason => {
    const rank = ranks.get(input.unitOf[i]!);
    if (rank !== undefined) return { key: 'drop-oldest-instead', values: { rank, of: ranks.size, threshold } };
    return run.reason(i);
  };
  const { edits } = run;
  const left = { ...edits, size: edited, get: (i: number) => (fates[i] === DROP ? undefined : edits.get(i)) };
  const why: Reason = { key: 'unchanged-nothing-selective', values: { tokens: run.before, threshold } };
  if (keepsAll(fates)) return planOf({ fates, reason: () => why, unchanged: why, note, trace });
  return planOf({ fates, reason, edits: left, note, trace });
}
