import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { ASIDE, INDEPENDENT, type Independent, type IndependentValue, type IndependentValues } from '../../engine/measures/independent/contract.ts';
import type { Cut, Share } from '../../engine/recall/contract.ts';
import { FATES } from '../../engine/strategies/contract.ts';
import { formatReason, lookup, numbers, t } from '../../i18n/index.ts';
import type { RecallRowView } from '../../worker/loss-protocol.ts';
import { Section } from '../rows/Lines.tsx';
import { belowChance, pooled, recallSign, recallWords, SIGNS, type TableRow } from '../rows/compare-rows.ts';
import { measureDocument, measureTitle } from '../rows/measures.ts';
import { Button, Tap } from '../components/Button.tsx';
import { Definition } from '../documents/DocumentLink.tsx';
import { askForRecall, cancelRecall, openLoss, recallAgain, useApp, useText } from '../store/index.ts';
import { ListTable } from '../table/DataTable.tsx';
import { columnsFor } from '../table/columns.tsx';
import styles from './loss.module.css';

export function Term({ measure, children }: { readonly measure: string; readonly children: ReactNode }) {
  const { t } = useText();
  const text = lookup(`measure.${measure}.definition`);
  if (text === null) return children;
  return (
    <Definition
      title={measureTitle(measure)}
      text={[text, lookup(`measure.${measure}.limits`) ?? ''].filter(Boolean)}
      link={{ document: measureDocument(measure), label: t('compare.definition.docs') }}
    >
      {children}
    </Definition>
  );
}

interface Props {
  readonly row: string;
  readonly list: string;
  readonly kind?: string | null;
  readonly count: number;
}

export function Listed({ row, list, kind = null, count }: Props) {
  const { t, n } = useText();
  if (count === 0) return n.whole(0);
  return (
    <Tap
      className="accent toRight leastHigh24 underlines edge leastWide24"
      title={t('loss.list.open', { count })}
      onClick={() => openLoss(row, list, kind)}
      text={n.whole(count)}
    />
  );
}

export interface BarPart {
  readonly id: 'retained' | 'recoverable' | 'lost' | 'preserved' | 'degraded';
  readonly count: number;
}

export function PartsBar({ parts }: { readonly parts: readonly BarPart[] }) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className={`flex clips edge high8 bgTrack ${styles.bar}`} aria-hidden>
      {parts.map(({ id, count }) => count > 0 && <i key={id} data-part={id} style={{ width: `${(100 * count) / all}%` }} />)}
    </span>
  );
}

interface BarMark {
  readonly id: string;
  /** 0–1. */
  readonly at: number;
  readonly label: string;
}

function ShareBar({
  value,
  interval,
  marks,
  label,
}: {
  readonly value: number;
  readonly interval: readonly [number, number] | null;
  readonly marks: readonly BarMark[];
  readonly label: string;
}) {
  const at = (share: number): CSSProperties => ({ left: `${100 * Math.max(0, Math.min(1, share))}%` });
  return (
    <div className={`relative edge high12 bgTrack ${styles.share}`} role="img" aria-label={label}>
      <i className={`absolute bgKeep ${styles.fill}`} style={{ width: `${100 * value}%` }} />
      {interval && (
        <i className={`absolute bgText ${styles.interval}`} style={{ ...at(interval[0]), width: `${100 * (interval[1] - interval[0])}%` }} />
      )}
      {marks.map((mark) => (
        <span key={mark.id} className={`absolute ${styles.mark}`} data-mark={mark.id} data-end={mark.at > 0.72 || undefined} style={at(mark.at)}>
          <small>{mark.label}</small>
        </span>
      ))}
    </div>
  );
}

const BANDS = ['newest', 'middle', 'older'] as const;
const ORIGINS = ['user', 'tool', 'assistant'] as const;
const SORTS = ['bands', 'origins', 'kinds'] as const;
type Sort = (typeof SORTS)[number];

interface Part {
  readonly by: Sort;
  readonly id: string;
  readonly title: string;
  readonly share: Share;
}

function partsOf({ bands, origins, kinds }: RecallRowView): readonly Part[] {
  const all: readonly Part[] = [
    ...BANDS.map((id): Part => ({ by: 'bands', id, title: t(`loss.recall.band.${id}`), share: bands[id] })),
    ...ORIGINS.map((id): Part => ({ by: 'origins', id, title: t(`strip.role.${id}`), share: origins[id] })),
    ...Object.entries(kinds).map(([id, share]): Part => ({ by: 'kinds', id, title: lookup(`loss.kind.${id}`) ?? id, share })),
  ];
  return all.filter(({ share }) => share.needed > 0);
}

