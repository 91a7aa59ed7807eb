import { goTab } from '../components/elements.ts';
import { LANGUAGES } from '../../i18n/index.ts';
import { Button, Icon, type IconName, setSlot, Tap, Pairs } from '../components/Button.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { part, Parts } from '../components/part.tsx';
import { ConversationPicker, DropZone, FormatSelect } from '../import/FileStates.tsx';
import { ACTS, buttonOf, iconOf, keyNames, wordsOf } from '../components/acts.ts';
import { useChanged } from '../settings/Controls.tsx';
import { StartLinks } from '../documents/DocumentLink.tsx';
import { actions, isSent, openTab, setLanguage, showControls, useApp, useAsk, useTab, useText, useUi, useUndo, VIEWS } from '../store/index.ts';
import { countKept, MOST_KEPT, MOST_KEPT_BYTES, MOST_SCENARIOS } from '../store/storage.ts';
import { type Scheme, SCHEMES, setScheme } from '../theme/scheme.ts';
import { useFacts } from './StatusBar.tsx';
import frame from './frame.module.css';

function useDetails(): readonly (readonly [string, string])[] {
  const { t, n } = useText();
  const facts = useFacts();
  const loaded = useApp((s) => s.loaded);
  const index = useApp((s) => s.scenario.conversation);
  const view = useApp((s) => (s.current ? (s.comparison?.transcript ?? null) : null));
  if (!loaded || !facts) return [];
  const { reply } = loaded;
  const conversation = reply.conversations[index];
  const calibration = view?.calibration;
  const pairs: (readonly [string, string | null | undefined])[] = [
    [t('label.format'), t('details.format.value', { format: facts.format, confidence: reply.confidence })],
    [t('details.title'), conversation?.title],
    [t('details.size'), n.bytes(reply.bytes)],
    [t('details.hash'), reply.hash.slice(0, 16)],
    [t('label.messages'), n.whole(facts.messages)],
    [t('details.toolCalls'), conversation && t('details.toolCalls.value', { calls: conversation.toolCalls, results: conversation.toolResults })],
    [t('details.turns'), facts.turns === null ? null : n.whole(facts.turns)],
    [t('label.tokens'), facts.tokens === null ? null : `${facts.exact ? '' : '≈ '}${n.whole(facts.tokens)}`],
    [t('details.tools'), view && view.toolDefinitionTokens > 0 ? n.whole(view.toolDefinitionTokens) : null],
    [t('details.tokenizer'), view && t(`tokenizer.${view.tokenizer}`)],
    [
      t('details.calibration'),
      calibration && t('details.calibration.value', { factor: calibration.factor, requests: calibration.requests, error: calibration.error }),
    ],
    [t('details.s1Error'), view && view.s1Error !== null ? n.percent(view.s1Error) : null],
    [t('control.model'), view?.ownModel],
    [t('details.provider'), view?.provider],
    [t('details.compactions'), conversation && conversation.compactions > 0 ? n.whole(conversation.compactions) : null],
  ];
  return pairs.filter((pair): pair is readonly [string, string] => Boolean(pair[1]));
}

const countNow = async () => ({ ok: true, value: await countKept() }) as const;

function ForgetAll({ kept, close }: { readonly kept: boolean; readonly close: () => void }) {
  const { t } = useText();
  const { answer: count } = useAsk(countNow, [], []);
  if ((count ?? 0) <= (kept ? 1 : 0)) return null;
  return (
    <Button
      onClick={() => {
        close();
        void actions.forget(true);
      }}
      text={t('details.forgetAll', { count: count ?? 0 })}
    />
  );
}

function NameMenu() {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const name = useApp((s) => (s.load.phase === 'loading' ? s.load.name : (s.loaded?.name ?? s.expected?.name ?? null)));
  const kept = useApp((s) => s.loaded?.ref.kind === 'file');
  const details = useDetails();
  return (
    <Popover
      {...popover}
      position="bottom-start"
      target={
        <Tap
          className={`row gap6 shrinks hovers rounder pad0-6 bold13 ${frame.name}`}
          aria-label={t('header.details', { name: name ?? t('app.title') })}
          {...button}
        >
          <span className="ellipsis">{name ?? t('app.title')}</span>
          <Icon name="chevron" size={12} />
        </Tap>
      }
    >
      <div className={frame.details}>
        <h2 className="margin0-0-6 breaks">{name ?? t('app.title')}</h2>
        <Pairs classes={['spread gap12 ruled breaks num flex pad2-0', 'fixed', 'toRight']} pairs={details} />
        <div className="row wrap spread gap8">
          {details.length > 0 && <FormatSelect />}
          {kept && <Button {...buttonOf('forget', close)} />}
          <Button {...buttonOf('recent', close)} text={t('recent.open')} />
          <ForgetAll kept={kept} close={close} />
        </div>
        {details.length > 0 ? (
          <p className="small muted marginTop8">
            {kept ? t('recent.bound', { most: MOST_KEPT, size: MOST_KEPT_BYTES, scenarios: MOST_SCENARIOS }) : t('details.notKept')}
          </p>
        ) : (
          <p className="small marginTop8">{t('details.nothing')}</p>
        )}
      </div>
    </Popover>
  );
}

