/** The report of a comparison as one HTML file: answer, A, B and the next best, what A lost; all else folded, the messages where somebody asked for them. */
import { rowToUse } from '../engine/answer/contract.ts';
import { SIZES } from '../engine/recall/contract.ts';
import type { Report, ReportRow } from '../engine/report.ts';
import { maskSecrets } from '../engine/signals/secrets.ts';
import { FATE_LETTERS, type FateKind, FATES } from '../engine/strategies/contract.ts';
import { cachedFateBins, drawn, type InkColors, stripHeights, type StripRange } from '../engine/strips/bins.ts';
import { plain } from '../i18n/answer-words.ts';
import { t } from '../i18n/index.ts';
import { type DrawnRun, lostFacts, mostNeeded, type ReportData, type ReportTexts } from './contract.ts';
import { folded, framed, type Head, html, KEPT_STYLE, keptCell, plotOf, px, type ScatterPoint, sortCell, tableOf } from './frame.ts';
import { columnsOf, comparedIn, type ComparedRow, definitionsOf, factsOf, keptBy, leavesOf, noteOf, rowsInOrder, titleOf } from './report-table.ts';

const INK: InkColors = {
  keep: 'var(--keep)',
  edit: 'var(--edit)',
  cut: 'var(--cut)',
  sum: 'var(--sum)',
  off: 'var(--off)',
  offBody: 'var(--off-body)',
};

/** What all strips of a report run over. */
interface StripBase {
  readonly range: StripRange;
  readonly tokens: Float64Array;
}

/** @param prefix tokens before each message, length n + 1 */
export function stripBase(prefix: ArrayLike<number>): StripBase {
  const edges = Float64Array.from(prefix);
  return {
    range: { edges, from: 0, to: edges.at(-1) ?? 0 },
    tokens: Float64Array.from({ length: edges.length - 1 }, (_, i) => edges[i + 1]! - edges[i]!),
  };
}

/** As wide as its place; '' where the session has no tokens. */
export function stripSvg(run: DrawnRun, { range, tokens }: StripBase, title: string, columns: number, height: number): string {
  if (range.to === 0) return '';
  const heights = stripHeights(cachedFateBins(run, range, tokens, columns), height, 1);
  const marks = run.summaries.map(({ before }) => `<i style="left:clamp(6px,${px((100 * range.edges[before]!) / range.to)}%,100% - 6px)"></i>`);
  return `<span class="strip" style="height:${height}px"><svg viewBox="0 0 ${columns} ${height}" preserveAspectRatio="none" role="img" aria-label="${html(title)}">${drawn(heights, INK, 0, 0)}</svg>${marks.join('')}</span>`;
}

const FILLS: Record<FateKind, string> = { keep: INK.keep, edit: INK.edit, summarize: INK.sum, offload: INK.off, drop: 'var(--track)' };

/** What the colours mean; what moves nothing out has no word for it. */
function legend(runs: Iterable<DrawnRun>): string {
  const isMoved = Array.from(runs).some(({ fates }) => fates.includes(FATES.indexOf('offload')));
  const words = FATES.filter((fate) => fate !== 'offload' || isMoved).map(
    (fate) => `<span><i style="background:${FILLS[fate]}"></i>${html(t(`fate.${fate}`))}</span>`,
  );
  return `<p class="legend second">${words.join('')}<span><i class="tick"></i>${html(t('answer.legend.chance'))}</span></p>`;
}

const STRIP_STYLE = `.strip{position:relative;display:block;background:var(--track)}.strip svg{display:block;width:100%;height:100%}.strip i{position:absolute;top:0;width:8px;height:8px;margin-left:-4px;transform:rotate(45deg);background:var(--sum);outline:1px solid var(--bg)}
.legend span{display:inline-block;margin-right:16px}.legend i{display:inline-block;width:10px;height:10px;margin-right:6px;border:1px solid var(--line)}.legend .tick{width:2px;height:14px;margin-bottom:-3px;border:0;background:var(--text)}`;

