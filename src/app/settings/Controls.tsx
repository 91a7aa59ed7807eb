import { buttonOf } from '../components/acts.ts';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { RANGES } from '../../scenario/defaults.ts';
import { BUDGETS, type Settings } from '../../scenario/schema.ts';
import { strategyTitle } from '../rows/compare-rows.ts';
import { Button, Segmented } from '../components/Button.tsx';
import { Definition } from '../documents/DocumentLink.tsx';
import { NumberField, Slider } from '../components/NumberField.tsx';
import {
  COUNTING,
  DEFAULTS,
  isChanged,
  KEEP,
  ModelRow,
  NumberRow,
  OutcomeRow,
  PRIORITY,
  Row,
  SummarizerRows,
  TokenizerRow,
  TRIGGER,
} from './Selects.tsx';
import {
  actions,
  isShare,
  parseNumber,
  parseTarget,
  readStored,
  targetTokens,
  useApp,
  useTarget,
  useText,
  useWindow,
  useWindowSource,
  WINDOW_STOPS,
  windowAt,
  windowPosition,
  windowStep,
  writeStored,
} from '../store/index.ts';
import classes from './settings.module.css';

interface GaugeInput {
  readonly width: number;
  readonly tokens: number;
  readonly window: number;
  /** Share of the window, 0–1. */
  readonly trigger: number;
  readonly target: number;
}

export interface Label {
  readonly name: 'target' | 'trigger' | 'now' | 'window' | 'over';
  readonly left: number;
  readonly short: boolean;
}

interface GaugeModel {
  readonly span: number;
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
  // The page uses num figures; the canvas cannot, and 0 has their width.
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

function Gauge() {
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
    window: (value) => t('compare.knob.window', { value }),
    over: (value) => t('gauge.over', { value }),
  };
  const text = (name: Label['name'], short: boolean) => (short ? numbers[name] : words[name](numbers[name]));
  const measure = (name: Label['name'], short: boolean) =>
    textWidth(text(name, short), name === 'now' || name === 'over', language === 'zh-CN' ? 11 : 10);
  const model = gaugeModel({ width, tokens, window, trigger, target }, measure);

