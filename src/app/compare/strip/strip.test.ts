import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../../../engine/strategies/contract.ts';
import {
  centreOf,
  messagesAt,
  mix,
  nearestAt,
  paintStrip,
  parseColor,
  pixels,
  rangeOf,
  stripAxis,
  type StripColors,
  ticks,
  valueAt,
  xOf,
  zoomRange,
} from './axis.ts';
import {
  cachedFateBins,
  fateBins,
  kindBins,
  NO_LID,
  OFFLOAD_LID,
  PRIORITY_HEIGHTS,
  stackHeights,
  stripHeights,
  SUMMARY_LID,
} from '../../../engine/strips/bins.ts';
import { result, transcriptView } from '../testing/fixture.ts';
import { stripsSvg } from './strip-picture.ts';

function view(tokens: readonly number[]) {
  const prefix = new Float64Array(tokens.length + 1);
  tokens.forEach((t, i) => {
    prefix[i + 1] = (prefix[i] ?? 0) + t;
  });
  return { n: tokens.length, prefix, tokens: Float64Array.from(tokens) };
}

const messages = fc.array(
  fc.record({ tokens: fc.integer({ min: 0, max: 5000 }), fate: fc.integer({ min: 0, max: 4 }), left: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { minLength: 1, maxLength: 120 },
);
const arrays = (list: readonly { tokens: number; fate: number; left: number }[]) => ({
  ...view(list.map((m) => m.tokens)),
  fates: Uint8Array.from(list.map((m) => m.fate)),
  left: Float64Array.from(list.map((m) => (m.fate === KEEP ? m.tokens : m.fate === EDIT || m.fate === OFFLOAD ? m.tokens * m.left : 0))),
});

describe('column sums', () => {
  test.prop([messages, fc.integer({ min: 1, max: 400 }), fc.constantFrom('tokens', 'messages')])(
    'of a full strip are 1 in every column, and the total is true',
    (list, columns, mode) => {
      const a = arrays(list);
      const axis = stripAxis(a, mode, null);
      const whole = axis.edges[a.n] ?? 0;
      fc.pre(whole > 0);
      const bins = fateBins(axis, a.fates, a.tokens, a.left, columns);
      const totals = bins.shares.map((s) => s.reduce((x, y) => x + y, 0));
      for (let x = 0; x < columns; x++) expect(bins.shares.reduce((sum, s) => sum + (s[x] ?? 0), 0)).toBeCloseTo(1, 6);
      for (let fate = 0; fate < 5; fate++) {
        const expected = list.reduce((sum, m) => sum + (m.fate === fate ? (mode === 'tokens' ? m.tokens : 1) : 0), 0);
        expect(((totals[fate] ?? 0) / columns) * whole).toBeCloseTo(expected, 3);
      }
    },
  );

  it('of a visible part hold only what lies in it', () => {
    const v = view([10, 30, 60]);
    const bins = kindBins(stripAxis(v, 'tokens', [10, 40]), Uint8Array.from([0, 1, 2]), 3, 7);
    expect([...(bins.shares[1] ?? [])].every((s) => Math.abs(s - 1) < 1e-9)).toBe(true);
    expect([...(bins.shares[0] ?? []), ...(bins.shares[2] ?? [])].every((s) => s === 0)).toBe(true);
  });
});

describe('heights', () => {
  test.prop([messages, fc.integer({ min: 1, max: 300 }), fc.constantFrom(1, 1.25, 2, 3)])(
    'show what is left and what is gone, however little',
    (list, columns, dpr) => {
      const a = arrays(list);
      fc.pre((a.prefix[a.n] ?? 0) > 0);
      const bins = fateBins(stripAxis(a, 'tokens', null), a.fates, a.tokens, a.left, columns);
      const height = Math.round(16 * dpr);
      const h = stripHeights(bins, height, dpr);
      for (let x = 0; x < columns; x++) {
        const ink = (h.keep[x] ?? 0) + (h.edit[x] ?? 0);
        const gone = (bins.shares[SUMMARIZE]?.[x] ?? 0) + (bins.shares[OFFLOAD]?.[x] ?? 0) + (bins.shares[DROP]?.[x] ?? 0);
        if ((bins.shares[KEEP]?.[x] ?? 0) > 1e-6) expect(h.keep[x]).toBeGreaterThanOrEqual(Math.round(2 * dpr));
        if ((bins.shares[EDIT]?.[x] ?? 0) > 0.05) expect(h.edit[x]).toBeGreaterThanOrEqual(Math.round(3 * dpr) - 1);
        if (gone > 0.03) expect(height - ink).toBeGreaterThanOrEqual(Math.round(2 * dpr));
        if (gone < 1e-6) expect(h.lid[x]).toBe(NO_LID);
        if (h.lid[x] !== NO_LID) expect(height - ink).toBeGreaterThan(h.lidHeight);
        expect(ink + (h.cut[x] ?? 0)).toBeLessThanOrEqual(height);
      }
    },
  );

  it('fill the strip where everything is kept', () => {
    const v = view([5, 5]);
    const bins = fateBins(stripAxis(v, 'tokens', null), Uint8Array.from([KEEP, KEEP]), v.tokens, v.tokens, 4);
    expect([...stripHeights(bins, 16, 1).keep]).toEqual([16, 16, 16, 16]);
  });

  it('put a lid over what is summarised or offloaded', () => {
    const v = view([10, 10, 10]);
    const bins = fateBins(stripAxis(v, 'tokens', null), Uint8Array.from([SUMMARIZE, OFFLOAD, DROP]), v.tokens, Float64Array.from([0, 2, 0]), 3);
    const h = stripHeights(bins, 16, 1);
    expect([...h.lid]).toEqual([SUMMARY_LID, OFFLOAD_LID, NO_LID]);
    expect([...h.keep]).toEqual([0, 0, 0]);
  });

  it('stack the original row in proportion and never above the strip', () => {
    const v = view([30, 10]);
    const axis = stripAxis(v, 'tokens', null);
    const one = stackHeights(kindBins(axis, Uint8Array.from([1, 3]), 4, 1), PRIORITY_HEIGHTS, 20);
    // 0.75 × 0.5 + 0.25 × 1 = 0.625 of 20 px, shared 3 : 1.
    expect(one.map((s) => s[0])).toEqual([0, 10, 0, 3]);
  });
});

describe('axis', () => {
  const v = view([100, 0, 300, 600]);

  it('shows the same messages by tokens and by messages', () => {
    expect(stripAxis(v, 'messages', null)).toMatchObject({ from: 0, to: 4 });
    expect(stripAxis(v, 'messages', [100, 400])).toMatchObject({ from: 2, to: 3 });
    expect(stripAxis(v, 'messages', [250, 700])).toMatchObject({ from: 2.5, to: 3.5 });
  });

  it('finds the message under the pointer, the ones without tokens last', () => {
    const axis = stripAxis(v, 'tokens', null);
    expect(nearestAt(axis, v.tokens, 5, 100)).toBe(0);
    expect(nearestAt(axis, v.tokens, 10, 100)).toBe(2);
    expect(nearestAt(axis, v.tokens, 100, 100)).toBe(3);
    expect(nearestAt(axis, v.tokens, 101, 100)).toBeNull();
    expect(messagesAt(axis, 0, 1)).toEqual([0, 3]);
  });

  test.prop([messages, fc.integer({ min: 20, max: 900 }), fc.nat()])('brings the pointer back to the message it shows', (list, width, pick) => {
    const a = arrays(list);
    fc.pre((a.prefix[a.n] ?? 0) > 0);
    const axis = stripAxis(a, 'tokens', null);
    const i = pick % a.n;
    // A message without tokens has no width and cannot be pointed at.
    fc.pre((a.tokens[i] ?? 0) > 0);
    const span = messagesAt(axis, centreOf(axis, i, width), width);
    expect(span?.[0]).toBeLessThanOrEqual(i);
    expect(span?.[1]).toBeGreaterThanOrEqual(i);
  });

  it('zooms at the pointer and out again to everything', () => {
    const axis = stripAxis(v, 'tokens', null);
    const range = zoomRange(v, axis, 0.5, 400);
    expect(range).toEqual([200, 700]);
    const closer = stripAxis(v, 'tokens', range);
    expect(xOf(closer, 400, 100)).toBeCloseTo(40);
    expect(valueAt(closer, 40, 100)).toBeCloseTo(400);
    expect(zoomRange(v, closer, 4, 400)).toBeNull();
    expect(rangeOf(v, axis, 5, 5)?.[1]).toBeGreaterThan(5);
    expect(rangeOf(v, axis, -500, -400)?.[0]).toBe(0);
  });

  it('has ticks at 1, 2 or 5 × 10ⁿ, far enough apart', () => {
    const long = view([128_317]);
    expect(ticks(stripAxis(long, 'tokens', null), 523)).toEqual([0, 20_000, 40_000, 60_000, 80_000, 100_000, 120_000]);
    expect(ticks(stripAxis(v, 'messages', null), 300)).toEqual([0, 1, 2, 3, 4]);
    expect(ticks(stripAxis(view([]), 'tokens', null), 300)).toEqual([]);
  });
});

describe('pixels', () => {
  const colors: StripColors = {
    bg: parseColor('#ffffff'),
    track: parseColor('#f0f2f5'),
    keep: parseColor('#4a5a73'),
    edit: parseColor('#e39a0b'),
    editText: parseColor('#8a5300'),
    sum: parseColor('#7f52e8'),
    off: parseColor('#43b3e6'),
    offText: parseColor('#0f6490'),
    drop: parseColor('#e1e5eb'),
    priority: [],
    role: [],
  };

  function paint(tokens: readonly number[], fates: readonly number[], left: readonly number[], width: number, summaries: readonly number[] = []) {
    const v = view(tokens);
    const axis = stripAxis(v, 'tokens', null);
    const f = Uint8Array.from(fates);
    const p = pixels(width, 16);
    const heights = stripHeights(fateBins(axis, f, v.tokens, Float64Array.from(left), width), 16, 1);
    paintStrip(p, { axis, fates: f, heights, summaries }, colors);
    return (x: number, y: number) => p.words[y * width + x];
  }

  it('keep ink full, dropped empty, and a gap between messages that are wide enough', () => {
    const at = paint([10, 10, 20], [KEEP, KEEP, DROP], [10, 10, 0], 40);
    expect(at(3, 0)).toBe(colors.keep);
    expect(at(9, 8)).toBe(colors.bg);
    expect(at(30, 15)).toBe(colors.track);
  });

  it('draw an edited message with its share, the edge on top and the cut above', () => {
    const at = paint([10], [EDIT], [5], 5);
    expect(at(2, 15)).toBe(colors.edit);
    expect(at(2, 8)).toBe(colors.editText);
    expect(at(2, 2)).toBe(mix(colors.track, colors.edit, 0.2));
  });

  it('draw a lid, a diamond and nothing below for a summary', () => {
    const at = paint([100, 100], [SUMMARIZE, KEEP], [0, 100], 100, [0]);
    expect(at(40, 0)).toBe(colors.sum);
    expect(at(40, 3)).toBe(colors.sum);
    expect(at(40, 10)).toBe(colors.track);
    expect(at(6, 4)).toBe(colors.sum);
    expect(at(60, 10)).toBe(colors.keep);
  });

  it('draw the lid of a summary of summaries as two lines', () => {
    const v = view([100, 100]);
    const axis = stripAxis(v, 'tokens', null);
    const fates = Uint8Array.from([SUMMARIZE, KEEP]);
    const drawn = { fates, left: Float64Array.from([0, 100]), into: null, summaries: [{ generation: 2 }] };
    const p = pixels(100, 32);
    const heights = stripHeights(cachedFateBins(drawn, axis, v.tokens, 100), 32, 2);
    paintStrip(p, { axis, fates, heights, summaries: [] }, colors);
    const at = (x: number, y: number) => p.words[y * 100 + x];
    expect([0, 1, 2, 5, 6, 7].map((y) => at(40, y) === colors.sum)).toEqual([true, true, false, false, true, true]);
    expect(at(60, 20)).toBe(colors.keep);
  });

  it('outline an offloaded message', () => {
    const at = paint([50, 50], [OFFLOAD, KEEP], [4, 50], 100);
    expect(at(0, 8)).toBe(colors.offText);
    expect(at(20, 15)).toBe(colors.offText);
    expect(at(20, 2)).toBe(colors.off);
    expect(at(20, 8)).toBe(mix(colors.track, colors.off, 0.16));
  });

  it('parse the palette and nothing else', () => {
    expect(parseColor(' #E39A0B ')).toBe(0xff0b9ae3);
    expect(parseColor('red')).toBe(0xff000000);
  });
});

it('a picture of strips says of which session, over what they run, and what the colours mean', () => {
  const colors = { bg: '#fff', text: '#000', track: '#eee', keep: '#123', edit: '#e90', cut: '#fc9', sum: '#75e', off: '#4be', offBody: '#def' };
  const words = {
    title: 'a.jsonl · Strips',
    font: 'Inter',
    names: 80,
    axis: '1,000 tokens',
    legend: [
      { text: 'word for word', width: 70, fill: colors.keep },
      { text: 'gone', width: 24, fill: colors.track },
    ],
  };
  const { svg, height } = stripsSvg([{ title: 'A & B', result: result('middle-removal', 'KKDKKK') }], transcriptView(), colors, words)!;
  const texts = [...svg.matchAll(/<text[^>]* y="(\d+)"[^>]*>([^<]*)</g)].map(([, y, text]) => [text, Number(y) < height]);
  expect(texts).toEqual(['a.jsonl · Strips', 'A &#38; B', '1,000 tokens', 'word for word', 'gone'].map((text) => [text, true]));
  expect(svg.match(/<rect[^>]*stroke-opacity/g)).toHaveLength(2);
});
