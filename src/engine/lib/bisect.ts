/**
 * The smallest k from `from` to `to` − 1 for which `holds` is true; `to` if there is none. `holds` must be monotonic: false, then true. It
 * is called about log₂(to − from) times.
 */
export function firstWhere(from: number, to: number, holds: (k: number) => boolean): number {
  let low = from - 1;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Index of the first number that is at least `least`, among ascending numbers from `from` to `to` − 1; `to` if there is none. */
export function lowerBound(ascending: ArrayLike<number>, least: number, from = 0, to = ascending.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! >= least) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the first number above `most`, among ascending numbers from `from` to `to` − 1; `to` if there is none. */
export function upperBound(ascending: ArrayLike<number>, most: number, from = 0, to = ascending.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! > most) high = middle;
    else low = middle + 1;
  }
  return low;
}
