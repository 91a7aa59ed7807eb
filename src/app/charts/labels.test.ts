import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { blockSigns, type Box, boxOf, LabelSpace, meets, type LabelPoint, overlap, placeLabels, type PlacedLabel, sideBySide } from './labels.ts';
import { fitted, textWidth } from './scale.ts';

const AREA: Box = { left: 0, right: 230, top: 0, bottom: 120 };
const named = (key: string, x: number, y: number, strong = false): LabelPoint => ({
  key,
  title: key,
  x,
  y,
  reach: strong ? 7 : 4.5,
  strong,
  rank: strong ? 0 : 1,
});

function placed(points: readonly LabelPoint[], leaders = true, area = AREA): readonly PlacedLabel[] {
  const space = new LabelSpace(area);
  blockSigns(space, points);
  const textOf = ({ points: [first] }: { readonly points: readonly LabelPoint[] }) => ({ text: first!.title, width: textWidth(first!.title, 10) });
  return placeLabels(points, space, textOf, leaders);
}
const signOf = ({ x, y, reach }: LabelPoint): Box => ({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });

const points = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 230 }), fc.integer({ min: 0, max: 120 }), fc.boolean(), fc.integer({ min: 1, max: 24 })), {
    maxLength: 36,
  })
  .map((list) => list.map(([x, y, strong, length], i) => ({ ...named(`p${i}`, x, y, strong), title: `${i} ${'n'.repeat(length)}` })));

describe('signs with a letter', () => {
  it('stand side by side where one would cover another; others stay', () => {
    const list = [named('a', 50, 50, true), named('dot', 52, 50), named('b', 55, 52, true), named('c', 50, 50, true), named('d', 90, 50, true)];
    expect(sideBySide(list, 230).map(({ x }) => x)).toEqual([50, 52, 64, 78, 92]);
    // At the right of the plot to the left.
    expect(sideBySide([named('a', 220, 50, true), named('b', 225, 50, true)], 230).map(({ x }) => x)).toEqual([220, 206]);
    expect(sideBySide([named('a', 50, 50, true), named('b', 50, 64, true)], 230).map(({ x }) => x)).toEqual([50, 50]);
  });

  test.prop([points])('never cover one another', (list) => {
    const strong = sideBySide(list, 230).filter((point) => point.strong);
    for (const [i, a] of strong.entries())
      for (const b of strong.slice(i + 1))
        expect(Math.abs(a.x - b.x) > a.reach + b.reach - 0.1 || Math.abs(a.y - b.y) > a.reach + b.reach - 0.1).toBe(true);
  });
});

describe('labels', () => {
  test.prop([points, fc.boolean()])('cover no point and no other label, stay in the plot, and no leader crosses a label', (list, leaders) => {
    const labels = placed(list, leaders);
    const boxes = labels.map(({ spot, width }) => boxOf(spot, width));
    for (const [i, box] of boxes.entries()) {
      expect(box.left >= AREA.left && box.right <= AREA.right && box.top >= AREA.top && box.bottom <= AREA.bottom).toBe(true);
      expect(list.some((point) => overlap(box, signOf(point)))).toBe(false);
      expect(boxes.some((other, k) => k !== i && overlap(box, other))).toBe(false);
      const { leader } = labels[i]!.spot;
      if (!leader) continue;
      expect(boxes.some((other, k) => k !== i && meets(leader, other))).toBe(false);
    }
    // No point has two labels.
    const keys = labels.flatMap((label) => label.points.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.prop([points])('are the same for the same points', (list) => {
    expect(placed(list)).toEqual(placed(list));
  });

  it('a lonely point has its name beside it, without a leader', () => {
    expect(placed([named('alone', 100, 60)], false).map(({ text, spot }) => [text, spot.anchor, spot.leader])).toEqual([['alone', 'start', null]]);
    // At the right edge it is on the other side.
    expect(placed([named('alone', 224, 60)])[0]!.spot.anchor).toBe('end');
  });

  it('near points share one, and the pinned one gives the name', () => {
    const labels = placed([named('compactor', 200, 60), named('sliding window', 203, 62), named('middle removal', 201, 61, true)]);
    expect(labels.map(({ text, strong, points }) => [text, strong, points.length])).toEqual([['middle removal', true, 3]]);
  });

  it('of a crowd, strong ones are named first, and led to where there is no room beside them', () => {
    const crowd = Array.from({ length: 12 }, (_, i) => named(`neighbour ${i}`, 100 + (i % 4) * 9, 50 + Math.floor(i / 4) * 9));
    const labels = placed([...crowd, named('pinned', 113, 59, true)], false);
    const pinned = labels.find(({ text }) => text === 'pinned')!;
    expect(pinned.spot.leader).not.toBeNull();
    expect(labels.filter(({ strong }) => !strong).every(({ spot }) => spot.leader === null)).toBe(true);
  });

  it('of a crowd stand in one column, 12 px apart, in the order of their points', () => {
    const area: Box = { left: 0, right: 400, top: 0, bottom: 300 };
    const crowd = Array.from({ length: 24 }, (_, i) => named(`Strategy number ${i}`, 200 + (i % 4) * 11, 110 + Math.floor(i / 4) * 12));
    const labels = placed(crowd, true, area).filter(({ spot }) => spot.leader !== null);
    expect(labels.length).toBeGreaterThanOrEqual(5);
    expect(new Set(labels.map(({ spot }) => spot.x)).size).toBe(1);
    const lines = labels.map(({ spot }) => spot.y);
    for (const [i, y] of lines.slice(1).entries()) {
      expect(y - lines[i]!).toBeGreaterThanOrEqual(12);
      expect((y - lines[i]!) % 12).toBeCloseTo(0, 9);
    }
    const order = labels.map(({ points }) => points[0]!.y);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('that fit nowhere are left out', () => {
    expect(placed([named('a name that is wider than the plot', 20, 20, true)], true, { left: 0, right: 60, top: 0, bottom: 40 })).toEqual([]);
  });
});

it('a long name is cut to its room, Chinese ones too', () => {
  for (const title of ['a name that is far too long for the plot it stands in', '滑动窗口压缩策略的一个很长的名称']) {
    const text = fitted(title, 100, 10);
    expect(text).toMatch(/…$/);
    expect(textWidth(text, 10)).toBeLessThanOrEqual(100);
    expect(textWidth(text, 10)).toBeGreaterThan(80);
  }
  expect(fitted('short', 100, 10)).toBe('short');
});
