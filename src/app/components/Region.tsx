import { type ReactNode, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from './Button.tsx';
import { renewFailed } from './part.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useAsk.ts';
import classes from './Panel.module.css';

interface Props {
  readonly name: string;
  /** For regions that cover the page: otherwise a failure could not be dismissed. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

function Broken({ name, error, onClose, again }: Omit<Props, 'children'> & { readonly error: unknown; readonly again: () => void }) {
  const { t } = useText();
  // A reopened part is loaded anew, also without a click on "Try again".
  useEffect(() => renewFailed, []);
  return (
    <div role="alert" className={classes.broken}>
      <strong>{t('region.broken', { name })}</strong>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <Button onClick={again}>{t('region.retry')}</Button>
      {onClose && <Button onClick={onClose}>{t('dialog.close')}</Button>}
    </div>
  );
}

export function Region({ name, onClose, children }: Props) {
  const comparison = useApp((s) => s.comparison);
  return (
    <ErrorBoundary
      resetKeys={[comparison]}
      onReset={renewFailed}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <Broken name={name} error={error} again={resetErrorBoundary} {...(onClose && { onClose })} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
