/**
 * Numbers what a person does: everything that changes between pressing and the next press is one step of the undo. Also for voice and
 * other tools that change a control without a press.
 */
import { ownsUndo } from '../components/text-field.ts';

let gesture = 0;
let pressed = false;

/** The present gesture; 0 = nobody has done anything yet. */
export const currentGesture = (): number => gesture;

/** A new gesture of its own. */
export function newGesture(): number {
  gesture += 1;
  return gesture;
}

/** Letters typed into one field are one gesture. */
const isTyping = (e: KeyboardEvent): boolean =>
  !e.ctrlKey && !e.metaKey && (e.key.length === 1 || e.key === 'Backspace' || e.key === 'Delete') && ownsUndo(e.target);

/** Starts listening; call once. */
export function followGestures(): void {
  const press = () => {
    pressed = true;
    gesture += 1;
  };
  const release = () => {
    pressed = false;
  };
  window.addEventListener('pointerdown', press, true);
  window.addEventListener('pointerup', release, true);
  window.addEventListener('pointercancel', release, true);
  window.addEventListener('focusin', () => !pressed && newGesture(), true);
  window.addEventListener(
    'keydown',
    (e) => {
      if (!e.repeat && !isTyping(e)) press();
      pressed = true;
    },
    true,
  );
  window.addEventListener('keyup', release, true);
  window.addEventListener('click', () => !pressed && newGesture(), true);
  window.addEventListener('input', () => !pressed && newGesture(), true);
}
