import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bodyOf, pageOf } from './markdown.mjs';

const folder = path.resolve(import.meta.dirname, '../docs/strategies');
const names = readdirSync(folder);

describe('the pages of strategies as HTML', () => {
  it('know headings, paragraphs, tables, lists, code and links', () => {
    const html = (markdown: string): string => bodyOf(markdown).replace(/\n(?=<)|(?<=>)\n/g, '');
    expect(html('<!-- made -->\n\n# A `b`\n\nOne\ntwo **three**.')).toBe('<h1>A <code>b</code></h1><p>One\ntwo <strong>three</strong>.</p>');
    expect(html('| a | b |\n| --- | --- |\n| [X](x.md) | 1 \\| 2 |')).toBe(
      '<div class="table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><a href="x.html">X</a></td><td>1 | 2</td></tr></tbody></table></div>',
    );
    expect(html('- one\n- two\n  more')).toBe('<ul><li>one</li><li>two\nmore</li></ul>');
    expect(bodyOf('```sh\na <b>\n\nc\n```')).toBe('<pre><code class="language-sh">a &lt;b&gt;\n\nc\n</code></pre>');
    expect(html('[Home](README.md), [code](../../src/x.ts), [out](javascript:alert(1))')).toBe('<p><a href="index.html">Home</a>, code, out</p>');
  });

  it('treat markup as text', () => {
    expect(bodyOf('`<Pin>` and <script>alert(1)</script>')).toBe('<p><code>&lt;Pin&gt;</code> and &lt;script&gt;alert(1)&lt;/script&gt;</p>');
  });

  it.each(names)('%s leaves no mark-up of its own and leads to pages that exist', (name) => {
    const html = pageOf(readFileSync(path.join(folder, name), 'utf8'));
    const text = html.slice(html.indexOf('<main>')).replace(/<code>.*?<\/code>/gs, '');
    expect(text).not.toMatch(/\*\*|\]\(|^#|```|\| ---/m);
    for (const [, target] of html.matchAll(/href="([^"]+)\.html"/g)) expect(names).toContain(target === 'index' ? 'README.md' : `${target}.md`);
  });
});
