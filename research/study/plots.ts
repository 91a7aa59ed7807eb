/** The plots of docs/study.md as SVG files, from its data alone. */
import type { StudyData } from './data.ts';
import { bindingOf, boundOf, longOf, meanOf, ownVersions, recallOf, rowOf } from './statistics.ts';
import { numberOf } from './format.ts';

const WIDTH = 900;
const HEIGHT = 560;
const LEFT = 60;
const RIGHT = 24;
const TOP = 40;
const BOTTOM = 52;
const INK = '#171B22';
const GREY = '#626C7B';
const RULE = '#E1E5EB';
const STRATEGY = '#4A5A73';
const CONTROL = '#9AA4B2';
const OURS = '#2158D6';
const BAD = '#B42318';

const number = (value: number): string => String(Math.round(value * 10) / 10);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x: number, y: number, words: string, { anchor = 'start', size = 12, fill = INK, weight = 400 } = {}): string =>
  `<text x="${number(x)}" y="${number(y)}" font-size="${size}" fill="${fill}" font-weight="${weight}" text-anchor="${anchor}">${escaped(words)}</text>`;
const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1): string =>
  `<line x1="${number(x1)}" y1="${number(y1)}" x2="${number(x2)}" y2="${number(y2)}" stroke="${stroke}" stroke-width="${width}"/>`;

