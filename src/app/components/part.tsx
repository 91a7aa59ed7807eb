/** Parts of the page that are loaded on demand, and again after a failed attempt. */
import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { begin, during, useApp, useText } from '../store/index.ts';
import { Button } from './Button.tsx';

/** Resets each part that could not be loaded for another attempt. */
const failed = new Set<() => void>();

/** Browsers remember that an address could not be fetched as a module: another attempt needs another address of the same file. */
const importAgain = (address: string, attempt: number): Promise<unknown> => import(/* @vite-ignore */ `${address}?again=${attempt}`);

/** The address that a browser names in its error; null where it names none. */
function addressIn(error: unknown): string | null {
  const [address] = /https?:\/\/[^\s?]+\.js/.exec(error instanceof Error ? error.message : '') ?? [];
  return address && new URL(address).origin === location.origin ? address : null;
}

/**
 * Like React's `lazy`, which remembers a failure for as long as the page lives: after `renewFailed` the next render loads again. Not at
 * once, because React renders again by itself, and an offline page would retry endlessly. docs/adr/0023-one-style-sheet.md
 */
export function part<M, N extends keyof M, P extends object = M[N] extends ComponentType<infer Given extends object> ? Given : never>(
  load: () => Promise<M>,
  name: N,
  again: (address: string, attempt: number) => Promise<unknown> = importAgain,
): ComponentType<P> {
  let address: string | null = null;
  let attempts = 0;
  const fetched = async (): Promise<{ readonly default: ComponentType<P> }> => {
    try {
      const module = await during(address === null ? load() : (again(address, ++attempts) as Promise<M>));
      return { default: module[name] as ComponentType<P> };
    } catch (error) {
      address ??= addressIn(error);
      failed.add(renew);
      throw error;
    }
  };
  let current = lazy(fetched);
  const renew = (): void => {
    current = lazy(fetched);
  };
  return function Part(props: P) {
    return createElement(current as ComponentType<P>, props);
  };
}

function Pending({ children }: { readonly children?: ReactNode }) {
  useLayoutEffect(() => begin(), []);
  return children;
}

/** Where parts are. The page is not at rest before they are drawn: React keeps a fallback for a moment after a part was loaded. */
export function Parts({ fallback, children }: { readonly fallback?: ReactNode; readonly children: ReactNode }) {
  return createElement(Suspense, { fallback: createElement(Pending, null, fallback) }, children);
}

/** Call before a retry: parts that could not be loaded are loaded anew on the next render. */
export function renewFailed(): void {
  for (const renew of failed) renew();
  failed.clear();
}

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
    <div role="alert" className="stack gap8 second fromStart pad16">
      <strong className="bad">{t('region.broken', { name })}</strong>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <Button onClick={again} text={t('region.retry')} />
      {onClose && <Button onClick={onClose} text={t('dialog.close')} />}
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
