/** The first view: what the agent forgot, and what would have kept it. */
import { Select } from '../components/NumberField.tsx';
import { useMemo, useRef, useState } from 'react';
import { RecordedPlaces } from '../compare/ComparePane.tsx';
import { useAnswered } from '../rows/useTableRows.ts';
import { Button, Icon } from '../components/Button.tsx';
import { ModelBar } from '../models/ModelBar.tsx';
import { actions, isTheirs, openLoss, ownViolations, showSet, showTune, useApp, useText } from '../store/index.ts';
import styles from './answer.module.css';
import factStyles from '../loss/loss.module.css';
import { replayBeside } from './AnswerRows.tsx';
import { BudgetBar, Verdict } from './Verdict.tsx';
import { FactList, factId, Pair, split, useLost } from '../loss/Facts.tsx';
import { byModel, type Retention, rowToUse } from '../../engine/answer/contract.ts';
import { UNKNOWN_AGENT } from '../../engine/answer/yours.ts';
import { FATES } from '../../engine/strategies/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { LETTERS, missedText, type TableRow } from '../rows/compare-rows.ts';
import { StripOverlay } from '../compare/strip/StripHead.tsx';
import { FateStrip, type StripFrame, useStripFrame, useStripPointer } from '../compare/strip/Strip.tsx';
import { centreOf } from '../compare/strip/axis.ts';
import { FateChip, KeptBar } from '../rows/Chips.tsx';
import { waitsForYes } from '../rows/model-words.ts';

/** Height of the ink, CSS px. */
const INK = 28;

/** Room of the head of the strips: a mark that stands under it has its label at its other side, px. */
const LABEL = 220;

interface Marks {
  readonly said: number;
  readonly needed: number;
}

