import type { ComponentType } from 'react';
import { part, Parts, Region } from './components/part.tsx';
import { closeDocuments } from './documents/DocumentLink.tsx';
import { type DialogName, isSent, openDialog, useApp, useText, useUi } from './store/index.ts';

type DialogComponent = ComponentType<{ readonly onClose: () => void }>;

const DIALOGS: Record<DialogName, DialogComponent> = {
  import: part(() => import('./import/ImportDialog.tsx'), 'ImportDialog'),
  samples: part(() => import('./import/ImportDialog.tsx'), 'SamplesDialog'),
  share: part(() => import('./share/ShareDialog.tsx'), 'ShareDialog'),
  export: part(() => import('./share/ExportDialog.tsx'), 'ExportDialog'),
  report: part(() => import('./share/ReportDialog.tsx'), 'ReportDialog'),
  'set-report': part(() => import('./share/ReportDialog.tsx'), 'SetReportDialog'),
  config: part(() => import('./settings/ConfigDialog.tsx'), 'ConfigDialog'),
  history: part(() => import('./history/HistoryDialog.tsx'), 'HistoryDialog'),
  question: part(() => import('./history/HistoryDialog.tsx'), 'QuestionDialog'),
  recent: part(() => import('./import/RecentList.tsx'), 'RecentDialog'),
  start: part(() => import('./start/StartContent.tsx'), 'StartDialog'),
  fates: part(() => import('./diff/FatesDialog.tsx'), 'FatesDialog'),
  keywords: part(() => import('./settings/KeywordsDialog.tsx'), 'KeywordsDialog'),
  models: part(() => import('./models/ModelsDialog.tsx'), 'ModelsDialog'),
  send: part(() => import('./models/ToModel.tsx'), 'SendDialog'),
  loss: part(() => import('./loss/LossDialog.tsx'), 'LossDialog'),
  use: part(() => import('./share/UseDialog.tsx'), 'UseDialog'),
  palette: part(() => import('./frame/CommandPalette.tsx'), 'CommandPalette'),
  shortcuts: part(() => import('./frame/CommandPalette.tsx'), 'ShortcutsDialog'),
};

const NeedsFile = part(() => import('./snapshot/SentPane.tsx'), 'NeedsFile');
const WITHOUT_TEXT: ReadonlySet<DialogName> = new Set(['import', 'samples', 'start', 'palette', 'shortcuts', 'set-report']);

const close = (): void => openDialog(null);

const Documents = part(() => import('./documents/DocumentView.tsx'), 'Documents');

export function DocumentLayer() {
  const { t } = useText();
  const open = useUi((s) => s.document !== null);
  return (
    open && (
      <Region name={t('region.document')} onClose={closeDocuments}>
        <Parts>
          <Documents />
        </Parts>
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
      <Parts>
        <Open onClose={close} />
      </Parts>
    </Region>
  );
}
