import type { Match } from '../engine/answer/contract.ts';
import type { Settings } from './schema.ts';

export { resolveTarget } from '../engine/compaction/compaction-target.ts';

interface ContextTarget {
  /** Tokens; null as shipped. */
  readonly target: number | null;
  readonly total: number;
}

/** @param a null where the settings ask for no A */
export function alone(settings: Settings, key: string, a: Match | null, { target, total }: ContextTarget, as: 'tokens' | 'share'): Settings {
  if (a === null || target === null) return settings;
  if (a.key === key && a.shipped) return { ...settings, budget: 'shipped' };
  const share = Math.min(1, Math.max(0.001, Number((target / Math.max(1, total)).toFixed(3))));
  return { ...settings, budget: 'own', target: as === 'tokens' ? Math.max(2, target) : share };
}
