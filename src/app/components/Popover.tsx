import { listen } from './elements.ts';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './components.module.css';

export function usePopover() {
  const [opened, setOpened] = useState(false);
  return {
    close: () => setOpened(false),
    popover: { opened, onChange: setOpened },
    button: { 'aria-expanded': opened, onClick: () => setOpened(!opened) },
  };
}

type Position = 'bottom-start' | 'bottom-end' | 'top-start';

interface Props {
  readonly opened: boolean;
  onChange(opened: boolean): void;
  readonly position: Position;
  readonly target: ReactNode;
  readonly takesFocus?: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}

const GAP = 4;
const MARGIN = 8;

const isCovered = (): boolean => document.querySelector('[data-document-page]') !== null;

function place(box: HTMLElement, target: Element, position: Position): void {
  const from = target.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const above = from.top - GAP - height;
  const below = from.bottom + GAP;
  const fitsBelow = below + height <= innerHeight - MARGIN;
  const top = position === 'top-start' ? (above >= MARGIN ? above : below) : fitsBelow || above < MARGIN ? below : above;
  const left = position === 'bottom-end' ? from.right - width : from.left;
  box.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN))}px`;
  box.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
}

/** A box beside its button, in the browser's top layer (the popover attribute), so that nothing cuts it off. */
export function Popover({ opened, onChange, position, target, takesFocus = false, label, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onChange);
  useEffect(() => {
    close.current = onChange;
  });

  useLayoutEffect(() => {
    const element = box.current;
    const button = anchor.current?.firstElementChild;
    if (!opened || !element || !button) return;
    element.showPopover();
    const again = () => place(element, button, position);
    again();
    const resized = new ResizeObserver(again);
    resized.observe(element);
    if (takesFocus) element.querySelector<HTMLElement>('input, select, button')?.focus();
    const pressed = (e: PointerEvent) => {
      if (isCovered()) return;
      const inside = e.target instanceof Node && (element.contains(e.target) || button.contains(e.target));
      if (!inside) close.current(false);
    };
    const key = (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || isCovered()) return;
      // Closes only the innermost one, not the drawer or dialog around it; a dialog closes by the key's default.
      e.stopPropagation();
      e.preventDefault();
      close.current(false);
    };
    const end = listen(window, { pointerdown: pressed, keydown: key, resize: again, scroll: again }, { capture: true });
    return () => {
      resized.disconnect();
      end();
      const { activeElement } = document;
      if (button instanceof HTMLElement && (activeElement === document.body || element.contains(activeElement))) button.focus();
    };
  }, [opened, position, takesFocus]);

  return (
    <>
      <span ref={anchor} className={classes.anchor}>
        {target}
      </span>
      {opened && (
        <div
          ref={box}
          popover="manual"
          className={`card scrolls toLeft surface overPage margin0 pad0 plainText floats multiLine ${classes.popover}`}
          {...(label !== undefined && { role: 'group', 'aria-label': label })}
        >
          {children}
        </div>
      )}
    </>
  );
}
