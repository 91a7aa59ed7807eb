/** What was found, with the words of its rows and settings. */
import { useMemo } from 'react';
import type { Best, Race, Setting, Target, TunedValue } from '../../engine/tune/contract.ts';
import { useText } from '../store/index.ts';
import { type Found, type FoundRow, useTune } from './state.ts';
import { labelOf, type TunableRow } from './useRow.ts';
import { settingWords, valueText } from './values.ts';

/** One row of a run. */
export interface RowView {
  readonly found: FoundRow;
  readonly row: TunableRow;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly now: Setting;
  /** A setting in words, as far as it differs from what is set now, or from another one. */
  readonly words: (key: string, against?: string) => string;
  readonly write: (param: string, value: TunedValue) => string;
}

export interface View {
  readonly found: Found;
  readonly target: Target;
  /** Rows that are still there. */
  readonly rows: readonly RowView[];
  /** The one whose numbers are shown, and what to set in it. */
  readonly shown: RowView;
  readonly best: Best;
  /** Null for one row. */
  readonly race: Race | null;
}

export function useView(rows: readonly TunableRow[], sources: string | null): View | null {
  const found = useTune((s) => s.found);
  const at = useTune((s) => s.at);
  const wanted = useTune((s) => s.shownRow);
  const { n } = useText();
  const views = useMemo(
    () =>
      (found?.rows ?? []).flatMap((own): RowView[] => {
        const row = rows.find(({ key }) => key === own.key);
        const settings = new Map(own.result.settings.map((setting) => [setting.key, setting]));
        const now = settings.get(own.result.now);
        if (!row || !now) return [];
        const words = (key: string, against?: string): string => {
          const setting = settings.get(key);
          const other = against === undefined ? now : settings.get(against);
          return setting && other ? settingWords(setting, other, row.info, n, labelOf) : key;
        };
        return [{ found: own, row, settings, now, words, write: (param, value) => valueText(param, row.info.params[param], value, n) }];
      }),
    [found, rows, n],
  );
  if (!found || found.sources !== sources) return null;
  const target = found.targets.find((one) => one === at) ?? found.targets[0]!;
  const race = views.length > 1 ? (found.races.find((one) => one.target === target) ?? null) : null;
  const first = race?.entrants[0]?.row;
  const shown = views.find(({ found: own }) => own.key === wanted) ?? views.find(({ found: own }) => own.key === first) ?? views[0];
  const best = shown?.found.result.best.find((one) => one.target === target);
  return shown && best ? { found, target, rows: views, shown, best, race } : null;
}
