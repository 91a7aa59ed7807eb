/** Heads that stay while what is below them is scrolled. */
import { expect } from 'vitest';
import { soon } from './soon.ts';

/** Points of the head at which something else is in front, or at which its ground lets through what is behind. */
function seenThrough(head: Element): readonly string[] {
  const isOpaque = (element: Element): boolean => {
    const colour = getComputedStyle(element).backgroundColor;
    return colour !== 'transparent' && !/[,/]\s*0?\.\d+%?\)$|[,/]\s*0\)$/.test(colour);
  };
  const cells = head.matches('thead') ? [...head.querySelectorAll('th')] : [...head.children];
  const found: string[] = [];
  let asked = 0;
  let { left, right, top, bottom } = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
  for (let at = head.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflowX === 'visible') continue;
    const box = at.getBoundingClientRect();
    [left, right] = [Math.max(left, box.left + at.clientLeft), Math.min(right, box.left + at.clientLeft + at.clientWidth)];
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  for (const cell of cells) {
    const box = cell.getBoundingClientRect();
    for (const across of [0.03, 0.5, 0.97])
      for (const down of [0.06, 0.5, 0.94]) {
        const [x, y] = [box.left + box.width * across, box.top + box.height * down];
        if (x <= left || x >= right || y <= top || y >= bottom) continue;
        asked++;
        const at = document.elementFromPoint(x, y);
        if (!at || !head.contains(at)) found.push(`${cell.textContent}: ${at?.localName} “${at?.textContent?.slice(0, 40)}” is in front`);
        else {
          let ground: Element | null = at;
          while (ground && ground !== head.parentElement && !isOpaque(ground)) ground = ground.parentElement;
          if (!ground || ground === head.parentElement) found.push(`${cell.textContent}: its ground is not opaque`);
        }
      }
  }
  return asked === 0 ? ['nothing of the head is in sight'] : [...new Set(found)];
}

/** What scrolls the element up and down. */
export function scrollerOf(element: Element): Element {
  let at = element;
  while (at.parentElement && !(/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight)) at = at.parentElement;
  return at;
}

/**
 * Scrolls by several amounts in both directions. What cannot scroll far enough would prove nothing.
 * @param list what is below the head, where that does not contain it
 */
export async function expectNothingThrough(head: Element, list: Element = head): Promise<void> {
  const scroller = scrollerOf(list);
  await soon(() => expect(scroller.scrollHeight - scroller.clientHeight).toBeGreaterThan(30));
  for (const down of [0, 0.07, 0.31, 0.58, 1])
    for (const across of [0, 0.4, 1]) {
      scroller.scrollTo({
        top: (scroller.scrollHeight - scroller.clientHeight) * down,
        left: (scroller.scrollWidth - scroller.clientWidth) * across,
        behavior: 'instant',
      });
      await soon(() => expect(seenThrough(head), `${down} down, ${across} across`).toEqual([]));
    }
}
