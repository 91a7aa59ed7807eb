import { describe, expect, test } from 'vitest';
import { app } from './en/app.ts';
import { compare } from './en/compare.ts';
import { diff } from './en/diff.ts';
import { engine } from './en/engine.ts';
import { numberFormats } from './format.ts';
import { addDictionary, formatReason, formatWarning, lookup, t } from './index.ts';

const n = numberFormats('en');

describe('numbers', () => {
  test.each([
    [n.whole(64036), '64,036'],
    [n.share(0.5012), '50.1'],
    [n.percent(0.5), '50\u00a0%'],
    [n.percent(0.4231), '42.3\u00a0%'],
    [n.score(0.5), '0.500'],
    [n.scoreDelta(0.089), '+.089'],
    [n.scoreDelta(-0.113), '−.113'],
    [n.scoreDelta(1.25), '+1.250'],
    [n.scoreDelta(0), '±.000'],
    [n.shareDelta(0.089), '+8.9'],
    [n.shareDelta(-0.00001), '±0.0'],
    [n.wholeDelta(-1204), '−1,204'],
    [n.ms(0.4), '<1'],
    [n.ms(21.4), '21'],
    [n.money(0.012345), '$0.0123'],
    [n.axis(20_000), '20k'],
    [n.axis(1_500_000), '1.5M'],
    [n.axis(914), '914'],
    [n.bytes(50_000), '50\u00a0KB'],
    [n.plain(-3), '−3'],
    [n.plain(0.12345), '0.123'],
  ])('%s', (shown, expected) => expect(shown).toBe(expected));
});

describe('words', () => {
  test('numbers inside sentences have separators, shares their sign, raw numbers nothing', () => {
    addDictionary('en', {
      'test.all': '{{tokens}} of {{share, percent}} in {{index, raw}} by {{who}}',
      'test.n_one': '{{count}} row',
      'test.n_other': '{{count}} rows',
    });
    expect(lookup('test.all', { tokens: 12345, share: 0.42, index: 12345, who: '<b>&' })).toBe('12,345 of 42\u00a0% in 12345 by <b>&');
    expect(lookup('test.n', { count: 1 })).toBe('1 row');
    expect(lookup('test.n', { count: 1200 })).toBe('1,200 rows');
  });
  test('values are never taken for templates', () => {
    expect(t('palette.none', { text: '{{count}} $t(app.title)' })).toContain('{{count}} $t(app.title)');
  });
  test('an unknown key is told, an unknown reason shows its values', () => {
    expect(lookup('no.such.key')).toBeNull();
    expect(formatReason({ key: 'never-heard', values: { tokens: 3 } })).toBe('never-heard · tokens 3');
  });
  test('a warning without words of its own says what the importer said', () => {
    expect(formatWarning({ code: 'never-heard', message: 'Line 3 was skipped.', count: 1 })).toBe('Line 3 was skipped.');
  });
  test('no key is defined twice, and every plural has both forms', () => {
    const parts = [app, compare, diff, engine].map((d) => Object.keys(d));
    const all = parts.flat();
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
    const other = (key: string) => key.replace(/_(one|other)$/, (_, form: string) => (form === 'one' ? '_other' : '_one'));
    expect(all.filter((key) => /_(one|other)$/.test(key) && !all.includes(other(key)))).toEqual([]);
  });
});
