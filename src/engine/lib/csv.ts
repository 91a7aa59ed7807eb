/** Comma-separated values (RFC 4180), for programs and for spreadsheets. */

/** A cell in RFC 4180 format; a text that a spreadsheet would run as a formula gets an apostrophe before it: in full width too (East Asian versions). */
function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells as one line, without its end. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string => cells.map(csvCell).join(',');

export const CSV_END = '\r\n';
