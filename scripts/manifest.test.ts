/** What makes the page an app that can be installed: the manifest, and that its icons are what it says they are. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

interface Icon {
  readonly src: string;
  readonly type: string;
  readonly sizes: string;
  readonly purpose?: string;
}
interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly Icon[];
}

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'index.html'), 'utf8');
/** Vite serves what is in `public/` beside the page. */
const stored = (name: string): Buffer => readFileSync(path.join(root, 'public', name));
const manifest = JSON.parse(stored('manifest.webmanifest').toString('utf8')) as Manifest;

/** Width and height of a PNG: they are in its first chunk. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect(png.toString('latin1', 12, 16)).toBe('IHDR');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

describe('the manifest of the web app', () => {
  it('is linked from the page, relative to it', () => {
    expect(page).toMatch(/<link rel="manifest" href="\.\/manifest\.webmanifest" \/>/);
  });

  it('opens by itself, below whatever path the site has', () => {
    expect(manifest.display).toBe('standalone');
    // From an address with the host's root a site below a path of its own would leave it.
    expect([manifest.start_url, manifest.scope]).toEqual(['./', './']);
    expect(manifest.name).toBe('Compaction Playground');
    // Twelve letters are below an icon.
    expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  });

  it.each(manifest.icons.map((icon) => [`${icon.src} ${icon.purpose ?? 'any'}`, icon] as const))('has the icon that it names: %s', (_, icon) => {
    expect(icon.src).toMatch(/^\.\//);
    const file = stored(icon.src);
    if (icon.type === 'image/svg+xml') {
      expect(icon.sizes).toBe('any');
      expect(file.toString('utf8')).toMatch(/<svg[^>]* viewBox="/);
    } else {
      expect(icon.type).toBe('image/png');
      expect(sizeOf(file)).toBe(icon.sizes);
    }
  });

  it('has the sizes that browsers ask for, and one that may be cut to a shape', () => {
    const sizes = (purpose: string) =>
      manifest.icons.filter((icon) => icon.type === 'image/png' && (icon.purpose ?? 'any').split(' ').includes(purpose)).map((icon) => icon.sizes);
    expect(sizes('any')).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(sizes('maskable')).toContain('512x512');
  });
});
