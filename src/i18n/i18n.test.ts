import { describe, expect, test } from 'vitest';
import { app } from './en/app.ts';
import { cli } from './en/cli.ts';
import { compare } from './en/compare.ts';
import { diff } from './en/diff.ts';
import { engine } from './en/engine.ts';
import { loss } from './en/loss.ts';
import { replayPage } from './en/replay-page.ts';
import { report } from './en/report.ts';
import { sent } from './en/sent.ts';
import { set } from './en/set.ts';
import { tune } from './en/tune.ts';
import { use } from './en/use.ts';
import { addDictionary, formatReason, formatWarning, lookup, numberFormats, t } from './index.ts';
import { cli as zhCli } from './zh-CN/cli.ts';
import { dictionary } from './zh-CN/index.ts';

const english: Readonly<Record<string, string>> = {
  ...app,
  ...compare,
  ...diff,
  ...engine,
  ...loss,
  ...replayPage,
  ...report,
  ...sent,
  ...set,
  ...tune,
  ...use,
};

const n = numberFormats('en');

describe('the systems S0 to S4', () => {
  const NAMES: Record<string, readonly [string, string]> = {
    S0: ['twenty strategies', '二十种策略'],
    S1: ['context compactor', '上下文压缩器'],
    S2: ['context manager', '上下文管理器'],
    S3: ['selective compaction', '选择性压缩'],
    S4: ['automatic compression', '自动压缩'],
  };
  /** Codes that stand without their name before them. `S0 to S4` are what the terminal's option takes, or all five. */
  function bare(text: string): string[] {
    const rest = text.replace(/S0 (?:to|至) S4/g, '');
    return Array.from(rest.matchAll(/\b(S[0-4])\b/g))
      .filter(({ index, 1: code }) => !NAMES[code!]!.some((name) => new RegExp(`${name}[ ,(（]{1,2}$`, 'i').test(rest.slice(0, index))))
      .map(([code]) => code);
  }

  test('are called by their names, with the code at most behind them', () => {
    expect(bare('Context manager (S2), selective compaction, S3, 自动压缩（S4）')).toEqual([]);
    expect(bare('S1 estimate (S2)')).toEqual(['S1', 'S2']);
    const all: readonly (readonly [string, string])[] = [english, dictionary, cli, zhCli].flatMap((words) => Object.entries(words));
    expect(all.length).toBeGreaterThan(2000);
    expect(all.filter(([, text]) => bare(text).length > 0)).toEqual([]);
  });
});

describe('numbers', () => {
  test.each([
    [n.whole(64036), '64,036'],
    [n.share(0.5012), '50.1'],
    [n.percent(0.5), '50\u00a0%'],
    [n.percent(0.4231), '42.3\u00a0%'],
    [n.score(0.5), '0.500'],
    [n.score(-0.0004), '0.000'],
    [n.score(-0.0006), '−0.001'],
    [n.percent(-0.0001), '0\u00a0%'],
    [n.whole(-0.4), '0'],
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
  test('a count takes the form of its noun, as a number and as text', () => {
    addDictionary('en', { 'test.noun': '{{age, noun message}} back' });
    const said = [0, 1, 2, 1200, '1', '1,200'].map((age) => lookup('test.noun', { age }));
    expect(said).toEqual(['0 messages back', '1 message back', '2 messages back', '1,200 messages back', '1 message back', '1,200 messages back']);
  });
  test('values are never taken for templates', () => {
    expect(t('failed.title', { name: '{{count}} $t(app.title)' })).toContain('{{count}} $t(app.title)');
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
