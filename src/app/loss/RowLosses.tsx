/** What an open row lost: facts by kind and by position, constraints, files, open work, pairs, recall, decay, validity by provider. */
import { useMemo, useState } from 'react';
import type { ListInfo, Violation } from '../../engine/measures/contract.ts';
import type { FactCounts, FactValue } from '../../engine/measures/types.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { formatReason, lookup, numbers, t } from '../../i18n/index.ts';
import '../../i18n/en/loss.ts';
import type { DecayRoundView, MeasuredRow, ProviderRules } from '../../worker/loss-protocol.ts';
import { ChartFrame, createView, lookOf, Swatch, TipNumbers } from '../charts/ChartFrame.tsx';
import { type ChartLine, LineChart } from '../charts/LineChart.tsx';
import { Section } from '../rows/Lines.tsx';
import { Violations } from '../rows/Violations.tsx';
import { rulesName, type TableRow } from '../rows/compare-rows.ts';
import { lossLists, measureTitle } from '../rows/measures.ts';
import { Button } from '../components/Button.tsx';
import { client, openLoss, useApp, useAsk, useText } from '../store/index.ts';
import { ListTable } from '../table/DataTable.tsx';
import { columnsFor } from '../table/columns.tsx';
import { AskPanel } from './AskPanel.tsx';
import { type BarPart, Listed, PartsBar, RecallPanel, Term } from './RecallPanel.tsx';
import { PartsTable } from './PartsTable.tsx';
import styles from './loss.module.css';

// What the rounds of decay are told by, in their chart and their table.

const DECAY_LISTS: readonly ListInfo[] = lossLists.filter(({ from }) => from === 'measured');

const HEIGHT = 150;
const TOP = 1.04;

interface Curve extends ChartLine {
  readonly title: string;
}

export function curvesOf(rounds: readonly DecayRoundView[], titleOf: (id: string) => string): readonly Curve[] {
  const original = rounds[0]?.tokens ?? 0;
  const values = (of: (round: DecayRoundView) => number | null): Float64Array =>
    Float64Array.from(rounds, (round) => (round.round > 0 && round.outcome !== 'compacted' ? Number.NaN : (of(round) ?? Number.NaN)));
  const kinds = DECAY_LISTS.flatMap(({ id }, i): Curve[] => {
    const line = values(({ shares }) => shares[id] ?? null);
    return line.every(Number.isNaN) ? [] : [{ key: id, title: titleOf(id), values: line, look: i, dash: '' }];
  });
  const tokens = values((round) => (original > 0 ? round.tokens / original : null));
  return [{ key: 'tokens', title: titleOf('tokens'), values: tokens, look: 'recorded', dash: '' }, ...kinds];
}

function DecayChart({ rounds }: { readonly rounds: readonly DecayRoundView[] }) {
  const { t, n } = useText();
  const view = useMemo(() => createView(), []);
  const whole = useMemo((): readonly [number, number] => [0, rounds.length - 1], [rounds]);
  const range = view((s) => s.range) ?? whole;
  const curves = useMemo(() => curvesOf(rounds, (id) => (id === 'tokens' ? t('label.tokens') : measureTitle(id))), [rounds, t]);
  const nameOf = (round: number): string => (round === 0 ? t('loss.decay.original') : `${t('loss.decay.round')} ${n.whole(round)}`);
  const shareOf = ({ values }: Curve, round: number): string => {
    const value = values[round];
    return value === undefined || Number.isNaN(value) ? '—' : n.percent(value);
  };
  return (
    <ChartFrame
      title={t('loss.decay.chart')}
      legend={
        <ul className={`legend ${styles.curves}`}>
          {curves.map(({ key, title, look }) => (
            <li key={key} {...lookOf(look)}>
              <Swatch look={look} />
              <span className="second">{title}</span>
            </li>
          ))}
        </ul>
      }
    >
      <LineChart
        label={t('loss.decay.chart')}
        height={HEIGHT}
        view={view}
        whole={whole}
        range={range}
        max={TOP}
        lines={curves}
        x={{ name: t('loss.decay.round'), format: n.whole }}
        y={{ name: t('loss.decay.share'), format: n.percent }}
        tooltip={(round) => (
          <>
            <b>{nameOf(round)}</b>
            <TipNumbers
              rows={curves.map((curve) => ({
                key: curve.key,
                mark: <Swatch look={curve.look} />,
                title: curve.title,
                values: [shareOf(curve, round)],
              }))}
            />
          </>
        )}
        words={(round) => [nameOf(round), ...curves.map((curve) => `${curve.title} ${shareOf(curve, round)}`)].join(', ')}
      />
    </ChartFrame>
  );
}

