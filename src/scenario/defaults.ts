/** The scenario of a first visit, the difference from it that links carry, and how much of it they may hold. */
import type { Match } from '../engine/answer/contract.ts';
import { FIRST_VISIT, type Scenario, type Settings } from './schema.ts';

export { COLUMN_WIDTHS, MAX_ENTRIES, MAX_PROMPT, RANGES } from './schema.ts';

/** A fresh copy of the defaults (docs/settings.md, docs/systems.md); the transcript is the first sample. */
export const defaultScenario = (): Scenario => structuredClone(FIRST_VISIT);

const NO_STEP = { params: {}, settings: {}, marks: {} };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function changedFields(value: object, base: object): Fields {
  const known: Fields = { ...base };
  return Object.fromEntries(Object.entries(value).filter(([key, v]) => !same(v, known[key])));
}

export function diffFromDefaults(scenario: Scenario): Fields {
  const base = defaultScenario();
  const { settings, replay, view, applied, ...rest } = changedFields(scenario, base);
  return {
    ...rest,
    ...(applied === undefined
      ? {}
      : { applied: scenario.applied.map((step) => changedFields({ ...step, settings: changedFields(step.settings, base.settings) }, NO_STEP)) }),
    ...(settings === undefined ? {} : { settings: changedFields(scenario.settings, base.settings) }),
    ...(replay === undefined ? {} : { replay: changedFields(scenario.replay, base.replay) }),
    ...(view === undefined ? {} : { view: changedFields(scenario.view, base.view) }),
  };
}

/** The inverse of diffFromDefaults for data that is not validated yet; leaves what is no object for the validation to name. */
export function fillDefaults(raw: unknown): unknown {
  if (!isFields(raw)) return raw;
  const base = defaultScenario();
  const part = (key: 'settings' | 'replay' | 'view') => (isFields(raw[key]) ? { ...base[key], ...raw[key] } : key in raw ? raw[key] : base[key]);
  const step = (value: unknown): unknown =>
    isFields(value)
      ? { ...NO_STEP, ...value, settings: isFields(value.settings) ? { ...base.settings, ...value.settings } : (value.settings ?? base.settings) }
      : value;
  const applied = Array.isArray(raw.applied) ? { applied: raw.applied.map(step) } : {};
  return { ...base, ...raw, ...applied, settings: part('settings'), replay: part('replay'), view: part('view') };
}

export { resolveTarget } from '../engine/tokens/contract.ts';

interface ContextTarget {
  /** Tokens; null as shipped. */
  readonly target: number | null;
  readonly total: number;
}

/** @param a null where the settings ask for no A */
export function alone(settings: Settings, key: string, a: Match | null, { target, total }: ContextTarget, as: 'tokens' | 'share'): Settings {
  if (a === null || target === null) return settings;
  if (a.key === key && a.shipped) return { ...settings, budget: 'shipped' };
  const share = Math.min(1, Math.max(0.001, Number((target / Math.max(1, total)).toFixed(3))));
  return { ...settings, budget: 'own', target: as === 'tokens' ? Math.max(2, target) : share };
}

/**
 * A window in which a session is compacted a few times: a round number halfway between its first request, which no compaction makes
 * smaller, and its largest.
 */
export function smallerWindow(first: number, peak: number): number {
  const rough = Math.max(100, first + (peak - first) / 2);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(rough)) - 1);
  return Math.round(rough / step) * step;
}

/** "Share" puts the transcript into the link while the link stays under this many characters. */
export const LINK_BUDGET = 32_000;
export const LINK_SAFE = 8_000;
export const MAX_FRAGMENT = 200_000;
/**
 * Bytes that the payload of a link may unpack to; reading stops there. Real text never packs tighter than about 1 : 20. Scenario
 * files have the same limit, in characters.
 */
export const MAX_INFLATED = 4_000_000;
export const MAX_NESTING = 20;
export const MAX_ROWS = 500;
export const MAX_PARAMS = 100;
export const MAX_MARKS = 100_000;
export const MAX_TABLES = 50;
export const MAX_COLUMNS = 200;
export const MAX_SORTS = 20;
export const MAX_FILTERS = 50;
export const MAX_OPEN = 500;
export const MAX_APPLIED = 10;

export const MAX_TRIGGERS = 12;
export const MAX_BY_HAND = 1000;
export const MAX_REPLAYED = 24;

/** Real models that a scenario can hold. */
export const MAX_MODELS = 8;
