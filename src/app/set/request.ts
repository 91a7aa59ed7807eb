/** What is asked of the workers about each session of a set. */
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { allRows, shownRows } from '../../scenario/rows.ts';
import type { SetRequest } from '../../worker/sets/protocol.ts';
import { app } from '../store/store.ts';
import { useSet } from './state.ts';

/** Rows of controls that a set has beside the short list: chance, and what costs nothing. */
const SCALE = ['random-removal', 'oldest-first'];

/** What runs on every session: the rows that a person sees, and the settings of the page without models that cost. */
export function requestNow(): SetRequest {
  const { scenario, description } = app();
  const strategies = description?.strategies ?? [];
  const most = Math.max(0, ...useSet.getState().sessions.map(({ compactions }) => compactions));
  const all = allRows(scenario.rows, strategies, most);
  const listed = new Set(shownRows({ ...scenario, view: { ...scenario.view, tables: {} } }, strategies, most).map(({ key }) => key));
  const rows = useSet.getState().allRows ? all : all.filter(({ key, strategy }) => listed.has(key) || SCALE.includes(strategy));
  const { embedder: _, ...settings } = scenario.settings;
  return { settings: { ...settings, summarizer: BUILT_IN, models: [] }, rows: rows.map(({ key, strategy, params }) => ({ key, strategy, params })) };
}
