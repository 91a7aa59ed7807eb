import { useEffect, useState } from 'react';

/** State of a popover with its button: a click toggles, Escape closes wherever the focus is. */
export function usePopover() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!opened) return;
    const close = (e: KeyboardEvent) => {
      if (e.key !== 'Escape') return;
      // Only the innermost closes: not the drawer or dialog around it.
      e.stopPropagation();
      setOpened(false);
    };
    window.addEventListener('keydown', close, true);
    return () => window.removeEventListener('keydown', close, true);
  }, [opened]);
  return {
    close: () => setOpened(false),
    /** For Mantine's Popover. */
    popover: { opened, onChange: setOpened, withRoles: false, returnFocus: true },
    /** For the button inside Popover.Target. */
    button: { 'aria-expanded': opened, onClick: () => setOpened(!opened) },
  };
}
