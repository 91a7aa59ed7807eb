/** The rules, and a full summary where they are not enough; rollback and cooldown if it fails. docs/systems.md#s3-fallback-summary */
import { keepsAll, planOf, protectionReason, summaryPlan, unchangedPlan, withinTarget } from '../shared/plans.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import { afterRequest, cacheTrace, isGuarded, pointersOf, REFERENCES_TAG, selectiveLog, stateOf } from './shared/selective-state.ts';
import type { Message } from '../../transcript/types.ts';
import { type FactKind, type PreparedTranscript, PROTECTIONS } from '../../signals/contract.ts';
import { basicFacts } from '../../signals/facts/index.ts';
import { findSecrets } from '../../signals/secrets.ts';
import { headOf } from '../../signals/sentences.ts';
import { type TranscriptInput, type CountsInput, remembered } from '../../signals/remember.ts';
import { nothingToDo, ownThreshold, type RulesRun, rulesState, runRules, summaryParams, thresholdOf } from './shared/rules.ts';
import { showsMore } from '../../signals/structure.ts';
import { DROP, KEEP, type Plan, type PlanContext, type Reason, SUMMARIZE } from '../contract.ts';
import type { ParamValues } from '../params.ts';
import { lastWordsOf } from '../shared/strategy-key-information.ts';
import { s3Trigger } from '../../triggers/watch.ts';

/*
 * Paths, error lines and identifiers carried over beside a summary whatever it says (the study's cure for summaries that lose them), and
 * references to offloaded results whose messages are removed.
 */

type Kind = Extract<FactKind, 'path' | 'error' | 'identifier'>;
const KINDS: readonly Kind[] = ['path', 'error', 'identifier'];
const LABELS: Readonly<Record<Kind, string>> = { path: 'Paths', error: 'Errors', identifier: 'Identifiers' };

const LONGEST = 160;

interface CarriedFact {
  readonly kind: Kind;
  readonly text: string;
}

/**
 * Facts of a message that can be carried, each once: paths and errors of every text, identifiers only from a person's or the assistant's
 * text, because results and arguments are full of irrelevant names. Remembered with the message.
 */
const factsOf = remembered((message: Message): readonly CarriedFact[] => {
  const byText = new Map<string, CarriedFact>();
  for (const { text, said } of textsOf(message)) {
    for (const { kind, text: shown } of basicFacts(text)) {
      if (kind !== 'path' && kind !== 'error' && (kind !== 'identifier' || !said)) continue;
      const short = shown.length > LONGEST ? `${headOf(shown, LONGEST)}…` : shown;
      if (!byText.has(short)) byText.set(short, { kind, text: short });
    }
  }
  return [...byText.values()];
});

function* textsOf({ parts, role }: Message): Iterable<{ readonly text: string; readonly said: boolean }> {
  for (const part of parts) {
    if (part.type === 'text') yield { text: part.text, said: role !== 'tool' };
    else if (part.type === 'tool-call') yield { text: part.args, said: false };
    else if (part.type === 'tool-result') for (const c of part.content) if (c.type === 'text') yield { text: c.text, said: false };
  }
}

/** Facts by kind, the most useful first: by the number of messages (at most 5 count) and the last mention. */
const rankedFacts = (input: TranscriptInput): Readonly<Record<Kind, readonly string[]>> => {
  const seen = new Map<string, { readonly kind: Kind; times: number; last: number }>();
  for (let i = input.header; i < input.n; i++) {
    if (input.itemType[i] === 'SYSTEM_PROMPT' || input.itemType[i] === 'MEMORY') continue;
    for (const { kind, text } of factsOf(input.messages[i]!)) {
      const known = seen.get(text);
      if (known) {
        known.times++;
        known.last = i;
      } else seen.set(text, { kind, times: 1, last: i });
    }
  }
  const score = ({ times, last }: { readonly times: number; readonly last: number }): number => Math.min(times, 5) + (5 * last) / input.n;
  const ranked = [...seen].sort(([a, x], [b, y]) => score(y) - score(x) || (a < b ? -1 : 1));
  const of = (kind: Kind): string[] => ranked.filter(([, v]) => v.kind === kind).map(([text]) => text);
  return { path: of('path'), error: of('error'), identifier: of('identifier') };
};

const MOST = 500;
const SEPARATOR: Readonly<Record<Kind, string>> = { path: ', ', error: '\n  ', identifier: ', ' };

/** The facts as lines between tags, at most `maxTokens` tokens; empty without any. */
export const carriedFacts = (input: CountsInput, maxTokens: number): string => {
  const ranked = rankedFacts(input);
  const chosen: Record<Kind, string[]> = { path: [], error: [], identifier: [] };
  const write = (): string => {
    const lines = KINDS.filter((kind) => chosen[kind].length > 0).map((kind) => `${LABELS[kind]}: ${chosen[kind].join(SEPARATOR[kind])}`);
    return lines.length === 0 ? '' : `<carried_over>\n${lines.join('\n')}\n</carried_over>`;
  };
  let left = maxTokens - input.counts.text('<carried_over>\nPaths: \nErrors: \nIdentifiers: \n</carried_over>');
  // A path, an error and an identifier in turn, so that no kind takes the room of the others.
  for (let rank = 0; rank < MOST && left > 1 && KINDS.some((kind) => rank < ranked[kind].length); rank++) {
    for (const kind of KINDS) {
      const text = ranked[kind][rank];
      if (text === undefined || findSecrets(text).length > 0) continue;
      const tokens = input.counts.text(text) + 1;
      if (tokens > left) continue;
      chosen[kind].push(text);
      left -= tokens;
    }
  }
  return write();
};

