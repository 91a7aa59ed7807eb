import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { GAP, noteAt } from './Guide.tsx';

const PAGE = { width: 1000, height: 800 };
const NOTE = { width: 320, height: 160 };

describe('where a note of the guide stands', () => {
  test('below what it is about, above where there is no room, at the corner where there is nothing', () => {
    expect(noteAt({ left: 40, top: 100, width: 200, height: 30 }, NOTE, PAGE)).toEqual({ left: 40, top: 138 });
    expect(noteAt({ left: 40, top: 700, width: 200, height: 30 }, NOTE, PAGE)).toEqual({ left: 40, top: 532 });
    expect(noteAt(null, NOTE, PAGE)).toEqual({ left: 672, top: 632 });
  });

  const side = fc.integer({ min: -2000, max: 3000 });
  const size = fc.integer({ min: 0, max: 2000 });
  property.prop([fc.record({ left: side, top: side, width: size, height: size })])('always within the page', (anchor) => {
    const { left, top } = noteAt(anchor, NOTE, PAGE);
    expect(left).toBeGreaterThanOrEqual(GAP);
    expect(top).toBeGreaterThanOrEqual(GAP);
    expect(left + NOTE.width).toBeLessThanOrEqual(PAGE.width - GAP);
    expect(top + NOTE.height).toBeLessThanOrEqual(PAGE.height - GAP);
  });
});
