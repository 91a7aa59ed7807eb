import { pageToken, textWidth } from './scale.ts';

const DRAWN: Readonly<Record<string, string>> = {
  fill: 'rgb(0, 0, 0)',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-dasharray': 'none',
  'stroke-linejoin': 'miter',
  'stroke-linecap': 'butt',
  'paint-order': 'normal',
  opacity: '1',
  'fill-opacity': '1',
  'stroke-opacity': '1',
};
const WRITTEN: Readonly<Record<string, string>> = { 'font-size': '', 'font-weight': '400', 'text-anchor': 'start', 'dominant-baseline': 'auto' };
const KEPT = /^(?:d|x|y|dx|dy|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|points|transform|id|clip-path|viewBox)$/;
const TEXTS = 'text, tspan';

/** Space around the picture, size of its title and of its legend, px. */
const EDGE = 12;
const TITLE = 13;
const LEGEND = 11;
const LINE = 18;

function plainColour(): (value: string) => string {
  const known = new Map<string, string>();
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return (value) => {
    if (!value.startsWith('color(') && !value.startsWith('ok') && !value.startsWith('lab')) return value;
    let plain = known.get(value);
    if (plain === undefined && context) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = value;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      plain = `rgba(${r}, ${g}, ${b}, ${((a ?? 255) / 255).toFixed(3)})`;
      known.set(value, plain);
    }
    return plain ?? value;
  };
}

/** A copy without classes and variables; null if the page does not show it. */
function resolved(element: Element, colour: (value: string) => string): Element | null {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden') return null;
  const copy = element.cloneNode(false) as Element;
  for (const name of copy.getAttributeNames()) if (!KEPT.test(name)) copy.removeAttribute(name);
  const wanted = element.matches(TEXTS) ? { ...DRAWN, ...WRITTEN } : DRAWN;
  // Groups only pass values on, and every child has its own; their opacity is not passed on.
  const group = element.childElementCount > 0 && !element.matches(TEXTS);
  for (const [name, initial] of Object.entries(wanted)) {
    const value = style.getPropertyValue(name);
    if (value !== initial && (!group || name === 'opacity')) copy.setAttribute(name, colour(value));
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      const inner = resolved(child, colour);
      if (inner) copy.append(inner);
    } else if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode());
  }
  return copy;
}

const SVG = 'http://www.w3.org/2000/svg';

