import './theme/tokens.css';
import './theme/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { actions } from './store/actions.ts';
import { restoreLanguage } from './store/useText.ts';
import './theme/scheme.ts';

/** As a transition: React draws it in slices, and what the worker answers meanwhile is not kept waiting. */
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

void actions.start();
// The words of another language first: no page in English that changes under the reader's eyes.
void restoreLanguage().finally(draw);
