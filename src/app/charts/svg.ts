import { BoundedMap } from '../../engine/lib/bounded-map.ts';

const NARROW = 0.56;
const WIDE = 1.02;

let context: CanvasRenderingContext2D | null | undefined;
const known = new BoundedMap<string, number>(1000);

export function textWidth(text: string, size: number, weight: 400 | 600 = 400): number {
  const key = `${weight} ${size} ${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (context === undefined) context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  let width: number;
  if (context) {
    context.font = `${weight} ${size}px ${getComputedStyle(document.documentElement).getPropertyValue('--font-ui') || 'sans-serif'}`;
    width = context.measureText(text).width;
  } else width = [...text].reduce((sum, character) => sum + (character >= '\u2e80' ? WIDE : NARROW) * size, 0);
  known.set(key, width);
  return width;
}

export function fitted(text: string, room: number, size: number, weight: 400 | 600 = 400): string {
  if (textWidth(text, size, weight) <= room) return text;
  const characters = [...text];
  for (let length = characters.length - 1; length > 0; length--) {
    const shorter = `${characters.slice(0, length).join('').trimEnd()}…`;
    if (textWidth(shorter, size, weight) <= room) return shorter;
  }
  return '…';
}

/** What pictures need that are written as text: names are untrusted, and programs that draw SVG know neither variables nor mixed colours. */

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A custom property holds what was written: of `light-dark(a, b)` the one of the theme. */
export function pageToken(name: string): string {
  const style = getComputedStyle(document.documentElement);
  const value = style.getPropertyValue(name).trim();
  const [, light, dark] = /^light-dark\(([^,]+),\s*([^)]+)\)$/.exec(value) ?? [value, value, value];
  return style.colorScheme === 'dark' ? dark! : light!;
}

export function mixedColour(under: string, over: string, share: number): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return under;
  context.fillStyle = under;
  context.fillRect(0, 0, 1, 1);
  context.globalAlpha = share;
  context.fillStyle = over;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${r}, ${g}, ${b})`;
}
