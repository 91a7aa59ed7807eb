/** The next request: whether its provider would accept it, and what it costs. */
import { firstUnbound, isThinking, thinkingIn, withoutLastReasoning } from '../compaction/repair.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { bindsThinking, type RuleSetId } from '../formats/contract.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { perTranscript } from '../signals/remember.ts';
import { DROP, EDIT, OFFLOAD, SUMMARIZE } from '../strategies/contract.ts';
import type { Part } from '../transcript/types.ts';
import { PROVIDER_RULES, type ProviderRules, RULES_OF, ruleWords, type Violation } from './contract.ts';
import { commonPrefix, compactionCost, whyUnpriced } from './shared/costs.ts';
import { defineMeasure, typedValue } from './shared/define.ts';
import { type Examples, small } from './shared/example.ts';
import { brokenIn, type RuleBreach, type Way, wayThrough } from './shared/measure-rules.ts';
import { compactedRequest, originalRequest, type Request } from './shared/shapes.ts';

export const validity = defineMeasure({
  id: 'validity',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'measured',
      name: 'validity',
      csv: false,
      value: ({ before, after, model }) => validityByProvider(before, after, model),
    },
    typedValue({
      from: 'result',
      name: 'violations',
      json: 'violations',
      value: ({ before, after, options: { rules, model } }) => violationsIn(rules, before, after, compactedRequest(before, after), model),
      columns: [
        {
          id: 'valid',
          unit: 'none',
          format: 'violations',
          width: 84,
          better: 'none',
          first: 'low',
          head: 'rules',
          // What the recording broke already is listed once, in the row of the original.
          of: (violations) => violations.filter(({ original }) => !original).length,
          original: (before, rules) => originalViolations(before, rules).length,
        },
      ],
    }),
  ],
});

interface Baseline {
  readonly way: Way;
  readonly violations: readonly Violation[];
  readonly keys: ReadonlySet<string>;
}
const baselines = perTranscript(() => new Map<RuleSetId, Baseline>());

const isOfNone = (rule: string): boolean => rule.endsWith('-no-messages');

/** A result that is not where its call waits for it breaks one rule or another, by what is between the two. */
const OUT_OF_PLACE = /-result-(?:without-call|not-first)$/;

const keyOf = (rule: string, message: number): string =>
  isOfNone(rule) || rule.endsWith('-first-user') ? rule : `${rule.replace(OUT_OF_PLACE, '-result-out-of-place')}/${message}`;

function baselineOf(prepared: PreparedTranscript, rules: RuleSetId): Baseline {
  const bySet = baselines(prepared);
  let baseline = bySet.get(rules);
  if (!baseline) {
    const request = originalRequest(prepared);
    const way = wayThrough(rules, request.shapes, prepared.n);
    const violations = way.broken.map((b) => violationOf(b, request, true));
    baseline = { way, violations, keys: new Set(violations.map((v) => keyOf(v.rule, v.message))) };
    bySet.set(rules, baseline);
  }
  return baseline;
}

export function originalViolations(prepared: PreparedTranscript, rules: RuleSetId): readonly Violation[] {
  return baselineOf(prepared, rules).violations;
}

function violationOf({ rule, position, count }: RuleBreach, request: Request, original: boolean): Violation {
  const message = isOfNone(rule) ? -1 : request.origin(position);
  return {
    rule,
    position,
    message,
    original,
    reason: {
      key: 'violation',
      values: { rule: ruleWords(rule), position: position + 1, message: message >= 0 ? message + 1 : '—', count },
    },
  };
}

const reasoning = (parts: readonly Part[]): string =>
  parts.map((p) => (p.type === 'reasoning' ? `${p.text}\n${p.signature ?? ''}\n${p.encrypted ?? ''}\n` : '')).join('');

function finder(request: Request): (message: number) => number {
  let position = 0;
  return (message) => {
    while (position < request.length && request.origin(position) !== message) position++;
    return position;
  };
}

