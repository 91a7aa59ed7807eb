import { useLayoutEffect, useRef, useState } from 'react';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import { gaugeModel, type Label } from './gauge.ts';
import { targetTokens } from './numbers.ts';
import { useTarget, useWindow } from './useWindow.ts';
import classes from './settings.module.css';
import shared from '../theme/shared.module.css';

let context: CanvasRenderingContext2D | null | undefined;
let family = '';

/** Width of a text in the page's font; an estimate without a canvas. In px. */
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

/** The number in bold without its word, in the word order of the language. */
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

/** Tokens in use against window, trigger and target. */
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
