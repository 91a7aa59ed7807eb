import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaugeModel, type Label } from './Controls.tsx';

const WIDTHS: Record<Label['name'], number> = { target: 70, trigger: 80, now: 75, window: 85, over: 78 };
const measure = (name: Label['name'], short: boolean) => WIDTHS[name] - (short ? 30 : 0);

test('the picture of the design: marks at their shares, labels under and over them', () => {
  const g = gaugeModel({ width: 260, tokens: 128_317, window: 200_000, trigger: 0.9, target: 64_158 }, measure);
  expect(g.used).toBeCloseTo(166.8, 1);
  expect(g.trigger).toBeCloseTo(234, 5);
  expect(g.target).toBeCloseTo(83.4, 1);
  expect(g.above).toEqual([
    { name: 'target', left: g.target - 35, short: false },
    { name: 'trigger', left: 180, short: false },
  ]);
  expect(g.over).toBe(0);
});

test('over the window the track spans the tokens and says by how much', () => {
  const g = gaugeModel({ width: 200, tokens: 214_300, window: 200_000, trigger: 0.9, target: 100_000 }, measure);
  expect(g.over).toBe(14_300);
  expect(g.windowEnd).toBeCloseTo((200 * 200_000) / 214_300, 5);
  expect(g.used).toBe(g.windowEnd);
  expect(g.below.map((l) => l.name)).toEqual(['now', 'over']);
});

test('labels in a line never overlap and stay inside, whatever the settings', () => {
  const any = fc.record({
    width: fc.integer({ min: 240, max: 700 }),
    tokens: fc.integer({ min: 0, max: 3_000_000 }),
    window: fc.integer({ min: 100, max: 2_000_000 }),
    trigger: fc.double({ min: 0.01, max: 1, noNaN: true }),
    target: fc.integer({ min: 1, max: 3_000_000 }),
  });
  fc.assert(
    fc.property(any, (input) => {
      const g = gaugeModel(input, measure);
      for (const line of [g.above, g.below]) {
        const boxes = line.map((l) => ({ left: l.left, right: l.left + measure(l.name, l.short) })).sort((a, b) => a.left - b.left);
        for (const box of boxes) {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(input.width + 0.001);
        }
        expect(boxes[1]!.left).toBeGreaterThanOrEqual(boxes[0]!.right);
      }
    }),
  );
});
