/**
 * The engine's random source: a 32-bit xorshift generator (shifts 13, 17, 5: full period), so that a control row is the same on every
 * machine. The seed is spread over all bits first, so that adjacent seeds give unrelated draws.
 */
export function randomSource(seed: number): (below: number) => number {
  let state = seed | 0;
  for (let round = 0; round < 3; round++) state = (Math.imul(state ^ (state >>> 16), 0x45d9f3b) + 0x9e3779b9) | 0;
  // Zero is the one state that xorshift never leaves.
  if (state === 0) state = 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 0x1_0000_0000) * below);
  };
}

export function shuffled(values: Int32Array, seed: number): Int32Array {
  const order = values.slice();
  const draw = randomSource(seed);
  for (let i = order.length - 1; i > 0; i--) {
    const j = draw(i + 1);
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
  return order;
}
