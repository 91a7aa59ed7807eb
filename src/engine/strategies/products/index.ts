import { codex } from './codex.ts';
import { goose } from './goose.ts';
import { llamaIndex } from './llamaindex.ts';
import { pi } from './pi.ts';
import type { Product } from './shared/contract.ts';

/** Every product, in the order of the table. */
export const PRODUCTS: readonly Product[] = [codex, goose, llamaIndex, pi];
