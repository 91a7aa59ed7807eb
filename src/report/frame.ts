/** What every HTML report is framed in: one file that asks for nothing else, with its styles and the sorting of its tables. */
import type { Retention } from '../engine/answer/contract.ts';
import { printable } from '../engine/lib/strings.ts';
import type { Piece } from '../i18n/answer-words.ts';
import { i18n, numbers, t } from '../i18n/index.ts';

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

const STYLE = `:root{color-scheme:light dark;--bg:#fff;--sunk:#f5f6f8;--text:#171b22;--text-2:#4a5361;--line:#e1e5eb;--track:#f0f2f5;--accent:#2158d6;--accent-fg:#fff;--warn:#8f5a00;--bad:#b3261e;--keep:#4a5a73;--edit:#e39a0b;--cut:#f3e1bc;--sum:#7f52e8;--off:#43b3e6;--off-body:#d6eaf3}
@media screen and (prefers-color-scheme:dark){:root{--bg:#14171c;--sunk:#1b1f26;--text:#e9edf3;--text-2:#b4bdca;--line:#272d36;--track:#1b1f26;--accent:#7fa8ff;--accent-fg:#0b1220;--warn:#f5b83d;--bad:#ff8a75;--keep:#74849d;--edit:#f5b83d;--cut:#473d2b;--sum:#b18cff;--off:#6ad6fa;--off-body:#283c47}}
*{box-sizing:border-box}body{margin:0 auto;max-width:1200px;padding:24px;background:var(--bg);color:var(--text);font:13px/20px Inter,system-ui,"Noto Sans CJK SC",sans-serif}h1,p,dd,summary,td:first-child,code,.sessions .words{overflow-wrap:anywhere}
h1{margin:4px 0;max-width:30em;font-size:26px;line-height:34px;font-weight:450}h1 b{font-weight:650}h2{margin:28px 0 8px;font-size:15px;line-height:22px}p{margin:4px 0}.second{color:var(--text-2)}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:5px 8px;border-bottom:1px solid var(--line);text-align:right}th:first-child,td:first-child{padding-left:0}th:last-child,td:last-child{padding-right:0}td{white-space:nowrap}td.words{white-space:normal}
th.words,td.words{text-align:left}th{vertical-align:bottom;color:var(--text-2);font-size:11px;line-height:16px;font-weight:400}th small,td small{display:block;color:var(--text-2);font-size:11px;line-height:16px;font-weight:400}
th button{padding:2px 0;border:0;background:none;color:inherit;font:inherit;text-align:inherit;cursor:pointer}th[aria-sort=descending] button::after{content:" \\2193"}th[aria-sort=ascending] button::after{content:" \\2191"}tr.best td:first-child{font-weight:650}
.letter{display:inline-block;width:18px;margin-right:8px;border-radius:3px;background:var(--accent);color:var(--accent-fg);font-size:11px;line-height:18px;font-weight:600;text-align:center}
.tag{margin-left:6px;padding:0 4px;border:1px solid var(--line);border-radius:3px;color:var(--text-2);font-weight:400;font-size:11px;white-space:nowrap}
.plot{display:block;max-width:100%;height:auto;font-size:11px}.plot text{fill:var(--text)}.grid{stroke:var(--line)}.leader{stroke:var(--line);fill:none}.point{fill:var(--keep)}.control{fill:none;stroke:var(--text-2)}.plot .best{fill:var(--accent);font-weight:700}.chance{stroke:var(--text-2);stroke-dasharray:3 2}
details{border-bottom:1px solid var(--line)}summary{padding:8px 0;cursor:pointer}summary h2{display:inline;margin:0}details[open]{padding-bottom:16px}
dl{display:grid;grid-template-columns:minmax(80px,max-content) 1fr;gap:4px 16px}dt{max-width:14em;font-weight:600}dd{margin:0}.narrow{display:none}
@media (max-width:900px){body{padding:16px}h1{font-size:22px;line-height:30px}.wide thead{display:none}.wide,.wide tbody{display:block}.wide tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(76px,1fr));gap:4px 12px;padding:8px 0;border-bottom:1px solid var(--line)}.wide td{padding:0;border:0;text-align:left;white-space:normal}.wide td.whole,.wide td:first-child{grid-column:1/-1}.wide .of-kept{grid-column:1/-1}.wide td::before{display:block;color:var(--text-2);font-size:11px;line-height:16px}.wide td.whole::before,.wide td:first-child::before,.wide td:empty{display:none}}
@media (max-width:720px){.whole-plot{display:none}.narrow{display:block}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;print-color-adjust:exact;-webkit-print-color-adjust:exact}details:not([open]){display:none}tr,svg,figure{break-inside:avoid}h2{break-after:avoid}th button{cursor:auto}}`;

