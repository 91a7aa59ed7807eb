import { Suspense } from 'react';
import { part } from '../components/part.ts';
import { Button } from '../components/Button.tsx';
import { UndoButtons } from '../home/UndoButtons.tsx';
import { ConversationPicker } from '../import/ConversationPicker.tsx';
import { DropZone } from '../import/DropZone.tsx';
import { useApp } from '../store/store.ts';
import { useChanged } from '../settings/Controls.tsx';
import { openDialog, showControls, useUi } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { isSent } from '../store/state.ts';
import { StartLinks } from '../start/StartLinks.tsx';
import { Logo } from './Logo.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { NameMenu } from './NameMenu.tsx';
import { LanguageButton, ThemeButton } from './Preferences.tsx';
import { useFacts } from './useFacts.ts';
import classes from './header.module.css';
import shared from '../theme/shared.module.css';

const SentName = part(
  () => import('../snapshot/SentHeader.tsx'),
  (m) => m.SentName,
);
const SentButtons = part(
  () => import('../snapshot/SentHeader.tsx'),
  (m) => m.SentButtons,
);

function HeaderFacts() {
  const { t, n } = useText();
  const facts = useFacts();
  const view = useApp((s) => (s.current ? (s.comparison?.transcript ?? null) : null));
  if (!facts) return <div className={classes.facts} />;
  const model = view?.model ?? view?.ownModel;
  const counted = view && (model ? `${model}, ${t(`tokenizer.${view.tokenizer}`)}` : t(`tokenizer.${view.tokenizer}`));
  const toolCalls = t('facts.toolCalls', { count: facts.toolCalls });
  const turns = facts.turns === null ? null : t('facts.turns', { count: facts.turns });
  return (
    // What does not fit is left out, and is in the title with the others.
    <div className={`${classes.facts} num`} title={[counted, toolCalls, turns].filter(Boolean).join(' · ')}>
      <span>{facts.format}</span>
      <span>
        <b>{n.whole(facts.messages)}</b> {t('facts.messages', { count: facts.messages })}
      </span>
      {facts.tokens === null ? (
        <span className={shared.muted}>{t('facts.counting')}</span>
      ) : (
        <span>
          <Tokens count={facts.tokens} exact={facts.exact} />
        </span>
      )}
    </div>
  );
}

function Tokens({ count, exact }: { readonly count: number; readonly exact: boolean }) {
  const { t, n } = useText();
  return (
    <>
      <b>
        {!exact && (
          <span className={`${shared.warn} ${shared.strong}`} title={t('tokens.approx')}>
            ≈{' '}
          </span>
        )}
        {n.whole(count)}
      </b>{' '}
      {t('facts.tokens', { count })}
    </>
  );
}

/** In the place of the transcript's, while the set is open. */
function SetFacts({ sessions }: { readonly sessions: number }) {
  const { t } = useText();
  const { name, tokens, exact, formats, failed, compactions } = useUi((s) => s.facts);
  return (
    <>
      <b className={`${classes.setName} ${shared.ellipsis}`}>{name}</b>
      <div className={`${classes.facts} num`}>
        <span>{t('tab.set.count', { count: sessions })}</span>
        {failed > 0 && <span>{t('facts.set.failed', { count: failed })}</span>}
        <span>
          <Tokens count={tokens} exact={exact} />
        </span>
        <span className={classes.wider}>{t('facts.set.formats', { count: formats })}</span>
        <span className={classes.wider}>{t('conversations.compactions', { count: compactions })}</span>
      </div>
    </>
  );
}

/** Model, tokenizer, window, summariser and all other settings. */
function SettingsButton() {
  const { t } = useText();
  const open = useUi((s) => s.controls);
  const changed = useChanged();
  const name = changed > 0 ? t('frame.controls.changed', { count: changed }) : t('frame.controls');
  return (
    <Button kind="ghost" icon="tune" aria-label={name} title={name} aria-expanded={open} data-opens-controls onClick={() => showControls(!open)} />
  );
}

/** @param empty nothing is open: documents to begin with, in the place of a transcript and what can be done with it */
export function Header({ inert, empty }: { readonly inert: boolean; readonly empty: boolean }) {
  const { t } = useText();
  const conversations = useApp((s) => s.loaded?.reply.conversations.length ?? 0);
  const sent = useApp(isSent);
  const set = useUi((s) => s.set);
  const sessions = useUi((s) => s.sessions);
  const mac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  if (empty && !(set && sessions > 0))
    return (
      <header className={classes.header} inert={inert}>
        <Logo />
        <h1 className={classes.title}>{t('app.title')}</h1>
        <span className={shared.fill} />
        <StartLinks className={classes.startLinks} />
        <Button kind="ghost" icon="find" aria-label={t('header.palette')} title={t('header.palette')} onClick={() => openDialog('palette')} />
        <LanguageButton />
        <ThemeButton />
        <DropZone />
      </header>
    );
  return (
    <header className={classes.header} inert={inert}>
      <button type="button" className={classes.home} aria-label={t('start.open')} title={t('start.open')} onClick={() => openDialog('start')}>
        <Logo />
      </button>

      {set && sessions > 0 ? (
        <SetFacts sessions={sessions} />
      ) : (
        <>
          {sent ? (
            <Suspense>
              <SentName />
            </Suspense>
          ) : (
            <NameMenu />
          )}
          {conversations > 1 && <ConversationPicker />}
          <HeaderFacts />
        </>
      )}
      <span className={shared.fill} />
      {!sent && (
        <span className={classes.steps}>
          <UndoButtons />
        </span>
      )}
      {sent ? (
        <Suspense>
          <SentButtons />
        </Suspense>
      ) : (
        <Button kind="primary" icon="import" data-guide="own" onClick={() => openDialog('import')}>
          {t('header.import')}
        </Button>
      )}
      <span className={`${shared.row} ${shared.gap2} ${classes.buttons}`}>
        {!sent && <SettingsButton />}
        <Button kind="ghost" aria-label={t('header.palette')} title={t('header.palette')} onClick={() => openDialog('palette')}>
          <kbd>{mac ? '⌘K' : 'Ctrl K'}</kbd>
        </Button>
        <LanguageButton />
        <ThemeButton />
      </span>
      <MoreMenu />
      <DropZone />
    </header>
  );
}
