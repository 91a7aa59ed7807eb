/** Summaries of real models inside a scenario file, which show without a key. */
import * as z from 'zod/mini';
import type { StoredSummary } from '../models/contract.ts';

const MOST_SUMMARIES = 1000;
const LONGEST_SUMMARY = 200_000;

const tokens = z.int().check(z.gte(0));
const summary = z.strictObject({
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  choice: z.string().check(z.maxLength(800)),
  text: z.string().check(z.maxLength(LONGEST_SUMMARY)),
  usage: z.nullable(z.strictObject({ input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens })),
  ms: z.number().check(z.gte(0)),
});

/** The summaries of a file's field `summaries`; null where it is malformed. */
export function readSummaries(value: unknown): readonly StoredSummary[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_SUMMARIES) return null;
  const parsed = value.map((one: unknown) => summary.safeParse(one));
  return parsed.every((one) => one.success) ? parsed.map(({ data }) => data as StoredSummary) : null;
}
