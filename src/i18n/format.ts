/** Numbers for people: the language's separators, a real minus, units apart from the value. */

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
