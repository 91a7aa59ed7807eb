/** The comparison as a file to send; texts of messages only on request, once somebody has seen which secrets are in them. */
import { useState } from 'react';
import { WISHES } from '../../engine/answer/contract.ts';
import { errorText } from '../../i18n/index.ts';
import type { FoundSecrets } from '../../worker/protocol.ts';
import { saveStrips } from '../compare/strip/save.ts';
import { useAnswered } from '../rows/useTableRows.ts';
import { Button, Panel } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Fields } from '../components/NumberField.tsx';
import { client } from '../store/engine.ts';
import { useApp } from '../store/store.ts';
import { toast } from '../store/ui.ts';
import { useText } from '../store/useAsk.ts';
import shared from '../theme/shared.module.css';
import { copyText, download, fileName } from '../components/share-files.ts';
import { countOf, Secrets } from './ExportDialog.tsx';
import classes from './share.module.css';

export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useText();
  const loaded = useApp((s) => s.loaded);
  const comparison = useApp((s) => s.comparison);
  const scenario = useApp((s) => s.scenario);
  const recalling = useApp((s) => s.recalling);
  const found = useAnswered(comparison);
  const [texts, setTexts] = useState(false);
  const [masks, setMasks] = useState(true);
  /** null = nobody has looked yet. */
  const [secrets, setSecrets] = useState<readonly FoundSecrets[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  if (!loaded || !comparison) return null;
  const wantTexts = async (on: boolean): Promise<void> => {
    setTexts(on);
    if (!on || secrets) return;
    const reply = await client.secrets();
    if (reply.ok) setSecrets(reply.value);
    else setError(errorText(reply.error));
  };
  const written = async (kind: 'html' | 'md'): Promise<string | null> => {
    setError(null);
    const holds = kind === 'html' && texts ? (masks ? 'masked' : 'whole') : null;
    const wishes = scenario.view.wishes ?? WISHES;
    const reply = await client.exportComparison(kind, { name: loaded.name, wishes, smallest: found?.answer.smallest, language, texts: holds });
    if (!reply.ok) setError(errorText(reply.error));
    return reply.ok ? reply.value : null;
  };
  const save = async (kind: 'html' | 'md'): Promise<void> => {
    const text = await written(kind);
    if (text !== null) download(fileName(loaded.name, 'report', kind), text, kind === 'html' ? 'text/html' : 'text/markdown');
  };
  const copy = async (): Promise<void> => {
    const text = await written('md');
    if (text === null) return;
    if (await copyText(text)) toast('action.copied');
    else setError(t('export.noClipboard'));
  };
  const rows = found?.rows ?? [];
  return (
    <Dialog title={t('header.report')} onClose={onClose}>
      <Panel title={t('header.report')}>
        <p className={shared.help}>{t('export.report.help')}</p>
        <label className={classes.check}>
          <input type="checkbox" checked={texts} onChange={(e) => void wantTexts(e.currentTarget.checked)} />
          <span>{t('report.dialog.texts')}</span>
        </label>
        {texts && (
          <label className={classes.check}>
            <input type="checkbox" checked={masks} onChange={(e) => setMasks(e.currentTarget.checked)} />
            <span>
              {t('report.dialog.mask')}
              <small>{t('report.dialog.mask.help')}</small>
            </span>
          </label>
        )}
        {texts && !secrets && <p className={shared.help}>{t('report.dialog.looking')}</p>}
        {texts && secrets && secrets.length > 0 && (
          <Secrets found={secrets} open={!masks} says={t('report.dialog.found', { count: countOf(secrets) })} />
        )}
        {texts && secrets?.length === 0 && <p className={shared.help}>{t('share.secrets.none')}</p>}
        <Fields>
          <Button kind="primary" icon="export" disabled={texts && !secrets} onClick={() => void save('html')}>
            {t('export.report.html')}
          </Button>
          <Button icon="export" onClick={() => void save('md')}>
            {t('export.report.md')}
          </Button>
          <Button icon="copy" onClick={() => void copy()}>
            {t('report.dialog.copy')}
          </Button>
        </Fields>
        {recalling !== null && <p className={shared.help}>{t('export.recall', { share: Math.floor(recalling * 100) / 100 })}</p>}
      </Panel>
      <Panel title={t('report.dialog.strips')}>
        <p className={shared.help}>{t('report.dialog.strips.help')}</p>
        <Fields>
          {(['svg', 'png'] as const).map((kind) => (
            <Button key={kind} icon="export" onClick={() => void saveStrips(rows, t('report.dialog.strips'), kind)}>
              {t('chart.save.as', { kind: kind.toUpperCase() })}
            </Button>
          ))}
        </Fields>
      </Panel>
      {error && (
        <p role="alert" className={shared.problem}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
