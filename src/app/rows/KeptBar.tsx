import type { CSSProperties } from 'react';
import type { Retention } from '../../engine/answer/contract.ts';
import { useText } from '../store/index.ts';
import styles from './kept.module.css';

/** The share that is kept as a bar, with a tick for random dropping in as many tokens. */
export function KeptBar({ kept }: { readonly kept: Retention }) {
  const { t } = useText();
  return (
    <span
      className={styles.bar}
      role="img"
      aria-label={t('answer.kept.bar', { share: kept.share, chance: kept.chance })}
      title={t('answer.kept.bar', { share: kept.share, chance: kept.chance })}
      style={{ '--kept': kept.share, '--chance': kept.chance } as CSSProperties}
    >
      <i />
      <b />
    </span>
  );
}
