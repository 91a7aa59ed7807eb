/** HTML page of a generated Markdown page. */
export function pageOf(markdown: string): string;
