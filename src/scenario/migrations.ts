/**
 * Old links keep their meaning. Step i turns the data of version i + 1 into data of version i + 2: still the difference
 * from the defaults, not validated yet, so a step must accept anything. The rule for adding one: fixtures/links/README.md.
 */
export type Migration = (raw: unknown) => unknown;

export const MIGRATIONS: readonly Migration[] = [
  // 2: compactions that were carried out (`applied`, `undone`), a person's word lists (`settings.keywords`), and real models
  // (`settings.models`, `prompts`, masking, `parallelCalls`, who writes a row's summaries), and the replay (`replay`). Links
  // before had none of these, as the defaults.
  (raw) => raw,
  // 3: what the plot draws (`view.plot`). Links before left that to the page, as the default does.
  (raw) => raw,
  // 4: each row has its own trigger in a replay (`replay.ownTriggers`). In links before one trigger was that of all rows.
  (raw) => {
    if (!isFields(raw)) return raw;
    const { replay = {} } = raw;
    return isFields(replay) ? { ...raw, replay: { ...replay, ownTriggers: false } } : raw;
  },
];

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Data of a version up to now; steps may be given for tests. */
export function migrate(raw: unknown, from: number, steps: readonly Migration[] = MIGRATIONS): unknown {
  return steps.slice(from - 1).reduce((data, step) => step(data), raw);
}
