/** What a target means, for the page. */
import type { Match } from '../engine/answer/contract.ts';
import type { Settings } from './schema.ts';

/** In tokens: the engine's own rule. */
export { resolveTarget } from '../engine/compaction/compaction-target.ts';

/** What a comparison was held to. */
interface ContextTarget {
  /** Tokens; null as shipped. */
  readonly target: number | null;
  /** Tokens of the context. */
  readonly total: number;
}

/**
 * Settings under which a row leaves by itself what it leaves in a comparison with A.
 * @param a null where the settings ask for no A
 * @param as tokens repeat the very result; a share fits other contexts
 */
export function alone(settings: Settings, key: string, a: Match | null, { target, total }: ContextTarget, as: 'tokens' | 'share'): Settings {
  if (a === null || target === null) return settings;
  if (a.key === key && a.shipped) return { ...settings, budget: 'shipped' };
  const share = Math.min(1, Math.max(0.001, Number((target / Math.max(1, total)).toFixed(3))));
  return { ...settings, budget: 'own', target: as === 'tokens' ? Math.max(2, target) : share };
}
