/** Saves the lanes as one picture: every row that is shown, in the order of the table, with its name, below the axis of requests. */
import type { Range } from '../charts/scale.ts';
import { SaveMenu } from '../charts/SaveMenu.tsx';
import { useText } from '../store/index.ts';
import { LANE_PAD } from './Lane.tsx';
import { ticksOf } from './lanes.ts';

/** Words of a cell that names a row: in a line, and what stands small below. */
function namesIn(cell: Element | null | undefined): { readonly name: string; readonly below: string } {
  const parts = [...(cell?.querySelector('[data-run]')?.children ?? [])];
  const words = (list: readonly Element[]): string => list.map((part) => part.textContent.trim()).join(' ');
  return { name: words(parts.filter((part) => !part.matches('small'))), below: words(parts.filter((part) => part.matches('small'))) };
}

export function SaveLanes({ range }: { readonly range: Range }) {
  const { t, n } = useText();
  const draw = async () => {
    const { rowsPicture } = await import('../charts/picture.ts');
    const rows = [...document.querySelectorAll<HTMLElement>('[data-lane]')].flatMap((lane) => {
      const row = lane.closest('tr');
      const drawing = lane.querySelector('svg');
      return row && drawing ? [{ ...namesIn(row.querySelector('th')), ground: getComputedStyle(row).backgroundColor, drawing }] : [];
    });
    const width = (rows[0]?.drawing.clientWidth ?? 0) - 2 * LANE_PAD;
    const ticks = ticksOf({ x: range, y: [0, 1], width, height: 0 }).map(({ tick, x, anchor }) => ({ x: x + LANE_PAD, text: n.whole(tick), anchor }));
    const legend = [...document.querySelectorAll('[data-marks] li')];
    return rowsPicture(rows, { name: t('replay.chart.requests'), ticks }, t('replay.lanes'), legend);
  };
  return <SaveMenu title={t('replay.lane')} draw={draw} />;
}
