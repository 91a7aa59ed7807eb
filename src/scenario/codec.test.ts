import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode, encode, fromFile, isSnapshotLink, toFile } from './codec.ts';
import { defaultScenario, diffFromDefaults, fillDefaults, LINK_BUDGET, MAX_FRAGMENT, MAX_INFLATED } from './defaults.ts';
import { checksum, deflate, fromBase64Url, inflate, toBase64Url } from './packing.ts';
import { type Scenario, SCENARIO_VERSION } from './schema.ts';
import { decodeSnapshot } from './decode.ts';
import { scenarios } from './testing/arbitrary.ts';
import { runs } from '../engine/testing/scale.ts';

/** A link with any data in it, as somebody could make it by hand. */
async function linkOf(data: unknown, version = 1): Promise<string> {
  return `#s=${version}.${toBase64Url(await deflate(new TextEncoder().encode(JSON.stringify(data))))}`;
}

async function codeOf(fragment: string): Promise<string> {
  const decoded = await decode(fragment);
  return decoded.ok ? 'ok' : decoded.error.code;
}

describe('links', () => {
  test('the defaults make a short link', async () => {
    const link = await encode(defaultScenario());
    expect(link.length).toBeLessThan(40);
    expect(await decode(link)).toEqual({ ok: true, value: defaultScenario() });
  });

  test('a link holds only what differs', () => {
    const base = defaultScenario();
    const changed: Scenario = { ...base, settings: { ...base.settings, target: 0.3 }, view: { ...base.view, tab: 'replay' }, marks: { m7: 'pin' } };
    expect(diffFromDefaults(changed)).toEqual({ settings: { target: 0.3 }, view: { tab: 'replay' }, marks: { m7: 'pin' } });
    expect(fillDefaults(diffFromDefaults(changed))).toEqual(changed);
    expect(diffFromDefaults(base)).toEqual({});
  });

  test('a compaction that was carried out brings its own settings, less what equals the defaults', () => {
    const base = defaultScenario();
    const at = '2026-01-02T03:04:05.678Z';
    const step = { strategy: 'hybrid', params: {}, settings: { ...base.settings, target: 0.3 }, marks: {}, at };
    const changed: Scenario = { ...base, applied: [step], undone: 2 };
    expect(diffFromDefaults(changed)).toEqual({ applied: [{ strategy: 'hybrid', settings: { target: 0.3 }, at }], undone: 2 });
    expect(fillDefaults(diffFromDefaults(changed))).toEqual(changed);
  });

  test('any valid scenario survives a link and a file', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        expect(await decode(await encode(scenario))).toEqual({ ok: true, value: scenario });
        expect(await fromFile(toFile(scenario))).toEqual({ ok: true, value: { scenario, summaries: [] } });
      }),
      { numRuns: runs(150) },
    );
  });

  test('garbage is an error, never an exception', async () => {
    const inputs = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((s) => `#s=1.${s}`),
      fc.stringMatching(/^#s=[0-9]{0,7}\.[\w-]{0,200}$/),
      fc.base64String().map((s) => `s=1.${s}`),
    );
    await fc.assert(
      fc.asyncProperty(inputs, async (text) => {
        expect((await decode(text)).ok).toBe(false);
      }),
      { numRuns: runs(400) },
    );
  });

  test('a link with one wrong character, or cut off, never opens as another scenario', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, fc.nat(), fc.integer({ min: 1, max: 63 }), fc.boolean(), async (scenario, position, shift, cut) => {
        const link = await encode(scenario);
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        const at = 5 + (position % (link.length - 5));
        const other = alphabet[(alphabet.indexOf(link[at] ?? 'A') + shift) % 64] ?? 'A';
        const damaged = cut ? link.slice(0, at) : link.slice(0, at) + other + link.slice(at + 1);
        const decoded = await decode(damaged);
        // The last character's spare bits mean nothing: such a link is still the same one.
        if (decoded.ok) expect(decoded.value).toEqual(scenario);
        else expect(['damaged', 'invalid', 'too-large']).toContain(decoded.error.code);
      }),
      { numRuns: runs(300) },
    );
  });

  test('a bomb stops at the limit', async () => {
    const bomb = await deflate(new Uint8Array(120_000_000));
    const started = await inflate(bomb, MAX_INFLATED);
    expect(started).toEqual({ ok: false, error: 'too-large' });
    expect(await codeOf(`#s=1.${toBase64Url(bomb)}`)).toBe('too-large');
    expect(await codeOf(`#s=1.${'A'.repeat(MAX_FRAGMENT)}`)).toBe('too-large');
  });

  test('codes say what is wrong, paths say where', async () => {
    expect(await codeOf('')).toBe('damaged');
    expect(await codeOf('#s=0.AAAA')).toBe('damaged');
    expect(await decode(await linkOf({}, SCENARIO_VERSION + 1))).toMatchObject({
      ok: false,
      error: { code: 'newer-version', version: SCENARIO_VERSION + 1 },
    });
    const step = { strategy: 'hybrid', at: '2026-01-02T03:04:05.678Z' };
    const invalid: readonly [unknown, string][] = [
      [{ settings: { target: 0 } }, '$.settings.target'],
      [{ settings: { target: 1.5 } }, '$.settings.target'],
      [{ settings: { window: '128k' } }, '$.settings.window'],
      [{ settings: { weight: -0.1 } }, '$.settings.weight'],
      [{ settings: { keywords: { marks: ['ok', ''] } } }, '$.settings.keywords.marks[1]'],
      [{ settings: { keywords: { nothing: [] } } }, '$.settings.keywords.nothing'],
      [{ settings: { keywords: [] } }, '$.settings.keywords'],
      [{ settings: null }, '$.settings'],
      [{ transcript: { kind: 'sample', id: '../../secret' } }, '$.transcript.id'],
      [{ transcript: { kind: 'sample' } }, '$.transcript.id'],
      [{ transcript: { kind: 'url', href: 'https://example.org' } }, '$.transcript.kind'],
      [
        {
          rows: [
            { key: 'hybrid', strategy: 'hybrid', params: {} },
            { key: 'hybrid~1', strategy: 'hybrid', params: {} },
          ],
        },
        '$.rows[1]',
      ],
      [{ rows: [{ key: 'hybrid', strategy: 'hybrid', params: { confidence: null } }] }, '$.rows[0].params.confidence'],
      [{ rows: [{ key: 'hybrid', strategy: 'hybrid', params: { confidence: 'x'.repeat(30_000) } }] }, '$.rows[0].params.confidence'],
      [{ marks: { m1: 'URGENT' } }, '$.marks.m1'],
      [{ view: { other: 'x'.repeat(101) } }, '$.view.other'],
      [{ view: { tab: 'about' } }, '$.view.tab'],
      [{ apiKey: 'x' }, '$'],
      [{ undone: -1 }, '$.undone'],
      [{ applied: 'all' }, '$.applied'],
      [{ applied: [{ strategy: 'hybrid' }] }, '$.applied[0].at'],
      [{ applied: [{ ...step, at: 'yesterday' }] }, '$.applied[0].at'],
      [{ applied: [{ ...step, settings: { target: 0 } }] }, '$.applied[0].settings.target'],
      [{ applied: [{ ...step, marks: { m1: 'URGENT' } }] }, '$.applied[0].marks.m1'],
      [{ applied: [7] }, '$.applied[0]'],
    ];
    for (const [data, where] of invalid) {
      expect(await decode(await linkOf(data))).toMatchObject({ ok: false, error: { code: 'invalid', path: where } });
    }
  });

  test('a prototype cannot be smuggled in', async () => {
    const bytes = await deflate(new TextEncoder().encode('{"marks":{"__proto__":"pin"},"settings":{"__proto__":{"target":0.1}}}'));
    expect(await codeOf(`#s=1.${toBase64Url(bytes)}`)).toBe('damaged');
    expect((await fromFile('{"v":1,"__proto__":{"x":1}}')).ok).toBe(false);
  });

  test('percent-encoded and bare fragments open too', async () => {
    const link = await encode(defaultScenario());
    expect((await decode(link.slice(1))).ok).toBe(true);
    expect((await decode(link.replace('=', '%3D'))).ok).toBe(true);
  });

  test('a transcript of ordinary size fits into the budget', async () => {
    const text = JSON.stringify(
      Array.from({ length: 300 }, (_, i) => ({ role: 'user', content: `Message ${i}: please check invoice ${i * 7919} and tell the team.` })),
    );
    const link = await encode({ ...defaultScenario(), transcript: { kind: 'inline', name: 'talk.json', text } });
    expect(text.length).toBeGreaterThan(20_000);
    expect(link.length).toBeLessThan(LINK_BUDGET);
  });
});

