/** What a policy may leave: one slider with A's size on it, and the switch of three. */
import type { CSSProperties } from 'react';
import { WISHES } from '../../engine/answer/contract.ts';
import { BUDGETS } from '../../scenario/schema.ts';
import { Button, Segmented } from '../components/Button.tsx';
import { Slider } from '../components/NumberField.tsx';
import { useChanged } from '../settings/Controls.tsx';
import { targetTokens, useTarget, useWindow } from '../store/numbers.ts';
import { actions, useApp, useText } from '../store/index.ts';
import { showControls } from '../store/ui.ts';
import styles from './answer.module.css';
import { MattersSelect } from './Verdict.tsx';

export function BudgetBar({ short = false }: { readonly short?: boolean }) {
  const { t, n } = useText();
  const budget = useApp((s) => s.scenario.settings.budget);
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const target = useTarget();
  const window = useWindow();
  const total = useApp((s) => s.comparison?.transcript.total ?? 0);
  const left = useApp((s) => s.comparison?.rows.find(({ key }) => key === s.compared[0])?.measures.tokensAfter ?? null);
  const changed = useChanged();
  const whole = Math.min(total, window);
  const mine = left === null || whole === 0 ? null : Math.min(1, left / whole);
  const tokens = budget === 'own' ? targetTokens(target, total, window) : (left ?? targetTokens(target, total, window));
  const share = budget === 'own' ? (target <= 1 ? target : tokens / Math.max(1, whole)) : (mine ?? 0);
  const texts = {
    same: () => t('control.target.same', { tokens: n.axis(tokens) }),
    own: () => t('answer.leave.own', { share: n.percent(share), tokens: n.axis(tokens) }),
    shipped: () => t('answer.leave.shipped'),
  };
  const text = total === 0 ? '…' : texts[budget]();
  return (
    <section
      className={`row wrap fixed ruled bgApp size13 gap4-12 pad4-Gutter ${styles.budget}`}
      data-short={short || undefined}
      aria-label={t('control.budget')}
    >
      <span className="second">{t('answer.leave')}</span>
      <span className={`relative ${styles.track}`} data-setting="target" style={{ '--mine': mine ?? 0 } as CSSProperties}>
        <Slider
          label={t('control.target')}
          value={Math.round(share * 100)}
          min={1}
          max={100}
          step={1}
          text={text}
          onChange={(shown) => actions.set('target', Math.max(1, shown) / 100)}
        />
        {mine !== null && (
          <i className="absolute second through" aria-hidden>
            A
          </i>
        )}
      </span>
      <b className="medium num" style={{ minWidth: 116 }}>
        {text}
      </b>
      <Segmented
        label={t('control.compare')}
        value={budget}
        options={BUDGETS.map((value) => ({ value, label: t(`control.compare.${value}`) }))}
        onChange={(value) => actions.set('budget', value)}
      />
      {budget === 'own' && mine !== null && <span className="second">{t('answer.leave.mine', { share: mine })}</span>}
      {!short && changed > 0 && (
        <span className={`row gap8 ${styles.changed}`}>
          <Button kind="link" onClick={() => showControls(true)}>
            {t('frame.controls.changed', { count: changed })}
          </Button>
          <Button kind="link" onClick={actions.resetAll}>
            {t('control.resetAll')}
          </Button>
        </span>
      )}
      {!short && <MattersSelect wishes={wishes} />}
    </section>
  );
}
