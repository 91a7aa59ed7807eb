/** The registry of acts: each is there once, and every key that the list of shortcuts has acts. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ActName, ACTS, actOf, keyAt, keyNames, PART_KEYS, wordsOf } from '../components/acts.ts';
import { closed, opened } from '../testing/opened.ts';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const code = Object.entries(sources)
  .filter(([name]) => !name.includes('.test.'))
  .map(([, text]) => text)
  .join('\n');

beforeEach(() => {
  opened({ compared: ['middle-removal', 'oldest-removal'] });
  // What the side by side has to find in.
  document.body.append(Object.assign(document.createElement('input'), { id: 'box' }));
  document.getElementById('box')!.dataset.find = '';
});
afterEach(() => {
  document.getElementById('box')!.remove();
  closed();
});

const pressed = (key: string): KeyboardEvent => {
  const mod = key.startsWith('mod+');
  return new KeyboardEvent('keydown', { key: key.replace('mod+', '').replace('shift+', ''), ctrlKey: mod, shiftKey: key.includes('shift+') });
};
const withKeys = Object.entries(ACTS).flatMap(([name, { keys = [] }]) => keys.map((key) => [key, name as ActName] as const));

it('no two acts have the same key, and no two of the palette the same words', () => {
  expect(new Set(withKeys.map(([key]) => key)).size).toBe(withKeys.length);
  const words = Object.values(ACTS).flatMap((act) => (act.group ? wordsOf(act) : []));
  expect(new Set(words).size).toBe(words.length);
});

it.each(withKeys)('%s is the key of %s', (key, name) => expect(actOf(pressed(key))).toBe(ACTS[name]));

it.each(Object.entries(PART_KEYS))('keys of one part are read where they act: %s', (name, [region, , keys]) => {
  const others = Object.entries(PART_KEYS).filter(([other, [of]]) => of === region && other !== name);
  for (const key of keys) expect(others.flatMap(([, [, , theirs]]) => theirs as readonly string[])).not.toContain(key);
  // Enter alone presses the button that has the focus.
  if (keys[0] !== 'Enter') expect(code).toContain(`keyAt('${name}', `);
  expect(keys.map((_, i) => i)).toEqual(keys.map((key) => keyAt(name as keyof typeof PART_KEYS, eventOf(key))));
});

const SIGNS: Readonly<Record<string, string>> = { '←': 'ArrowLeft', '→': 'ArrowRight', '↓': 'ArrowDown', '−': '-' };
function eventOf(key: string): Pick<KeyboardEvent, 'key' | 'shiftKey'> {
  const plain = key.replace('Shift ', '');
  return { key: SIGNS[plain] ?? plain, shiftKey: key.startsWith('Shift ') };
}

it('keys are written as the system writes them', () => expect(['Ctrl K', '⌘K']).toContain(keyNames('mod+K')));
