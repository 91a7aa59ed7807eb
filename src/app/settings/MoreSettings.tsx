import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { OutcomeRow } from '../models/SummarizerRows.tsx';
import { useApp } from '../store/store.ts';
import { readStored, writeStored } from '../store/storage.ts';
import { openDialog } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { COUNTING, KEEP, PRIORITY, TRIGGER } from './fields.ts';
import { isChanged, NumberRow, Row } from './Row.tsx';
import classes from './settings.module.css';

/** A visit finds them open that left them open. */
const SHOWN = 'more-settings';

/** In the order of the page. */
const INSIDE = [TRIGGER, ...KEEP, ...PRIORITY, ...COUNTING].map(({ name }) => name);
const NAMES = [...INSIDE, 'summarizerOutcome', 'keywords'] as const;

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

/** What few people change: the common trigger, what stays, priorities, score, counting, keyword lists. Folded, it says how many are changed. */
export function MoreSettings() {
  const { t } = useText();
  const [shown, setShown] = useState(() => readStored(SHOWN) === '1');
  const changed = useApp((s) => NAMES.filter((name) => isChanged(s.scenario.settings, name)).length);
  const toggle = (): void => {
    setShown(!shown);
    writeStored(SHOWN, shown ? null : '1');
  };
  return (
    <section className={classes.group} aria-label={t('control.more')}>
      <div className={classes.head}>
        <h2>{t('control.more')}</h2>
        <Button kind="link" aria-expanded={shown} aria-controls="more-settings" onClick={toggle}>
          {shown ? t('control.more.hide') : t('control.more.show', { count: NAMES.length })}
        </Button>
      </div>
      <div id="more-settings">
        {shown ? (
          <>
            <NumberRow field={TRIGGER} />
            <h3 className={classes.subhead}>{t('control.keep')}</h3>
            {KEEP.map((field) => (
              <NumberRow key={field.name} field={field} />
            ))}
            <h3 className={classes.subhead}>{t('control.priority')}</h3>
            {PRIORITY.map((field) => (
              <NumberRow key={field.name} field={field} />
            ))}
            <h3 className={classes.subhead}>{t('control.other')}</h3>
            {COUNTING.map((field) => (
              <NumberRow key={field.name} field={field} />
            ))}
            <OutcomeRow />
            <KeywordsRow />
          </>
        ) : (
          <p className={classes.folded}>
            {t('control.more.what')} {changed > 0 ? t('control.more.changed', { count: changed }) : t('control.more.none')}
          </p>
        )}
      </div>
    </section>
  );
}
