/** A document in slices is what JSON.parse makes of it, and anything that it refuses is left to it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseInSlices, type SliceSizes } from './sliced.ts';
import { runs } from '../testing/scale.ts';

/** The value, and how many slices it took; undefined = left to JSON.parse. */
function sliced(text: string, sizes: SliceSizes): { readonly value: unknown; readonly slices: number } | undefined {
  const steps = parseInSlices(new TextEncoder().encode(text), { least: 0, ...sizes });
  let last = 0;
  for (let slices = 0; ; slices++) {
    const step = steps.next();
    if (step.done) return step.value && { value: step.value.value, slices };
    const { done, of } = step.value;
    expect(done).toBeGreaterThan(last);
    expect(done).toBeLessThanOrEqual(of);
    last = done;
  }
}

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

/** Equal to the last field: their order, −0 and fields named `__proto__` too. */
function expectSame(found: unknown, wanted: unknown): void {
  expect(isDeepStrictEqual(found, wanted)).toBe(true);
  expect(JSON.stringify(found)).toBe(JSON.stringify(wanted));
}

const KEYS = ['role', 'content', '__proto__', 'constructor', '1', '0', '', 'a"b', 'é\n', '😀'];
const key = fc.oneof(fc.constantFrom(...KEYS), fc.string());
const SCALARS = ['-0', '1e400', '-1E-2', '0', 'true', 'false', 'null', '"},{\\"role\\""', '"\\\\"', '"\\\\\\""', '"\\ud83d"', '"]}[{,:"', '""'];
const scalar = fc.oneof(
  fc.constantFrom(...SCALARS),
  fc.json({ maxDepth: 0 }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const space = fc.constantFrom('', '', '', ' ', '\n  ', '\r\n\t');
/** JSON as text, because much of it no value is written as: repeated keys, white space, numbers out of range. */
const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
  list: fc
    .tuple(space, fc.array(fc.tuple(space, tie('json'), space)))
    .map(([empty, items]) => (items.length === 0 ? `[${empty}]` : `[${items.map((item) => item.join('')).join(',')}]`)),
  object: fc
    .tuple(space, fc.array(fc.tuple(space, key, space, tie('json'), space)))
    .map(([empty, fields]) =>
      fields.length === 0 ? `{${empty}}` : `{${fields.map(([a, name, b, value, c]) => `${a}${JSON.stringify(name)}${b}:${value}${c}`).join(',')}}`,
    ),
  json: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('object')),
}));
const slice = fc.integer({ min: 1, max: 200 });

describe('slices', () => {
  it('of any JSON give what JSON.parse gives', () => {
    fc.assert(
      fc.property(json, slice, space, (text, size, around) => {
        const whole = `${around}${text}${around}`;
        const found = sliced(whole, { slice: size });
        if (found) expectSame(found.value, JSON.parse(whole));
        else expect(whole.trimStart()).not.toMatch(/^[[{]/);
      }),
      { numRuns: runs(500) },
    );
  });

  it('of a damaged text give nothing, or what JSON.parse gives', () => {
    fc.assert(
      fc.property(
        json,
        slice,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', ',', '}', ']', '"', '\\', '{', '[', ':', '\ufeff', 'x'),
        (text, size, at, cut, put) => {
          const place = at % (text.length + 1);
          // UTF-8 has no half of a pair.
          const damaged = new TextDecoder().decode(new TextEncoder().encode(text.slice(0, place) + put + text.slice(place + cut)));
          const found = sliced(damaged, { slice: size });
          const wanted = parsed(damaged);
          if (found) expectSame(found.value, wanted?.value);
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  const messages = (count: number, text = 'Hello "you"\\ },{ [') =>
    Array.from({ length: count }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: [{ type: 'text', text: `${text} ${i}` }] }));

  it.each([
    ['a list', messages(500)],
    ['a list in an object', { model: 'm', messages: messages(500), tools: [{ name: 'f' }] }],
    ['lists in lists', messages(12).map((one, i) => ({ role: `r${i}`, all: { more: messages(100), one } }))],
    ['fields of an object', Object.fromEntries(messages(500).map((one, i) => [`k${i}`, one]))],
    ['elements that begin alike within', messages(60).map((one) => ({ role: 'x', inner: [{ role: one.role }, { role: 'y', one }] }))],
    ['elements that begin in many ways', messages(200).map((one, i) => ({ [`k${i}`]: one, role: 1 }))],
    ['strings longer than a slice', { data: 'x\\"'.repeat(3000), messages: messages(20, 'long '.repeat(1000)) }],
  ])('many of %s, written on one line or on many', (_, value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      const found = sliced(text, { slice: 2000 });
      expectSame(found?.value, value);
      expect(found!.slices).toBeGreaterThan(4);
    }
  });

  it('are left to JSON.parse: short documents, single values, a mark before the text, and what is none', () => {
    expect(parseInSlices(new TextEncoder().encode('[1,2]')).next()).toEqual({ done: true, value: undefined });
    for (const text of ['', '  ', '"text"', '12', '\ufeff[1]', '[1]x', '[1][2]', '[1,]', '[,1]', '{"a":1,}', '{"a"', '[', '{', '[1}', '{"a":1]'])
      expect(sliced(text, { slice: 1 })).toBeUndefined();
  });

  it('of any depth take no stack', () => {
    const deep = (depth: number): string => `[1,${'['.repeat(depth)}${']'.repeat(depth)},{"a":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}]`;
    const found = sliced(deep(100_000), { slice: 10 });
    expect(found?.value).toHaveLength(3);
    expectSame(sliced(deep(500), { slice: 10 })?.value, JSON.parse(deep(500)));
  });

  it('of bytes that are no UTF-8 are read as a decoder reads the whole', () => {
    const bytes = new TextEncoder().encode(JSON.stringify(messages(50)));
    for (const [at, byte] of [
      [400, 0xc3],
      [401, 0xef],
      [900, 0xff],
      [1500, 0xf0],
    ] as const)
      bytes[bytes.indexOf(72, at)] = byte;
    const steps = parseInSlices(bytes, { least: 0, slice: 300 });
    let step = steps.next();
    while (!step.done) step = steps.next();
    expectSame(step.value?.value, JSON.parse(new TextDecoder().decode(bytes)));
  });

  it('are given with how far it is', () => {
    const text = JSON.stringify(messages(1000));
    const steps = parseInSlices(new TextEncoder().encode(text), { least: 0, slice: text.length / 10 });
    const first = steps.next().value as { done: number; of: number };
    expect(first.of).toBe(text.length);
    expect(first.done / first.of).toBeCloseTo(0.1, 1);
  });
});

const data = process.env.SHARED_DIR ? path.join(process.env.SHARED_DIR, 'data') : path.resolve(import.meta.dirname, '../../../../shared/data');
const fixtures = path.resolve(import.meta.dirname, '../../../fixtures');
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .map((name) => path.join(folder, name))
    : [];

test.each([...filesIn(data), ...filesIn(fixtures)].map((file) => [path.basename(file), file]))('%s in slices is the same', (_, file) => {
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  const wanted = parsed(text);
  for (const size of [100, 5000]) {
    const found = sliced(text, { slice: size });
    if (found) expectSame(found.value, wanted?.value);
    else expect(typeof wanted?.value).not.toBe('object');
  }
});
