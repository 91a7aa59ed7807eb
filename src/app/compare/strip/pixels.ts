/** A picture as plain numbers: testable without a browser, and shown with one `putImageData`. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each, row by row; the layout of ImageData. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
}

/** Packed as the words of ImageData on a little-endian machine: 0xAABBGGRR. */
export type Color = number;

export function pixels(width: number, height: number): Pixels {
  const buffer = new ArrayBuffer(width * height * 4);
  return { width, height, data: new Uint8ClampedArray(buffer), words: new Uint32Array(buffer) };
}

/** `#rrggbb` → packed, opaque. Anything else is black, so that a missing variable is noticed. */
export function parseColor(hex: string): Color {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  const byte = (i: number): number => Number.parseInt(match?.[i] ?? '0', 16);
  return ((255 << 24) | (byte(3) << 16) | (byte(2) << 8) | byte(1)) >>> 0;
}

/** `over` at opacity `alpha` (0–1) on `under`; both opaque. */
export function mix(under: Color, over: Color, alpha: number): Color {
  const channel = (shift: number): number => {
    const a = (under >>> shift) & 255;
    const b = (over >>> shift) & 255;
    return Math.round(a + (b - a) * alpha) << shift;
  };
  return ((255 << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
}

/** Filled rectangle, clipped to the picture. */
export function fill(p: Pixels, x: number, y: number, width: number, height: number, color: Color): void {
  const left = Math.max(0, x);
  const right = Math.min(p.width, x + width);
  const bottom = Math.min(p.height, y + height);
  for (let row = Math.max(0, y); row < bottom; row++)
    p.words.fill(color, row * p.width + left, Math.max(row * p.width + left, row * p.width + right));
}

/** One column from y0 (inclusive) to y1 (exclusive). */
export function column(p: Pixels, x: number, y0: number, y1: number, color: Color): void {
  const end = Math.min(p.height, y1);
  for (let y = Math.max(0, y0), at = y * p.width + x; y < end; y++, at += p.width) p.words[at] = color;
}

/** One pixel mixed with what is there. */
export function blend(p: Pixels, x: number, y: number, color: Color, alpha: number): void {
  if (x < 0 || y < 0 || x >= p.width || y >= p.height || alpha <= 0) return;
  const at = y * p.width + x;
  p.words[at] = mix(p.words[at] ?? 0, color, Math.min(1, alpha));
}

/** Diamond around (centre, middle), anti-aliased; `radius` from the middle to a corner, all in device pixels. */
export function diamond(p: Pixels, centre: number, middle: number, radius: number, color: Color): void {
  for (let y = 0; y <= middle + radius; y++) {
    for (let x = Math.floor(centre - radius - 1); x <= Math.ceil(centre + radius + 1); x++) {
      const inside = radius - (Math.abs(x + 0.5 - centre) + Math.abs(y + 0.5 - middle));
      blend(p, x, y, color, Math.max(0, Math.min(1, inside + 0.5)));
    }
  }
}

/** Coverage (0–1) of a 45° hatch: lines `line` wide every `gap` px, measured along the row. */
export function hatchCoverage(x: number, y: number, gap: number, line: number): number {
  const phase = (((x + y + 0.5) % gap) + gap) % gap;
  const distance = Math.min(phase, gap - phase);
  return Math.max(0, Math.min(1, line / 2 - distance + 0.5));
}
