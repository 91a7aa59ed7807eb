import { useState } from 'react';

/** State of a popover with its button: a click on the button toggles. */
export function usePopover() {
  const [opened, setOpened] = useState(false);
  return {
    close: () => setOpened(false),
    /** For Popover. */
    popover: { opened, onChange: setOpened },
    /** For its button. */
    button: { 'aria-expanded': opened, onClick: () => setOpened(!opened) },
  };
}
