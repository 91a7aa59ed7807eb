/** The worked example of a measure, out of its file: for the docs and their test, so that the page does not carry them. */
import type { Measure } from '../contract.ts';
import type { Example, Examples } from '../shared/example.ts';

export async function exampleOf({ id, group }: Pick<Measure, 'id' | 'group'>): Promise<Example | undefined> {
  const { examples } = (await import(`../${group === 'loss' ? id : group}.ts`)) as { readonly examples: Examples };
  return examples[id];
}
