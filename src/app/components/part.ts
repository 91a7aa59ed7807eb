/** Parts of the page that are loaded on demand, and again after a failed attempt. */
import { type ComponentType, createElement, lazy } from 'react';

/** Resets each part that could not be loaded for another attempt. */
const failed = new Set<() => void>();

/**
 * Like React's `lazy`, which remembers a failure for as long as the page lives: after `renewFailed` the next render loads again. Not at
 * once, because React renders again by itself, and an offline page would retry endlessly. docs/adr/0023-one-style-sheet.md
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const create = () =>
    lazy(() =>
      load().then(
        (component) => ({ default: component }),
        (error: unknown) => {
          failed.add(renew);
          throw error;
        },
      ),
    );
  let current = create();
  const renew = (): void => {
    current = create();
  };
  return function Part(props: P) {
    return createElement(current as ComponentType<P>, props);
  };
}

/** Call before a retry: parts that could not be loaded are loaded anew on the next render. */
export function renewFailed(): void {
  for (const renew of failed) renew();
  failed.clear();
}
