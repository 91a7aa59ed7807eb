/** The context of one row at every request, as a cell of the table: all lanes have the same axes, so they are read down as well as across. */
import { Select } from '../components/NumberField.tsx';
import { createContext, memo, use } from 'react';
import { createColumnHelper } from '@tanstack/react-table';
import { formatReason, t } from '../../i18n/index.ts';
import { smallerWindow } from '../../scenario/defaults.ts';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { lookOf } from '../charts/ChartFrame.tsx';
import { nearestStep, type Range, round, type Scale, spaced, xOf, yOf } from '../charts/scale.ts';
import { areaPath, linePath } from '../charts/thin.ts';
import { Button, Segmented } from '../components/Button.tsx';
import { useElementWidth } from '../components/elements.ts';
import { setReplay, useText } from '../store/index.ts';
import { type ColumnDef, type features, isEqual } from '../table/features.ts';
import { FIRST, type Lane as Drawn, type Lanes, NOTHING, RECORDED, type RunLine } from './lanes.ts';
import { openContext, show, useReplay } from './replay-state.ts';
import styles from './replay.module.css';

/** Left and right of the first and last request, px: a mark there is whole. */
export const LANE_PAD = 6;
const BELOW = 6;
const ABOVE = 2;
/** Marks of one kind closer than this, px, are merged. */
const APART = 9;
/** A pointer this near to a compaction, px, means it. */
const NEAR = 6;
/** Room for the tokens beside the cursor, px. */
const BESIDE = 70;

export interface LaneView {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly lanes: Lanes;
  readonly range: Range;
  /** px of a lane. */
  readonly height: number;
}
export const LaneContext = createContext<LaneView | null>(null);

export const scaleOf = ({ lanes, range, height }: Pick<LaneView, 'lanes' | 'range' | 'height'>, width: number): Scale => ({
  x: range,
  y: [0, lanes.top],
  width: Math.max(0, width - 2 * LANE_PAD),
  height: height - ABOVE - BELOW,
});

export const stepAt = (e: { readonly clientX: number; readonly currentTarget: Element }, scale: Scale): number =>
  nearestStep(scale, e.clientX - e.currentTarget.getBoundingClientRect().left - LANE_PAD);

function pick(rowKey: string, lane: Drawn, reply: ReplayReply, scale: Scale, at: number): void {
  const mark = lane.compactions.find((one) => Math.abs(xOf(scale, one.at) - xOf(scale, at)) <= NEAR);
  const step = Math.min(mark?.at ?? at, reply.requests);
  if (rowKey === RECORDED) show({ at: step });
  else openContext(rowKey === NOTHING ? reply.baseline.key : rowKey, step);
}

export function LaneCell({ rowKey }: { readonly rowKey: string }) {
  const view = use(LaneContext)!;
  const { ref, width } = useElementWidth<HTMLDivElement>();
  const lane = view.lanes.byKey.get(rowKey);
  const misses = useReplay((s) => s.misses.get(rowKey));
  if (!lane) return null;
  const scale = scaleOf(view, width);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider above the lanes does the same by keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider above the lanes does the same by keys
    <div
      ref={ref}
      className={`relative clips crosshair panY unselectable ${styles.lane}`}
      style={{ height: view.height }}
      data-lane={rowKey}
      onPointerMove={(e) => show({ hover: stepAt(e, scale) })}
      onPointerLeave={() => show({ hover: null })}
      onClick={(e) => pick(rowKey, lane, view.reply, scale, stepAt(e, scale))}
    >
      {width > 0 && (
        <>
          <Picture
            lane={lane}
            reference={rowKey === RECORDED || lane.values === view.lanes.reference ? null : view.lanes.reference}
            missed={misses ?? NO_MISSES}
            window={view.reply.window}
            labelled={rowKey === view.lanes.byKey.keys().next().value}
            from={view.range[0]}
            to={view.range[1]}
            top={view.lanes.top}
            width={width}
            height={view.height}
          />
          <Cursor values={lane.values} scale={scale} last={view.reply.requests} />
        </>
      )}
    </div>
  );
}
const NO_MISSES: readonly { readonly request: number }[] = [];

