/** What makes two occurrences the same fact. */
import type { Fact } from '../contract.ts';

/** Names that say too little without their folder. */
const COMMON_FILE = /^(?:index|readme|package|__init__|mod|main|setup|config)\b/i;

/** The last component of a path, or the last two where the last says too little; absolute and relative forms agree. */
export function pathKey(text: string): string {
  const parts = text
    .replace(/\\+/g, '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts
    .slice(COMMON_FILE.test(parts.at(-1) ?? '') ? -2 : -1)
    .join('/')
    .toLowerCase();
}

/** Identity of a fact: its kind and its text without what differs from one mention to the next. */
export function factKey({ kind, text }: Pick<Fact, 'kind' | 'text'>): string {
  if (kind === 'path') return `path ${pathKey(text)}`;
  return `${kind} ${text.replace(/\s+/g, ' ')}`;
}
