/** What is kept over the budgets, in the half that nothing was chosen on. */
import { useMemo } from 'react';
import type { BestSetting, Target } from '../../engine/tune/contract.ts';
import { useText } from '../store/index.ts';
import { type Line, Lines } from './TuneLines.tsx';
import { type TuneRun, targetField } from './tune-state.ts';
import type { RowView } from './useRow.ts';

interface Props {
  readonly found: TuneRun;
  readonly views: readonly RowView[];
  readonly shown: RowView;
  readonly best: BestSetting;
}

/** Shares by their size; a strategy's own target, and shares beside tokens, one after the other. */
function placesOfTargets(targets: readonly Target[]): ReadonlyMap<Target, number> {
  const isOneScale = targets.every((target) => target !== 'own' && target <= 1) || targets.every((target) => target !== 'own' && target > 1);
  return new Map(targets.map((target, i) => [target, isOneScale ? (target as number) : i]));
}

/** Of one row: the chosen value, what is set now, and what was chosen at each budget. Of several rows what was chosen in each. */
export function OverBudgets({ found, views, shown, best }: Props) {
  const { t } = useText();
  const { decides } = found.wishes;
  const { lines, marks } = useMemo(() => {
    const targets = found.targets.toSorted((a, b) => (a === 'own' ? 1 : b === 'own' ? -1 : a - b));
    const places = placesOfTargets(targets);
    const line = (key: string, title: string, view: RowView, setting: (target: Target) => string | null | undefined, strong: boolean): Line => ({
      key,
      title,
      points: targets.flatMap((target) => {
        const wanted = setting(target);
        const point = view.found.result.points.find((one) => one.target === target && one.setting === wanted);
        const stat = point?.second[decides];
        return stat ? [{ x: places.get(target)!, text: targetField(target), stat, strong }] : [];
      }),
    });
    const chosenAt = (view: RowView) => (target: Target) => view.found.result.best.find((one) => one.target === target)?.chosen;
    const drawn =
      views.length > 1
        ? views.map((view) => line(view.found.key, t('tune.budgets.each', { row: view.row.title }), view, chosenAt(view), true))
        : [
            ...(best.chosen === null
              ? []
              : [line('chosen', t('tune.budgets.chosen', { setting: shown.words(best.chosen) }), shown, () => best.chosen, true)]),
            line('now', t('tune.budgets.now', { setting: shown.words(shown.found.result.now) }), shown, () => shown.found.result.now, false),
            line('each', t('tune.budgets.best'), shown, chosenAt(shown), false),
          ];
    // A search runs its best on the other half alone: a value that it found at one budget may have no number at another.
    const kept = drawn.filter(({ points }) => points.length > 1);
    return { lines: kept, marks: targets.map((target) => ({ x: places.get(target)!, text: targetField(target) })) };
  }, [found, views, shown, best, decides, t]);
  if (lines.length === 0) return null;
  return (
    <Lines
      title={t('tune.budgets.curve', { title: t(`tune.measure.${decides}`) })}
      note={shown.found.hows ? t('tune.budgets.curve.search') : t('tune.half.second')}
      measure={decides}
      lines={lines}
      marks={marks}
      across={t('control.budget')}
    />
  );
}
