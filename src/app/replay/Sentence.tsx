/** What the replay says above its table, and what to do with it. */
import { buttonOf } from '../components/acts.ts';
import { Check, Search } from '../components/NumberField.tsx';
import { Fragment, useMemo, useState } from 'react';
import { bad, number, type Piece, piecesOf, row } from '../../i18n/answer-words.ts';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { SaveMenu, ToolButton, ZoomButtons } from '../charts/ChartFrame.tsx';
import { Button, Segmented } from '../components/Button.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { agentIn, isTheirs, recordedIn, setReplay, useApp, useText } from '../store/index.ts';
import { Difference, LANE_PAD, Letter } from './Lane.tsx';
import { amountOf, nearestOf, rivalsOf, type RunLine, ticksOf, type Verdict, verdictOf, wholeOf } from './lanes.ts';
import styles from './replay.module.css';
import type { Range } from '../charts/scale.ts';
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { numbers, t } from '../../i18n/index.ts';
import { replayedRows, show, useReplay } from './replay-state.ts';
import { MAX_REPLAYED } from '../../scenario/defaults.ts';
import { allRows } from '../../scenario/scenario-rows.ts';
import type { Replay } from '../../scenario/schema.ts';
import { strategyTitle } from '../rows/compare-rows.ts';
import { RunColumns } from './SummaryTable.tsx';

const NAMED = 3;

const titles =
  (lines: readonly RunLine[]) =>
  (key: string): string =>
    lines.find((line) => line.key === key)?.title ?? key;

/** A few rows in words; null where they are too many to name. */
function named(rows: readonly string[]): string | null {
  if (rows.length > NAMED) return null;
  const [last, ...before] = [...rows].reverse();
  return before.length === 0 ? (last ?? '') : t('replay.say.and', { before: before.reverse().join(t('list.separator')), last: last! });
}

function recordedPart({ recorded, requests }: ReplayReply): string {
  if (!recorded) return t('replay.say.unrecorded');
  const compactions = number(numbers().whole(recorded.compactions.length));
  if (recorded.cost === null) return t('replay.say.recorded', { compactions, cost: '' });
  const cost = t('list.separator') + number(numbers().money(recorded.cost));
  // A row's cost is that of all requests.
  return recorded.requests < requests
    ? t('replay.say.recorded.some', { compactions, cost, some: recorded.requests, of: requests })
    : t('replay.say.recorded', { compactions, cost });
}

const refusedWords = (count: number): string => bad(t('replay.say.refused', { count }));

function leastPart({ rows, best, cheaper }: Extract<Verdict, { kind: 'least' }>, priced: boolean, written: (amount: number) => string): string {
  const [first] = best;
  const amount = number(priced ? written(amountOf(first!)) : t('tokens.count', { count: written(amountOf(first!)) }));
  const { compactions } = first!.series.monitoring;
  const values = {
    of: rows.length,
    amount,
    row: row(first!.key),
    rows: named(best.map(({ key }) => row(key))) ?? t('compare.strategy.facts', { count: best.length }),
    compactions: number(numbers().whole(compactions)),
  };
  const kind = best.length > 1 ? 'tied' : rows.length > 1 ? 'least' : 'only';
  const said = t(`replay.say.${kind}`, values);
  const [less, ...more] = cheaper;
  if (!less) return said + t('replay.say.end');
  const but = {
    count: cheaper.length,
    rows: named(cheaper.map(({ line }) => row(line.key))) ?? t('compare.strategy.facts', { count: cheaper.length }),
    refused: more.length === 0 ? refusedWords(less.refused) : bad(t('replay.say.refused.some')),
  };
  return said + t('replay.say.cheaper', but) + t('replay.say.end');
}

/** How much each run lost that was used again; null while that is not known of all, or where there are too many to name. */
function lostPart(lines: readonly RunLine[], misses: ReadonlyMap<string, readonly ReplayMiss[]>): string | null {
  const runs = rivalsOf(lines).filter(({ series }) => series.stopped === null && series.monitoring.compactions > 0);
  const counts = runs.map(({ key }) => misses.get(key)?.length ?? null);
  if (runs.length === 0 || counts.includes(null)) return null;
  if (counts.every((count) => count === 0)) return t('replay.say.lost.nothing');
  const each = named(runs.map(({ key }, i) => t('replay.say.lost.row', { row: row(key), count: number(numbers().whole(counts[i]!)) })));
  return each === null ? null : t('replay.say.lost', { rows: each });
}

