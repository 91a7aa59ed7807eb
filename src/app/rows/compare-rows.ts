/** The rows of the table as data: their content, their rank, the best of each column. No React here. */
import type { Bar } from '../../engine/answer/contract.ts';
import { isBelowChance } from '../../engine/measures/independent/contract.ts';
import type { Share } from '../../engine/recall/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { formatReason, i18n, lookup, type NumberFormats, t } from '../../i18n/index.ts';
import { modelOfId } from '../../models/contract.ts';
import { allRows } from '../../scenario/scenario-rows.ts';
import type { Row, TableView } from '../../scenario/schema.ts';
import type { RecallRowView } from '../../worker/loss-protocol.ts';
import type { CompareReply, Description, RowResult, StrategyInfo } from '../../worker/protocol.ts';
import { ownViolations } from '../store/index.ts';
import { embedderName, modelNote, usesSummaries, writerName } from './model-words.ts';
import { type MeasureColumn, type MeasuresState, measureColumns, type Scores } from './measures.ts';

/** A sign before a recall; its words are in `recallWords`. */
export const SIGNS = { over: '▲', below: '▼' } as const;
export type Sign = keyof typeof SIGNS;

interface RecallScores extends Pick<Scores, 'recall'> {
  readonly all: Pick<MeasuresState, 'held'>;
}

/** The recall of a row that has numbers, be it without own facts. */
const numbersOf = ({ recall }: Pick<Scores, 'recall'>): RecallRowView | null =>
  recall && (recall.recall !== null || !recall.notes.recallLeft) ? recall : null;

export function recallSign(row: Pick<Scores, 'recall'>): Sign | null {
  const recall = numbersOf(row);
  if (!recall) return null;
  return recall.overBudget ? 'over' : recall.belowChance ? 'below' : null;
}

export const belowChance = (row: Pick<Scores, 'recall'>): boolean => isBelowChance(numbersOf(row)?.retained ?? null);

/** Whether a row may be the best in a column of recall: one that is below chance by either family of measures may not. */
export const competesInRecall = (row: Pick<Scores, 'recall'>): boolean => recallSign(row) === null && !belowChance(row);

export function idleNote(row: RecallScores): string | null {
  const { held } = row.all;
  const recall = numbersOf(row);
  return recall && held && recall.idle > 0 && recall.compacted > 0 && !recall.otherWriter
    ? t('compare.note.idle', { idle: recall.idle, cuts: held.cuts })
    : null;
}

function independentWords(row: Pick<Scores, 'recall'>): readonly string[] {
  const { retained = null, independent = null } = numbersOf(row) ?? {};
  if (!retained) return independent ? [t('compare.recall.independent.none')] : [];
  const { share, chance, newest } = retained;
  return [t('compare.recall.independent', { share, chance, newest }), ...(belowChance(row) ? [t('plot.point.below')] : [])];
}

export function recallWords(row: RecallScores): readonly string[] {
  const { held } = row.all;
  const recall = numbersOf(row);
  if (!recall || !held) return [];
  const { cuts, budget, random } = held;
  const left = recall.tokens;
  const refused = cuts - recall.compacted - recall.idle;
  const sign = recallSign({ recall });
  return [
    budget === null ? t('compare.recall.left', { left }) : t('compare.recall.left.budget', { left, budget }),
    ...(sign === 'over' ? [t('compare.recall.over')] : []),
    ...(sign === 'below' ? [t('compare.recall.below', { random: random ?? 0 })] : []),
    ...independentWords({ recall }),
    ...(recall.idle > 0 ? [t('compare.recall.idle', { idle: recall.idle, cuts })] : []),
    ...(refused > 0 ? [t('compare.recall.refused', { refused, cuts })] : []),
  ];
}

export const LETTERS = ['A', 'B', 'C'] as const;
export type Letter = (typeof LETTERS)[number];

/** `waiting` = the worker has not answered for this row yet. */
export type RowState = RowResult['outcome'] | 'waiting';

