/** The list of what was opened in this browser, as pure functions: what makes room, and what two tabs do to one entry. docs/home.md */

/** Most sessions kept, and the bytes of their files together (one file counts once). The newest is always kept. */
export const MOST_KEPT = 20;
export const MOST_KEPT_BYTES = 200_000_000;
/** Most scenarios kept, and the characters of their links together. */
export const MOST_SCENARIOS = 50;
export const MOST_SCENARIO_CHARACTERS = 2_000_000;
export const MOST_NAME = 200;

export interface KeptFacts {
  /** Id of its format; '' = not known. */
  readonly format: string;
  readonly messages: number | null;
  readonly tokens: number | null;
  /** Of the tokens: counted, not estimated. */
  readonly exact: boolean;
}

export interface RecentSession extends KeptFacts {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** sha-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly fragment: string;
  /** Counts the changes of its scenario, so that a tab sees that another one wrote. */
  readonly version: number;
  /** When it was used last, ms since 1970; 0 = not known. */
  readonly at: number;
}

export interface KeptScenario {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly fragment: string;
  readonly at: number;
}

export interface TabEntry {
  readonly id: string;
  readonly version: number;
}

type LooseFields<T> = Partial<Record<keyof T, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function keptOf(value: unknown): readonly RecentSession[] {
  const { id, name, hash, bytes, fragment, title, version, at, format, messages, tokens, exact } = (value ?? {}) as LooseFields<RecentSession>;
  if (typeof name !== 'string' || typeof hash !== 'string' || typeof bytes !== 'number' || typeof fragment !== 'string') return [];
  return [
    {
      id: textOf(id) || hash,
      name,
      title: textOf(title),
      hash,
      bytes,
      fragment,
      version: numberOf(version) ?? 0,
      at: numberOf(at) ?? 0,
      format: textOf(format),
      messages: numberOf(messages),
      tokens: numberOf(tokens),
      exact: exact === true,
    },
  ];
}

function scenarioOf(value: unknown): readonly KeptScenario[] {
  const { id, title, about, fragment, at } = (value ?? {}) as LooseFields<KeptScenario>;
  if (typeof id !== 'string' || typeof title !== 'string' || typeof fragment !== 'string') return [];
  return [{ id, title, about: textOf(about), fragment, at: numberOf(at) ?? 0 }];
}

export const keptList = (stored: unknown): readonly RecentSession[] => (Array.isArray(stored) ? stored.flatMap(keptOf) : []);
export const scenarioList = (stored: unknown): readonly KeptScenario[] => (Array.isArray(stored) ? stored.flatMap(scenarioOf) : []);

export function withNewest(
  list: readonly RecentSession[],
  newest: RecentSession,
): { readonly kept: readonly RecentSession[]; readonly dropped: readonly string[] } {
  const kept: RecentSession[] = [];
  const files = new Set<string>();
  let bytes = 0;
  for (const one of [newest, ...list.filter(({ id }) => id !== newest.id)]) {
    const more = files.has(one.hash) ? 0 : one.bytes;
    if (kept.length > 0 && (kept.length >= MOST_KEPT || bytes + more > MOST_KEPT_BYTES)) continue;
    bytes += more;
    files.add(one.hash);
    kept.push(one);
  }
  return { kept, dropped: [...new Set(list.map(({ hash }) => hash))].filter((hash) => !files.has(hash)) };
}

export function withScenario(list: readonly KeptScenario[], newest: KeptScenario): readonly KeptScenario[] {
  let characters = 0;
  return [newest, ...list.filter(({ id }) => id !== newest.id)].filter(({ fragment }, i) => {
    characters += fragment.length;
    return i === 0 || (i < MOST_SCENARIOS && characters <= MOST_SCENARIO_CHARACTERS);
  });
}

export function freeId(list: readonly { readonly id: string }[], base: string, at: number): string {
  const taken = new Set(list.map(({ id }) => id));
  let id = base;
  for (let n = at; taken.has(id); n += 1) id = `${base}~${n}`;
  return id;
}

/**
 * A tab writes the scenario of its entry. Where another tab wrote since, that tab's entry stays and this one gets an entry of its own.
 * null = nothing to write: it is the same, or the entry was deleted.
 */
export function withFragment(
  list: readonly RecentSession[],
  mine: TabEntry,
  fragment: string,
  at: number,
): { readonly entry: RecentSession; readonly mine: TabEntry } | null {
  const known = list.find(({ id }) => id === mine.id);
  if (!known || known.fragment === fragment) return null;
  const own = known.version === mine.version;
  const id = own ? known.id : freeId(list, known.hash, at);
  const version = own ? known.version + 1 : 1;
  return { entry: { ...known, id, fragment, version, at }, mine: { id, version } };
}

export const entryOf = (list: readonly RecentSession[], hash: string, mine: TabEntry | null): RecentSession | undefined =>
  list.find((one) => one.hash === hash && one.id === mine?.id) ?? list.find((one) => one.hash === hash);

export function copyOf(list: readonly RecentSession[], id: string, title: string, at: number): RecentSession | null {
  const known = list.find((one) => one.id === id);
  return known ? { ...known, id: freeId(list, known.hash, at), title: title.slice(0, MOST_NAME), version: 0, at } : null;
}

export const withTitle = <T extends { readonly id: string; readonly title: string }>(list: readonly T[], id: string, title: string): readonly T[] =>
  list.map((one) => (one.id === id ? { ...one, title: title.trim().slice(0, MOST_NAME) } : one));
