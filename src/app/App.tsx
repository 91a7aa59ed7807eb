import { useMediaQuery, listen } from './components/elements.ts';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { ComparePane } from './compare/ComparePane.tsx';
import { Button, Icon, Tap } from './components/Button.tsx';
import { part, Parts, Region } from './components/part.tsx';
import { Dialogs, DocumentLayer } from './Dialogs.tsx';
import { Header, TabBar } from './frame/Header.tsx';
import { lookup } from '../i18n/index.ts';
import { actions, awaited, checkedAgainst, isEmpty, isSent, Later, useApp, useTab, useText } from './store/index.ts';
import { dismissToast, showControls, useUi } from './store/ui.ts';
import classes from './frame/frame.module.css';
import { StatusBar } from './frame/StatusBar.tsx';
import { LevelBar } from './history/LevelBar.tsx';
import { ExpectedFile, NotUnderstood } from './import/FileStates.tsx';
import { Controls } from './settings/Controls.tsx';
import { useShortcuts } from './frame/commands.ts';

export function Notices() {
  const { t } = useText();
  const notice = useApp((s) => s.notice);
  const loading = useApp((s) => s.load);
  const progress = useApp((s) => (s.load.phase === 'loading' ? s.load.progress : (awaited(s)?.progress ?? null)));
  const busy = useApp((s) => s.load.phase === 'loading' || awaited(s) !== null);
  const share = progress && progress.of > 0 ? progress.done / progress.of : null;
  return (
    <aside className="fixed relative layer3" aria-label={t('notices.label')}>
      {busy && (
        <div
          role="progressbar"
          aria-label={loading.phase === 'loading' ? t('progress.loading', { name: loading.name }) : t('progress.label')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share === null ? undefined : Math.round(share * 100)}
          className={`absolute clips ${classes.progress}`}
        >
          <div className={share === null ? classes.unknown : undefined} style={share === null ? undefined : { width: `${share * 100}%` }} />
        </div>
      )}
      <div aria-live="polite">
        {notice && (
          <div
            className={`row gap8 second surface ruled leastHigh30 ${classes.notice} ${notice.tone === 'warn' ? 'warn' : ''}`}
            data-tone={notice.tone}
          >
            {notice.tone !== 'info' && <Icon name="warning" />}
            <span className="fill">{lookup(notice.key, notice.values) ?? notice.key}</span>
            <Button kind="ghost" icon="close" aria-label={t('notice.close')} onClick={() => actions.notify(null)} />
          </div>
        )}
      </div>
    </aside>
  );
}

function Toasts() {
  const { t } = useText();
  const toasts = useUi((s) => s.toasts);
  return (
    <div className={`stack gap8 overPage ${classes.toasts}`} aria-live="polite">
      {toasts.map(({ id, key, values, undo }) => (
        <div key={id} className={`row gap8 pad0-12 rounder floats bgText inverse ${classes.toast}`} data-toast>
          <span>{t(key, values)}</span>
          {undo && (
            <Button
              kind="link"
              onClick={() => {
                undo();
                dismissToast(id);
              }}
              text={t('toast.undo')}
            />
          )}
        </div>
      ))}
    </div>
  );
}

const Guide = part(() => import('./start/Guide.tsx'), 'Guide');

function GuideLayer() {
  const open = useUi((s) => s.guide !== null);
  return (
    open && (
      <Parts>
        <Guide />
      </Parts>
    )
  );
}

const AnswerPane = part(() => import('./answer/AnswerPane.tsx'), 'AnswerPane');
const Verdict = part(() => import('./answer/Verdict.tsx'), 'Verdict');
const WishesGroup = part(() => import('./answer/Verdict.tsx'), 'WishesGroup');
const BudgetBar = part(() => import('./answer/Verdict.tsx'), 'BudgetBar');
const Plot = part(() => import('./compare/ParetoPanel.tsx'), 'ParetoPanel');
const SideBySide = part(() => import('./diff/SideBySide.tsx'), 'SideBySide');
const ReplayPane = part(() => import('./replay/ReplayPane.tsx'), 'ReplayPane');
const TunePane = part(() => import('./tune/TunePane.tsx'), 'TunePane');
const SetPane = part(() => import('./set/SetPane.tsx'), 'SetPane');
const StartPage = part(() => import('./start/StartContent.tsx'), 'StartPage');
const SentPane = part(() => import('./snapshot/SentPane.tsx'), 'SentPane');
const Recomputed = part(() => import('./snapshot/Recomputed.tsx'), 'Recomputed');

const HEADED: readonly ReturnType<typeof useTab>[] = ['answer', 'policies', 'plot'];

function Panel({ tab, children }: { readonly tab: ReturnType<typeof useTab>; readonly children: ReactNode }) {
  const { t } = useText();
  return (
    <div role="tabpanel" aria-labelledby={`tab-${tab}`} className={`stack fill shrinksHeight narrowBlock ${classes.work}`} data-view={tab}>
      <Region name={t(`tab.${tab}`)}>
        {!HEADED.includes(tab) && <h1 className="hidden-text">{t(`tab.${tab}`)}</h1>}
        <Parts fallback={<p className="muted">{t('diff.loading')}</p>}>{children}</Parts>
      </Region>
    </div>
  );
}

