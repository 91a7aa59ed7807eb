/** What an open row lost: facts by kind and by position, constraints, files, open work, pairs, recall, decay, validity by provider. */
import '../../i18n/loss-words.ts';
import type { FactCounts } from '../../engine/measures/types.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { formatReason, lookup } from '../../i18n/index.ts';
import type { MeasuredRow } from '../../worker/loss-protocol.ts';
import { Section } from '../compare/Lines.tsx';
import type { TableRow } from '../compare/rows.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { openLoss } from '../store/ui.ts';
import { AskPanel } from './AskPanel.tsx';
import { DecayPanel } from './DecayPanel.tsx';
import { factParts, FactTable, sum } from './FactTable.tsx';
import styles from './measures.module.css';
import { RecallPanel } from './RecallPanel.tsx';
import { PartsTable } from './PartsTable.tsx';
import { Term } from './Term.tsx';
import { ValidityByProvider } from './ValidityByProvider.tsx';

/** Who loses the middle: retained facts by tenth of the original's tokens. */
function Tenths({ tenths }: { readonly tenths: readonly FactCounts[] }) {
  const { t, n } = useText();
  const shares = tenths.map((counts) => {
    const all = sum(factParts(counts));
    return all === 0 ? null : counts.retained / all;
  });
  const label = t('loss.tenths.label', { shares: shares.map((share) => (share === null ? '—' : n.percent(share))).join(t('list.separator')) });
  return (
    <>
      <div className={styles.tenths} role="img" aria-label={label}>
        {tenths.map((counts, i) => {
          const all = Math.max(1, sum(factParts(counts)));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tenth is its place
            <span key={i} title={t('loss.tenth', { number: i + 1, ...counts })}>
              <i data-part="recoverable" style={{ height: `${(100 * (counts.retained + counts.recoverable)) / all}%` }} />
              <i data-part="retained" style={{ height: `${(100 * counts.retained) / all}%` }} />
            </span>
          );
        })}
      </div>
      <p className={styles.ends} aria-hidden>
        <span>{t('loss.tenths.start')}</span>
        <span>{t('loss.tenths.end')}</span>
      </p>
    </>
  );
}

function FactsPanel({ row, measured: { facts, notes } }: { readonly row: TableRow; readonly measured: MeasuredRow }) {
  const { t, n } = useText();
  if (!facts) return <p className={styles.line}>{notes.factRetention ? formatReason(notes.factRetention) : t('loss.nothing')}</p>;
  return (
    <>
      <p className={styles.headline}>
        <b>{n.percent(facts.all.retained / sum(factParts(facts.all)))}</b> <small>{t('loss.facts.of', { count: sum(factParts(facts.all)) })}</small>
      </p>
      <FactTable row={row.key} facts={facts} />
    </>
  );
}

export function RowLosses({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  if (row.state !== 'compacted') return null;
  const { measured } = row;
  const late = (measured && row.stale.measured && !row.noMeasures) || undefined;
  const coming = <p className={styles.line}>{t('loss.details.coming')}</p>;
  return (
    <div className={styles.block}>
      <RecallPanel row={row} />
      <Section
        title={<Term measure="fact-retention">{t('loss.facts')}</Term>}
        action={
          <Button kind="link" onClick={() => openLoss(row.key)}>
            {t('loss.open')}
          </Button>
        }
      >
        <div className={styles.measures} data-late={late}>
          {measured ? <FactsPanel row={row} measured={measured} /> : coming}
        </div>
      </Section>
      <Section title={t('loss.statements')}>
        <div className={styles.measures} data-late={late}>
          {measured ? (
            <>
              <PartsTable row={row.key} parts={measured.parts} />
              {measured.facts && (
                <>
                  <h4>
                    <Term measure="coverage">{t('loss.tenths')}</Term>
                  </h4>
                  <Tenths tenths={measured.facts.byTenth} />
                </>
              )}
            </>
          ) : (
            coming
          )}
        </div>
      </Section>
      <DecayPanel key={row.key} row={row.key} writer={row.result?.summarizer ?? BUILT_IN} />
      {measured && <ValidityByProvider measured={measured} />}
      <p className={styles.honest}>{lookup('measure.presence')}</p>
      {/* Below that sentence, which says that no model was run. */}
      <AskPanel key={`${row.key} ask`} row={row} />
    </div>
  );
}
