import { Tap } from '../components/Button.tsx';
import type { ReactNode } from 'react';
import { Popover, usePopover } from '../components/Popover.tsx';
import { currentFragment } from '../store/address.ts';
import { type OpenDocument, useText, useUi } from '../store/index.ts';
import classes from './documents.module.css';

// Opens a document over the page as a step of the browser's history, so that Back leads to exactly the view before. docs/documents.md

/** Where a document is in the address: `?doc=measures/cost:limits`, beside the fragment of the scenario. docs/documents.md */

interface Place {
  readonly id: string;
  readonly anchor: string | null;
}

/** The document that the query of an address asks for; null = none. */
export function placeIn(search: string): Place | null {
  const asked = new URLSearchParams(search).get('doc');
  const [, id, anchor] = /^([a-z0-9-]+(?:\/[a-z0-9-]+)?)(?::([\p{L}\p{N}_-]+))?$/u.exec(asked ?? '') ?? [];
  return id === undefined ? null : { id, anchor: anchor ?? null };
}

export const queryOf = ({ id, anchor }: Place): string => `?doc=${id}${anchor === null ? '' : `:${anchor}`}`;

export const fileOf = ({ id, anchor }: Place): string => `./docs/${id}.html${anchor === null ? '' : `#${anchor}`}`;

/** The document that an address below `docs/` is; null = another file, or another site. @param base the page's own address */
export function placeOf(address: string, base: string): Place | null {
  const url = new URL(address, base);
  const folder = new URL('./docs/', base);
  if (url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) return null;
  const id = /^(.+)\.html$/.exec(url.pathname.slice(folder.pathname.length))?.[1];
  return id === undefined ? null : { id, anchor: url.hash === '' ? null : decodeURIComponent(url.hash.slice(1)) };
}

interface Entry {
  readonly documents?: number;
  readonly top?: number;
}
const entry = (): Entry => (history.state ?? {}) as Entry;

const show = (document: OpenDocument | null): void => useUi.setState({ document });

function shown(): OpenDocument | null {
  const place = placeIn(location.search);
  return place && { ...place, steps: entry().documents ?? 0, top: entry().top ?? null };
}

export function openDocument(id: string, anchor: string | null = null): void {
  const before = useUi.getState().document;
  if (before) history.replaceState({ ...entry(), top: document.querySelector('[data-document-page]')?.scrollTop ?? 0 }, '');
  const place: Place = { id, anchor };
  history.pushState({ documents: (before?.steps ?? 0) + 1 }, '', `${location.pathname}${queryOf(place)}${location.hash}`);
  show(shown());
}

export function backFromDocument(): void {
  if (entry().documents) history.back();
  else closeDocuments();
}

let leaving = false;

export function closeDocuments(): void {
  const steps = entry().documents ?? 0;
  if (steps > 0) {
    leaving = true;
    history.go(-steps);
  } else closeFirst();
}

function closeFirst(): void {
  history.replaceState(null, '', `${location.pathname}${location.hash}`);
  show(null);
}

export function followDocuments(): void {
  show(shown());
  addEventListener('popstate', () => {
    const was = useUi.getState().document;
    const now = shown();
    const last = leaving;
    leaving = false;
    if (!was && !now) return;
    if (last && now) {
      closeFirst();
      return;
    }
    // The settings may have changed while the document was open: the entry before it still has those of then.
    const fragment = currentFragment();
    const ours = now === null || now.steps > 0;
    if (ours && fragment !== null && fragment !== location.hash) history.replaceState(history.state, '', fragment);
    show(now);
  });
}

export const isForBrowser = (e: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'button'>): boolean =>
  e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey;

interface Props {
  readonly id: string;
  readonly anchor?: string;
  readonly className?: string | undefined;
  readonly label?: string;
  readonly children: ReactNode;
}

export function DocumentLink({ id, anchor, className, label, children }: Props) {
  return (
    <a
      href={fileOf({ id, anchor: anchor ?? null })}
      className={className}
      aria-label={label}
      onClick={(e) => {
        if (isForBrowser(e)) return;
        e.preventDefault();
        openDocument(id, anchor);
      }}
    >
      {children}
    </a>
  );
}

interface DefinitionProps {
  readonly children: ReactNode;
  readonly title: string;
  readonly text: readonly string[];
  readonly link?: { readonly document: string; readonly anchor?: string; readonly label: string } | undefined;
  readonly className?: string;
}

interface BoxProps extends Pick<DefinitionProps, 'title' | 'text'> {
  readonly children?: ReactNode;
}

export function DefinitionBox({ title, text, children }: BoxProps) {
  return (
    <div role="note" className={`second mostWide380 ${classes.box}`}>
      {/* No heading: it is beside a word of any level. */}
      <b className="block plainText bold13">{title}</b>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {children}
    </div>
  );
}

export function Definition({ children, title, text, link, className }: DefinitionProps) {
  const { popover, button } = usePopover();
  return (
    <Popover
      {...popover}
      position="bottom-start"
      target={
        <Tap
          title={text[0]}
          className={
            className
              ? `oneLine toLeft leastHigh24 relative edge ${classes.term} ${className}`
              : `oneLine toLeft leastHigh24 relative edge ${classes.term}`
          }
          {...button}
          text={children}
        />
      }
    >
      <DefinitionBox title={title} text={text}>
        {link && (
          <p>
            <DocumentLink id={link.document} {...(link.anchor !== undefined && { anchor: link.anchor })}>
              {link.label}
            </DocumentLink>
          </p>
        )}
      </DefinitionBox>
    </Popover>
  );
}

export function StartLinks({ className }: { readonly className?: string | undefined }) {
  const { t } = useText();
  return (
    <nav aria-label={t('start.documents')} className={className}>
      <DocumentLink id="guide">{t('start.guide')}</DocumentLink>
      <DocumentLink id="study">{t('start.study')}</DocumentLink>
      <DocumentLink id="measures">{t('start.numbers')}</DocumentLink>
    </nav>
  );
}
