/** The state of the tab Tune: of this page only, never in a link. */
import { create } from 'zustand';
import type { Halves, Race, SearchSummary, SearchStep, Space, Target, TuneResult, TuneWishes } from '../../engine/tune/contract.ts';
import { TUNE_WISHES, USUAL_RUNS, USUAL_STEPS } from '../../engine/tune/contract.ts';
import type { Settings } from '../../scenario/schema.ts';

/** One parameter as a person writes it: its ends as they are shown, and how many values. */
export interface RangeInput {
  readonly param: string;
  /** '' = the end of the parameter's range. */
  readonly from: string;
  readonly to: string;
  readonly steps: number;
}

export const askedOf = (param: string): RangeInput => ({ param, from: '', to: '', steps: USUAL_STEPS });

export interface Choice {
  /** Key of the row; null = the first one that has parameters. */
  readonly row: string | null;
  readonly first: RangeInput | null;
  readonly second: RangeInput | null;
}
export const CHOICE: Choice = { row: null, first: null, second: null };

export interface TuneRunRow {
  readonly key: string;
  readonly space: Space;
  readonly result: TuneResult;
  /** Of a search, by target; null = every combination was run. */
  readonly hows: readonly SearchSummary[] | null;
}

/** What was run. The browser keeps it with its lines (`keep.ts`): a field more or less needs another `NOTE`. */
export interface TuneRun {
  readonly rows: readonly TuneRunRow[];
  readonly races: readonly Race[];
  readonly targets: readonly Target[];
  readonly wishes: TuneWishes;
  readonly seed: number;
  readonly choices: readonly Choice[];
  readonly all: boolean;
  readonly halves?: Halves;
  /** The sessions that it is of, by one name and each. */
  readonly sources: string;
  readonly sessions: readonly string[];
  /** The page's settings that it was run with. */
  readonly settings: Settings;
  readonly ms: number;
  /** Computed, and there from before. */
  readonly runs: number;
  readonly kept: number;
  /** Sessions that gave nothing. */
  readonly failed: number;
}
/** Version of `TuneRun` as it is kept. */
export const NOTE = 1;

/** Every combination was run: other wishes and halves need no run. */
export const isHeld = ({ rows }: Pick<TuneRun, 'rows'>): boolean => rows.every(({ hows }) => hows === null);

export const SHOWN = ['charts', 'table'] as const;

export interface TuneState {
  readonly choices: readonly Choice[];
  /** All parameters that matter, instead of those that are named. */
  readonly all: boolean;
  /** Budgets as they are written; null = that of the page. */
  readonly budgets: string | null;
  readonly wishes: TuneWishes;
  readonly seed: number;
  readonly runs: number;
  readonly running: { readonly done: number; readonly of: number; readonly step: SearchStep | null; readonly row: string | null } | null;
  readonly wrong:
    | { readonly kind: 'budgets' }
    | { readonly kind: 'values'; readonly param: string; readonly expected: string }
    | { readonly kind: 'failed'; readonly message: string }
    | null;
  readonly found: TuneRun | null;
  readonly at: Target | null;
  /** The row of which the numbers are shown; null = the first of the race. */
  readonly shownRow: string | null;
  readonly shown: (typeof SHOWN)[number];
}

export const useTune = create<TuneState>()(() => ({
  choices: [CHOICE],
  all: false,
  budgets: null,
  wishes: TUNE_WISHES,
  seed: 1,
  runs: USUAL_RUNS,
  running: null,
  wrong: null,
  found: null,
  at: null,
  shownRow: null,
  shown: 'charts',
}));
export const show = (change: Partial<TuneState>): void => useTune.setState(change);

/** Percent up to 100, tokens above; null where it is neither. */
export function targetsOf(text: string): readonly Target[] | null {
  const parts = text.split(/[,;、，]/).map((part) => part.replace(/%|\s/g, ''));
  const found = parts
    .filter((part) => part !== '')
    .map((part): Target => (part === 'own' ? 'own' : Number(part) <= 100 ? Number(part) / 100 : Number(part)));
  const isTarget = (target: Target): boolean => target === 'own' || (target > 0 && (target <= 1 || Number.isInteger(target)));
  return found.length > 0 && found.every(isTarget) ? [...new Set(found)] : null;
}

export const targetField = (target: Target): string =>
  target === 'own' ? 'own' : target <= 1 ? `${Number((100 * target).toPrecision(6))} %` : String(target);
