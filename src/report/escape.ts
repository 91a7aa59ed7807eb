import { printable } from '../engine/lib/printable.ts';

/** Text as text, whatever it holds: titles and notes may quote a transcript. */
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const html = (text: string): string => printable(text).replace(/[&<>"']/g, (c) => HTML[c]!);

/** In a cell of a table too: no line breaks, no mark-up, no link, no mention of a person or an issue. */
export const markdown = (text: string): string =>
  printable(text.replace(/\s+/g, ' '))
    .replace(/[\\`*_[\]<>|~#]/g, (c) => `\\${c}`)
    .replace(/@/g, '@\u2060')
    .replace(/:\/\//g, ':\u2060//');
