/** Context size at every request: one sawtooth per strategy over the same axis, and where something happened. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { useText } from '../store/index.ts';
import type { CompactionPoint } from '../../engine/replay/contract.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Chart, type Drawn } from './chart/Chart.tsx';
import chart from './chart/chart.module.css';
import { highest, type Range, type Scale, spaced, xOf, yOf } from './chart/scale.ts';
import { type Rule, rulesOf } from './levels.ts';
import { Letter } from './Letter.tsx';
import type { Line } from './lines.ts';
import styles from './replay.module.css';
import { openContext, useReplay } from './state.ts';

const HEIGHT = 250;
/** Marks of one line closer than this, px, are one. */
const APART = 9;
/** Room above the highest line. */
const HEADROOM = 1.08;

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly Line[];
  readonly range: Range;
  readonly warning: number | null;
}

/** The axis shows the strategies and the window; what does nothing may leave it. */
function topOf({ reply, lines, range }: Props, drawn: readonly Drawn[]): number {
  const runs = Math.max(
    ...lines.map(({ series }) => Math.max(highest(series.size, range), ...series.points.map((p) => (seen(p, range) ? p.before : 0)))),
    0,
  );
  const all = Math.max(...drawn.map(({ values }) => highest(values, range)), 0);
  const most = lines.length > 0 ? Math.min(all, Math.max(runs * 2, reply.window * 1.5)) : all;
  // A window far above everything would press it all onto the ground.
  const window = reply.window <= Math.max(most, runs) * 5 ? reply.window : 0;
  return Math.max(runs, most, window, 1) * HEADROOM;
}

const seen = ({ at }: Pick<CompactionPoint, 'at'>, [from, to]: Range): boolean => at >= from - 1 && at <= to + 1;