  const label = ({ name, left, short }: Label, line: string | undefined) => (
    <span
      key={name}
      className={[`second oneLine tiny absolute legible ${classes.label}`, line, name === 'target' && 'accent', name === 'over' && `bad strong`]
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
    <div ref={element} className={`relative num ${classes.gauge}`} role="img" aria-label={summary} title={approx ? t('tokens.approx') : undefined}>
      <div className="absolute clips framed high12 edge bgTrack" style={{ inset: '18px 0 auto' }}>
        <span className={`absolute top0 bottom0 ${classes.hot}`} style={{ left: model.trigger, width: model.windowEnd - model.trigger }} />
        <span className="absolute top0 bottom0 left0 bgKeep" style={{ width: model.used }} />
        {model.over > 0 && <span className={`absolute top0 bottom0 ${classes.over}`} style={{ left: model.windowEnd, right: 0 }} />}
      </div>
      {view && <span className={`absolute high20 bgText ${classes.mark}`} data-of="target" style={{ left: Math.min(model.target, width - 1.5) }} />}
      <span className={`absolute high20 bgText ${classes.mark}`} style={{ left: Math.min(model.trigger, width - 1.5) }} />
      {model.over > 0 && (
        <span className={`absolute high20 bgText ${classes.mark}`} data-of="window" style={{ left: Math.min(model.windowEnd, width - 1.5) }} />
      )}
      {view && model.above.map((l) => label(l, classes.above))}
      {view && model.below.map((l) => label(l, classes.below))}
    </div>
  );
}

function WindowRow() {
  const { t, n } = useText();
  const window = useWindow();
  const label = t('control.window');
  const set = (tokens: number): boolean => {
    const { min, max } = RANGES.window;
    if (tokens < min || tokens > max) return false;
    actions.set('window', Math.round(tokens));
    return true;
  };
  return (
    <Row label={label} help={t('control.window.help')} settings={['window']} initial={t('control.window.default')} file="window">
      <Slider
        label={label}
        value={windowPosition(window)}
        min={0}
        max={WINDOW_STOPS.length - 1}
        step={1}
        text={t('tokens.count', { count: window })}
        onChange={(position) => set(windowAt(position))}
      />
      <NumberField
        label={t('control.value', { label })}
        text={n.whole(window)}
        onCommit={(typed) => {
          const tokens = parseNumber(typed);
          return tokens !== null && set(tokens);
        }}
        onStep={(steps) => set(windowStep(window, steps))}
      />
    </Row>
  );
}

function WindowSourceLine() {
  const { t } = useText();
  const { set, own, from } = useWindowSource();
  const model = useApp((s) => s.scenario.settings.model ?? s.comparison?.transcript.ownModel ?? '');
  const counted = useApp((s) => s.current && s.comparison !== null);
  if (!counted) return null;
  return (
    <p className={`caption muted marginMinus2-0-2 ${classes.source}`}>
      {set ? t(`window.set.${from}`, { window: own, model }) : t(`window.${from}`, { model })}
    </p>
  );
}

function TargetRow() {
  const { t, n } = useText();
  const target = useTarget();
  const isSame = useApp((s) => s.scenario.settings.budget === 'same' && s.comparison?.match != null);
  const total = useApp((s) => s.comparison?.transcript.total ?? 0);
  const label = t('control.target');
  const share = isShare(target);
  const window = useWindow();
  const tokens = targetTokens(target, total, window);
  const whole = Math.min(total, window);
  const percent = share ? Number((target * 100).toFixed(2)) : whole > 0 ? Math.min(100, (target / whole) * 100) : 100;
  const shareText = total > window ? 'control.target.shareOfWindow' : 'control.target.share';
  const setShare = (shown: number) => actions.set('target', Math.min(100, Math.max(1, shown)) / 100);
  return (
    <Row label={label} help={t('control.target.help')} settings={['target']} initial={n.percent(DEFAULTS.target)} file="target">
      <Slider
        label={label}
        value={percent}
        min={1}
        max={100}
        step={1}
        text={isSame ? t('control.target.same', { tokens }) : share ? t(shareText, { share: target, tokens }) : t('tokens.count', { count: tokens })}
        onChange={setShare}
      />
      <NumberField
        label={t('control.value', { label })}
        text={share ? n.plain(percent) : n.whole(target)}
        unit={share ? '%' : undefined}
        onCommit={(typed) => {
          const next = parseTarget(typed);
          if (next === null || next > RANGES.window.max) return false;
          actions.set('target', next);
          return true;
        }}
        onStep={(steps) => (share ? setShare(percent + steps) : actions.set('target', Math.max(2, target + steps * 1000)))}
      />
    </Row>
  );
}

/** The base of the target if the transcript is larger than the window, and a target above it; otherwise nothing. */
function TargetNote() {
  const { t } = useText();
  const target = useApp((s) => s.scenario.settings.target);
  const budget = useApp((s) => s.scenario.settings.budget);
  const total = useApp((s) => (s.current ? (s.comparison?.transcript.total ?? 0) : 0));
  const window = useWindow();
  if (budget !== 'own' || total === 0) return null;
  const tokens = targetTokens(target, total, window);
  if (!isShare(target))
    return target > window ? (
      <p className={`caption muted marginMinus2-0-2 ${classes.source}`}>{t('control.target.overWindow', { tokens })}</p>
    ) : null;
  return total > window ? <p className={`caption muted marginMinus2-0-2 ${classes.source}`}>{t('control.target.ofWindow', { tokens })}</p> : null;
}

function CompareAtRow() {
  const { t } = useText();
  const budget = useApp((s) => s.scenario.settings.budget);
  return (
    <Row
      label={t('control.compare')}
      short={t('control.compare.short')}
      help={t('control.compare.help')}
      settings={['budget']}
      initial={t(`control.compare.${DEFAULTS.budget}`)}
    >
      <Segmented
        className={`${classes.span} ${classes.wide}`}
        label={t('control.compare')}
        value={budget}
        options={BUDGETS.map((value) => [value, t(`control.compare.${value}`)])}
        onChange={(value) => actions.set('budget', value)}
      />
    </Row>
  );
}

const SHOWN = 'more-settings';

const GROUPS = [
  ['control.keep', KEEP],
  ['control.priority', PRIORITY],
  ['control.other', COUNTING],
] as const;
const INSIDE = [TRIGGER, ...KEEP, ...PRIORITY, ...COUNTING].map(({ name }) => name);
const NAMES = [...INSIDE, 'summarizerOutcome', 'keywords'] as const;

/** The lists are too large for a column, so they open as a dialog. */
function KeywordsRow() {
  const { t } = useText();
  const changed = useApp((s) => Object.keys(s.scenario.settings.keywords).length);
  return (
    <Row label={t('control.keywords')} help={t('control.keywords.help')} settings={['keywords']} initial={t('control.keywords.initial')}>
      <span className={classes.span}>
        <Button {...buttonOf('keywords')} text={changed > 0 ? t('control.keywords.changed', { count: changed }) : t('control.keywords.edit')} />
      </span>
    </Row>
  );
}

export function MoreSettings() {
  const { t } = useText();
  const [shown, setShown] = useState(() => readStored(SHOWN) === '1');
  const changed = useApp((s) => NAMES.filter((name) => isChanged(s.scenario.settings, name)).length);
  const toggle = (): void => {
    setShown(!shown);
    writeStored(SHOWN, shown ? null : '1');
  };
  return (
    <section className="ruled pad8-12" aria-label={t('control.more')}>
      <div className={`row gap8 marginBottom4 ${classes.head}`}>
        <h2 className="grows bold11-18 second">{t('control.more')}</h2>
        <Button
          kind="link"
          aria-expanded={shown}
          aria-controls="more-settings"
          onClick={toggle}
          text={shown ? t('control.more.hide') : t('control.more.show', { count: NAMES.length })}
        />
      </div>
      <div id="more-settings">
        {shown ? (
          <>
            <NumberRow field={TRIGGER} />
            {GROUPS.map(([name, fields]) => (
              <Fragment key={name}>
                <h3 className={`muted marginTop4 ${classes.subhead}`}>{t(name)}</h3>
                {fields.map((field) => (
                  <NumberRow key={field.name} field={field} />
                ))}
              </Fragment>
            ))}
            <OutcomeRow />
            <KeywordsRow />
          </>
        ) : (
          <p className="muted caption">
            {t('control.more.what')} {changed > 0 && t('control.more.changed', { count: changed })}
          </p>
        )}
      </div>
    </section>
  );
}

/** Whether the trigger of A, with its settings, would fire on the session as it is; the triggers of all others are in Replay. */
function Fires() {
  const { t } = useText();
  const row = useApp((s) => s.comparison?.rows.find(({ key }) => key === s.compared[0]));
  if (!row?.fires) return null;
  const { fires, reason } = row.fires;
  const state = fires ? t('fires.yes') : t('fires.no');
  const title = strategyTitle(row.strategy, row.key, row.params);
  return (
    <div className={`row gap8 muted caption wrap ${classes.fires}`}>
      <span>{t('fires.title')}</span>
      <Definition
        className={fires ? `inline gap4 second ${classes.fire} ${classes.yes}` : `inline gap4 second ${classes.fire}`}
        title={`${title}: ${state}`}
        link={{ document: 'words', anchor: 'would-fire-now', label: t('word.more') }}
        text={[formatReason(reason), t('fires.help')]}
      >
        <i aria-hidden="true" />
        {title}
        <span className="hidden-text">{state}</span>
      </Definition>
    </div>
  );
}

export function useChanged(): number {
  return useApp((s) => {
    const { settings, rows, marks } = s.scenario;
    const names = Object.keys(DEFAULTS) as (keyof Settings)[];
    const values = names.filter((key) => key !== 'keywords' && isChanged(settings, key)).length;
    return values + Object.keys(settings.keywords).length + rows.length + Object.keys(marks).length;
  });
}

function BudgetHead() {
  const { t } = useText();
  const window = useWindow();
  const total = useApp((s) => s.comparison?.transcript.total);
  return (
    <div className={`row gap8 marginBottom4 ${classes.head}`}>
      <h2 className="grows bold11-18 second">{t('control.budget')}</h2>
      {total !== undefined && <span className="muted num caption">{t('control.used', { share: Math.round((total / window) * 100) / 100 })}</span>}
    </div>
  );
}

export function Controls() {
  const { t } = useText();
  const changed = useChanged();
  return (
    <>
      <section className="ruled pad8-12" aria-label={t('control.target')}>
        <BudgetHead />
        <Gauge />
        <TargetRow />
        <TargetNote />
        <CompareAtRow />
        <Fires />
      </section>
      <section className="ruled pad8-12" aria-label={t('control.counting')}>
        <div className={`row gap8 marginBottom4 ${classes.head}`}>
          <h2 className="grows bold11-18 second">{t('control.counting')}</h2>
          <Button kind="link" disabled={changed === 0} {...buttonOf('reset')} />
        </div>
        <ModelRow />
        <WindowRow />
        <WindowSourceLine />
        <TokenizerRow />
        <SummarizerRows />
      </section>
      <MoreSettings />
    </>
  );
}