function ShortAnswer() {
  return (
    <div className="row surface ruled wrap fixed">
      <Parts>
        <Verdict short />
        <BudgetBar short />
      </Parts>
    </div>
  );
}

const VIEWS = {
  answer: AnswerPane,
  policies: () => (
    <>
      <ShortAnswer />
      <ComparePane />
    </>
  ),
  plot: () => (
    <>
      <ShortAnswer />
      <Later last>
        <Plot />
      </Later>
    </>
  ),
  replay: ReplayPane,
  set: SetPane,
  tune: TunePane,
};

const Work = memo(function Work() {
  const { t } = useText();
  const failed = useApp((s) => s.load.phase === 'failed');
  const expected = useApp((s) => s.expected !== null);
  const sent = useApp(isSent);
  const empty = useApp(isEmpty);
  const again = useApp((s) => checkedAgainst(s) !== null);
  const nothing = useApp((s) => s.comparison === null);
  const tab = useTab();
  const View = VIEWS[tab];
  if (tab !== 'set' && tab !== 'tune') {
    if (sent)
      return (
        <Region name={t('tab.answer')}>
          <Parts fallback={<p className="muted">{t('diff.loading')}</p>}>
            <SentPane />
          </Parts>
        </Region>
      );
    if (empty)
      return (
        <Region name={t('start.page')}>
          <Parts>
            <StartPage />
          </Parts>
        </Region>
      );
    if (expected) return <ExpectedFile />;
    if (failed)
      return nothing || tab === 'replay' ? (
        <NotUnderstood />
      ) : (
        <Panel tab={tab}>
          <NotUnderstood />
        </Panel>
      );
  }
  return (
    <Panel tab={tab}>
      {again && tab !== 'replay' && <Recomputed />}
      {tab !== 'set' && tab !== 'tune' && tab !== 'replay' && <LevelBar />}
      <View />
    </Panel>
  );
});

function Beside() {
  const { t } = useText();
  const open = useUi((s) => s.beside);
  const there = useApp((s) => s.comparison !== null && !isSent(s));
  if (!open || !there) return null;
  return (
    <div className={`stack shrinks surface fixed contained ${classes.diff}`} data-beside>
      <Region name={t('diff.title')}>
        <Later>
          <Parts>
            <SideBySide />
          </Parts>
        </Later>
      </Region>
    </div>
  );
}

function useTitle(): void {
  const { t } = useText();
  const name = useApp((s) => s.loaded?.name);
  const title = name ? `${name} · ${t('app.title')}` : t('app.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function useDrawer(open: boolean): void {
  const before = useRef(open);
  useEffect(() => {
    if (before.current && !open) document.querySelector<HTMLElement>('[data-opens-controls]')?.focus();
    before.current = open;
    if (!open) return;
    const close = (e: KeyboardEvent) => {
      if (e.key === 'Escape' && !e.defaultPrevented) showControls(false);
    };
    return listen(window, { keydown: close });
  }, [open]);
}

export function App() {
  const { t } = useText();
  const narrow = useMediaQuery('(max-width: 720px)');
  const open = useUi((s) => s.controls);
  // A run that was sent is shown as it is: there is nothing to set.
  const sent = useApp(isSent);
  const empty = useApp(isEmpty);
  const bare = useUi((s) => s.sessions === 0) && empty;
  useShortcuts();
  useTitle();
  useDrawer(open);
  const sheet = narrow && open;
  return (
    <div className={`stack clips high100dvh narrowBlock narrowHighAuto narrowSpills ${classes.page}`}>
      <Tap
        className={`absolute rounder pad6-12 bgAccent textOnAccent ${classes.skip}`}
        onClick={() => document.getElementById('main')?.focus()}
        text={t('frame.skip')}
      />
      <Header inert={sheet} empty={empty} />
      <Notices />
      <div className="fillHeight relative flex narrowBlock">
        {!sent && !empty && open && (
          <aside
            className={narrow ? `surface scrolls ${classes.sheet}` : `surface scrolls absolute floats ${classes.drawer}`}
            aria-label={t('frame.controls')}
          >
            <div className={`row spread surface ruled sticky top0 layer1 ${classes.drawerHead}`}>
              <h2>{t('frame.controls')}</h2>
              <Button kind="ghost" icon="close" aria-label={t('frame.controls.close')} onClick={() => showControls(false)} autoFocus />
            </div>
            <Region name={t('frame.controls')}>
              <Controls />
              <Parts>
                <WishesGroup />
              </Parts>
            </Region>
          </aside>
        )}
        <main id="main" tabIndex={-1} className="stack fill shrinksHeight unlined narrowBlock" inert={sheet}>
          {!bare && <TabBar />}
          <Work />
          <Beside />
        </main>
      </div>
      <StatusBar inert={sheet} />
      <GuideLayer />
      <Dialogs />
      <DocumentLayer />
      <Toasts />
    </div>
  );
}
