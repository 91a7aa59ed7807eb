/** From the file of a document to what the page shows of it. The files are ours: built from docs/, in which HTML stays text. */
import { during } from '../store/idle.ts';
import { placeOf } from './place.ts';

export interface Article {
  readonly id: string;
  readonly title: string;
  readonly body: DocumentFragment;
  readonly headings: readonly { readonly anchor: string; readonly text: string; readonly depth: number }[];
}

/** The headings of a document have ids of their own, which no part of the page has. */
export const headingId = (anchor: string): string => `doc-${anchor}`;

/** @param base the page's own address */
export function articleOf(id: string, html: string, base: string): Article {
  const file = new URL(`./docs/${id}.html`, base).href;
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const main = parsed.querySelector('main');
  const body = document.createDocumentFragment();
  body.append(...(main ? document.adoptNode(main).childNodes : []));
  const headings = [...body.querySelectorAll<HTMLElement>('h1, h2, h3, h4')].map((heading) => {
    const anchor = heading.id;
    heading.id = headingId(anchor);
    return { anchor, text: heading.textContent, depth: Number(heading.tagName.slice(1)) };
  });
  for (const link of body.querySelectorAll('a')) {
    const address = new URL(link.getAttribute('href') ?? '', file).href;
    link.href = address;
    const place = placeOf(address, base);
    if (place) link.dataset.document = place.anchor === null ? place.id : `${place.id}#${place.anchor}`;
  }
  for (const wide of body.querySelectorAll<HTMLElement>('div.table, pre')) wide.dataset.scrolls = '';
  for (const image of body.querySelectorAll('img')) image.src = new URL(image.getAttribute('src') ?? '', file).href;
  const title = headings.find(({ depth }) => depth === 1)?.text ?? id;
  return { id, title, body, headings: headings.filter(({ depth }) => depth === 2 || depth === 3) };
}

/** One line of the list of all documents. */
export interface Listed {
  readonly id: string;
  readonly group: 'use' | 'measures' | 'strategies' | 'products' | 'develop' | 'decisions';
  readonly title: string;
  readonly headings: readonly (readonly [anchor: string, text: string])[];
}

export interface Hit {
  readonly id: string;
  readonly title: string;
  /** A heading of it, where that has the words and the title has not. */
  readonly heading: { readonly anchor: string; readonly text: string } | null;
}

/** Titles that have every word, those that begin with the text first; then headings. */
export function searchTitles(list: readonly Listed[], text: string, most: number): readonly Hit[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (words: string) => wanted.every((word) => words.toLowerCase().includes(word));
  const begins = ({ title }: Listed) => (title.toLowerCase().startsWith(wanted[0] ?? '') ? 0 : 1);
  const titles = list.filter(({ title, id }) => has(title) || has(id)).sort((a, b) => begins(a) - begins(b));
  const headings = list.flatMap(({ id, title, headings: all }) =>
    all.filter(([, words]) => has(words)).map(([anchor, words]) => ({ id, title, heading: { anchor, text: words } })),
  );
  return [...titles.map(({ id, title }) => ({ id, title, heading: null })), ...headings].slice(0, most);
}

async function fetched(name: string): Promise<Response> {
  const response = await during(fetch(`./docs/${name}`));
  if (!response.ok) throw new Error(`${response.status} ${name}`);
  return response;
}

export const fetchArticle = async (id: string): Promise<Article> => articleOf(id, await (await fetched(`${id}.html`)).text(), document.baseURI);

let list: Promise<readonly Listed[]> | undefined;
/** The list of all documents, fetched once. */
export function fetchList(): Promise<readonly Listed[]> {
  list ??= fetched('index.json').then((response) => response.json() as Promise<readonly Listed[]>);
  list.catch(() => {
    list = undefined;
  });
  return list;
}
