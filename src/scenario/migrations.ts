/**
 * Old links keep their meaning. Step i turns the data of version i + 1 into data of version i + 2: still the difference
 * from the defaults, not validated yet, so a step must accept anything. The rule for adding one: fixtures/links/README.md.
 */
export type Migration = (raw: unknown) => unknown;

export const MIGRATIONS: readonly Migration[] = [
  // 2: compactions that were carried out (`applied`, `undone`), a person's word lists (`settings.keywords`), and real models
  // (`settings.models`, `prompts`, masking, `parallelCalls`, who writes a row's summaries), and the replay (`replay`). Links
  // before had none of these, as the defaults.
  (raw) => raw,
  // 3: what the plot draws (`view.plot`). Links before left that to the page, as the default does.
  (raw) => raw,
  // 4: each row has its own trigger in a replay (`replay.ownTriggers`). In links before one trigger was that of all rows. S4's
  // parameter `summaryModel` is gone, which nothing read: a row's summariser is its own setting.
  (raw) => {
    if (!isFields(raw)) return raw;
    const { replay = {} } = raw;
    const data = withoutSummaryModel(raw);
    return isFields(replay) ? { ...data, replay: { ...replay, ownTriggers: false } } : data;
  },
  // 5: the tabs `tune` and `log`, which no page ever had, are gone: a link that names one opens the comparison, as before.
  (raw) => {
    if (!isFields(raw) || !isFields(raw.view)) return raw;
    const { tab, ...view } = raw.view;
    return tab === 'tune' || tab === 'log' ? { ...raw, view } : raw;
  },
  // 6: every table keeps what a person changed of it (`view.tables`); before only that of the strategies did, in fields of the view.
  (raw) => (isFields(raw) && isFields(raw.view) ? { ...raw, view: withTables(raw.view) } : raw),
  // 7: a short list of rows (`view.allRows`), grouped by kind. Links before had every row, and no groups but those that a person chose.
  (raw) => (isFields(raw) && (raw.view === undefined || isFields(raw.view)) ? { ...raw, view: withEveryRow(raw.view ?? {}) } : raw),
];

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sort, columns and filter of the strategies as those of one table among others. The sort "by system" is a group without a sort. */
function withTables(view: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { sort, columns, filter, ...rest } = view;
  const bySystem = isFields(sort) && sort.column === 'system';
  const byDefault = sort === undefined || (isFields(sort) && sort.column === 'efficiency' && sort.desc === true);
  const strategies = {
    ...(bySystem ? { sort: [], group: 'system' } : byDefault ? {} : { sort: sortedBy(sort) }),
    ...(columns === undefined || (isFields(columns) && Object.keys(columns).length === 0) ? {} : { columns }),
    ...(filter === undefined || filter === '' ? {} : { filters: { search: filter } }),
  };
  return Object.keys(strategies).length > 0 ? { ...rest, tables: { strategies } } : rest;
}

/** Every row of the strategies, ungrouped unless a person grouped them. */
function withEveryRow(view: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { tables = {} } = view;
  if (!isFields(tables)) return { ...view, allRows: true };
  const { strategies = {} } = tables;
  const ungrouped = isFields(strategies) ? { group: '', ...strategies } : strategies;
  return { ...view, tables: { ...tables, strategies: ungrouped }, allRows: true };
}

/** What is no sort stays as it is, for the validation to name. */
const sortedBy = (sort: unknown): unknown => (isFields(sort) && typeof sort.column === 'string' ? [`${sort.desc ? '-' : ''}${sort.column}`] : sort);

/** Rows and steps without the parameter, also where S4 is a stage of a pipeline. */
function withoutSummaryModel(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const cleaned = (one: unknown): unknown => {
    if (!isFields(one) || !isFields(one.params)) return one;
    const { summaryModel: _, ...others } = one.params;
    const params = one.strategy === 'auto-compression' ? others : one.params;
    return { ...one, params: Array.isArray(params.stages) ? { ...params, stages: params.stages.map(cleaned) } : params };
  };
  const lists = ['rows', 'applied'].flatMap((name) => (Array.isArray(raw[name]) ? [[name, (raw[name] as unknown[]).map(cleaned)]] : []));
  return { ...raw, ...Object.fromEntries(lists) };
}

/** Data of a version up to now; steps may be given for tests. */
export function migrate(raw: unknown, from: number, steps: readonly Migration[] = MIGRATIONS): unknown {
  return steps.slice(from - 1).reduce((data, step) => step(data), raw);
}
