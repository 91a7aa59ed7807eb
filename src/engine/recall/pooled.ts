/** Shares pooled over cuts, and their intervals. */
import { randomSource } from '../lib/random.ts';

export const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
};

const DRAWS = 1000;

/** 95 % interval of Σ kept ÷ Σ needed, by drawing whole cuts with replacement. Seeded: the same cuts are drawn for every row. */
export function bootstrap(kept: readonly number[], needed: readonly number[], seed: number): readonly [number, number] {
  const draw = randomSource(seed);
  const shares = new Float64Array(DRAWS);
  for (let d = 0; d < DRAWS; d++) {
    let k = 0;
    let n = 0;
    for (let c = 0; c < needed.length; c++) {
      const cut = draw(needed.length);
      k += kept[cut]!;
      n += needed[cut]!;
    }
    // NaN for a draw of cuts without needs: it says nothing.
    shares[d] = k / n;
  }
  const sorted = shares.filter((share) => !Number.isNaN(share)).sort();
  const at = (q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
  return [at(0.025), at(0.975)];
}
