/** C0 controls (except tab and line feed), DEL, C1, line and paragraph separators, and direction marks. */
const UNSAFE = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with such characters as `\u001b` and the like; in JSON that is the same string. */
export const printable = (text: string): string => text.replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