const THEME_ICON: Record<Scheme, IconName> = { light: 'sun', dark: 'moon', auto: 'system' };

function ThemeButton() {
  const { t } = useText();
  const scheme = useUi((s) => s.scheme);
  const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length]!;
  const label = t('theme.label', { theme: t(`theme.${scheme}`), next: t(`theme.${next}`) });
  return <Button kind="ghost" icon={THEME_ICON[scheme]} aria-label={label} title={label} onClick={() => setScheme(next)} />;
}

function LanguageButton() {
  const { t, language } = useText();
  const at = LANGUAGES.findIndex((l) => l.id === language);
  const now = LANGUAGES[at];
  const next = LANGUAGES[(at + 1) % LANGUAGES.length];
  if (LANGUAGES.length < 2 || !now || !next) return null;
  const label = t('language.label', { language: now.title, next: next.title });
  return <Button kind="ghost" aria-label={label} title={label} onClick={() => void setLanguage(next.id)} text={now.short} />;
}

function UndoButtons() {
  const { past, future } = useUndo();
  return (['undo', 'redo'] as const).map((step) => {
    const button = iconOf(step);
    const title = `${button.title} (${keyNames(ACTS[step].keys![0]!)})`;
    return <Button key={step} {...button} title={title} disabled={(step === 'undo' ? past : future).length === 0} />;
  });
}

/** What goes out: link, report, files. Below 721 px also what does not fit the header. */
function MoreMenu() {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  return (
    <div>
      <Popover
        {...popover}
        position="bottom-end"
        target={
          <Button icon="share" {...button} aria-label={t('header.share')}>
            <span className="narrowGone">{t('header.share')}</span>
          </Button>
        }
      >
        <div className={`stack gap8 pad8 ${frame.moreList}`}>
          <Button {...buttonOf('share', close)} text={t('share.menu.link')} />
          <Button {...buttonOf('report', close)} />
          <Button {...buttonOf('export', close)} />
          <Button {...buttonOf('config', close)} />
          <a href="./licences.txt" target="_blank" rel="noopener">
            {t('frame.licences')}
          </a>
          <span className={`row gap2 ${frame.narrow}`}>
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
            <Button {...iconOf('palette', close)} />
            <UndoButtons />
            <LanguageButton />
            <ThemeButton />
          </span>
        </div>
      </Popover>
    </div>
  );
}

function Logo() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="var(--keep)"
        d="M2 2h14a1 1 0 011 1v1.4a1 1 0 01-1 1H2a1 1 0 01-1-1V3a1 1 0 011-1zM2 7.3h3a1 1 0 011 1v1.4a1 1 0 01-1 1H2a1 1 0 01-1-1V8.3a1 1 0 011-1zM13 7.3h3a1 1 0 011 1v1.4a1 1 0 01-1 1h-3a1 1 0 01-1-1V8.3a1 1 0 011-1zM6.2 12.6H16a1 1 0 011 1V15a1 1 0 01-1 1H6.2a1 1 0 01-1-1v-1.4a1 1 0 011-1z"
      />
      <path fill="var(--sum)" d="M2 12.6h1a1 1 0 011 1V15a1 1 0 01-1 1H2a1 1 0 01-1-1v-1.4a1 1 0 011-1z" />
    </svg>
  );
}

const SentName = part(() => import('../snapshot/SentPane.tsx'), 'SentName');
const SentButtons = part(() => import('../snapshot/SentPane.tsx'), 'SentButtons');

function HeaderFacts() {
  const { t, n } = useText();
  const facts = useFacts();
  const view = useApp((s) => (s.current ? (s.comparison?.transcript ?? null) : null));
  if (!facts) return <div className={`row shrinks second oneLine clips wrap ${frame.facts}`} />;
  const model = view?.model ?? view?.ownModel;
  const counted = view && (model ? `${model}, ${t(`tokenizer.${view.tokenizer}`)}` : t(`tokenizer.${view.tokenizer}`));
  const toolCalls = t('facts.toolCalls', { count: facts.toolCalls });
  const turns = facts.turns === null ? null : t('facts.turns', { count: facts.turns });
  return (
    // What does not fit is left out, and is in the title with the others.
    <div className={`row shrinks second oneLine clips wrap ${frame.facts} num`} title={[counted, toolCalls, turns].filter(Boolean).join(' · ')}>
      <span>{facts.format}</span>
      <span>
        <b>{n.whole(facts.messages)}</b> {t('facts.messages', { count: facts.messages })}
      </span>
      {facts.tokens === null ? (
        <span className="muted">{t('facts.counting')}</span>
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
          <span className="warn strong" title={t('tokens.approx')}>
            ≈{' '}
          </span>
        )}
        {n.whole(count)}
      </b>{' '}
      {t('facts.tokens', { count })}
    </>
  );
}

