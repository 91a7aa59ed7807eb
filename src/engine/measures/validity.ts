/** Would the provider accept the compacted request? Violations that the recording had already are marked, not blamed. */
import type { CompactionResult } from '../compaction/types.ts';
import type { Prepared } from '../signals/contract.ts';
import { EDIT } from '../strategies/contract.ts';
import { resolveModel } from '../tokens/models.ts';
import type { Part, Transcript } from '../transcript/types.ts';
import type { Measure, RuleSetId, Violation } from './contract.ts';
import { type Broken, RULES } from './rules.ts';
import { compactedRequest, originalRequest, type Request } from './shapes.ts';

const ANTHROPIC_FORMATS: ReadonlySet<string> = new Set(['claude-code', 'claude-code-stream-json', 'anthropic-messages', 'claude-ai-export']);

/** Whose rules apply: the model's provider where it is known, else the format's. `model` = chosen by the person. */
export function ruleSetOf(transcript: Transcript, model?: string | null): RuleSetId {
  const name = model ?? transcript.model ?? '';
  if (name !== '') return resolveModel(name).provider === 'anthropic' ? 'anthropic' : 'openai-chat';
  return ANTHROPIC_FORMATS.has(transcript.format) ? 'anthropic' : 'openai-chat';
}

interface Baseline {
  readonly violations: readonly Violation[];
  readonly keys: ReadonlySet<string>;
}
const baselines = new WeakMap<Transcript, Map<RuleSetId, Baseline>>();

/** A rule about the whole request is the same violation wherever it shows; all others belong to their message. */
const keyOf = (rule: string, message: number): string => (rule === 'anthropic-first-user' ? rule : `${rule}/${message}`);

function baselineOf(prepared: Prepared, rules: RuleSetId): Baseline {
  let bySet = baselines.get(prepared.transcript);
  if (!bySet) {
    bySet = new Map();
    baselines.set(prepared.transcript, bySet);
  }
  let baseline = bySet.get(rules);
  if (!baseline) {
    const request = originalRequest(prepared);
    const violations = RULES[rules](request).map((b) => violationOf(b, request, true));
    baseline = { violations, keys: new Set(violations.map((v) => keyOf(v.rule, v.message))) };
    bySet.set(rules, baseline);
  }
  return baseline;
}

/** What the recording itself breaks, before any strategy. */
export function originalViolations(prepared: Prepared, rules: RuleSetId): readonly Violation[] {
  return baselineOf(prepared, rules).violations;
}

function violationOf({ rule, position, count }: Broken, request: Request, original: boolean): Violation {
  const message = request.origin(position);
  return {
    rule,
    position,
    message,
    original,
    reason: { key: `violation-${rule}`, values: { position: position + 1, message: message >= 0 ? message + 1 : '—', count } },
  };
}

const reasoning = (parts: readonly Part[]): string =>
  parts.map((p) => (p.type === 'reasoning' ? `${p.text}\n${p.signature ?? ''}\n${p.encrypted ?? ''}\n` : '')).join('');

/** Anthropic wants the thinking of the last turn back as it was written. */
function changedThinking(prepared: Prepared, result: CompactionResult, request: Request): Broken[] {
  const broken: Broken[] = [];
  const { plan } = result;
  if (plan.edits.size === 0 || plan.edits.keepsShape) return broken;
  for (let i = Math.max(0, prepared.lastUser); i < prepared.n; i++) {
    if (plan.fates[i] !== EDIT) continue;
    if (reasoning(plan.edits.get(i) ?? []) === reasoning(prepared.messages[i]!.parts)) continue;
    let position = 0;
    while (request.origin(position) !== i) position++;
    broken.push({ rule: 'anthropic-thinking-changed', position, count: 1 });
  }
  return broken;
}

/** Violations of the compacted request; null where nothing was compacted. */
export const validity: Measure<readonly Violation[] | null> = {
  id: 'validity',
  better: 'none',
  measure(before, after, { rules }) {
    if (after.outcome !== 'compacted') return null;
    const { keys } = baselineOf(before, rules);
    const request = compactedRequest(before, after);
    const broken = [...RULES[rules](request)];
    if (rules === 'anthropic') broken.push(...changedThinking(before, after, request));
    return broken.map((b) => violationOf(b, request, keys.has(keyOf(b.rule, request.origin(b.position)))));
  },
};
