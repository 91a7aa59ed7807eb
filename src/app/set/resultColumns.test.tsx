import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Spark } from './resultColumns.tsx';

const lineOf = (sizes: readonly number[]): readonly (readonly number[])[] => {
  const markup = renderToStaticMarkup(<Spark sizes={sizes} marks={[]} />);
  const line = [...markup.matchAll(/ d="([^"]+)"/g)][1]![1]!;
  return line
    .split(/[ML]/)
    .slice(1)
    .map((point) => point.split(' ').map(Number));
};

test('a session of one message has a level line, not one that falls', () => {
  const [from, to] = lineOf([90]);
  expect(to![0]).toBeGreaterThan(from![0]! + 100);
  expect(to![1]).toBe(from![1]);
});

test('a context that grows has a line that rises from edge to edge', () => {
  const line = lineOf([10, 50, 100]);
  expect(line.map(([x]) => x)).toEqual([0, line[2]![0]! / 2, line[2]![0]]);
  const heights = line.map(([, y]) => y!);
  expect(heights).toEqual([...heights].sort((a, b) => b - a));
  expect(new Set(heights).size).toBe(3);
});
