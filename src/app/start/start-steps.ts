/** The five steps of the guide, and what on the page each of them is about. docs/start.md */

export const STEPS = ['answer', 'row', 'number', 'budget', 'own'] as const;
export type Step = (typeof STEPS)[number];

const ANCHORS: Record<Step, readonly string[]> = {
  answer: ['[data-guide="answer"]'],
  row: ['[role="tabpanel"] [data-key] [data-strip]', '[role="tabpanel"] [data-key]'],
  number: ['[role="tabpanel"] [data-key] [data-guide="number"]', '[role="tabpanel"] [data-key]'],
  budget: ['[data-setting="target"]', '[data-opens-controls]'],
  own: ['[data-guide="own"]'],
};

const isSeen = (element: Element): boolean => element.getClientRects().length > 0;

/** What a step is about; null = it is not there (yet). */
export function anchorOf(step: Step): Element | null {
  for (const selector of ANCHORS[step]) {
    const found = [...document.querySelectorAll(selector)].find(isSeen);
    if (found) return found;
  }
  return null;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const GAP = 8;

export function noteAt(anchor: Box | null, note: Pick<Box, 'width' | 'height'>, page: Pick<Box, 'width' | 'height'>): Pick<Box, 'left' | 'top'> {
  const within = (at: number, size: number, room: number) => Math.max(GAP, Math.min(at, room - size - GAP));
  if (!anchor) return { left: within(page.width, note.width, page.width), top: within(page.height, note.height, page.height) };
  const left = within(anchor.left, note.width, page.width);
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - GAP - note.height;
  const top =
    below + note.height + GAP <= page.height
      ? Math.max(GAP, below)
      : above >= GAP
        ? within(above, note.height, page.height)
        : within(page.height, note.height, page.height);
  return { left, top };
}
