/** True for elements that take typed or pasted text themselves. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['button', 'checkbox', 'file', 'radio', 'range', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** True while an element takes back its own typing: a number field whose number is taken leaves that to the page. */
export const ownsUndo = (target: EventTarget | null): boolean => isTextField(target) && !(target as HTMLElement).hasAttribute('data-taken');