export interface Note {
  readonly text: string;
  readonly tone: 'plain' | 'bad' | 'warn';
  readonly title: string;
}

export interface RowExtras extends MeasuresState {
  /** Compactions of the recorded agent in the conversation; absent = none. */
  readonly compactions?: number | undefined;
  /** Keys of the rows that are seen; absent = all. */
  readonly shown?: ReadonlySet<string>;
  /** The product that wrote the session; absent or null = not known. */
  readonly agent?: string | null;
  readonly theirs?: boolean;
  readonly measured: ReadonlyMap<string, Scores['measured']>;
  readonly recalled: ReadonlyMap<string, Scores['recall']>;
  /** The results of before, for rows that are not finished. */
  readonly former?: readonly RowResult[] | undefined;
  readonly writing?: boolean;
}
const NOTHING_KNOWN: RowExtras = {
  measured: new Map(),
  recalled: new Map(),
  noMeasures: null,
  noRecall: null,
  held: null,
  stale: { measured: false, recall: false },
};

export interface TableRow extends Scores {
  readonly key: string;
  readonly info: StrategyInfo;
  readonly title: string;
  readonly state: RowState;
  readonly pin: Letter | null;
  readonly agent: boolean;
  readonly note: Note | null;
  /** Who writes its summaries, where that differs from row to row; null for rows without. */
  readonly writer: string | null;
  /** The result before, while the new one is not there. */
  readonly former: RowResult | null;
  /** Name of the model whose embeddings it compared by; null = by words. */
  readonly embedder: string | null;
  readonly place: number;
  readonly isAnswer: boolean;
  /** Why it cannot be the answer whatever it keeps; null = it can, or it is not finished. */
  readonly aside: Bar | null;
}

const copyNumber = (key: string): number => Number(/~(\d+)$/.exec(key)?.[1] ?? 1);

const nameIn = (params: Readonly<Record<string, unknown>>): string => (typeof params.name === 'string' ? params.name.trim() : '');

export function strategyTitle(strategy: string, key: string, params: Readonly<Record<string, unknown>> = {}): string {
  const name = nameIn(params);
  if (name) return name;
  const title = lookup(`strategy.${strategy}.title`) ?? strategy;
  const copy = copyNumber(key);
  return copy > 1 ? t('compare.copy', { title, copy }) : title;
}

let named: { readonly language: string; readonly titles: Map<string, string> } | null = null;

/** Titles by row key; those of strategies are looked up once per language, because a slider asks for all of them at every step. */
function titlesOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  if (named?.language !== i18n.language) named = { language: i18n.language, titles: new Map() };
  const titles = new Map<string, string>();
  for (const { key, strategy, params } of rows) {
    const title = nameIn(params) || (named.titles.get(key) ?? strategyTitle(strategy, key));
    if (!nameIn(params)) named.titles.set(key, title);
    titles.set(key, title);
  }
  return titles;
}

export function paramText(info: StrategyInfo, param: string, value: unknown, n: NumberFormats): string {
  const schema = info.params[param];
  if (typeof value !== 'number') return String(value);
  return schema?.unit === 'share' ? n.percent(value) : n.plain(value);
}

function knobText(info: StrategyInfo, result: RowResult, n: NumberFormats): string | null {
  if (!result.knob) return null;
  const { param } = result.knob;
  const value = paramText(info, param, result.knob.value, n);
  const label = lookup(`param.${param}`) ?? param;
  // A product's parameter has the product's own name, also where another strategy has one of that name.
  if (info.preset) return t('compare.note.knob', { label, value });
  return lookup(`compare.knob.${param}`, { value }) ?? t('compare.note.knob', { label: label.toLocaleLowerCase(), value });
}

