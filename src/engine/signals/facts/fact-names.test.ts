import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextMap } from './fact-names.ts';

test('a stretch has the value made of it, whatever stands around it; kinds are told apart', () => {
  let made = 0;
  const map = new TextMap((text, kind) => {
    made++;
    return `${kind} ${text}`;
  });
  expect(map.of('the path src/a.ts stands', 9, 17, 2)).toBe('2 src/a.ts');
  expect(map.of('src/a.ts', 0, 8, 2)).toBe('2 src/a.ts');
  expect(map.of('src/a.ts', 0, 8, 3)).toBe('3 src/a.ts');
  expect(made).toBe(2);
});

test('any stretches of any text, long ones and more than are remembered', () => {
  const map = new TextMap((text, kind) => `${kind} ${text}`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.nat(600), fc.nat(600), fc.nat(255), (text, a, b, kind) => {
      const start = Math.min(a, b, text.length);
      const end = Math.min(Math.max(a, b), text.length);
      expect(map.of(text, start, end, kind)).toBe(`${kind} ${text.slice(start, end)}`);
    }),
  );
  for (let k = 0; k < 150_000; k++) if (map.of(String(k), 0, String(k).length, 0) !== `0 ${k}`) expect.fail(`${k}`);
  expect(map.of('7', 0, 1, 0)).toBe('0 7');
});
