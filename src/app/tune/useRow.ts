/** The rows that can be tuned, and the one that is. */
import { useMemo } from 'react';
import type { Param } from '../../engine/strategies/params.ts';
import { resolveShown } from './values.ts';
import { lookup, t } from '../../i18n/index.ts';
import { allRows } from '../../scenario/rows.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';
import { strategyTitle } from '../compare/rows.ts';
import { useApp, useText } from '../store/index.ts';
import type { TunedRow } from './actions.ts';
import { type Asked, askedOf, useTune } from './state.ts';

export interface TunableRow extends TunedRow {
  readonly title: string;
  readonly info: StrategyInfo;
  /** Names of the parameters that can be tried. */
  readonly names: readonly string[];
}

/** A row with the parameters that are tried. */
export interface Chosen {
  /** Index in `choices`. */
  readonly at: number;
  readonly row: TunableRow;
  readonly first: Asked;
  readonly second: Asked | null;
}

/** A number, a switch or a choice. */
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
export function useRows(): { readonly rows: readonly TunableRow[]; readonly chosen: readonly Chosen[] } {
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
    const found: Chosen[] = [];
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
