/** Where a document stands in the address: `?doc=measures/cost:limits`, beside the fragment of the scenario. docs/documents.md */

/** A document, and one of its headings. */
export interface Place {
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

/** The file of a document, relative to the page: what a link leads to in a tab of its own. */
export const fileOf = ({ id, anchor }: Place): string => `./docs/${id}.html${anchor === null ? '' : `#${anchor}`}`;

/** The document that an address below `docs/` is; null = another file, or another site. @param base the page's own address */
export function placeOf(address: string, base: string): Place | null {
  const url = new URL(address, base);
  const folder = new URL('./docs/', base);
  if (url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) return null;
  const id = /^(.+)\.html$/.exec(url.pathname.slice(folder.pathname.length))?.[1];
  return id === undefined ? null : { id, anchor: url.hash === '' ? null : decodeURIComponent(url.hash.slice(1)) };
}
