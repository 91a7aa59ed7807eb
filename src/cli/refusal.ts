/** Wrong use, and input that cannot be read: one line on standard error, exit code 2. */
import { closest, distance } from 'fastest-levenshtein';
import { t } from './cli-words.ts';

const allowed = (word: string): number => Math.max(2, Math.ceil(word.length / 3));
const LEAST_LETTERS = 3;

/** The nearest of the known words; null where none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const asked = word.toLowerCase();
  if (asked.length < LEAST_LETTERS || known.length === 0) return null;
  const words = new Map(known.map((one) => [one.toLowerCase(), one]));
  const near = closest(asked, [...words.keys()]);
  return distance(asked, near) <= allowed(asked) ? words.get(near)! : null;
}

export function didYouMean(word: string, known: readonly string[], written: (name: string) => string = (name) => name): string {
  const name = nearest(word, known);
  return name === null || name === word ? '' : t('cli.meant', { name: written(name) });
}

/** The error of an option whose value is none of the known; `others` are named in front of them, but never meant. */
export const notOneOf = (name: string, value: string, known: readonly string[], others: readonly string[] = []): string =>
  t('cli.error.choice', { name, value, meant: didYouMean(value, known), known: [...others, ...known].join(', ') });

export class UsageError extends Error {}

/** Wrong use, or input that cannot be read: the message says all. */
export const isRefusal = (error: unknown): error is Error => error instanceof UsageError || error instanceof RangeError;

export const unreadable = (file: string, error: unknown): UsageError =>
  new UsageError(t('cli.error.unreadable', { file, message: error instanceof Error ? error.message.replace(/, \w+ '.*$/s, '') : String(error) }));
