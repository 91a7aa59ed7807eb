import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useText } from '../store/index.ts';
import { Button } from './Button.tsx';
import classes from './components.module.css';

export function useModal(element: RefObject<HTMLDialogElement | null>, first: (dialog: HTMLDialogElement) => HTMLElement | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    if (dialog) first(dialog)?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
}

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog on the browser's own `<dialog>`: focus stays inside, Escape closes, the page behind is inert, and focus returns to where it was. */
export function Dialog({ title, onClose, wide, children }: Props) {
  const { t } = useText();
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // The browser would focus the close button; the dialog's purpose comes first.
  useModal(element, (dialog) => dialog.querySelector<HTMLElement>(`.${classes.body} :is(input, textarea, select, button):not(:disabled)`));
  return (
    <dialog
      ref={element}
      className={
        wide
          ? `pad0 framed r3 surface plainText floats clips ${classes.dialog} ${classes.wide}`
          : `pad0 framed r3 surface plainText floats clips ${classes.dialog}`
      }
      aria-labelledby={heading}
      onCancel={(e) => {
        e.preventDefault();
        onClose();
      }}
      onPointerDown={(e) => e.target === element.current && onClose()}
    >
      <div className={`row gap8 ruled ${classes.head}`}>
        <h2 className="grows bold15" id={heading}>
          {title}
        </h2>
        <Button kind="ghost" icon="close" aria-label={t('dialog.close')} onClick={onClose} />
      </div>
      <div className={`scrolls shrinksHeight ${classes.body}`}>{children}</div>
    </dialog>
  );
}