function noteOf(info: StrategyInfo, result: RowResult | null, equal: string | null, n: NumberFormats): Note | null {
  if (!result) return null;
  const why = result.why ? formatReason(result.why) : '';
  const own = result.note ? formatReason(result.note) : '';
  const knob = knobText(info, result, n);
  const story = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');
  switch (result.outcome) {
    case 'unchanged':
      return { text: t('compare.note.unchanged'), tone: 'plain', title: story(t('compare.note.unchanged'), why, own) };
    case 'rejected': {
      const model = modelNote(result);
      if (model) return { ...model, title: story(why, own) };
      const { failure } = result.why?.key === 'rejected-summary' ? (result.why.values ?? {}) : {};
      return {
        text: failure === undefined ? t('compare.note.rejected') : t('compare.note.summary', { failure }),
        tone: 'bad',
        title: story(t('compare.note.rejected'), why, own),
      };
    }
    case 'refused': {
      const { tokens, limit } = result.why?.values ?? {};
      const text =
        typeof tokens === 'number' && typeof limit === 'number' ? t('compare.note.refused.over', { tokens, limit }) : t('compare.note.refused');
      return { text, tone: 'bad', title: story(text, why, own) };
    }
    case 'failed':
      return { text: t('compare.note.failed'), tone: 'bad', title: story(t('compare.note.failed'), why) };
    case 'compacted': {
      const same = equal === null ? null : t('compare.note.same', { title: equal });
      const control = info.kind === 'control' ? t('compare.note.control') : null;
      const text = same ?? (own || control || knob);
      return text ? { text, tone: 'plain', title: story(same, own, control, knob, why) } : null;
    }
  }
}

function withIdle(note: Note | null, result: RowResult | null, isEqual: boolean, scores: RecallScores): Note | null {
  const { recall } = scores;
  if (recall?.lack) {
    const text = formatReason(recall.lack);
    return { text, tone: 'bad', title: [text, note?.title].filter(Boolean).join(' · ') };
  }
  const idle = result?.outcome === 'compacted' && !isEqual && !result.note ? idleNote(scores) : null;
  return idle ? { text: idle, tone: 'warn', title: [...recallWords(scores), note?.title].filter(Boolean).join(' · ') } : note;
}

const WAITS = (): Note => ({ text: t('compare.note.waits'), tone: 'plain', title: t('compare.note.waits') });

function withAgent(note: Note | null, theirs: boolean): Note {
  const said = (text: string | undefined): string => [t(theirs ? 'compare.agent.theirs' : 'compare.agent'), text].filter(Boolean).join(' · ');
  return { tone: note?.tone ?? 'plain', text: said(note?.text), title: said(note?.title) };
}

/** Why the target was missed, in words; undefined when it was met or there is none. */
export function missedText(result: RowResult | null): string | undefined {
  if (result?.outcome !== 'compacted' || result.metTarget !== false || result.target === null) return undefined;
  const words = t('compare.missed', { target: result.target });
  return result.why ? t('list.pair', { name: words, value: formatReason(result.why) }) : words;
}

export function tableRows(
  rows: readonly Row[],
  description: Description,
  comparison: CompareReply | null,
  n: NumberFormats,
  known: RowExtras = NOTHING_KNOWN,
): readonly TableRow[] {
  const infos = new Map(description.strategies.map((s) => [s.id, s]));
  const results = new Map((comparison?.rows ?? []).map((r) => [r.key, r]));
  const former = new Map((known.former ?? []).map((r) => [r.key, r]));
  const wanted = allRows(rows, description.strategies, known.compactions);
  const titles = titlesOf(wanted);
  const writers = [...new Set((comparison?.rows ?? []).map(({ summarizer }) => summarizer))].filter((id) => id !== BUILT_IN);
  const embedders = (comparison?.rows ?? []).flatMap(({ embedded }) => (embedded ? [embedded.id] : []));
  const real = writers.length > 0;
  return wanted.flatMap((row) => {
    const info = infos.get(row.strategy);
    if (!info || known.shown?.has(row.key) === false) return [];
    const result = results.get(row.key) ?? null;
    const title = titles.get(row.key) ?? row.key;
    const recall = known.recalled.get(row.key) ?? null;
    const agent = row.strategy === known.agent;
    const equal = comparison?.equal[row.key];
    const same = equal === undefined ? null : (titles.get(equal) ?? equal);
    const said = withIdle(noteOf(info, result, same, n), result, same !== null, { recall, all: known });
    const waits = result === null && known.writing === true ? WAITS() : null;
    const note = waits ?? (agent ? withAgent(said, known.theirs === true) : said);
    return [
      {
        key: row.key,
        info,
        title,
        result,
        measured: known.measured.get(row.key) ?? null,
        recall,
        all: known,
        state: result?.outcome ?? 'waiting',
        pin: null,
        agent,
        note,
        former: result ? null : (former.get(row.key) ?? null),
        writer: real && result && usesSummaries(result) ? writerName(result.summarizer, writers) : null,
        embedder: result?.embedded && !result.embedded.lacking ? embedderName(result.embedded.id, embedders) : null,
        place: 0,
        isAnswer: false,
        aside: null,
      } satisfies TableRow,
    ];
  });
}

