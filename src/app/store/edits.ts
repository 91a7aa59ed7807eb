/** Changes of a scenario as pure functions: what a click means, apart from when it runs. */
import type { Param } from '../../engine/strategies/params.ts';
import type { Priority } from '../../engine/signals/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { BY_WORDS, choiceId } from '../../models/contract.ts';
import { strategyOfKey } from '../../scenario/rows.ts';
import type { Row, Scenario, Settings } from '../../scenario/schema.ts';

type ParamValue = Param['default'];

/** A row that has something of its own even without parameters. */
const stays = (row: Row): boolean => isDuplicate(row.key) || row.summarizer !== undefined || row.embedder !== undefined;

const isDuplicate = (key: string): boolean => /~\d+$/.test(key);

/** Sets one parameter of a row; undefined takes the row's own value away. A row without own values leaves the list, unless it is a duplicate. */
export function withParam(rows: readonly Row[], key: string, strategy: string, param: string, value: ParamValue | undefined): readonly Row[] {
  const found = rows.find((r) => r.key === key);
  const { [param]: _old, ...rest } = found?.params ?? {};
  const params = value === undefined ? rest : { ...rest, [param]: value };
  if (!found) return value === undefined ? rows : [...rows, { key, strategy, params }];
  if (Object.keys(params).length === 0 && !stays(found)) return rows.filter((r) => r !== found);
  return rows.map((r) => (r === found ? { ...r, params } : r));
}

/** Sets parameters of a strategy's first row; the others stay. */
export function withParams(rows: readonly Row[], strategy: string, params: Row['params']): readonly Row[] {
  const found = rows.find((r) => r.key === strategy);
  if (!found) return [...rows, { key: strategy, strategy, params }];
  return rows.map((r) => (r === found ? { ...r, params: { ...r.params, ...params } } : r));
}

/** A row with the defaults again; a duplicate stays as a row, and who writes its summaries stays too. */
export function withoutParams(rows: readonly Row[], key: string): readonly Row[] {
  return rows.flatMap((r) => (r.key !== key ? r : stays(r) ? { ...r, params: {} } : []));
}

/** Who writes a row's summaries (`summarizer`) or what it compares by (`embedder`); undefined = as the settings say. */
export function withModel(
  rows: readonly Row[],
  key: string,
  strategy: string,
  use: 'summarizer' | 'embedder',
  id: string | undefined,
): readonly Row[] {
  const found = rows.find((r) => r.key === key) ?? { key, strategy, params: {} };
  const { [use]: _old, ...rest } = found;
  const row: Row = id === undefined ? rest : { ...rest, [use]: id };
  const others = rows.filter((r) => r.key !== key);
  return Object.keys(row.params).length === 0 && !stays(row)
    ? others
    : rows.includes(found)
      ? rows.map((r) => (r === found ? row : r))
      : [...rows, row];
}

/**
 * Other models. `renamed`: one that was changed keeps its rows under its new id; whoever used one that is gone gets the built-in
 * summariser again, or compares by words.
 */
export function withModels(scenario: Scenario, models: Settings['models'], renamed: { readonly from: string; readonly to: string } | null): Scenario {
  const ids = new Set(models.map(choiceId));
  const now = (id: string): string | undefined => {
    const kept = id === renamed?.from ? renamed.to : id;
    return kept === BUILT_IN || kept === BY_WORDS || ids.has(kept) ? kept : undefined;
  };
  let { rows } = scenario;
  for (const { key, strategy, summarizer, embedder } of scenario.rows) {
    if (summarizer !== undefined) rows = withModel(rows, key, strategy, 'summarizer', now(summarizer));
    if (embedder !== undefined) rows = withModel(rows, key, strategy, 'embedder', now(embedder));
  }
  const { embedder, ...rest } = scenario.settings;
  const vectors = embedder === undefined ? undefined : now(embedder);
  const settings = { ...rest, models, summarizer: now(rest.summarizer) ?? BUILT_IN, ...(vectors !== undefined && { embedder: vectors }) };
  return { ...scenario, rows, settings };
}

/** A second row of the same strategy with the same parameters; its key is the next free `<strategy>~n`. */
export function withDuplicate(rows: readonly Row[], key: string): { readonly rows: readonly Row[]; readonly key: string } {
  const strategy = strategyOfKey(key);
  const taken = new Set(rows.map((r) => r.key));
  let n = 2;
  while (taken.has(`${strategy}~${n}`)) n += 1;
  const { params = {}, summarizer, embedder } = rows.find((r) => r.key === key) ?? {};
  const copy: Row = {
    key: `${strategy}~${n}`,
    strategy,
    params: { ...params },
    ...(summarizer === undefined ? {} : { summarizer }),
    ...(embedder === undefined ? {} : { embedder }),
  };
  return { rows: [...rows, copy], key: copy.key };
}

/** A row of a strategy that has none of its own, with a free key of the form of duplicates. */
export function withAdded(rows: readonly Row[], strategy: string, params: Row['params']): { readonly rows: readonly Row[]; readonly key: string } {
  const added = withDuplicate(rows, strategy);
  return { rows: added.rows.map((r) => (r.key === added.key ? { ...r, params } : r)), key: added.key };
}

/** Removes a duplicate row everywhere; the first row of a strategy cannot be removed. */
export function withoutRow(scenario: Scenario, key: string): Scenario {
  if (!isDuplicate(key)) return scenario;
  const { other, ...view } = scenario.view;
  return {
    ...scenario,
    rows: scenario.rows.filter((r) => r.key !== key),
    view: other === undefined || other === key ? view : { ...view, other },
  };
}

type Marks = Scenario['marks'];

/** A person's decision about one message; null takes it back. */
export function withMark(marks: Marks, messageId: string, mark: Priority | 'pin' | null): Marks {
  const { [messageId]: _old, ...rest } = marks;
  return mark === null ? rest : { ...rest, [messageId]: mark };
}
