/** Strips as SVG: rectangles of what is left, and a diamond for each summary. */
import { NESTED_LID, NO_LID, OFFLOAD_LID, type StripHeights } from './bins.ts';

/** CSS colours. */
export interface InkColors {
  readonly keep: string;
  readonly edit: string;
  readonly cut: string;
  readonly sum: string;
  readonly off: string;
  readonly offBody: string;
}

/** Columns that look alike as one rectangle each. */
function rectangles(
  columns: number,
  of: (x: number) => { readonly top: number; readonly bottom: number; readonly fill: string } | null,
  left: number,
  top: number,
): string {
  let svg = '';
  for (let from = 0; from < columns; ) {
    const one = of(from);
    let to = from + 1;
    for (; to < columns; to++) {
      const next = of(to);
      if (next?.top !== one?.top || next?.bottom !== one?.bottom || next?.fill !== one?.fill) break;
    }
    if (one && one.bottom > one.top)
      svg += `<rect x="${left + from}" y="${top + one.top}" width="${to - from}" height="${one.bottom - one.top}" fill="${one.fill}"/>`;
    from = to;
  }
  return svg;
}

/** From the bottom: kept, what an edit left, what it cut; above all a lid for what was summarised or offloaded. */
export function drawn({ keep, edit, cut, lid, lidHeight, height }: StripHeights, colors: InkColors, left: number, top: number): string {
  const base = (x: number): number => height - keep[x]! - edit[x]!;
  const layers = [
    (x: number) => (lid[x] === OFFLOAD_LID ? { top: 0, bottom: base(x), fill: colors.offBody } : null),
    (x: number) => ({ top: base(x) - cut[x]!, bottom: base(x), fill: colors.cut }),
    (x: number) => ({ top: height - keep[x]!, bottom: height, fill: colors.keep }),
    (x: number) => ({ top: base(x), bottom: height - keep[x]!, fill: colors.edit }),
    (x: number) =>
      lid[x] === NO_LID
        ? null
        : {
            top: 0,
            bottom: lid[x] === NESTED_LID ? 1 : lid[x] === OFFLOAD_LID ? lidHeight - 1 : lidHeight,
            fill: lid[x] === OFFLOAD_LID ? colors.off : colors.sum,
          },
  ];
  return layers.map((layer) => rectangles(keep.length, layer, left, top)).join('');
}

/** Half the width of a diamond, px. */
const RADIUS = 5;

/** Where a diamond stands so that nothing of it is cut at the ends of a strip. */
export const insideStrip = (x: number, width: number): number => Math.max(RADIUS, Math.min(width - RADIUS, x));

/** A summary that stands at `x`; `top` of the strip. */
export const diamond = (x: number, top: number, fill: string, edge: string): string =>
  `<path d="M${x - RADIUS} ${top + 4}l5 -5l5 5l-5 5z" fill="${fill}" stroke="${edge}"/>`;
