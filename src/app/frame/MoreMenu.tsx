import { Popover } from '../components/Popover.tsx';
import { Button } from '../components/Button.tsx';
import { usePopover } from '../components/usePopover.ts';
import { openDialog } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { UndoButtons } from '../home/UndoButtons.tsx';
import { LanguageButton, ThemeButton } from './Preferences.tsx';
import classes from './header.module.css';
import shared from '../theme/shared.module.css';

/** Menu for everything in the header that does not fit a narrow page. */
export function MoreMenu() {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const open = (dialog: Parameters<typeof openDialog>[0]) => () => {
    close();
    openDialog(dialog);
  };
  return (
    <div className={classes.more}>
      <Popover {...popover} position="bottom-end" target={<Button icon="more" aria-label={t('header.more')} {...button} />}>
        <div className={classes.moreList}>
          <Button icon="file" onClick={open('start')}>
            {t('start.open')}
          </Button>
          <Button icon="samples" onClick={open('samples')}>
            {t('header.samples')}
          </Button>
          <Button icon="share" onClick={open('share')}>
            {t('header.share')}
          </Button>
          <Button icon="report" onClick={open('report')}>
            {t('header.report')}
          </Button>
          <Button icon="export" onClick={open('export')}>
            {t('header.export')}
          </Button>
          <Button icon="find" onClick={open('palette')}>
            {t('palette.title')}
          </Button>
          <a href="./licences.txt" target="_blank" rel="noopener">
            {t('frame.licences')}
          </a>
          <span className={`${shared.row} ${shared.gap2}`}>
            <UndoButtons />
            <LanguageButton />
            <ThemeButton />
          </span>
        </div>
      </Popover>
    </div>
  );
}
