import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats, parseTranscript } from '../engine/formats/index.ts';
import { app } from './en/app.ts';
import { cli } from './en/cli.ts';
import { compare } from './en/compare.ts';
import { diff } from './en/diff.ts';
import { engine } from './en/engine.ts';
import { loss } from './en/loss.ts';
import { replayPage } from './en/replay-page.ts';
import { numberFormats } from './format.ts';
import { formatReason, formatWarning, i18n, said, t } from './index.ts';
import { languageOf, loadLanguage } from './languages.ts';
import { saidIn, shapesOf } from './said.ts';
import { app as zhApp } from './zh-CN/app.ts';
import { cli as zhCli } from './zh-CN/cli.ts';
import { compare as zhCompare } from './zh-CN/compare.ts';
import { diff as zhDiff } from './zh-CN/diff.ts';
import { engine as zhEngine } from './zh-CN/engine.ts';
import { loss as zhLoss } from './zh-CN/loss.ts';
import { replayPage as zhReplayPage } from './zh-CN/replay-page.ts';
import { sentences } from './zh-CN/sentences.ts';

type Dictionary = Readonly<Record<string, string>>;
const pairs: readonly (readonly [string, Dictionary, Dictionary])[] = [
  ['app', app, zhApp],
  ['compare', compare, zhCompare],
  ['diff', diff, zhDiff],
  ['engine', engine, zhEngine],
  ['cli', cli, zhCli],
  ['loss', loss, zhLoss],
  ['replay page', replayPage, zhReplayPage],
];
const chinese: Dictionary = Object.assign({}, ...pairs.map(([, , zh]) => zh));

/** `{{name, format}}` and `$t(…)` of a sentence, sorted. */
const places = (text: string): string[] => [...text.matchAll(/\{\{.*?\}\}|\$t\(.*?\)/g)].map(([place]) => place.replace(/\s/g, '')).sort();

describe.each(pairs)('%s', (_, english, zh) => {
  it('has the keys of English, plurals in their only form', () => {
    const expected = Object.keys(english).filter((key) => !key.endsWith('_one'));
    expect(Object.keys(zh).sort()).toEqual(expected.sort());
  });
  it('has the same places for values and nested sentences', () => {
    const wrong = Object.keys(zh).filter((key) => `${places(zh[key]!)}` !== `${places(english[key]!)}`);
    expect(wrong.map((key) => [key, english[key], zh[key]])).toEqual([]);
  });
});

