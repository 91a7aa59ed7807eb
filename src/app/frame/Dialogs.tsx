import { Suspense, type ComponentType } from 'react';
import { part } from '../components/part.ts';
import { closeDocuments } from '../documents/open.ts';
import { openDialog, useUi, type DialogName } from '../store/ui.ts';
import { isSent } from '../store/state.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import { Region } from './Region.tsx';

type DialogComponent = ComponentType<{ readonly onClose: () => void }>;

/** No dialog is part of the first load. */
const DIALOGS: Record<DialogName, DialogComponent> = {
  import: part(() => import('../import/ImportDialog.tsx').then((m) => m.ImportDialog)),
  samples: part(() => import('../import/SamplesDialog.tsx').then((m) => m.SamplesDialog)),
  share: part(() => import('../share/ShareDialog.tsx').then((m) => m.ShareDialog)),
  export: part(() => import('../share/ExportDialog.tsx').then((m) => m.ExportDialog)),
  report: part(() => import('../share/ReportDialog.tsx').then((m) => m.ReportDialog)),
  'set-report': part(() => import('../set/SetReportDialog.tsx').then((m) => m.SetReportDialog)),
  config: part(() => import('../config/ConfigDialog.tsx').then((m) => m.ConfigDialog)),
  history: part(() => import('../history/HistoryDialog.tsx').then((m) => m.HistoryDialog)),
  question: part(() => import('../history/QuestionDialog.tsx').then((m) => m.QuestionDialog)),
  recent: part(() => import('../home/RecentDialog.tsx').then((m) => m.RecentDialog)),
  start: part(() => import('../start/StartDialog.tsx').then((m) => m.StartDialog)),
  fates: part(() => import('../diff/FatesDialog.tsx').then((m) => m.FatesDialog)),
  keywords: part(() => import('../settings/KeywordsDialog.tsx').then((m) => m.KeywordsDialog)),
  models: part(() => import('../models/ModelsDialog.tsx').then((m) => m.ModelsDialog)),
  send: part(() => import('../models/SendDialog.tsx').then((m) => m.SendDialog)),
  loss: part(() => import('../loss/LossDialog.tsx').then((m) => m.LossDialog)),
  use: part(() => import('../use/UseDialog.tsx').then((m) => m.UseDialog)),
  palette: part(() => import('../palette/CommandPalette.tsx').then((m) => m.CommandPalette)),
  shortcuts: part(() => import('../palette/ShortcutsDialog.tsx').then((m) => m.ShortcutsDialog)),
};

const NeedsFile = part(() => import('../snapshot/NeedsFile.tsx').then((m) => m.NeedsFile));
/** Dialogs that work without the messages. */
const WITHOUT_TEXT: ReadonlySet<DialogName> = new Set(['import', 'samples', 'start', 'palette', 'shortcuts', 'set-report']);

const close = (): void => openDialog(null);

const Documents = part(() => import('../documents/DocumentView.tsx').then((m) => m.Documents));

/** A document lies over everything, a dialog included, which is there again when it is closed. */
export function DocumentLayer() {
  const { t } = useText();
  const open = useUi((s) => s.document !== null);
  return (
    open && (
      <Region name={t('region.document')} onClose={closeDocuments}>
        <Suspense>
          <Documents />
        </Suspense>
      </Region>
    )
  );
}

export function Dialogs() {
  const { t } = useText();
  // A report is of what is seen: of the set, where its tab is open.
  const name = useUi((s) => (s.dialog === 'report' && s.set && s.sessions > 0 ? 'set-report' : s.dialog));
  const sent = useApp(isSent);
  if (!name) return null;
  const Open = sent && !WITHOUT_TEXT.has(name) ? NeedsFile : DIALOGS[name];
  return (
    <Region key={name} name={t('region.dialog')} onClose={close}>
      <Suspense>
        <Open onClose={close} />
      </Suspense>
    </Region>
  );
}
