export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['button', 'checkbox', 'file', 'radio', 'range', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

export const ownsUndo = (target: EventTarget | null): boolean => isTextField(target) && !(target as HTMLElement).hasAttribute('data-taken');
