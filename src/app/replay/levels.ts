/** Horizontal lines of the first chart: levels at which something happens to a growing context. */
import type { InForce } from '../../engine/replay/contract.ts';
import type { Trigger } from '../../engine/triggers/contract.ts';
import { S3_BUFFER } from '../../engine/triggers/contract.ts';

export interface Rule {
  readonly tokens: number;
  readonly kind: 'window' | 'warning' | 'trigger';
  /** Kinds of the triggers that stand here. */
  readonly triggers: readonly string[];
  /** Letters of the runs concerned; none if it concerns all. */
  readonly letters: readonly string[];
}

/** A run with what made it compact and warn. */
interface Leveled extends Pick<InForce, 'trigger' | 'warning'> {
  readonly letter: string;
}

/** Tokens at which a trigger fires; null if it does not depend on tokens. */
export function tokensOf(trigger: Trigger, window: number): number | null {
  switch (trigger.kind) {
    case 'ratio':
    case 'answer':
      return trigger.share * window;
    case 'tokens':
      return trigger.tokens;
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

/** Window, warning levels and triggers of the runs; equal levels share a line, and those equal to the window need none. */
export function rulesOf(runs: readonly Leveled[], window: number): readonly Rule[] {
  const warnings = new Map<number, Set<string>>();
  const triggers = new Map<number, { readonly kinds: Set<string>; readonly letters: Set<string> }>();
  for (const { letter, trigger, warning } of runs) {
    if (warning !== null && warning < 1) {
      const tokens = Math.round(warning * window);
      warnings.set(tokens, (warnings.get(tokens) ?? new Set()).add(letter));
    }
    for (const one of trigger.triggers) {
      const tokens = tokensOf(one, window);
      if (tokens === null || tokens >= window) continue;
      const rounded = Math.round(tokens);
      const at = triggers.get(rounded) ?? { kinds: new Set<string>(), letters: new Set<string>() };
      at.kinds.add(one.kind);
      at.letters.add(letter);
      triggers.set(rounded, at);
    }
  }
  const named = (letters: ReadonlySet<string>): readonly string[] => (letters.size === runs.length ? [] : [...letters]);
  return [
    { tokens: window, kind: 'window', triggers: [], letters: [] },
    ...[...warnings].map(([tokens, letters]): Rule => ({ tokens, kind: 'warning', triggers: [], letters: named(letters) })),
    ...[...triggers].map(([tokens, { kinds, letters }]): Rule => ({ tokens, kind: 'trigger', triggers: [...kinds], letters: named(letters) })),
  ];
}
