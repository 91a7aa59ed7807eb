import type { Run } from './set-state.ts';

/** Before this share of the work, a time left would be a guess. */
const SOONEST = 0.05;

/** Milliseconds left, by the tokens that are done; null = too early to say. */
export function timeLeft({ tokens: [done, of], since }: Pick<Run, 'tokens' | 'since'>, now: number): number | null {
  if (of === 0 || done / of < SOONEST) return null;
  return ((now - since) / done) * (of - done);
}
