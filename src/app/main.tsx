import './theme/tokens.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { actions } from './store/actions.ts';
import { restoreLanguage } from './store/useText.ts';
import './theme/scheme.ts';

function draw(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void actions.start();
// The words of another language first: no page in English that changes under the reader's eyes.
void restoreLanguage().finally(draw);
