import { EDIT, OFFLOAD } from '../../engine/strategies/contract.ts';
import type { RowResult } from '../../worker/protocol.ts';
import styles from './chips.module.css';

/** 3 px under a column head: tokens kept, left of edited, offloaded, and in summaries, as shares of the original. */
export function FateBar({ result, total }: { readonly result: RowResult; readonly total: number }) {
  if (result.outcome !== 'compacted' || total === 0) return null;
  const left = { edit: 0, offload: 0 };
  for (let i = 0; i < result.fates.length; i++) {
    if (result.fates[i] === EDIT) left.edit += result.left[i] ?? 0;
    if (result.fates[i] === OFFLOAD) left.offload += result.left[i] ?? 0;
  }
  const parts = [
    ['K', result.tokensByFate.keep],
    ['E', left.edit],
    ['O', left.offload],
    ['S', result.insertedTokens],
  ] as const;
  let at = 0;
  return (
    <span className={styles.bars} aria-hidden>
      {parts.map(([letter, tokens]) => {
        const start = at;
        at += tokens;
        return (
          tokens > 0 && (
            <i
              key={letter}
              className={styles.bar}
              data-fate={letter}
              style={{ left: `${(start / total) * 100}%`, width: `${(tokens / total) * 100}%` }}
            />
          )
        );
      })}
    </span>
  );
}
