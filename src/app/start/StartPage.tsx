import { useText } from '../store/useAsk.ts';
import { StartContent } from './StartContent.tsx';
import classes from './start.module.css';

const nothing = (): void => {};

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
