import { Button } from '../components/Button.tsx';
import { SummarizerRows } from '../models/SummarizerRows.tsx';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { openDialog } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import type { Settings } from '../../scenario/schema.ts';
import { CompareAtRow, TargetNote, TargetRow, WindowRow, WindowSourceLine } from './BudgetRows.tsx';
import { COUNTING, KEEP, PRIORITY, TRIGGER } from './fields.ts';
import { Fires } from './Fires.tsx';
import { Gauge } from './Gauge.tsx';
import { DEFAULTS, isChanged, NumberRow, Row } from './Row.tsx';
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

/** The lists are too large for a column, so they open as a dialog. */
function KeywordsRow() {
  const { t } = useText();
  const changed = useApp((s) => Object.keys(s.scenario.settings.keywords).length);
  return (
    <Row label={t('control.keywords')} help={t('control.keywords.help')} settings={['keywords']} initial={t('control.keywords.initial')}>
      <span className={classes.span}>
        <Button onClick={() => openDialog('keywords')}>
          {changed > 0 ? t('control.keywords.changed', { count: changed }) : t('control.keywords.edit')}
        </Button>
      </span>
    </Row>
  );
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

/** Every setting of the comparison: budget, what stays, priorities and score, model and summariser. */
export function Controls() {
  const { t } = useText();
  const changed = useChanged();
  return (
    <>
      <section className={classes.group} aria-label={t('control.budget')}>
        <BudgetHead />
        <Gauge />
        <Fires />
        <WindowRow />
        <WindowSourceLine />
        <NumberRow field={TRIGGER} />
        <TargetRow />
        <TargetNote />
        <CompareAtRow />
      </section>
      <section className={classes.group} aria-label={t('control.keep')}>
        <div className={classes.head}>
          <h2>{t('control.keep')}</h2>
          <Button kind="link" disabled={changed === 0} onClick={actions.resetAll}>
            {t('control.resetAll')}
          </Button>
        </div>
        {KEEP.map((field) => (
          <NumberRow key={field.name} field={field} />
        ))}
      </section>
      <section className={classes.group} aria-label={t('control.priority')}>
        <div className={classes.head}>
          <h2>{t('control.priority')}</h2>
        </div>
        {PRIORITY.map((field) => (
          <NumberRow key={field.name} field={field} />
        ))}
      </section>
      <section className={classes.group} aria-label={t('control.counting')}>
        <ModelRow />
        <TokenizerRow />
        {COUNTING.map((field) => (
          <NumberRow key={field.name} field={field} />
        ))}
        <SummarizerRows />
        <KeywordsRow />
      </section>
    </>
  );
}

/** The part of the controls that remains on a narrow page. */
export function BriefControls() {
  const { t } = useText();
  return (
    <section className={`${classes.group} ${classes.brief}`} aria-label={t('control.budget')}>
      <BudgetHead />
      <Gauge />
      <TargetRow />
      <TargetNote />
    </section>
  );
}
