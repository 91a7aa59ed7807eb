/** The rows that can be tuned, and the one that is. */
import { useMemo } from 'react';
import type { Param, SharedParam } from '../../engine/strategies/params.ts';
import type { BestSetting, Race, Setting, Target, TunedValue } from '../../engine/tune/contract.ts';
import { lookup, type NumberFormats, t } from '../../i18n/index.ts';
import { settingText } from '../../i18n/tune-words.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';
import { allRows } from '../../scenario/scenario-rows.ts';
import { strategyTitle } from '../rows/compare-rows.ts';
import { useApp, useText } from '../store/index.ts';
import type { TunedRow } from './tune-actions.ts';
import { type RangeInput, askedOf, type TuneRun, type TuneRunRow, useTune } from './tune-state.ts';

/** A share in percent, a choice by its word. */
export function valueText(name: string, p: Param | undefined, value: TunedValue, n: NumberFormats): string {
  if (typeof value === 'number') return p?.kind === 'number' && p.unit === 'share' ? n.percent(value) : n.plain(value);
  if (typeof value === 'boolean') return lookup(`tune.switch.${value}`) ?? String(value);
  return lookup(`param.${name}.${value}`) ?? (value || '—');
}

function resolveShown(
  { info, params }: { readonly info: Pick<StrategyInfo, 'params'>; readonly params: Readonly<Record<string, unknown>> },
  name: string,
  shared: Readonly<Record<SharedParam, number>>,
  n: NumberFormats,
): string {
  const p = info.params[name];
  const value = params[name] ?? (p?.shared && shared[p.shared]) ?? p?.default;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? valueText(name, p, value, n) : '';
}

const settingWords = (
  setting: Setting,
  against: Setting,
  { params }: Pick<StrategyInfo, 'params'>,
  n: NumberFormats,
  label: (param: string) => string,
): string => settingText(setting, against, (name, value) => `${label(name)} ${valueText(name, params[name], value, n)}`);

export interface TunableRow extends TunedRow {
  readonly title: string;
  readonly info: StrategyInfo;
  /** Names of the parameters that can be tried. */
  readonly names: readonly string[];
}

export interface TrialRow {
  readonly at: number;
  readonly row: TunableRow;
  readonly first: RangeInput;
  readonly second: RangeInput | null;
}

const isTunable = ({ kind }: Param): boolean => kind === 'number' || kind === 'boolean' || kind === 'choice';

const isKnob = (p: Param | undefined): boolean => p?.kind === 'number' && p.knob !== undefined;

/** The switch of a system as a whole is nothing to tune. */
const WHOLE = 'enabled';

export const labelOf = (param: string): string => lookup(`param.${param}`) ?? param;

/** The name of a parameter with the unit of its values, or with the word that they have none. */
export function axisOf(name: string, param: Param | undefined): string {
  if (param?.kind !== 'number') return labelOf(name);
  const unit = param.unit === 'share' ? '%' : lookup(`unit.${param.unit}`);
  return t('tune.axis', { title: labelOf(name), unit: unit || t('tune.axis.none') });
}

/** Rows that can be tuned, and those that are: what was chosen and is still there, else the usual one. */
export function useRows(): { readonly rows: readonly TunableRow[]; readonly chosen: readonly TrialRow[] } {
  const { language } = useText();
  const description = useApp((s) => s.description);
  const scenario = useApp((s) => s.scenario);
  const choices = useTune((s) => s.choices);
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language
  const rows = useMemo(
    () =>
      allRows(scenario.rows, description?.strategies ?? []).flatMap(({ key, strategy, params }): TunableRow[] => {
        const info = description?.strategies.find(({ id }) => id === strategy);
        if (!info || info.kind === 'control') return [];
        const names = Object.keys(info.params).filter((name) => name !== WHOLE && isTunable(info.params[name]!));
        // The budget turns the knob by itself: it comes last.
        names.sort((a, b) => Number(isKnob(info.params[a])) - Number(isKnob(info.params[b])));
        return names.length > 0 ? [{ key, strategy, params, info, names, title: strategyTitle(strategy, key, params) }] : [];
      }),
    [scenario.rows, description, language],
  );
  const [a, answer] = useApp((s) => s.compared);
  const usual = rows.find(({ key }) => key === answer) ?? rows.find(({ key }) => key === a) ?? rows[0];
  const chosen = useMemo(() => {
    const found: TrialRow[] = [];
    for (const [at, choice] of choices.entries()) {
      const row = rows.find(({ key }) => key === choice.row) ?? (at === 0 ? usual : undefined);
      // A row that was removed, or that the first choice became.
      if (!row || found.some((one) => one.row.key === row.key)) continue;
      const first = choice.first && row.names.includes(choice.first.param) ? choice.first : askedOf(row.names[0]!);
      const second = choice.second && row.names.includes(choice.second.param) && choice.second.param !== first.param ? choice.second : null;
      found.push({ at, row, first, second });
    }
    return found;
  }, [rows, choices, usual]);
  return { rows, chosen };
}

/** What a parameter of the row is now. */
export function useNow(row: TunableRow | null): (param: string) => string {
  const { keepRecent, preserveStart, preserveEnd } = useApp((s) => s.scenario.settings);
  const { n } = useText();
  return (param) => (row ? resolveShown(row, param, { keepRecent, preserveStart, preserveEnd }, n) : '');
}

export interface RowView {
  readonly found: TuneRunRow;
  readonly row: TunableRow;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly now: Setting;
  /** A setting in words, as far as it differs from what is set now, or from another one. */
  readonly words: (key: string, against?: string) => string;
  readonly write: (param: string, value: TunedValue) => string;
}

export interface View {
  readonly found: TuneRun;
  readonly target: Target;
  readonly rows: readonly RowView[];
  /** The one whose numbers are shown, and what to set in it. */
  readonly shown: RowView;
  readonly best: BestSetting;
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
