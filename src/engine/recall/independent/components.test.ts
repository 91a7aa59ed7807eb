import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { componentsOf } from './components.ts';
import { stringsIn } from './independent-items.ts';

const stringsOf = (text: string): string[] => Array.from(stringsIn(componentsOf(text)), ({ start, end }) => text.slice(start, end));

describe('strings of a text', () => {
  test.each([
    ['Open src/limits.ts, line 12.', ['src/limits.ts']],
    ['INC-2291: (see `queue_depth=40_000`)', ['INC-2291', 'queue_depth', '40_000']],
    ['src/a/limits.ts:120:7 failed', ['src/a/limits.ts']],
    ['https://example.test/a?b', ['example.test/a?b']],
    ['std::vector and 2026-03-01', ['std::vector', '2026-03-01']],
    ['--no-verify ./build.sh;', ['no-verify', 'build.sh']],
    ['plain words have none, short a1 neither', []],
    ['12345', []],
    ['123456', ['123456']],
    ['1.2.3.4', ['1.2.3.4']],
    ['订单号A-1234-B，请看src/配置.ts', ['A-1234-B']],
    ['Über_straße 2nd', ['Über_straße']],
  ])('%s', (text, expected) => {
    expect(stringsOf(text)).toEqual(expected);
  });

  test('six to 120 characters', () => {
    expect(stringsOf('a-bcd a-bcde')).toEqual(['a-bcde']);
    expect(stringsOf(`a${'-b'.repeat(59)}c`)).toHaveLength(1);
    expect(stringsOf(`a${'-b'.repeat(60)}`)).toEqual([]);
  });
});

describe('components', () => {
  test('cover every letter and digit once, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { count, start, end } = componentsOf(text);
        let rest = '';
        let at = 0;
        for (let c = 0; c < count; c++) {
          expect(start[c]).toBeGreaterThanOrEqual(at);
          expect(end[c]).toBeGreaterThan(start[c]!);
          rest += text.slice(at, start[c]);
          at = end[c]!;
        }
        expect(rest + text.slice(at)).not.toMatch(/[\p{L}\p{N}]/u);
      }),
    );
  });

  test('a character of a script without spaces is one', () => {
    expect(componentsOf('设计 doc').count).toBe(3);
  });

  test('case makes no difference to words', () => {
    const first = componentsOf('Queue ÄPFEL');
    const [a, b] = [first.a.slice(0, 2), first.b.slice(0, 2)];
    const second = componentsOf('queue äpfel');
    expect([second.a.slice(0, 2), second.b.slice(0, 2)]).toEqual([a, b]);
  });
});
