/** Context size at every request: one sawtooth per strategy on the same axis, with marks for events. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { useText } from '../store/index.ts';
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { type ChartLine, LineChart } from '../charts/LineChart.tsx';
import { type Range, round, type Scale, spaced, textWidth, xOf, yOf } from '../charts/scale.ts';
import { lookOf, TipNumbers } from '../charts/ChartFrame.tsx';
import { RECORDED, type Rule, rulesOf, type RunLine, seen, topOf, wholeOf } from './lanes.ts';
import { Letter } from './Lane.tsx';
import { openContext, useReplay } from './replay-state.ts';

const RULES = {
  trigger: { stroke: 'var(--text-2)', dash: '7 3' },
  window: { stroke: 'var(--bad)', dash: undefined },
  warning: { stroke: 'var(--warn)', dash: '2 3' },
} as const;
export const SIGNS = {
  cut: { fill: 'none', stroke: 'currentcolor', strokeWidth: 1, opacity: 0.45 },
  mark: { fill: 'currentcolor', stroke: 'var(--bg)', strokeWidth: 1 },
  hollow: { fill: 'var(--bg)', stroke: 'currentcolor', strokeWidth: 1.5 },
  failed: { fill: 'none', stroke: 'var(--bad)', strokeWidth: 1.75 },
  over: { fill: 'none', stroke: 'var(--bad)', strokeWidth: 4 },
  missed: { fill: 'none', stroke: 'currentcolor', strokeWidth: 1.5 },
} as const;
const NO_MISSES: readonly ReplayMiss[] = [];
const HEIGHT = 250;
/** Height of the words at a rule, px. */
const LABEL = 12;
/** Marks of one line closer than this, px, are merged. */
const LINE_APART = 9;

