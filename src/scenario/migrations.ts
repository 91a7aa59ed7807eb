/**
 * Old links keep their meaning. Step i turns the data of version i + 1 into data of version i + 2: still the difference
 * from the defaults, not validated yet, so a step must accept anything. The rule for adding one: fixtures/links/README.md.
 */
export type Migration = (raw: unknown) => unknown;

/** Version 1 is the newest, so there is none yet. */
export const MIGRATIONS: readonly Migration[] = [];

/** Data of a version up to now; steps may be given for tests. */
export function migrate(raw: unknown, from: number, steps: readonly Migration[] = MIGRATIONS): unknown {
  return steps.slice(from - 1).reduce((data, step) => step(data), raw);
}
