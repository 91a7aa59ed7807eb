/**
 * The pages of strategies and measures as HTML for the built site, so that a row or column can link to its page offline and under any
 * address. Only what scripts/docs-pages.mjs writes is understood: headings, paragraphs, tables, lists, fenced code, links.
 */

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** `[text](page.md)` of a page beside this one, and between the list of measures and theirs, becomes a link to its HTML; any other stays a word. */
function inline(text) {
  return text
    .split(/(`[^`]+`)/)
    .map((piece) =>
      piece.length > 2 && piece.startsWith('`') && piece.endsWith('`')
        ? `<code>${escaped(piece.slice(1, -1))}</code>`
        : escaped(piece)
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, target) => {
              const page = /^((?:\.\.\/(?=measures\.md$)|measures\/)?[\w-]+)\.md$/.exec(target)?.[1];
              return page ? `<a href="${page === 'README' ? 'index' : page}.html">${words}</a>` : words;
            }),
    )
    .join('');
}

const cells = (line) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));

function tableOf(lines) {
  const [head, , ...rows] = lines.map(cells);
  const row = (tag, list) => `<tr>${list.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<div class="table"><table><thead>${row('th', head)}</thead><tbody>${rows.map((r) => row('td', r)).join('')}</tbody></table></div>`;
}

/** Body of a page. */
export function bodyOf(markdown) {
  const out = [];
  // A fence with everything in it, else lines up to an empty one.
  for (const [block] of markdown.replace(/<!--.*?-->/gs, '').matchAll(/^```[\s\S]*?^```$|(?:^(?!```).+$\n?)+/gm)) {
    const text = block.trim();
    const lines = text.split('\n');
    const heading = /^(#{1,4}) (.+)$/.exec(text);
    if (text.startsWith('```')) out.push(`<pre><code>${escaped(lines.slice(1, -1).join('\n'))}</code></pre>`);
    else if (heading) out.push(`<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`);
    else if (lines.every((line) => line.startsWith('|'))) out.push(tableOf(lines));
    else if (lines.every((line) => /^(- | {2})/.test(line)))
      out.push(
        `<ul>${text
          .split(/\n(?=- )/)
          .map((item) => `<li>${inline(item.slice(2).replace(/\s*\n\s*/g, ' '))}</li>`)
          .join('')}</ul>`,
      );
    else out.push(`<p>${inline(lines.join(' '))}</p>`);
  }
  return out.join('\n');
}

const STYLE = `
:root { color-scheme: light dark; --text: #171b22; --soft: #4a5361; --line: #e1e5eb; --bg: #fff; --sunk: #f5f6f8; --accent: #2158d6 }
@media (prefers-color-scheme: dark) { :root { --text: #e9edf3; --soft: #b4bdca; --line: #272d36; --bg: #14171c; --sunk: #1b1f26; --accent: #7fa8ff } }
body { max-width: 860px; margin: 0 auto; padding: 24px 16px 48px; background: var(--bg); color: var(--text); font: 14px/1.6 Inter, system-ui, sans-serif }
h1 { margin: 16px 0 4px; font-size: 22px } h2 { margin: 28px 0 4px; font-size: 16px }
nav, td { color: var(--soft) } a { color: var(--accent) }
code { font: 12.5px ui-monospace, monospace; background: var(--sunk); padding: 1px 4px; border-radius: 3px }
pre { padding: 10px 12px; overflow: auto; background: var(--sunk); border-radius: 5px } pre code { padding: 0; background: none }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 13px }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
`;

/** A whole page: no script, nothing from elsewhere. */
export function pageOf(markdown) {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'Strategies';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)} · Compaction Playground</title>
<style>${STYLE}</style>
</head>
<body>
<nav><a href="index.html">All strategies</a></nav>
<main>
${bodyOf(markdown)}
</main>
</body>
</html>
`;
}