/** What was lost and used again, what was recorded, and the row that would have cost least. */
export function sayReplay(
  reply: ReplayReply,
  lines: readonly RunLine[],
  misses: ReadonlyMap<string, readonly ReplayMiss[]> = new Map(),
): readonly Piece[] {
  const n = numbers();
  const priced = reply.priced.prices !== null;
  const written = priced ? n.money : n.whole;
  const verdict = verdictOf(lines, written);
  const sentences = [lostPart(lines, misses) ?? [], recordedPart(reply)].flat();
  const of = verdict.kind === 'nothing' ? 0 : verdict.rows.length;
  if (verdict.kind === 'idle') sentences.push(t(of === 1 ? 'replay.say.idle.one' : 'replay.say.idle', { of, row: row(verdict.rows[0]!.key) }));
  if (verdict.kind === 'refused') {
    const { line, refused } = verdict.fewest;
    sentences.push(t(of === 1 ? 'replay.say.refused.one' : 'replay.say.refused.all', { of, row: row(line.key), refused: refusedWords(refused) }));
  }
  if (verdict.kind === 'least') sentences.push(leastPart(verdict, priced, written));
  return piecesOf(sentences.join(t('replay.say.space')), titles(lines));
}

/** Which row stays closest to the recording, which loses least, and how much of the session would not have fitted. `agent`: strategy of the person's own agent. */
export function sayDoubts(
  reply: ReplayReply,
  lines: readonly RunLine[],
  misses: ReadonlyMap<string, readonly ReplayMiss[]>,
  agent: string | null,
): readonly Piece[] {
  const sentences: string[] = [];
  const { closest, keeping, lost } = nearestOf(lines, reply.recorded?.size ?? null, misses);
  const name = ({ key, series }: RunLine): string => (series.strategy === agent ? t('replay.doubt.agent', { row: row(key) }) : row(key));
  if (closest) sentences.push(t('replay.doubt.closest', { row: name(closest) }));
  const count = keeping.length;
  if (count > 0) {
    const rows = named(count > 1 ? keeping.map(({ key }) => row(key)) : keeping.map(name)) ?? t('compare.strategy.facts', { count });
    sentences.push(t('replay.doubt.keeps', { count, rows, lost }));
  }
  const over = reply.baseline.overLimit.length;
  if (over > 0) sentences.push(t('replay.doubt.over', { count: over, of: reply.requests, window: reply.window }));
  return piecesOf(sentences.join(t('replay.say.space')), titles(lines));
}

// Which strategies run: A, B and C until a person chooses others.

function StrategyPicker({ replay }: { readonly replay: Replay }) {
  const { t } = useText();
  const { popover, button } = usePopover();
  const rows = useApp((s) => s.scenario.rows);
  const pinned = useApp((s) => s.compared);
  const strategies = useApp((s) => s.description?.strategies);
  const compactions = useApp(recordedIn);
  const [filter, setFilter] = useState('');
  const all = allRows(rows, strategies ?? [], compactions).map((row) => ({ key: row.key, title: strategyTitle(row.strategy, row.key, row.params) }));
  const chosen = replayedRows({ replay, compared: pinned, rows }, strategies ?? [], compactions).map(({ key }) => key);
  const matches = all.filter(({ title }) => title.toLocaleLowerCase().includes(filter.trim().toLocaleLowerCase()));
  const toggle = (key: string) => setReplay({ strategies: chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key] });
  return (
    <Popover
      {...popover}
      position="bottom-start"
      takesFocus
      label={t('replay.strategies')}
      target={<Button title={t('replay.strategies.help', { count: MAX_REPLAYED })} {...button} text={t('replay.rows')} />}
    >
      <div className={`stack pad8 ${styles.picker}`}>
        <Search label={t('replay.strategies.find')} value={filter} onChange={setFilter} />
        <ul className="grows scrolls">
          {matches.map(({ key, title }) => (
            <li key={key}>
              <Check
                className="inline gap6 leastHighHit"
                checked={chosen.includes(key)}
                disabled={!chosen.includes(key) && chosen.length >= MAX_REPLAYED}
                onChange={() => toggle(key)}
                text={title}
              />
            </li>
          ))}
        </ul>
        <div className="ruledAbove padTop4">
          <Button
            kind="link"
            disabled={replay.strategies === null}
            onClick={() => setReplay({ strategies: null })}
            text={t('replay.strategies.compared')}
          />
        </div>
      </div>
    </Popover>
  );
}

function namesIn(cell: Element | null | undefined): { readonly name: string; readonly below: string } {
  const parts = [...(cell?.querySelector('[data-run]')?.children ?? [])];
  const words = (list: readonly Element[]): string => list.map((part) => part.textContent.trim()).join(' ');
  return { name: words(parts.filter((part) => !part.matches('small'))), below: words(parts.filter((part) => part.matches('small'))) };
}

