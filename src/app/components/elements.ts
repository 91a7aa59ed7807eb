import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Whether a media query matches, now and whenever that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function useObserved<T extends HTMLElement>(onSize: (size: Size) => void) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && onSize(entry.contentRect));
    observer.observe(element);
    return () => observer.disconnect();
  }, [onSize]);
  return ref;
}

/** Width of an element's content in px; 0 before it is laid out. */
export function useElementWidth<T extends HTMLElement>() {
  const [width, setWidth] = useState(0);
  const ref = useObserved<T>(useCallback((size) => setWidth(size.width), []));
  return { ref, width };
}

/** Both sizes of an element's content in px; 0 × 0 before it is laid out. */
export function useElementSize<T extends HTMLElement>() {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const ref = useObserved<T>(useCallback(({ width, height }) => setSize({ width, height }), []));
  return { ref, ...size };
}

/** True for elements that take typed or pasted text themselves. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['button', 'checkbox', 'file', 'radio', 'range', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** True while an element takes back its own typing: a number field whose number is taken leaves that to the page. */
export const ownsUndo = (target: EventTarget | null): boolean => isTextField(target) && !(target as HTMLElement).hasAttribute('data-taken');

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
