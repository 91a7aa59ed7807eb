import { describe, expect, it } from 'vitest';
import { type MapCell, mapSvg } from './mapPicture.ts';

const cell = (text: string, over: Partial<MapCell> = {}): MapCell => ({ text, heat: 0.5, barred: null, mark: null, ...over });
const COLOURS = { bg: '#fff', text: '#111', second: '#666', sunk: '#eee', accent: '#00f', heat: (share: number) => `heat-${share}` };
const WORDS = { title: 'Kept, by combination', note: '% · a × b', legend: 'Frame: chosen.', font: '"Some Font", sans-serif' };

const { svg, width, height } = mapSvg(
  {
    columns: { name: 'Share <b>', texts: ['5 %', '50 %'] },
    rows: {
      name: 'Budget & more',
      lines: [
        { text: '40 %', cells: [cell('71.5'), cell('80', { heat: 1, mark: 'chosen' })] },
        { text: '20 %', cells: [cell('12', { heat: 0, barred: 'over the "budget"' }), cell('33', { mark: 'now' })] },
      ],
    },
  },
  COLOURS,
  WORDS,
);

describe('the saved map', () => {
  it('has the title, both axes with their names and values, and a number in each cell', () => {
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toEqual([
      'Kept, by combination',
      '% · a × b',
      'Share &#60;b&#62; →',
      'Budget &#38; more ↓',
      '5 %',
      '50 %',
      '40 %',
      '71.5',
      '80',
      '20 %',
      '12 ▲',
      '33',
      'Frame: chosen.',
    ]);
  });

  it('frames the chosen and the present value, and colours a cell by its value unless it cannot be chosen', () => {
    expect(svg.match(/fill="none"[^/]*/g)).toEqual([
      'fill="none" stroke="#00f" stroke-width="2"',
      'fill="none" stroke="#666" stroke-dasharray="3 2"',
    ]);
    expect(svg.match(/heat-[\d.]+/g)).toEqual(['heat-0.5', 'heat-1', 'heat-0.5']);
    expect(svg.match(/fill="#eee"/g)).toHaveLength(1);
    expect(svg).toContain('<title>over the &#34;budget&#34;</title>');
  });

  it('takes names as text, and every text stands inside', () => {
    expect(svg).not.toMatch(/<b>|"Some Font"/);
    expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
    const places = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(places.every(([x, y]) => x! > 0 && x! < width && y! > 0 && y! < height)).toBe(true);
  });
});
