/** The strips of a report: what is left of the session, oldest first, drawn as the page does. */
import { cachedFateBins, stripHeights, type StripRange } from '../engine/strips/bins.ts';
import { drawn, type InkColors } from '../engine/strips/drawing.ts';
import { FATES, type FateKind } from '../engine/strategies/contract.ts';
import { t } from '../i18n/index.ts';
import type { DrawnRun } from './contract.ts';
import { html } from './frame.ts';
import { px } from './scatter.ts';

const INK: InkColors = {
  keep: 'var(--keep)',
  edit: 'var(--edit)',
  cut: 'var(--cut)',
  sum: 'var(--sum)',
  off: 'var(--off)',
  offBody: 'var(--off-body)',
};

/** What all strips of a report run over. */
export interface StripBase {
  readonly range: StripRange;
  readonly tokens: Float64Array;
}

/** @param prefix tokens before each message, length n + 1 */
export function stripBase(prefix: ArrayLike<number>): StripBase {
  const edges = Float64Array.from(prefix);
  return {
    range: { edges, from: 0, to: edges.at(-1) ?? 0 },
    tokens: Float64Array.from({ length: edges.length - 1 }, (_, i) => edges[i + 1]! - edges[i]!),
  };
}

/** As wide as its place; '' where the session has no tokens. */
export function stripSvg(run: DrawnRun, { range, tokens }: StripBase, title: string, columns: number, height: number): string {
  if (range.to === 0) return '';
  const heights = stripHeights(cachedFateBins(run, range, tokens, columns), height, 1);
  const marks = run.summaries.map(({ before }) => `<i style="left:clamp(6px,${px((100 * range.edges[before]!) / range.to)}%,100% - 6px)"></i>`);
  return `<span class="strip" style="height:${height}px"><svg viewBox="0 0 ${columns} ${height}" preserveAspectRatio="none" role="img" aria-label="${html(title)}">${drawn(heights, INK, 0, 0)}</svg>${marks.join('')}</span>`;
}

const FILLS: Record<FateKind, string> = { keep: INK.keep, edit: INK.edit, summarize: INK.sum, offload: INK.off, drop: 'var(--track)' };

/** What the colours mean; what moves nothing out has no word for it. */
export function legend(runs: Iterable<DrawnRun>): string {
  const isMoved = Array.from(runs).some(({ fates }) => fates.includes(FATES.indexOf('offload')));
  const words = FATES.filter((fate) => fate !== 'offload' || isMoved).map(
    (fate) => `<span><i style="background:${FILLS[fate]}"></i>${html(t(`fate.${fate}`))}</span>`,
  );
  return `<p class="legend second">${words.join('')}<span><i class="tick"></i>${html(t('answer.legend.chance'))}</span></p>`;
}

export const STRIP_STYLE = `.strip{position:relative;display:block;background:var(--track)}.strip svg{display:block;width:100%;height:100%}.strip i{position:absolute;top:0;width:8px;height:8px;margin-left:-4px;transform:rotate(45deg);background:var(--sum);outline:1px solid var(--bg)}
.legend span{display:inline-block;margin-right:16px}.legend i{display:inline-block;width:10px;height:10px;margin-right:6px;border:1px solid var(--line)}.legend .tick{width:2px;height:14px;margin-bottom:-3px;border:0;background:var(--text)}`;
