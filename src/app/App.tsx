import { useMediaQuery } from './components/useMedia.ts';
import { memo, Suspense, useEffect, useRef } from 'react';
import { ComparePane } from './compare/ComparePane.tsx';
import { PlotBeside } from './compare/PlotBeside.tsx';
import { usePlotRoom } from './compare/plotRoom.ts';
import { Button } from './components/Button.tsx';
import { part } from './components/part.ts';
import { Dialogs, DocumentLayer } from './frame/Dialogs.tsx';
import { Header } from './frame/Header.tsx';
import { Notices } from './frame/Notices.tsx';
import { Region } from './frame/Region.tsx';
import { Splitter, useSplit } from './frame/Splitter.tsx';
import { StatusBar } from './frame/StatusBar.tsx';
import { TabBar, useTab } from './frame/TabBar.tsx';
import { Toasts } from './frame/Toasts.tsx';
import classes from './frame/frame.module.css';
import shared from './theme/shared.module.css';
import { LevelBar } from './history/LevelBar.tsx';
import { ExpectedFile } from './import/ExpectedFile.tsx';
import { NotUnderstood } from './import/NotUnderstood.tsx';
import { BriefControls, Controls, useChanged } from './settings/Controls.tsx';
import { Rail } from './settings/Rail.tsx';
import { FirstVisit } from './start/FirstVisit.tsx';
import { GuideLayer } from './start/GuideLayer.tsx';
import { checkedAgainst, isEmpty, isSent } from './store/state.ts';
import { Later, useApp } from './store/store.ts';
import { showControls, useUi } from './store/ui.ts';
import { useText } from './store/useText.ts';
import { useShortcuts } from './palette/useShortcuts.ts';

const AnswerLine = part(
  () => import('./answer/AnswerLine.tsx'),
  (m) => m.AnswerLine,
);
const SideBySide = part(
  () => import('./diff/SideBySide.tsx'),
  (m) => m.SideBySide,
);
const ReplayPane = part(
  () => import('./replay/ReplayPane.tsx'),
  (m) => m.ReplayPane,
);
const TunePane = part(
  () => import('./tune/TunePane.tsx'),
  (m) => m.TunePane,
);
const SetPane = part(
  () => import('./set/SetPane.tsx'),
  (m) => m.SetPane,
);
const StartPage = part(
  () => import('./start/StartPage.tsx'),
  (m) => m.StartPage,
);
const SentPane = part(
  () => import('./snapshot/SentPane.tsx'),
  (m) => m.SentPane,
);
const Recomputed = part(
  () => import('./snapshot/Recomputed.tsx'),
  (m) => m.Recomputed,
);

/** In the table's place: the comparison, or why there is none. */
const Work = memo(function Work() {
  const { t } = useText();
  const failed = useApp((s) => s.load.phase === 'failed');
  const expected = useApp((s) => s.expected !== null);
  const sent = useApp(isSent);
  const empty = useApp(isEmpty);
  const again = useApp((s) => checkedAgainst(s) !== null);
  const split = useSplit();
  const full = usePlotRoom((s) => s.full && s.open);
  const nothing = useApp((s) => s.comparison === null);
  const tab = useTab();
  const replays = tab === 'replay';
  if (tab === 'set')
    return (
      <div role="tabpanel" aria-labelledby="tab-set" className={classes.work}>
        <Region name={t('tab.set')}>
          <Suspense fallback={<p className={shared.muted}>{t('tab.loading')}</p>}>
            <SetPane />
          </Suspense>
        </Region>
      </div>
    );
  if (tab === 'tune')
    return (
      <div role="tabpanel" aria-labelledby="tab-tune" className={classes.work}>
        <Region name={t('tab.tune')}>
          <Suspense fallback={<p className={shared.muted}>{t('tab.loading')}</p>}>
            <TunePane />
          </Suspense>
        </Region>
      </div>
    );
  if (sent)
    return (
      <Region name={t('tab.compare')}>
        <Suspense fallback={<p className={shared.muted}>{t('tab.loading')}</p>}>
          <SentPane />
        </Suspense>
      </Region>
    );
  if (empty)
    return (
      <Region name={t('start.page')}>
        <Suspense>
          <StartPage />
        </Suspense>
      </Region>
    );
  if (expected) return <ExpectedFile />;
  if (failed && nothing) return <NotUnderstood />;
  if (replays && !failed)
    return (
      <div role="tabpanel" aria-labelledby="tab-replay" className={classes.work}>
        <Region name={t('tab.replay')}>
          <Suspense fallback={<p className={shared.muted}>{t('tab.loading')}</p>}>
            <ReplayPane />
          </Suspense>
        </Region>
      </div>
    );
  return (
    <div role="tabpanel" aria-labelledby="tab-compare" className={full && !failed ? `${classes.work} ${classes.alone}` : classes.work}>
      {again && (
        <Suspense>
          <Recomputed />
        </Suspense>
      )}
      {!failed && <LevelBar />}
      {!failed && (
        <Region name={t('tab.compare')}>
          <Suspense fallback={<div className={classes.answer} />}>
            <AnswerLine />
          </Suspense>
        </Region>
      )}
      <div className={failed ? `${classes.compare} ${classes.failed}` : classes.compare} style={failed ? undefined : split.style}>
        {failed ? (
          <NotUnderstood />
        ) : (
          <>
            <div className={classes.rows}>
              <Region name={t('tab.compare')}>
                <ComparePane />
              </Region>
            </div>
            <PlotBeside />
          </>
        )}
      </div>
      <Splitter split={split} />
      <div className={classes.diff}>
        <Region name={t('diff.title')}>
          <Later>
            <Suspense>
              <SideBySide />
            </Suspense>
          </Later>
        </Region>
      </div>
    </div>
  );
});

