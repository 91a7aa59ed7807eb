/** Every strategy there is, pipelines included: what the table, the terminal, the link and the docs go through. */
import type { Strategy } from '../strategies/contract.ts';
import { strategies as single } from '../strategies/index.ts';
import { adaptive } from './adaptive.ts';
import { combinations, ownPipeline } from './composed.ts';
import { hybrid } from './hybrid.ts';
import { providerAuto } from './provider-auto.ts';

/** Stages name strategies, pipelines among them: they are looked up when they are asked for. */
const find = (id: string): Strategy | undefined => byId.get(id);

const pipelines: readonly Strategy[] = [hybrid, providerAuto, adaptive(find), ...combinations(find), ownPipeline(find)];

/** In the order in which lists show them: strategies, pipelines, controls. */
export const strategies: readonly Strategy[] = [
  ...single.filter(({ kind }) => kind !== 'control'),
  ...pipelines,
  ...single.filter(({ kind }) => kind === 'control'),
];

/** By stable id. */
export const byId: ReadonlyMap<string, Strategy> = new Map(strategies.map((strategy) => [strategy.id, strategy]));
