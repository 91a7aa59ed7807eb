/** What tuning found, in words: the same in page and terminal. */
import {
  type BestSetting,
  type TuneCriterion,
  type Race,
  type Setting,
  TUNE_BARS,
  type TunedValue,
  type TuneResult,
  type TuneMeasure,
} from '../engine/tune/contract.ts';
import './en/tune.ts';
import { barText } from './answer-words.ts';
import { numbers, t, type TextKey } from './index.ts';

const MOST_NAMED = 3;

export function tuneValue(measure: TuneMeasure, value: number): string {
  const n = numbers();
  return measure === 'cost' ? n.money(value) : measure === 'efficiency' ? n.score(value) : n.percent(value);
}

export function tuneDelta(measure: TuneMeasure, value: number): string {
  const n = numbers();
  if (measure === 'cost') return `${value < 0 ? '−' : '+'}${n.money(Math.abs(value))}`;
  return measure === 'efficiency' ? n.scoreDelta(value) : t('tune.doubt.points', { value: n.shareDelta(value) });
}

/** Titles of measures are those of the table's columns. */
const TITLES = {
  kept: 'compare.column.independent',
  own: 'compare.column.recall',
  binding: 'compare.column.binding',
  userWords: 'compare.column.user-words',
  whole: 'tune.measure.whole',
  efficiency: 'compare.column.efficiency',
  left: 'compare.column.tokens',
  cost: 'compare.column.cost',
} as const satisfies Record<TuneMeasure, TextKey>;
export const titleOf = (measure: TuneMeasure): string => t(TITLES[measure]);

/** A measure within a sentence. */
export const whatOf = (measure: TuneMeasure): string => titleOf(measure).toLocaleLowerCase();

export const unitOf = (measure: TuneMeasure): string => (measure === 'cost' ? t('compare.unit.next') : measure === 'efficiency' ? '60 / 40' : '%');

export interface TuneNames {
  setting(key: string): string;
  now(chosen: string): string;
}

/** Of many parameters only those that differ from what is set now are named. */
const MOST_PARAMS = 2;

export function settingText(
  { values }: Setting,
  now: Setting,
  text: (param: string, value: TunedValue) => string = (param, value) => `${param} ${value}`,
): string {
  const all = Object.entries(values);
  const changed = all.filter(([param, value]) => now.values[param] !== value);
  const named = all.length > MOST_PARAMS && changed.length > 0 ? changed : all;
  return named.map(([param, value]) => text(param, value)).join(', ');
}

export function sayBest({ of, halves, now, points }: TuneResult, best: BestSetting, decides: TuneCriterion, names: TuneNames): string {
  const { verdict, chosen, target } = best;
  const at = points.filter((point) => point.target === target);
  if (chosen === null || verdict === 'none') {
    const bars = TUNE_BARS.flatMap((bar) => {
      const count = at.filter((point) => point.bar === bar).length;
      return count > 0 ? [barText(bar, count)] : [];
    });
    return t('tune.say.none', { bars: bars.join(', ') });
  }
  const found = at.find(({ setting }) => setting === chosen);
  const present = at.find(({ setting }) => setting === now);
  const text = (value: number | undefined): string => (value === undefined ? '—' : tuneValue(decides, value));
  const values = {
    setting: names.setting(chosen),
    now: names.now(chosen),
    what: whatOf(decides),
    on: t(`tune.on.${of}`, { count: halves.second.length }),
    first: text(found?.first[decides]?.mean),
    second: text(found?.second[decides]?.mean),
    base: text(present?.second[decides]?.mean),
  };
  if (verdict === 'set' && !found?.second[decides]) return t('tune.say.set.unseen', values);
  return t(`tune.say.${verdict}`, values);
}

export function sayTuneDoubts(best: BestSetting, decides: TuneCriterion, names: TuneNames): string {
  const { verdict, difference, efficiency, nowBar, tied, asGood } = best;
  if (verdict === 'none') return '';
  const sentences: string[] = [];
  if (nowBar !== null) sentences.push(t('tune.doubt.now', { bar: t(`bar.${nowBar}`) }));
  if (difference) {
    sentences.push(t('tune.doubt.difference', { mean: tuneDelta(decides, difference.mean), interval: within(decides, difference.interval) }));
  }
  if (efficiency !== null && decides !== 'efficiency') sentences.push(t('tune.doubt.efficiency', { efficiency: numbers().scoreDelta(efficiency) }));
  if (tied.length > 1) sentences.push(t('tune.doubt.tied', { count: tied.length - 1 }));
  if (asGood.length > 0) {
    const settings = asGood.slice(0, MOST_NAMED).map(names.setting).join('; ');
    const count = asGood.length;
    sentences.push(
      t('tune.doubt.asGood', { count, settings: count > MOST_NAMED ? t('list.more', { list: settings, count: count - MOST_NAMED }) : settings }),
    );
  }
  return sentences.join(' ');
}

export interface RaceNames {
  title(row: string): string;
  setting(row: string, key: string): string;
}

export function sayRace(
  { of, halves }: Pick<TuneResult, 'of' | 'halves'>,
  { verdict, entrants }: Race,
  decides: TuneCriterion,
  names: RaceNames,
): string {
  const [first, ...rest] = entrants;
  if (!first || first.setting === null || verdict === 'none') return t('tune.race.none');
  const others = rest.flatMap(({ row, setting, difference }) => {
    if (setting === null) return [];
    const better = difference ? (decides === 'cost' ? -difference.mean : difference.mean) : 0;
    // A single value on either side has no interval, and its sign decides.
    const told = difference !== null && (difference.apart || (difference.interval === null && better !== 0));
    return [{ text: t('tune.race.with', { row: names.title(row), setting: names.setting(row, setting) }), better, told, difference }];
  });
  const nearest = others.toSorted((a, b) => a.better - b.better)[0];
  const named = verdict === 'worse' ? others.filter(({ better, told }) => told && better < 0) : others.filter(({ told }) => !told);
  return t(`tune.race.${verdict}`, {
    row: names.title(first.row),
    setting: names.setting(first.row, first.setting),
    what: whatOf(decides),
    on: t(`tune.on.${of}`, { count: halves.second.length }),
    second: first.second ? tuneValue(decides, first.second.mean) : '—',
    others: named.map(({ text }) => text).join(', '),
    other: nearest?.text ?? '',
    mean: nearest?.difference ? tuneDelta(decides, nearest.difference.mean) : '',
    interval: within(decides, nearest?.difference?.interval),
  });
}

const bare = (measure: TuneMeasure, value: number): string =>
  measure === 'cost' || measure === 'efficiency' ? tuneDelta(measure, value) : numbers().shareDelta(value);

function within(measure: TuneMeasure, interval: readonly [number, number] | null | undefined): string {
  return interval ? t('tune.race.interval', { from: bare(measure, interval[0]), to: bare(measure, interval[1]) }) : '';
}