function changedThinking(prepared: PreparedTranscript, { plan }: CompactionResult, request: Request): RuleBreach[] {
  const broken: RuleBreach[] = [];
  if (plan.edits.size === 0 || plan.edits.keepsShape) return broken;
  const positionOf = finder(request);
  for (let i = Math.max(0, prepared.lastUser); i < prepared.n; i++) {
    if (plan.fates[i] !== EDIT) continue;
    if (reasoning(plan.edits.get(i) ?? []) === reasoning(prepared.messages[i]!.parts)) continue;
    broken.push({ rule: 'anthropic-thinking-changed', position: positionOf(i), count: 1 });
  }
  return broken;
}

/**
 * A model that binds its thinking takes none back before which anything has changed. That of the last turn may not be taken out
 * either: the result warns of it (compaction/repair.ts), and it is no violation of the strategy's.
 */
function boundThinking(prepared: PreparedTranscript, { plan, layout }: CompactionResult, request: Request): RuleBreach[] {
  const broken: RuleBreach[] = [];
  const positionOf = finder(request);
  const from = firstUnbound(plan, layout.before[0]);
  for (const i of thinkingIn(prepared)) {
    const fate = plan.fates[i];
    if (i < from || i >= prepared.lastUser || fate === DROP || fate === SUMMARIZE || plan.edits.bare?.(i)) continue;
    const parts = fate === EDIT || fate === OFFLOAD ? (plan.edits.get(i) ?? []) : prepared.messages[i]!.parts;
    const count = parts.filter(isThinking).length;
    if (count > 0) broken.push({ rule: 'anthropic-thinking-invalidated', position: positionOf(i), count });
  }
  return broken;
}

/** Responses: what reasoning led to is not taken without it. Only items that the provider made have something encrypted. */
function missingReasoning(prepared: PreparedTranscript, { plan }: CompactionResult, request: Request): RuleBreach[] {
  const broken: RuleBreach[] = [];
  if (plan.edits.size === 0 || plan.edits.keepsShape) return broken;
  const positionOf = finder(request);
  for (let i = 0; i < prepared.n; i++) {
    if (plan.fates[i] !== EDIT && plan.fates[i] !== OFFLOAD) continue;
    const led = withoutLastReasoning(prepared.messages[i]!.parts);
    const was = led.filter((part) => part.type === 'reasoning' && part.encrypted !== undefined).length;
    if (was === 0) continue;
    const parts = withoutLastReasoning(plan.edits.get(i) ?? []);
    const left = parts.filter((part) => part.type === 'reasoning').length;
    if (left < was && parts.length > left) broken.push({ rule: 'responses-reasoning-missing', position: positionOf(i), count: was - left });
  }
  return broken;
}

function brokenBy(
  rules: RuleSetId,
  before: PreparedTranscript,
  after: CompactionResult,
  request: Request,
  model: string | undefined,
): readonly RuleBreach[] {
  const broken = brokenIn(rules, request, baselineOf(before, rules).way);
  if (rules === 'openai-responses') return [...broken, ...missingReasoning(before, after, request)];
  if (rules !== 'anthropic') return broken;
  const bound = bindsThinking(model ?? before.transcript.model) ? boundThinking(before, after, request) : [];
  return [...broken, ...changedThinking(before, after, request), ...bound];
}

function violationsIn(
  rules: RuleSetId,
  before: PreparedTranscript,
  after: CompactionResult,
  request: Request,
  model: string | undefined,
): readonly Violation[] {
  const broken = brokenBy(rules, before, after, request, model);
  if (broken.length === 0) return [];
  const { keys } = baselineOf(before, rules);
  return broken.map((b) => violationOf(b, request, keys.has(keyOf(b.rule, request.origin(b.position)))));
}

export function validityByProvider(
  before: PreparedTranscript,
  after: CompactionResult,
  model?: string,
): Readonly<Record<ProviderRules, readonly Violation[]>> {
  const request = compactedRequest(before, after);
  const found = PROVIDER_RULES.map((name) => [name, violationsIn(RULES_OF[name], before, after, request, model)] as const);
  return Object.fromEntries(found) as Record<ProviderRules, readonly Violation[]>;
}