/** Whose rules a request is checked by: in full, and as a head of a column. */
const RULES: Readonly<Record<string, readonly [string, string]>> = {
  'openai-chat': ['OpenAI Chat', 'OpenAI'],
  'openai-responses': ['OpenAI Responses', 'Responses'],
  anthropic: ['Anthropic', 'Anthropic'],
  gemini: ['Gemini', 'Gemini'],
};

export const rulesName = (rules: string): string => RULES[rules]?.[0] ?? rules;
export const rulesShort = (rules: string): string => RULES[rules]?.[1] ?? rules;

/** Where the rule comes from: `Context manager (S2) · 5.1`. */
export function sourceText(info: StrategyInfo): string {
  const { seed, section } = info.source;
  if (info.preset) return [info.preset.product, info.preset.version].filter(Boolean).join(' ');
  const name = t(`compare.chip.${seed}`);
  return section ? `${name} · ${section}` : name;
}

export function rankOf(state: RowState): number {
  return { compacted: 0, failed: 1, refused: 1, rejected: 1, waiting: 2, unchanged: 3 }[state];
}

export function pooled({ origins }: RecallRowView): Share {
  const all = Object.values(origins);
  return { needed: all.reduce((sum, { needed }) => sum + needed, 0), kept: all.reduce((sum, { kept }) => sum + kept, 0) };
}

const MOST_BEST = 2;

function eligible(row: TableRow, { from }: Pick<MeasureColumn, 'from'>): boolean {
  const { result } = row;
  return (
    result !== null &&
    result.outcome === 'compacted' &&
    result.metTarget !== false &&
    row.info.kind !== 'control' &&
    ownViolations(result) === 0 &&
    (from !== 'recall' || competesInRecall(row))
  );
}

function shown(value: number, { format }: Pick<MeasureColumn, 'format'>): number {
  return format === 'share' || format === 'score' ? Math.round(value * 1000) / 1000 : format === 'money' ? value : Math.round(value);
}

export function bestValues(rows: readonly TableRow[], columns: readonly MeasureColumn[] = measureColumns): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const column of columns) {
    if (column.better === 'none') continue;
    const values = rows.flatMap((row) => {
      const value = eligible(row, column) ? column.value(row) : null;
      return value === null ? [] : shown(value, column);
    });
    if (values.length < 2) continue;
    const most = values.reduce((a, b) => (column.better === 'higher' ? Math.max(a, b) : Math.min(a, b)));
    const sharing = values.filter((value) => value === most).length;
    if (sharing <= MOST_BEST && sharing < values.length) best.set(column.id, most);
  }
  return best;
}

export function isBest(row: TableRow, column: MeasureColumn, best: ReadonlyMap<string, number>): boolean {
  const value = column.value(row);
  return value !== null && best.has(column.id) && eligible(row, column) && shown(value, column) === best.get(column.id);
}

