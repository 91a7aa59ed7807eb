/** Head of the strip column: switch of the width, tooltip, axis with brush and the part that the list below shows. */
import { PART_KEYS } from '../../components/acts.ts';
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { FATES } from '../../../engine/strategies/contract.ts';
import type { RowResult } from '../../../worker/protocol.ts';
import { Segmented, Tap } from '../../components/Button.tsx';
import { FateChip } from '../../rows/Chips.tsx';
import { actions, isSent, useApp, useText } from '../../store/index.ts';
import type { StripFrame } from './Strip.tsx';
import { centreOf, messagesAt, nearestAt, rangeOf, type StripAxis, ticks, valueAt, xOf } from './axis.ts';
import styles from './strip.module.css';

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
const PRIORITY_KEYS = ['strip.priority.0', 'strip.priority.1', 'strip.priority.2', 'strip.priority.3'] as const;

function useCrosshair(): number | null {
  return useApp((s) => s.hover ?? s.scenario.view.selected);
}

/** `#272 user · LOW · 19 tokens` as words. */
function useMessageText(frame: StripFrame, index: number | null): string {
  const { t } = useText();
  const first = useApp((s) => (isSent(s) ? s.sent?.starts[index ?? 0] : index)) ?? 0;
  if (index === null || index >= frame.transcript.n) return t('strip.axis.none');
  const { roles, priority, tokens } = frame.transcript;
  const values = {
    role: t(`strip.role.${ROLES[roles[index] ?? 1] ?? 'user'}`),
    priority: t(PRIORITY_KEYS[priority[index] ?? 1] ?? 'strip.priority.1'),
    tokens: tokens[index] ?? 0,
  };
  return `#${first + 1} ${t('strip.tip', values)}`;
}

/** A strip of this width holds the whole tip, px. */
const WIDE = 320;

function Tip({ frame }: { readonly frame: StripFrame }) {
  const { t } = useText();
  const index = useCrosshair();
  const text = useMessageText(frame, index);
  if (index === null || index >= frame.transcript.n) return null;
  const x = centreOf(frame.axis, index, frame.width);
  if (x < 0 || x > frame.width) return null;
  const [id, ...rest] = text.split(' ');
  const here = messagesAt(frame.axis, x, frame.width);
  const others = here ? here[1] - here[0] : 0;
  // The tip's share left of the line grows with x, so that it never leaves the strip; in a narrow one it ends with it, so that it covers no
  // title of the numbers.
  const left = frame.width < WIDE ? frame.width : x;
  return (
    <div
      className={`num oneLine rounded absolute top0 through layer1 bgText inverse ${styles.tip}`}
      style={{ left, transform: `translateX(-${(100 * left) / frame.width}%)` }}
      aria-hidden
    >
      <b>{id}</b> {rest.join(' ')}
      {others > 0 && ` · ${t('strip.tip.more', { count: others })}`}
    </div>
  );
}

/** Horizontal extent of what the list below shows, at least 6 px; null when it is outside the visible part. */
function visibleExtent(axis: StripAxis, width: number, visible: readonly [number, number] | null): readonly [number, number] | null {
  if (!visible) return null;
  const left = xOf(axis, axis.edges[visible[0]] ?? 0, width);
  const right = Math.max(left + 6, xOf(axis, axis.edges[visible[1] + 1] ?? axis.to, width));
  return right < 0 || left > width ? null : [Math.max(0, left), Math.min(width, right)];
}

function VisibleBar({ axis, width }: { readonly axis: StripAxis; readonly width: number }) {
  const extent = visibleExtent(
    axis,
    width,
    useApp((s) => s.visible),
  );
  if (!extent) return null;
  const [left, right] = extent;
  return (
    <g className={styles.bar}>
      <rect x={left} y={18} width={right - left} height={4} rx={1} fill="var(--accent)" />
      <rect x={left - 2} y={BAR_GRIP} width={right - left + 4} height={24 - BAR_GRIP} fill="transparent" />
    </g>
  );
}

/** From this height (px in the axis) on the bar is dragged; above it a brush begins. */
const BAR_GRIP = 12;

