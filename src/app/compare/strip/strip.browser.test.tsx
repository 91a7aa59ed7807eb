import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { RowResult } from '../../../worker/protocol.ts';
import { pageToken } from '../../charts/scale.ts';
import { result, transcriptView } from '../testing/fixture.ts';
import { stripAxis } from './axis.ts';
import { FateStrip, OriginalStrip, type StripFrame, useStripColors } from './Strip.tsx';

/** Messages of 100, 20, 300, 40, 500 and 40 tokens over 1,000 px: a token is a pixel. */
const transcript = transcriptView();
const axis = stripAxis(transcript, 'tokens', null);
const HEIGHT = 16;

function useFrame(changes: Partial<StripFrame>): StripFrame {
  const colors = useStripColors();
  return { transcript, axis, width: 1000, dpr: 1, colors, ...changes };
}
function Strip({ row, painted = true, ...changes }: Partial<StripFrame> & { readonly row: RowResult; readonly painted?: boolean }) {
  return <FateStrip frame={useFrame(changes)} result={row} title="Some strategy" height={HEIGHT} painted={painted} faded={false} struck={false} />;
}
function Original() {
  return <OriginalStrip frame={useFrame({})} color="priority" baseline={null} label="Original by priority" height={HEIGHT} />;
}

/** `#rrggbb` of a pixel. */
function pixel(canvas: Element, x: number, y: number): string {
  const [r, g, b] = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(x, y, 1, 1).data;
  return `#${[r!, g!, b!].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
const canvasOf = (name: RegExp, screen: Awaited<ReturnType<typeof render>>): Element => screen.getByRole('img', { name }).element();

describe('a strip', () => {
  afterEach(() => {
    document.documentElement.dataset.theme = 'light';
  });

  it('is ink where messages are kept, nothing where they are dropped, and half where half is left', async () => {
    const screen = await render(<Strip row={result('middle-removal', 'KKDKEK')} />);
    const canvas = canvasOf(/^Some strategy/, screen);
    const bottom = HEIGHT - 1;
    expect([pixel(canvas, 50, bottom), pixel(canvas, 250, bottom), pixel(canvas, 700, bottom)]).toEqual([
      pageToken('--keep'),
      pageToken('--track'),
      pageToken('--edit'),
    ]);
    // The cut half of the edited message is paler, and the kept one is full.
    expect(pixel(canvas, 700, 2)).not.toBe(pageToken('--edit'));
    expect(pixel(canvas, 50, 1)).toBe(pageToken('--keep'));
  });

  it('says in words what it shows', async () => {
    const screen = await render(<Strip row={result('middle-removal', 'KKDKEK')} />);
    await expect.element(screen.getByRole('img', { name: /^Some strategy: 4 word for word, 1 shortened, 1 gone/ })).toBeVisible();
  });

  it('follows the zoom of its axis, and the theme', async () => {
    const row = result('middle-removal', 'KKDKEK');
    const screen = await render(<Strip row={row} />);
    const canvas = canvasOf(/^Some strategy/, screen);
    await screen.rerender(<Strip row={row} axis={stripAxis(transcript, 'tokens', [120, 420])} />);
    expect(pixel(canvas, 50, HEIGHT - 1)).toBe(pageToken('--track'));
    await screen.rerender(<Strip row={row} />);
    document.documentElement.dataset.theme = 'dark';
    await vi.waitFor(() => expect(pixel(canvas, 50, HEIGHT - 1)).toBe('#74849d'));
  });

  it('out of view is not painted until it comes into view', async () => {
    const row = result('middle-removal', 'KKKKKK');
    const screen = await render(<Strip row={row} painted={false} />);
    const canvas = canvasOf(/^Some strategy/, screen) as HTMLCanvasElement;
    expect(canvas.width).not.toBe(1000);
    await screen.rerender(<Strip row={row} />);
    expect([canvas.width, pixel(canvas, 500, HEIGHT - 1)]).toEqual([1000, pageToken('--keep')]);
  });

  it('of the original shows each message by its priority', async () => {
    const screen = await render(<Original />);
    const canvas = canvasOf(/^Original/, screen);
    expect([pixel(canvas, 50, HEIGHT - 1), pixel(canvas, 250, HEIGHT - 1), pixel(canvas, 440, HEIGHT - 1)]).toEqual([
      pageToken('--p-c'),
      pageToken('--p-n'),
      pageToken('--p-l'),
    ]);
  });
});
