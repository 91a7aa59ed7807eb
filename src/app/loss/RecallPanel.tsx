/** Hindsight recall of an open row: against chance and foresight, by age, origin and kind, and what it means. */
import { independentRecall } from '../../engine/measures/independent/contract.ts';
import type { Cut } from '../../engine/recall/contract.ts';
import { formatReason } from '../../i18n/index.ts';
import { Section } from '../compare/Lines.tsx';
import { belowChance, recallSign, recallWords, SIGNS } from '../compare/recall.ts';
import { pooled, type TableRow } from '../compare/rows.ts';
import { Word } from '../components/Word.tsx';
import { Button } from '../components/Button.tsx';
import { useApp, useText } from '../store/index.ts';
import { cancelRecall, recallAgain } from '../store/loss.ts';
import { askForRecall, openLoss } from '../store/ui.ts';
import { type BarMark, ShareBar } from './Parts.tsx';
import { IndependentTable } from './IndependentTable.tsx';
import { RecallTable } from './RecallTable.tsx';
import styles from './measures.module.css';
import { Term } from './Term.tsx';

/** The text if there is no recall (yet). */
function Without({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const recalling = useApp((s) => s.recalling);
  const why = row.recall?.notes.hindsightRecall ?? row.noRecall;
  if (recalling !== null)
    return (
      <p className={styles.line}>
        {t('loss.recall.coming', { share: Math.floor(recalling * 100) / 100 })}{' '}
        <Button kind="link" onClick={cancelRecall}>
          {t('loss.recall.cancel')}
        </Button>
      </p>
    );
  if (!why) return <p className={styles.line}>{t('loss.details.coming')}</p>;
  const again = why.key === 'recall-cancelled' || why.key === 'recall-long' || why.key === 'error';
  return (
    <p className={styles.line}>
      {formatReason(why)}{' '}
      {again && (
        <Button kind="link" onClick={recallAgain}>
          {t('loss.recall.again')}
        </Button>
      )}
      {why.key === 'measure-other-writer' && (
        <Button kind="link" onClick={() => askForRecall(row.key)}>
          {t('loss.recall.pay')}
        </Button>
      )}
    </p>
  );
}

export function RecallPanel({ row }: { readonly row: TableRow }) {
  const { t, n } = useText();
  const reply = useApp((s) => s.recalled?.reply ?? null);
  const { recall } = row;
  if (!recall || recall.recall === null || !reply || recall.notes.hindsightRecall || row.state !== 'compacted')
    return (
      <Section title={<Term measure="hindsight-recall">{t('loss.recall')}</Term>}>
        <Without row={row} />
      </Section>
    );
  const { needed, kept } = pooled(recall);
  const { cuts } = reply;
  // Where A's sizes are the targets a row stands at other tokens than the common ones.
  const { random, oracle } = reply.match === null ? reply : { random: null, oracle: null };
  const marks: readonly BarMark[] = [
    ...(random === null ? [] : [{ id: 'random', at: random, label: t('loss.recall.random', { share: random }) }]),
    ...(oracle === null ? [] : [{ id: 'oracle', at: oracle, label: t('loss.recall.oracle', { share: oracle }) }]),
  ];
  const label =
    random === null || oracle === null
      ? t('loss.recall.axis.plain', { recall: recall.recall })
      : t('loss.recall.axis', { recall: recall.recall, random, oracle });
  const independent = recall.independent && independentRecall(recall.independent);
  const sign = recallSign(row);
  const mean = (of: (cut: Cut) => number): number => cuts.reduce((all, cut) => all + of(cut), 0) / Math.max(1, cuts.length);
  return (
    <Section
      title={<Term measure="hindsight-recall">{t('loss.recall')}</Term>}
      action={
        recall.missed > 0 && (
          <Button kind="link" onClick={() => openLoss(row.key, 'hindsight-recall')}>
            {t('loss.recall.missed', { count: recall.missed })} …
          </Button>
        )
      }
    >
      <div className={styles.measures} data-late={row.stale.recall || undefined}>
        {row.stale.recall && <p className={styles.line}>{t('loss.recall.stale')}</p>}
        <p className={styles.headline}>
          <b>{n.percent(recall.recall)}</b>{' '}
          <small>
            {t('loss.recall.own')}
            {recall.interval && ` · ${t('loss.recall.interval', { low: recall.interval[0], high: recall.interval[1] })}`}
          </small>
          {independent !== null && (
            <>
              {' '}
              <b>{n.percent(independent)}</b> <small>{t('loss.recall.independent')}</small>
            </>
          )}
        </p>
        <ShareBar value={recall.recall} interval={recall.interval} marks={marks} label={label} />
        {/* The price of the number, before anything else about it. */}
        <p className={styles.line} data-warn={sign !== null || belowChance(row) || recall.idle > 0 || undefined}>
          {sign && <span aria-hidden>{SIGNS[sign]} </span>}
          {recallWords(row).join(t('loss.recall.and'))}
        </p>
        <p className={styles.line}>
          {t('loss.recall.of', { kept, needed, cuts: reply.cuts.length })}
          {recall.missed > 0 && ` · ${t('loss.recall.missed', { count: recall.missed, gone: recall.gone })}`}
        </p>
        <p className={styles.line}>
          {recall.skill !== null && (
            <>
              <Term measure="recall-skill">{t('loss.recall.skill', { skill: recall.skill })}</Term> (0 ={' '}
              <Word word="chance">{t('word.chance.short')}</Word>, 1 = <Word word="foresight">{t('word.foresight.short')}</Word>) ·{' '}
            </>
          )}
          {recall.binding !== null && (
            <>
              <Term measure="binding">{t('loss.recall.binding', { share: recall.binding })}</Term>
              {recall.used !== null && ' · '}
            </>
          )}
          {recall.used !== null && t('loss.recall.used', { share: recall.used, tokens: recall.tokens })}
        </p>
        <RecallTable recall={recall} />
        {recall.independent && (
          <>
            <h4>
              <Term measure="independent">{t('loss.independent')}</Term>
            </h4>
            <IndependentTable values={recall.independent} />
            <p className={styles.honest}>
              {t('loss.independent.legend')} <Word word="floor">{t('word.floor.short')}</Word>
              {t('loss.independent.legend.floor')}
            </p>
          </>
        )}
        <p className={styles.honest}>
          <Term measure="re-read-cost">{t('loss.recall.reread.word')}</Term>
          {[
            t('loss.recall.reread', { facts: Math.round(mean((cut) => cut.reRead.facts)), tokens: Math.round(mean((cut) => cut.reRead.tokens)) }),
            ...(reply.recorded ? [t('loss.recall.recorded', { kept: reply.recorded.kept, needed: reply.recorded.needed })] : []),
          ].join(' ')}
        </p>
      </div>
    </Section>
  );
}
