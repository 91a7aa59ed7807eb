/** The registry of all strategies, pipelines included, for the table, the terminal, links and docs. */
import type { Strategy } from '../strategies/contract.ts';
import { strategies as single } from '../strategies/index.ts';
import { PRODUCTS } from '../products/index.ts';
import { rowOf } from '../products/row.ts';
import { adaptive } from './adaptive.ts';
import { combinations, layers, ownPipeline } from './composed.ts';
import { hybrid } from './hybrid.ts';
import { providerAuto } from './provider-auto.ts';

const find = (id: string): Strategy | undefined => byId.get(id);

const pipelines: readonly Strategy[] = [hybrid, providerAuto, adaptive(find), ...combinations(find), layers(find), ownPipeline(find)];

const products: readonly Strategy[] = PRODUCTS.map(rowOf);

export const strategies: readonly Strategy[] = [
  ...single.filter(({ kind }) => kind !== 'control'),
  ...pipelines,
  ...products,
  ...single.filter(({ kind }) => kind === 'control'),
];

export const byId: ReadonlyMap<string, Strategy> = new Map(strategies.map((strategy) => [strategy.id, strategy]));

/** Whether only its provider can read what the row leaves. */
export const isHidden = ({ strategy }: { readonly strategy: string }): boolean => byId.get(strategy)?.preset?.hidden === true;
