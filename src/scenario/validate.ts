/** Deep validation of a scenario that comes from outside: a link, a scenario file, the browser's storage. */
import * as z from 'zod/mini';
import type { Reason, Result } from '../engine/transcript/types.ts';
import { EMBEDDING_PROVIDERS, type StoredSummary } from '../models/contract.ts';
import { EXPECTED, type ExpectedKind, index, LONGEST_PARAM, oneOfReason, rules, text } from './rules.ts';
import { type Scenario, scenarioRule } from './schema.ts';

const scenario = scenarioRule(rules);

export interface ScenarioError {
  readonly path: string;
  readonly expects: Reason;
}

const LONGEST_NAME = 80;

export function placeOf(path: string, name: string | number): string {
  if (typeof name === 'number') return `${path}[${name}]`;
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return /^[\w-]+$/.test(short) ? `${path}.${short}` : `${path}[${JSON.stringify(short)}]`;
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, name) => placeOf(text, typeof name === 'number' ? name : String(name)), '$');

const NAMED_FIELDS = 3;
const LONGEST_QUOTE = 200;

const VALUES: Partial<Record<ExpectedKind, Reason['values']>> = {
  parameter: { most: LONGEST_PARAM },
  'embedding-models': { list: EMBEDDING_PROVIDERS.join(', ') },
};

const isKnown = (what: string): what is ExpectedKind => (EXPECTED as readonly string[]).includes(what);
const expects = (what: string): Reason => {
  const known = isKnown(what) ? what : 'another';
  const values = VALUES[known];
  return { key: `expects-${known}`, ...(values && { values }) };
};

function expectation(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'invalid_type':
      return expects(issue.expected === 'record' ? 'object' : issue.expected);
    case 'too_small':
      return { key: 'expects-at-least', values: { least: Number(issue.minimum) } };
    case 'too_big':
      return { key: issue.origin === 'string' ? 'expects-characters' : 'expects-at-most', values: { most: Number(issue.maximum) } };
    case 'invalid_value':
      return oneOfReason(issue.values);
    case 'unrecognized_keys': {
      const names = issue.keys.slice(0, NAMED_FIELDS).map((k) => JSON.stringify(k));
      return { key: 'expects-no-field', values: { names: names.join(', ').slice(0, LONGEST_QUOTE) } };
    }
    case 'custom':
      return issue.params ? (issue.params as Reason) : expects(issue.message);
    default:
      return expects(issue.message);
  }
}

/**
 * Any value whose lists are within their limits (decode.ts) → scenario. Unknown fields are refused, not dropped: every change of the shape comes with a new version, so an
 * unknown field in a known version means damage, and dropping it would change the comparison without a word.
 */
export function validateScenario(value: unknown): Result<Scenario, ScenarioError> {
  const parsed = scenario.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, error: invalidOf(parsed.error) };
}

export function invalidOf({ issues: [issue] }: z.core.$ZodError): ScenarioError {
  return { path: pathText(issue?.path ?? []), expects: issue ? expectation(issue) : expects('another') };
}

const MOST_SUMMARIES = 1000;
const LONGEST_SUMMARY = 200_000;

const summary = z.strictObject({
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  choice: text(800),
  text: text(LONGEST_SUMMARY),
  usage: z.nullable(z.strictObject({ input: index, output: index, cacheRead: index, cacheWrite: index })),
  ms: z.number().check(z.gte(0)),
});

/** The summaries of a file's field `summaries`; null where it is malformed. */
export function readSummaries(value: unknown): readonly StoredSummary[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_SUMMARIES) return null;
  const parsed = value.map((one: unknown) => summary.safeParse(one));
  return parsed.every((one) => one.success) ? parsed.map(({ data }) => data as StoredSummary) : null;
}
