/** The smallest k from `from` to `to` − 1 for which `holds` is true; `to` if there is none. `holds` must be monotonic: false, then true. */
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
