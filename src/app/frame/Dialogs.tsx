import { lazy, Suspense, type ComponentType } from 'react';
import { openDialog, useUi, type DialogName } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { Region } from './Region.tsx';

type DialogComponent = ComponentType<{ readonly onClose: () => void }>;

/** No dialog is part of the first load. */
const DIALOGS: Record<DialogName, DialogComponent> = {
  import: lazy(() => import('../import/ImportDialog.tsx').then((m) => ({ default: m.ImportDialog }))),
  samples: lazy(() => import('../import/SamplesDialog.tsx').then((m) => ({ default: m.SamplesDialog }))),
  share: lazy(() => import('../share/ShareDialog.tsx').then((m) => ({ default: m.ShareDialog }))),
  export: lazy(() => import('../share/ExportDialog.tsx').then((m) => ({ default: m.ExportDialog }))),
  config: lazy(() => import('../config/ConfigDialog.tsx').then((m) => ({ default: m.ConfigDialog }))),
  history: lazy(() => import('../history/HistoryDialog.tsx').then((m) => ({ default: m.HistoryDialog }))),
  question: lazy(() => import('../history/QuestionDialog.tsx').then((m) => ({ default: m.QuestionDialog }))),
  fates: lazy(() => import('../diff/FatesDialog.tsx').then((m) => ({ default: m.FatesDialog }))),
  keywords: lazy(() => import('../settings/KeywordsDialog.tsx').then((m) => ({ default: m.KeywordsDialog }))),
  models: lazy(() => import('../models/ModelsDialog.tsx').then((m) => ({ default: m.ModelsDialog }))),
  send: lazy(() => import('../models/SendDialog.tsx').then((m) => ({ default: m.SendDialog }))),
  loss: lazy(() => import('../loss/LossDialog.tsx').then((m) => ({ default: m.LossDialog }))),
  palette: lazy(() => import('../palette/CommandPalette.tsx').then((m) => ({ default: m.CommandPalette }))),
  shortcuts: lazy(() => import('../palette/ShortcutsDialog.tsx').then((m) => ({ default: m.ShortcutsDialog }))),
};

const close = (): void => openDialog(null);

export function Dialogs() {
  const { t } = useText();
  const name = useUi((s) => s.dialog);
  if (!name) return null;
  const Open = DIALOGS[name];
  return (
    <Region name={t('region.dialog')}>
      <Suspense>
        <Open key={name} onClose={close} />
      </Suspense>
    </Region>
  );
}
