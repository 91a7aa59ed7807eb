/** What an open row lost: facts by kind and by position, constraints, files, open work, pairs, recall, decay, validity by provider. */
import '../../i18n/loss-words.ts';
import type { FactCounts, FactValue, Parts } from '../../engine/measures/types.ts';
import type { FactKind } from '../../engine/signals/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { formatReason, lookup } from '../../i18n/index.ts';
import type { MeasuredRow } from '../../worker/loss-protocol.ts';
import { Section } from '../compare/Lines.tsx';
import { lossLists } from '../compare/measures.ts';
import type { TableRow } from '../compare/rows.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { openLoss } from '../store/ui.ts';
import { DecayPanel } from './DecayPanel.tsx';
import styles from './measures.module.css';
import { type BarPart, PartsBar } from './Parts.tsx';
import { RecallPanel } from './RecallPanel.tsx';
import { Term } from './Term.tsx';
import { ValidityByProvider } from './ValidityByProvider.tsx';

const factParts = ({ retained, recoverable, lost }: FactCounts): readonly BarPart[] => [
  { id: 'retained', count: retained },
  { id: 'recoverable', count: recoverable },
  { id: 'lost', count: lost },
];
const partsOf = ({ preserved, degraded, lost }: Parts): readonly BarPart[] => [
  { id: 'preserved', count: preserved },
  { id: 'degraded', count: degraded },
  { id: 'lost', count: lost },
];
const sum = (parts: readonly BarPart[]): number => parts.reduce((all, { count }) => all + count, 0);

/** A count that opens the list behind it. */
function Listed({
  row,
  list,
  kind = null,
  count,
}: {
  readonly row: string;
  readonly list: string;
  readonly kind?: string | null;
  readonly count: number;
}) {
  const { t, n } = useText();
  if (count === 0) return n.whole(0);
  return (
    <button type="button" className={styles.listed} title={t('loss.list.open', { count })} onClick={() => openLoss(row, list, kind)}>
      {n.whole(count)}
    </button>
  );
}

function Facts({ row, facts }: { readonly row: string; readonly facts: FactValue }) {
  const { t, n } = useText();
  const kinds = (Object.entries(facts.byKind) as [FactKind, FactCounts][]).filter(([, counts]) => sum(factParts(counts)) > 0);
  const line = (kind: FactKind | null, counts: FactCounts) => (
    <tr key={kind ?? 'all'}>
      <th scope="row">{kind === null ? t('loss.all') : t(`loss.kind.${kind}`)}</th>
      <td className={styles.wide}>
        <PartsBar parts={factParts(counts)} />
      </td>
      <td>{n.whole(counts.retained)}</td>
      <td>
        <Listed row={row} list="fact-retention" kind={kind} count={counts.recoverable} />
      </td>
      <td>
        <Listed row={row} list="fact-retention" kind={kind} count={counts.lost} />
      </td>
    </tr>
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('loss.kind')}</th>
          <td />
          {(['retained', 'recoverable', 'lost'] as const).map((part) => (
            <th key={part} scope="col">
              <i data-part={part} aria-hidden /> {t(`loss.fate.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {line(null, facts.all)}
        {kinds.map(([kind, counts]) => line(kind, counts))}
      </tbody>
    </table>
  );
}

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

/** What is left of everything else that is counted: one line for each measure. */
function PartsOfMeasures({ row, parts }: { readonly row: string; readonly parts: MeasuredRow['parts'] }) {
  const { t, n } = useText();
  /** In the measure's own words, else how many are whole, in part and gone. */
  const words = (id: string, counts: Parts): string =>
    lookup(`measure.${id}.parts`, { ...counts, all: counts.preserved + counts.degraded + counts.lost }) ??
    partsOf(counts)
      .filter(({ count }) => count > 0)
      .map((part) => `${n.whole(part.count)} ${lookup(`loss.fate.${part.id}`)}`)
      .join(' · ');
  return (
    <ul className={styles.standing}>
      {lossLists
        .filter((list) => list.parts)
        .map(({ id }) => {
          const counts = parts[id] ?? null;
          return (
            <li key={id}>
              <Term measure={id}>{lookup(`measure.${id}.list`)}</Term>
              {counts ? <PartsBar parts={partsOf(counts)} /> : <span />}
              <span>{counts ? words(id, counts) : t('loss.nothing')}</span>
              <span>{counts && <Listed row={row} list={id} count={counts.degraded + counts.lost} />}</span>
            </li>
          );
        })}
    </ul>
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
      <Facts row={row.key} facts={facts} />
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
              <PartsOfMeasures row={row.key} parts={measured.parts} />
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
    </div>
  );
}
