// @vitest-environment happy-dom
import { act, type ComponentType, createElement, lazy, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { beforeEach, expect, test, vi } from 'vitest';
import { part, Parts, renewFailed } from './part.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

/** A page with the part alone, and "Try again" where it is broken. */
async function drawn(Part: ComponentType) {
  const page = document.createElement('div');
  const root = createRoot(page);
  let reset = (): void => undefined;
  const fallbackRender = ({ resetErrorBoundary }: { resetErrorBoundary: () => void }) => {
    reset = resetErrorBoundary;
    return 'broken';
  };
  const tree = createElement(ErrorBoundary, { fallbackRender, onReset: renewFailed }, createElement(Parts, null, createElement(Part)));
  await act(async () => root.render(tree));
  return { page, root, tree, again: (): void => reset() };
}

test('a part that could not be fetched is fetched again when somebody tries again, and not before', async () => {
  let online = false;
  const load = vi.fn(async () => {
    if (!online) throw new Error('offline');
    return { Here: () => createElement('p', null, 'here') };
  });
  const Later = part(load, 'Here');
  const { page, root, tree, again } = await drawn(Later);
  expect([page.textContent, load.mock.calls.length]).toEqual(['broken', 1]);
  await act(async () => again());
  expect([page.textContent, load.mock.calls.length]).toEqual(['broken', 2]);
  online = true;
  await act(async () => root.render(tree));
  expect(load.mock.calls.length).toBe(2);
  await act(async () => again());
  expect([page.textContent, load.mock.calls.length]).toEqual(['here', 3]);
  await act(async () => root.unmount());
});

test('where the browser names the address that failed, another address of the same file is asked for', async () => {
  const file = `${location.origin}/assets/Later-1a2b.js`;
  const load = vi.fn(async (): Promise<{ readonly Here: () => ReactNode }> => {
    throw new TypeError(`Failed to fetch dynamically imported module: ${file}`);
  });
  const asked: string[] = [];
  const Later = part(load, 'Here', async (address, attempt) => {
    asked.push(`${address} ${attempt}`);
    if (attempt < 2) throw new TypeError(`Failed to fetch dynamically imported module: ${address}?again=${attempt}`);
    return { Here: () => createElement('p', null, 'here') };
  });
  const { page, root, again } = await drawn(Later);
  await act(async () => again());
  expect(page.textContent).toBe('broken');
  await act(async () => again());
  expect([page.textContent, load.mock.calls.length, asked]).toEqual(['here', 1, [`${file} 1`, `${file} 2`]]);
  await act(async () => root.unmount());
});

test('the page is at rest when what stands for a part is gone, not when the part is there', async () => {
  const rests = (): boolean => document.documentElement.hasAttribute('data-idle');
  const asked = (): unknown => globalThis.dispatchEvent(new Event('click'));
  let come: (module: { readonly default: () => ReactNode }) => void = () => undefined;
  const arrival = new Promise<Parameters<typeof come>[0]>((resolve) => (come = resolve));
  const { page, root } = await drawn(lazy(() => arrival));
  asked();
  await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
  expect([page.textContent, rests()]).toEqual(['', false]);
  await act(async () => come({ default: () => 'here' }));
  await vi.waitFor(() => expect(rests()).toBe(true));
  expect(page.textContent).toBe('here');
  await act(async () => root.unmount());
});
