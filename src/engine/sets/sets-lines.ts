import { isOf } from '../lib/arguments.ts';
import { hex, sha256Plain } from '../lib/hashes.ts';
import { printable } from '../lib/strings.ts';
import { maskSecrets } from '../signals/secrets.ts';
import type { Line, LineOptions, ResultLine, SetRow } from './contract.ts';

const OUTCOMES: readonly unknown[] = ['compacted', 'unchanged', 'rejected', 'refused', 'failed'] satisfies readonly ResultLine['outcome'][];
const TEXTS = ['session', 'file', 'title', 'format', 'engine', 'settings', 'row', 'strategy'] as const;
const COUNTS = ['conversation', 'messages', 'tokens', 'requests', 'compactions'] as const;
const FAILED_TEXTS = ['file', 'engine', 'settings', 'code', 'reason'] as const;

const isCell = (value: unknown): boolean => value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isOrNull = (value: unknown, kind: 'string' | 'number'): boolean => value === undefined || value === null || typeof value === kind;

export function isResultLine(value: unknown): value is ResultLine {
  if (!isOf(value, 'object')) return false;
  const line = value as Readonly<Record<string, unknown>>;
  return (
    line.kind === 'result' &&
    TEXTS.every((name) => typeof line[name] === 'string') &&
    COUNTS.every((name) => typeof line[name] === 'number') &&
    (['ofSession', 'agent', 'model', 'date', 'note'] as const).every((name) => isOrNull(line[name], 'string')) &&
    isOrNull(line.tokensAfter, 'number') &&
    OUTCOMES.includes(line.outcome) &&
    Object.values(line).every(isCell)
  );
}

export function isLine(value: unknown): value is Line {
  if (isResultLine(value)) return true;
  if (!isOf(value, 'object')) return false;
  const line = value as Readonly<Record<string, unknown>>;
  return line.kind === 'failed' && FAILED_TEXTS.every((name) => typeof line[name] === 'string') && isOrNull(line.session, 'string');
}

export const cleanName = (name: string): string => maskSecrets(printable(name.replace(/[\t\n]+/g, ' '))).text;

/**
 * Raised by hand with every change after which any session can give another line; the golden file of this folder fails until it is.
 * docs/adr/0052-results-have-a-version-of-their-own.md
 */
export const ENGINE = '14';

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

export const settingsHash = ({ strategy, params }: Pick<SetRow, 'strategy' | 'params'>, options: LineOptions): string =>
  hashOf({ strategy, params, ...lineOptions(options) });

/** The same for what belongs to no row: files that cannot be read. */
export const readingHash = ({ format }: Pick<LineOptions, 'format'>): string => hashOf({ format });
