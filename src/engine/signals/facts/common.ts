/** Facts that occur in projects of all kinds: knowing them is no memory of this one. */
import { COMMON_NAMES, COMMON_NUMBERS, COMMON_PATHS, COMMON_URLS } from './common.data.ts';

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

const COMMON: ReadonlySet<string> = new Set([
  ...words(COMMON_NAMES).map((name) => `identifier ${name}`),
  ...words(COMMON_NAMES).map((name) => `ticket ${name.toUpperCase()}`),
  ...words(COMMON_PATHS).map((name) => `path ${name}`),
  ...words(COMMON_NUMBERS).map((name) => `number ${name}`),
  ...words(COMMON_URLS).map((name) => `url ${name}`),
]);

/** `key`: identity of a fact as returned by `recallKey`. */
export const isCommon = (key: string): boolean => COMMON.has(key);
