import { describe, expect, it } from 'vitest';
import { pageOf, rendered } from './markdown.mjs';

const bodyOf = (markdown: string): string => rendered(markdown).body;

describe('Markdown as HTML', () => {
  it('knows headings, paragraphs, tables, lists and code', () => {
    const html = (markdown: string): string => bodyOf(markdown).replace(/\n(?=<)|(?<=>)\n/g, '');
    expect(html('<!-- made -->\n\n# A `b`\n\nOne\ntwo **three**.')).toBe('<h1 id="a-b">A <code>b</code></h1><p>One\ntwo <strong>three</strong>.</p>');
    expect(html('| a | b |\n| --- | --- |\n| X | 1 \\| 2 |')).toBe(
      '<div class="table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>X</td><td>1 | 2</td></tr></tbody></table></div>',
    );
    expect(html('- one\n- two\n  more')).toBe('<ul><li>one</li><li>two\nmore</li></ul>');
    expect(bodyOf('```sh\na <b>\n\nc\n```')).toBe('<pre><code class="language-sh">a &lt;b&gt;\n\nc\n</code></pre>');
  });

  it('gives every heading an anchor of its own, and its words without marks', () => {
    const { headings, body } = rendered('# One & `two`\n\n## Same\n\n## Same\n\n### [A](b.md) < c');
    expect(headings).toEqual([
      { depth: 1, anchor: 'one--two', text: 'One & two' },
      { depth: 2, anchor: 'same', text: 'Same' },
      { depth: 2, anchor: 'same-1', text: 'Same' },
      { depth: 3, anchor: 'a--c', text: 'A < c' },
    ]);
    for (const { anchor } of headings) expect(body).toContain(` id="${anchor}"`);
  });

  it('asks where a link leads; what leads nowhere is text, another site opens outside', () => {
    const places = {
      page: (href: string) => ({ 'x.md#y': 'x.html#y', '#z': 'here.html#z' })[href] ?? null,
      picture: (href: string) => (href === 'a.svg' ? 'a.svg' : null),
    };
    expect(rendered('[In](x.md#y), [here](#z), [code](../../src/x.ts), [bad](javascript:alert(1)), [file](file:///etc/x)', places).body).toBe(
      '<p><a href="x.html#y">In</a>, <a href="here.html#z">here</a>, code, bad, file</p>',
    );
    expect(rendered('[Out](https://example.org/?a=1&b="2")', places).body).toBe(
      '<p><a href="https://example.org/?a=1&amp;b=%222%22" target="_blank" rel="noopener noreferrer">Out</a></p>'.replace('%222%22', '&quot;2&quot;'),
    );
    expect(rendered('![A plot](a.svg) ![A <photo>](b.png)', places).body).toBe(
      '<p><img src="a.svg" alt="A plot"> <em>Picture, not part of this copy: A &lt;photo&gt;</em></p>',
    );
  });

  it('treats markup as text, in a page and in its title', () => {
    expect(bodyOf('`<Pin>` and <script>alert(1)</script>')).toBe('<p><code>&lt;Pin&gt;</code> and &lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(bodyOf('<img src=x onerror=alert(1)>')).toBe('&lt;img src=x onerror=alert(1)&gt;');
    const page = pageOf({ title: '<b>', body: '<p>x</p>', up: '../' });
    expect(page).toContain('<title>&lt;b&gt; ·');
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('href="../index.html"');
  });
});
