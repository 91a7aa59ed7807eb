/** Bounds of a scenario: what a link may hold, and the range of every number in the settings. */
import { LEAST_WINDOW } from '../engine/tokens/contract.ts';
import type { Settings } from './schema.ts';

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
/** Entries of a list or an object for which nothing else is said. */
export const MAX_ENTRIES = 20_000;
export const MAX_ROWS = 500;
export const MAX_PARAMS = 100;
export const MAX_MARKS = 100_000;
export const MAX_TABLES = 50;
export const MAX_COLUMNS = 200;
export const MAX_SORTS = 20;
export const MAX_FILTERS = 50;
export const MAX_OPEN = 500;
export const COLUMN_WIDTHS = { min: 24, max: 2000 } as const;
export const MAX_APPLIED = 10;

export const MAX_TRIGGERS = 12;
export const MAX_BY_HAND = 1000;
export const MAX_REPLAYED = 24;

/** Real models that a scenario can hold, and characters of an edited prompt. */
export const MAX_MODELS = 8;
export const MAX_PROMPT = 10_000;

interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
type NumberSetting = { [K in keyof Settings]-?: Settings[K] extends number | null ? K : never }[keyof Settings];
const whole = (min: number, max: number): Range => ({ min, max, whole: true });
const share = (min: number): Range => ({ min, max: 1, whole: false });

/** Range of each number; `target` is its range as a share (a whole number of tokens, 2 or more, is the other way to give it). */
export const RANGES = {
  window: whole(LEAST_WINDOW, 100_000_000),
  trigger: share(0.01),
  target: share(0.001),
  keepRecent: whole(0, 100_000),
  preserveStart: whole(0, 100_000),
  preserveEnd: whole(0, 100_000),
  longTokens: whole(0, 10_000_000),
  shortTokens: whole(0, 10_000_000),
  edgeStart: whole(0, 100_000),
  edgeEnd: whole(0, 100_000),
  weight: share(0),
  overhead: whole(0, 1000),
  parallelCalls: whole(1, 20),
  seed: whole(0, 4_294_967_295),
} as const satisfies Record<NumberSetting, Range>;
