/** What remains of the original after the same strategy has compacted its own result repeatedly; runs on request. */
import { useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { Section } from '../compare/Lines.tsx';
import { Button } from '../components/Button.tsx';
import { client, useApp, useAsk, useText } from '../store/index.ts';
import { DecayChart } from './DecayChart.tsx';
import styles from './measures.module.css';
import { RoundTable } from './RoundTable.tsx';
import { Term } from './Term.tsx';

/** `writer`: who writes the row's summaries. Rounds with another writer are not this row's: the panel says so, and shows nothing. */
export function DecayPanel({ row, writer }: { readonly row: string; readonly writer: string }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  // Requested for one comparison: with another one the rounds are stale.
  const [wanted, setWanted] = useState<object | null>(null);
  const isWanted = wanted !== null && wanted === comparison;
  const { answer: decay, loading, failed, progress, again } = useAsk(client.decay, isWanted ? [row] : null, [wanted], 'decay');
  const run = (): void => (isWanted ? again() : setWanted(comparison));
  const done = loading || failed ? null : decay;
  const other = done !== null && done.writer !== null && done.writer !== writer;
  return (
    <Section
      title={<Term measure="decay">{t('loss.decay')}</Term>}
      action={
        <Button kind="link" disabled={loading} onClick={run}>
          {t('loss.decay.run')}
        </Button>
      }
    >
      <div className={styles.measures}>
        <p className={styles.line}>{t('loss.decay.help')}</p>
        <p className={styles.line} role="status">
          {loading && t('loss.decay.running', { done: Math.min(progress?.of ?? 0, (progress?.done ?? 0) + 1), of: progress?.of ?? 0 })}
          {failed && t('loss.decay.failed', { message: formatReason(failed) })}
          {done?.failed && formatReason(done.failed)}
          {other && formatReason({ key: 'measure-other-writer' })}
        </p>
        {done && !other && done.rounds.length > 0 && (
          <>
            <DecayChart rounds={done.rounds} />
            <RoundTable rounds={done.rounds} />
          </>
        )}
      </div>
    </Section>
  );
}
