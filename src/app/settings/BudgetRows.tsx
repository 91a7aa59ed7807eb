import { BUDGETS } from '../../scenario/schema.ts';
import { NumberField } from '../components/NumberField.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { Slider } from '../components/Slider.tsx';
import { RANGES } from '../../scenario/limits.ts';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import { isShare, parseNumber, parseTarget, targetTokens, WINDOW_STOPS, windowAt, windowPosition, windowStep } from './numbers.ts';
import { DEFAULTS, Row } from './Row.tsx';
import { useTarget, useWindow, useWindowSource } from './useWindow.ts';
import classes from './settings.module.css';

/** The context window, on a scale of the windows of models. */
export function WindowRow() {
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

/** Source of the window in use, below its row. */
export function WindowSourceLine() {
  const { t } = useText();
  const { set, own, from } = useWindowSource();
  const model = useApp((s) => s.scenario.settings.model ?? s.comparison?.transcript.ownModel ?? '');
  const counted = useApp((s) => s.current && s.comparison !== null);
  if (!counted) return null;
  return <p className={classes.source}>{set ? t(`window.set.${from}`, { window: own, model }) : t(`window.${from}`, { model })}</p>;
}

/** The target: a share of the transcript, or tokens if somebody types them. */
export function TargetRow() {
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
export function TargetNote() {
  const { t } = useText();
  const target = useApp((s) => s.scenario.settings.target);
  const budget = useApp((s) => s.scenario.settings.budget);
  const total = useApp((s) => (s.current ? (s.comparison?.transcript.total ?? 0) : 0));
  const window = useWindow();
  if (budget !== 'own' || total === 0) return null;
  const tokens = targetTokens(target, total, window);
  if (!isShare(target)) return target > window ? <p className={classes.source}>{t('control.target.overWindow', { tokens })}</p> : null;
  return total > window ? <p className={classes.source}>{t('control.target.ofWindow', { tokens })}</p> : null;
}

/** What every policy may leave: as much as A, its makers' choice, or the target. */
export function CompareAtRow() {
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
        options={BUDGETS.map((value) => ({ value, label: t(`control.compare.${value}`) }))}
        onChange={(value) => actions.set('budget', value)}
      />
    </Row>
  );
}