interface ReportFrame {
  /** Of the window, and of the page where there is no answer. */
  readonly title: string;
  /** What the report is of, a line each. */
  readonly facts: readonly string[];
  /** null = there is no answer. */
  readonly answer: { readonly say: readonly Piece[]; readonly more: readonly string[] } | null;
  /** Rules of this kind of report. */
  readonly style: string;
  /** HTML. */
  readonly body: string;
  readonly settings: Terms;
  readonly definitions: Terms;
  /** HTML that is after the definitions. */
  readonly appendix?: string;
  /** Which texts of messages it holds. */
  readonly holds: string;
}

/** Names with what they mean. */
export type Terms = readonly (readonly [term: string, text: string])[];

const listOf = (terms: Terms): string => `<dl>${terms.map(([term, text]) => `<dt>${html(term)}</dt><dd>${html(text)}</dd>`).join('')}</dl>`;

/** A part that opens at a click. */
export const folded = (title: string, body: string): string =>
  `<details class="fold"><summary><h2>${html(title)}</h2></summary>\n${body}\n</details>`;

const sentence = (pieces: readonly Piece[]): string =>
  pieces.map(({ kind, text }) => (kind === 'number' ? `<b>${html(text)}</b>` : html(text))).join('');

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
${facts.map(second).join('\n')}
<h1 class="say">${answer ? sentence(answer.say) : html(title)}</h1>
${answer ? answer.more.map(second).join('\n') : ''}
${body}
${folded(t('frame.controls'), listOf(settings))}
${folded(t('report.definitions'), listOf(definitions))}
${appendix}
${second(holds)}
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** What a row keeps of what was needed later as a bar, with a tick for random dropping in as many tokens; null = not measured. */
export function keptCell(kept: Retention | null): string {
  if (!kept) return `<td class="words of-kept">${html(t('bar.unmeasured'))}</td>`;
  const says = html(t('answer.kept.bar', { share: kept.share, chance: kept.chance }));
  return `<td class="words of-kept"><b>${html(numbers().wholePercent(kept.share))}</b><span class="bar" role="img" aria-label="${says}" title="${says}"><i style="width:${kept.share * 100}%"></i><u style="left:${kept.chance * 100}%"></u></span></td>`;
}

export const KEPT_STYLE = `@media (min-width:901px){.compared td{padding-top:9px;padding-bottom:9px}.compared td:first-child{width:240px}.compared .of-kept{width:170px}}.compared b{font-weight:600}.of-kept b{font-size:20px;line-height:24px}
.bar{position:relative;display:block;height:8px;margin-top:6px;border-radius:3px;background:var(--track)}.bar i{position:absolute;inset:0 auto 0 0;border-radius:3px;background:var(--keep)}.bar u{position:absolute;top:-4px;width:2px;height:16px;background:var(--text);box-shadow:0 0 0 2px var(--bg)}
`;

/** Head of a column. */
export interface Head {
  readonly title: string;
  readonly unit?: string;
  /** What it is sorted by; absent = it does not sort. */
  readonly sorts?: 'words' | 'numbers';
  /** Its texts run from the left. */
  readonly words?: boolean;
}

const headOf = ({ title, unit = '', sorts, words = sorts === 'words' }: Head): string =>
  `<th${words ? ' class="words"' : ''}${sorts === 'words' ? ' data-words' : ''}>${sorts ? `<button type="button">${html(title)}</button>` : html(title)}${unit.trim() && `<small>${html(unit)}</small>`}</th>`;

/** A cell that its column is sorted by; null = the row has nothing there. `inner` = its HTML. */
export const sortCell = (value: number | string | null, text: string, words = false, inner = html(text)): string =>
  value === null ? '<td>—</td>' : `<td${words ? ' class="words"' : ''} data-v="${html(String(value))}">${inner}</td>`;

