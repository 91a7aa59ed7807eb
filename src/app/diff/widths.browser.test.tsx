/** How many pinned strategies are beside the original. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render, type RenderResult } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import { comparison, result } from '../compare/testing/fixture.ts';
import { client } from '../store/index.ts';
import { closed, opened } from '../testing/opened.ts';
import { SideBySide } from './SideBySide.tsx';

const PINNED = ['middle-removal', 'oldest-removal', 'sliding-window'];

beforeEach(() => {
  const { view, ...scenario } = defaultScenario();
  opened({
    comparison: comparison(PINNED.map((key) => result(key, 'KKDKKK'))),
    scenario: { ...scenario, rows: [], view: view },
    compared: PINNED,
  });
  vi.spyOn(client, 'rows').mockReturnValue(new Promise(() => undefined));
});
afterEach(async () => {
  closed();
  await page.viewport(1440, 900);
});

it('all three at once from 1200 px, else two by a switch', async () => {
  await page.viewport(1280, 720);
  const screen = await render(
    <div style={{ height: 400, display: 'grid' }}>
      <SideBySide />
    </div>,
  );
  /** Titles of the columns, each of which is seen as a whole. */
  const heads = ({ container }: RenderResult): readonly string[] =>
    [...container.querySelectorAll<HTMLElement>('[class*=columnHead]')].map((head) => {
      const { left, right, width } = head.getBoundingClientRect();
      expect([left >= 0, right <= innerWidth, width > 0]).toEqual([true, true, true]);
      return head.querySelector('[title]:not(em)')?.textContent ?? 'Original';
    });
  await vi.waitFor(() => expect(heads(screen)).toEqual(['Original', 'Middle removal', 'Oldest removal', 'Sliding window']));
  const pair = screen.getByRole('radiogroup', { name: 'A, B and C beside the session' });
  await expect.element(pair).not.toBeInTheDocument();
  // What a column's head cuts can be read.
  await expect.element(screen.getByText('5 left · 700').first()).toHaveAttribute('title', '5 left · 700');
  await page.viewport(1100, 720);
  await vi.waitFor(() => expect(heads(screen)).toEqual(['Original', 'Middle removal', 'Oldest removal']));
  await expect.element(pair.getByRole('radio', { name: 'A B' })).toBeChecked();
  await pair.getByText('B C').click();
  await vi.waitFor(() => expect(heads(screen)).toEqual(['Original', 'Oldest removal', 'Sliding window']));
});
