import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ImportError } from '../engine/formats/contract.ts';
import { formats, parseTranscript, serializeTranscript } from '../engine/formats/index.ts';
import { PLAYGROUND_FORMAT, PLAYGROUND_VERSION } from '../engine/formats/playground/index.ts';
import { PRODUCTS } from '../engine/products/index.ts';
import { expectsFormat } from '../engine/transcript/english.ts';
import type { Reason } from '../engine/transcript/types.ts';
import { answer } from './en/answer.ts';
import { app } from './en/app.ts';
import { cli } from './en/cli.ts';
import { compare } from './en/compare.ts';
import { diff } from './en/diff.ts';
import { engine } from './en/engine.ts';
import { loss } from './en/loss.ts';
import { orientation } from './en/orientation.ts';
import { replayPage } from './en/replay-page.ts';
import { sent } from './en/sent.ts';
import { report } from './en/report.ts';
import { tune } from './en/tune.ts';
import { set } from './en/set.ts';
import { use } from './en/use.ts';
import { formatReason, formatTitle, formatWarning, i18n, lookup, numberFormats, t } from './index.ts';
import { languageOf, loadLanguage } from './languages.ts';
import { answer as zhAnswer } from './zh-CN/answer.ts';
import { app as zhApp } from './zh-CN/app.ts';
import { cli as zhCli } from './zh-CN/cli.ts';
import { compare as zhCompare } from './zh-CN/compare.ts';
import { diff as zhDiff } from './zh-CN/diff.ts';
import { engine as zhEngine } from './zh-CN/engine.ts';
import { loss as zhLoss } from './zh-CN/loss.ts';
import { orientation as zhOrientation } from './zh-CN/orientation.ts';
import { replayPage as zhReplayPage } from './zh-CN/replay-page.ts';
import { sent as zhSent } from './zh-CN/sent.ts';
import { report as zhReport } from './zh-CN/report.ts';
import { tune as zhTune } from './zh-CN/tune.ts';
import { set as zhSet } from './zh-CN/set.ts';
import { use as zhUse } from './zh-CN/use.ts';

type Dictionary = Readonly<Record<string, string>>;
const pairs: readonly (readonly [string, Dictionary, Dictionary])[] = [
  ['answer', answer, zhAnswer],
  ['app', app, zhApp],
  ['compare', compare, zhCompare],
  ['diff', diff, zhDiff],
  ['engine', engine, zhEngine],
  ['cli', cli, zhCli],
  ['loss', loss, zhLoss],
  ['orientation', orientation, zhOrientation],
  ['replay page', replayPage, zhReplayPage],
  ['sent', sent, zhSent],
  ['report', report, zhReport],
  ['tune', tune, zhTune],
  ['set', set, zhSet],
  ['use', use, zhUse],
];
const chinese: Dictionary = Object.assign({}, ...pairs.map(([, , zh]) => zh));

