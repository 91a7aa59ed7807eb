import { isOf } from '../lib/arguments.ts';
import type { Line, ResultLine } from './contract.ts';

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