export function SizeChart(props: Props) {
  const { reply, lines, range, warning } = props;
  const { t, n, language } = useText();
  const others = useReplay((s) => s.others);
  const drawn = useMemo((): readonly Drawn[] => {
    const runs = lines.map(({ key, series, color, dash }): Drawn => ({ key, values: series.size, look: color, dash }));
    if (!others) return runs;
    const recorded: Drawn[] = reply.recorded ? [{ key: 'recorded', values: reply.recorded.size, look: 'recorded', dash: '' }] : [];
    return [{ key: reply.baseline.key, values: reply.baseline.size, look: 'baseline', dash: '' }, ...recorded, ...runs];
  }, [lines, others, reply]);
  const max = topOf(props, drawn);
  const rules = useMemo(() => rulesOf(reply.rule, reply.window, warning), [reply, warning]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  const under = useCallback(
    (scale: Scale): ReactNode => (
      <>
        {reply.recorded?.compactions.map((at) => (
          <g key={at} transform={`translate(${xOf(scale, at)} 0)`}>
            <line y2={scale.height} className={chart.recordedMark} />
            <text x={4} y={scale.height - 5} className={chart.ruleText}>
              {t('replay.recorded.mark')}
            </text>
          </g>
        ))}
        <Rules rules={rules} scale={scale} />
      </>
    ),
    [reply, rules, language],
  );
  const over = useCallback(
    (scale: Scale): ReactNode => lines.map((line) => <Marks key={line.key} line={line} scale={scale} window={reply.window} />),
    [lines, reply],
  );
  const tooltip = useCallback((at: number) => <Tip at={at} reply={reply} lines={lines} />, [reply, lines]);
  const words = (at: number): string =>
    [
      t('replay.request', { at }),
      ...lines.map(({ title, series }) => `${title} ${series.size[at - 1] === undefined ? '—' : n.whole(series.size[at - 1]!)}`),
    ].join(', ');
  return (
    <Chart
      label={t('replay.chart.size')}
      height={HEIGHT}
      requests={reply.requests}
      range={range}
      max={max}
      lines={drawn}
      axis={n.axis}
      under={under}
      over={over}
      tooltip={tooltip}
      words={words}
      onPick={(at, key) => openContext(key ?? useReplay.getState().key ?? lines[0]?.key ?? reply.baseline.key, at)}
    />
  );
}

function Rules({ rules, scale }: { readonly rules: readonly Rule[]; readonly scale: Scale }) {
  const { t, n } = useText();
  // Labels that would stand on each other move apart along the line.
  const placed: { readonly y: number; readonly x: number }[] = [];
  return [...rules]
    .filter(({ tokens }) => tokens <= scale.max)
    .map(({ tokens, kind, triggers }) => {
      const y = yOf(scale, tokens);
      const x = 4 + 210 * placed.filter((other) => Math.abs(other.y - y) < 12).length;
      placed.push({ y, x });
      const name = kind === 'trigger' ? triggers.map((one) => t(`replay.trigger.${one as 'ratio'}`)).join(', ') : t(`replay.rule.${kind}`);
      return (
        <g key={`${kind} ${tokens}`} transform={`translate(0 ${y})`}>
          <line x2={scale.width} className={chart[kind]} />
          <text x={x} y={-3} className={`${chart.ruleText} ${kind === 'trigger' ? '' : chart[`${kind}Text`]}`}>
            {name} · {n.whole(tokens)}
          </text>
        </g>
      );
    });
}

/** Compactions as triangles, attempts that changed nothing as hollow ones, failed ones as crosses; ticks on the window where a request is over it. */
function Marks({ line, scale, window }: { readonly line: Line; readonly scale: Scale; readonly window: number }) {
  const { series, color } = line;
  const points = series.points.filter((point) => seen(point, scale.range));
  const places = spaced(points, ({ at }) => xOf(scale, at), APART);
  const over = spaced(
    series.overLimit.filter((at) => seen({ at }, scale.range)),
    (at) => xOf(scale, at),
    2,
  );
  return (
    <g className={chart[`series${color + 1}`]}>
      {over.map(({ x }) => (
        <line key={x} x1={x} x2={x} y1={yOf(scale, window) - 4} y2={yOf(scale, window) + 4} className={chart.over} />
      ))}
      {places.map(({ mark, x }) => {
        const y = yOf(scale, mark.after);
        const top = yOf(scale, mark.before);
        if (mark.outcome === 'compacted')
          return (
            <g key={`${mark.at} ${x}`}>
              <line x1={x} x2={x} y1={top} y2={y} className={chart.cut} />
              <path d={`M${x - 4.5} ${y + 3}h9l-4.5 -7z`} className={chart.mark} />
            </g>
          );
        return mark.outcome === 'unchanged' ? (
          <circle key={`${mark.at} ${x}`} cx={x} cy={top} r={3} className={chart.hollow} />
        ) : (
          <path key={`${mark.at} ${x}`} d={`M${x - 3.5} ${top - 3.5}l7 7m0 -7l-7 7`} className={chart.failed} />
        );
      })}
    </g>
  );
}

/** Numbers at a request: every line, the largest first, and what was compacted before it. */
function Tip({ at, reply, lines }: { readonly at: number; readonly reply: ReplayReply; readonly lines: readonly Line[] }) {
  const { t, n } = useText();
  const sizes = lines.map((line) => ({ line, size: line.series.size[at - 1] })).sort((a, b) => (b.size ?? 0) - (a.size ?? 0));
  const row = (letter: ReactNode, title: string, size: number | undefined) =>
    size !== undefined &&
    !Number.isNaN(size) && (
      <tr key={title}>
        <td>{letter}</td>
        <th scope="row">{title}</th>
        <td className="num">{n.whole(size)}</td>
        <td className="num">{n.percent(size / reply.window)}</td>
      </tr>
    );
  const points = lines.flatMap(({ letter, color, series }) => series.points.filter((p) => p.at === at).map((point) => ({ letter, color, point })));
  return (
    <>
      <b>{t('replay.request.message', { at, message: (reply.answers[at - 1] ?? 0) + 1 })}</b>
      <table className={styles.tip}>
        <tbody>
          {sizes.map(({ line, size }) => row(<Letter letter={line.letter} color={line.color} />, line.title, size))}
          {row('', t('replay.baseline'), reply.baseline.size[at - 1])}
          {reply.recorded && row('', t('replay.recorded'), reply.recorded.size[at - 1])}
        </tbody>
      </table>
      {points.slice(0, 4).map(({ letter, color, point }) => (
        <p key={`${letter} ${point.moment} ${point.level}`}>
          <Letter letter={letter} color={color} />{' '}
          {point.outcome === 'compacted'
            ? t('replay.tip.compacted', { before: point.before, after: point.after })
            : t(`replay.outcome.${point.outcome}`)}
          <small>{formatReason(point.trigger.reason)}</small>
        </p>
      ))}
      {points.length > 4 && <p>{t('replay.more', { count: points.length - 4 })}</p>}
    </>
  );
}