interface KindRow {
  readonly row: string;
  /** null = all kinds together. */
  readonly kind: string | null;
  readonly counts: FactCounts;
}

const factParts = ({ retained, recoverable, lost }: FactCounts): readonly BarPart[] => [
  { id: 'retained', count: retained },
  { id: 'recoverable', count: recoverable },
  { id: 'lost', count: lost },
];
const sum = (parts: readonly BarPart[]): number => parts.reduce((all, { count }) => all + count, 0);

const { words, number: factTableNumber, rank } = columnsFor<KindRow>();
const kindWord = ({ kind }: KindRow): string => (kind === null ? t('label.all') : (lookup(`loss.kind.${kind}`) ?? kind));
const count = (part: 'retained' | 'recoverable' | 'lost', width: number) =>
  factTableNumber(part, {
    title: () => t(`loss.fate.${part}`),
    mark: () => <i className={`inlineBlock high8 edge ${styles.key}`} data-part={part} aria-hidden />,
    width,
    value: ({ counts }) => counts[part],
    cell: ({ row, kind, counts }) =>
      part === 'retained' ? numbers().whole(counts[part]) : <Listed row={row} list="fact-retention" kind={kind} count={counts[part]} />,
  });

const FACT_TABLE_COLUMNS = [
  words('kind', { title: 'loss.kind', width: 76, value: kindWord, names: true }),
  factTableNumber('share', {
    title: () => t('loss.share'),
    width: 48,
    grow: true,
    value: ({ counts }) => counts.retained / sum(factParts(counts)),
    cell: ({ counts }) => <PartsBar parts={factParts(counts)} />,
  }),
  count('retained', 72),
  count('recoverable', 88),
  count('lost', 48),
  rank('all', ({ kind }) => Number(kind !== null)),
];
const FIRST = ['all'];
const factTableIdOf = ({ kind }: KindRow): string => kind ?? '';

export function FactTable({ row, facts }: { readonly row: string; readonly facts: FactValue }) {
  const rows = useMemo((): readonly KindRow[] => {
    const kinds = Object.entries(facts.byKind).filter(([, counts]) => sum(factParts(counts)) > 0);
    return [{ row, kind: null, counts: facts.all }, ...kinds.map(([kind, counts]): KindRow => ({ row, kind, counts }))];
  }, [row, facts]);
  return <ListTable name="facts" label={t('compare.column.facts')} columns={FACT_TABLE_COLUMNS} data={rows} rowId={factTableIdOf} first={FIRST} />;
}

const { number } = columnsFor<DecayRoundView>();
const hasNumbers = ({ round, outcome }: DecayRoundView): boolean => round === 0 || outcome === 'compacted';

const COLUMNS = [
  number('round', {
    title: 'loss.decay.round',
    width: 60,
    cell: ({ round }) => (round === 0 ? t('loss.decay.original') : numbers().whole(round)),
    names: true,
    lowFirst: true,
  }),
  number('tokens', {
    title: 'label.tokens',
    width: 84,
    value: (round) => (hasNumbers(round) ? round.tokens : null),
    cell: (round) => (round.round > 0 && round.outcome !== 'compacted' ? t(`compare.note.${round.outcome}`) : numbers().whole(round.tokens)),
  }),
  ...DECAY_LISTS.map(({ id }) =>
    number(id, {
      title: () => measureTitle(id),
      width: 64,
      value: (round) => (hasNumbers(round) ? (round.shares[id] ?? null) : null),
      say: (share) => numbers().share(share),
    }),
  ),
];
const idOf = ({ round }: DecayRoundView): string => String(round);

export function RoundTable({ rounds }: { readonly rounds: readonly DecayRoundView[] }) {
  const shown = useMemo(
    () =>
      Object.fromEntries(DECAY_LISTS.flatMap(({ id }) => (rounds.some(({ shares }) => (shares[id] ?? null) !== null) ? [] : [[id, false] as const]))),
    [rounds],
  );
  return <ListTable name="decay" label={t('loss.decay')} columns={COLUMNS} data={rounds} rowId={idOf} shown={shown} />;
}

