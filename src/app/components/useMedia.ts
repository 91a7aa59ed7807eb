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
