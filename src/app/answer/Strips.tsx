/** A, B and C: what each leaves, how much of what was needed later it keeps, and what that costs. */
import { useMemo, useRef } from 'react';
import { byModel, type Kept, rowToUse } from '../../engine/answer/contract.ts';
import { FATES } from '../../engine/strategies/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { LETTERS, type TableRow } from '../compare/rows.ts';
import { StripOverlay } from '../compare/strip/StripOverlay.tsx';
import { FateStrip, type StripFrame } from '../compare/strip/Strip.tsx';
import { centreOf } from '../compare/strip/axis.ts';
import { useStripFrame, useStripPointer } from '../compare/strip/useStrips.ts';
import { useAnswered } from '../compare/useTableRows.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { FateChip } from '../diff/Chips.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import { isTheirs } from '../store/state.ts';
import { KeptBar } from './KeptBar.tsx';
import styles from './answer.module.css';

/** Height of the ink, CSS px. */
const INK = 28;

/** Room of the head of the strips: a mark that stands under it has its label at its other side, px. */
const LABEL = 220;

/** Where the marks of the selected fact stand. */
export interface Marks {
  readonly said: number;
  readonly needed: number;
}

function Note({ row, count, best }: { readonly row: TableRow; readonly count: number; readonly best: string | null }) {
  const { t } = useText();
  const theirs = useApp(isTheirs);
  const isStandIn = row.result !== null && row.result.summarizer === BUILT_IN && byModel(row.result.summaries);
  const what =
    row.pin === 'A'
      ? t(row.key === 'recorded' ? 'answer.row.recorded' : theirs ? 'answer.row.theirs' : 'answer.row.yours')
      : row.key === best
        ? t('answer.row.best', { count })
        : t('answer.row.other');
  return <small>{[what, isStandIn ? t('answer.row.standIn') : null].filter(Boolean).join(' · ')}</small>;
}

function Row({
  row,
  kept,
  frame,
  count,
  best,
  others,
  late,
}: {
  readonly row: TableRow;
  readonly kept: Kept | null;
  readonly frame: StripFrame | null;
  readonly count: number;
  /** Key of the answer. */
  readonly best: string | null;
  readonly others: readonly TableRow[];
  readonly late: boolean;
}) {
  const { t, n } = useText();
  const { result, measured, pin, title, state } = row;
  const cost = measured?.figures.cost ?? null;
  const refused = result?.violations.some(({ original }) => !original) === true;
  const none = state === 'unchanged' ? t('answer.row.nothing') : state === 'waiting' ? '…' : state === 'compacted' ? '—' : t('answer.row.failed');
  return (
    <div className={styles.strip} role="group" aria-label={`${pin}: ${title}`} data-key={row.key} data-late={late || undefined}>
      <span className={styles.letter}>{pin}</span>
      <span className={styles.named}>
        <b title={title}>{title}</b>
        {row.info.source.seed === 'own' && <span className={styles.ours}>{t('answer.row.ours')}</span>}
        {pin === 'C' && (
          <span className={styles.choice}>
            <Icon name="chevron" size={12} />
            <select
              data-act="other"
              aria-label={t('answer.row.choose')}
              title={`${t('answer.row.choose')}: ${title}`}
              value={row.key}
              onChange={(e) => actions.compareWith(e.currentTarget.value)}
            >
              {others.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.title}
                </option>
              ))}
            </select>
          </span>
        )}
        <Note row={row} count={count} best={best} />
      </span>
      <span className={styles.ink} data-strip>
        {frame && result && state !== 'failed' && (
          <FateStrip
            frame={frame}
            result={result}
            title={title}
            height={INK}
            painted
            faded={state !== 'compacted'}
            struck={state === 'rejected' || state === 'refused'}
          />
        )}
      </span>
      <span className={styles.kept} data-guide="number">
        {kept ? (
          <>
            <b>{Math.round(kept.share * 100)}</b> <small>%</small>
            <KeptBar kept={kept} />
          </>
        ) : (
          <span>{state === 'compacted' ? t('answer.row.unmeasured') : none}</span>
        )}
      </span>
      <span className={styles.figure} data-label={t('answer.head.tokens')} title={result ? n.whole(result.tokensAfter) : undefined}>
        {result?.metTarget === false && <span title={row.missed}>▲ </span>}
        {result ? n.axis(result.tokensAfter) : '—'}
      </span>
      <span className={styles.figure} data-label={t('answer.head.efficiency')}>
        {result?.efficiency == null ? '—' : n.score(result.efficiency)}
      </span>
      <span className={styles.figure} data-label={t('answer.head.cost')} data-bad={refused || undefined}>
        {refused ? t('answer.row.refused') : cost === null ? '—' : n.money(cost)}
      </span>
    </div>
  );
}