function SetFacts({ sessions }: { readonly sessions: number }) {
  const { t } = useText();
  const { name, tokens, exact, formats, failed, compactions } = useUi((s) => s.facts);
  return (
    <>
      <b className="size13 ellipsis" style={{ maxWidth: 240 }}>
        {name}
      </b>
      <div className={`row shrinks second oneLine clips wrap ${frame.facts} num`}>
        <span>{t('tab.set.count', { count: sessions })}</span>
        {failed > 0 && <span>{t('facts.set.failed', { count: failed })}</span>}
        <span>
          <Tokens count={tokens} exact={exact} />
        </span>
        <span className={frame.wider}>{t('facts.set.formats', { count: formats })}</span>
        <span className={frame.wider}>{t('conversations.compactions', { count: compactions })}</span>
      </div>
    </>
  );
}

function SettingsButton() {
  const { t } = useText();
  const open = useUi((s) => s.controls);
  const changed = useChanged();
  const name = changed > 0 ? t('frame.controls.changed', { count: changed }) : t('frame.controls');
  return (
    <Button kind="ghost" icon="tune" aria-label={name} title={name} aria-expanded={open} data-opens-controls onClick={() => showControls(!open)} />
  );
}

export function Header({ inert, empty }: { readonly inert: boolean; readonly empty: boolean }) {
  const { t } = useText();
  const conversations = useApp((s) => s.loaded?.reply.conversations.length ?? 0);
  const sent = useApp(isSent);
  const sample = useApp((s) => s.loaded?.ref.kind === 'sample');
  const set = useUi((s) => s.set);
  const sessions = useUi((s) => s.sessions);
  if (empty && !(set && sessions > 0))
    return (
      <header className={`row gap12 fixed surface ruled pad0-12 contained narrowWrap ${frame.header}`} inert={inert}>
        <Logo />
        <h1 className="bold13">{t('app.title')}</h1>
        <span className="fill" />
        <StartLinks className={`row wrap gap12 ${frame.startLinks}`} />
        <Button {...iconOf('palette')} />
        <LanguageButton />
        <ThemeButton />
        <DropZone />
      </header>
    );
  return (
    <header className={`row gap12 fixed surface ruled pad0-12 contained narrowWrap ${frame.header}`} inert={inert}>
      <Tap
        className={`row hovers rounder toCenter ${frame.home}`}
        aria-label={wordsOf(ACTS.start)}
        title={wordsOf(ACTS.start)}
        onClick={ACTS.start.perform}
      >
        <Logo />
      </Tap>

      {set && sessions > 0 ? (
        <SetFacts sessions={sessions} />
      ) : (
        <>
          {sent ? (
            <Parts>
              <SentName />
            </Parts>
          ) : (
            <NameMenu />
          )}
          {conversations > 1 && <ConversationPicker />}
          <HeaderFacts />
        </>
      )}
      <span className="fill" />
      {!sent && (
        <span className={`row gap2 fixed ${frame.steps}`}>
          <UndoButtons />
        </span>
      )}
      {sent ? (
        <Parts>
          <SentButtons />
        </Parts>
      ) : (
        <Button kind={sample ? 'primary' : 'default'} icon="import" aria-label={t('header.import')} data-guide="own" onClick={ACTS.import.perform}>
          <span className={sample ? undefined : 'narrowGone'}>{t('header.import')}</span>
        </Button>
      )}
      <span className={`row gap2 gap12 fixed ${frame.buttons}`}>
        {!sent && <SettingsButton />}
        <Button {...iconOf('palette')} icon={undefined} text={<kbd>{keyNames(ACTS.palette.keys![0]!)}</kbd>} />
        <LanguageButton />
        <ThemeButton />
      </span>
      <MoreMenu />
      <DropZone />
    </header>
  );
}

export function TabBar() {
  const { t } = useText();
  const tab = useTab();
  const inSet = useUi((s) => s.sessions);
  const conversations = useApp((s) => s.loaded?.reply.conversations.length ?? 0);
  const sessions = inSet || (conversations > 1 ? conversations : 0);
  const beside = useUi((s) => s.beside);
  const compares = useApp((s) => s.comparison !== null && !isSent(s));
  return (
    <div className={`shrinks gap8 fixed surface ruled pad0-12 flex ${frame.tabs}`}>
      <div
        role="tablist"
        aria-label={t('frame.tabs')}
        className={`gap2 flex ${frame.tablist}`}
        onKeyDown={(e) => goTab(e, VIEWS, tab, openTab, 'tab-')}
      >
        {VIEWS.map((one) => (
          <Tap
            key={one}
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === tab}
            tabIndex={one === tab ? 0 : -1}
            className={`tab ${frame.tab}`}
            onClick={() => openTab(one)}
          >
            {t(`tab.${one}`)}
            {one === 'set' && sessions > 0 && (
              <>
                {' '}
                <small className={`caption muted regular ${frame.count}`}>{t('tab.set.count', { count: sessions })}</small>
              </>
            )}
          </Tap>
        ))}
      </div>
      <div ref={setSlot} className={`row gap12 fill second toEnd narrowWrap ${frame.tools}`} />
      {compares && (
        <Button kind="ghost" aria-expanded={beside} onClick={ACTS.beside.perform}>
          {wordsOf(ACTS.beside)} <kbd>{ACTS.beside.keys}</kbd>
        </Button>
      )}
    </div>
  );
}
