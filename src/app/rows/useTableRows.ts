/** The rows that table and plot share: made once for both. */
import { answerOf } from '../../engine/answer/answer.ts';
import { type Answer, type Bar, type Candidate, lettersOf, type Match, rowToUse, WISHES, type Wishes } from '../../engine/answer/contract.ts';
import { heldAgainst } from '../../engine/answer/yours.ts';
import { isMeasuredByItself, MOST_BY_ITSELF, type Recall } from '../../engine/recall/contract.ts';
import type { Reason } from '../../engine/signals/contract.ts';
import { i18n, numberFormats, t } from '../../i18n/index.ts';
import { BEST_SEEDS, shownRows } from '../../scenario/scenario-rows.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { SentAnswer } from '../../scenario/snapshot-schema.ts';
import type { CompareReply, Description } from '../../worker/protocol.ts';
import { actions, app, openTab, patch, type SoughtRow, useApp, useText, useUi } from '../store/index.ts';
import { agentIn, type AppState, isSent, isTheirs, matchIn, outcomeOf, recordedIn, type SentRun, smallestIn, yoursIn } from '../store/store-state.ts';
import { openRow } from '../table/useDataTable.ts';
import { LETTERS, type RowExtras, STRATEGIES, type TableRow, tableRows } from './compare-rows.ts';
import { isLate, type MeasureColumn, type Scores } from './measures.ts';

const isOurs = ({ source }: TableRow['info']): boolean => source.seed === 'own';

function candidateOf({ key, info, result, measured, recall }: TableRow): Candidate {
  const known = recall !== null && !recall.otherWriter ? recall : null;
  const outcome = outcomeOf(info, result);
  return {
    key,
    ...outcome,
    ours: isOurs(info),
    withinBudget: outcome.withinBudget && recall?.overBudget !== true,
    constraints: measured?.figures.constraints ?? null,
    units: known?.byCut ?? null,
    own: known?.recall ?? null,
    cost: measured?.figures.cost ?? null,
    left: known?.tokens ?? null,
    lost: known?.lost ?? null,
    files: measured?.figures.artifacts ?? null,
    openWork: measured?.figures['open-work'] ?? null,
  };
}

export function answeredAs(
  rows: readonly TableRow[],
  { baseBar, ...sent }: SentAnswer,
  wishes: Wishes,
  recall: RecallBasis | null,
  asked: Match | null,
): TableAnswer {
  const kept = rows.flatMap(({ key, recall }) =>
    recall?.retained ? [[key, { share: recall.retained.share, chance: recall.retained.chance }] as const] : [],
  );
  const ours = rows.filter(({ info }) => isOurs(info)).map(({ key }) => key);
  const { barred } = answered(rows, wishes, recall, asked).answer;
  const answer = {
    ...sent,
    ours,
    kept: Object.fromEntries(kept),
    barred: { ...barred, ...(sent.base && baseBar && { [sent.base.key]: baseBar }) },
    bars: {},
  };
  return named(rows, answer, recall && heldAgainst(recall, asked).idle);
}

type RecallBasis = Pick<Recall, 'cuts' | 'match' | 'budget' | 'compactions'>;

export interface TableAnswer {
  readonly rows: readonly TableRow[];
  readonly answer: Answer;
  /** Names of the rows of the answer: some may not be drawn. */
  readonly titles: ReadonlyMap<string, string>;
  /** Key of A where it did nothing, so that the target holds. */
  readonly idle: string | null;
}

export function answered(
  rows: readonly TableRow[],
  wishes: Wishes,
  recall: RecallBasis | null,
  asked: Match | null,
  smallest?: number | null,
): TableAnswer {
  const { base, idle, scope } = heldAgainst(recall ?? { cuts: [], match: null, budget: 1, compactions: null }, asked);
  const answer = { ...answerOf(rows.map(candidateOf), wishes, base, scope), ...(smallest !== undefined && { smallest }) };
  return named(rows, answer, recall ? idle : null);
}

