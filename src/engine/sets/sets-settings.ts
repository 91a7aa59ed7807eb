/** By what results are kept: version of the rules, and hash of everything else that a line depends on beside its session. */
import { hex, sha256Plain } from '../lib/sha256.ts';
import type { LineOptions, SetRow } from './contract.ts';

/**
 * Raised by hand with every change after which any session can give another line; the golden file of this folder fails until it is.
 * docs/adr/0052-results-have-a-version-of-their-own.md
 */
export const ENGINE = '13';

const DIGITS = 16;

/** Equal for every spelling of the same settings: keys in order, absent values left out. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, canonical(inner)]));
}

const hashOf = (value: unknown): string => hex(sha256Plain(new TextEncoder().encode(JSON.stringify(canonical(value))))).slice(0, DIGITS);

/** The options alone, by name: whatever else an object carries would make a hash of its own. */
function lineOptions(options: LineOptions): LineOptions {
  const { model, window, tokenizer, target, weight, overhead, signals, shared, seed, summaryOutcome, recall, format, prices, byCut } = options;
  return { model, window, tokenizer, target, weight, overhead, signals, shared, seed, summaryOutcome, recall, format, prices, byCut };
}

/** Hash of the settings that a row's line depends on. */
export const settingsHash = ({ strategy, params }: Pick<SetRow, 'strategy' | 'params'>, options: LineOptions): string =>
  hashOf({ strategy, params, ...lineOptions(options) });

/** The same for what belongs to no row: files that cannot be read. */
export const readingHash = ({ format }: Pick<LineOptions, 'format'>): string => hashOf({ format });
