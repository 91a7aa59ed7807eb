/**
 * A Markdown page as HTML for the built site: the page shows its body in place, and the whole works by itself in a tab of its own. HTML in
 * a page stays text, a link to another document leads there, and one to a file that is no document becomes plain text.
 */
import { Marked, Renderer } from 'marked';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const unescaped = (text) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** @param places what the links and pictures of the page lead to: `page(href)` and `picture(href)` answer with an address, or null */
function reader({ page, picture }, headings) {
  const seen = new Set();
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const base = anchorOf(text);
        let anchor = base;
        for (let k = 1; seen.has(anchor); k++) anchor = `${base}-${k}`;
        seen.add(anchor);
        const words = this.parser.parseInline(tokens);
        headings.push({ depth, anchor, text: unescaped(words.replace(/<[^>]*>/g, '')) });
        return `<h${depth} id="${anchor}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        if (/^https?:\/\//.test(href)) return `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${words}</a>`;
        const target = page(href);
        return target === null ? words : `<a href="${escaped(target)}">${words}</a>`;
      },
      image({ href, text }) {
        const address = picture(href);
        return address === null
          ? `<em>Picture, not part of this copy: ${escaped(text)}</em>`
          : `<img src="${escaped(address)}" alt="${escaped(text)}">`;
      },
      // The note that a page is generated is for its editors.
      html: ({ raw }) => escaped(raw.replace(/<!--.*?-->\n*/gs, '')),
      // A wide table scrolls by itself, not the page.
      table(token) {
        return `<div class="table">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
    },
  });
}

const NOWHERE = { page: () => null, picture: () => null };

/** Body and headings of a page. */
export function rendered(markdown, places = NOWHERE) {
  const headings = [];
  const body = reader(places, headings).parse(markdown).trim();
  return { body, headings };
}

const STYLE = `
:root { color-scheme: light dark; --text: #171b22; --soft: #4a5361; --line: #e1e5eb; --bg: #fff; --sunk: #f5f6f8; --accent: #2158d6 }
@media (prefers-color-scheme: dark) { :root { --text: #e9edf3; --soft: #b4bdca; --line: #272d36; --bg: #14171c; --sunk: #1b1f26; --accent: #7fa8ff } }
body { max-width: 860px; margin: 0 auto; padding: 24px 16px 48px; background: var(--bg); color: var(--text); font: 14px/1.6 Inter, system-ui, sans-serif }
h1 { margin: 16px 0 4px; font-size: 22px } h2 { margin: 28px 0 4px; font-size: 16px }
nav, td { color: var(--soft) } a { color: var(--accent) } img { max-width: 100%; height: auto }
code { font: 12.5px ui-monospace, monospace; background: var(--sunk); padding: 1px 4px; border-radius: 3px }
pre { padding: 10px 12px; overflow: auto; background: var(--sunk); border-radius: 5px } pre code { padding: 0; background: none }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 13px }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
`;

/** A whole page, without scripts or external resources. @param up leads from it to the folder of all documents */
export const pageOf = ({ title, body, up }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)} · Compaction Playground</title>
<link rel="icon" type="image/svg+xml" href="${up}../icon.svg">
<style>${STYLE}</style>
</head>
<body>
<nav><a href="${up}../index.html">Compaction Playground</a> · <a href="${up}index.html">All documents</a></nav>
<main>
${body}
</main>
</body>
</html>
`;
