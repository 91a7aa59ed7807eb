/**
 * The smallest k from `from` to `to` − 1 at which `holds` is true; `to` where there is none. From the first k at which it is true it
 * has to stay true. It is asked about log₂(to − from) times.
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

/** Index of the first of ascending numbers, from `from` to `to` − 1, that is at least `least`; `to` where there is none. */
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

/** Index of the first of ascending numbers, from `from` to `to` − 1, that is above `most`; `to` where there is none. */
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