const { words: recallTableWords, number: recallTableNumber } = columnsFor<Part>();
const BY = 'by';
const RECALL_TABLE_COLUMNS = [
  recallTableWords('part', { title: () => t('loss.recall.part'), width: 84, value: ({ title }) => title, names: true }),
  recallTableWords(BY, {
    title: () => t('loss.recall.by'),
    width: 84,
    value: ({ by }) => by,
    cell: ({ by }) => t(`loss.recall.${by}`),
    order: SORTS,
    optional: true,
    group: { title: (by) => t(`loss.recall.${by as Sort}`) },
  }),
  recallTableNumber('share', {
    title: () => t('loss.share'),
    width: 60,
    grow: true,
    value: ({ share: { kept, needed } }) => kept / needed,
    cell: ({ share: { kept, needed } }) => (
      <PartsBar
        parts={[
          { id: 'retained', count: kept },
          { id: 'lost', count: needed - kept },
        ]}
      />
    ),
  }),
  recallTableNumber('needed', {
    title: () => t('loss.recall.kept'),
    width: 92,
    value: ({ share }) => share.needed,
    cell: ({ share: { kept, needed } }) => t('loss.recall.share', { kept, needed }),
  }),
];
const recallTableIdOf = ({ by, id }: Part): string => `${by} ${id}`;

export function RecallTable({ recall }: { readonly recall: RecallRowView }) {
  const parts = useMemo(() => partsOf(recall), [recall]);
  return (
    <ListTable name="recall" label={t('compare.column.recall')} columns={RECALL_TABLE_COLUMNS} data={parts} rowId={recallTableIdOf} group={BY} all />
  );
}

// The six independent measures of a row's recall: what is left, beside chance, the newest messages and the habit.

interface Line extends IndependentValue {
  readonly id: Independent;
}

const isAside = (id: Independent): boolean => ASIDE.some((one) => one === id);

const share = (value: number): string => numbers().share(value);
const { words, number } = columnsFor<Line>();
const COLUMNS = [
  words('measure', {
    title: 'measure.independent.title',
    width: 104,
    grow: true,
    value: 'id',
    cell: ({ id, kept, needed }) => (
      <>
        {t(`answer.measure.${id}`)}
        {isAside(id) && <abbr title={t('loss.independent.aside')}> *</abbr>}
        <small className={`second regular block ${styles.under}`}>{t('loss.recall.share', { kept, needed })}</small>
      </>
    ),
    order: INDEPENDENT,
    names: true,
  }),
  number('share', {
    title: 'loss.independent.share',
    help: () => t('loss.independent.share.help'),
    width: 52,
    value: (line) => line.share,
    say: share,
  }),
  number('chance', { title: 'loss.independent.chance', help: () => t('word.chance.help'), width: 56, value: (line) => line.chance, say: share }),
  number('newest', {
    title: 'loss.independent.newest',
    help: () => t('loss.independent.newest.help'),
    width: 56,
    value: (line) => line.newest,
    say: share,
  }),
  number('floor', { title: 'loss.independent.floor', help: () => t('word.floor.help'), width: 52, value: (line) => line.floor, say: share }),
];
const idOf = ({ id }: Line): string => id;

export function IndependentTable({ values }: { readonly values: IndependentValues }) {
  const lines = useMemo(() => INDEPENDENT.map((id): Line => ({ id, ...values[id] })), [values]);
  return <ListTable name="independent" label={t('compare.column.independent')} columns={COLUMNS} data={lines} rowId={idOf} all />;
}

/** Words that the page explains where they are; each has a section of its own in docs/words.md. */
type ExplainedWord = 'chance' | 'foresight' | 'floor';

function Word({ word, children }: { readonly word: ExplainedWord; readonly children: ReactNode }) {
  const { t } = useText();
  return (
    <Definition title={t(`word.${word}`)} text={[t(`word.${word}.help`)]} link={{ document: 'words', anchor: word, label: t('word.more') }}>
      {children}
    </Definition>
  );
}

