/** The set as a file to send: no text of any message, and no name where somebody wants none. */
import { useState } from 'react';
import '../../i18n/set-words.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Fields } from '../components/Field.tsx';
import { Panel } from '../components/Panel.tsx';
import { copyText, download, fileName } from '../share/files.ts';
import dialog from '../share/share.module.css';
import { useText } from '../store/useText.ts';
import { toast } from '../store/ui.ts';
import shared from '../theme/shared.module.css';
import { setReportData } from './report.ts';
import { useSet } from './state.ts';

type Kind = 'html' | 'md';

/** null = nothing is compared. Loaded with the first report. */
async function written(kind: Kind, names: boolean): Promise<string | null> {
  const [{ setHtml }, { setMarkdown }] = await Promise.all([import('../../report/set/html.ts'), import('../../report/set/markdown.ts')]);
  const data = setReportData(names);
  if (!data) return null;
  return kind === 'html' ? setHtml(data) : setMarkdown(data);
}

export function SetReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const name = useSet((s) => s.name);
  const compared = useSet((s) => s.tables?.sessions ?? 0);
  const stale = useSet((s) => s.stale);
  const [names, setNames] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const save = async (kind: Kind): Promise<void> => {
    setError(null);
    const text = await written(kind, names);
    if (text !== null) download(fileName(names ? name : 'set', 'report', kind), text, kind === 'html' ? 'text/html' : 'text/markdown');
  };
  const copy = async (): Promise<void> => {
    setError(null);
    const text = await written('md', names);
    if (text === null) return;
    if (await copyText(text)) toast('report.dialog.copied');
    else setError(t('export.noClipboard'));
  };
  const none = compared === 0;
  return (
    <Dialog title={t('set.report')} onClose={onClose}>
      <Panel title={t('set.report')}>
        <p className={shared.help}>{t('set.report.help')}</p>
        <label className={dialog.check}>
          <input type="checkbox" checked={names} onChange={(e) => setNames(e.currentTarget.checked)} />
          <span>
            {t('set.report.names')}
            <small>{t('set.report.names.help')}</small>
          </span>
        </label>
        <Fields>
          <Button kind="primary" icon="export" disabled={none} onClick={() => void save('html')}>
            {t('export.report.html')}
          </Button>
          <Button icon="export" disabled={none} onClick={() => void save('md')}>
            {t('export.report.md')}
          </Button>
          <Button icon="copy" disabled={none} onClick={() => void copy()}>
            {t('report.dialog.copy')}
          </Button>
        </Fields>
        {none ? <p className={shared.help}>{t('set.report.none')}</p> : stale && <p className={shared.help}>{t('set.report.stale')}</p>}
      </Panel>
      {error && (
        <p role="alert" className={shared.problem}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
