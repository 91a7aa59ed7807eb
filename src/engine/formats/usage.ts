/** Recorded token counts, accepted only where they are plausible. */
import type { Origin, Usage } from '../transcript/types.ts';
import type { Report } from './contract.ts';

/** Far more tokens than any request has: larger values were never counted. */
export const MOST_TOKENS = 1_000_000_000;

export const isTokenCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS;

const INVALID = { code: 'invalid-usage', message: 'Recorded token counts that are none (negative, no whole number, too large) were not used.' };

/** A recorded count; undefined where there is none, or where it is implausible, which is reported. */
export function tokenCount(value: unknown, report: Report, place: Origin = {}): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (isTokenCount(value)) return value;
  report({ ...INVALID, ...place });
  return undefined;
}

/**
 * The usage of a request from its recorded counts. One implausible count invalidates all of them: they are refused together and reported. A
 * missing count is 0; but `null` for the input is a repaired NaN, not 0. All zeros belong to an answer that never arrived.
 */
export function usageFrom(counts: { readonly [K in keyof Usage]: unknown }, report: Report, place: Origin = {}): Usage | undefined {
  const known = Object.values(counts).filter((value) => value !== undefined && value !== null);
  const cannotBe = !known.every(isTokenCount) || (counts.input === null && known.some((value) => value !== 0));
  if (cannotBe) {
    report({ ...INVALID, ...place });
    return undefined;
  }
  const of = (value: unknown): number => (isTokenCount(value) ? value : 0);
  const hour = Math.min(of(counts.cacheWriteHour), of(counts.cacheWrite));
  const usage = {
    input: of(counts.input),
    output: of(counts.output),
    cacheRead: of(counts.cacheRead),
    cacheWrite: of(counts.cacheWrite),
    ...(hour > 0 && { cacheWriteHour: hour }),
  };
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0 ? usage : undefined;
}
