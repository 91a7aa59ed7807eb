/** The runs of a replay as lines: a letter, a colour and a dash for each, the same everywhere. */
import { t } from '../../i18n/index.ts';
import type { ReplayReply, SeriesView } from '../../worker/replay-protocol.ts';
import type { Range } from '../charts/scale.ts';
import { strategyTitle } from '../compare/compare-rows.ts';

/** Requests count from 1: `values[0]` of a line belongs to the first. */
export const FIRST = 1;

export const wholeOf = ({ requests }: Pick<ReplayReply, 'requests'>): Range => [FIRST, Math.max(FIRST, requests)];

export interface RunLine {
  readonly key: string;
  readonly letter: string;
  readonly pinned: boolean;
  readonly title: string;
  /** 0–7, of `--series-1` … */
  readonly color: number;
  readonly dash: string;
  readonly series: SeriesView;
}

const COLORS = 8;
const DASHES = ['', '7 3', '2 2', '8 3 2 3', '4 2', '12 3', '3 4', '8 3 2 3 2 3'] as const;

export const letterOf = (i: number): string => String.fromCharCode(65 + (i % 26));

export function linesOf({ series }: ReplayReply, pinned: readonly string[]): readonly RunLine[] {
  let next = pinned.length;
  return series.map((one, i) => {
    const pin = pinned.indexOf(one.key);
    return {
      key: one.key,
      letter: letterOf(pin === -1 ? next++ : pin),
      pinned: pin !== -1,
      title: strategyTitle(one.strategy, one.key, one.params),
      color: i % COLORS,
      dash: DASHES[(i + Math.floor(i / COLORS)) % DASHES.length]!,
      series: one,
    };
  });
}

export const runTitle = (lines: readonly RunLine[], key: string): string => lines.find((line) => line.key === key)?.title ?? t('replay.baseline');
