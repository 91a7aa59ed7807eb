/** Rows as points of two shares, as SVG laid out in pixels. Colours are variables of the report's own sheet. */
import { html } from './frame.ts';

export const px = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '');

export interface ScatterPoint {
  readonly title: string;
  /** Shares 0–1. */
  readonly x: number;
  readonly y: number;
  /** over = a hollow triangle, refused = a cross; else a dot. */
  readonly sign: 'best' | 'control' | 'over' | 'refused' | 'point';
  /** What random messages keep in as many tokens. */
  readonly chance?: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const WHOLE: Size = { width: 720, height: 420, left: 44, right: 220, top: 12, bottom: 36 };
/** One of several. */
const SMALL: Size = { width: 340, height: 240, left: 44, right: 12, top: 16, bottom: 36 };
/** Between two labels, px: they stand in a column beside the plot, with leaders, so that none covers another. */
const LABEL = 14;

interface ScatterOptions {
  readonly x: string;
  readonly y: string;
  /** What random messages keep at every size. */
  readonly random?: readonly Pick<ScatterPoint, 'x' | 'y'>[] | null;
  /** One of several: the points have their names only where a pointer rests. */
  readonly small?: boolean;
  readonly name?: string;
}

/** y against x; y goes from 0 to 1. */
export function scatter(
  points: readonly ScatterPoint[],
  { x: xWords, y: yWords, random = null, small = false, name = yWords }: ScatterOptions,
): string {
  const size = small ? SMALL : WHOLE;
  const [w, h] = [size.width - size.left - size.right, size.height - size.top - size.bottom];
  const most = Math.max(0.1, Math.ceil(Math.max(...points.map(({ x }) => x)) * 10) / 10);
  const at = ({ x, y }: Pick<ScatterPoint, 'x' | 'y'>) => ({ x: size.left + (x / most) * w, y: size.top + (1 - y) * h });
  const across = (kind: string, share: number): string => {
    const y = px(at({ x: 0, y: share }).y);
    return `<line class="${kind}" x1="${size.left}" x2="${size.left + w}" y1="${y}" y2="${y}"/>`;
  };
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `${across('grid', share)}<text x="${size.left - 6}" y="${px(at({ x: 0, y: share }).y)}" dy="4" text-anchor="end">${share * 100}</text>`,
  );
  const ticks = [0, 0.5, 1].map((part) => {
    const x = px(size.left + part * w);
    return `<text x="${x}" y="${size.top + h + 14}" text-anchor="middle">${px(part * most * 100)}</text>`;
  });
  const chances = points.flatMap((point) => {
    if (point.chance === undefined) return [];
    const { x, y } = at({ x: point.x, y: point.chance });
    return [`<line class="chance" x1="${px(x - 5)}" x2="${px(x + 5)}" y1="${px(y)}" y2="${px(y)}"/>`];
  });
  const room = small ? 0 : Math.floor(h / LABEL);
  const named = points.toSorted((a, b) => b.y - a.y || a.x - b.x).slice(0, room);
  const labels = named.map((point, i) => {
    const { x, y } = at(point);
    const [lx, ly] = [size.left + w + 16, size.top + 6 + i * LABEL];
    const tone = point.sign === 'best' ? ' class="best"' : '';
    return `<path class="leader" d="M${px(x)} ${px(y)}L${lx - 3} ${px(ly)}"/><text x="${lx}" y="${px(ly)}" dy="4"${tone}>${html(point.title)}</text>`;
  });
  const signs = points.map((point) => signOf(point, at(point)));
  const axes = `<text x="${size.left + w}" y="${size.height - 4}" text-anchor="end">${html(xWords)}</text><text x="${size.left}" y="${size.top - 2}">${html(yWords)}</text>`;
  const curve = (sizes: readonly Pick<ScatterPoint, 'x' | 'y'>[]): string => {
    const points = sizes.filter(({ x }) => x <= most).map((one) => at(one));
    return `<path class="chance" fill="none" d="M${points.map(({ x, y }) => `${px(x)} ${px(y)}`).join('L')}"/>`;
  };
  const parts = [...grid, ...ticks, random === null ? '' : curve(random), ...chances, ...labels, ...signs, axes];
  return `<svg class="plot" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${html(name)}">${parts.join('')}</svg>`;
}

/** The plot with the names of its points; where the screen is narrow, without them. */
export const plotOf = (points: readonly ScatterPoint[], options: ScatterOptions): string =>
  `<div class="whole-plot">${scatter(points, options)}</div>\n<div class="narrow">${scatter(points, { ...options, small: true })}</div>`;

function signOf({ title, sign }: ScatterPoint, { x, y }: { readonly x: number; readonly y: number }): string {
  const said = `<title>${html(title)}</title>`;
  if (sign === 'over') return `<path class="over" d="M${px(x)} ${px(y - 4)}l4 7h-8Z">${said}</path>`;
  if (sign === 'refused') return `<path class="refused" d="M${px(x - 3)} ${px(y - 3)}l6 6M${px(x + 3)} ${px(y - 3)}l-6 6">${said}</path>`;
  return `<circle class="${sign}" cx="${px(x)}" cy="${px(y)}" r="4">${said}</circle>`;
}
