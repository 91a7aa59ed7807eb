import type { ReactNode } from 'react';
import { fileOf, isForBrowser, openDocument } from './open.ts';

interface Props {
  readonly id: string;
  readonly anchor?: string;
  readonly className?: string | undefined;
  readonly label?: string;
  readonly children: ReactNode;
}

export function DocumentLink({ id, anchor, className, label, children }: Props) {
  return (
    <a
      href={fileOf({ id, anchor: anchor ?? null })}
      className={className}
      aria-label={label}
      onClick={(e) => {
        if (isForBrowser(e)) return;
        e.preventDefault();
        openDocument(id, anchor);
      }}
    >
      {children}
    </a>
  );
}