describe('scenario files', () => {
  test('what is left out has its default; damage and versions are told', async () => {
    expect(await fromFile('{"v":1,"settings":{"target":0.25}}')).toMatchObject({
      ok: true,
      value: { scenario: { settings: { target: 0.25, weight: 0.6 } } },
    });
    const summary = { key: 'a'.repeat(64), choice: 'openai/m', text: 'Done.', usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 }, ms: 5 };
    expect(await fromFile(toFile(defaultScenario(), [summary]))).toMatchObject({ ok: true, value: { summaries: [summary] } });
    for (const wrong of [{ ...summary, key: '../x' }, { ...summary, extra: 1 }, { ...summary, text: 'x'.repeat(200_001) }, 7]) {
      expect(await fromFile(JSON.stringify({ ...defaultScenario(), summaries: [wrong] }))).toMatchObject({
        ok: false,
        error: { path: '$.summaries' },
      });
    }
    expect(await fromFile('{"v":')).toMatchObject({ ok: false, error: { code: 'damaged' } });
    expect(await fromFile('{}')).toMatchObject({ ok: false, error: { code: 'invalid', path: '$.v' } });
    expect(await fromFile('{"v":9}')).toMatchObject({ ok: false, error: { code: 'newer-version', version: 9 } });
    expect((await fromFile('null')).ok).toBe(false);
  });
});

describe('packing', () => {
  test('base64url of any bytes', () => {
    const survives = fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(new Uint8Array(bytes));
    });
    fc.assert(survives, { numRuns: runs(50) });
    expect(fromBase64Url('a+b')).toBeNull();
    expect(fromBase64Url('A')).toBeNull();
  });
  test('the check sum is FNV-1a', () => {
    expect(checksum('')).toBe((0x811c9dc5).toString(36));
    expect(checksum('a')).toBe((0xe40c292c).toString(36));
  });
});

describe('stored links', () => {
  const folder = path.resolve(import.meta.dirname, '../../fixtures/links');
  const names = readdirSync(folder).filter((f) => f.endsWith('.txt'));
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

  test.each(names)('%s opens as it did', async (name) => {
    const link = read(name).trim();
    const opened = await (isSnapshotLink(link) ? decodeSnapshot(link) : decode(link));
    expect(opened).toEqual({ ok: true, value: JSON.parse(read(name.replace('.txt', '.json'))) });
  });
  test('there are some', () => expect(names.length).toBeGreaterThanOrEqual(4));
});
