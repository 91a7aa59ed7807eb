/** The state of the tab Tune: of this page only, never in a link. */
import { create } from 'zustand';
import {
  type Rung,
  type SearchStep,
  type Space,
  type Target,
  TUNE_WISHES,
  type TuneResult,
  type TuneWishes,
  USUAL_RUNS,
  USUAL_STEPS,
} from '../../engine/tune/contract.ts';

/** One parameter as a person writes it: its ends as they are shown, and how many values. */
export interface Asked {
  readonly param: string;
  /** '' = the end of the parameter's range. */
  readonly from: string;
  readonly to: string;
  readonly steps: number;
}

export const askedOf = (param: string): Asked => ({ param, from: '', to: '', steps: USUAL_STEPS });

/** What was run, for as long as nothing else is. */
export interface Found {
  readonly result: TuneResult;
  readonly space: Space;
  readonly targets: readonly Target[];
  /** Those that were written: a search has the first of them. */
  readonly asked: readonly Target[];
  readonly wishes: TuneWishes;
  readonly seed: number;
  /** Whether its runs are still at hand and depend on no wish, so that other wishes and halves need no run. */
  readonly held: boolean;
  readonly search: { readonly runs: number; readonly rungs: readonly Rung[]; readonly idle: readonly string[] } | null;
  /** Key of the row. */
  readonly row: string;
  /** What the page said when it was run: other settings make it old. */
  readonly of: string;
  readonly ms: number;
  readonly runs: number;
  /** Sessions that gave nothing. */
  readonly failed: number;
}

export const SHOWN = ['charts', 'table'] as const;

export interface TuneState {
  /** Key of the row; null = the first one that has parameters. */
  readonly row: string | null;
  readonly first: Asked | null;
  readonly second: Asked | null;
  /** Budgets as they are written; null = that of the page. */
  readonly budgets: string | null;
  readonly wishes: TuneWishes;
  readonly seed: number;
  readonly runs: number;
  readonly running: { readonly done: number; readonly of: number; readonly step: SearchStep | null } | null;
  /** Why nothing was run. */
  readonly wrong:
    | { readonly kind: 'budgets' }
    | { readonly kind: 'values'; readonly param: string; readonly expected: string }
    | { readonly kind: 'failed'; readonly message: string }
    | null;
  readonly found: Found | null;
  readonly at: Target | null;
  readonly shown: (typeof SHOWN)[number];
}

export const useTune = create<TuneState>()(() => ({
  row: null,
  first: null,
  second: null,
  budgets: null,
  wishes: TUNE_WISHES,
  seed: 1,
  runs: USUAL_RUNS,
  running: null,
  wrong: null,
  found: null,
  at: null,
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

/** As it is written in the field. */
export const targetField = (target: Target): string =>
  target === 'own' ? 'own' : target <= 1 ? `${Number((100 * target).toPrecision(6))} %` : String(target);