/** Needed later and kept against tokens left at the checkpoints; '' without two rows that have both. */
export function plot({ results, random }: Report, answer: string | null): string {
  const points = results.flatMap(({ key, title, kind, outcome, measures }): ScatterPoint[] => {
    const { recallLeft, independentRecall } = measures;
    if (outcome !== 'compacted' || recallLeft === null || independentRecall === null) return [];
    return [{ title, x: recallLeft, y: independentRecall, sign: key === answer ? 'best' : kind === 'control' ? 'control' : 'point' }];
  });
  if (points.length < 2) return '';
  const options = { x: t('report.plot.x'), y: t('compare.controls.kept'), random: random?.map((y, i) => ({ x: SIZES[i]!, y })) ?? null };
  return `<p class="second">${html(t('report.plot.legend'))}</p>\n${plotOf(points, options)}`;
}

const STYLE = `${STRIP_STYLE}
${KEPT_STYLE}.facts .lost{color:var(--bad)}.facts code{font-size:12px}@media (min-width:901px){.rows td:nth-child(2){min-width:140px}.rows td:first-child{width:380px}.rows th,.rows td{padding:5px 6px}}
pre{margin:0;padding:8px;background:var(--track);white-space:pre-wrap}`;

const SIZE = { compared: { columns: 640, height: 28 }, row: { columns: 240, height: 14 } } as const;

function stripOfRow(
  { runs }: ReportData,
  { key, title, outcome }: ReportRow,
  base: StripBase,
  { columns, height }: (typeof SIZE)[keyof typeof SIZE],
): string {
  const run = outcome === 'failed' ? undefined : runs.get(key);
  return run ? stripSvg(run, base, title, columns, height) : '';
}

/** A, B and the next best as the page shows them. */
function comparedTable(data: ReportData, base: StripBase): string {
  const rows = comparedIn(data);
  if (rows.length === 0) return '';
  const lineOf = (one: ComparedRow): string => {
    const { row, letter } = one;
    const ours = data.told?.answer.ours.includes(row.key) ? `<span class="tag">${html(t('answer.row.ours'))}</span>` : '';
    const cells = leavesOf(row).map((text) => `<td>${html(text)}</td>`);
    return `<tr><td class="words whole"><span class="letter">${letter}</span><b>${html(row.title)}</b>${ours}<small>${html(noteOf(data, one))}</small></td><td class="whole">${stripOfRow(data, row, base, SIZE.compared)}</td>${keptCell(keptBy(data, row.key))}${cells.join('')}</tr>`;
  };
  const heads: Head[] = [
    { title: t('compare.kind.compared'), words: true },
    { title: t('strip.title'), words: true },
    { title: t('compare.column.independent'), words: true },
    { title: t('compare.column.tokens') },
    { title: t('compare.column.efficiency') },
    { title: t('compare.column.cost') },
  ];
  const runs = rows.flatMap(({ row }) => data.runs.get(row.key) ?? []);
  return `${tableOf('compared', heads, rows.map(lineOf))}\n${legend(runs)}`;
}

/** Losses that are listed. */
const MOST_FACTS = 10;
/** Places of one that are named. */
const MOST_PLACES = 6;

