/** Scores and answers of a model over rows' contexts beside those over the full ones, and which measures go with them. */
import { useMemo } from 'react';
import {
  type AskReport,
  type AskRow,
  type Correlation,
  type CorrelationRow,
  FULL,
  type Interval,
  OUTCOMES,
  type ProbeAnswer,
} from '../../engine/ask/contract.ts';
import { formatReason, numbers, t } from '../../i18n/index.ts';
import { strategyTitle } from '../compare/compare-rows.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/ListTable.tsx';
import styles from './measures.module.css';

const SCORES = ['tool', 'args', 'files', 'recorded', 'right', 'used', 'madeUp', 'repeated', 'reRead', 'tokens'] as const;
type Score = (typeof SCORES)[number];

function valueIn(score: Score, row: AskRow): number | null {
  if (score === 'recorded') return row.recorded.args;
  return score === 'tool' || score === 'args' || score === 'files' ? row.full[score] : row[score];
}

const COUNTS: ReadonlySet<Score> = new Set<Score>(['repeated', 'reRead']);

function textOf(score: Score, row: AskRow): string {
  const value = valueIn(score, row);
  if (value === null) return '—';
  return COUNTS.has(score) ? value.toFixed(2) : numbers().percent(value);
}

const INTERVALS: Readonly<Partial<Record<Score, (row: AskRow) => Interval | null>>> = {
  args: ({ fullInterval }) => fullInterval,
  right: ({ rightInterval }) => rightInterval,
};

function ScoreCell({ score, row }: { readonly score: Score; readonly row: AskRow }) {
  const interval = INTERVALS[score]?.(row);
  return (
    <>
      {textOf(score, row)}
      {interval && <small>{`${numbers().percent(interval[0])}–${numbers().percent(interval[1])}`}</small>}
    </>
  );
}

const titleOf = ({ key, strategy }: AskRow): string => (key === FULL ? t('ask.full') : strategyTitle(strategy, key));

interface Line {
  readonly score: Score;
}
const scores = columnsFor<Line>();
const scoreColumns = (rows: readonly AskRow[]) => [
  scores.words('score', {
    title: () => t('ask.score'),
    width: 110,
    value: ({ score }) => t(`ask.score.${score}`),
    grow: true,
    names: true,
    wraps: true,
  }),
  ...rows.map((row) =>
    scores.number(row.key, {
      title: () => (row.rolledBack ? `${titleOf(row)} ⚠ ${row.rolledBack.cuts.length}/${row.cuts}` : titleOf(row)),
      width: 80,
      value: ({ score }) => valueIn(score, row),
      cell: ({ score }) => <ScoreCell score={score} row={row} />,
    }),
  ),
];

type ProbeRow = ProbeAnswer & { readonly id: string; readonly of: AskRow };

const { words } = columnsFor<ProbeRow>();
const ANSWER_COLUMNS = [
  words('question', { title: () => t('ask.question'), width: 130, value: ({ probe }) => probe.question, grow: true, names: true, wraps: true }),
  words('row', { title: () => t('ask.row'), width: 80, value: ({ of }) => titleOf(of), wraps: true }),
  words('expected', { title: () => t('ask.expected'), width: 96, value: ({ probe }) => probe.answer, wraps: true }),
  words('said', { title: () => t('ask.said'), width: 96, value: ({ said }) => said, wraps: true }),
  words('there', { title: () => t('ask.there'), width: 64, value: ({ there }) => t(there ? 'ask.there.yes' : 'ask.there.no'), wraps: true }),
  words('verdict', { title: () => t('ask.verdict'), width: 84, value: ({ verdict }) => t(`ask.verdict.${verdict}`), wraps: true }),
];

const correlated = columnsFor<CorrelationRow>();
const CORRELATION_COLUMNS = [
  correlated.words('measure', {
    title: () => t('ask.measure'),
    width: 110,
    value: ({ measure }) => t(`ask.measure.${measure}`),
    grow: true,
    names: true,
    wraps: true,
  }),
  ...OUTCOMES.map((outcome) =>
    correlated.number(outcome, {
      title: () => t(`ask.outcome.${outcome}`),
      width: 80,
      value: (row) => row[outcome].value,
      cell: (row) => <CorrelationCell {...row[outcome]} />,
    }),
  ),
];

function CorrelationCell({ value, interval }: Correlation) {
  if (value === null) return '—';
  return (
    <>
      {value.toFixed(2)}
      {interval && <small>{t('ask.interval', { low: interval[0].toFixed(2), high: interval[1].toFixed(2) })}</small>}
    </>
  );
}

function Correlations({ report: { correlations, supported } }: { readonly report: AskReport }) {
  return (
    <>
      <h4>{t('ask.trust')}</h4>
      <ListTable name="ask-trust" label={t('ask.trust')} columns={CORRELATION_COLUMNS} data={correlations} rowId={({ measure }) => measure} all />
      {OUTCOMES.map((outcome) => (
        <p key={outcome} className={styles.line}>
          {supported[outcome].length === 0
            ? t('ask.supported.none', { outcome: t(`ask.outcome.${outcome}`) })
            : t('ask.supported', {
                outcome: t(`ask.outcome.${outcome}`),
                measures: supported[outcome].map((id) => t(`ask.measure.${id}`)).join(t('list.separator')),
              })}
        </p>
      ))}
      <p className={styles.line}>{t('ask.trust.help')}</p>
    </>
  );
}

const LINES: readonly Line[] = SCORES.map((score) => ({ score }));

export function AskTables({ report }: { readonly report: AskReport }) {
  const rows = useMemo(() => report.rows.filter(({ failed }) => !failed), [report]);
  const columns = useMemo(() => scoreColumns(rows), [rows]);
  const answers = useMemo(() => {
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return report.cuts.flatMap(({ at, answers: all }) =>
      all.flatMap((one, i): readonly ProbeRow[] => {
        const of = one.row === FULL ? undefined : byKey.get(one.row);
        return of ? [{ ...one, id: `${at} ${i}`, of }] : [];
      }),
    );
  }, [report, rows]);
  return (
    <>
      {report.rows.flatMap((row) =>
        row.failed ? (
          <p key={row.key} className={styles.line} data-warn>
            {t('ask.row.failed', { title: titleOf(row), reason: formatReason(row.failed) })}
          </p>
        ) : (
          []
        ),
      )}
      {rows.map(
        (row) =>
          row.rolledBack && (
            <p key={row.key} className={styles.line} data-warn>
              {t('ask.row.rolledBack', {
                title: titleOf(row),
                count: row.rolledBack.cuts.length,
                cuts: row.cuts,
                reason: formatReason(row.rolledBack.reason),
              })}
            </p>
          ),
      )}
      <h4>{t('ask.scores')}</h4>
      <ListTable name="ask-scores" label={t('ask.scores')} columns={columns} data={LINES} rowId={({ score }) => score} all />
      <p className={styles.line}>{t('ask.chance')}</p>
      {rows.length > 2 ? <Correlations report={report} /> : <p className={styles.line}>{t('ask.trust.one')}</p>}
      {answers.length > 0 && (
        <>
          <h4>{t('ask.questions')}</h4>
          <ListTable name="ask-answers" label={t('ask.questions')} columns={ANSWER_COLUMNS} data={answers} rowId={({ id }) => id} stacks />
        </>
      )}
    </>
  );
}
