import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      return listen(matchMedia(query), { change: listener });
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

export function useElementWidth<T extends HTMLElement>() {
  const [width, setWidth] = useState(0);
  const ref = useObserved<T>(useCallback((size) => setWidth(size.width), []));
  return { ref, width };
}

export function useElementSize<T extends HTMLElement>() {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const ref = useObserved<T>(useCallback(({ width, height }) => setSize({ width, height }), []));
  return { ref, ...size };
}

/** Until what it returns is called. */
export function listen(
  target: EventTarget | null | undefined,
  listeners: Readonly<Record<string, (e: never) => void>>,
  options?: AddEventListenerOptions,
): () => void {
  const ended = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    target?.addEventListener(name, listener as EventListener, { ...options, signal: ended.signal });
  return () => ended.abort();
}

/** Arrow keys from one tab to the next, round the ends. */
export function goTab<T extends string>(e: KeyboardEvent<HTMLElement>, all: readonly T[], now: T, open: (next: T) => void, prefix: string): void {
  const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0) return;
  e.preventDefault();
  const next = all[(all.indexOf(now) + by + all.length) % all.length]!;
  open(next);
  e.currentTarget.querySelector<HTMLElement>(`#${prefix}${next}`)?.focus();
}

/** What was scrolled to is followed until it has stood still for so many frames, and no longer than the second number. */
export const CALM = 30;
export const MOST_FRAMES = 180;
export const FRAMES_TO_DRAW = 4;

export function untilScrolled(list: Element, stop: () => void): () => void {
  const end = listen(list, { wheel: stop, pointerdown: stop, keydown: stop }, { passive: true });
  return () => {
    stop();
    end();
  };
}

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

export const download = (name: string, text: string, type = 'text/plain'): void => save(name, new Blob([text], { type: `${type};charset=utf-8` }));

export const saveBytes = (name: string, bytes: Uint8Array<ArrayBuffer>): void => save(name, new Blob([bytes]));

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the URL; revoking it at once loses the file in Safari.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function fileName(transcript: string, part: string, extension: string): string {
  const stem = transcript.replace(/\.[a-z0-9]{1,6}$/i, '').replace(/[\\/:*?"<>|\s]+/g, '-') || 'transcript';
  return `${stem}.${part.replaceAll('~', '-')}.${extension}`;
}
