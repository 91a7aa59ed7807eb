/** What is said of the axes of charts. */
import { expect } from 'vitest';
import { i18n, LANGUAGES } from '../../i18n/index.ts';
import { loadLanguage } from '../../i18n/languages.ts';
import { soon } from './soon.ts';
// The library of charts is there before the first test.
import '../charts/Drawing.tsx';

/** A unit, or the word that there is none: 60 / 40 and 0–1 are scales of their own. */
const UNIT = /%|token|request|round|turn|dollar|no unit|60 \/ 40|0–1|0 = random|F1|messages|characters|请求|轮|美元|无单位|消息|字符/i;

/** Every chart that is drawn, with what is said of its two axes. */
function axesIn(page: Element): readonly { readonly name: string; readonly x: string; readonly y: string }[] {
  return [...page.querySelectorAll('figure')]
    .filter((figure) => figure.querySelector('svg.recharts-surface') !== null)
    .map((figure) => {
      // The name of an axis may be a choice below the frame.
      const room = figure.closest('section, li') ?? figure;
      const within = room.querySelectorAll('figure').length > 1 ? figure : room;
      const told = (axis: string): string =>
        [...within.querySelectorAll(`[data-axis~="${axis}"]`)]
          .map((element) => (element instanceof HTMLSelectElement ? element.selectedOptions[0]?.textContent : element.textContent) ?? '')
          .join(' ');
      return { name: figure.getAttribute('aria-label') ?? '', x: told('x'), y: told('y') };
    });
}

/** In every language each of so many charts names both axes with their unit. */
export async function expectAxesTold(page: Element, charts: number): Promise<void> {
  try {
    for (const { id } of LANGUAGES) {
      await loadLanguage(id);
      await i18n.changeLanguage(id);
      await soon(() => {
        const axes = axesIn(page);
        expect(axes).toHaveLength(charts);
        for (const { name, x, y } of axes) {
          expect(x, `${name}, ${id}, x`).toMatch(UNIT);
          expect(y, `${name}, ${id}, y`).toMatch(UNIT);
        }
      });
    }
  } finally {
    await i18n.changeLanguage('en');
  }
}
