/** Strips that are computed here against those that were sent, row by row, by the cells that were sent. No React here. */
import { EDIT, FATES, type FateKind } from '../../engine/strategies/contract.ts';
import type { RowResult, TranscriptView } from '../../worker/protocol.ts';
import type { Sent } from '../store/state.ts';
import { most, sumsOf } from './cells.ts';

/** A strip that is not the sender's. Messages that share a cell count together. */
export interface StripDifference {
  readonly key: string;
  readonly title: string;
  /** Messages in the cells that differ, and in all. */
  readonly messages: number;
  readonly of: number;
  /** The first of them: its index, what was done with it and with how many tokens left, there and here. */
  readonly at: number;
  readonly was: CellFate;
  readonly now: CellFate;
}

export interface CellFate {
  readonly fate: FateKind;
  /** Of an edit; null for all others. */
  readonly left: number | null;
}

interface CheckedStrips {
  readonly same: number;
  readonly differences: readonly StripDifference[];
}

interface Row {
  readonly key: string;
  readonly title: string;
  readonly result: RowResult | null;
}

const fatesIn =
  (fates: ArrayLike<number>, left: ArrayLike<number>) =>
  (cell: number): CellFate => ({
    fate: FATES[fates[cell]!] ?? 'keep',
    left: fates[cell] === EDIT ? Math.round(left[cell]!) : null,
  });

/** Rows that either side lacks have no strip to hold against another, and neither has a transcript of other messages. */
export function checkedStrips(
  rows: readonly Row[],
  view: TranscriptView,
  { said, starts, snapshot }: Pick<Sent, 'said' | 'starts' | 'snapshot'>,
): CheckedStrips {
  let same = 0;
  const differences: StripDifference[] = [];
  if (snapshot.original.messages !== view.n) return { same, differences };
  const { counts } = snapshot.cells;
  for (const { key, title, result } of rows) {
    const there = said.comparison?.rows.find((row) => row.key === key);
    if (!result || !there) continue;
    const here = fatesIn(most(result.fates, FATES.length, view.tokens, starts), sumsOf(result.left, starts));
    const sent = fatesIn(there.fates, there.left);
    const others = counts.flatMap((_, cell) => (here(cell).fate === sent(cell).fate && here(cell).left === sent(cell).left ? [] : [cell]));
    const [first] = others;
    if (first === undefined) same += 1;
    else
      differences.push({
        key,
        title,
        messages: others.reduce((sum, cell) => sum + counts[cell]!, 0),
        of: view.n,
        at: starts[first]!,
        was: sent(first),
        now: here(first),
      });
  }
  return { same, differences };
}
