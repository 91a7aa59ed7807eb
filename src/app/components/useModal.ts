import { type RefObject, useEffect } from 'react';

/** A `<dialog>` that is modal while it is mounted; then the focus returns to where it was. @param first takes the focus, else the browser chooses */
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
