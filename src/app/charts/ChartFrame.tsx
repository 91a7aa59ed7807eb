/** The frame of every chart: its name and unit, legend, tools, and the same data as a table. */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { Button, Icon, Tap } from '../components/Button.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { part, Parts } from '../components/part.tsx';
import { download, fileName, saveBytes } from '../components/elements.ts';
import { toast, useApp, useText } from '../store/index.ts';
import styles from './charts.module.css';
import type { Picture } from './picture.ts';
import type { DrawingProps, Margins } from './plane.ts';
import { type AxisView, moved, type Range, showing, textWidth, zoomed } from './scale.ts';

interface SaveMenuProps {
  readonly title: string;
  /** What is saved where no chart is in the figure; null while nothing is drawn. */
  readonly draw?: () => Promise<Picture | null>;
}

export function SaveMenu({ title, draw }: SaveMenuProps) {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const ref = useRef<HTMLButtonElement>(null);
  const save = async (kind: 'svg' | 'png'): Promise<void> => {
    close();
    const session = useApp.getState().loaded?.name ?? '';
    const figure = ref.current?.closest('figure');
    const { pictureOf, pngOf } = await import('./picture.ts');
    const picture = draw ? await draw() : figure && pictureOf(figure, [session, title].filter(Boolean).join(' · '));
    const png = picture && kind === 'png' ? await pngOf(picture) : null;
    const name = fileName(session, title.replace(/[^\p{L}\p{N}]+/gu, '-'), kind);
    if (png) saveBytes(name, png);
    else if (picture && kind === 'svg') download(name, picture.svg, 'image/svg+xml');
    else toast('chart.save.none');
  };
  const label = t('chart.save', { title });
  return (
    <Popover
      {...popover}
      position="bottom-end"
      label={label}
      target={
        <Tap
          ref={ref}
          className={`second surface rounded hovers oneLine framed highHit pad0-5 ${styles.tool}`}
          aria-label={label}
          title={label}
          {...button}
        >
          <Icon name="export" size={12} />
        </Tap>
      }
    >
      <div className={`stack gap8 ${styles.saves}`}>
        <Button onClick={() => save('svg')} text={t('chart.save.as', { kind: 'SVG' })} />
        <Button onClick={() => save('png')} text={t('chart.save.as', { kind: 'PNG' })} />
      </div>
    </Popover>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly children: ReactNode;
}

export function ToolButton({ label, onClick, disabled, pressed, children }: ToolButtonProps) {
  return (
    <Tap
      className={`second surface rounded hovers oneLine framed highHit pad0-5 ${styles.tool}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      text={children}
    />
  );
}

export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Props {
  readonly title: string;
  /** Instead of the title: controls that say what is drawn. */
  readonly heading?: ReactNode;
  /** Title of a saved picture, where the title alone does not say what is drawn. */
  readonly pictured?: string;
  /** What the values are, if the axes do not say it. */
  readonly note?: ReactNode;
  readonly legend?: ReactNode;
  readonly tools?: ReactNode;
  /** The data to show instead of the chart, or a link to a table elsewhere; absent if a table follows the chart. */
  readonly table?: (() => ChartTable) | { readonly open: () => void };
  readonly children: ReactNode;
}

export function ChartFrame({ title, heading, pictured = title, note, legend, tools, table, children }: Props) {
  const { t } = useText();
  const [asTable, setAsTable] = useState(false);
  const own = typeof table === 'function';
  return (
    <figure className="stack shrinks shrinksHeight" aria-label={title}>
      <figcaption className={`row wrap leastHigh26 ${styles.head}`}>
        <h2>{heading ?? title}</h2>
        {note}
        {legend}
        {tools}
        <span className="inline gap2">
          {!(own && asTable) && <SaveMenu title={pictured} />}
          {table && (
            <ToolButton
              label={t('list.pair', { name: t('chart.table.short'), value: title })}
              pressed={own ? asTable : undefined}
              onClick={() => (own ? setAsTable(!asTable) : table.open())}
            >
              {t('chart.table.short')}
            </ToolButton>
          )}
        </span>
      </figcaption>
      {own && asTable ? <TableOf caption={title} {...table()} /> : children}
    </figure>
  );
}

function TableOf({ caption, head, rows }: ChartTable & { readonly caption: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div className="scrolls grows leastHigh120" tabIndex={0} role="region" aria-label={caption}>
      <table className={`num ${styles.table}`}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th className="ruled toRight sticky top0 surface second" key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th className="ruled toRight" scope="row">
                {name}
              </th>
              {cells.map((cell, i) => (
                <td className="ruled toRight" key={head[i + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// The numbers at a position of a chart. Keyboard users get them elsewhere, so this is hidden from screen readers.

interface TipProps {
  /** Position inside the axes, px, and their width: the tip is on the side with more room. */
  readonly x: number;
  readonly y?: number;
  readonly width: number;
  readonly children: ReactNode;
}

/** Least px between the tip and the edge of the page. */
const EDGE = 4;

export function Tip({ x, y = 4, width, children }: TipProps) {
  const box = useRef<HTMLDivElement>(null);
  // On a narrow page neither side has room for all of it: without this the page scrolls sideways.
  useLayoutEffect(() => {
    const tip = box.current!;
    tip.style.translate = '';
    const { left, right } = tip.getBoundingClientRect();
    const over = Math.max(0, right + EDGE - document.documentElement.clientWidth) || Math.min(0, left - EDGE);
    if (over !== 0) tip.style.translate = `${-over}px`;
  });
  return (
    <div
      ref={box}
      className={
        x > width / 2 ? `small card surface absolute floats ${styles.tip} ${styles.left}` : `small card surface absolute floats ${styles.tip}`
      }
      style={{ left: x, top: y }}
      aria-hidden="true"
    >
      {children}
    </div>
  );
}

interface Numbers {
  readonly key: string;
  readonly mark: ReactNode;
  readonly title: string;
  readonly values: readonly string[];
}

export function TipNumbers({ rows }: { readonly rows: readonly Numbers[] }) {
  return (
    <table className={styles.numbers}>
      <tbody>
        {rows.map(({ key, mark, title, values }) => (
          <tr key={key}>
            <td>{mark}</td>
            <th scope="row">{title}</th>
            {values.map((value, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same values in the same order in every row
              <td key={i}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export type Look = number | 'baseline' | 'recorded';

/** How a line is drawn, as far as it is not like all others. */
export const STROKE = { fill: 'none', stroke: 'currentcolor', strokeWidth: 1.5, strokeLinejoin: 'round' } as const;

export function lookOf(look: Look): { readonly style: CSSProperties } {
  if (look === 'baseline') return { style: { color: 'var(--text-3)', strokeWidth: 1, strokeDasharray: '1 3', strokeLinecap: 'round' } };
  if (look === 'recorded') return { style: { color: 'var(--text-2)', strokeWidth: 1, strokeDasharray: '4 3' } };
  return { style: { color: `var(--series-${look + 1})` } };
}

export function Swatch({ look, dash = '' }: { readonly look: Look; readonly dash?: string }) {
  return (
    <svg width={20} height={8} aria-hidden="true">
      <line x1={0} x2={20} y1={4} y2={4} {...STROKE} {...lookOf(look)} strokeDasharray={dash || undefined} />
    </svg>
  );
}

// The visible part of a chart over an ordered axis; charts that share it move together.

export interface ChartView {
  /** Visible part; null = all. */
  readonly range: Range | null;
  readonly hover: number | null;
  readonly at: number | null;
}

export interface ViewStore {
  <T>(select: (view: ChartView) => T): T;
  getState(): ChartView;
  setState(change: Partial<ChartView>): void;
}

export const createView = (): ViewStore => create<ChartView>()(() => ({ range: null, hover: null, at: null }));

export const ZOOM = 1.25;
const BUTTON = ZOOM * ZOOM;

export function ZoomButtons({ view, whole, children }: { readonly view: ViewStore; readonly whole: Range; readonly children?: ReactNode }) {
  const { t } = useText();
  const range = view((s) => s.range);
  const at = view((s) => s.at);
  const now = range ?? whole;
  const middle = at !== null && at >= now[0] && at <= now[1] ? at : (now[0] + now[1]) / 2;
  const shift = (direction: 1 | -1): void => view.setState({ range: range && moved(range, whole, (direction * (range[1] - range[0])) / 2) });
  const button = (text: string, label: string, onClick: () => void, disabled: boolean) => (
    <ToolButton label={label} disabled={disabled} onClick={onClick}>
      {text}
    </ToolButton>
  );
  return (
    <span className="inline gap2" role="group" aria-label={t('chart.zoom')}>
      {button('‹', t('chart.zoom.earlier'), () => shift(-1), range === null || range[0] <= whole[0])}
      {button('−', t('chart.zoom.out'), () => view.setState({ range: zoomed(now, whole, middle, BUTTON) }), range === null)}
      {button('+', t('chart.zoom.in'), () => view.setState({ range: zoomed(now, whole, middle, 1 / BUTTON) }), now[1] - now[0] <= 8)}
      {button('›', t('chart.zoom.later'), () => shift(1), range === null || range[1] >= whole[1])}
      {button('0', t('chart.zoom.all'), () => view.setState({ range: null }), range === null)}
      {children}
    </span>
  );
}

// The keys of a slider over the steps of a chart: move, zoom, and open what is at a step.

interface Steps {
  readonly view: ViewStore;
  readonly whole: Range;
  readonly range: Range;
  readonly onEnter?: (at: number) => void;
}

export function stepByKey(e: KeyboardEvent, { view, whole, range, onEnter }: Steps): boolean {
  if (e.ctrlKey || e.metaKey || e.altKey) return false;
  const [first, last] = whole;
  const { at } = view.getState();
  const now = Math.max(first, Math.min(last, at ?? first));
  const page = Math.max(1, Math.round((range[1] - range[0]) / 10));
  const go = (to: number): void => {
    const step = Math.max(first, Math.min(last, to));
    view.setState({ at: step, hover: null, range: view.getState().range && showing(range, whole, step) });
  };
  const setRange = (next: Range | null): void => view.setState({ range: next });
  if (e.key === 'ArrowRight' || e.key === 'ArrowUp') go(now + (at === null ? 0 : e.shiftKey ? page : 1));
  else if (e.key === 'ArrowLeft' || e.key === 'ArrowDown') go(now - (e.shiftKey ? page : 1));
  else if (e.key === 'PageUp') go(now + page);
  else if (e.key === 'PageDown') go(now - page);
  else if (e.key === 'Home') go(first);
  else if (e.key === 'End') go(last);
  else if (onEnter && (e.key === 'Enter' || e.key === ' ')) onEnter(now);
  else if (e.key === '+' || e.key === '=') setRange(zoomed(range, whole, now, 1 / ZOOM));
  else if (e.key === '-') setRange(zoomed(range, whole, now, ZOOM));
  else if (e.key === '0') setRange(null);
  else return false;
  e.preventDefault();
  return true;
}

const Drawing = part(() => import('./Drawing.tsx'), 'Drawing');

export function Plot(props: DrawingProps) {
  return (
    <Parts>
      <Drawing {...props} />
    </Parts>
  );
}

export function marginsFor(y: AxisView, least = 28): Margins {
  const room = Math.ceil(Math.max(0, ...y.ticks.map((tick) => textWidth(y.format(tick), 10)))) + 10;
  return { left: Math.max(least, room), right: 14, top: y.name === null ? 8 : 20, bottom: 20 };
}