function named(rows: readonly TableRow[], answer: Answer, idle: string | null): TableAnswer {
  return { rows, answer, titles: new Map(rows.map(({ key, title }) => [key, title])), idle };
}

/** What sets a row aside: it did not do what was asked, so that what it keeps says nothing. */
const ASIDE = ['outcome', 'accepted', 'budget', 'model', 'constraints', 'cost'] as const satisfies readonly Bar[];

const MARKS: Partial<Record<Bar, string>> = { accepted: '✗ ', budget: '▲ ' };

function setAside(row: TableRow, { base, barred }: Answer): Pick<TableRow, 'aside' | 'note'> {
  const aside = row.result && ASIDE.find((bar) => bar === barred[row.key]);
  if (!aside) return { aside: null, note: row.note };
  // What did not compact says so itself.
  if (aside === 'outcome' && row.state !== 'compacted') return { aside, note: row.note };
  const why = `${MARKS[aside] ?? ''}${t(aside === 'budget' && base ? 'bar.budget.same' : aside === 'outcome' ? 'bar.idle' : `bar.${aside}`)}`;
  return { aside, note: { tone: row.note?.tone ?? 'plain', text: why, title: [why, row.note?.title].filter(Boolean).join(' · ') } };
}

export function placed({ rows, answer }: TableAnswer, compared: readonly string[]): readonly TableRow[] {
  const places = new Map(answer.order.map((key, place) => [key, place]));
  const best = rowToUse(answer);
  return rows.map((row) => ({
    ...row,
    pin: LETTERS[compared.indexOf(row.key)] ?? null,
    place: places.get(row.key) ?? places.size,
    isAnswer: row.key === best,
    ...setAside(row, answer),
  }));
}

const NONE: readonly TableRow[] = [];

interface CacheEntry<T> {
  readonly inputs: readonly unknown[];
  readonly made: T;
}

function remembering<T>(): (inputs: readonly unknown[], make: () => T) => T {
  let made: readonly CacheEntry<T>[] = [];
  return (inputs, make) => {
    const found = made.find((m) => m.inputs.every((value, i) => value === inputs[i])) ?? { inputs, made: make() };
    made = [found, ...made.filter((m) => m !== found)].slice(0, 3);
    return found.made;
  };
}
const answersOf = remembering<TableAnswer>();
const placesOf = remembering<TableAnswer>();

const shownIn = (state: AppState): string =>
  (isSent(state) ? state.sent!.snapshot.rows : shownRows(state.scenario, state.description?.strategies ?? NO_STRATEGIES, recordedIn(state)))
    .map(({ key }) => key)
    .join(' ');
const NO_STRATEGIES: Description['strategies'] = [];

const useShown = (): string => useApp(shownIn);

export const notByItself = (comparison: CompareReply | null): Reason | null =>
  comparison && !isMeasuredByItself(comparison.transcript.n)
    ? { key: 'recall-long', values: { messages: comparison.transcript.n, most: MOST_BY_ITSELF } }
    : null;

export const useTableRows = (comparison: CompareReply | null, every = false): readonly TableRow[] => useAnswered(comparison, every)?.rows ?? NONE;

