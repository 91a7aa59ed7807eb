/** Where the settings and the facts of the header have room, and what is in their place where they have none. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { CompareTools } from '../compare/ComparePane.tsx';
import { comparison, description, result, transcriptView } from '../compare/testing/fixture.ts';
import { LevelBar } from '../history/LevelBar.tsx';
import { writeStored } from '../store/storage.ts';
import { patch } from '../store/store.ts';
import { showControls } from '../store/ui.ts';
import { closed, opened } from '../testing/opened.ts';
import { Header, TabBar } from './Header.tsx';
import { TabTools } from '../components/Button.tsx';

const pipeline = { ...description.strategies[0]!, id: 'pipeline', onDemand: true };

beforeEach(() => {
  writeStored('more-settings', '1');
  opened({
    description: { ...description, strategies: [...description.strategies, pipeline] },
    comparison: comparison(
      [result('middle-removal', 'KKDKKK')],
      transcriptView({ total: 128_317, n: 412, toolCalls: 120, turns: 33, model: 'gpt-4o', exact: false }),
    ),
  });
});
afterEach(async () => {
  writeStored('more-settings', null);
  showControls(false);
  closed();
  await page.viewport(1440, 900);
});

describe('the settings', () => {
  // A link that asks for its file: the settings are there, and no table.
  beforeEach(() => patch({ expected: { name: 'mine.json', hash: 'other', bytes: 1, wrong: null } }));

  it('are a drawer where they have no room beside the work, and give the focus back', async () => {
    await page.viewport(1000, 800);
    const screen = await render(<App />);
    const trigger = screen.getByRole('slider', { name: 'Trigger', exact: true });
    const rail = screen.getByRole('button', { name: 'Settings', exact: true }).first();
    await expect.element(rail).toHaveAttribute('aria-expanded', 'false');
    await expect.element(trigger).not.toBeInTheDocument();
    await rail.click();
    await expect.element(trigger).toBeVisible();
    await screen
      .getByRole('complementary', { name: 'Settings' })
      .getByRole('button', { name: /^Close/ })
      .click();
    await expect.element(trigger).not.toBeInTheDocument();
    await expect.element(rail).toHaveFocus();
  });

  it('stand beside the work where both have room, and over it elsewhere', async () => {
    for (const [width, isBeside] of [
      [1976, true],
      [1440, false],
    ] as const) {
      await page.viewport(width, 900);
      const screen = await render(<App />);
      showControls(true);
      const drawer = screen.getByRole('complementary', { name: 'Settings' });
      await expect.element(drawer).toBeVisible();
      const { right } = drawer.element().getBoundingClientRect();
      expect(right).toBe(300);
      expect(screen.container.querySelector('main')!.getBoundingClientRect().left >= right).toBe(isBeside);
      showControls(false);
      await screen.unmount();
    }
  });

  it('are on a phone a sheet, opened from the menu; nothing runs over the edge', async () => {
    await page.viewport(390, 844);
    const screen = await render(<App />);
    const trigger = screen.getByRole('slider', { name: 'Trigger', exact: true });
    await expect.element(trigger).not.toBeInTheDocument();
    const width = () => document.documentElement.scrollWidth;
    expect(width()).toBeLessThanOrEqual(390);
    await screen.getByRole('button', { name: 'Share' }).click();
    await screen.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect.element(trigger).toBeVisible();
    expect(width()).toBeLessThanOrEqual(390);
    // What lies behind the sheet is out of reach.
    expect(screen.container.querySelector('main')!.inert).toBe(true);
  });
});

describe('the header', () => {
  it('has a fact whole or not at all, however wide it is', async () => {
    const screen = await render(<Header inert={false} empty={false} />);
    await expect.element(screen.getByRole('banner')).toHaveTextContent('≈ 128,317 tokens');
    const facts = () => [...screen.container.querySelectorAll<HTMLElement>('header [class*=facts] > span')];
    let most = 0;
    for (const width of [1976, 1440, 1280, 1180]) {
      await page.viewport(width, 800);
      await vi.waitFor(() => expect(innerWidth).toBe(width));
      const line = facts()[0]!.parentElement!.getBoundingClientRect();
      const boxes = facts().map((one) => one.getBoundingClientRect());
      const drawn = boxes.filter((box) => box.width > 0);
      const seen = drawn.filter(({ top }) => top < line.y + line.height / 2);
      // How many depends on the letters of the machine.
      expect(seen.length, `${width}`).toBeGreaterThanOrEqual(2);
      for (const { right, bottom } of seen) {
        expect(right).toBeLessThanOrEqual(line.right + 1);
        expect(bottom).toBeLessThanOrEqual(line.bottom + 1);
      }
      // The others lie below what is seen, each as a whole.
      for (const { top } of drawn.filter((box) => !seen.includes(box))) expect(top).toBeGreaterThanOrEqual(line.bottom - 1);
      most = Math.max(most, seen.length);
    }
    // The widest one has more of them than the least.
    expect(most).toBeGreaterThan(2);
    patch({ comparison: comparison([result('middle-removal', 'KKDKKK')], transcriptView({ total: 128_317 })) });
    await expect.element(screen.getByRole('banner')).not.toHaveTextContent('≈');
  });
});

it('on a phone the tools of a tab share a line', async () => {
  await page.viewport(390, 844);
  const screen = await render(
    <>
      <TabBar />
      <TabTools>
        <CompareTools narrow filter={{ opened: false, onToggle: () => undefined }} />
      </TabTools>
      <LevelBar />
    </>,
  );
  const box = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(box('History')).toBeVisible();
  const tops = ['History', 'Filter', 'Chain'].map((name) => Math.round(box(name).element().getBoundingClientRect().y));
  expect(new Set(tops).size).toBe(1);
  // Below the tabs, not among them.
  expect(tops[0]!).toBeGreaterThanOrEqual(screen.getByRole('tablist').element().getBoundingClientRect().bottom);
});
