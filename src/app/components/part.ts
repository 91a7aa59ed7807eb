/** Parts of the page that are fetched when they are needed, and again after a try that failed. */
import { type ComponentType, createElement, lazy } from 'react';

/** What makes each part that could not be fetched ready for another try. */
const failed = new Set<() => void>();

/**
 * Like React's `lazy`, which remembers a failure for as long as the page lives: after `renewFailed` the next draw fetches again.
 * It is not done at once, because React draws again by itself, and an offline page would try without end.
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

/** Before somebody tries again: parts that could not be fetched are fetched anew when they are drawn next. */
export function renewFailed(): void {
  for (const renew of failed) renew();
  failed.clear();
}
