/** Tracks which elements are in view: other rows follow a slider later, and their strips are not painted. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';

/** Margin around the view (px): rows are drawn before they scroll in. */
const MARGIN = '160px 0px';

export interface InView {
  /** Observes an element; returns a function that ends it. */
  follow(element: Element, onChange: (inView: boolean) => void): () => void;
}

/** @param root what scrolls; null = the page */
export function useInView(root: RefObject<Element | null> | null): InView {
  const observer = useRef<IntersectionObserver | null>(null);
  const listeners = useRef(new Map<Element, (inView: boolean) => void>());
  useEffect(() => {
    const followed = listeners.current;
    const made = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) followed.get(target)?.(isIntersecting);
      },
      { root: root?.current ?? null, rootMargin: MARGIN },
    );
    observer.current = made;
    for (const element of followed.keys()) made.observe(element);
    return () => {
      observer.current = null;
      made.disconnect();
    };
  }, [root]);
  return useMemo(
    () => ({
      follow(element, onChange) {
        listeners.current.set(element, onChange);
        observer.current?.observe(element);
        return () => {
          listeners.current.delete(element);
          observer.current?.unobserve(element);
        };
      },
    }),
    [],
  );
}

/** Whether the element of `ref` is in view; `initially` until the browser has said. */
export function useIsInView(ref: RefObject<Element | null>, { follow }: InView, initially: boolean): boolean {
  const [inView, setInView] = useState(initially);
  useEffect(() => (ref.current ? follow(ref.current, setInView) : undefined), [ref, follow]);
  return inView;
}
