import { Button } from '../components/Button.tsx';
import { SummarizerRows } from '../models/SummarizerRows.tsx';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import type { Settings } from '../../scenario/schema.ts';
import { CompareAtRow, TargetNote, TargetRow, WindowRow, WindowSourceLine } from './BudgetRows.tsx';
import { Fires } from './Fires.tsx';
import { Gauge } from './Gauge.tsx';
import { MoreSettings } from './MoreSettings.tsx';
import { DEFAULTS, isChanged } from './Row.tsx';
import { ModelRow, TokenizerRow } from './Selects.tsx';
import { useWindow } from './useWindow.ts';
import classes from './settings.module.css';
import shared from '../theme/shared.module.css';

/** Settings that differ from their defaults; keyword lists, rows and marks count one each. */
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
    <div className={classes.head}>
      <h2>{t('control.budget')}</h2>
      {total !== undefined && (
        <span className={`${shared.muted} ${shared.number} ${shared.caption}`}>
          {t('control.used', { share: Math.round((total / window) * 100) / 100 })}
        </span>
      )}
    </div>
  );
}

/** What to compare at, and by which model; all other settings behind one line. */
export function Controls() {
  const { t } = useText();
  const changed = useChanged();
  return (
    <>
      <section className={classes.group} aria-label={t('control.budget')}>
        <BudgetHead />
        <Gauge />
        <TargetRow />
        <TargetNote />
        <CompareAtRow />
        <Fires />
      </section>
      <section className={classes.group} aria-label={t('control.counting')}>
        <div className={classes.head}>
          <h2>{t('control.counting')}</h2>
          <Button kind="link" disabled={changed === 0} onClick={actions.resetAll}>
            {t('control.resetAll')}
          </Button>
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