function SaveLanes({ range }: { readonly range: Range }) {
  const { t, n } = useText();
  const session = useApp((s) => s.loaded?.name ?? '');
  const draw = async () => {
    const { rowsPicture } = await import('../charts/picture.ts');
    const rows = [...document.querySelectorAll<HTMLElement>('[data-lane]')].flatMap((lane) => {
      const row = lane.closest('tr');
      const drawing = lane.querySelector('svg');
      return row && drawing ? [{ ...namesIn(row.querySelector('th')), ground: getComputedStyle(row).backgroundColor, drawing }] : [];
    });
    const width = (rows[0]?.drawing.clientWidth ?? 0) - 2 * LANE_PAD;
    const ticks = ticksOf({ x: range, y: [0, 1], width, height: 0 }).map(({ tick, x, anchor }) => ({ x: x + LANE_PAD, text: n.whole(tick), anchor }));
    const legend = [...document.querySelectorAll('[data-marks] li')];
    return rowsPicture(rows, { name: t('diff.layout.request'), ticks }, [session, t('replay.lane')].filter(Boolean).join(' · '), legend);
  };
  return <SaveMenu title={t('replay.lane')} draw={draw} />;
}

function Pieces({ pieces, lines }: { readonly pieces: readonly Piece[]; readonly lines: readonly RunLine[] }) {
  return pieces.map((piece, i) => {
    const line = piece.kind === 'row' ? lines.find(({ key }) => key === piece.key) : undefined;
    return (
      // A sentence has no other identity than its place.
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are made again together
      <Fragment key={i}>
        {line?.pinned && (
          <>
            <Letter letter={line.letter} color={line.color} pinned />{' '}
          </>
        )}
        {piece.kind === 'text' ? piece.text : <b data-kind={piece.kind}>{piece.text}</b>}
      </Fragment>
    );
  });
}

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
}

export function Sentence({ reply, lines }: Props) {
  const { t, language } = useText();
  const misses = useReplay((s) => s.misses);
  const agent = useApp((s) => (isTheirs(s) ? null : agentIn(s)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language
  const said = useMemo(() => sayReplay(reply, lines, misses), [reply, lines, misses, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language
  const doubts = useMemo(() => sayDoubts(reply, lines, misses, agent), [reply, lines, misses, agent, language]);
  return (
    <section className={`ruled grid middle gap2-16 ${styles.answer}`} aria-label={t('replay.answer.title')}>
      <div className={styles.words} aria-live="polite">
        <p className="size15 line22">
          <Pieces pieces={said} lines={lines} />
        </p>
        <p className="second">
          <Pieces pieces={doubts} lines={lines} /> <Why reply={reply} />
        </p>
      </div>
      <Acts reply={reply} />
    </section>
  );
}

function Why({ reply }: Pick<Props, 'reply'>) {
  const { t } = useText();
  const { popover, button } = usePopover();
  const unsendable = reply.baseline.overLimit.length;
  if ((reply.recorded?.why.length ?? 0) === 0 && unsendable === 0) return null;
  return (
    <Popover {...popover} position="bottom-start" label={t('replay.why')} target={<Button kind="link" {...button} text={t('replay.why')} />}>
      <div className="stack gap6 pad12" style={{ maxWidth: 'min(520px, calc(100vw - 24px))' }}>
        <Difference reply={reply} />
        {unsendable > 0 && (
          <p>
            {t('replay.doubt.over', { count: unsendable, of: reply.requests, window: reply.window })}
            {t('replay.say.space')}
            {t(reply.recorded?.cost && reply.recorded.comparable ? 'replay.unsendable.recorded' : 'replay.unsendable')}
          </p>
        )}
      </div>
    </Popover>
  );
}

function Acts({ reply }: Pick<Props, 'reply'>) {
  const { t } = useText();
  const replay = useApp((s) => s.scenario.replay);
  const overlay = useReplay((s) => s.overlay);
  const range = useReplay((s) => s.range);
  return (
    <div className={`stack gap4 ${styles.acts}`}>
      <span className="row gap6 wrap">
        <Segmented
          label={t('replay.view')}
          value={overlay ? 'overlay' : 'lanes'}
          options={[
            ['lanes', t('replay.view.lanes')],
            ['overlay', t('replay.view.overlay')],
          ]}
          onChange={(view) => show({ overlay: view === 'overlay' })}
        />
        <StrategyPicker replay={replay} />
        <Button {...buttonOf('report')} icon="export" />
      </span>
      <span className="row gap6 wrap">
        <ZoomButtons view={useReplay} whole={wholeOf(reply)}>
          <TallButton />
        </ZoomButtons>
        <RunColumns reply={reply} />
        {!overlay && <SaveLanes range={range ?? wholeOf(reply)} />}
      </span>
    </div>
  );
}

function TallButton() {
  const { t } = useText();
  const tall = useReplay((s) => s.tall);
  return (
    <ToolButton label={t('replay.zoom.tall')} pressed={tall} onClick={() => show({ tall: !tall })}>
      ↕
    </ToolButton>
  );
}
