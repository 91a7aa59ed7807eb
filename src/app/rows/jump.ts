/** Goes from a line of the loss view to its message in the side by side, with the words marked. */
import { actions, useApp } from '../store/index.ts';
import { markText } from '../store/ui.ts';

export function showMarked(message: number, texts: readonly string[]): void {
  const { view } = useApp.getState().scenario;
  if (view.layout !== 'columns') actions.setView('layout', 'columns');
  markText({ index: message, texts });
  actions.select(message);
  // If the message is open already, the selection does not change, so it is scrolled to explicitly.
  actions.reveal(message);
}
