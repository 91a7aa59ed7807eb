/**
 * TextRank over the lines of a range: a line is central if it shares rare words with other central lines. The graph is pruned (a few
 * nearest neighbours per line, rare words only), so ranking stays near linear.
 */

const NEIGHBOURS = 8;
/** Words in more lines than this are uninformative, and cost the square of their number. */
const MOST_LINES_OF_WORD = 40;
const DAMPING = 0.85;
const ROUNDS = 12;

export function centralityOf(lines: readonly Int32Array[]): Float64Array {
  const n = lines.length;
  // Words in order of first occurrence, so that arrays can hold everything about them.
  let largest = -1;
  let total = 0;
  for (const terms of lines) {
    total += terms.length;
    for (const term of terms) if (term > largest) largest = term;
  }
  const wordOf = new Int32Array(largest + 1);
  const uses = new Int32Array(total);
  let count = 0;
  const words = lines.map((terms) =>
    terms.map((term) => {
      if (wordOf[term] === 0) wordOf[term] = ++count;
      const word = wordOf[term]! - 1;
      uses[word]! += 1;
      return word;
    }),
  );
  const rarity = new Float64Array(count);
  const squares = new Float64Array(count);
  /** Lines of words: lineOf[first[word]] … lineOf[first[word + 1] − 1]. */
  const first = new Int32Array(count + 1);
  for (let word = 0; word < count; word++) {
    const of = uses[word]!;
    rarity[word] = of < 2 || of > MOST_LINES_OF_WORD ? 0 : Math.log(n / of);
    // Words of a single line make it longer, not nearer.
    squares[word] = (rarity[word]! || 1) ** 2;
    first[word + 1] = first[word]! + of;
  }
  const lineOf = new Int32Array(total);
  const next = first.slice(0, count);
  const norms = new Float64Array(n);
  words.forEach((own, line) => {
    let sum = 0;
    for (const word of own) {
      sum += squares[word]!;
      lineOf[next[word]!++] = line;
    }
    norms[line] = Math.sqrt(sum);
  });
  const from = new Int32Array(n * NEIGHBOURS);
  const to = new Int32Array(n * NEIGHBOURS);
  const weight = new Float64Array(n * NEIGHBOURS);
  let edges = 0;
  const shared = new Float64Array(n);
  const likeness = new Float64Array(n);
  /** The nearest lines so far, nearest first; among equals the earlier. */
  const nearest = new Int32Array(NEIGHBOURS);
  const isNearer = (line: number, than: number): boolean => likeness[line]! > likeness[than]! || (likeness[line] === likeness[than] && line < than);
  const near = new Int32Array(n);
  words.forEach((own, line) => {
    let met = 0;
    for (const word of own) {
      const rare = rarity[word]!;
      if (rare === 0) continue;
      const gain = rare * rare;
      for (let at = first[word]!; at < first[word + 1]!; at++) {
        const other = lineOf[at]!;
        if (other === line) continue;
        if (shared[other] === 0) near[met++] = other;
        shared[other]! += gain;
      }
    }
    let kept = 0;
    for (let m = 0; m < met; m++) {
      const other = near[m]!;
      likeness[other] = shared[other]! / norms[other]!;
      let at = kept;
      if (kept < NEIGHBOURS) kept++;
      else if (!isNearer(other, nearest[--at]!)) continue;
      for (; at > 0 && isNearer(other, nearest[at - 1]!); at--) nearest[at] = nearest[at - 1]!;
      nearest[at] = other;
    }
    for (let k = 0; k < kept; k++) {
      const other = nearest[k]!;
      from[edges] = line;
      to[edges] = other;
      weight[edges++] = shared[other]! / (norms[line]! * norms[other]!);
    }
    for (let m = 0; m < met; m++) shared[near[m]!] = 0;
  });
  return ranked(n, from.subarray(0, edges), to.subarray(0, edges), weight.subarray(0, edges));
}

function ranked(n: number, from: Int32Array, to: Int32Array, weight: Float64Array): Float64Array {
  const out = new Float64Array(n);
  for (let e = 0; e < weight.length; e++) {
    out[from[e]!]! += weight[e]!;
    out[to[e]!]! += weight[e]!;
  }
  let rank = new Float64Array(n).fill(1);
  let next = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    next.fill(1 - DAMPING);
    for (let e = 0; e < weight.length; e++) {
      const a = from[e]!;
      const b = to[e]!;
      const w = weight[e]!;
      next[b]! += (DAMPING * rank[a]! * w) / out[a]!;
      next[a]! += (DAMPING * rank[b]! * w) / out[b]!;
    }
    [rank, next] = [next, rank];
  }
  let most = 0;
  for (const value of rank) most = Math.max(most, value);
  const least = 1 - DAMPING;
  return rank.map((value) => (most > least ? (value - least) / (most - least) : 0));
}