/** A table. One that is wide is a block for each row where the screen is narrow: each value then is under its head. */
export function tableOf(kind: string, heads: readonly Head[], rows: readonly string[], wide = true): string {
  // Only what cannot end the text of a rule.
  const label = (title: string): string => title.replace(/[^\p{L}\p{N} .,%()+=−-]/gu, '');
  const names = heads.map(({ title }, i) => `.${kind} td:nth-child(${i + 1})::before{content:"${label(title)}"}`).join('');
  return `${wide ? `<style>@media (max-width:900px){${names}}</style>\n` : ''}<table class="${kind}${wide ? ' wide' : ''}">
<thead><tr>${heads.map(headOf).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

export const px = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '');

export interface ScatterPoint {
  readonly title: string;
  /** Shares 0–1. */
  readonly x: number;
  readonly y: number;
  /** over = a hollow triangle, refused = a cross; else a dot. */
  readonly sign: 'best' | 'control' | 'over' | 'refused' | 'point';
  /** What random messages keep in as many tokens. */
  readonly chance?: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const WHOLE: Size = { width: 720, height: 420, left: 44, right: 220, top: 12, bottom: 36 };
/** One of several. */
const SMALL: Size = { width: 340, height: 240, left: 44, right: 12, top: 16, bottom: 36 };
/** Between two labels, px: they are in a column beside the plot, with leaders, so that none covers another. */
const LABEL = 14;

interface ScatterOptions {
  readonly x: string;
  readonly y: string;
  /** What random messages keep at every size. */
  readonly random?: readonly Pick<ScatterPoint, 'x' | 'y'>[] | null;
  /** One of several: the points have their names only where a pointer rests. */
  readonly small?: boolean;
  readonly name?: string;
}

/** y against x; y goes from 0 to 1. */
export function scatter(
  points: readonly ScatterPoint[],
  { x: xWords, y: yWords, random = null, small = false, name = yWords }: ScatterOptions,
): string {
  const size = small ? SMALL : WHOLE;
  const [w, h] = [size.width - size.left - size.right, size.height - size.top - size.bottom];
  const most = Math.max(0.1, Math.ceil(Math.max(...points.map(({ x }) => x)) * 10) / 10);
  const at = ({ x, y }: Pick<ScatterPoint, 'x' | 'y'>) => ({ x: size.left + (x / most) * w, y: size.top + (1 - y) * h });
  const across = (kind: string, share: number): string => {
    const y = px(at({ x: 0, y: share }).y);
    return `<line class="${kind}" x1="${size.left}" x2="${size.left + w}" y1="${y}" y2="${y}"/>`;
  };
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `${across('grid', share)}<text x="${size.left - 6}" y="${px(at({ x: 0, y: share }).y)}" dy="4" text-anchor="end">${share * 100}</text>`,
  );
  const ticks = [0, 0.5, 1].map((part) => {
    const x = px(size.left + part * w);
    return `<text x="${x}" y="${size.top + h + 14}" text-anchor="middle">${px(part * most * 100)}</text>`;
  });
  const chances = points.flatMap((point) => {
    if (point.chance === undefined) return [];
    const { x, y } = at({ x: point.x, y: point.chance });
    return [`<line class="chance" x1="${px(x - 5)}" x2="${px(x + 5)}" y1="${px(y)}" y2="${px(y)}"/>`];
  });
  const room = small ? 0 : Math.floor(h / LABEL);
  const named = points.toSorted((a, b) => b.y - a.y || a.x - b.x).slice(0, room);
  const labels = named.map((point, i) => {
    const { x, y } = at(point);
    const [lx, ly] = [size.left + w + 16, size.top + 6 + i * LABEL];
    const tone = point.sign === 'best' ? ' class="best"' : '';
    return `<path class="leader" d="M${px(x)} ${px(y)}L${lx - 3} ${px(ly)}"/><text x="${lx}" y="${px(ly)}" dy="4"${tone}>${html(point.title)}</text>`;
  });
  const signs = points.map((point) => signOf(point, at(point)));
  const axes = `<text x="${size.left + w}" y="${size.height - 4}" text-anchor="end">${html(xWords)}</text><text x="${size.left}" y="${size.top - 2}">${html(yWords)}</text>`;
  const curve = (sizes: readonly Pick<ScatterPoint, 'x' | 'y'>[]): string => {
    const points = sizes.filter(({ x }) => x <= most).map((one) => at(one));
    return `<path class="chance" fill="none" d="M${points.map(({ x, y }) => `${px(x)} ${px(y)}`).join('L')}"/>`;
  };
  const parts = [...grid, ...ticks, random === null ? '' : curve(random), ...chances, ...labels, ...signs, axes];
  return `<svg class="plot" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${html(name)}">${parts.join('')}</svg>`;
}

/** The plot with the names of its points; where the screen is narrow, without them. */
export const plotOf = (points: readonly ScatterPoint[], options: ScatterOptions): string =>
  `<div class="whole-plot">${scatter(points, options)}</div>\n<div class="narrow">${scatter(points, { ...options, small: true })}</div>`;

function signOf({ title, sign }: ScatterPoint, { x, y }: { readonly x: number; readonly y: number }): string {
  const said = `<title>${html(title)}</title>`;
  if (sign === 'over') return `<path class="over" d="M${px(x)} ${px(y - 4)}l4 7h-8Z">${said}</path>`;
  if (sign === 'refused') return `<path class="refused" d="M${px(x - 3)} ${px(y - 3)}l6 6M${px(x + 3)} ${px(y - 3)}l-6 6">${said}</path>`;
  return `<circle class="${sign}" cx="${px(x)}" cy="${px(y)}" r="4">${said}</circle>`;
}
