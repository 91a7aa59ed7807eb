/** Where a lost line was said, needed or fixed: each place leads to its message, with the words marked. */
import { createContext, use } from 'react';
import type { ListedLine } from '../../worker/loss-protocol.ts';
import { useText } from '../store/index.ts';
import { showMarked } from './jump.ts';
import styles from './loss.module.css';

export const GoContext = createContext<() => void>(() => {});

export function Spots({ line }: { readonly line: ListedLine }) {
  const { t } = useText();
  const onGo = use(GoContext);
  return (
    <span className={styles.spots}>
      {line.spots.map(({ role, message, recorded = message }) =>
        message < 0 ? (
          <small key={role} title={t('loss.spot.elsewhere')}>
            {t(`loss.spot.${role}`, { number: recorded + 1 })}
          </small>
        ) : (
          <button
            key={role}
            type="button"
            className={styles.spot}
            data-role={role}
            title={t('loss.go')}
            onClick={() => {
              onGo();
              showMarked(message, line.marks);
            }}
          >
            {t(`loss.spot.${role}`, { number: recorded + 1 })}
          </button>
        ),
      )}
      {line.cut > 0 && <small>{t('loss.cut', { cut: line.cut })}</small>}
      {line.messages > 1 && <small>{t('loss.messages', { count: line.messages })}</small>}
    </span>
  );
}
