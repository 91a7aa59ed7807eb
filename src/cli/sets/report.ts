/** The report of a set as files: the same as the page's, of lines that `map` wrote. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WISHES } from '../../engine/answer/contract.ts';
import { answerOfSet, wishesOfSet } from '../../engine/answer/sets.ts';
import { byId } from '../../engine/pipelines/index.ts';
import type { FailedLine } from '../../engine/sets/contract.ts';
import type { Reducer, SetTables } from '../../engine/sets/reduce.ts';
import type { SetReportData, SetReportSession } from '../../report/set/contract.ts';
import { setHtml } from '../../report/set/html.ts';
import { setMarkdown } from '../../report/set/markdown.ts';
import type { Args } from '../args.ts';
import { err } from '../output.ts';
import { numbers, t } from '../words.ts';
import { titlesOf } from './titles.ts';

const failedSession = ({ file, session, code, reason }: FailedLine): SetReportSession => ({
  // The hash of a file without a conversation is no session.
  session: session?.includes('#') ? session : null,
  name: session?.includes('#') ? `${file}#${session.split('#')[1]}` : file,
  format: null,
  messages: null,
  tokens: null,
  exact: true,
  state: 'failed',
  why: { code, reason },
});

const rangeText = (range: readonly [number, number] | null): string => {
  if (range === null) return t('cli.reduce.report.own');
  const n = numbers();
  const [least, most] = range.map((tokens) => n.whole(tokens));
  return least === most ? t('cli.reduce.report.tokens', { tokens: least! }) : t('cli.reduce.report.range', { least: least!, most: most! });
};

/** What the reports say, before it is written in one of their two ways. */
export function setReportData(args: Args, reducer: Reducer, tables: SetTables): SetReportData {
  const { by, baseline, names } = args;
  const { rows: figures, named, agent, asked } = reducer.answerInput();
  const base = figures.find(({ key }) => key === (baseline ?? agent?.strategy)) ?? null;
  const group = by ?? 'format';
  const { list, targets, windows, ...overview } = reducer.overview(base?.key ?? null, group);
  const wishes = wishesOfSet(WISHES);
  const answer = answerOfSet(figures, (strategy) => byId.get(strategy), wishes, asked);
  const files = args.files.map((file) => path.basename(file));
  return {
    name: files.join(', '),
    names,
    overview: { ...overview, answer },
    by: group,
    base: base?.key ?? null,
    target: targets === null ? 1 : targets[1],
    wishes,
    titleOf: titlesOf(overview.rows, named),
    controls: new Set(overview.rows.filter(({ strategy }) => byId.get(strategy)?.kind === 'control').map(({ key }) => key)),
    sessions: [...list.map((one): SetReportSession => ({ ...one, state: 'compared', why: null })), ...tables.failed.map(failedSession)],
    settings: [
      ['target', rangeText(targets)],
      ['window', rangeText(windows)],
      ['rows', String(overview.rows.length)],
      ['baseline', baseline ?? '—'],
      ['engine', tables.engines.join(', ')],
      ...(names ? [['results', files.join(', ')] as const] : []),
    ],
  };
}

/** Writes those that were asked for, and says so on standard error. */
export async function writeSetReports(args: Args, reducer: Reducer, tables: SetTables): Promise<void> {
  if (args.report.length === 0) return;
  const data = setReportData(args, reducer, tables);
  for (const file of args.report) {
    await writeFile(file, file.endsWith('.md') ? setMarkdown(data) : setHtml(data));
    err(t('cli.report.written', { file }));
  }
}