function Without({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const recalling = useApp((s) => s.recalling);
  const why = row.recall?.notes.recallLeft ?? row.recall?.notes.hindsightRecall ?? row.all.noRecall;
  if (recalling !== null)
    return (
      <p className={`margin2-0 second ${styles.line}`}>
        {t('loss.recall.coming', { share: Math.floor(recalling * 100) / 100 })}{' '}
        <Button kind="link" onClick={cancelRecall} text={t('progress.cancel')} />
      </p>
    );
  if (!why) return <p className={`margin2-0 second ${styles.line}`}>{t('plot.coming')}</p>;
  const again = why.key === 'recall-cancelled' || why.key === 'recall-long' || why.key === 'error';
  return (
    <p className={`margin2-0 second ${styles.line}`}>
      {formatReason(why)} {again && <Button kind="link" onClick={recallAgain} text={t('loss.recall.again')} />}
      {why.key === 'measure-other-writer' && <Button kind="link" onClick={() => askForRecall(row.key)} text={t('loss.recall.pay')} />}
    </p>
  );
}

/** The best choice of whole messages is no bound for a policy that shortens them or writes others in their place. */
const isBoundOf = (result: TableRow['result']): boolean =>
  result !== null && result.insertions.length === 0 && !result.fates.includes(FATES.indexOf('edit'));

export function RecallPanel({ row }: { readonly row: TableRow }) {
  const { t, n } = useText();
  const reply = useApp((s) => s.recalled?.reply ?? null);
  const { recall } = row;
  if (!recall || !reply || recall.notes.recallLeft || row.state !== 'compacted')
    return (
      <Section title={<Term measure="hindsight-recall">{t('compare.column.recall')}</Term>}>
        <Without row={row} />
      </Section>
    );
  const { needed, kept } = pooled(recall);
  const { cuts } = reply;
  const { random } = reply.match === null ? reply : { random: null };
  const oracle = reply.match === null && isBoundOf(row.result) ? reply.oracle : null;
  const marks: readonly BarMark[] = [
    ...(random === null ? [] : [{ id: 'random', at: random, label: t('loss.recall.random', { share: random }) }]),
    ...(oracle === null ? [] : [{ id: 'oracle', at: oracle, label: t('loss.recall.oracle', { share: oracle }) }]),
  ];
  const own = recall.notes.hindsightRecall ? null : recall.recall;
  const { retained } = recall;
  const sign = recallSign(row);
  const mean = (of: (cut: Cut) => number): number => cuts.reduce((all, cut) => all + of(cut), 0) / Math.max(1, cuts.length);
  return (
    <Section
      title={<Term measure="hindsight-recall">{t('compare.column.recall')}</Term>}
      action={
        recall.missed > 0 && (
          <Button kind="link" onClick={() => openLoss(row.key, 'hindsight-recall')}>
            {t('loss.recall.missed', { count: recall.missed })} …
          </Button>
        )
      }
    >
      <div className={styles.measures} data-late={row.all.stale.recall || undefined}>
        {row.all.stale.recall && <p className={`margin2-0 second ${styles.line}`}>{t('loss.recall.stale')}</p>}
        <p>
          {own !== null && (
            <>
              <b className="size15 line22 plainText num">{n.percent(own)}</b>{' '}
              <small>
                {t('answer.measure.recall')}
                {recall.interval && ` · ${t('loss.recall.interval', { low: recall.interval[0], high: recall.interval[1] })}`}
              </small>{' '}
            </>
          )}
          {retained && (
            <>
              <b className="size15 line22 plainText num">{n.percent(retained.share)}</b> <small>{t('loss.recall.independent')}</small>
            </>
          )}
        </p>
        {own === null ? (
          <Without row={row} />
        ) : (
          <ShareBar
            value={own}
            interval={recall.interval}
            marks={marks}
            label={[t('list.pair', { name: t('compare.column.recall'), value: n.percent(own) }), ...marks.map((mark) => mark.label)].join(
              t('list.separator'),
            )}
          />
        )}
        {/* The price of the number, before anything else about it. */}
        <p className={`margin2-0 second ${styles.line}`} data-warn={sign !== null || belowChance(row) || recall.idle > 0 || undefined}>
          {sign && <span aria-hidden>{SIGNS[sign]} </span>}
          {recallWords(row).join(t('table.said.separator'))}
        </p>
        <p className={`margin2-0 second ${styles.line}`}>
          {t('loss.recall.of', { kept, needed, cuts: reply.cuts.length })}
          {recall.missed > 0 && ` · ${t('loss.recall.missed', { count: recall.missed, gone: recall.gone })}`}
        </p>
        <p className={`margin2-0 second ${styles.line}`}>
          {recall.skill !== null && (
            <>
              <Term measure="recall-skill">{t('list.pair', { name: t('compare.column.skill'), value: n.score(recall.skill) })}</Term> (0 ={' '}
              <Word word="chance">{t('plot.random')}</Word>, 1 = <Word word="foresight">{t('word.foresight').toLocaleLowerCase()}</Word>) ·{' '}
            </>
          )}
          {recall.binding !== null && (
            <>
              <Term measure="binding">{t('list.pair', { name: t('compare.column.binding'), value: n.percent(recall.binding) })}</Term>
              {recall.used !== null && ' · '}
            </>
          )}
          {recall.used !== null && t('loss.recall.used', { share: recall.used, tokens: recall.tokens })}
        </p>
        {own !== null && <RecallTable recall={recall} />}
        {recall.independent && (
          <>
            <h4>
              <Term measure="independent">{t('compare.column.independent')}</Term>
            </h4>
            <IndependentTable values={recall.independent} />
            <p className="muted small whole margin6-0-0">
              {t('loss.independent.legend')} <Word word="floor">{t('word.floor').toLocaleLowerCase()}</Word>
              {t('loss.independent.legend.floor')}
            </p>
          </>
        )}
        <p className="muted small whole margin6-0-0">
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
