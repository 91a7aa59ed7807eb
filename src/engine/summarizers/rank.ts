/**
 * TextRank over the lines of a range: a line is central when it shares rare words with other lines that are. The graph is
 * pruned (a few nearest neighbours of each line, words that few lines have), so ranking stays near linear.
 */

/** Neighbours of a line that are kept: the most similar ones. */
const NEIGHBOURS = 8;
/** Words that more lines than this have tell nothing about a line, and cost the square of their number. */
const MOST_LINES_OF_WORD = 40;
const DAMPING = 0.85;
/** After so many rounds the order does not change any more. */
const ROUNDS = 12;

/** Centrality of lines given by the numbers of their words, 0 to 1 (the most central); all 0 where nothing is shared. */
export function centralityOf(lines: readonly Int32Array[]): Float64Array {
  const n = lines.length;
  const postings = new Map<number, number[]>();
  lines.forEach((terms, line) => {
    for (const term of terms) {
      const known = postings.get(term);
      if (known) known.push(line);
      else postings.set(term, [line]);
    }
  });
  const rarity = (term: number): number => {
    const uses = postings.get(term)!.length;
    return uses < 2 || uses > MOST_LINES_OF_WORD ? 0 : Math.log(n / uses);
  };
  const norms = lines.map((terms) => {
    let sum = 0;
    // Words that no other line has make a line longer, not nearer.
    for (const term of terms) sum += (rarity(term) || 1) ** 2;
    return Math.sqrt(sum);
  });
  const from: number[] = [];
  const to: number[] = [];
  const weight: number[] = [];
  const shared = new Float64Array(n);
  lines.forEach((terms, line) => {
    const near: number[] = [];
    for (const term of terms) {
      const rare = rarity(term);
      if (rare === 0) continue;
      for (const other of postings.get(term)!) {
        if (other === line) continue;
        if (shared[other] === 0) near.push(other);
        shared[other]! += rare * rare;
      }
    }
    near.sort((a, b) => shared[b]! / norms[b]! - shared[a]! / norms[a]! || a - b);
    near.forEach((other, k) => {
      if (k < NEIGHBOURS) {
        from.push(line);
        to.push(other);
        weight.push(shared[other]! / (norms[line]! * norms[other]!));
      }
      shared[other] = 0;
    });
  });
  return ranked(n, from, to, weight);
}

/** Rank flows along edges both ways, by their weight. */
function ranked(n: number, from: readonly number[], to: readonly number[], weight: readonly number[]): Float64Array {
  const out = new Float64Array(n);
  weight.forEach((w, e) => {
    out[from[e]!]! += w;
    out[to[e]!]! += w;
  });
  let rank = new Float64Array(n).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(n).fill(1 - DAMPING);
    weight.forEach((w, e) => {
      const [a, b] = [from[e]!, to[e]!];
      next[b]! += (DAMPING * rank[a]! * w) / out[a]!;
      next[a]! += (DAMPING * rank[b]! * w) / out[b]!;
    });
    rank = next;
  }
  let most = 0;
  rank.forEach((value) => {
    most = Math.max(most, value);
  });
  const least = 1 - DAMPING;
  return rank.map((value) => (most > least ? (value - least) / (most - least) : 0));
}
