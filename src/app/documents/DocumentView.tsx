/** A document over the page: list and search of all at the left, Back, Escape and the browser's Back lead to the view before. docs/documents.md */
import { Search } from '../components/NumberField.tsx';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import '../../i18n/en/orientation.ts';
import { Button } from '../components/Button.tsx';
import { useMediaQuery } from '../components/elements.ts';
import { useModal } from '../components/Dialog.tsx';
import { during, type OpenDocument, useText, useUi } from '../store/index.ts';
import { backFromDocument, closeDocuments, DocumentLink, isForBrowser, openDocument, placeOf } from './DocumentLink.tsx';
import classes from './documents.module.css';

interface Article {
  readonly id: string;
  readonly title: string;
  readonly body: DocumentFragment;
  readonly headings: readonly { readonly anchor: string; readonly text: string; readonly depth: number }[];
}

const headingId = (anchor: string): string => `doc-${anchor}`;

function articleOf(id: string, html: string, base: string): Article {
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

interface DocumentEntry {
  readonly id: string;
  readonly group: 'use' | 'measures' | 'strategies' | 'products' | 'develop' | 'decisions';
  readonly title: string;
  readonly headings: readonly (readonly [anchor: string, text: string])[];
}

interface Hit {
  readonly id: string;
  readonly title: string;
  /** A heading of it, where that has the words and the title has not. */
  readonly heading: { readonly anchor: string; readonly text: string } | null;
}

function searchTitles(list: readonly DocumentEntry[], text: string, most: number): readonly Hit[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (words: string) => wanted.every((word) => words.toLowerCase().includes(word));
  const begins = ({ title }: DocumentEntry) => (title.toLowerCase().startsWith(wanted[0] ?? '') ? 0 : 1);
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

const fetchArticle = async (id: string): Promise<Article> => articleOf(id, await (await fetched(`${id}.html`)).text(), document.baseURI);

let list: Promise<readonly DocumentEntry[]> | undefined;
function fetchList(): Promise<readonly DocumentEntry[]> {
  list ??= fetched('index.json').then((response) => response.json() as Promise<readonly DocumentEntry[]>);
  list.catch(() => {
    list = undefined;
  });
  return list;
}

const GROUPS = ['use', 'measures', 'strategies', 'products', 'develop', 'decisions'] as const;
const MOST_HITS = 60;

/** The list of all documents; null until it is there, and while it cannot be fetched. */
function useList(): readonly DocumentEntry[] | null {
  const [list, setList] = useState<readonly DocumentEntry[] | null>(null);
  useEffect(() => {
    let gone = false;
    fetchList().then(
      (found) => !gone && setList(found),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  return list;
}

/** The last article that arrived, and whether the wanted one could not be fetched. */
function useArticle(id: string) {
  const [article, setArticle] = useState<Article | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    let gone = false;
    setFailed(false);
    fetchArticle(id).then(
      (found) => !gone && setArticle(found),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [id, attempt]);
  return { article, failed, again: () => setAttempt(attempt + 1) };
}

function reachScrolling(body: HTMLElement): void {
  for (const wide of body.querySelectorAll<HTMLElement>('[data-scrolls]')) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute('tabindex');
  }
}

function Body({ article, at }: { readonly article: Article; readonly at: OpenDocument }) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const body = element.current;
    if (!body) return;
    const nodes = [...article.body.childNodes];
    body.append(...nodes);
    const follow = (e: MouseEvent) => {
      const link = e.target instanceof Element ? e.target.closest('a') : null;
      if (link?.dataset.document === undefined || isForBrowser(e)) return;
      e.preventDefault();
      const [id = '', anchor] = link.dataset.document.split('#');
      openDocument(id, anchor ?? null);
    };
    body.addEventListener('click', follow);
    const resized = new ResizeObserver(() => reachScrolling(body));
    resized.observe(body);
    return () => {
      resized.disconnect();
      body.removeEventListener('click', follow);
      article.body.append(...nodes);
    };
  }, [article]);
  useLayoutEffect(() => {
    const page = element.current?.closest('[data-document-page]');
    if (!page) return;
    const heading = at.anchor === null ? null : document.getElementById(headingId(at.anchor));
    if (at.top === null && heading) heading.scrollIntoView({ block: 'start' });
    else page.scrollTop = at.top ?? 0;
    element.current?.focus({ preventScroll: true });
  }, [at]);
  return <article ref={element} lang="en" tabIndex={-1} className={classes.article} />;
}

function OnThisPage({ article }: { readonly article: Article }) {
  const { t } = useText();
  if (article.headings.length < 2) return null;
  return (
    <nav aria-label={t('documents.onThisPage')} className={`marginBottom12 ruled ${classes.here}`}>
      <h3>{t('documents.onThisPage')}</h3>
      <ul lang="en">
        {article.headings.map(({ anchor, text, depth }) => (
          <li key={anchor} data-depth={depth}>
            <DocumentLink id={article.id} anchor={anchor}>
              {text}
            </DocumentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Contents({ list, open, text }: { readonly list: readonly DocumentEntry[]; readonly open: string; readonly text: string }) {
  const { t } = useText();
  if (text.trim() !== '') {
    const hits = searchTitles(list, text, MOST_HITS);
    if (hits.length === 0) return <p className="muted">{t('list.none')}</p>;
    return (
      <ul className="stack gap2" lang="en">
        {hits.map(({ id, title, heading }) => (
          <li key={`${id}:${heading?.anchor ?? ''}`}>
            <DocumentLink id={id} {...(heading && { anchor: heading.anchor })}>
              {heading ? `${title}: ${heading.text}` : title}
            </DocumentLink>
          </li>
        ))}
      </ul>
    );
  }
  return GROUPS.map((group) => {
    const documents = list.filter((one) => one.group === group);
    return (
      <details key={group} open={group === 'use' || documents.some(({ id }) => id === open)}>
        <summary>
          {t(`documents.group.${group}`)} <small className="num">{documents.length}</small>
        </summary>
        <ul lang="en">
          {documents.map(({ id, title }) => (
            <li key={id} aria-current={id === open ? 'page' : undefined}>
              <DocumentLink id={id}>{title}</DocumentLink>
            </li>
          ))}
        </ul>
      </details>
    );
  });
}

function Sidebar({ article, open }: { readonly article: Article | null; readonly open: string }) {
  const { t } = useText();
  const list = useList();
  const [text, setText] = useState('');
  return (
    <>
      <Search className={`wideFull marginBottom12 ${classes.search}`} label={t('documents.search')} value={text} onChange={setText} />
      {text.trim() === '' && article && <OnThisPage article={article} />}
      <nav aria-label={t('documents.open')} className="stack gap4">
        {list && <Contents key={open} list={list} open={open} text={text} />}
      </nav>
    </>
  );
}

export function DocumentView({ at }: { readonly at: OpenDocument }) {
  const { t, language } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const narrow = useMediaQuery('(max-width: 720px)');
  const [contents, setContents] = useState(false);
  const { article, failed, again } = useArticle(at.id);
  useModal(dialog, () => null);
  // A chosen document takes the place of the list it was chosen from.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every document
  useEffect(() => setContents(false), [at]);
  const shown = article?.id === at.id ? article : null;
  return (
    <dialog
      ref={dialog}
      className={`surface clips plainText margin0 pad0 high100dvh ${classes.view}`}
      aria-labelledby={heading}
      onCancel={(e) => {
        e.preventDefault();
        closeDocuments();
      }}
      onKeyDown={(e) => {
        if (e.key !== 'Escape') return;
        e.preventDefault();
        e.stopPropagation();
        closeDocuments();
      }}
    >
      <div className="row gap8 ruled fixed pad0-12" style={{ minHeight: 'var(--bar-top)' }}>
        <Button icon="back" onClick={backFromDocument} text={t('documents.back')} />
        {narrow && <Button aria-expanded={contents} onClick={() => setContents(!contents)} text={t('documents.contents')} />}
        <h2 id={heading} lang={shown ? 'en' : undefined} className="fill ellipsis">
          {shown?.title ?? t('palette.documents')}
        </h2>
        {language !== 'en' && !narrow && <span className="muted">{t('documents.english')}</span>}
        <Button kind="ghost" icon="close" aria-label={t('documents.close')} title={t('documents.close')} onClick={closeDocuments} />
      </div>
      <div className={`fillHeight flex ${classes.columns}`}>
        {(!narrow || contents) && (
          <aside className={`scrolls fixed bgApp pad12 ruledRight ${classes.side}`} aria-label={t('documents.contents')}>
            <Sidebar article={shown} open={at.id} />
          </aside>
        )}
        <div data-document-page className={`fill scrolls outlinesInside ${classes.page}`}>
          {language !== 'en' && narrow && <p className="muted">{t('documents.english')}</p>}
          {failed ? (
            <div role="alert" className="pad16">
              <p>{t('documents.failed', { id: at.id })}</p>
              <Button onClick={again} text={t('region.retry')} /> <DocumentLink id="index">{t('documents.open')}</DocumentLink>
            </div>
          ) : shown ? (
            <Body key={shown.id} article={shown} at={at} />
          ) : (
            <p className="muted">{t('diff.loading')}</p>
          )}
        </div>
      </div>
    </dialog>
  );
}

export function Documents() {
  const at = useUi((s) => s.document);
  return at && <DocumentView at={at} />;
}