function Note({ row, count, best }: { readonly row: TableRow; readonly count: number; readonly best: string | null }) {
  const { t } = useText();
  const theirs = useApp(isTheirs);
  const isStandIn = row.result !== null && row.result.summarizer === BUILT_IN && byModel(row.result.summaries);
  const agent = theirs ? 'answer.row.theirs' : 'compare.agent';
  const mine = row.key === UNKNOWN_AGENT ? 'answer.row.unknown' : agent;
  const what = row.pin === 'A' ? t(mine) : row.key === best ? t('answer.row.best', { count }) : t('answer.row.other');
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
  readonly kept: Retention | null;
  readonly frame: StripFrame | null;
  readonly count: number;
  readonly best: string | null;
  readonly others: readonly TableRow[];
  readonly late: boolean;
}) {
  const { t, n } = useText();
  const { result, measured, pin, title, state } = row;
  const cost = measured?.figures.cost ?? null;
  const refused = result !== null && ownViolations(result) > 0;
  const waits = waitsForYes(result);
  const none = waits
    ? t('models.note.waits')
    : state === 'unchanged'
      ? t('compare.note.unchanged')
      : state === 'waiting'
        ? '…'
        : state === 'compacted'
          ? '—'
          : t('compare.note.failed');
  return (
    <div className={`grid middle ${styles.strip}`} role="group" aria-label={`${pin}: ${title}`} data-key={row.key} data-late={late || undefined}>
      <span className={`letter bgAccent textOnAccent ${styles.letter}`}>{pin}</span>
      <span className={`grid middle ${styles.named}`}>
        <b className="bold13 ellipsis" title={title}>
          {title}
        </b>
        {row.info.source.seed === 'own' && <span className="small second framed pad0-6 rounded">{t('answer.row.ours')}</span>}
        {pin === 'C' && (
          <span className={`relative wide24 high20 ${styles.choice}`}>
            <Icon name="chevron" size={12} />
            <Select
              data-act="other"
              aria-label={t('answer.row.choose')}
              title={`${t('answer.row.choose')}: ${title}`}
              value={row.key}
              options={others.map((one) => [one.key, one.title])}
              onChange={actions.compareWith}
            />
          </span>
        )}
        <Note row={row} count={count} best={best} />
      </span>
      <span className={`crosshair line0 ${styles.ink}`} data-strip>
        {waits && <span className="center second high28 rounded size12 framedDashed">{t('models.note.waits')}</span>}
        {frame && result && state !== 'failed' && !waits && (
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
      <span className={`flex ${styles.kept}`} data-guide="number">
        {kept ? (
          <>
            <b className="toRight">{Math.round(kept.share * 100)}</b> <small className="second">%</small>
            <KeptBar kept={kept} />
          </>
        ) : (
          <span>{state === 'compacted' || waits ? t('bar.unmeasured') : none}</span>
        )}
      </span>
      <span
        className={`toRight size13 num ${styles.figure}`}
        data-label={t('compare.column.tokens')}
        title={result ? n.whole(result.measures.tokensAfter) : undefined}
      >
        {result?.metTarget === false && <span title={missedText(result)}>▲ </span>}
        {result && !waits ? n.axis(result.measures.tokensAfter) : '—'}
      </span>
      <span className={`toRight size13 num ${styles.figure}`} data-label={t('compare.column.efficiency')}>
        {result?.measures.efficiency == null ? '—' : n.score(result.measures.efficiency)}
      </span>
      <span className={`toRight size13 num ${styles.figure} ${refused ? 'bad' : ''}`} data-label={t('compare.column.cost')}>
        {refused ? t('compare.note.refused') : cost === null ? '—' : n.money(cost)}
      </span>
    </div>
  );
}

function FactLines({ frame, marks: { said, needed } }: { readonly frame: StripFrame; readonly marks: Marks }) {
  const { t } = useText();
  const at = (index: number): number | null => (index < 0 || index >= frame.transcript.n ? null : centreOf(frame.axis, index, frame.width));
  return (['said', 'needed'] as const).map((what) => {
    const x = at(what === 'said' ? said : needed);
    return x === null || x < 0 || x > frame.width ? null : (
      <i
        key={what}
        className={`absolute through layer1 wide0 narrowGone ${styles.place}`}
        data-what={what}
        data-first={x < LABEL || undefined}
        style={{ left: x }}
        aria-hidden
      >
        <small className="absolute pad0-4 surface accent oneLine">
          {t(`answer.place.${what}`, { number: (what === 'said' ? said : needed) + 1 })}
        </small>
      </i>
    );
  });
}

function Strips({ marks }: { readonly marks: Marks | null }) {
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
    <section ref={area} className="stack fixed relative pad0-Gutter" aria-label={t('compare.kind.compared')}>
      <div className={`caption second grid middle padTop4 narrowGone ${styles.heads}`}>
        <span>{t('compare.kind.compared')}</span>
        <span>{t('strip.title')}</span>
        <span>{t('compare.column.independent')}</span>
        <span>{t('compare.column.tokens')}</span>
        <span title={t('answer.head.efficiency.help')}>{t('compare.column.efficiency')}</span>
        <span>{t('compare.column.cost')}</span>
      </div>
      <div className={`grid middle ${styles.ruler}`} aria-hidden>
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
      <div className={`row spread narrowBlock ${styles.more}`}>
        <Button
          kind="link"
          onClick={() => actions.setView('tab', 'policies')}
          text={t('compare.more', { count: Math.max(0, rows.length - compared.length) })}
        />
        <ul className={`legend second ${styles.legend}`}>
          {FATES.filter((fate) => fate !== 'offload' || results.some(({ measures }) => measures.messagesByFate.offload > 0)).map((fate) => (
            <li key={fate}>
              <FateChip fate={fate} />
              <span aria-hidden>{t(`fate.${fate}`)}</span>
            </li>
          ))}
          <li>
            <i className={`inlineBlock high12 marginRight4 bgText ${styles.tick}`} aria-hidden /> {t('answer.legend.chance')}
          </li>
        </ul>
      </div>
    </section>
  );
}

/** Facts of the other way that are listed under those that B keeps. */
const MOST_OTHERS = 20;

export function AnswerPane() {
  const { t } = useText();
  const [a, b] = useApp((s) => s.compared);
  const found = useLost();
  // Where nothing is needed later nothing was looked for: that is not nothing lost.
  const answered = useAnswered(
    useApp((s) => s.comparison),
    true,
  );
  const isMeasured = (answered?.answer.items ?? 0) > 0;
  const waits = waitsForYes(answered?.rows.find(({ key }) => key === a)?.result ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { kept, lost } = split(found ?? []);
  const others = lost.slice(0, MOST_OTHERS);
  const listed = [...kept, ...others];
  const selected = listed.find((fact) => factId(fact) === chosen) ?? listed[0] ?? null;
  return (
    <div className={`stack surface scrollsDown narrowSpills ${styles.pane}`}>
      <Verdict />
      <BudgetBar />
      <RecordedPlaces />
      <ModelBar told={waits} />
      <Strips marks={selected && { said: selected.said.message, needed: selected.needed[0]!.message }} />
      <div className={`ruledAbove grid grows ${styles.proof}`}>
        <section className={`stack shrinksHeight ruledRight ${styles.losses}`} aria-label={t('answer.facts')}>
          <div className={`row spread fixed pad0-Gutter ${styles.lossHead}`}>
            <h2>{t('answer.facts')}</h2>
            {kept.length > 0 && isMeasured && (
              <Button kind="link" onClick={() => a !== undefined && openLoss(a)} text={t('answer.facts.all', { count: kept.length })} />
            )}
          </div>
          {found === null ? (
            <p className="pad0-Gutter second">{t('answer.facts.coming')}</p>
          ) : listed.length === 0 ? (
            <p className="pad0-Gutter second">{t(isMeasured ? 'answer.facts.none' : 'bar.unmeasured')}</p>
          ) : (
            <FactList
              groups={[
                { title: null, facts: kept },
                { title: t('answer.facts.other', { count: lost.length }), facts: others },
              ]}
              selected={selected}
              onSelect={(fact) => setChosen(factId(fact))}
            />
          )}
        </section>
        {selected ? <Pair fact={selected} /> : <div className={`stack gap8 bgApp shrinksHeight ${factStyles.pair}`} />}
      </div>
      <nav className={`row fixed ruledAbove size13 gap16 pad0-Gutter narrowWrap ${styles.next}`} aria-label={t('answer.next')}>
        <span className="second">{t('answer.next')}</span>
        <Button kind="link" onClick={() => replayBeside(a ?? null, b ?? a ?? '')} text={t('answer.next.replay')} />
        <Button kind="link" onClick={() => showSet(true)} text={t('answer.next.set')} />
        <Button kind="link" onClick={showTune} text={t('answer.next.tune')} />
        <Button kind="link" onClick={() => actions.setView('tab', 'plot')} text={t('tab.plot')} />
      </nav>
    </div>
  );
}