describe('text', () => {
  const all = Object.fromEntries(Object.entries({ ...chinese, ...sentences }).map(([key, text]) => [key, text.replace(/\$t\(.*?\)/g, '')]));
  /** Words that engineers write in Latin letters, names and identifiers. */
  const LATIN =
    /\b(token|tok|ms|CSV|JSONL?|CRITICAL|HIGH|NORMAL|LOW|Anthropic|OpenAI|Chat|Responses|F1|URL|Gemini|LM Studio|Ollama|BM25|TF-IDF|o200k_base|cl100k_base|A|B|C|SHA-256|S\d)\b/gi;

  it('is Chinese wherever it is made of words', () => {
    const still = Object.entries(all).filter(
      ([, text]) => !/\p{Script=Han}/u.test(text) && /[a-z]/i.test(text.replace(/\{\{.*?\}\}/g, '').replace(LATIN, '')),
    );
    expect(still).toEqual([]);
  });
  it('has Chinese punctuation after Chinese words', () => {
    expect(Object.entries(all).filter(([, text]) => /\p{Script=Han}[,:;!?()]|[,;!?()]\p{Script=Han}/u.test(text))).toEqual([]);
  });
  it('has a space between Chinese words and Latin letters or values, none before punctuation', () => {
    const close = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}| [，。：；、（）]|[，。：；、（] /u;
    expect(Object.entries(all).filter(([, text]) => close.test(text))).toEqual([]);
  });
  it('has no quotes but the Chinese ones', () => {
    expect(Object.entries(chinese).filter(([, text]) => /[‘’"]/.test(text))).toEqual([]);
  });
});

describe('languages', () => {
  it.each([
    ['zh', 'zh-CN'],
    ['zh-CN', 'zh-CN'],
    ['zh-Hant-TW', 'zh-CN'],
    ['zh_CN.UTF-8', 'zh-CN'],
    ['en-GB', 'en'],
    ['C.UTF-8', null],
    ['', null],
    ['zha', null],
  ])('%j is %j', (tag, language) => expect(languageOf(tag)).toBe(language));
});

describe('numbers', () => {
  const n = numberFormats('zh-CN');
  it.each([
    [n.whole(64036), '64,036'],
    [n.percent(0.4231), '42.3%'],
    [n.share(0.5012), '50.1'],
    [n.wholeDelta(-1204), '−1,204'],
    [n.money(0.012345), '$0.0123'],
  ])('%s', (shown, expected) => expect(shown).toBe(expected));
});

describe('in use', () => {
  beforeAll(async () => {
    await loadLanguage('zh-CN');
    await loadLanguage('zh-CN');
    await i18n.changeLanguage('zh-CN');
  });
  afterAll(() => i18n.changeLanguage('en'));

  it('numbers and plurals go into the sentences', () => {
    expect(t('tokens.count', { count: 1 })).toBe('1 token');
    expect(t('samples.messages', { count: 1200 })).toBe('1,200 条消息');
    expect(formatReason({ key: 'priority-short', values: { tokens: 14, limit: 20 } })).toBe('LOW：14 token，少于 20，没有问号');
    expect(formatReason({ key: 'drop-middle', values: { because: 'priority-short', tokens: 14, limit: 20, rank: 3, of: 9 } })).toBe(
      'LOW：14 token，少于 20，没有问号；从中间移除，第 3 个，共移除 9 个',
    );
    expect(formatWarning({ code: 'damaged-line', message: 'Lines that are not JSON were skipped.', count: 3, line: 2 })).toBe('3 行无法读取，已跳过');
  });
  it('every key is found by its base', () => {
    const keys = pairs.slice(0, 4).flatMap(([, english]) => Object.keys(english).map((key) => key.replace(/_(one|other)$/, '')));
    expect(keys.filter((key) => !i18n.exists(key, { count: 2, fallbackLng: [] }))).toEqual([]);
  });
  it('what the summariser says about its failure is translated inside a reason', () => {
    expect(formatReason({ key: 'rejected-summary', values: { failure: 'error', message: 'told to fail' } })).toBe(
      '摘要失败（错误）：按设置故意失败。已全部回滚',
    );
  });
  it('a sentence without a translation is shown as it is', () => {
    expect(said('Never heard of it.')).toBe('Never heard of it.');
    expect(saidIn('en', 'The file is empty.')).toBe('The file is empty.');
  });
  it('pieces of a sentence are carried over, also into a list of shapes', () => {
    expect(said('This looks like a file of "Codex exec events", which cannot be imported yet.')).toBe(
      '这看起来是“Codex exec events”的文件，目前还不能导入。',
    );
    expect(said('pi session: lines of the type "message"')).toBe('pi 会话：类型为 "message" 的行');
    expect(said('ShareGPT: lines of the type "message"')).toBe('ShareGPT：类型为 "message" 的行');
  });
});

describe('sentences of the engine', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const sourcesOf = (folder: string): string =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
      .join('\n');
  /** Words that are no quotation and no name before a colon, none of them Chinese. */
  const isEnglish = (text: string): boolean =>
    !/\p{Script=Han}/u.test(text) && /[a-z]{2} [a-z]{2}/i.test(text.replace(/"[^"]*"|^[^:"{]{1,40}: /g, ''));

  beforeAll(() => loadLanguage('zh-CN'));

  it('each stands in a source, piece by piece', () => {
    const samples = readFileSync(path.join(root, 'fixtures/samples/index.json'), 'utf8');
    const folders = ['src/engine/formats', 'src/engine/summarizers', 'src/engine/pipelines', 'src/scenario'];
    const sources = [...folders.map(sourcesOf), samples].join('\n');
    const gone = Object.keys(sentences).filter((sentence) => !sentence.split(/\{\{\w+\}\}|(?<=\.) /).every((piece) => sources.includes(piece)));
    expect(gone).toEqual([]);
  });
  it('both sides have the same pieces', () => {
    const wrong = Object.entries(sentences).filter(([english, zh]) => !places(zh).every((place) => places(english).includes(place)));
    expect(wrong).toEqual([]);
  });
  it('what the formats expect', () => {
    expect(formats.map((format) => format.expected).filter((text) => isEnglish(saidIn('zh-CN', text)))).toEqual([]);
  });
  it('titles and descriptions of the samples', () => {
    const samples = JSON.parse(readFileSync(path.join(root, 'fixtures/samples/index.json'), 'utf8')) as { title: string; description: string }[];
    expect(samples.flatMap((s) => [s.title, s.description]).filter((text) => isEnglish(saidIn('zh-CN', text)))).toEqual([]);
  });
  it.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['an archive', 'PK\u0003\u0004 and more'],
    ['a page', '<!doctype html><html><body>hello</body></html>'],
    ['a value', '42'],
    ['no transcript', '{"some": "thing", "else": [1, 2]}'],
    ['no messages', '{"messages": []}'],
    ['broken off', '{"messages": [{"role": "user", "content": "a"} "b"]}'],
    ['another program', '{"mapping": {"a": {}}, "current_node": "a"}'],
    ['a newer file of ours', '{"format": "compaction-playground", "version": 99, "conversations": []}'],
  ])('why %s is not understood', (_, text) => {
    const parsed = parseTranscript(new TextEncoder().encode(text), { name: 'file.json' });
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    const shown = [parsed.error.message, ...shapesOf(parsed.error.expected)];
    expect(shown.filter((sentence) => isEnglish(saidIn('zh-CN', sentence)))).toEqual([]);
  });
});
