/** What every HTML report is framed in: one file that asks for nothing else, with its styles and the sorting of its tables. */
import { i18n, t } from '../i18n/index.ts';
import { printable } from '../engine/lib/strings.ts';

/** Text as text, whatever it holds: titles and notes may quote a transcript. */
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const html = (text: string): string => printable(text).replace(/[&<>"']/g, (c) => HTML[c]!);

/** In a cell of a table too: no line breaks, no mark-up, no link, no mention of a person or an issue. */
export const markdown = (text: string): string =>
  printable(text.replace(/\s+/g, ' '))
    .replace(/[\\`*_[\]<>|~#]/g, (c) => `\\${c}`)
    .replace(/@/g, '@\u2060')
    .replace(/:\/\//g, ':\u2060//');

/** Sorts a table by `data-v`, missing ones last; a second click turns the order round. */
const SCRIPT = `for (const table of document.querySelectorAll('table')) for (const [c, head] of [...table.tHead.rows[0].cells].entries()) {
  const button = head.querySelector('button');
  if (button) button.onclick = () => {
    const down = head.getAttribute('aria-sort') !== 'descending';
    for (const other of head.parentNode.children) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const body = table.tBodies[0];
    const words = 'words' in head.dataset;
    const value = (row) => row.children[c].dataset.v;
    const order = (a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
      const by = words ? x.localeCompare(y) : x - y;
      return down ? -by : by;
    };
    body.append(...[...body.children].sort(order));
  };
}`;

/** The script's hash, so that no other one runs; report.test.ts holds it to the script. */
const HASH = 'sha256-TggNjmCnPZPrlzaro04p5OtMlZdK9Pvthkhiq1rjuc0=';
const POLICY = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src '${HASH}'; base-uri 'none'; form-action 'none'`;

const STYLE = `:root{color-scheme:light dark;--bg:#fff;--text:#171b22;--text-2:#4a5361;--line:#e1e5eb;--track:#f0f2f5;--accent:#2158d6;--warn:#8f5a00;--bad:#b3261e;--K:#4a5a73;--E:#e39a0b;--S:#7f52e8;--O:#43b3e6}
@media (prefers-color-scheme:dark){:root{--bg:#14171c;--text:#e6e9ee;--text-2:#a9b2bf;--line:#272d36;--track:#20252d;--accent:#7ea6ff;--warn:#e8b04a;--bad:#ff8a80;--K:#8a9bb8;--E:#e8b04a;--S:#a98bf5;--O:#5cbfe8}}
body{margin:0 auto;max-width:1200px;padding:24px;background:var(--bg);color:var(--text);font:13px/1.5 system-ui,sans-serif}
h1{font-size:20px}h2{margin:28px 0 8px;font-size:15px}p{margin:4px 0}.second{color:var(--text-2)}.say{font-size:16px;font-weight:600}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:4px 8px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child,th.words,td.words{text-align:left}
th{vertical-align:bottom;font-weight:600}th small{display:block;color:var(--text-2);font-weight:400}th button{padding:2px;border:0;background:none;color:inherit;font:inherit;cursor:pointer}
th[aria-sort=descending] button::after{content:" \\2193"}th[aria-sort=ascending] button::after{content:" \\2191"}tr.best td:first-child{font-weight:700;color:var(--accent)}
.plot{max-width:100%;font-size:11px}.plot text{fill:var(--text)}.grid{stroke:var(--line)}.leader{stroke:var(--line);fill:none}.point{fill:var(--K)}.control{fill:none;stroke:var(--text-2)}.plot .best{fill:var(--accent);font-weight:700}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}dt{font-weight:600}dd{margin:0}@media print{body{max-width:none;padding:0}.wide{overflow:visible}}`;

export interface ReportFrame {
  readonly title: string;
  /** What stands below it, a line each. */
  readonly facts: readonly string[];
  /** What the report is about, in words; null = there is no answer. */
  readonly answer: { readonly say: string; readonly more: readonly string[] } | null;
  /** Rules of this kind of report. */
  readonly style: string;
  /** HTML. */
  readonly body: string;
  readonly settings: Terms;
  readonly definitions: Terms;
  /** HTML that stands after the definitions. */
  readonly appendix?: string;
  /** Which texts of messages it holds. */
  readonly holds: string;
}

/** Names with what they mean. */
export type Terms = readonly (readonly [term: string, text: string])[];

const listOf = (terms: Terms): string => `<dl>${terms.map(([term, text]) => `<dt>${html(term)}</dt><dd>${html(text)}</dd>`).join('')}</dl>`;

/** The whole file. */
export function framed({ title, facts, answer, style, body, settings, definitions, appendix = '', holds }: ReportFrame): string {
  const second = (text: string): string => `<p class="second">${html(text)}</p>`;
  return `<!doctype html>
<html lang="${i18n.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${html(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}
${style}</style>
</head>
<body>
<h1>${html(title)}</h1>
${facts.map(second).join('\n')}
${answer ? `<h2>${t('report.answer')}</h2>\n<p class="say">${html(answer.say)}</p>\n${answer.more.map(second).join('\n')}` : ''}
${body}
<h2>${t('report.settings')}</h2>
${listOf(settings)}
<h2>${t('report.definitions')}</h2>
${listOf(definitions)}
${appendix}
${second(holds)}
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** A head that sorts. `words`: by the alphabet, else by numbers. */
export const sortHead = (title: string, unit = '', words = false): string =>
  `<th${words ? ' class="words" data-words' : ''}><button type="button">${html(title)}</button><small>${html(unit)}</small></th>`;

/** A cell that its column is sorted by; null = the row has nothing there. */
export const sortCell = (value: number | string | null, text: string, words = false): string =>
  value === null ? '<td>—</td>' : `<td${words ? ' class="words"' : ''} data-v="${html(String(value))}">${html(text)}</td>`;

/** @param rows HTML of the rows */
export const sortTable = (heads: readonly string[], rows: readonly string[], kind = ''): string =>
  `<div class="wide"><table${kind && ` class="${kind}"`}>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;
