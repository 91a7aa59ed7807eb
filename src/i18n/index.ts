/**
 * Words for everything a person reads. The English dictionary is the type of all others: a key missing in English does not compile. Used by the page
 * and the terminal, so no React and no DOM here.
 */
import { createInstance, type FormatterModule } from 'i18next';
import { BoundedMap } from '../engine/lib/bounded-map.ts';
import type { Reason } from '../engine/strategies/contract.ts';
import type { Warning } from '../engine/transcript/types.ts';
import type { answer } from './en/answer.ts';
import { app } from './en/app.ts';
import { compare, table } from './en/compare.ts';
import { diff } from './en/diff.ts';
import type { engine } from './en/engine.ts';
import { home, start } from './en/start.ts';
import type { loss } from './en/loss.ts';
import type { orientation } from './en/orientation.ts';
import type { replayPage } from './en/replay-page.ts';
import type { report } from './en/report.ts';
import type { sent } from './en/sent.ts';
import { shared } from './en/shared.ts';
import type { set } from './en/set.ts';
import type { tune } from './en/tune.ts';
import type { use } from './en/use.ts';
import { names } from './names.ts';

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

type PluralBase<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
export type KeyOf<Dictionary> = PluralBase<keyof Dictionary & string>;
export type TextKey =
  | KeyOf<typeof answer>
  | KeyOf<typeof app>
  | KeyOf<typeof compare>
  | KeyOf<typeof diff>
  | KeyOf<typeof engine>
  | KeyOf<typeof home>
  | KeyOf<typeof start>
  | KeyOf<typeof loss>
  | KeyOf<typeof orientation>
  | KeyOf<typeof replayPage>
  | KeyOf<typeof report>
  | KeyOf<typeof sent>
  | KeyOf<typeof set>
  | KeyOf<typeof table>
  | KeyOf<typeof tune>
  | KeyOf<typeof use>
  | KeyOf<typeof names>;
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
  resources: { en: { translation: { ...names, ...app, ...shared, ...compare, ...diff, ...home, ...start, ...table } } },
});

export function addDictionary(language: Language, dictionary: Readonly<Record<string, string>>): void {
  i18n.addResourceBundle(language, 'translation', dictionary, true, true);
  made.clear();
}

/**
 * Cache of sentences by language, key and values: a slider step needs hundreds, nearly all of them again, and i18next takes tens of
 * microseconds each.
 */
const made = new BoundedMap<string, string>(10_000);
i18n.on('languageChanged', () => made.clear());

const idOf = (key: string, values: Values | undefined): string => (values ? `${key} ${JSON.stringify(values)}` : key);

function translate(key: string, values: Values | undefined): string {
  return made.getOrMake(idOf(key, values), () => i18n.t(key, { ...values }));
}

export function t(key: TextKey, values?: Values): string {
  return translate(key, values);
}

/** Words of a key known only at run time (strategy ids, codes); null when no dictionary has it. */
export function lookup(key: string, values?: Values): string | null {
  return made.get(idOf(key, values)) ?? (i18n.exists(key, { ...values }) ? translate(key, values) : null);
}

export const formatTitle = (id: string): string => lookup(`format.${id}.title`) ?? id;

export const sampleTitle = (id: string): string => lookup(`sample.${id}.title`) ?? id;

export const errorText = ({ reason, message }: { readonly reason?: Reason; readonly message: string }): string =>
  reason ? formatReason(reason) : message;

/** The sentence of a reason; an unknown key shows the key and its values rather than nothing. */
export function formatReason(reason: Reason): string {
  if (!reason.via) return sentenceOf(reason);
  const { stage, strategy } = reason.via;
  return t('reason-via', { stage, title: lookup(`strategy.${strategy}.title`) ?? strategy, text: sentenceOf(reason) });
}

const stop = (): string => (i18n.language.startsWith('zh') ? '。' : '. ');

function sentenceOf(reason: Reason): string {
  const { messageKey } = reason.values ?? {};
  // A message that has words of its own: `messageKey` is their key.
  const message = messageKey === undefined ? null : lookup(`reason.${messageKey}`, reason.values);
  const found = lookup(`reason.${reason.key}`, message === null ? reason.values : { ...reason.values, message });
  // What an endpoint said itself, in its own words.
  if (found !== null) return reason.values?.detail ? `${found.replace(/[.。]?$/, stop())}${reason.values.detail}` : found;
  // A line of a system's log is its event and fields, as the system writes them.
  const [, event] = /^log-(.*)/.exec(reason.key) ?? [];
  if (event) return [event, ...Object.entries(reason.values ?? {}).map(([name, value]) => `${name}=${value}`)].join(' ');
  const values = Object.entries(reason.values ?? {}).map(([name, value]) => `${name} ${value}`);
  return [reason.key, ...values].join(' · ');
}

export function formatWarning(warning: Warning): string {
  const { code, message, count, line, path } = warning;
  const values: Record<string, string | number> = { ...warning.values, count, message };
  if (line !== undefined) values.line = line;
  if (path !== undefined) values.path = path;
  return lookup(`warning.${code}`, values) ?? (count > 1 ? `${message.replace(/\.$/, '')} (${t('warning.times', { count })})` : message);
}

export function numbers(): NumberFormats {
  return numberFormats(i18n.language);
}