/** `writer`: who writes the row's summaries. Rounds with another writer are not this row's: the panel says so, and shows nothing. */
function DecayPanel({ row, writer }: { readonly row: string; readonly writer: string }) {
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
      action={<Button kind="link" disabled={loading} onClick={run} text={t('loss.decay.run')} />}
    >
      <div className={styles.measures}>
        <p className={`margin2-0 second ${styles.line}`}>{t('loss.decay.help')}</p>
        <p className={`margin2-0 second ${styles.line}`} role="status">
          {loading && t('loss.decay.running', { done: Math.min(progress?.of ?? 0, (progress?.done ?? 0) + 1), of: progress?.of ?? 0 })}
          {failed && t('failed.run', { message: formatReason(failed) })}
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

// Whether each provider would accept the compacted request. Violations of the original are listed apart.

function Provider({ provider, violations }: { readonly provider: ProviderRules; readonly violations: readonly Violation[] }) {
  const { t } = useText();
  const own = violations.filter(({ original }) => !original).length;
  const inherited = violations.length - own;
  const title = rulesName(provider.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`));
  if (violations.length === 0)
    return (
      <p className={`margin2-0 second ${styles.line}`}>
        <span aria-hidden>✓</span> {t('list.pair', { name: title, value: t('loss.validity.ok') })}
      </p>
    );
  const words = [
    ...(own > 0 ? [t('loss.validity.own', { count: own })] : []),
    ...(inherited > 0 ? [t('compare.valid.original', { count: inherited })] : []),
  ].join(' · ');
  return (
    <details className={`second ${styles.provider}`}>
      <summary data-bad={own > 0 || undefined}>
        <span aria-hidden>{own > 0 ? '✕' : '–'}</span> {t('list.pair', { name: title, value: words })}
      </summary>
      <Violations name={t('list.pair', { name: title, value: words })} violations={violations} />
    </details>
  );
}

function ValidityByProvider({ measured }: { readonly measured: MeasuredRow }) {
  const { t } = useText();
  const { validity } = measured;
  if (!validity) return null;
  return (
    <Section title={<Term measure="validity">{t('loss.validity')}</Term>}>
      {(Object.entries(validity) as [ProviderRules, readonly Violation[]][]).map(([provider, violations]) => (
        <Provider key={provider} provider={provider} violations={violations} />
      ))}
    </Section>
  );
}

function Tenths({ tenths }: { readonly tenths: readonly FactCounts[] }) {
  const { t, n } = useText();
  const shares = tenths.map((counts) => {
    const all = sum(factParts(counts));
    return all === 0 ? null : counts.retained / all;
  });
  const label = t('loss.tenths.label', { shares: shares.map((share) => (share === null ? '—' : n.percent(share))).join(t('list.separator')) });
  return (
    <>
      <div className={`gap2 grid ${styles.tenths}`} role="img" aria-label={label}>
        {tenths.map((counts, i) => {
          const all = Math.max(1, sum(factParts(counts)));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tenth is its place
            <span className="relative bgTrack" key={i} title={t('loss.tenth', { number: i + 1, ...counts })}>
              <i
                className="absolute left0 bottom0"
                data-part="recoverable"
                style={{ height: `${(100 * (counts.retained + counts.recoverable)) / all}%` }}
              />
              <i className="absolute left0 bottom0" data-part="retained" style={{ height: `${(100 * counts.retained) / all}%` }} />
            </span>
          );
        })}
      </div>
      <p className="spread muted tiny flex legible" aria-hidden>
        <span>{t('loss.tenths.start')}</span>
        <span>{t('loss.tenths.end')}</span>
      </p>
    </>
  );
}

function FactsPanel({ row, measured: { facts, notes } }: { readonly row: TableRow; readonly measured: MeasuredRow }) {
  const { t, n } = useText();
  if (!facts)
    return <p className={`margin2-0 second ${styles.line}`}>{notes.factRetention ? formatReason(notes.factRetention) : t('loss.nothing')}</p>;
  return (
    <>
      <p>
        <b className="size15 line22 plainText num">{n.percent(facts.all.retained / sum(factParts(facts.all)))}</b>{' '}
        <small>{t('loss.facts.of', { count: sum(factParts(facts.all)) })}</small>
      </p>
      <FactTable row={row.key} facts={facts} />
    </>
  );
}

export function RowLosses({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  if (row.state !== 'compacted') return null;
  const { measured } = row;
  const late = (measured && row.all.stale.measured && !row.all.noMeasures) || undefined;
  const coming = <p className={`margin2-0 second ${styles.line}`}>{t('plot.coming')}</p>;
  return (
    <div className={`ruledAbove grid whole ${styles.block}`}>
      <RecallPanel row={row} />
      <Section
        title={<Term measure="fact-retention">{t('compare.column.facts')}</Term>}
        action={<Button kind="link" onClick={() => openLoss(row.key)} text={t('diff.facts.list')} />}
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
      <p className="muted small whole margin6-0-0">{lookup('measure.presence')}</p>
      {/* Below that sentence, which says that no model was run. */}
      <AskPanel key={`${row.key} ask`} row={row} />
    </div>
  );
}
