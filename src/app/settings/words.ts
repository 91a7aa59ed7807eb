/** A keyword list as a person edits it: its words by language, separated by commas or line breaks. */
import { defaultWords, type KeywordList, type Keywords, LONGEST_WORD, MOST_WORDS } from '../../scenario/keywords.ts';

/** Parts of a list; a list of tool names has only names. */
export const SCRIPTS = ['zh', 'en', 'any'] as const;
export type Script = (typeof SCRIPTS)[number];

const HAN = /\p{Script=Han}/u;
const PLAIN = /^[a-z][a-z' -]*$/;

/** Part of a word: Chinese by its characters, marks and names by the list or their form, the rest is English. */
function scriptOf(word: string, list: KeywordList): Script {
  if (list.of === 'tools') return 'any';
  if (HAN.test(word)) return 'zh';
  return !list.any.includes(word) && PLAIN.test(word) ? 'en' : 'any';
}

/** The words of each part. */
export function wordsByScript(words: readonly string[], list: KeywordList): Readonly<Record<Script, readonly string[]>> {
  const parts: Record<Script, string[]> = { zh: [], en: [], any: [] };
  for (const word of words) parts[scriptOf(word, list)].push(word);
  return parts;
}

export const textOf = (words: readonly string[]): string => words.join(', ');

/** Words of a typed text, each once. */
export const readWords = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,，、;；\n\r]+/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

export type WordsProblem = { readonly kind: 'long'; readonly word: string } | { readonly kind: 'many'; readonly count: number };

/** Why words are refused; null = they are accepted. */
export function problemOf(words: readonly string[]): WordsProblem | null {
  const long = words.find((word) => word.length > LONGEST_WORD);
  if (long !== undefined) return { kind: 'long', word: long };
  return words.length > MOST_WORDS ? { kind: 'many', count: words.length } : null;
}

/** The settings with another list; a list with its default words is removed, and an empty set is `nothing`. */
export function withWords(keywords: Keywords, list: KeywordList, words: readonly string[], nothing: Keywords): Keywords {
  const { [list.id]: _old, ...rest } = keywords;
  const same = JSON.stringify([...words].sort()) === JSON.stringify([...defaultWords(list.id)].sort());
  const next = same ? rest : { ...rest, [list.id]: words };
  return Object.keys(next).length === 0 ? nothing : next;
}
