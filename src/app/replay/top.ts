/** Where the axis of sizes ends. */
import type { CompactionPoint } from '../../engine/replay/contract.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import type { Range } from '../charts/scale.ts';
import { highest, lowest } from '../charts/thin.ts';
import { FIRST, type RunLine } from './lines.ts';

/** Lines far above the window are cut off at this many windows, unless a person wants to see all of them, or a run would not be seen at all. */
const AWAY = 1.5;
/** A window this many times above everything would flatten all lines. */
const ABOVE = 5;
/** Room above the highest line. */
const HEADROOM = 1.08;

interface Drawn {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

/** The upper end of the axis, and whether something exceeds it. */
export function topOf(
  { reply, lines, range }: Drawn,
  drawn: readonly { readonly values: Float64Array }[],
  all: boolean,
): { readonly max: number; readonly cut: boolean } {
  let most = 1;
  for (const { values } of drawn) most = Math.max(most, highest(values, FIRST, range));
  for (const { series } of lines) for (const point of series.points) if (seen(point, range)) most = Math.max(most, point.before);
  const limit = reply.window * AWAY;
  const hidden = lines.some(({ series }) => {
    const least = lowest(series.size, FIRST, range);
    return least > limit && least < Infinity;
  });
  const cut = lines.length > 0 && most > limit && !hidden;
  if (cut && !all) return { max: limit, cut };
  return { max: Math.max(most, reply.window <= most * ABOVE ? reply.window : 0) * HEADROOM, cut };
}

export const seen = ({ at }: Pick<CompactionPoint, 'at'>, [from, to]: Range): boolean => at >= from - 1 && at <= to + 1;
