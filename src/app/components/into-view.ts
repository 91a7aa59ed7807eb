/** What was scrolled to is followed until it has stood still for so many frames, and no longer than the second number. */
export const CALM = 30;
export const MOST_FRAMES = 180;
/** Frames in which a virtual list draws what it was sent to. */
export const FRAMES_TO_DRAW = 4;

/** Whoever scrolls wants to be elsewhere. Returns what ends the listening. */
export function untilScrolled(list: Element, stop: () => void): () => void {
  const scrolls = ['wheel', 'pointerdown', 'keydown'] as const;
  for (const event of scrolls) list.addEventListener(event, stop, { passive: true });
  return () => {
    stop();
    for (const event of scrolls) list.removeEventListener(event, stop);
  };
}

/**
 * Brings an element of a list into its middle or to its beginning, and keeps it there while heights change. Returns what ends it.
 * @param seek sends a virtual list to where the element will be drawn
 */
export function bringIntoView(list: Element, element: () => Element | null, block: 'center' | 'start', seek?: () => void): () => void {
  let [frame, frames, calm] = [0, 0, 0];
  const settle = (): void => {
    const found = element();
    if (found) {
      const before = list.scrollTop;
      found.scrollIntoView({ block });
      calm = frames > 0 && Math.abs(list.scrollTop - before) <= 1 ? calm + 1 : 0;
    } else if (frames % FRAMES_TO_DRAW === 0) seek?.();
    if (calm < CALM && ++frames < MOST_FRAMES) frame = requestAnimationFrame(settle);
  };
  settle();
  return untilScrolled(list, () => cancelAnimationFrame(frame));
}
