/** Points of a row's first parameter, everything else as chosen. */
import type { Target } from '../../engine/tune/contract.ts';
import { placesOf, type Step } from './Curves.tsx';
import type { RowView } from './useView.ts';

export function stepsOf({ found, settings, now, write }: RowView, target: Target): readonly Step[] {
  const [axis] = found.space.axes;
  if (!axis) return [];
  const best = found.result.best.find((one) => one.target === target);
  const anchor = settings.get(best?.chosen ?? '') ?? now;
  const points = found.result.points.filter((point) => {
    const { values } = settings.get(point.setting)!;
    return point.target === target && Object.entries(anchor.values).every(([param, value]) => param === axis.param || values[param] === value);
  });
  const inOrder = axis.values.flatMap((value) => points.filter(({ setting }) => settings.get(setting)!.values[axis.param] === value).slice(0, 1));
  const places = placesOf(inOrder.map(({ setting }) => settings.get(setting)!.values[axis.param]!));
  return inOrder.map((point, i) => {
    const setting = settings.get(point.setting)!;
    return { point, setting, text: write(axis.param, setting.values[axis.param]!), x: places[i]! };
  });
}
