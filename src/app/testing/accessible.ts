import axe from 'axe-core';
import { expect } from 'vitest';

/** No rule of axe is broken in an element. */
export async function expectAccessible(element: Element): Promise<void> {
  const { violations } = await axe.run(element, { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)).toEqual([]);
}
