import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '../components/Button.tsx';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import classes from './frame.module.css';

/** A part of the page that may fail alone: the others go on, and a new comparison or a click tries again. */
export function Region({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  return (
    <ErrorBoundary
      resetKeys={[comparison]}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <div role="alert" className={classes.broken}>
          <strong>{t('region.broken', { name })}</strong>
          <code>{error instanceof Error ? error.message : String(error)}</code>
          <Button onClick={resetErrorBoundary}>{t('region.retry')}</Button>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
