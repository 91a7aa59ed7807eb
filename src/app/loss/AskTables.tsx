/** Scores and answers of a model over a row's contexts, beside those over the full ones. */
import { useMemo } from 'react';
import { type AskReport, type AskRow, FULL, type ProbeAnswer } from '../../engine/ask/contract.ts';
import { numbers, t } from '../../i18n/index.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/ListTable.tsx';
import styles from './measures.module.css';

const SCORES = ['tool', 'args', 'files', 'recorded', 'right', 'used', 'madeUp'] as const;
type Score = (typeof SCORES)[number];

function valueIn(score: Score, { full, recorded, right, used, madeUp }: AskRow): number | null {
  if (score === 'recorded') return recorded.args;
  if (score === 'right') return right;
  if (score === 'used') return used;
  return score === 'madeUp' ? madeUp : full[score];
}

interface Line {
  readonly score: Score;
  readonly here: number | null;
  readonly full: number | null;
}

const share = (value: number | null): string => (value === null ? '—' : numbers().percent(value));

const { words: scoreWords, number: scoreNumber } = columnsFor<Line>();
const SCORE_COLUMNS = [
  scoreWords('score', {
    title: () => t('ask.score'),
    width: 160,
    value: ({ score }) => t(`ask.score.${score}`),
    grow: true,
    names: true,
    wraps: true,
  }),
  scoreNumber('here', { title: () => t('ask.here'), width: 84, value: ({ here }) => here, cell: ({ here }) => share(here) }),
  scoreNumber('full', { title: () => t('ask.full'), width: 84, value: ({ full }) => full, cell: ({ full }) => share(full) }),
];

type Answered = ProbeAnswer & { readonly id: string };

const { words } = columnsFor<Answered>();
const ANSWER_COLUMNS = [
  words('question', { title: () => t('ask.question'), width: 160, value: ({ probe }) => probe.question, grow: true, names: true, wraps: true }),
  words('expected', { title: () => t('ask.expected'), width: 84, value: ({ probe }) => probe.answer, wraps: true }),
  words('said', { title: () => t('ask.said'), width: 84, value: ({ said }) => said, wraps: true }),
  words('there', { title: () => t('ask.there'), width: 60, value: ({ there }) => t(there ? 'ask.there.yes' : 'ask.there.no') }),
  words('verdict', { title: () => t('ask.verdict'), width: 72, value: ({ verdict }) => t(`ask.verdict.${verdict}`), wraps: true }),
];

export function AskTables({ report }: { readonly report: AskReport }) {
  const lines = useMemo((): readonly Line[] => {
    const [full, here] = report.rows;
    return full && here ? SCORES.map((score) => ({ score, here: valueIn(score, here), full: valueIn(score, full) })) : [];
  }, [report]);
  const answers = useMemo(
    () => report.cuts.flatMap((cut) => cut.answers.filter(({ row }) => row !== FULL).map((one, i) => ({ ...one, id: `${cut.at} ${i}` }))),
    [report],
  );
  return (
    <>
      <ListTable name="ask-scores" label={t('ask.scores')} columns={SCORE_COLUMNS} data={lines} rowId={({ score }) => score} all />
      <p className={styles.line}>{t('ask.chance')}</p>
      {answers.length > 0 && (
        <ListTable name="ask-answers" label={t('ask.questions')} columns={ANSWER_COLUMNS} data={answers} rowId={({ id }) => id} />
      )}
    </>
  );
}