interface PictureProps {
  readonly lane: Drawn;
  readonly reference: Float64Array | null;
  readonly missed: readonly { readonly request: number }[];
  readonly window: number;
  readonly labelled: boolean;
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Everything that does not follow the pointer. */
const Picture = memo(function Picture({ lane, reference, missed, window, labelled, from, to, top, width, height }: PictureProps) {
  const { t, n } = useText();
  const scale = scaleOf({ lanes: { byKey: new Map(), reference: lane.values, top }, range: [from, to], height }, width);
  const bottom = scale.height;
  const line = linePath(lane.values, FIRST, scale);
  const paths = marksOf(lane, missed, scale);
  const limit = round(yOf(scale, window));
  const shown = window <= top;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <g transform={`translate(${LANE_PAD} ${ABOVE})`}>
        <line stroke="var(--line-strong)" x1={-LANE_PAD} x2={scale.width + LANE_PAD} y1={bottom} y2={bottom} />
        {shown && <line stroke="var(--bad)" opacity={0.55} x1={-LANE_PAD} x2={scale.width + LANE_PAD} y1={limit} y2={limit} />}
        {lane.triggers
          .filter((tokens) => tokens <= top)
          .map((tokens) => (
            <line
              key={tokens}
              stroke="var(--text-2)"
              strokeDasharray="5 3"
              x1={-LANE_PAD}
              x2={scale.width + LANE_PAD}
              y1={round(yOf(scale, tokens))}
              y2={round(yOf(scale, tokens))}
            />
          ))}
        {reference && <path fill="none" stroke="var(--text-3)" strokeDasharray="1.5 2.5" d={linePath(reference, FIRST, scale)} />}
        <path fill="var(--keep)" opacity={0.14} d={areaPath(line, bottom)} />
        <path fill="none" stroke="var(--keep)" strokeWidth={1.6} strokeLinejoin="round" d={line} data-line />
        <path fill="none" stroke="var(--text-2)" d={paths.missed} />
        <path fill="var(--lane-ground, var(--bg))" stroke="var(--text-2)" strokeWidth={1.2} d={paths.attempts} />
        <path fill="var(--sum)" stroke="var(--lane-ground, var(--bg))" strokeWidth={1.2} d={paths.compactions} data-mark="compaction" />
        <path fill="none" stroke="var(--bad)" strokeWidth={2} d={paths.refused} data-mark="refused" />
        {labelled && shown && (
          <text
            className="plain10 num"
            fill="var(--bad)"
            paintOrder="stroke"
            stroke="var(--lane-ground, var(--bg))"
            strokeWidth={5}
            x={0}
            y={limit + 3.5}
          >
            {t('replay.rule.window')} {n.whole(window)}
          </text>
        )}
      </g>
    </svg>
  );
});

function marksOf(lane: Drawn, missed: readonly { readonly request: number }[], scale: Scale) {
  const [from, to] = scale.x;
  const paths = { compactions: '', attempts: '', refused: '', missed: '' };
  const inView = ({ at }: { readonly at: number }): boolean => at >= from - 0.5 && at <= to + 0.5;
  const placed = <T extends { readonly at: number }>(marks: readonly T[]) => spaced(marks.filter(inView), ({ at }) => xOf(scale, at), APART);
  const heightOf = (tokens: number): number => round(Math.max(4, yOf(scale, tokens)));
  for (const { mark, x } of placed(lane.compactions)) paths.compactions += `M${round(x)} ${heightOf(mark.tokens) - 5}l5 5-5 5-5-5z`;
  for (const { mark, x } of placed(lane.attempts)) paths.attempts += `M${round(x) - 3} ${heightOf(mark.tokens)}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`;
  for (const { x } of placed(lane.refused.map((at) => ({ at })))) paths.refused += `M${round(x) - 4} ${scale.height - 14}l8 8m0 -8l-8 8`;
  const last = { x: -1 };
  for (const { request } of missed) {
    const x = round(xOf(scale, request));
    if (!inView({ at: request }) || x - last.x < 1) continue;
    paths.missed += `M${x} ${scale.height + 1}v4`;
    last.x = x;
  }
  return paths;
}

function Cursor({ values, scale, last }: { readonly values: Float64Array; readonly scale: Scale; readonly last: number }) {
  const { n } = useText();
  const at = useReplay((s) => s.hover ?? s.at);
  if (at === null) return null;
  const step = Math.min(at, last);
  const [from, to] = scale.x;
  if (step < from || step > to) return null;
  const x = xOf(scale, step) + LANE_PAD;
  const value = values[step - FIRST];
  const known = value !== undefined && !Number.isNaN(value);
  return (
    <>
      <i className="absolute top0 through bottom0 wide1 bgAccent leftHalf" style={{ transform: `translateX(${x}px)` }} />
      <span
        className={`num small absolute edge through pad0-2 ${styles.laneTokens}`}
        data-low={known && value < scale.y[1] * 0.35 ? true : undefined}
        style={x > scale.width - BESIDE ? { right: scale.width + 2 * LANE_PAD - x + 6 } : { left: x + 8 }}
      >
        {known ? n.whole(value) : '—'}
      </span>
    </>
  );
}

