import { expect, test } from 'vitest';
import type { UnitVectors } from '../embeddings.ts';
import { vectorNeighbours } from './clusters.ts';

const neighboursOf = (vectors: readonly (Float32Array | null)[]) => {
  const found = vectorNeighbours({ vectors } as unknown as UnitVectors);
  return (unit: number): number[] => Array.from(found.unit.subarray(unit * found.most, unit * found.most + found.degree[unit]!));
};

test('a block is compared with the 1,024 before it', () => {
  const alike = Float32Array.of(1, 0);
  const apart = (units: number) => neighboursOf(Array.from({ length: units + 1 }, (_, u) => (u === 0 || u === units ? alike : null)))(units);
  expect([apart(1024), apart(1025)]).toEqual([[0], []]);
});

test('the ten nearest are kept, the nearest first', () => {
  // Angles from the last one, in degrees: the nearest are last.
  const angles = [24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0];
  const vectors = angles.map((angle) => Float32Array.of(Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)));
  expect(neighboursOf(vectors)(12)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
});
