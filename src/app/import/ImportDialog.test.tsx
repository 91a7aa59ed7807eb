// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formats } from '../../engine/formats/index.ts';
import { titleOf } from '../../engine/transcript/english.ts';
import { description } from '../compare/testing/fixture.ts';
import { patch } from '../store/store.ts';
import { Kinds } from './ImportDialog.tsx';

let root: Root;
let place: HTMLElement;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  patch({
    description: { ...description, formats: formats.map(({ id, extension, serialize }) => ({ id, extension, canExport: serialize !== undefined })) },
  });
  await act(async () => root.render(<Kinds />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  patch({ description: null });
});

const shown = (): readonly string[] => [...place.querySelectorAll('li')].map((one) => one.textContent);
const search = (text: string): Promise<void> =>
  act(async () => {
    const input = place.querySelector('input')!;
    // React listens to the setter of the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

test('is one line that is closed, however many kinds there are', () => {
  expect(formats.length).toBeGreaterThan(40);
  expect(place.querySelector('details')!.open).toBe(false);
  expect(place.querySelector('summary')!.textContent).toContain(String(formats.length));
  expect(shown()).toEqual(formats.map(({ id }) => titleOf(id)));
});

test('finds a kind by a part of its name or of its id, and says when there is none', async () => {
  await search('copilot');
  expect(shown()).toEqual(['Copilot CLI']);
  await search('  CURSOR ');
  expect(shown().toSorted()).toEqual(['Cursor Markdown', 'Cursor SQLite', 'Cursor transcript']);
  await search('fax');
  expect(shown()).toEqual([expect.stringContaining('fax')]);
});