function make(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

function drawLegend(entries: readonly Element[], root: Element, width: number, fill: string, colour: (value: string) => string): number {
  let x = EDGE;
  let y = EDGE + TITLE + LINE;
  for (const entry of entries) {
    const sign = entry.querySelector('svg');
    // A narrow page hides its legend; the picture has it all the same.
    const signWidth = sign ? (sign.clientWidth || Number(sign.getAttribute('width'))) + 5 : 0;
    const text = [...entry.childNodes]
      .filter((node) => node !== sign)
      .map((node) => node.textContent?.trim() ?? '')
      .filter(Boolean)
      .join(' ');
    const needed = signWidth + textWidth(text, LEGEND);
    if (x > EDGE && x + needed > width - EDGE) {
      x = EDGE;
      y += LINE;
    }
    const copy = sign && resolved(sign, colour);
    if (copy) {
      copy.setAttribute('x', String(x));
      copy.setAttribute('y', String(y - LEGEND / 2 - 2));
      root.append(copy);
    }
    root.append(make('text', { x: x + signWidth, y, 'font-size': LEGEND, fill }, text));
    x += needed + 14;
  }
  return entries.length > 0 ? y : EDGE + TITLE;
}

interface Content {
  readonly title: string;
  readonly legend: readonly Element[];
  readonly width: number;
  readonly height: number;
  draw(top: number): readonly Element[];
}

/** One SVG file in the colours of now: title, legend, content. Fonts are named by family, so that a reader without them takes its own. */
function framed({ title, legend, width: inner, height: high, draw }: Content, colour: (value: string) => string): Picture {
  const fill = pageToken('--text');
  const width = Math.ceil(Math.max(inner, textWidth(title, TITLE, 600))) + 2 * EDGE;
  const root = make('svg', { xmlns: SVG, 'font-family': pageToken('--font-ui') });
  const ground = make('rect', { fill: pageToken('--bg') });
  root.append(ground, make('text', { x: EDGE, y: EDGE + TITLE - 2, 'font-size': TITLE, 'font-weight': 600, fill }, title));
  const top = drawLegend(legend, root, width, fill, colour) + EDGE;
  root.append(...draw(top));
  const height = Math.ceil(top + high) + EDGE;
  for (const element of [root, ground]) {
    element.setAttribute('width', String(width));
    element.setAttribute('height', String(height));
  }
  root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

function placed(drawing: Element, x: number, y: number, { width, height }: { readonly width: number; readonly height: number }): Element {
  for (const [name, value] of Object.entries({ x, y, width, height })) drawing.setAttribute(name, String(value));
  return drawing;
}

/** The chart inside a figure. Null while nothing is drawn. */
export function pictureOf(figure: HTMLElement, title: string): Picture | null {
  const chart = figure.querySelector<SVGSVGElement>('[data-chart] svg');
  const colour = plainColour();
  const drawing = chart && resolved(chart, colour);
  if (!drawing) return null;
  const { width, height } = chart.getBoundingClientRect();
  const legend = [...figure.querySelectorAll('figcaption li, figcaption [data-legend]')];
  return framed({ title, legend, width, height, draw: (top) => [placed(drawing, EDGE, top, { width, height })] }, colour);
}

/** Names beside the rows, and what is below each, px. */
const NAME = 12;
const BELOW = 11;
const AXIS = 18;

export interface PicturedRow {
  readonly name: string;
  readonly below: string;
  readonly ground: string;
  readonly drawing: SVGSVGElement;
}

interface Axis {
  readonly name: string;
  /** px from the left of a drawing. */
  readonly ticks: readonly { readonly x: number; readonly text: string; readonly anchor: 'start' | 'middle' | 'end' }[];
}

/** Drawings of one axis below one another, each with its name at its left. Null while none is drawn. */
export function rowsPicture(rows: readonly PicturedRow[], axis: Axis, title: string, legend: readonly Element[]): Picture | null {
  const colour = plainColour();
  const drawn = rows.flatMap((row) => {
    const copy = resolved(row.drawing, colour);
    return copy ? [{ ...row, copy, box: row.drawing.getBoundingClientRect() }] : [];
  });
  const [first] = drawn;
  if (!first) return null;
  const names = Math.max(...drawn.flatMap(({ name, below }) => [textWidth(name, NAME, 600), textWidth(below, BELOW)]), textWidth(axis.name, BELOW));
  const left = EDGE + Math.ceil(names) + EDGE;
  const [fill, soft, line] = [pageToken('--text'), pageToken('--text-2'), pageToken('--line')];
  const width = left - EDGE + first.box.width;
  const draw = (top: number): readonly Element[] => {
    const text = (x: number, y: number, words: string, own: Readonly<Record<string, string | number>>) => make('text', { x, y, ...own }, words);
    const small = { 'font-size': BELOW, fill: soft };
    const head = axis.ticks.map(({ x, text: words, anchor }) => text(left + x, top + BELOW, words, { ...small, 'text-anchor': anchor }));
    let y = top + AXIS;
    const body = drawn.flatMap(({ name, below, ground, copy, box }) => {
      const at = y;
      y += box.height;
      const middle = at + box.height / 2;
      return [
        make('rect', { x: EDGE / 2, y: at, width: width + EDGE / 2, height: box.height, fill: colour(ground) }),
        make('path', { d: `M${EDGE / 2} ${at}h${width + EDGE / 2}`, stroke: line }),
        text(EDGE, below ? middle - 2 : middle + 4, name, { 'font-size': NAME, 'font-weight': 600, fill }),
        ...(below ? [text(EDGE, middle + 13, below, small)] : []),
        placed(copy, left, at, box),
      ];
    });
    return [text(EDGE, top + BELOW, axis.name, small), ...head, ...body];
  };
  const height = AXIS + drawn.reduce((sum, { box }) => sum + box.height, 0);
  return framed({ title, legend, width, height, draw }, colour);
}

/** The picture in dots, `scale` of them for each CSS px. Null if the browser cannot draw it. */
export async function pngOf({ svg, width, height }: Picture, scale = 2): Promise<Uint8Array<ArrayBuffer> | null> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  try {
    await image.decode();
    context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  } catch {
    return null;
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return blob && new Uint8Array(await blob.arrayBuffer());
}
