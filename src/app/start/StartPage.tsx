import { useText } from '../store/useText.ts';
import { StartContent } from './StartContent.tsx';
import classes from './start.module.css';

const nothing = (): void => {};

/** The start view in the place of the work: nothing is open. */
export function StartPage() {
  const { t } = useText();
  return (
    <section aria-label={t('start.page')} className={classes.page}>
      <div className={classes.middle}>
        <h2>{t('start.title')}</h2>
        <StartContent onOpen={nothing} />
      </div>
    </section>
  );
}
