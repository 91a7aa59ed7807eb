/** The dictionary that the languages are added to, and numbers as text. No React and no DOM: the page and the terminal use it. */
import { createInstance, type FormatterModule } from 'i18next';
import { BoundedMap } from '../engine/lib/bounded-map.ts';

const cache = new Map<string, Intl.NumberFormat>();

function formatter(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language}|${JSON.stringify(options)}`;
  let found = cache.get(key);
  if (!found) {
    found = new Intl.NumberFormat(language, options);
    cache.set(key, found);
  }
  return found;
}

const digits = (n: number): Intl.NumberFormatOptions => ({ minimumFractionDigits: n, maximumFractionDigits: n });

const minus = (text: string): string => text.replace(/^-/, '−');
const unsignedZero = (text: string): string => text.replace(/^−(?=[0.,]*$)/, '');

export interface NumberFormats {
  whole(value: number): string;
  plain(value: number): string;
  /** A share 0–1 as percent points with one decimal, without the sign (the column head has it): `50.1`. */
  share(value: number): string;
  /** A share 0–1 with the sign, at most one decimal: `50 %`, `42.3 %`. */
  percent(value: number): string;
  /** The same in whole per cent, for sentences: `42 %`. */
  wholePercent(value: number): string;
  score(value: number): string;
  scoreDelta(value: number): string;
  shareDelta(value: number): string;
  wholeDelta(value: number): string;
  /** Whole milliseconds, `<1` below one. */
  ms(value: number): string;
  money(value: number): string;
  axis(value: number): string;
  /** File sizes: `914 B`, `50 KB`, `2.4 MB`. */
  bytes(value: number): string;
}

export function numberFormats(language: string): NumberFormats {
  const plain = (value: number, options: Intl.NumberFormatOptions): string => {
    const text = minus(formatter(language, options).format(value));
    return options.signDisplay === undefined ? unsignedZero(text) : text;
  };
  const signed = (value: number, text: string): string => (Number(value) === 0 || /^[+−]?[0.,]*$/.test(text) ? text.replace(/^[+−]/, '±') : text);
  const delta = (value: number, options: Intl.NumberFormatOptions): string => signed(value, plain(value, { ...options, signDisplay: 'always' }));
  // A space before the sign, as in the column heads; Chinese has none.
  const sign = language.startsWith('zh') ? '%' : '\u00a0%';
  return {
    whole: (v) => plain(v, { maximumFractionDigits: 0 }),
    plain: (v) => plain(v, { maximumFractionDigits: 3 }),
    share: (v) => plain(v * 100, digits(1)),
    percent: (v) => `${plain(v * 100, { maximumFractionDigits: 1 })}${sign}`,
    wholePercent: (v) => `${plain(v * 100, { maximumFractionDigits: 0 })}${sign}`,
    score: (v) => plain(v, digits(3)),
    scoreDelta: (v) => delta(v, digits(3)).replace(/^([+−±])0(?=\D)/, '$1'),
    shareDelta: (v) => delta(v * 100, digits(1)),
    wholeDelta: (v) => delta(v, { maximumFractionDigits: 0 }),
    ms: (v) => (v < 1 ? '<1' : plain(v, { maximumFractionDigits: 0 })),
    money: (v) =>
      minus(
        formatter(language, {
          style: 'currency',
          currency: 'USD',
          currencyDisplay: 'narrowSymbol',
          maximumSignificantDigits: 3,
          minimumFractionDigits: 0,
        }).format(v),
      ),
    axis: (v) => {
      const [scale, suffix] = Math.abs(v) >= 1e6 ? [1e6, 'M'] : Math.abs(v) >= 1000 ? [1000, 'k'] : [1, ''];
      return `${plain(v / scale, { maximumFractionDigits: 1 })}${suffix}`;
    },
    bytes: (v) => {
      const [scale, unit] = v >= 1e6 ? [1e6, 'MB'] : v >= 1000 ? [1000, 'KB'] : [1, 'B'];
      return `${plain(v / scale, { maximumFractionDigits: v >= 1e6 ? 1 : 0 })}\u00a0${unit}`;
    },
  };
}

export type Language = 'en' | 'zh-CN';
/** Languages of the page and the terminal; `languages.ts` fetches those outside the first load. */
export const LANGUAGES: readonly { readonly id: Language; readonly short: string; readonly title: string }[] = [
  { id: 'en', short: 'EN', title: 'English' },
  { id: 'zh-CN', short: '中', title: '简体中文' },
];

export type Values = Readonly<Record<string, string | number | boolean>>;

const isFormat = (name: string, formats: NumberFormats): name is keyof NumberFormats => name in formats;

const NOUN = /^noun (.+)$/;
/** One of what is counted, also where a sentence marks its numbers. */
const ONE = /^\D*1\D*$/;
const pluralOf = (noun: string): string => (/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`);
const EACH = /^each (\w+)$/;

/** `de`: German; `Cyrl`: Cyrillic. */
const languageName = (id: string, language: string): string =>
  new Intl.DisplayNames(language, { type: id.length === 4 ? 'script' : 'language' }).of(id) ?? id;

/** Replaces i18next's formatter, so that every number uses our formats, also without a named one. */
const formatModule: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, format: string | undefined, language: string | undefined) {
    const name = format?.trim() ?? 'plain';
    const [, noun] = NOUN.exec(name) ?? [];
    if (noun) return `${formatModule.format(value, undefined, language, {})} ${ONE.test(String(value)) ? noun : pluralOf(noun)}`;
    const [, prefix] = EACH.exec(name) ?? [];
    if (prefix) {
      const words = String(value).split(',');
      return words.map((word) => i18n.t(`${prefix}.${word}`, { lng: language })).join(i18n.t('list.separator', { lng: language }));
    }
    if (name === 'language') return languageName(String(value), language ?? 'en');
    if (typeof value !== 'number') return value === null || value === undefined ? '' : String(value);
    const formats = numberFormats(language ?? 'en');
    if (name === 'raw') return String(value);
    return isFormat(name, formats) ? formats[name](value) : formats.plain(value);
  },
};

export const i18n = createInstance().use(formatModule);
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false, alwaysFormat: true },
  // Settings of products go by the products' own names, in every language.
  parseMissingKeyHandler: (key) => key.replace(/^param\./, ''),
  resources: {},
});

export function addDictionary(language: Language, dictionary: Readonly<Record<string, string>>): void {
  i18n.addResourceBundle(language, 'translation', dictionary, true, true);
  made.clear();
}

/** Chinese has one plural form, `_other`: the keys of an English dictionary without the `_one` forms. */
export type ChineseKeys<English> = Exclude<keyof English & string, `${string}_one`>;

/** English words that are added where this is imported. */
export function english<const Dictionary extends Readonly<Record<string, string>>>(dictionary: Dictionary): Dictionary {
  addDictionary('en', dictionary);
  return dictionary;
}

/**
 * Cache of sentences by language, key and values: a slider step needs hundreds, nearly all of them again, and i18next takes tens of
 * microseconds each.
 */
export const made = new BoundedMap<string, string>(10_000);
i18n.on('languageChanged', () => made.clear());
