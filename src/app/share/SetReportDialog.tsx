/** The set as a file to send: no text of any message, and no name where somebody wants none. */
import { useState } from 'react';
import '../../i18n/set-words.ts';
import { Button, Panel } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Fields } from '../components/NumberField.tsx';
import { copyText, download, fileName } from '../components/share-files.ts';
import dialog from './share.module.css';
import { useText } from '../store/useAsk.ts';
import { toast } from '../store/ui.ts';
import shared from '../theme/shared.module.css';
import { rowToUse, WISHES } from '../../engine/answer/contract.ts';
import { agentOfMost, wishesOfSet } from '../../engine/answer/sets.ts';
import { formatReason, t } from '../../i18n/index.ts';
import type { SetReportData, SetReportSession } from '../../report/contract.ts';
import type { Reason } from '../../engine/transcript/types.ts';
import '../../i18n/report-words.ts';
import { changedSettings, targetOf } from '../../worker/report-settings.ts';
import { app } from '../store/store.ts';
import { comparedInSet, resultRows, toldSet } from '../set/set-rows.ts';
import { requestNow } from '../set/set-actions.ts';
import { type SetState, useSet } from '../set/set-state.ts';

// The report of the set that is seen: its figures as the page has them, in the page's language.

const whyOf = (reason: Reason): SetReportSession['why'] => ({ code: reason.key, reason: formatReason(reason) });

/** Every session, then every file that has none. */
function sessionsOf({ sessions, files, left, status, tables }: SetState): readonly SetReportSession[] {
  const counts = new Map<string, number>();
  for (const { file } of sessions) counts.set(file, (counts.get(file) ?? 0) + 1);
  const compared = new Set(tables?.figures.map(({ session }) => session));
  const found = sessions.map(({ session, file, conversation, format, messages, tokens, exact }): SetReportSession => {
    const count = counts.get(file)!;
    const how = status.get(session);
    const why = how?.state === 'failed' ? whyOf(how.why) : null;
    const state = left.has(session) ? 'left-out' : compared.has(session) ? 'compared' : why ? 'failed' : 'missing';
    const name = count > 1 ? t('set.of', { name: file, index: conversation + 1, count }) : file;
    return { session, name, format, messages, tokens, exact, state, why: state === 'failed' ? why : null };
  });
  const failed = files.flatMap(({ path, why }): readonly SetReportSession[] =>
    why ? [{ session: null, name: path, format: null, messages: null, tokens: null, exact: true, state: 'failed', why: whyOf(why) }] : [],
  );
  return [...found, ...failed];
}

/** null = nothing is compared. */
function setReportData(names: boolean): SetReportData | null {
  const state = useSet.getState();
  const { scenario, description } = app();
  const { tables, own, sessions, name, group } = state;
  if (!tables || tables.sessions === 0 || !description) return null;
  const infos = new Map(description.strategies.map((info) => [info.id, info]));
  const { view } = scenario;
  const compared = comparedInSet();
  const rows = resultRows(tables, infos, compared, scenario.rows, own ? agentOfMost(sessions) : null, rowToUse(tables.answer));
  const wishes = wishesOfSet(view.wishes ?? WISHES);
  const { target, titleOf } = toldSet(scenario, { rows, tables, found: tables.answer, wishes, all: sessions.length });
  const request = requestNow();
  const { settings } = request;
  return {
    name,
    names,
    overview: tables,
    by: group,
    base: rows.find(({ key }) => key === compared[0])?.key ?? null,
    target,
    wishes,
    titleOf,
    controls: new Set(rows.filter(({ info }) => info.kind === 'control').map(({ key }) => key)),
    sessions: sessionsOf(state),
    settings: [
      ['target', targetOf(settings)],
      ['window', settings.window === null ? t('report.set.own') : String(settings.window)],
      ['tokenizer', settings.tokenizer ?? t('report.set.own')],
      ['rows', String(request.rows.length)],
      ...changedSettings(request),
    ],
  };
}

type Kind = 'html' | 'md';

/** null = nothing is compared. Loaded with the first report. */
async function written(kind: Kind, names: boolean): Promise<string | null> {
  const [{ setHtml }, { setMarkdown }] = await Promise.all([
    import('../../report/set/set-report-html.ts'),
    import('../../report/set/set-report-markdown.ts'),
  ]);
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
    if (await copyText(text)) toast('action.copied');
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
        {none ? <p className={shared.help}>{t('diff.empty')}</p> : stale && <p className={shared.help}>{t('set.report.stale')}</p>}
      </Panel>
      {error && (
        <p role="alert" className={shared.problem}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