export function SizeChart(props: { readonly reply: ReplayReply; readonly lines: readonly RunLine[]; readonly range: Range }) {
  const { reply, lines, range } = props;
  const { t, n, language } = useText();
  const others = useReplay((s) => s.others);
  const tall = useReplay((s) => s.tall);
  const drawn = useMemo((): readonly ChartLine[] => {
    const runs = lines.map(({ key, series, color, dash }): ChartLine => ({ key, values: series.size, look: color, dash }));
    if (!others) return runs;
    const recorded: ChartLine[] = reply.recorded ? [{ key: RECORDED, values: reply.recorded.size, look: 'recorded', dash: '' }] : [];
    return [{ key: reply.baseline.key, values: reply.baseline.size, look: 'baseline', dash: '' }, ...recorded, ...runs];
  }, [lines, others, reply]);
  const { max } = topOf(props, drawn, tall);
  const rules = useMemo(
    () =>
      rulesOf(
        lines.map(({ letter, series: { trigger, warning } }) => ({ letter, trigger, warning })),
        reply.window,
      ),
    [reply, lines],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  const under = useCallback(
    (scale: Scale): ReactNode => (
      <>
        {reply.recorded?.compactions.map((at) => (
          <g key={at} transform={`translate(${xOf(scale, at)} 0)`}>
            <line y2={scale.height} stroke="var(--text-2)" strokeWidth={1} strokeDasharray="1 2" />
            <text x={4} y={scale.height - 5} className="half10 num halo" fill="var(--text-2)">
              {t('replay.mark.recorded')}
            </text>
          </g>
        ))}
        <Rules rules={rules} scale={scale} whatIf={reply.whatIf !== null} />
      </>
    ),
    [reply, rules, language],
  );
  const misses = useReplay((s) => s.misses);
  const over = useCallback(
    (scale: Scale): ReactNode =>
      lines.map((line, i) => (
        <g key={line.key}>
          <Marks line={line} scale={scale} window={reply.window} />
          <MissMarks line={line} misses={misses.get(line.key) ?? NO_MISSES} place={i} scale={scale} />
        </g>
      )),
    [lines, reply, misses],
  );
  const tooltip = useCallback((at: number) => <Tip at={at} reply={reply} lines={lines} />, [reply, lines]);
  const words = (at: number): string =>
    [
      t('replay.request', { at }),
      ...lines.map(({ title, series }) => `${title} ${series.size[at - 1] === undefined ? '—' : n.whole(series.size[at - 1]!)}`),
    ].join(', ');
  return (
    <LineChart
      label={t('replay.chart.size')}
      height={HEIGHT}
      view={useReplay}
      whole={wholeOf(reply)}
      range={range}
      max={max}
      lines={drawn}
      x={{ name: t('diff.layout.request'), format: n.whole }}
      y={{ name: t('unit.tokens'), format: n.axis }}
      under={under}
      over={over}
      tooltip={tooltip}
      words={words}
      keys={t('replay.chart.keys')}
      onPick={(at, key) => openContext(key ?? useReplay.getState().key ?? lines[0]?.key ?? reply.baseline.key, at)}
    />
  );
}

function Rules({ rules, scale, whatIf }: { readonly rules: readonly Rule[]; readonly scale: Scale; readonly whatIf: boolean }) {
  const { t, n } = useText();
  // Overlapping labels move apart along the line, and above it where the line ends.
  const placed: { readonly y: number; readonly end: number }[] = [];
  const placeOf = (y: number, width: number): { readonly x: number; readonly up: number } => {
    for (let up = 0; ; up += LABEL) {
      const x = Math.max(4, ...placed.filter((other) => Math.abs(other.y - (y - up)) < LABEL).map(({ end }) => end + 12));
      if (x > 4 && x + width > scale.width) continue;
      placed.push({ y: y - up, end: x + width });
      return { x, up };
    }
  };
  return [...rules]
    .filter(({ tokens }) => tokens <= scale.y[1])
    .map(({ tokens, kind, triggers, letters }) => {
      const y = yOf(scale, tokens);
      const name =
        kind === 'trigger'
          ? triggers.map((one) => t(`replay.trigger.${one as 'ratio'}`)).join(', ')
          : t(kind === 'window' && whatIf ? 'replay.rule.whatIf' : `replay.rule.${kind}`);
      const text = `${letters.length > 0 ? `${letters.join(' ')}: ` : ''}${name} · ${n.whole(tokens)}`;
      const { x, up } = placeOf(y, textWidth(text, 11));
      return (
        <g key={`${kind} ${tokens}`} transform={`translate(0 ${y})`}>
          <line x2={scale.width} stroke={RULES[kind].stroke} strokeDasharray={RULES[kind].dash} />
          <text x={x} y={-3 - up} className="half10 num halo" fill={RULES[kind].stroke}>
            {text}
          </text>
        </g>
      );
    });
}

export function runsOf(requests: readonly number[]): readonly { readonly x: number; readonly end: number }[] {
  const runs: { x: number; end: number }[] = [];
  for (const at of requests) {
    const last = runs.at(-1);
    if (last && at === last.end + 1) last.end = at;
    else runs.push({ x: at, end: at });
  }
  return runs;
}

/**
 * Compactions as triangles, attempts that changed nothing as hollow circles, failed ones as crosses; the window's line is thick
 * where a request is over it. One path for each kind: thousands of marks stay a handful of elements.
 */
function Marks({ line, scale, window }: { readonly line: RunLine; readonly scale: Scale; readonly window: number }) {
  const { series, color } = line;
  const points = series.points.filter((point) => seen(point, scale.x));
  const over = series.overLimit.filter((at) => seen({ at }, scale.x));
  const paths = { cut: '', mark: '', hollow: '', failed: '', over: '' };
  const limit = round(yOf(scale, window));
  for (const { x, end } of runsOf(over)) paths.over += `M${round(xOf(scale, x - 0.5))} ${limit}H${round(xOf(scale, end + 0.5))}`;
  for (const { mark, x: exact } of spaced(points, ({ at }) => xOf(scale, at), LINE_APART)) {
    const x = round(exact);
    const y = round(yOf(scale, mark.after));
    const top = round(yOf(scale, mark.before));
    if (mark.outcome === 'compacted') {
      paths.cut += `M${x} ${top}V${y}`;
      paths.mark += `M${x - 4.5} ${y + 3}h9l-4.5 -7z`;
    } else if (mark.outcome === 'unchanged') paths.hollow += `M${x - 3} ${top}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`;
    else paths.failed += `M${x - 3.5} ${top - 3.5}l7 7m0 -7l-7 7`;
  }
  return (
    <g {...lookOf(color)}>
      {(Object.keys(paths) as (keyof typeof paths)[]).map((kind) => paths[kind] !== '' && <path key={kind} d={paths[kind]} {...SIGNS[kind]} />)}
    </g>
  );
}

/** Rows of ticks stand so far from each other, px. */
const TICK = 5;

function MissMarks({
  line,
  misses,
  place,
  scale,
}: {
  readonly line: RunLine;
  readonly misses: readonly ReplayMiss[];
  readonly place: number;
  readonly scale: Scale;
}) {
  const requests = [...new Set(misses.map(({ request }) => request))].filter((at) => seen({ at }, scale.x));
  const y = round(scale.height - 2 - place * TICK);
  const path = requests.map((at) => `M${round(xOf(scale, at))} ${y}v-4`).join('');
  return (
    path !== '' && (
      <g {...lookOf(line.color)}>
        <path d={path} {...SIGNS.missed} />
      </g>
    )
  );
}

function Tip({ at, reply, lines }: { readonly at: number; readonly reply: ReplayReply; readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  const sizes = lines.map((line) => ({ line, size: line.series.size[at - 1] })).sort((a, b) => (b.size ?? 0) - (a.size ?? 0));
  const row = (key: string, mark: ReactNode, title: string, size: number | undefined) =>
    size === undefined || Number.isNaN(size) ? [] : [{ key, mark, title, values: [n.whole(size), n.percent(size / reply.window)] }];
  const misses = useReplay((s) => s.misses);
  const missed = lines.flatMap((line) => {
    const count = misses.get(line.key)?.filter(({ request }) => request === at).length ?? 0;
    return count > 0 ? [{ line, count }] : [];
  });
  const points = lines.flatMap(({ letter, color, series }) => series.points.filter((p) => p.at === at).map((point) => ({ letter, color, point })));
  return (
    <>
      <b>{t('replay.request.message', { at, message: (reply.answers[at - 1] ?? 0) + 1 })}</b>
      <TipNumbers
        rows={[
          ...sizes.flatMap(({ line, size }) => row(line.key, <Letter letter={line.letter} color={line.color} />, line.title, size)),
          ...row(reply.baseline.key, null, t('replay.baseline'), reply.baseline.size[at - 1]),
          ...row(RECORDED, null, t('replay.recorded'), reply.recorded?.size[at - 1]),
        ]}
      />
      {points.slice(0, 4).map(({ letter, color, point }) => (
        <p className="marginTop4 multiLine" key={`${letter} ${point.moment} ${point.level}`}>
          <Letter letter={letter} color={color} />{' '}
          {point.outcome === 'compacted'
            ? t('replay.tip.compacted', { before: point.before, after: point.after })
            : t(`compare.note.${point.outcome}`)}
          <small className="block">{formatReason(point.trigger.reason)}</small>
        </p>
      ))}
      {points.length > 4 && <p className="marginTop4 multiLine">{t('row.more', { count: points.length - 4 })}</p>}
      {missed.slice(0, 4).map(({ line, count }) => (
        <p className="marginTop4 multiLine" key={line.key}>
          <Letter letter={line.letter} color={line.color} /> {t('replay.tip.missed', { count })}
        </p>
      ))}
    </>
  );
}
