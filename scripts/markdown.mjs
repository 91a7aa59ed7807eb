/**
 * The pages of strategies and measures as HTML for the built site, so that a row or column can link to its page offline and under any
 * address. HTML in a page stays text, and a link that leaves these pages becomes plain text.
 */
import { Marked, Renderer } from 'marked';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A page beside this one, or one between the list of measures and theirs; null = not part of the site. */
const pageAt = (target) => /^((?:\.\.\/(?=measures\.md$)|measures\/)?[\w-]+)\.md$/.exec(target)?.[1] ?? null;

const marked = new Marked({
  gfm: true,
  renderer: {
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const page = pageAt(href);
      return page === null ? words : `<a href="${page === 'README' ? 'index' : page}.html">${words}</a>`;
    },
    // The note that a page is generated is for its editors.
    html: ({ raw }) => escaped(raw.replace(/<!--.*?-->\n*/gs, '')),
    // A wide table scrolls by itself, not the page.
    table(token) {
      return `<div class="table">${Renderer.prototype.table.call(this, token)}</div>\n`;
    },
  },
});

/** Body of a page. */
export const bodyOf = (markdown) => marked.parse(markdown).trim();

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

/** A whole page, without scripts or external resources. */
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
