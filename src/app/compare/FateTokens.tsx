/** The original's tokens by fate, as a bar and in numbers. */
import { FATES, type FateKind } from '../../engine/strategies/contract.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { FateChip } from '../diff/Chips.tsx';
import { useText } from '../store/index.ts';
import styles from './details.module.css';

export interface FatePart {
  readonly fate: FateKind;
  readonly messages: number;
  /** Tokens of the originals with this fate. */
  readonly tokens: number;
  /** Of these, tokens still in the result (edited text, placeholders). */
  readonly left: number;
}

/** Sums by fate; fates without messages are left out. */
export function fateParts(result: Pick<RowResult, 'counts' | 'tokensByFate' | 'fates' | 'left'>): readonly FatePart[] {
  const left = FATES.map(() => 0);
  result.left.forEach((tokens, i) => {
    const fate = result.fates[i] ?? 0;
    left[fate] = (left[fate] ?? 0) + tokens;
  });
  return FATES.flatMap((fate, code) =>
    result.counts[fate] > 0 ? [{ fate, messages: result.counts[fate], tokens: result.tokensByFate[fate], left: left[code] ?? 0 }] : [],
  );
}

export function FateTokens({ result }: { readonly result: RowResult }) {
  const { t, n } = useText();
  const parts = fateParts(result);
  const whole = Math.max(
    1,
    parts.reduce((sum, p) => sum + p.tokens, 0),
  );
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {parts.map((part) => (
          <i key={part.fate} data-fate={part.fate} style={{ width: `${(100 * part.tokens) / whole}%` }}>
            {part.fate === 'edit' && <i style={{ width: `${(100 * part.left) / Math.max(1, part.tokens)}%` }} />}
          </i>
        ))}
      </div>
      <ul className={styles.fates}>
        <li aria-hidden>
          <span />
          <small>{t('unit.messages')}</small>
          <small>{t('unit.tokens')}</small>
          <small>%</small>
        </li>
        {parts.map((part) => (
          <li key={part.fate}>
            <span>
              <FateChip fate={part.fate} /> {t(`diff.fate.${part.fate}`)}
            </span>
            <span>{n.whole(part.messages)}</span>
            <span>{n.whole(part.tokens)}</span>
            <span>{n.share(part.tokens / whole)}</span>
            <span>{part.fate === 'edit' || part.fate === 'offload' ? t('row.fates.left', { left: Math.round(part.left) }) : ''}</span>
          </li>
        ))}
        {result.insertedTokens > 0 && (
          <li>
            <span>{t('row.fates.inserted')}</span>
            <span>+{n.whole(result.insertions.length)}</span>
            <span>+{n.whole(result.insertedTokens)}</span>
            <span>+{n.share(result.insertedTokens / whole)}</span>
          </li>
        )}
      </ul>
    </>
  );
}
