/** The worked example of a measure, out of its file: for the docs and their test, so that the page does not carry them. */
import type { Example } from './example.ts';

/** undefined where the measure has none. */
export async function exampleOf(id: string): Promise<Example | undefined> {
  const file = (await import(`../${id}.ts`)) as { readonly example?: Example };
  return file.example;
}