/** `{{name, format}}` and `$t(…)` of a sentence, sorted. English nouns of counts have no form in Chinese. */
const places = (text: string): string[] =>
  [...text.matchAll(/\{\{.*?\}\}|\$t\(.*?\)/g)].map(([place]) => place.replace(/, noun [\w ]+/, '').replace(/\s/g, '')).sort();

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
  const all = Object.fromEntries(Object.entries(chinese).map(([key, text]) => [key, text.replace(/\$t\(.*?\)/g, '')]));
  /** Words that engineers write in Latin letters, names and identifiers. */
  const LATIN =
    /\b(token|tok|ms|CSV|JSONL?|CRITICAL|HIGH|NORMAL|LOW|Anthropic|OpenAI|Google|Chat|Responses|F1|URL|Gemini|Codex rollout|ShareGPT|Messages|Completions|LM Studio|Ollama|Python|BM25|TF-IDF|o200k_base|cl100k_base|A|B|C|SHA-256|S\d)\b/gi;

  const PRODUCT_NAMES = new Set(PRODUCTS.map(({ source }) => source.product));

  /** Names of fields and marks as a file has them: `"messages"`, `"## User"`. */
  const withoutCode = (text: string): string => text.replace(/"[\w.:#<>… -]+"/g, '');

  it('is Chinese wherever it is made of words', () => {
    const still = Object.entries(all).filter(
      ([key, text]) =>
        // A product's parameter goes by its own name.
        key !== `param.${text}` &&
        !/\p{Script=Han}/u.test(text) &&
        !PRODUCT_NAMES.has(text) &&
        /[a-z]/i.test(
          withoutCode(text)
            .replace(/\{\{.*?\}\}/g, '')
            .replace(LATIN, ''),
        ),
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
    expect(Object.entries(chinese).filter(([, text]) => /[‘’"]/.test(withoutCode(text)))).toEqual([]);
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
  it('what the summariser says about its failure is translated inside a reason; what a program threw is shown as it is', () => {
    const values = { failure: 'timeout', message: 'no answer within 300 ms', ms: 300 };
    expect(formatReason({ key: 'rejected-summary', values: { ...values, messageKey: 'summary-timeout' } })).toBe(
      '摘要失败（超时未答）：300 ms 内没有应答',
    );
    expect(formatReason({ key: 'rejected-summary', values })).toBe('摘要失败（超时未答）：no answer within 300 ms');
  });
  it('a format is named, also one that nobody knows', () => {
    expect([formatTitle('pi'), formatTitle('never-heard')]).toEqual(['pi', 'never-heard']);
  });
});

describe('what importers say', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const fourGarbledBytes = '\u0000\u0001\u0002\u0003';
  /** Words that are no quotation and no name before a colon, none of them Chinese. */
  const isEnglish = (text: string): boolean =>
    !/\p{Script=Han}/u.test(text) && /[a-z]{2} [a-z]{2}/i.test(text.replace(/"[^"]*"|^[^:："{]{1,40}(?:: |：)/g, ''));
  const inBoth = async (reasons: readonly Reason[]): Promise<{ readonly english: string[]; readonly chinese: string[] }> => {
    const english = reasons.map(formatReason);
    await i18n.changeLanguage('zh-CN');
    return { english, chinese: reasons.map(formatReason) };
  };

  beforeAll(() => loadLanguage('zh-CN'));
  afterEach(() => i18n.changeLanguage('en'));

  const refused = (text: string, format: string | null = null): ImportError => {
    const parsed = parseTranscript(new TextEncoder().encode(text), { name: 'file.json', format });
    if (parsed.ok) throw new Error('understood');
    return parsed.error;
  };
  const unwritten = (): ImportError => {
    const written = serializeTranscript({} as never, 'nonsense');
    if (written.ok) throw new Error('written');
    return written.error;
  };
  it.each<readonly [string, () => ImportError]>([
    ['nothing', () => refused('')],
    ['blanks', () => refused(' \n ')],
    ['an archive', () => refused('PK\u0003\u0004 and more')],
    ['bytes', () => refused(fourGarbledBytes)],
    ['a page', () => refused('<!doctype html><html><body>hello</body></html>')],
    ['a value', () => refused('42')],
    ['no transcript', () => refused('{"some": "thing", "else": [1, 2]}')],
    ['no messages', () => refused('{"messages": []}')],
    ['text', () => refused('hello')],
    ['text that ends', () => refused('{"a": "b" "c')],
    ['broken off', () => refused('{"messages": [{"role": "user", "content": "a"} "b"]}')],
    ['another bracket', () => refused('{"messages": [}]')],
    ['another program', () => refused('{"mapping": {"a": {}}, "current_node": "a"}')],
    ['a newer file of ours', () => refused('{"format": "compaction-playground", "version": 99, "conversations": []}')],
    ['an empty file of ours', () => refused('{"format": "compaction-playground", "version": 2, "conversations": []}')],
    ['a format that does not exist', () => refused('[]', 'nonsense')],
    ['a format to write that does not exist', unwritten],
    ...formats.map(({ id }) => [`nothing of ${id}`, () => refused('{"messages": []}', id)] as const),
  ])('why %s is not understood, in words of both languages; a program is told the English', async (_, errorOf) => {
    const { reason, expects, message, expected } = errorOf();
    const { english, chinese } = await inBoth([reason, ...expects]);
    expect(english).toEqual([message, ...(expects.length > 1 ? expected.split('; ') : [expected])]);
    expect(chinese.filter((words) => isEnglish(words) || words.includes('reason.') || words.includes('format.'))).toEqual([]);
  });

  it('every format has a name, and says what is expected in it', () => {
    expect(formats.filter(({ id }) => lookup(`format.${id}.title`) === null || !expectsFormat(id).values?.shape).map(({ id }) => id)).toEqual([]);
    expect(expectsFormat('playground').values?.shape).toContain(`"${PLAYGROUND_FORMAT}", "version": ${PLAYGROUND_VERSION}`);
  });

  it('every sample has a title and a description, and no other has', () => {
    const samples = JSON.parse(readFileSync(path.join(root, 'fixtures/samples/index.json'), 'utf8')) as { id: string }[];
    const known = Object.keys(engine).filter((key) => key.startsWith('sample.'));
    expect(known.sort()).toEqual(samples.flatMap(({ id }) => [`sample.${id}.description`, `sample.${id}.title`]).sort());
  });

  it('every warning that an importer or an exporter reports has words', () => {
    const folder = path.join(root, 'src/engine/formats');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const codes = sources.flatMap((file) =>
      Array.from(
        readFileSync(path.join(folder, file), 'utf8').matchAll(/code: '([a-z-]+)',\s+message|\b(?:report|lost)\([^{}]*?'([a-z]+(?:-[a-z]+)+)'/g),
        (m) => m[1] ?? m[2]!,
      ),
    );
    expect(new Set(codes).size).toBeGreaterThan(30);
    expect([...new Set(codes)].filter((code) => !i18n.exists(`warning.${code}`, { lng: 'zh-CN', fallbackLng: [] }))).toEqual([]);
  });
});
