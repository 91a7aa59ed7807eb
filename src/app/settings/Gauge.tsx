import { useLayoutEffect, useRef, useState } from 'react';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import { targetTokens, useTarget, useWindow } from './numbers.ts';
import classes from './settings.module.css';
import shared from '../theme/shared.module.css';

interface GaugeInput {
  /** Width of the gauge, px. */
  readonly width: number;
  readonly tokens: number;
  readonly window: number;
  /** Share of the window, 0–1. */
  readonly trigger: number;
  readonly target: number;
}

export interface Label {
  readonly name: 'target' | 'trigger' | 'now' | 'window' | 'over';
  /** Left edge, px. */
  readonly left: number;
  readonly short: boolean;
}

interface GaugeModel {
  readonly span: number;
  /** All in px. */
  readonly used: number;
  readonly windowEnd: number;
  readonly trigger: number;
  readonly target: number;
  readonly over: number;
  readonly above: readonly Label[];
  readonly below: readonly Label[];
}

type Measure = (name: Label['name'], short: boolean) => number;

const GAP = 4;

/** Two labels in one line, each at its preferred position if possible. */
function pair(first: { name: Label['name']; at: number }, second: { name: Label['name']; at: number }, width: number, measure: Measure): Label[] {
  const place = (name: Label['name'], at: number, short: boolean) => {
    const w = measure(name, short);
    return { name, short, w, left: Math.min(Math.max(0, at - w / 2), Math.max(0, width - w)) };
  };
  const strong = place(second.name, second.at, false);
  let weak = place(first.name, first.at, false);
  const touch = () => weak.left < strong.left + strong.w + GAP && strong.left < weak.left + weak.w + GAP;
  if (touch()) weak = place(first.name, first.at, true);
  let { left: weakLeft } = weak;
  let { left: strongLeft } = strong;
  if (touch()) {
    // Side by side in the order of their marks; a label that leaves the gauge on one side pushes the other.
    if (first.at <= second.at) {
      weakLeft = Math.max(0, strong.left - GAP - weak.w);
      strongLeft = Math.max(strong.left, weakLeft + weak.w + GAP);
    } else {
      weakLeft = Math.min(width - weak.w, strong.left + strong.w + GAP);
      strongLeft = Math.min(strong.left, weakLeft - GAP - strong.w);
    }
  }
  return [
    { name: first.name, left: weakLeft, short: weak.short },
    { name: second.name, left: strongLeft, short: false },
  ];
}

export function gaugeModel({ width, tokens, window, trigger, target }: GaugeInput, measure: Measure): GaugeModel {
  const span = Math.max(window, tokens, 1);
  const x = (value: number) => Math.min(width, (value / span) * width);
  const over = Math.max(0, tokens - window);
  const marks = { used: x(Math.min(tokens, window)), windowEnd: x(window), trigger: x(trigger * window), target: x(Math.min(target, span)) };
  const windowLabel: Label = { name: 'window', left: width - measure('window', false), short: false };
  return {
    span,
    ...marks,
    over,
    above: pair({ name: 'target', at: marks.target }, { name: 'trigger', at: marks.trigger }, width, measure),
    below: over
      ? pair({ name: 'now', at: 0 }, { name: 'over', at: width }, width, measure)
      : [{ name: 'now', left: 0, short: measure('now', false) + GAP > windowLabel.left }, windowLabel],
  };
}

let context: CanvasRenderingContext2D | null | undefined;
let family = '';

function textWidth(text: string, bold: boolean, size: number): number {
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    family = getComputedStyle(document.body).fontFamily;
  }
  if (!context) return text.length * size * 0.58;
  context.font = `${bold ? 600 : 400} ${size}px ${family}`;
  // The page uses tabular figures; the canvas cannot, and 0 has their width.
  return context.measureText(text.replace(/\d/g, '0')).width;
}

function NowText({ text, value }: { readonly text: string; readonly value: string }) {
  const [before, after] = text.split(value);
  return (
    <>
      {before}
      <b>{value}</b>
      {after}
    </>
  );
}

export function Gauge() {
  const { t, n, language } = useText();
  const view = useApp((s) => s.comparison?.transcript ?? null);
  const trigger = useApp((s) => s.scenario.settings.trigger);
  const targetSetting = useTarget();
  const window = useWindow();
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(260);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const observer = new ResizeObserver(() => setWidth(node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  const tokens = view?.total ?? 0;
  const target = targetTokens(targetSetting, tokens, window);
  const approx = view && !view.exact ? '≈ ' : '';
  const numbers: Record<Label['name'], string> = {
    target: n.whole(target),
    trigger: n.whole(trigger * window),
    now: approx + n.whole(tokens),
    window: n.whole(window),
    over: n.whole(Math.max(0, tokens - window)),
  };
  const words: Record<Label['name'], (value: string) => string> = {
    target: (value) => t('gauge.target', { value }),
    trigger: (value) => t('gauge.trigger', { value }),
    now: (value) => t('gauge.now', { value }),
    window: (value) => t('gauge.window', { value }),
    over: (value) => t('gauge.over', { value }),
  };
  const text = (name: Label['name'], short: boolean) => (short ? numbers[name] : words[name](numbers[name]));
  const measure = (name: Label['name'], short: boolean) =>
    textWidth(text(name, short), name === 'now' || name === 'over', language === 'zh-CN' ? 11 : 10);
  const model = gaugeModel({ width, tokens, window, trigger, target }, measure);

  const label = ({ name, left, short }: Label, line: string | undefined) => (
    <span
      key={name}
      className={[classes.label, line, name === 'target' && shared.accent, name === 'over' && `${shared.bad} ${shared.strong}`]
        .filter(Boolean)
        .join(' ')}
      // Labels at the right edge are aligned there, however wide the font really is.
      style={left + measure(name, short) > width - 1 ? { right: 0 } : { left }}
    >
      {name === 'now' ? <NowText text={text(name, short)} value={numbers.now} /> : text(name, short)}
    </span>
  );
  const summary = model.over
    ? t('gauge.summary.over', { tokens: numbers.now, window, over: model.over, target })
    : t('gauge.summary', { tokens: numbers.now, window, trigger: trigger * window, target });
  return (
    <div ref={element} className={classes.gauge} role="img" aria-label={summary} title={approx ? t('tokens.approx') : undefined}>
      <div className={classes.track}>
        <span className={classes.hot} style={{ left: model.trigger, width: model.windowEnd - model.trigger }} />
        <span className={classes.used} style={{ width: model.used }} />
        {model.over > 0 && <span className={classes.over} style={{ left: model.windowEnd, right: 0 }} />}
      </div>
      {view && <span className={classes.mark} data-of="target" style={{ left: Math.min(model.target, width - 1.5) }} />}
      <span className={classes.mark} style={{ left: Math.min(model.trigger, width - 1.5) }} />
      {model.over > 0 && <span className={classes.mark} data-of="window" style={{ left: Math.min(model.windowEnd, width - 1.5) }} />}
      {view && model.above.map((l) => label(l, classes.above))}
      {view && model.below.map((l) => label(l, classes.below))}
    </div>
  );
}