/** What A lost and the session needed most: its places, and its words where texts were asked for. */
function factsTable(data: ReportData): string {
  const { recall, texts = null } = data;
  const rows = comparedIn(data);
  if (!recall || rows.length === 0) return '';
  const all = mostNeeded(
    lostFacts(
      recall,
      rows.map(({ row }) => row.key),
    ),
  );
  if (all.length === 0) return '';
  const wordsOf = (text: string): string => (texts?.masked === null ? text : maskSecrets(text, { emails: true }).text);
  const lines = all.slice(0, MOST_FACTS).map(({ text, kind, said, needed, lost }) => {
    const fact = texts ? `<code>${html(wordsOf(text))}</code>` : html(t(`loss.kind.${kind}`));
    const places = needed.slice(0, MOST_PLACES).map(({ recorded }) => `#${recorded + 1}`);
    const more = needed.length > MOST_PLACES ? ' …' : '';
    const cells = lost.map((count) => (count === null ? '<td>—</td>' : count > 0 ? `<td class="lost">✗ ${count}</td>` : '<td>✓</td>'));
    return `<tr><td class="words">${fact}</td><td class="words">#${said.recorded + 1}</td><td class="words">${places.join(', ')}${more}</td>${cells.join('')}</tr>`;
  });
  const heads: Head[] = [
    { title: t('answer.fact.head'), words: true },
    { title: t('answer.fact.said'), words: true },
    { title: t('answer.fact.needed'), words: true },
    ...rows.map(({ letter }) => ({ title: letter })),
  ];
  const head = t('report.facts.lost', { count: all.length, shown: lines.length, cuts: recall.cuts.length });
  return `<h2>${html(head)}</h2>\n${texts ? '' : `<p class="second">${html(t('report.facts.texts'))}</p>\n`}${tableOf('facts', heads, lines, false)}`;
}

/** Every message folded, with what the answer's row does with it. */
function messagesOf({ messages }: ReportTexts, { results }: Report, best: string | null): string {
  const fates = results.find(({ key }) => key === best)?.fates ?? '';
  const list = messages.map(({ role, text }, i) => {
    const fate = FATES[FATE_LETTERS.indexOf(fates[i] ?? ' ')];
    const done = fate === undefined ? '' : ` · ${html(t(`fate.${fate}`))}`;
    return `<details><summary>#${i + 1} ${html(role)}${done}</summary><pre>${html(text)}</pre></details>`;
  });
  return folded(t('label.messages'), list.join('\n'));
}

/** What of the session's texts is in the report. */
function saysOf(texts: ReportTexts | null): string {
  if (!texts) return t('report.texts');
  return texts.masked === null ? t('report.texts.whole') : t('report.texts.masked', { count: texts.masked });
}

/** Every policy, sortable. */
function rowsTable(data: ReportData, base: StripBase, best: string | null): string {
  const columns = columnsOf(data.report);
  const rows = rowsInOrder(data.report, data.told?.answer.order ?? null).map((row) => {
    const compacted = row.outcome === 'compacted';
    const cells = columns.map((column) => {
      const value = compacted ? column.value(row) : null;
      return sortCell(value, value === null ? '' : column.text(value));
    });
    const note = row.note && `<small>${html(row.note)}</small>`;
    const drawn = compacted ? stripOfRow(data, row, base, SIZE.row) : '';
    return `<tr${row.key === best ? ' class="best"' : ''}>${sortCell(row.title, row.title, true, html(row.title) + note)}<td class="whole">${drawn}</td>${cells.join('')}</tr>`;
  });
  const heads: Head[] = [
    { title: t('label.policy'), sorts: 'words' },
    { title: t('strip.title'), words: true },
    ...columns.map(({ title, unit }): Head => ({ title, unit, sorts: 'numbers' })),
  ];
  return tableOf('rows', heads, rows);
}

export function htmlReport(data: ReportData): string {
  const { report, told, prefix, settings, texts = null } = data;
  const best = rowToUse(told?.answer);
  const base = stripBase(prefix);
  const points = plot(report, best);
  const parts = [
    comparedTable(data, base),
    factsTable(data),
    folded(t('report.policies', { count: report.results.length }), rowsTable(data, base, best)),
    points && folded(t('tab.plot'), points),
  ];
  return framed({
    title: titleOf(data),
    facts: factsOf(data),
    answer: told && { say: told.say, more: [plain(told.doubts)].filter(Boolean) },
    style: STYLE,
    body: parts.filter(Boolean).join('\n'),
    settings,
    definitions: definitionsOf(columnsOf(report)),
    appendix: texts ? messagesOf(texts, report, best) : '',
    holds: saysOf(texts),
  });
}
