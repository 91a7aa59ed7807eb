/** What pictures need that are written as text: names are untrusted, and programs that draw SVG know neither variables nor mixed colours. */

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A colour or font of the page as it is now. */
export const pageToken = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** `over` at this opacity on `under`. */
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