export const cacheSurvival = defineMeasure({
  id: 'cache-survival',
  group: 'request',
  better: 'higher',
  values: [
    {
      from: 'measured',
      name: 'cacheSurvival',
      value: ({ before, after }) => commonPrefix(before, after),
      columns: [
        {
          id: 'cache',
          unit: 'tokens',
          format: 'whole',
          width: 62,
          plotted: true,
          original: ({ counts }) => counts.total,
        },
      ],
    },
  ],
});

export const cost = defineMeasure({
  id: 'cost',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'measured',
      name: 'cost',
      value: ({ before, after, pricing }) => ('unknown' in pricing ? null : compactionCost(before, after, pricing).total),
      why: whyUnpriced,
      columns: [
        {
          id: 'cost',
          unit: 'next',
          format: 'money',
          width: 76,
          plotted: true,
          head: 'prices',
        },
      ],
    },
  ],
});

export const breakEvenMeasure = defineMeasure({
  id: 'break-even',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'measured',
      name: 'breakEvenTurns',
      value: ({ before, after, pricing }) => ('unknown' in pricing ? null : compactionCost(before, after, pricing).breakEvenTurns),
      why: whyUnpriced,
      columns: [{ id: 'break-even', unit: 'requests', format: 'turns', width: 62, plotted: true, head: 'prices' }],
    },
  ],
});

export const verification = defineMeasure({
  id: 'verification',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'result',
      name: 'failedChecks',
      json: 'outcome',
      always: true,
      value: ({ after: { checks } }) => (checks.length === 0 ? null : checks.filter(({ ok }) => !ok).length),
      columns: [{ id: 'verification', unit: 'failedChecks', format: 'checks', width: 76, better: 'none', always: true, first: 'high' }],
    },
  ],
});

/** Milliseconds that the strategy took. Without an example: no clock says the same twice. */
export const time = defineMeasure({
  id: 'time',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'run',
      name: 'ms',
      json: 'ms',
      always: true,
      value: ({ ms }) => ms,
      columns: [{ id: 'time', unit: 'ms', format: 'ms', width: 48, better: 'none', always: true, first: 'low' }],
    },
  ],
});

export const examples: Examples = {
  validity: {
    messages: [
      { role: 'user', text: 'Please look at it.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Wait', args: {} }, fate: 'K' },
      { role: 'assistant', text: 'I have looked at all of it, and this is what I have to say about it in some detail.', fate: 'D' },
      { role: 'user', text: 'Please go on.', fate: 'K' },
    ],
    expected: { 'measures.validity.openaiChat.length': 1, 'measures.validity.anthropic.length': 1, 'row.introduced': 0 },
    because:
      'The call was never answered, which OpenAI Chat and Anthropic do not take. The recording has it so already: none of it is blamed on the strategy.',
  },
  'cache-survival': {
    ...small,
    expected: { 'measures.cacheSurvival': 17 },
    because: 'The first two messages are the same before and after: 4 + 4 and 5 + 4 tokens. What follows the dropped message has moved.',
  },
  cost: {
    input: { cached: 10_000, written: 30_000, read: 0.3, write: 3.75, summaries: 0.02 },
    expected: 0.1355,
    because: 'At 0.30 and 3.75 dollars for a million tokens read from and written to the cache: 0.003 + 0.1125, and 0.02 for the summaries.',
  },
  'break-even': {
    input: { read: 0.1, write: 1.25, before: 100_000, after: 40_000, prefix: 10_000, summaries: 2000 },
    expected: 6.0833,
    because:
      'In units of the price of one token: (2,000 + (1.25 − 0.1) × (40,000 − 10,000)) ÷ (0.1 × (100,000 − 40,000)) = 36,500 ÷ 6,000: from the seventh request on it has paid for itself.',
  },
  verification: {
    ...small,
    expected: { 'row.failedChecks': 0 },
    because: 'Nothing protected is gone, 34 are fewer than 50 tokens, the last message of the user stands, and there is no tool block to break.',
  },
};
