import { Popover } from '../components/Popover.tsx';
import { Button } from '../components/Button.tsx';
import { usePopover } from '../components/usePopover.ts';
import { openDialog, showControls } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { UndoButtons } from '../home/UndoButtons.tsx';
import { LanguageButton, ThemeButton } from './Preferences.tsx';
import classes from './header.module.css';
import shared from '../theme/shared.module.css';

/** What goes out: link, report, files. Below 721 px also what does not fit the header. */
export function MoreMenu() {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const open = (dialog: Parameters<typeof openDialog>[0]) => () => {
    close();
    openDialog(dialog);
  };
  return (
    <div>
      <Popover
        {...popover}
        position="bottom-end"
        target={
          <Button icon="share" {...button} aria-label={t('header.share')}>
            <span className={classes.word}>{t('header.share')}</span>
          </Button>
        }
      >
        <div className={classes.moreList}>
          <Button icon="share" onClick={open('share')}>
            {t('share.menu.link')}
          </Button>
          <Button icon="report" onClick={open('report')}>
            {t('header.report')}
          </Button>
          <Button icon="export" onClick={open('export')}>
            {t('header.export')}
          </Button>
          <Button icon="copy" onClick={open('config')}>
            {t('config.title')}
          </Button>
          <a href="./licences.txt" target="_blank" rel="noopener">
            {t('frame.licences')}
          </a>
          <span className={`${shared.row} ${shared.gap2} ${classes.narrow}`}>
            <Button
              kind="ghost"
              icon="tune"
              aria-label={t('frame.controls')}
              data-opens-controls
              onClick={() => {
                close();
                showControls(true);
              }}
            />
            <Button kind="ghost" icon="find" aria-label={t('palette.title')} onClick={open('palette')} />
            <UndoButtons />
            <LanguageButton />
            <ThemeButton />
          </span>
        </div>
      </Popover>
    </div>
  );
}
