export interface Document {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly headings: readonly { readonly depth: number; readonly anchor: string; readonly text: string }[];
  readonly body: string;
}
/** Id of the document that a file is; null = it is none. */
export function idOf(file: string): string | null;
/** Every document in the order of the list, and the pictures that they show. */
export function documents(): { readonly list: readonly Document[]; readonly pictures: readonly string[] };
/** Files of the site below `docs/`, by name. */
export function documentFiles(): ReadonlyMap<string, string | Uint8Array>;