/** Ticks, brush, crosshair by keyboard. A slider over the messages for those who do not see it. */
function Axis({
  frame,
  onKey,
  ruler,
}: {
  readonly frame: StripFrame;
  readonly ruler: RefObject<HTMLDivElement | null>;
  onKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean;
}) {
  const { t, n } = useText();
  const { axis, transcript, width } = frame;
  const index = useCrosshair();
  const text = useMessageText(frame, index);
  const [brush, setBrush] = useState<readonly [number, number] | null>(null);
  /** Action of the pressed pointer: the start of its brush, or dragging the bar. */
  const drag = useRef<number | 'bar' | null>(null);

  const place = (event: PointerEvent): number => {
    const left = ruler.current?.getBoundingClientRect().left ?? 0;
    return Math.max(0, Math.min(width, event.clientX - left));
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = place(event);
    const extent = visibleExtent(axis, width, useApp.getState().visible);
    const low = event.clientY - event.currentTarget.getBoundingClientRect().top >= BAR_GRIP;
    drag.current = low && extent && x >= extent[0] - 2 && x <= extent[1] + 2 ? 'bar' : x;
  };
  const move = (event: PointerEvent): void => {
    if (drag.current === null) return;
    const x = place(event);
    if (drag.current === 'bar') {
      const index = nearestAt(axis, transcript.tokens, x, width);
      if (index !== null) actions.reveal(index);
      return;
    }
    if (Math.abs(x - drag.current) > 3) setBrush([Math.min(drag.current, x), Math.max(drag.current, x)]);
  };
  const up = (event: PointerEvent): void => {
    if (brush) actions.zoom(rangeOf(transcript, axis, valueAt(axis, brush[0], width), valueAt(axis, brush[1], width)));
    else if (typeof drag.current === 'number') actions.select(nearestAt(axis, transcript.tokens, place(event), width));
    drag.current = null;
    setBrush(null);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && index !== null) actions.select(index);
    else if (!onKey(event)) return;
    event.preventDefault();
  };
  return (
    <div
      className={`absolute high20 crosshair untouched unselectable ${styles.axis}`}
      role="slider"
      tabIndex={0}
      aria-label={t('strip.axis')}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, transcript.n)}
      aria-valuenow={(index ?? 0) + 1}
      aria-valuetext={text}
      title={t('strip.axis.help')}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => {
        drag.current = null;
        setBrush(null);
      }}
      onDoubleClick={() => actions.zoom(null)}
      onKeyDown={keyDown}
    >
      <svg className="block spills" width={width} height={22} aria-hidden focusable="false">
        {ticks(axis, width).map((value) => {
          const x = xOf(axis, value, width);
          const anchor = x < 12 ? 'start' : x > width - 12 ? 'end' : 'middle';
          return (
            <g key={value}>
              <path d={`M${Math.round(x) + 0.5} 20v-4`} stroke="var(--line-strong)" />
              {value > 0 && (
                <text className="num" fill="var(--text-3)" fontSize="var(--fs-10)" x={x} y={13} textAnchor={anchor}>
                  {axis.to - axis.from < 4000 ? n.whole(value) : n.axis(value)}
                </text>
              )}
            </g>
          );
        })}
        {brush && (
          <rect
            x={brush[0]}
            y={0}
            width={brush[1] - brush[0]}
            height={20}
            fill="color-mix(in srgb, var(--accent) 12%, transparent)"
            stroke="var(--accent)"
            strokeWidth={1}
          />
        )}
        <VisibleBar axis={axis} width={width} />
      </svg>
    </div>
  );
}

