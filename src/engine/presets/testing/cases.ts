import type { Product, Values } from '../shared/contract.ts';

/** A setting of a product whose published code was run: its own parameters where `params` does not name others. */
export interface Case {
  readonly product: Product;
  readonly params: Values;
  /** Context window in tokens. */
  readonly window: number;
}

/** A product with other parameters than its own. Typed per product: a misspelt parameter does not compile. */
export const settled = <P extends Values>(product: Product<P>, params: Partial<P> = {}, window = 200_000): Case => ({
  product,
  params: { ...product.defaults, ...params },
  window,
});
