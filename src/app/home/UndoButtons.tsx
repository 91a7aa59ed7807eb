import { Button } from '../components/Button.tsx';
import { STEPS } from '../palette/commands.ts';
import { keyNames } from '../palette/useShortcuts.ts';
import { actions } from '../store/actions.ts';
import { useText } from '../store/useText.ts';
import { useUndo } from '../store/undo-steps.ts';
import { whatChanged } from './what-changed.ts';

/** One step of the settings back, one forth; each says which. */
export function UndoButtons() {
  const { t } = useText();
  const back = useUndo((s) => s.past.at(-1));
  const forth = useUndo((s) => s.future.at(-1));
  const undo = back ? t('undo.undo', { what: whatChanged(back.changes) }) : t('undo.undo.none');
  const redo = forth ? t('undo.redo', { what: whatChanged(forth.changes) }) : t('undo.redo.none');
  return (
    <>
      <Button kind="ghost" icon="undo" aria-label={undo} title={`${undo} (${keyNames(STEPS.undo)})`} disabled={!back} onClick={actions.undo} />
      <Button kind="ghost" icon="redo" aria-label={redo} title={`${redo} (${keyNames(STEPS.redo)})`} disabled={!forth} onClick={actions.redo} />
    </>
  );
}