/** Names the browser tab after the transcript. */
function useTitle(): void {
  const { t } = useText();
  const name = useApp((s) => s.loaded?.name);
  const title = name ? `${name} · ${t('app.title')}` : t('app.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Escape closes the drawer, and closing it returns the focus to its button. */
function useDrawer(open: boolean): void {
  const before = useRef(open);
  useEffect(() => {
    if (before.current && !open) document.querySelector<HTMLElement>('[data-opens-controls]')?.focus();
    before.current = open;
    if (!open) return;
    const close = (e: KeyboardEvent) => {
      if (e.key === 'Escape' && !e.defaultPrevented) showControls(false);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);
}

/** The frame: header, controls, tabs with their work, status line. Below 1367 px, beside a set and tuning the controls are a rail that opens over the page, below 721 px a sheet. */
export function App() {
  const { t, n } = useText();
  const narrow = useMediaQuery('(max-width: 720px)');
  // A set and tuning need the whole width.
  const tab = useTab();
  const small = useMediaQuery('(max-width: 1366px)');
  const drawer = small || tab === 'set' || tab === 'tune';
  const open = useUi((s) => s.controls);
  const changed = useChanged();
  // A run that was sent is shown as it is: there is nothing to set.
  const sent = useApp(isSent);
  const empty = useApp(isEmpty);
  // With a set, its tab stays in reach.
  const bare = useUi((s) => s.sessions === 0) && empty;
  useShortcuts();
  useTitle();
  useDrawer(open);
  const sheet = narrow && open;
  return (
    <div className={classes.page}>
      <button type="button" className={classes.skip} onClick={() => document.getElementById('main')?.focus()}>
        {t('frame.skip')}
      </button>
      <Header inert={sheet} empty={empty} />
      <Notices />
      <FirstVisit />
      <div className={classes.columns}>
        {!sent && !empty && drawer && !narrow && <Rail />}
        {!sent && !empty && (!drawer || open) && (
          <aside className={drawer ? (narrow ? classes.sheet : classes.drawer) : classes.controls} aria-label={t('frame.controls')}>
            {drawer && (
              <div className={classes.drawerHead}>
                <h2>{t('frame.controls')}</h2>
                <Button kind="ghost" icon="close" aria-label={t('frame.controls.close')} onClick={() => showControls(false)} autoFocus />
              </div>
            )}
            <Region name={t('frame.controls')}>
              <Controls />
            </Region>
          </aside>
        )}
        <main id="main" tabIndex={-1} className={classes.main} inert={sheet}>
          {narrow && !sent && !empty && (
            <div className={classes.brief}>
              <BriefControls />
              <Button icon="tune" className={classes.all} aria-expanded={open} data-opens-controls onClick={() => showControls(true)}>
                {changed > 0 ? t('frame.controls.all', { count: changed }) : t('frame.controls.none', { count: n.whole(0) })}
              </Button>
            </div>
          )}
          {!bare && <TabBar />}
          <Work />
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
