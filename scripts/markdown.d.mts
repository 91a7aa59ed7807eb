interface Heading {
  readonly depth: number;
  readonly anchor: string;
  readonly text: string;
}
interface Places {
  page(href: string): string | null;
  picture(href: string): string | null;
}
/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string;
/** Body and headings of a Markdown page. */
export function rendered(markdown: string, places?: Places): { readonly body: string; readonly headings: readonly Heading[] };
/** A whole page of HTML. */
export function pageOf(page: { readonly title: string; readonly body: string; readonly up: string }): string;
