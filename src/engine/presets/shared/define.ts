import type { Param } from '../../strategies/params.ts';
import type { Product, Values } from './contract.ts';

/** A product from its parameters: values and the moved one come from their schema, so that each number stands once. */
export function defineProduct<P extends Values>(product: Omit<Product<P>, 'defaults' | 'knob'>): Product<P> {
  const params = Object.entries<Param>(product.params);
  const knob = params.find(([, param]) => param.kind === 'number' && param.knob)?.[0];
  return { ...product, defaults: Object.fromEntries(params.map(([name, param]) => [name, param.default])) as P, ...(knob && { knob }) };
}
