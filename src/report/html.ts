/** A report as one HTML file that asks for nothing else: styles, drawing and the sorting of its table stand in it. */
import { i18n, t } from '../i18n/index.ts';
import type { Report } from '../engine/report.ts';
import type { ReportData, ReportTexts } from './contract.ts';
import { plot, strip } from './drawn.ts';
import { html } from './escape.ts';
import { columnsOf, rowsInOrder } from './table.ts';
import { definitionsOf, factsOf, titleOf } from './words.ts';

/** Sorts by the numbers in `data-v`, missing ones last; a second click turns the order round. */
const SCRIPT = `for (const [c, head] of [...document.querySelectorAll('thead th')].entries()) {
  const button = head.querySelector('button');
  if (button) button.onclick = () => {
    const down = head.getAttribute('aria-sort') !== 'descending';
    for (const other of head.parentNode.children) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const body = document.querySelector('tbody');
    const value = (row) => row.children[c].dataset.v;
    const order = (a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
      const by = c === 0 ? x.localeCompare(y) : x - y;
      return down ? -by : by;
    };
    body.append(...[...body.children].sort(order));
  };
}`;

/** The script's hash, so that no other one runs; html.test.ts holds it to the script. */
const HASH = 'sha256-zCyBHhi3VER2ukHr4tYEOqKoRVOJU3vPfTQSJ1cHS5E=';
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src '${HASH}'; base-uri 'none'; form-action 'none'`;

const STYLE = `:root{color-scheme:light dark;--bg:#fff;--text:#171b22;--text-2:#4a5361;--line:#e1e5eb;--track:#f0f2f5;--accent:#2158d6;--K:#4a5a73;--E:#e39a0b;--S:#7f52e8;--O:#43b3e6}
@media (prefers-color-scheme:dark){:root{--bg:#14171c;--text:#e6e9ee;--text-2:#a9b2bf;--line:#272d36;--track:#20252d;--accent:#7ea6ff;--K:#8a9bb8;--E:#e8b04a;--S:#a98bf5;--O:#5cbfe8}}
body{margin:0 auto;max-width:1200px;padding:24px;background:var(--bg);color:var(--text);font:13px/1.5 system-ui,sans-serif}
h1{font-size:20px}h2{margin:28px 0 8px;font-size:15px}p{margin:4px 0}.second{color:var(--text-2)}.say{font-size:16px;font-weight:600}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:4px 8px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child,td:last-child,th:last-child{text-align:left}td:last-child{min-width:460px;white-space:normal;color:var(--text-2);font-size:11px}
th{vertical-align:bottom;font-weight:600}th small{display:block;color:var(--text-2);font-weight:400}th button{padding:2px;border:0;background:none;color:inherit;font:inherit;cursor:pointer}
th[aria-sort=descending] button::after{content:" \\2193"}th[aria-sort=ascending] button::after{content:" \\2191"}tr.best td:first-child{font-weight:700;color:var(--accent)}
.strip{display:block;background:var(--track)}.K{fill:var(--K)}.E{fill:var(--E)}.S{fill:var(--S)}.O{fill:var(--O)}
.plot{max-width:100%;font-size:11px}.plot text{fill:var(--text)}.grid{stroke:var(--line)}.leader{stroke:var(--line);fill:none}.point{fill:var(--K)}.control{fill:none;stroke:var(--text-2)}.plot .best{fill:var(--accent);font-weight:700}
details{border-bottom:1px solid var(--line)}summary{padding:4px 0;cursor:pointer}pre{margin:0;padding:8px;overflow-x:auto;background:var(--track);white-space:pre-wrap;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}dt{font-weight:600}dd{margin:0}@media print{body{max-width:none;padding:0}.wide{overflow:visible}}`;

const FATE_NAMES = { K: 'keep', E: 'edit', S: 'summarize', O: 'offload', D: 'drop' } as const;

/** Every message folded, with what the answer's row does with it. */
function messagesOf({ messages }: ReportTexts, { results }: Report, best: string | null): string {
  const fates = results.find(({ key }) => key === best)?.fates ?? '';
  const list = messages.map(({ role, text }, i) => {
    const fate = FATE_NAMES[fates[i] as keyof typeof FATE_NAMES];
    const done = fate === undefined ? '' : ` · ${html(t(`report.fate.${fate}`))}`;
    return `<details><summary>#${i + 1} ${html(role)}${done}</summary><pre>${html(text)}</pre></details>`;
  });
  return `<h2>${t('report.messages')}</h2>\n${list.join('\n')}`;
}

/** What of the transcript's texts is in the report. */
function saysOf(texts: ReportTexts | null): string {
  if (!texts) return t('report.texts');
  return texts.masked === null ? t('report.texts.whole') : t('report.texts.masked', { count: texts.masked });
}

export function htmlReport(data: ReportData): string {
  const { report, told, prefix, settings, texts = null } = data;
  const columns = columnsOf(report);
  const best = told?.answer.row?.key ?? null;
  const head = (title: string, unit = ''): string => `<th><button type="button">${html(title)}</button><small>${html(unit)}</small></th>`;
  const rows = rowsInOrder(report, told?.answer.order ?? null).map((row) => {
    const compacted = row.outcome === 'compacted';
    const cells = columns.map((column) => {
      const value = compacted ? column.value(row) : null;
      return value === null ? '<td>—</td>' : `<td data-v="${value}">${html(column.text(value))}</td>`;
    });
    const drawn = `<td>${compacted ? strip(row, prefix) : ''}</td>`;
    return `<tr${row.key === best ? ' class="best"' : ''}><td data-v="${html(row.title)}">${html(row.title)}</td>${drawn}${cells.join('')}<td>${html(row.note)}</td></tr>`;
  });
  const points = plot(report, best, { x: t('report.plot.x'), y: t('report.plot.y') });
  const list = (entries: readonly (readonly [string, string])[]): string =>
    `<dl>${entries.map(([term, text]) => `<dt>${html(term)}</dt><dd>${html(text)}</dd>`).join('')}</dl>`;
  const title = html(titleOf(data));
  return `<!doctype html>
<html lang="${i18n.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${factsOf(data)
  .map((fact) => `<p class="second">${html(fact)}</p>`)
  .join('\n')}
${told ? `<h2>${t('report.answer')}</h2>\n<p class="say">${html(told.say)}</p>\n<p class="second">${html(told.doubts)}</p>` : ''}
<h2>${t('report.rows')}</h2>
<p class="second">${t('report.sort')} ${t('report.legend')}</p>
<div class="wide"><table>
<thead><tr>${head(t('report.row'))}<th>${t('report.strip')}</th>${columns.map(({ title: name, unit }) => head(name, unit)).join('')}<th>${t('report.note')}</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
${points && `<h2>${t('report.plot')}</h2>\n${points}`}
<h2>${t('report.settings')}</h2>
${list(settings)}
<h2>${t('report.definitions')}</h2>
${list(definitionsOf(columns))}
${texts ? messagesOf(texts, report, best) : ''}
<p class="second">${html(saysOf(texts))}</p>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
