// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('keeps, reads, removes, each area apart', () => {
  expect(readStored('a')).toBeNull();
  expect(writeStored('a', '1')).toBe(true);
  expect([readStored('a'), readStored('a', 'sessionStorage')]).toEqual(['1', null]);
  expect(writeStored('a', null)).toBe(true);
  expect(readStored('a')).toBeNull();
});

test('storage that the browser refuses holds nothing and throws nothing', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse });
  try {
    expect(readStored('a')).toBeNull();
    expect([writeStored('a', '1'), writeStored('a', null)]).toEqual([false, false]);
  } finally {
    Object.defineProperty(globalThis, 'localStorage', own);
  }
});

test('a full storage: nothing older stays in the place of what did not fit', () => {
  const held = new Map([['a', 'old']]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => held.get(name) ?? null,
    removeItem: (name: string) => held.delete(name),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(writeStored('a', 'new')).toBe(false);
  expect(readStored('a')).toBeNull();
});
