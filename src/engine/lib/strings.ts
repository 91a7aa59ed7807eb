/** Words as a person types them, as a pattern that ignores case: without a copy of the text in lower case. */
export const patternOf = (words: string): RegExp => new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu');

const UNSAFE = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export const printable = (text: string): string => text.replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A cell in RFC 4180 format; a text that a spreadsheet would run as a formula gets an apostrophe before it: in full width too (East Asian versions). */
function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly (string | number | boolean | null)[]): string => cells.map(csvCell).join(',');

export const CSV_END = '\r\n';
