/** Horizontal lines of the first chart: where something happens to a context that grows. */
import type { Trigger, TriggerRule } from '../../engine/triggers/contract.ts';
import { S3_BUFFER } from '../../engine/triggers/contract.ts';

export interface Rule {
  readonly tokens: number;
  readonly kind: 'window' | 'warning' | 'trigger';
  /** Kinds of the triggers that stand here. */
  readonly triggers: readonly string[];
}

/** Tokens at which a trigger fires; null where it does not look at tokens. */
export function tokensOf(trigger: Trigger, window: number): number | null {
  switch (trigger.kind) {
    case 'ratio':
    case 'answer':
      return trigger.share * window;
    case 'remaining':
      return (1 - trigger.share) * window;
    case 'tool-result':
      return (trigger.share - (trigger.buffer ?? S3_BUFFER)) * window;
    case 'hard-limit':
      return window;
    default:
      return null;
  }
}

/** Window, warning level and triggers; triggers at the same tokens share a line, and what stands on the window needs none. */
export function rulesOf(rule: TriggerRule, window: number, warning: number | null): readonly Rule[] {
  const rules: Rule[] = [{ tokens: window, kind: 'window', triggers: [] }];
  if (warning !== null && warning < 1) rules.push({ tokens: warning * window, kind: 'warning', triggers: [] });
  const at = new Map<number, string[]>();
  for (const trigger of rule.triggers) {
    const tokens = tokensOf(trigger, window);
    if (tokens === null || tokens >= window) continue;
    const rounded = Math.round(tokens);
    at.set(rounded, [...(at.get(rounded) ?? []), trigger.kind]);
  }
  for (const [tokens, triggers] of at) rules.push({ tokens, kind: 'trigger', triggers });
  return rules;
}
