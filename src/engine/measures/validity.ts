/** Would the provider accept the compacted request? Violations that the recording had already are marked, not blamed. */
import { firstUnbound, isThinking, thinkingIn, withoutLastReasoning } from '../compaction/repair.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { bindsThinking, type RuleSetId } from '../formats/rule-sets.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { perTranscript } from '../signals/remember.ts';
import { DROP, EDIT, OFFLOAD, SUMMARIZE } from '../strategies/contract.ts';
import type { Part } from '../transcript/types.ts';
import { PROVIDER_RULES, type ProviderRules, RULES_OF, ruleWords, type Violation } from './contract.ts';
import { defineMeasure, typedValue } from './shared/define.ts';
import type { Example } from './shared/example.ts';
import { type RuleBreach, brokenIn, type Way, wayThrough } from './shared/measure-rules.ts';
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
          // What the recording broke already stands once, in the row of the original.
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

/** A result that is not where its call waits for it breaks one rule or another, by what stands between the two. */
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

export const example: Example = {
  messages: [
    { role: 'user', text: 'Please look at it.', fate: 'K' },
    { role: 'assistant', text: '', call: { name: 'Wait', args: {} }, fate: 'K' },
    { role: 'assistant', text: 'I have looked at all of it, and this is what I have to say about it in some detail.', fate: 'D' },
    { role: 'user', text: 'Please go on.', fate: 'K' },
  ],
  expected: { 'measures.validity.openaiChat.length': 1, 'measures.validity.anthropic.length': 1, 'row.introduced': 0 },
  because:
    'The call was never answered, which OpenAI Chat and Anthropic do not take. The recording has it so already: none of it is blamed on the strategy.',
};