const referring = ({ messages }: TranscriptInput): readonly number[] =>
  Array.from(messages.keys()).filter((i) => pointersOf(messages[i]!).length > 0);

function carriedReferences(input: PreparedTranscript, fates: Uint8Array, fate: number, maxTokens: number): string {
  const lines = new Set<string>();
  let left = maxTokens;
  for (const i of referring(input).toReversed()) {
    if (fates[i] !== fate) continue;
    for (const pointer of pointersOf(input.messages[i]!).toReversed()) {
      if (lines.has(pointer)) continue;
      left -= input.counts.text(pointer) + 1;
      if (left >= 0) lines.add(pointer);
    }
  }
  return lines.size === 0 ? '' : `${REFERENCES_TAG}\n${[...lines].toReversed().join('\n')}\n</offloaded_results>`;
}

// The full summary in place of the conversation, where the rules were not enough (or always). docs/systems.md#s3-fallback-summary

type SummaryValues = ParamValues<typeof summaryParams>;

/** S3 asks up to three times. */
export const TRIES = 3;

const LAST_USER = PROTECTIONS.indexOf('last-user');
const LAST_BLOCK = PROTECTIONS.indexOf('last-tool-block');
const OPEN = '<summary>\n';
const CLOSE = '\n</summary>';

function generationOf(input: PreparedTranscript, i: number): number {
  return input.messages[i]!.compaction?.generation ?? 1;
}

/**
 * What the rules dropped stays dropped: the study summarises what they left (its `summary_start` has the tokens of `selective_done`). Merged
 * summaries at the limit of generations stay and are never rewritten.
 */
function summaryFates(input: PreparedTranscript, run: RulesRun, values: SummaryValues): Uint8Array {
  const fates = new Uint8Array(input.n);
  for (let i = 0; i < input.n; i++) {
    const protection = input.protection[i];
    if (run.fates[i] === DROP) fates[i] = DROP;
    else if (protection !== 0 && protection !== LAST_BLOCK && (protection !== LAST_USER || showsMore(input.messages[i]!))) fates[i] = KEEP;
    else if (!isFrozen(input, values, i)) fates[i] = SUMMARIZE;
  }
  return fates;
}

function isFrozen(input: PreparedTranscript, values: SummaryValues, i: number): boolean {
  return values.mergeSummaries && input.itemType[i] === 'COMPACTION_SUMMARY' && generationOf(input, i) >= values.maxGenerations;
}

/** Text after the summary that must not depend on the summariser's choice. */
function besides(input: PreparedTranscript, fates: Uint8Array, values: SummaryValues): string {
  const after: string[] = [];
  if (values.carryIdentifiers) after.push(carriedFacts(input, values.carriedMaxTokens));
  if (values.keepReferences) after.push(carriedReferences(input, fates, SUMMARIZE, values.carriedMaxTokens));
  const { lastUser } = input;
  if (lastUser >= 0 && fates[lastUser] === SUMMARIZE)
    after.push(`<last_user_message>\n${lastWordsOf(input.messages[lastUser]!)}\n</last_user_message>`);
  return CLOSE + after.map((text) => (text === '' ? '' : `\n\n${text}`)).join('');
}

/** The plan with the summary; null where nothing can be summarised. */
function fallbackPlan(input: PreparedTranscript, run: RulesRun, values: SummaryValues): Plan | null {
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
          if (i === input.lastUser) return { key: 'quoted' };
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
function dropOldestPlan(input: PreparedTranscript, values: SummaryValues, ctx: PlanContext, threshold: number, note: Reason): Plan {
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

export const selectiveSummary = defineStrategy({
  id: 'selective-summary',
  family: 'selective',
  source: { seed: 'S3', section: '4, 7' },
  kind: 'strategy',
  params: summaryParams,
  trigger: s3Trigger,
  dropsSkills: true,
  afterRequest,
  ownTarget: (values, window, _model, firedAt) => ownThreshold(values, window, firedAt),
  plan(input, values, ctx) {
    const threshold = thresholdOf(values, ctx);
    const within = withinTarget(input, threshold);
    if (within) return within;
    // A compaction by hand knows only the cooldown set by a person or in the transcript's own state.
    const left = values.cooldownLeft || stateOf(input.transcript).cooldownLeft;
    if (left > 0) {
      const cooldown = { key: 'log-selective-cooldown', values: { left, tokens: input.counts.total, threshold } };
      if (!values.dropInCooldown) return unchangedPlan(input, { ...cooldown, key: 'unchanged-cooldown' }, { trace: [cooldown] });
      return dropOldestPlan(input, values, ctx, threshold, { key: 'note-drop-in-cooldown', values: { left } });
    }
    const run = runRules(input, values, ctx, threshold);
    const fallback = run.after > threshold || values.always ? fallbackPlan(input, run, values) : null;
    if (fallback) return fallback;
    if (nothingToDo(run))
      return unchangedPlan(input, { key: 'unchanged-nothing-selective', values: { tokens: run.before, threshold } }, { trace: run.trace });
    const { fates, edits, reason, trace } = run;
    return planOf({ fates, edits, reason, trace: [...trace, cacheTrace(input, fates)] });
  },
  onSummaryFailure(input, values, ctx, failure) {
    if (values.dropOnFailure)
      return dropOldestPlan(input, values, ctx, thresholdOf(values, ctx), { key: 'note-drop-on-failure', values: { failure } });
    return { rejected: { key: 'rejected-rolled-back', values: { failure, tries: TRIES, cooldown: values.cooldown } } };
  },
  state: rulesState,
  log: (finished) => selectiveLog(finished, finished.params.emitMetaEvents === true),
});