/** Axes from 0 to 1, with grid and titles; the content is drawn over them. */
function plot(title: string, xTitle: string, yTitle: string, inside: readonly string[]): string {
  const grid: string[] = [];
  for (let k = 0; k <= 10; k += 2) {
    grid.push(
      line(LEFT, y(k / 10), WIDTH - RIGHT, y(k / 10), RULE),
      text(LEFT - 8, y(k / 10) + 4, (k / 10).toFixed(1), { anchor: 'end', fill: GREY }),
    );
    grid.push(
      line(x(k / 10), TOP, x(k / 10), HEIGHT - BOTTOM, RULE),
      text(x(k / 10), HEIGHT - BOTTOM + 18, `${k * 10} %`, { anchor: 'middle', fill: GREY }),
    );
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Inter, system-ui, sans-serif" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#FFFFFF"/>`,
    ...grid,
    text(LEFT, 22, title, { size: 14, weight: 600 }),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, xTitle, { anchor: 'middle', fill: GREY }),
    `<text transform="rotate(-90)" x="${number(-(TOP + HEIGHT - BOTTOM) / 2)}" y="16" font-size="12" fill="${GREY}" text-anchor="middle">${escaped(yTitle)}</text>`,
    ...inside,
    '</svg>\n',
  ].join('');
}
const x = (value: number): number => LEFT + value * (WIDTH - LEFT - RIGHT);
const y = (value: number): number => HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM);

/** Place of a label: the first free one around its point. */
class Labels {
  readonly #taken: { x: number; y: number; w: number }[] = [];

  point(px: number, py: number): void {
    this.#taken.push({ x: px - 4, y: py + 4, w: 8 });
  }

  place(px: number, py: number, words: string): { x: number; y: number } {
    const w = words.length * 6.6 + 2;
    const tries = [
      [7, -5],
      [7, 13],
      [-w - 5, -5],
      [-w - 5, 13],
      [-w / 2, -12],
      [-w / 2, 20],
      [11, 4],
      [-w - 9, 4],
      [10, -16],
      [10, 24],
    ] as const;
    const free = tries.find(([dx, dy]) =>
      this.#taken.every((other) => Math.abs(other.y - (py + dy)) > 10 || other.x + other.w < px + dx || px + dx + w < other.x),
    );
    const [dx, dy] = free ?? tries[0];
    this.#taken.push({ x: px + dx, y: py + dy, w });
    return { x: px + dx, y: py + dy };
  }
}

/** Recall against tokens left at one target; bars are 95 % intervals, numbers those of the table. */
function pareto(data: StudyData, share: number): string {
  const all = longOf(data.conversations);
  const ours = ownVersions(data);
  const labels = new Labels();
  const points = data.strategies
    .filter(({ kind }) => kind !== 'variant' && kind !== 'product')
    .map(({ id, kind, title }) => {
      const recall = meanOf(all, (c) => recallOf(c, share, id))!;
      const tokens = meanOf(all, (c) => rowOf(c, share, id).tokens)!.mean;
      const invalid = all.reduce((sum, c) => sum + rowOf(c, share, id).invalid, 0);
      return { id, kind, title, recall, tokens, invalid, binding: meanOf(all, (c) => bindingOf(c, share, id))?.mean ?? 0 };
    });
  for (const { tokens, recall } of points) labels.point(x(tokens), y(recall.mean));
  const dominated = (p: (typeof points)[number]): boolean =>
    points.some((other) => other.kind !== 'control' && other.tokens <= p.tokens && other.recall.mean > p.recall.mean);
  const bars = points.map(({ recall, tokens }) => line(x(tokens), y(recall.interval[0]), x(tokens), y(recall.interval[1]), '#C9D0DA', 1));
  const marks = points.map((p) => {
    const { id, kind, title, recall, tokens, invalid } = p;
    const fill = ours.includes(id) ? OURS : kind === 'control' ? CONTROL : STRATEGY;
    const [px, py] = [x(tokens), y(recall.mean)];
    const mark =
      kind === 'control'
        ? `<rect x="${number(px - 4)}" y="${number(py - 4)}" width="8" height="8" fill="${fill}"><title>${escaped(title)}</title></rect>`
        : `<circle cx="${number(px)}" cy="${number(py)}" r="${ours.includes(id) ? 6 : 4.5}" fill="${fill}" fill-opacity="${dominated(p) ? 0.45 : 1}"><title>${escaped(title)}</title></circle>`;
    const cross = invalid > 0 ? line(px - 6, py - 6, px + 6, py + 6, BAD, 1.5) + line(px - 6, py + 6, px + 6, py - 6, BAD, 1.5) : '';
    const words = ours.includes(id) || kind === 'control' ? title : String(numberOf(data, id));
    const at = labels.place(px, py, words);
    return mark + cross + text(at.x, at.y, words, { size: 11, fill: ours.includes(id) ? OURS : GREY, weight: ours.includes(id) ? 600 : 400 });
  });
  const bounds = (['random', 'oracle'] as const).map((name) => {
    const value = meanOf(all, (c) => boundOf(c, share, name))!.mean;
    return (
      `<line x1="${number(x(0))}" y1="${number(y(value))}" x2="${number(x(1))}" y2="${number(y(value))}" stroke="${GREY}" stroke-dasharray="4 4"/>` +
      text(x(1), y(value) - 5, name === 'random' ? 'chance within the target' : 'oracle within the target', { anchor: 'end', size: 11, fill: GREY })
    );
  });
  const target = `<line x1="${number(x(share))}" y1="${TOP}" x2="${number(x(share))}" y2="${HEIGHT - BOTTOM}" stroke="${GREY}" stroke-dasharray="2 3"/>`;
  return plot(
    `Recall against tokens, target ${share * 100} %: ${all.length} long conversations, mean and 95 %`,
    'tokens left, share of the context (dotted: the target)',
    'own recall',
    [target, ...bounds, ...bars, ...marks],
  );
}

/** Recall over tokens for the four targets: the ledger, the controls, and the strategies that gain most. */
function curves(data: StudyData): string {
  const all = longOf(data.conversations);
  const ours = ownVersions(data);
  const shares = all[0]?.targets.map(({ share }) => share) ?? [];
  const labels = new Labels();
  const path = (points: readonly (readonly [number, number])[], stroke: string, dash = '', width = 1.5): string =>
    `<polyline points="${points.map(([a, b]) => `${number(x(a))},${number(y(b))}`).join(' ')}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${dash}"/>`;
  const drawn: string[] = [];
  /** Where random removal really ends: protected messages may exceed the target. */
  const bound = (name: 'random' | 'oracle'): (readonly [number, number])[] =>
    shares.map(
      (share) => [meanOf(all, (c) => rowOf(c, share, 'random-removal').tokens)!.mean, meanOf(all, (c) => boundOf(c, share, name))!.mean] as const,
    );
  const end = (points: readonly (readonly [number, number])[], words: string, fill: string, weight = 400): string => {
    const [a, b] = points.at(-1)!;
    const at = labels.place(x(a), y(b), words);
    return text(at.x, at.y, words, { size: 11, fill, weight });
  };
  for (const { id, title, kind } of data.strategies) {
    if (kind === 'variant' || kind === 'product' || id === 'random-removal') continue;
    const points = shares
      .map((share) => [meanOf(all, (c) => rowOf(c, share, id).tokens)!.mean, meanOf(all, (c) => recallOf(c, share, id))!.mean] as const)
      .sort((a, b) => a[0] - b[0]);
    const mine = ours.includes(id);
    const shown = mine || kind === 'control';
    drawn.push(path(points, mine ? OURS : shown ? CONTROL : '#D5DAE1', '', mine ? 3 : 1.2));
    if (shown) drawn.push(end(points, title, mine ? OURS : GREY, mine ? 600 : 400));
  }
  for (const name of ['random', 'oracle'] as const) {
    const points = bound(name);
    drawn.push(path(points, INK, '4 4'), end(points, name === 'random' ? 'chance' : 'oracle', INK));
  }
  return plot(
    'Recall over tokens at targets of 10, 20, 30 and 50 %; light lines: the other strategies',
    'tokens left, share of the context',
    'own recall',
    drawn,
  );
}

/** File name in docs/study/ → its text. */
export const plotsOf = (data: StudyData): Readonly<Record<string, string>> => ({
  'pareto-20.svg': pareto(data, 0.2),
  'curves.svg': curves(data),
});