/** The two places of a fact, through all strips. */
function FactLines({ frame, marks: { said, needed } }: { readonly frame: StripFrame; readonly marks: Marks }) {
  const { t } = useText();
  const at = (index: number): number | null => (index < 0 || index >= frame.transcript.n ? null : centreOf(frame.axis, index, frame.width));
  return (['said', 'needed'] as const).map((what) => {
    const x = at(what === 'said' ? said : needed);
    return x === null || x < 0 || x > frame.width ? null : (
      <i key={what} className={styles.place} data-what={what} data-first={x < LABEL || undefined} style={{ left: x }} aria-hidden>
        <small>{t(`answer.place.${what}`, { number: (what === 'said' ? said : needed) + 1 })}</small>
      </i>
    );
  });
}

export function Strips({ marks }: { readonly marks: Marks | null }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const late = useApp((s) => s.recalled !== null && s.recalled.of !== s.comparison);
  const found = useAnswered(comparison, true);
  const area = useRef<HTMLElement>(null);
  const { ruler, frame } = useStripFrame(comparison?.transcript ?? null, 'tokens');
  useStripPointer(area, ruler, frame);
  const rows = found?.rows ?? [];
  const compared = LETTERS.flatMap((letter) => rows.find(({ pin }) => pin === letter) ?? []);
  const results = useMemo(() => compared.flatMap(({ result }) => result ?? []), [compared]);
  const others = rows.filter(({ pin, state }) => (pin === 'C' || pin === null) && state !== 'waiting');
  return (
    <section ref={area} className={styles.strips} aria-label={t('answer.compared')}>
      <div className={styles.heads}>
        <span>{t('answer.compared')}</span>
        <span>{t('answer.head.strip')}</span>
        <span>{t('answer.head.kept')}</span>
        <span>{t('answer.head.tokens')}</span>
        <span title={t('answer.head.efficiency.help')}>{t('answer.head.efficiency')}</span>
        <span>{t('answer.head.cost')}</span>
      </div>
      <div className={styles.ruler} aria-hidden>
        <div ref={ruler}>{frame && marks && <FactLines frame={frame} marks={marks} />}</div>
      </div>
      {compared.map((row) => (
        <Row
          key={row.pin}
          row={row}
          kept={found?.answer.kept[row.key] ?? null}
          frame={frame}
          count={rows.length}
          best={rowToUse(found?.answer ?? null)}
          others={others}
          late={late}
        />
      ))}
      {frame && <StripOverlay area={area} frame={frame} results={results} version={compared.map(({ key }) => key).join()} />}
      <div className={styles.more}>
        <Button kind="link" onClick={() => actions.setView('tab', 'policies')}>
          {t('answer.more', { count: Math.max(0, rows.length - compared.length) })}
        </Button>
        <ul className={styles.legend}>
          {FATES.filter((fate) => fate !== 'offload' || results.some(({ counts }) => counts.offload > 0)).map((fate) => (
            <li key={fate}>
              <FateChip fate={fate} />
              <span aria-hidden>{t(`compare.legend.${fate}`)}</span>
            </li>
          ))}
          <li>
            <i className={styles.tick} aria-hidden /> {t('answer.legend.chance')}
          </li>
        </ul>
      </div>
    </section>
  );
}