export function NeverFires({ reply }: { readonly reply: ReplayReply }) {
  const { t, n } = useText();
  const { whatIf, fires, baseline } = reply;
  const { window, peak } = whatIf ?? { window: reply.window, peak: baseline.peak };
  const smaller = smallerWindow(baseline.size[0] ?? 0, peak);
  return (
    <p>
      {t('replay.never', { peak: Math.round(peak), window, share: peak / window })}{' '}
      {whatIf ? (
        <>
          <b>{t('replay.whatIf', { window: reply.window })}</b>{' '}
          <Button onClick={() => show({ whatIf: false })} text={t('replay.window.reset', { tokens: n.whole(window) })} />{' '}
        </>
      ) : (
        fires !== null && (
          <>
            <Button
              onClick={() => {
                setReplay({ window: null });
                show({ whatIf: true });
              }}
              text={t('replay.whatIf.show', { window: n.whole(fires) })}
            />{' '}
          </>
        )
      )}
      {fires !== null && smaller < fires && (
        <Button kind="link" onClick={() => setReplay({ window: smaller })} text={t('replay.never.try', { window: n.whole(smaller) })} />
      )}
    </p>
  );
}

export function WhatIfMark({ reply }: { readonly reply: ReplayReply }) {
  const { t } = useText();
  return (
    reply.whatIf && <span className={`strong rounded plainText pad0-6 ${styles.whatIf}`}>{t('replay.whatIf.mark', { window: reply.window })}</span>
  );
}

export function Difference({ reply }: { readonly reply: ReplayReply }) {
  const [head, ...parts] = reply.recorded?.why ?? [];
  if (!head) return null;
  return (
    <div className="second">
      <p>{formatReason(head)}</p>
      {parts.length > 0 && (
        <ul className="bullets">
          {parts.map((reason) => (
            <li key={reason.key}>{formatReason(reason)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const LETTER_BESIDE = 5;

interface Props {
  readonly lines: readonly RunLine[];
  readonly value: string;
  after?(line: RunLine): string;
  count?(line: RunLine): number;
  onChange(key: string): void;
}

export function RunFilter({ lines, value, after, count, onChange }: Props) {
  const { t, n } = useText();
  if (count && lines.length <= LETTER_BESIDE) {
    const title = (line: RunLine): string => (line.key === value || lines.length === 1 ? `${line.letter} ${line.title}` : line.letter);
    return (
      <Segmented
        label={t('label.policy')}
        value={value}
        options={[['', t('label.all')], ...lines.map((line) => [line.key, `${title(line)} · ${n.whole(count(line))}`] as const)]}
        onChange={onChange}
      />
    );
  }
  return (
    <Select
      aria-label={t('label.policy')}
      value={value}
      none={t('tab.policies')}
      options={lines.map((line) => [line.key, `${line.letter} ${line.title} ${after?.(line)}`])}
      onChange={onChange}
    />
  );
}

export function Letter({ letter, color, pinned }: { readonly letter: string; readonly color: number; readonly pinned?: boolean }) {
  return pinned === undefined ? (
    <span className={`letter ${styles.letter}`} {...lookOf(color)} aria-hidden="true">
      {letter}
    </span>
  ) : (
    <span className={pinned ? `letter bgAccent ${styles.pin}` : `letter second ${styles.free}`} aria-hidden="true">
      {letter}
    </span>
  );
}

export const strategyColumn = <T extends { readonly line: RunLine }>(size: number): ColumnDef<T> =>
  createColumnHelper<typeof features, T>().accessor(({ line }) => line.key, {
    id: 'strategy',
    cell: ({ row: { original } }) => (
      <>
        <Letter letter={original.line.letter} color={original.line.color} /> {original.line.title}
      </>
    ),
    sortFn: (a, b) => a.original.line.letter.localeCompare(b.original.line.letter),
    sortDescFirst: false,
    filterFn: isEqual,
    size,
    meta: {
      title: () => t('label.policy'),
      words: true,
      saved: (row) => (row as T).line.title,
      group: { title: (_key, row) => (row as T).line.title },
    },
  }) as ColumnDef<T>;