/** The answer over all rows; null before the engine has described itself. The same object while nothing that it depends on changes. */
export function answerIn(state: AppState, comparison: CompareReply | null): TableAnswer | null {
  const { description, scenario, measured, recalled, lossError: error, former } = state;
  if (!description) return null;
  const { language } = i18n;
  const recalling = state.recalling !== null;
  const compactions = recordedIn(state);
  const agent = agentIn(state);
  const sent = isSent(state);
  const theirs = isTheirs(state);
  const wishes = scenario.view.wishes ?? WISHES;
  const smallest = smallestIn(state, wishes);
  const writing = state.running?.progress?.models !== undefined;
  const told = sent ? (state.sent?.snapshot.answer ?? null) : null;
  const asked = matchIn(state);
  const { rows: scenarioRows } = scenario;
  return answersOf(
    [
      language,
      description,
      scenarioRows,
      comparison,
      measured,
      recalled,
      error,
      recalling,
      compactions,
      agent,
      sent,
      theirs,
      wishes,
      told,
      asked,
      former,
      writing,
      smallest,
    ],
    () => {
      const known: RowExtras = {
        compactions,
        agent,
        theirs,
        measured: measured?.rows ?? new Map(),
        recalled: recalled?.rows ?? new Map(),
        noMeasures: error && error.code !== 'cancelled' && measured?.of !== comparison ? { key: 'error', values: { message: error.message } } : null,
        noRecall:
          sent && !recalled
            ? { key: 'recall-not-sent' }
            : error === null
              ? recalled?.of !== comparison && !recalling
                ? notByItself(comparison)
                : null
              : error.code === 'cancelled'
                ? { key: 'recall-cancelled' }
                : { key: 'error', values: { message: error.message } },
        held: recalled && { cuts: recalled.reply.cuts.length, budget: recalled.reply.budget, random: recalled.reply.random },
        former: former?.rows,
        writing,
        stale: { measured: measured?.of !== comparison, recall: recalled?.of !== comparison },
      };
      const rows = tableRows(scenarioRows, description, comparison, numberFormats(language), known);
      return told ? answeredAs(rows, told, wishes, recalled?.reply ?? null, asked) : answered(rows, wishes, recalled?.reply ?? null, asked, smallest);
    },
  );
}

/** The rows with the answer that orders them; null before the engine has described itself. */
export function useAnswered(comparison: CompareReply | null, every = false): TableAnswer | null {
  useText();
  const found = useApp((s) => answerIn(s, comparison));
  const compared = useApp((s) => s.compared);
  const shown = useShown();
  if (!found) return null;
  return placesOf([found, compared, shown, every], () => {
    const rows = placed(found, compared);
    const seen = new Set(shown.split(' '));
    return { ...found, rows: every ? rows : rows.filter(({ key, isAnswer, pin }) => seen.has(key) || isAnswer || pin !== null) };
  });
}

// A, B and C, the same in every view: what the person has, the answer, and the policy opened last. docs/answer.md

/** B and C before anything is measured, where they are not A. */
const EARLY: readonly string[] = ['fact-ledger', ...BEST_SEEDS];

/**
 * @param yours key of A; null = what is dropped first without any rule
 * @param other the policy opened last; null = the best that `isOurs` does not hold of
 */
export function comparedOf(yours: string | null, answer: Answer | null, other: string | null, isOurs: (key: string) => boolean): readonly string[] {
  const a = yours ?? 'oldest-removal';
  const free = (keys: readonly (string | null | undefined)[], taken: readonly string[]): string =>
    [...keys, ...EARLY].find((key) => key != null && !taken.includes(key))!;
  const [, named, best] = lettersOf(a, answer, isOurs);
  const b = free([named], [a]);
  return [a, b, free([other, best, ...EARLY.slice(1)], [a, b])];
}

export function comparedIn(state: AppState): readonly string[] {
  const { description, scenario, compared } = state;
  const found = answerIn(state, state.comparison);
  // Until a result is there, the letters stay where they are.
  if (!found && compared.length > 0 && state.loaded) return compared;
  const ours = (key: string): boolean => description?.strategies.find(({ id }) => id === key)?.source.seed === 'own';
  const next = comparedOf(yoursIn(state)?.key ?? null, found?.answer ?? null, scenario.view.other ?? null, ours);
  return next.every((key, i) => key === compared[i]) ? compared : next;
}

export function followCompared(): void {
  const follow = (state: AppState): void => {
    const compared = comparedIn(state);
    if (compared !== state.compared) patch({ compared });
  };
  useApp.subscribe(follow);
  follow(useApp.getState());
}

export const linkRow = (key: string | null): void => {
  if (useUi.getState().linked !== key) useUi.setState({ linked: key });
};

export const useIsLinked = (key: string): boolean => useUi((s) => s.linked === key);

export const useLinkedKey = (): string | null => useUi((s) => s.linked);

