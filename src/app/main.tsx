import './theme/tokens.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { actions } from './store/actions.ts';
import { restoreLanguage } from './store/useText.ts';
import './theme/scheme.ts';

void restoreLanguage();
void actions.start();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
