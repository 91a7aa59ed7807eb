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
import { Check, Fields } from '../components/NumberField.tsx';
import { copyText, download, fileName } from '../components/elements.ts';
import { useAnswered } from '../rows/useTableRows.ts';
import { requestNow } from '../set/set-actions.ts';
import { comparedInSet, resultRows, type SetState, toldSet, useSet } from '../set/set-state.ts';
import { app, client, toast, useApp, useText } from '../store/index.ts';
import { countOf, Secrets, Problem } from './ExportDialog.tsx';

type Kind = 'html' | 'md';

interface WaysProps {
  readonly name: string;
  /** null = it could not be written, and why was said. */
  readonly write: (kind: Kind) => Promise<string | null>;
  readonly onError: (words: string | null) => void;
  readonly html: boolean;
  readonly text?: boolean;
}

/** As a page, as Markdown, to the clipboard. */
function Ways({ name, write, onError, html, text = true }: WaysProps) {
  const { t } = useText();
  const taken = (kind: Kind, take: (report: string) => unknown) => async (): Promise<void> => {
    onError(null);
    const report = await write(kind);
    if (report !== null) await take(report);
  };
  const save = (kind: Kind, type: string) => taken(kind, (report) => download(fileName(name, 'report', kind), report, type));
  const copy = taken('md', async (report) => ((await copyText(report)) ? toast('action.copied') : onError(t('export.noClipboard'))));
  return (
    <Fields>
      <Button kind="primary" icon="export" disabled={!html} onClick={save('html', 'text/html')} text={t('export.report.html')} />
      <Button icon="export" disabled={!text} onClick={save('md', 'text/markdown')} text={t('export.report.md')} />
      <Button icon="copy" disabled={!text} onClick={copy} text={t('report.dialog.copy')} />
    </Fields>
  );
}

export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useText();
  const loaded = useApp((s) => s.loaded);
  const comparison = useApp((s) => s.comparison);
  const scenario = useApp((s) => s.scenario);
  const recalling = useApp((s) => s.recalling);
  const found = useAnswered(comparison);
  const [texts, setTexts] = useState(false);
  const [masks, setMasks] = useState(true);
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
    const holds = kind === 'html' && texts ? (masks ? 'masked' : 'whole') : null;
    const wishes = scenario.view.wishes ?? WISHES;
    const reply = await client.exportComparison(kind, { name: loaded.name, wishes, smallest: found?.answer.smallest, language, texts: holds });
    if (!reply.ok) setError(errorText(reply.error));
    return reply.ok ? reply.value : null;
  };
  const rows = found?.rows ?? [];
  return (
    <Dialog title={t('header.report')} onClose={onClose}>
      <Panel title={t('header.report')}>
        <p className="help">{t('export.report.help')}</p>
        <Check className="gap8 flex fromStart marginBottom12" checked={texts} onChange={(on) => void wantTexts(on)}>
          <span>{t('report.dialog.texts')}</span>
        </Check>
        {texts && (
          <Check className="gap8 flex fromStart marginBottom12" checked={masks} onChange={setMasks}>
            <span>
              {t('report.dialog.mask')}
              <small className="block line16">{t('report.dialog.mask.help')}</small>
            </span>
          </Check>
        )}
        {texts && !secrets && <p className="help">{t('report.dialog.looking')}</p>}
        {texts && secrets && secrets.length > 0 && (
          <Secrets found={secrets} open={!masks} says={t('report.dialog.found', { count: countOf(secrets) })} />
        )}
        {texts && secrets?.length === 0 && <p className="help">{t('share.secrets.none')}</p>}
        <Ways name={loaded.name} write={written} onError={setError} html={!texts || secrets !== null} />
        {recalling !== null && <p className="help">{t('export.recall', { share: Math.floor(recalling * 100) / 100 })}</p>}
      </Panel>
      <Panel title={t('report.dialog.strips')}>
        <p className="help">{t('report.dialog.strips.help')}</p>
        <Fields>
          {(['svg', 'png'] as const).map((kind) => (
            <Button
              key={kind}
              icon="export"
              onClick={() => void saveStrips(rows, t('report.dialog.strips'), kind)}
              text={t('chart.save.as', { kind: kind.toUpperCase() })}
            />
          ))}
        </Fields>
      </Panel>
      {error && <Problem text={error} />}
    </Dialog>
  );
}

// The report of the set that is seen: its figures as the page has them, in the page's language.

const whyOf = (reason: Reason): SetReportSession['why'] => ({ code: reason.key, reason: formatReason(reason) });

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
  const none = compared === 0;
  return (
    <Dialog title={t('set.report')} onClose={onClose}>
      <Panel title={t('set.report')}>
        <p className="help">{t('set.report.help')}</p>
        <Check className="gap8 flex fromStart marginBottom12" checked={names} onChange={setNames}>
          <span>
            {t('set.report.names')}
            <small className="block line16">{t('set.report.names.help')}</small>
          </span>
        </Check>
        <Ways name={names ? name : 'set'} write={(kind) => written(kind, names)} onError={setError} html={!none} text={!none} />
        {none ? <p className="help">{t('diff.empty')}</p> : stale && <p className="help">{t('set.report.stale')}</p>}
      </Panel>
      {error && <Problem text={error} />}
    </Dialog>
  );
}