export { STRATEGIES } from '../../scenario/scenario-rows.ts';
/** The default sort: the answer's order, by a column that is never shown. */
export const PLACE = 'place';
export const BY_ANSWER: readonly string[] = [PLACE];
export const SEARCH = 'search';
export const KIND = 'kind';
export const SYSTEM = 'system';
export const FAMILY = 'family';

export const filterOf = ({ filters }: TableView): string => filters?.[SEARCH] ?? '';

export const SYSTEMS = ['recording', 'S0', 'S1', 'S2', 'S3', 'S4', 'own', 'product', 'control'] as const;
export type System = (typeof SYSTEMS)[number];
/** Pipelines are a kind, not a system, so their chip overlaps the others. */
export type Chip = System | 'pipeline';
export const CHIPS: readonly Chip[] = [...SYSTEMS, 'pipeline'];

export const systemOf = ({ info }: Pick<TableRow, 'info'>): System => info.source.seed;

export const KINDS = ['compared', 'agent', 'products', 'seeds', 'own', 'aside', 'controls'] as const;
export type Kind = (typeof KINDS)[number];

const KIND_OF: Readonly<Partial<Record<System, Exclude<Kind, 'aside'>>>> = {
  recording: 'agent',
  product: 'products',
  own: 'own',
  control: 'controls',
};

export const rulesOf = (row: Pick<TableRow, 'info' | 'agent' | 'pin' | 'isAnswer'>): Exclude<Kind, 'aside'> =>
  row.pin !== null || row.isAnswer ? 'compared' : row.agent ? 'agent' : (KIND_OF[systemOf(row)] ?? 'seeds');

/** The group of a row. A, B, C and the person's own agent are never set aside. */
export function kindOf(row: Pick<TableRow, 'info' | 'agent' | 'pin' | 'isAnswer' | 'aside'>): Kind {
  const kind = rulesOf(row);
  return row.aside !== null && kind !== 'compared' && kind !== 'agent' ? 'aside' : kind;
}

const hasChip = (row: TableRow, chip: Chip): boolean => (chip === 'pipeline' ? row.info.kind === 'pipeline' : systemOf(row) === chip);

export function chipCounts(rows: readonly TableRow[]): readonly { readonly chip: Chip; readonly count: number }[] {
  return CHIPS.flatMap((chip) => {
    const count = rows.filter((row) => hasChip(row, chip)).length;
    return count > 0 ? [{ chip, count }] : [];
  });
}

export interface Filter {
  readonly chips: readonly Chip[];
  readonly text: string;
}

const isChip = (word: string): word is Chip => (CHIPS as readonly string[]).includes(word);

/** The filter as links carry it: chips as `@S0`, then the text. */
export function readFilter(filter: string): Filter {
  const chips: Chip[] = [];
  let rest = filter;
  for (let found = /^@(\w+) ?/.exec(rest); found && isChip(found[1]!); found = /^@(\w+) ?/.exec(rest)) {
    chips.push(found[1] as Chip);
    rest = rest.slice(found[0].length);
  }
  return { chips, text: rest };
}

export const writeFilter = ({ chips, text }: Filter): string => [...chips.map((chip) => `@${chip}`), ...(text ? [text] : [])].join(' ');

export const filterRows = (rows: readonly TableRow[], filter: string): readonly TableRow[] => rows.filter((row) => passes(row, filter));

/** What a search looks in. */
const textOf = ({ title, info, note }: TableRow): string => [title, info.id, note?.text ?? '', sourceText(info)].join(' ').toLocaleLowerCase();

export function passes(row: TableRow, filter: string): boolean {
  const { chips, text } = readFilter(filter);
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (chips.length === 0 || chips.some((chip) => hasChip(row, chip))) && words.every((word) => textOf(row).includes(word));
}

export function summarizerName(summarizer: string): string {
  if (summarizer.includes('/')) return modelOfId(summarizer);
  return t(summarizer === 'strategy' || summarizer === 'recorded' ? `row.summarizer.${summarizer}` : 'summarizer.built-in');
}
