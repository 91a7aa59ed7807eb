import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(12), fc.nat(1000)), { maxLength: 200 });

describe('BoundedMap', () => {
  test('has the newest value of each of the `most` keys used last, and never one that was not set', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), steps, (most, all) => {
        const map = new BoundedMap<number, number>(most);
        const set = new Map<number, number>();
        // Keys by their last use, the newest at the end.
        let used: number[] = [];
        for (const [write, key, value] of all) {
          const found = write ? undefined : map.get(key);
          if (write) {
            map.set(key, value);
            set.set(key, value);
          } else if (used.slice(-most).includes(key)) expect(found).toBe(set.get(key));
          else expect([undefined, set.get(key)]).toContain(found);
          if (write || found !== undefined) used = [...used.filter((other) => other !== key), key];
        }
      }),
    );
  });

  test('holds at most twice `most` entries', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), steps, (most, all) => {
        const map = new BoundedMap<number, number>(most);
        for (const [write, key, value] of all) {
          if (write) map.set(key, value);
          else map.get(key);
        }
        // Asking makes an entry young and may push others out, but never makes one.
        const held = Array.from({ length: 13 }, (_, key) => key).filter((key) => map.get(key) !== undefined);
        expect(held.length).toBeLessThanOrEqual(2 * most);
      }),
    );
  });

  test('forgets the older generation as a whole, and what was read from it stays', () => {
    const map = new BoundedMap<string, number>(2);
    for (const [k, key] of ['a', 'b', 'c'].entries()) map.set(key, k);
    expect(map.get('a')).toBe(0);
    map.set('d', 3);
    expect([map.get('a'), map.get('b'), map.get('c'), map.get('d')]).toEqual([0, undefined, 2, 3]);
  });

  test('a value set anew is the value, also where the key stood in the older generation', () => {
    const map = new BoundedMap<string, number>(1);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    expect(map.get('a')).toBe(3);
  });

  test('makes a value once', () => {
    const map = new BoundedMap<string, string>(4);
    let made = 0;
    const make = (): string => `value ${++made}`;
    expect([map.getOrMake('k', make), map.getOrMake('k', make)]).toEqual(['value 1', 'value 1']);
    map.clear();
    expect(map.get('k')).toBeUndefined();
    expect(map.getOrMake('k', make)).toBe('value 2');
  });
});