export function StripHead({
  frame,
  onKey,
  ruler,
}: {
  readonly frame: StripFrame | null;
  readonly ruler: RefObject<HTMLDivElement | null>;
  onKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean;
}) {
  const { t } = useText();
  const mode = useApp((s) => s.scenario.view.width);
  const zoomed = useApp((s) => s.range !== null);
  const name = `second medium ellipsis`;
  return (
    <div className={`relative ${styles.head}`}>
      <div className={`row gap8 shrinks absolute ${styles.headLine}`}>
        <span className={`${name} ${styles.title}`} title={t('strip.title')}>
          {t('strip.title')}
        </span>
        <span className={`${name} gone ${styles.short}`} title={t('strip.title')}>
          {t('strip.title.short')}
        </span>
        {zoomed && (
          <Tap className={`accent rounded pad0-4 ${styles.reset}`} onClick={() => actions.zoom(null)}>
            {t('strip.reset')} <kbd>{PART_KEYS.whole[2]}</kbd>
          </Tap>
        )}
        <span className="fill" />
        <span className={`${styles.widthLabel} muted regular`} aria-hidden>
          {t('strip.width.label')}
        </span>
        <Segmented
          label={t('strip.width')}
          value={mode}
          className={styles.widthSwitch}
          options={[
            ['tokens', t('unit.tokens')],
            ['messages', t('unit.messages')],
          ]}
          onChange={(value) => actions.setView('width', value)}
        />
        <Tap
          className={`second rounded fixed relative high24 layer1 gone wide24 size12 ${styles.widthButton}`}
          aria-label={t(mode === 'tokens' ? 'strip.width.toMessages' : 'strip.width.toTokens')}
          title={t(mode === 'tokens' ? 'strip.width.toMessages' : 'strip.width.toTokens')}
          onClick={() => actions.setView('width', mode === 'tokens' ? 'messages' : 'tokens')}
        >
          <span aria-hidden>⇄</span>
        </Tap>
      </div>
      {frame && <Axis frame={frame} onKey={onKey} ruler={ruler} />}
      {frame && <Tip frame={frame} />}
    </div>
  );
}

interface Geometry {
  readonly left: number;
  readonly bottom: number;
  /** Middle of each strip by row key, px from the area's top. */
  readonly rows: ReadonlyMap<string, number>;
}

function useGeometry(area: RefObject<HTMLElement | null>): Geometry | null {
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = (): void => {
      const origin = element.getBoundingClientRect();
      const rows = new Map<string, number>();
      let first: DOMRect | null = null;
      let last: DOMRect | null = null;
      for (const canvas of element.querySelectorAll<HTMLCanvasElement>('[data-strip] canvas')) {
        const box = canvas.getBoundingClientRect();
        if (box.height === 0) continue;
        first ??= box;
        last = box;
        const key = canvas.closest<HTMLElement>('[data-key]')?.dataset.key;
        if (key) rows.set(key, box.top + box.height / 2 - origin.top);
      }
      setGeometry(first && last ? { left: first.left - origin.left, bottom: last.bottom - origin.top, rows } : null);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  return geometry;
}

interface Props {
  readonly area: RefObject<HTMLElement | null>;
  readonly frame: StripFrame;
  readonly results: readonly RowResult[];
  readonly version: string;
}

function Crosshair({ area, frame, results, index }: Omit<Props, 'version'> & { readonly index: number }) {
  const geometry = useGeometry(area);
  const x = centreOf(frame.axis, index, frame.width);
  if (!geometry || x < 0 || x > frame.width) return null;
  const left = geometry.left + x;
  return (
    <div className="absolute clips through inset0 layer1" aria-hidden>
      <i className={`absolute wide0 ${styles.crosshair}`} style={{ left, top: 0, height: geometry.bottom + 4 }} />
      {results.map((result) => {
        const y = geometry.rows.get(result.key);
        return y === undefined ? null : (
          <span
            key={result.key}
            className={`surface rounded absolute top0 left0 line0 ${styles.chip}`}
            style={{ transform: `translate(${left}px, ${y}px) translate(-50%, -50%)` }}
          >
            <FateChip fate={FATES[result.fates[index] ?? 0] ?? 'keep'} />
          </span>
        );
      })}
    </div>
  );
}

export function StripOverlay({ version, ...props }: Props) {
  const index = useCrosshair();
  return index === null || index >= props.frame.transcript.n ? null : <Crosshair key={version} {...props} index={index} />;
}
