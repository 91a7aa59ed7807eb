import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/shared.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followCompared } from './rows/useTableRows.ts';
import { followDocuments } from './documents/DocumentLink.tsx';
import { workOffline } from './store/offline.ts';
import { actions } from './store/store-actions.ts';
import { client } from './store/engine.ts';
import { app, during, useApp } from './store/store.ts';
import { readStored } from './store/storage.ts';
import { showSet } from './store/ui.ts';
import { restoreLanguage } from './store/useAsk.ts';
import './theme/scheme.ts';

/** As a transition: React renders it in slices, and the worker's answers need not wait. */
function draw(): void {
  const root = createRoot(document.getElementById('root')!);
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

followCompared();

const FIRST_MS = 2000;

/** Settles when the first paint would show its answer, or will have to wait for the engine. */
function firstAnswer(started: Promise<void>): Promise<unknown> {
  const answered = new Promise<void>((resolve) => {
    const stop = useApp.subscribe(({ recalled }) => {
      if (!recalled) return;
      stop();
      resolve();
    });
  });
  const nothing = started.then(() => (app().comparison ? answered : undefined));
  return Promise.race([answered, nothing, client.warmed, new Promise((resolve) => setTimeout(resolve, FIRST_MS))]);
}

followDocuments();
const started = during(actions.start());
void started.then(workOffline);
if (readStored('set')) void during(import('./set/set-actions.ts').then(({ restore }) => restore()));
else showSet(false);
// The words of another language are loaded first, so that the page does not change from English while somebody reads.
void during(Promise.all([restoreLanguage(), firstAnswer(started)])).finally(draw);