export const selectRows = (selected: ReadonlySet<string>): void => useUi.setState({ selected });

export const useSelectedRows = (): ReadonlySet<string> => useUi((s) => s.selected);

export function openDetails(key: string): void {
  const others = Object.keys(app().scenario.view.tables[STRATEGIES]?.open ?? {}).filter((id) => !id.includes(':') && id !== key);
  for (const id of others) openRow(STRATEGIES, id, false);
  openRow(STRATEGIES, key, true);
  actions.compareWith(key);
}

export function showRow(key: string, part?: SoughtRow['part']): void {
  if (useUi.getState().selected.size > 0) selectRows(new Set());
  openDetails(key);
  useUi.setState({ sought: { key, part } });
}

export const useSought = (): SoughtRow | null => useUi((s) => s.sought);

/** The strategy whose stages and name are parameters; it has no row until somebody adds one. */
export const OWN_PIPELINE = 'pipeline';

export function newPipeline(): void {
  const { scenario } = useApp.getState();
  const names = new Set(scenario.rows.map((row) => row.params.name));
  let number = 1;
  while (names.has(t('compare.pipeline.name', { number }))) number += 1;
  const key = actions.addRow(OWN_PIPELINE, { name: t('compare.pipeline.name', { number }) });
  // From the palette it is asked for in any view.
  openTab('policies');
  showRow(key);
}

export type SentMark = 'same' | 'differs' | 'new';

const SENT = { noMeasures: null, noRecall: null, held: null, stale: { measured: false, recall: false } };

/** What was sent of a row; null = the sender did not have it. */
export function sentScores({ said }: Pick<SentRun, 'said'>, key: string): Scores | null {
  const result = said.comparison?.rows.find((row) => row.key === key);
  if (!result) return null;
  const [measured, recall] = [said.measured?.rows.get(key) ?? null, said.recalled?.rows.get(key) ?? null];
  return { result, measured, recall, all: SENT };
}

/** Sums are made in another order on another machine at most in their last digits. */
const CLOSE = 1e-9;

/** null = there is nothing to hold against one another: no value, one that is still to come, or a time. */
export function markOf(column: MeasureColumn, here: Scores, there: Scores | null): SentMark | null {
  if (column.format === 'ms' || isLate(here, column) || (column.from === 'recall' && !here.recall)) return null;
  const now = column.value(here);
  const was = there && column.value(there);
  if (now === null && was === null) return null;
  if (was === null) return 'new';
  return now !== null && Math.abs(now - was) <= CLOSE * Math.max(1, Math.abs(was)) ? 'same' : 'differs';
}

export interface Difference {
  readonly key: string;
  readonly title: string;
  readonly column: MeasureColumn;
  readonly was: number | null;
  readonly now: number | null;
}

export interface SnapshotCheck {
  readonly same: number;
  readonly added: number;
  readonly differences: readonly Difference[];
  readonly late: boolean;
}

/** Every value of every row in every column, those that are not shown too. */
export function checked(
  rows: readonly (Scores & { readonly key: string; readonly title: string })[],
  columns: readonly MeasureColumn[],
  sent: Pick<SentRun, 'said'>,
): SnapshotCheck {
  let [same, added, late] = [0, 0, false];
  const differences: Difference[] = [];
  for (const row of rows) {
    const there = sentScores(sent, row.key);
    late ||= row.result === null;
    for (const column of columns) {
      late ||= isLate(row, column);
      const mark = markOf(column, row, there);
      if (mark === 'same') same += 1;
      else if (mark === 'new') added += 1;
      else if (mark) differences.push({ key: row.key, title: row.title, column, was: there && column.value(there), now: column.value(row) });
    }
  }
  return { same, added, differences, late };
}

export function isSameRun(a: Scenario, b: Scenario): boolean {
  const parts = ({ settings, rows, marks, applied, undone, conversation, until }: Scenario): string =>
    JSON.stringify([settings, rows, marks, applied, undone, conversation, until ?? null]);
  return parts(a) === parts(b);
}
