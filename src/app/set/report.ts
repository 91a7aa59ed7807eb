/** The report of the set that is seen: its figures as the page has them, in the page's language. */
import { rowToUse, WISHES } from '../../engine/answer/contract.ts';
import { agentOfMost, wishesOfSet } from '../../engine/answer/sets.ts';
import { formatReason, t } from '../../i18n/index.ts';
import type { SetReportData, SetReportSession } from '../../report/set/contract.ts';
import type { Reason } from '../../engine/transcript/types.ts';
import '../../i18n/report-words.ts';
import { changedSettings, targetOf } from '../../worker/report-settings.ts';
import { app } from '../store/store.ts';
import { comparedInSet } from './compared.ts';
import { requestNow } from './request.ts';
import { resultRows } from './rows.ts';
import { type SetState, useSet } from './state.ts';
import { toldSet } from './told.ts';

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
export function setReportData(names: boolean): SetReportData | null {
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
