/** Parameters with the same meaning in several strategies, and the helper that types a strategy by its schema. */
import type { PlannedStrategy, StagedStrategy } from '../contract.ts';
import { SUMMARY_MARKER } from '../../triggers/contract.ts';
import type { BooleanParam, ChoiceParam, NumberParam, ParamSchema } from '../params.ts';

/** No transcript is longer than a knob can count, so that every target can be met by some value. */
export const MOST_MESSAGES = 100_000;

export function defineStrategy<const S extends ParamSchema>(strategy: PlannedStrategy<S>): PlannedStrategy<S> {
  return strategy;
}

export function definePipeline<const S extends ParamSchema>(strategy: StagedStrategy<S>): StagedStrategy<S> {
  return strategy;
}

export const preserveStart = {
  kind: 'number',
  unit: 'messages',
  default: 4,
  min: 0,
  max: 50,
  step: 1,
  shared: 'preserveStart',
} as const satisfies NumberParam;

export const preserveEnd = {
  kind: 'number',
  unit: 'messages',
  default: 5,
  min: 0,
  max: 50,
  step: 1,
  shared: 'preserveEnd',
} as const satisfies NumberParam;

export const minMessages = {
  kind: 'number',
  unit: 'messages',
  default: 4,
  min: 1,
  max: 100,
  step: 1,
} as const satisfies NumberParam;

export const keepRecentCount = {
  kind: 'number',
  unit: 'messages',
  default: 10,
  min: 0,
  max: MOST_MESSAGES,
  step: 1,
  knob: 'up',
  shared: 'keepRecent',
} as const satisfies NumberParam;

export const summaryMaxTokens = {
  kind: 'number',
  unit: 'tokens',
  default: 1000,
  min: 50,
  max: 20_000,
  step: 50,
  coarse: true,
} as const satisfies NumberParam;

/** Share of the window at which the system's own trigger fires; the own target of a compaction by hand. */
export const threshold = {
  kind: 'number',
  unit: 'share',
  default: 0.8,
  min: 0.1,
  max: 1,
  step: 0.01,
} as const satisfies NumberParam;

/** When S0 compacts by itself: the share of the window in use, turns since the last compaction, and a text in an answer (empty = none). */
export const s0Triggers = {
  threshold: { ...threshold, default: 0.75 },
  turnThreshold: { kind: 'number', unit: 'rounds', default: 200, min: 1, max: 100_000, step: 1 },
  summaryMarker: { kind: 'text', unit: 'none', default: SUMMARY_MARKER, maxLength: 200 },
} as const satisfies ParamSchema;

/** When S2 compacts by itself: the share of the window in use, checked at most every so many seconds. */
export const s2Triggers = {
  compressionThreshold: { ...threshold, default: 0.9 },
  checkInterval: { kind: 'number', unit: 'seconds', default: 5, min: 0, max: 3600, step: 1, coarse: true },
} as const satisfies ParamSchema;

export const roundUnit = {
  kind: 'choice',
  unit: 'none',
  default: 'auto',
  options: ['auto', 'turns', 'steps'],
} as const satisfies ChoiceParam;

export const keyInformation = { kind: 'boolean', unit: 'none', default: true } as const satisfies BooleanParam;

/** Off: the system would not compact at all, and the row says so. */
export const enabled = { kind: 'boolean', unit: 'none', default: true } as const satisfies BooleanParam;
