/** The comparison as a file to send; texts of messages only on request, once somebody has seen which secrets are in them. */
import { useState } from 'react';
import { rowToUse, WISHES } from '../../engine/answer/contract.ts';
import { agentOfMost, wishesOfSet } from '../../engine/answer/sets.ts';
import type { Reason } from '../../engine/transcript/types.ts';
import { errorText, formatReason, t } from '../../i18n/index.ts';
import '../../i18n/en/report.ts';
import '../../i18n/en/set.ts';
import type { SetReportData, SetReportSession } from '../../report/contract.ts';
import type { FoundSecrets } from '../../worker/protocol.ts';
import { changedSettings, targetOf } from '../../worker/report-settings.ts';
import { saveStrips } from '../compare/strip/save.ts';
import { Button, Panel } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Fields } from '../components/NumberField.tsx';
import { copyText, download, fileName } from '../components/share-files.ts';
import { useAnswered } from '../rows/useTableRows.ts';
import { requestNow } from '../set/set-actions.ts';
import { comparedInSet, resultRows, toldSet } from '../set/set-rows.ts';
import { type SetState, useSet } from '../set/set-state.ts';
import { client } from '../store/engine.ts';
import { app, useApp } from '../store/store.ts';
import { toast } from '../store/ui.ts';
import { useText } from '../store/useAsk.ts';
import { countOf, Secrets } from './ExportDialog.tsx';

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
        <p className="help">{t('export.report.help')}</p>
        <label className="gap8 flex fromStart marginBottom12">
          <input className="fixed margin2-0" type="checkbox" checked={texts} onChange={(e) => void wantTexts(e.currentTarget.checked)} />
          <span>{t('report.dialog.texts')}</span>
        </label>
        {texts && (
          <label className="gap8 flex fromStart marginBottom12">
            <input className="fixed margin2-0" type="checkbox" checked={masks} onChange={(e) => setMasks(e.currentTarget.checked)} />
            <span>
              {t('report.dialog.mask')}
              <small className="block line16">{t('report.dialog.mask.help')}</small>
            </span>
          </label>
        )}
        {texts && !secrets && <p className="help">{t('report.dialog.looking')}</p>}
        {texts && secrets && secrets.length > 0 && (
          <Secrets found={secrets} open={!masks} says={t('report.dialog.found', { count: countOf(secrets) })} />
        )}
        {texts && secrets?.length === 0 && <p className="help">{t('share.secrets.none')}</p>}
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
        {recalling !== null && <p className="help">{t('export.recall', { share: Math.floor(recalling * 100) / 100 })}</p>}
      </Panel>
      <Panel title={t('report.dialog.strips')}>
        <p className="help">{t('report.dialog.strips.help')}</p>
        <Fields>
          {(['svg', 'png'] as const).map((kind) => (
            <Button key={kind} icon="export" onClick={() => void saveStrips(rows, t('report.dialog.strips'), kind)}>
              {t('chart.save.as', { kind: kind.toUpperCase() })}
            </Button>
          ))}
        </Fields>
      </Panel>
      {error && (
        <p role="alert" className="problem">
          {error}
        </p>
      )}
    </Dialog>
  );
}

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
        <p className="help">{t('set.report.help')}</p>
        <label className="gap8 flex fromStart marginBottom12">
          <input className="fixed margin2-0" type="checkbox" checked={names} onChange={(e) => setNames(e.currentTarget.checked)} />
          <span>
            {t('set.report.names')}
            <small className="block line16">{t('set.report.names.help')}</small>
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
        {none ? <p className="help">{t('diff.empty')}</p> : stale && <p className="help">{t('set.report.stale')}</p>}
      </Panel>
      {error && (
        <p role="alert" className="problem">
          {error}
        </p>
      )}
    </Dialog>
  );
}
