/** How far reading or comparing is, with the time left; else what the last run was. */
import { useEffect, useState } from 'react';
import { useText } from '../store/index.ts';
import { chosenOf, goneOf, type Run, useSet } from './state.ts';
import { timeLeft } from './time-left.ts';
import styles from './set.module.css';
import shared from '../theme/shared.module.css';

function Running({ run }: { readonly run: Run }) {
  const { t } = useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(run, now);
  return (
    <>
      <progress className={styles.progress} max={Math.max(1, run.tokens[1])} value={run.tokens[0]} aria-label={t('set.progress')} />
      <span className="num">
        {t('set.done', { done: run.done, of: run.of })}
        {run.kept > 0 && ` · ${t('set.kept.before', { count: run.kept })}`}
        {left !== null && ` · ${t('set.left.time', { count: Math.max(1, Math.round(left / 1000)) })}`}
      </span>
    </>
  );
}

export function Progress() {
  const { t, n } = useText();
  const run = useSet((s) => s.run);
  const ran = useSet((s) => s.ran);
  const reading = useSet((s) => s.reading);
  const chosen = useSet((s) => chosenOf(s).length);
  const gone = useSet((s) => goneOf(s).length);
  const done = useSet((s) => [...s.status.values()].filter(({ state }) => state === 'done').length);
  return (
    <span className={styles.told} role="status">
      {reading && <span className="num">{t('set.reading', { done: reading.done, of: reading.of })}</span>}
      {!reading && run && <Running run={run} />}
      {!reading && !run && ran && (
        <span className="num">
          {t(ran.cancelled ? 'set.ran.cancelled' : 'set.ran', { computed: ran.computed, seconds: n.plain(Math.round(ran.ms / 100) / 10) })}
          {ran.kept > 0 && ` · ${t('set.kept.before', { count: ran.kept })}`}
          {ran.failed > 0 && ` · ${t('set.ran.failed', { count: ran.failed })}`}
        </span>
      )}
      {!reading && !run && !ran && <span className={shared.second}>{t('set.state', { done, of: chosen })}</span>}
      {gone > 0 && <span className={shared.warn}>{t('set.again', { count: gone })}</span>}
    </span>
  );
}
