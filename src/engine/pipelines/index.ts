/** Every strategy there is, pipelines included: what the table, the terminal, the link and the docs go through. */
import type { Strategy } from '../strategies/contract.ts';
import { strategies as single } from '../strategies/index.ts';
import { hybrid } from './hybrid.ts';
import { providerAuto } from './provider-auto.ts';

const pipelines: readonly Strategy[] = [hybrid, providerAuto];

/** In the order in which lists show them: strategies, pipelines, controls. */
export const strategies: readonly Strategy[] = [
  ...single.filter(({ kind }) => kind !== 'control'),
  ...pipelines,
  ...single.filter(({ kind }) => kind === 'control'),
];

/** By stable id. */
export const byId: ReadonlyMap<string, Strategy> = new Map(strategies.map((strategy) => [strategy.id, strategy]));
