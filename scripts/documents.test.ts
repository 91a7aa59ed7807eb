/** The documents of the site: every page of docs/, its links, and the list that the page searches. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { strategies } from '../src/engine/pipelines/index.ts';
import { measures } from '../src/engine/measures/index.ts';
import { engine as own } from '../src/i18n/en/engine.ts';
import { names } from '../src/i18n/names.ts';
import { documentFiles, documents, idOf } from './documents.mjs';

const engine = { ...names, ...own };

const { list } = documents();
const files = documentFiles();
const ids = list.map(({ id }) => id);
const html = (name: string): string => String(files.get(name));
const anchorsOf = (name: string): ReadonlySet<string> => new Set(Array.from(html(name).matchAll(/ id="([^"]+)"/g), ([, anchor]) => anchor!));
const BESIDE = ['index.html', ...readdirSync('public')];

describe('documents of the site', () => {
  it('are every page of docs/, README and CONTRIBUTING, each once', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(['about', 'contributing', 'index', 'recall', 'study', 'strategies', 'adr/index'].filter((id) => !ids.includes(id))).toEqual([]);
    expect([idOf('docs/adr/README.md'), idOf('README.md'), idOf('docs/measures.md'), idOf('src/x.ts')]).toEqual([
      'adr/index',
      'about',
      'measures',
      null,
    ]);
  });

  it('are there for every strategy, product and measure, and no others', () => {
    const words: Readonly<Record<string, string>> = engine;
    // A measure of one column has the name of that column.
    const titleOf = (id: string, values: (typeof measures)[number]['values']): string | undefined => {
      const columns = values.flatMap((value) => value.columns ?? []);
      return words[columns.length === 1 ? `compare.column.${columns[0]!.id}` : `measure.${id}.title`];
    };
    const wanted = [
      ...strategies.map(({ id, preset }) => [`strategies/${id}`, preset ? 'products' : 'strategies', words[`strategy.${id}.title`]]),
      ...measures.map(({ id, values }) => [`measures/${id}`, 'measures', titleOf(id, values)]),
    ];
    expect(wanted.length).toBeGreaterThan(100);
    const entries = list.filter(({ id }) => /^(?:strategies|measures)\//.test(id));
    expect(entries.map(({ id, group, title }) => [id, group, title]).sort()).toEqual(wanted.sort());
  });

  it('of an entry begin with its title and id, and others lead to them', () => {
    expect(html('strategies/pi.html')).toContain('<h1 id="pi">pi</h1>\n<p><code>pi</code> · pi ');
    // The rule stands before the list.
    expect(html('strategies/pi.html')).toMatch(/<p>System messages and the newest 20,000 tokens stay[^<]*<\/p>\n<ul>/);
    expect(html('strategies/pi.html')).toContain('href="../products.html#compared-with-their-published-code"');
    expect(html('products.html')).toContain('href="strategies/pi.html"');
    expect(html('products.html')).not.toContain('id="pi"');
    expect(html('words.html')).toContain('href="measures/binding.html"');
    expect(html('strategies/oldest-removal.html')).toContain('href="../systems.html#s2-context-manager"');
  });

  it.each([...files.keys()].filter((name) => name.endsWith('.html')))('%s leads to documents, headings and pictures that exist', (name) => {
    const page = html(name);
    const places = Array.from(page.matchAll(/ (?:href|src)="([^"]+)"/g), ([, target]) => target!).filter((target) => !/^https?:/.test(target));
    for (const target of places) {
      const [file, anchor] = target.split('#');
      const to = file === '' ? name : path.posix.join(path.posix.dirname(name), file!);
      // The page itself, and what is beside it in the site.
      if (to.startsWith('../')) {
        expect(BESIDE, `${target} of ${name}`).toContain(to.slice(3));
        continue;
      }
      expect(files.has(to), `${target} of ${name}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(to), `${target} of ${name}`).toContain(anchor);
    }
    const text = page.slice(page.indexOf('<main>')).replace(/<code.*?<\/code>/gs, '');
    expect(text).not.toMatch(/\*\*|\]\(|^#|```|\| ---/m);
  });

  it('are listed with titles and the headings of their sections', () => {
    const index = JSON.parse(html('index.json')) as { id: string; title: string; headings: [string, string][] }[];
    expect(index.map(({ id }) => id)).toEqual(ids);
    expect(index.find(({ id }) => id === 'recall')?.headings).toContainEqual(['independent-measures', 'Independent measures']);
    expect(index.every(({ title }) => title.length > 0 && !/[`*<]/.test(title))).toBe(true);
  });
});
