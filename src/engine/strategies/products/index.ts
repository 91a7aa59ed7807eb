import { pi } from './pi.ts';
import type { Product } from './shared/contract.ts';

/** Every product, in the order of the table. */
export const PRODUCTS: readonly Product[] = [pi];
