/**
 * The documents of the site: README, CONTRIBUTING and every page of docs/ as HTML below `docs/`, the pictures that they show, and the list
 * of all with their headings, which the page searches. docs/documents.md
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pageOf, rendered } from './markdown.mjs';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** Pictures are copied from here; the screenshots of the README show the page in which they would be. */
const PICTURES = 'docs/study/';

/** Pages of docs/ for who works on the program; the other pages beside them are for who uses it. */
const FOR_DEVELOPERS = new Set(
  ['contributing', 'architecture', 'performance', 'strategy-ids', 'documents', 'handover'].concat(
    ['format', 'measure', 'panel', 'strategy'].map((what) => `adding-a-${what}`),
  ),
);
/** What a newcomer reads, in this order; all others follow in the order of docs/README.md. */
const FIRST = ['guide', 'words', 'about', 'index', 'measures', 'study', 'systems', 'strategies', 'products', 'answer'];

/** Pages with entries (`entry` of docs-parts.mjs): the site has a document of each, below this folder. */
const FOLDERS = { 'docs/strategies.md': 'strategies', 'docs/products.md': 'strategies', 'docs/measures.md': 'measures' };

/** Id of the document that a file is: its path below docs/ without the ending. */
export function idOf(file) {
  if (file === 'README.md') return 'about';
  if (file === 'CONTRIBUTING.md') return 'contributing';
  return /^docs\/(.+)\.md$/.exec(file)?.[1]?.replace(/(^|\/)README$/, '$1index') ?? null;
}

const sources = () => [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.md'))
    .sort(),
];

/** A file as documents: itself without its entries, and each entry, which leads its own headings. */
function documentsOf(file) {
  const id = idOf(file);
  const group = id.startsWith('adr/') ? 'decisions' : FOR_DEVELOPERS.has(id) ? 'develop' : 'use';
  if (!(file in FOLDERS)) return [{ id, file, group, markdown: read(file) }];
  const [markdown, ...entries] = read(file).split(/^(?=## `)/m);
  const parts = entries.map((entry) => /^## `(.+)`\n\*\*(.+?)\*\*(.*?)\n(.*)$/s.exec(entry).slice(1));
  const list = parts.map(([anchor, title, about]) => `- [${title}](#${anchor})${about}`);
  return [
    { id, file, group, markdown: `${markdown}## All\n\n${list.join('\n')}\n` },
    ...parts.map(([anchor, title, about, rest]) => ({
      id: `${FOLDERS[file]}/${anchor}`,
      file: `${file}#${anchor}`,
      group: id,
      markdown: `# ${title}\n\n\`${anchor}\`${about}\n\n${rest.replace(/^- (.*)\n/, '$1\n\n')}`,
    })),
  ];
}

/** Every document, in the order in which they are listed: `{ id, group, title, headings, body }`; and the pictures that they show. */
export function documents() {
  const all = sources().flatMap(documentsOf);
  const ids = new Map(all.map(({ id, file }) => [file, id]));
  const linked = Array.from(read('docs/README.md').matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g), ([, target]) => idOf(path.posix.join('docs', target)));
  const order = [...FIRST, ...linked];
  const place = (id) => (order.includes(id) ? order.indexOf(id) : order.length);
  const pictures = new Set();
  const list = all.map(({ id, file, group, markdown }) => {
    const here = path.posix.dirname(id);
    const away = (target) => path.posix.relative(here, target);
    const [source] = file.split('#');
    const resolved = (target) => path.posix.join(path.posix.dirname(source), target);
    const places = {
      page(href) {
        const [target, anchor] = href.split('#');
        const to = target === '' ? source : resolved(target);
        const entry = ids.get(`${to}#${anchor}`);
        if (entry !== undefined) return away(`${entry}.html`);
        const other = ids.get(to);
        return other === undefined ? null : `${away(`${other}.html`)}${anchor === undefined ? '' : `#${anchor}`}`;
      },
      picture(href) {
        const target = resolved(href);
        if (!target.startsWith(PICTURES) || !existsSync(path.join(root, target))) return null;
        pictures.add(target);
        return away(target.slice('docs/'.length));
      },
    };
    const { body, headings } = rendered(markdown, places);
    return { id, group, title: headings.find(({ depth }) => depth === 1)?.text ?? id, headings, body };
  });
  list.sort((a, b) => place(a.id) - place(b.id) || a.id.localeCompare(b.id, 'en'));
  return { list, pictures: [...pictures] };
}

/** Files of the site below `docs/`, by name: text or bytes. */
export function documentFiles() {
  const { list, pictures } = documents();
  const index = list.map(({ id, group, title, headings }) => ({
    id,
    group,
    title,
    headings: headings.filter(({ depth }) => depth === 2).map(({ anchor, text }) => [anchor, text]),
  }));
  return new Map([
    ...list.map(({ id, title, body }) => [`${id}.html`, pageOf({ title, body, up: '../'.repeat(id.split('/').length - 1) })]),
    ...pictures.map((file) => [file.slice('docs/'.length), readFileSync(path.join(root, file))]),
    ['index.json', JSON.stringify(index)],
  ]);
}
