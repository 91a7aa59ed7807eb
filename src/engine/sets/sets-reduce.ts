/** Tables of any number of lines, read one by one. */
import type { Unit } from '../answer/contract.ts';
import {
  agentOfMost,
  keptOver,
  pooled,
  type RowOverSessions,
  type SessionCounts,
  type SetAgent,
  type TargetMode,
  type Tick,
} from '../answer/sets.ts';
import { LEAST_UNITS, NOISE } from '../answer/together.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { finished, type Work } from '../lib/work.ts';
import { randomSource } from '../lib/random.ts';
import { type Judge, JUDGES, LEADING } from '../measures/independent/contract.ts';
import { strategies } from '../pipelines/index.ts';
import {
  type Cell,
  type Distribution,
  EQUAL_WITHIN,
  type FailedLine,
  type Grouping,
  type Line,
  type PairedDifference,
  type ResultLine,
  type RowOfSet,
  type SetGroup,
  type SetOverview,
} from './contract.ts';
import { cellOf, type MeasureColumn, MEASURES } from './sets-columns.ts';

// Numbers of many sessions: distributions, paired differences and their intervals. Everything is the same whatever order the sessions come
// in, because sessions are drawn from the sorted values.

const DRAWS = 1000;
const SEED = 1;
const LOW = 0.025;
const HIGH = 0.975;
const FENCE = 1.5;

export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const value = sorted[below]!;
  return below === at ? value : value + (at - below) * (sorted[below + 1]! - value);
}

const medians = new BoundedMap<number, Uint32Array>(64);

/**
 * Ranks of the median in every draw of n from n sorted values: which values they have does not matter, so that all rows and measures with as
 * many sessions share them.
 */
function medianRanks(n: number): Uint32Array {
  const known = medians.get(n);
  if (known) return known;
  const draw = randomSource(SEED);
  const ranks = new Uint32Array(2 * DRAWS);
  const drawn = new Uint32Array(n);
  const [lower, upper] = [Math.floor((n - 1) / 2), Math.ceil((n - 1) / 2)];
  for (let d = 0; d < DRAWS; d++) {
    drawn.fill(0);
    for (let k = 0; k < n; k++) drawn[draw(n)]!++;
    let rank = -1;
    let below = 0;
    while (below <= lower) below += drawn[++rank]!;
    ranks[2 * d] = rank;
    while (below <= upper) below += drawn[++rank]!;
    ranks[2 * d + 1] = rank;
  }
  medians.set(n, ranks);
  return ranks;
}

const ends = (of: Float64Array): readonly [number, number] => {
  of.sort();
  return [quantile(of, LOW), quantile(of, HIGH)];
};

export function medianInterval(sorted: ArrayLike<number>): readonly [number, number] {
  const ranks = medianRanks(sorted.length);
  return ends(Float64Array.from({ length: DRAWS }, (_, d) => (sorted[ranks[2 * d]!]! + sorted[ranks[2 * d + 1]!]!) / 2));
}

export function meanInterval(sorted: ArrayLike<number>): readonly [number, number] {
  const n = sorted.length;
  const draw = randomSource(SEED);
  const means = new Float64Array(DRAWS);
  for (let d = 0; d < DRAWS; d++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += sorted[draw(n)]!;
    means[d] = sum / n;
  }
  return ends(means);
}

const meanOf = (values: Float64Array): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
};

/** Which end of a measure is bad; of one that is neither good nor bad, the low one is called so. */
type Direction = 'higher' | 'lower';

const byValue = (a: Tick, b: Tick): number => a.value - b.value || (a.session < b.session ? -1 : Number(a.session > b.session));

/** The sessions of one row in one measure; null without any. */
export function distributionOf(values: readonly Tick[], better: Direction = 'higher'): Distribution | null {
  if (values.length === 0) return null;
  const ordered = values.toSorted(byValue);
  const sorted = Float64Array.from(ordered, ({ value }) => value);
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)] as const;
  const fence = FENCE * (high - low);
  const isOut = ({ value }: Tick): boolean => (better === 'higher' ? value < low - fence : value > high + fence);
  const worst = better === 'higher' ? ordered[0]! : ordered.find(({ value }) => value === sorted.at(-1))!;
  return {
    sessions: sorted.length,
    median: quantile(sorted, 0.5),
    quartiles: [low, high],
    interval: medianInterval(sorted),
    worst: worst.value,
    worstSession: worst.session,
    best: better === 'higher' ? sorted.at(-1)! : sorted[0]!,
    mean: meanOf(sorted),
    outliers: ordered.filter(isOut).map(({ session }) => session),
  };
}

/** A row minus the baseline in the sessions that have both; null without any. */
export function pairedDifference(differences: readonly number[], better: Direction = 'higher', share: boolean = true): PairedDifference | null {
  if (differences.length === 0) return null;
  const sorted = Float64Array.from(differences).sort();
  const within = share ? EQUAL_WITHIN + NOISE : 0;
  const above = sorted.reduce((count, one) => count + Number(one > within), 0);
  const below = sorted.reduce((count, one) => count + Number(one < -within), 0);
  return {
    sessions: sorted.length,
    mean: meanOf(sorted),
    interval: meanInterval(sorted),
    better: better === 'higher' ? above : below,
    equal: sorted.length - above - below,
    worse: better === 'higher' ? below : above,
  };
}

type AnswerCell =
  | 'independentRecall'
  | 'independentUserWords'
  | 'constraints'
  | 'hindsightRecall'
  | 'recallLeft'
  | 'cost'
  | 'overBudget'
  | 'violations';
type ShownCell = AnswerCell | 'efficiency';

export const KEPT = 'independentRecall' satisfies AnswerCell;

type CountsCell = Readonly<Partial<Record<Judge, readonly number[]>>>;
const OLD = [...LEADING, 'userWords'] as const satisfies readonly Judge[];
const byMeasure = (numbers: readonly number[]): CountsCell =>
  Object.fromEntries(OLD.map((name, m) => [name, numbers.filter((_, i) => Math.floor(i / 3) % OLD.length === m)]));

/** Counts of a line by cut; null where it has none. Throws for a cell that is neither lists of numbers by measure nor one list. */
export function cutsOf(cell: Cell | undefined): readonly Unit[] | null {
  if (typeof cell !== 'string' || cell === '') return null;
  const found = JSON.parse(cell) as readonly number[] | CountsCell;
  const lists = 'length' in found ? byMeasure(found) : found;
  const names = JUDGES.filter((name) => name in lists);
  const cuts = Math.floor((lists[names[0]!]?.length ?? 0) / 3);
  return Array.from(
    { length: cuts },
    (_, cut): Unit =>
      Object.fromEntries(
        names.map((name) => {
          const [kept = 0, needed = 0, chance = 0] = lists[name]!.slice(3 * cut, 3 * cut + 3);
          return [name, { kept, needed, chance }];
        }),
      ),
  );
}

/** What a line counts for an answer; null where it has no counts, or the policy did nothing, which kept everything. */
export function countsOf({ session, agent, outcome, matched, counts }: ResultLine): SessionCounts | null {
  const cuts = outcome === 'unchanged' ? null : cutsOf(counts);
  return cuts && { session, agent, matched: matched === true, cuts };
}

export interface RowCells extends Pick<RowOverSessions, 'key' | 'strategy' | 'sessions' | 'failed'> {
  valuesOf(cell: ShownCell): readonly Tick[];
  readonly counts: readonly SessionCounts[];
}

type RowFigures = RowOverSessions & { readonly left: Distribution | null };

export function overSessions({ key, strategy, sessions, failed, valuesOf, counts }: RowCells): RowFigures {
  const above = (cell: AnswerCell): number => valuesOf(cell).filter(({ value }) => value > 0).length;
  return {
    key,
    strategy,
    sessions,
    failed,
    counts,
    ticks: valuesOf(KEPT),
    userWords: valuesOf('independentUserWords'),
    own: distributionOf(valuesOf('hindsightRecall'))?.median ?? null,
    left: distributionOf(valuesOf('recallLeft'), 'lower'),
    constraints: distributionOf(valuesOf('constraints'))?.mean ?? null,
    cost: distributionOf(valuesOf('cost'))?.median ?? null,
    over: above('overBudget'),
    invalid: above('violations'),
  };
}

/** The same with its distribution and what it keeps more than the baseline, whose shares are `base` by session; null = it is the baseline. */
export function rowOfSet(cells: RowCells, base: ReadonlyMap<string, number> | null, over = overSessions(cells)): RowOfSet {
  const { counts, ...figures } = over;
  const differences = figures.ticks.flatMap(({ session, value }) => {
    const other = base?.get(session);
    return other === undefined ? [] : [{ session, value: value - other }];
  });
  return {
    ...figures,
    kept: distributionOf(figures.ticks),
    together: keptOver(counts),
    difference: pairedDifference(differences.map(({ value }) => value)),
    differences,
    efficiency: distributionOf(cells.valuesOf('efficiency'))?.median ?? null,
  };
}

export interface RowTable {
  readonly row: string;
  readonly strategy: string;
  readonly settings: string;
  readonly engine: string;
  readonly sessions: number;
  readonly outcomes: Readonly<Record<ResultLine['outcome'], number>>;
  /** By measure; null where no session has it. */
  readonly measures: Readonly<Record<string, Distribution | null>>;
  /** By measure, against the baseline; null for the baseline itself and without one. */
  readonly against: Readonly<Record<string, PairedDifference | null>> | null;
}

export interface GroupTable {
  /** null = all sessions. */
  readonly group: string | null;
  readonly sessions: number;
  readonly rows: readonly RowTable[];
}

export interface SetTables {
  readonly sessions: number;
  readonly lines: number;
  readonly duplicates: number;
  readonly failed: readonly FailedLine[];
  readonly engines: readonly string[];
  readonly baseline: string | null;
  readonly by: Grouping | null;
  readonly groups: readonly GroupTable[];
}

interface TableStep {
  readonly done: number;
  readonly of: number;
}

interface TableOptions {
  readonly baseline?: string | null;
  readonly by?: Grouping | null;
  /** Names; absent = all. */
  readonly measures?: readonly string[];
}

/** What an answer is found in. docs/answer.md */
interface AnswerInput {
  readonly rows: readonly RowOverSessions[];
  readonly named: ReadonlyMap<string, string>;
  readonly asked: TargetMode;
  readonly target: number;
  readonly agent: SetAgent | null;
}

interface Overview extends Omit<SetOverview, 'answer'> {
  readonly list: readonly ReducedSession[];
  /** Budgets in tokens and windows, the least and the most; null where no line has one: each row's own. */
  readonly targets: Range | null;
  readonly windows: Range | null;
}

interface ReducedSession {
  readonly session: string;
  readonly name: string;
  readonly format: string;
  readonly messages: number;
  readonly tokens: number;
  readonly exact: boolean;
}

type Range = readonly [least: number, most: number];

/** Numbers by session that grow; NaN = none. */
class Column {
  #values = new Float64Array(16).fill(Number.NaN);

  set(session: number, value: number): void {
    if (session >= this.#values.length) {
      const grown = new Float64Array(Math.max(2 * this.#values.length, session + 1)).fill(Number.NaN);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[session] = value;
  }

  get(session: number): number {
    return this.#values[session] ?? Number.NaN;
  }
}

interface Row {
  readonly key: string;
  readonly strategy: string;
  readonly settings: string;
  readonly engine: string;
  readonly outcomes: Column;
  readonly columns: ReadonlyMap<string, Column>;
  readonly counts: Map<number, SessionCounts>;
}

interface Session {
  readonly id: string;
  file: string;
  readonly groups: Readonly<Record<Grouping, string>>;
  readonly agent: string | null;
  readonly messages: number;
  readonly tokens: number;
  readonly exact: boolean;
}

const OUTCOMES = ['compacted', 'unchanged', 'rejected', 'refused', 'failed'] as const satisfies readonly ResultLine['outcome'][];
const RANK = new Map(strategies.map(({ id }, i) => [id, i]));
const UNKNOWN = 'unknown';

export class Reducer {
  readonly #sessions = new Map<string, number>();
  readonly #facts: Session[] = [];
  readonly #rows = new Map<string, Row>();
  readonly #failed = new Map<string, FailedLine>();
  readonly #engines = new Set<string>();
  readonly #names = new Map<string, string>();
  #lines = 0;
  #duplicates = 0;
  #targets: Range | null = null;
  #windows: Range | null = null;
  readonly #matched = new Set<string>();
  readonly #unmatched = new Set<string>();

  add(line: Line): boolean {
    this.#lines++;
    this.#engines.add(this.#name(line.engine));
    const isNew = line.kind === 'failed' ? this.#addFailed(line) : this.#addResult(line);
    if (!isNew) this.#duplicates++;
    return isNew;
  }

  /** Throws a RangeError for a baseline that no line has. */
  tables(options: TableOptions = {}): SetTables {
    return finished(this.tableSteps(options));
  }

  /** The same, a measure of a row at a time: intervals over many sessions take seconds. */
  *tableSteps({ baseline = null, by = null, measures = MEASURES.map(({ name }) => name) }: TableOptions = {}): Work<TableStep, SetTables> {
    const rows = this.#inOrder();
    const base = baseline === null ? null : rows.find(({ key }) => key === baseline);
    if (base === undefined) throw new RangeError(`baseline: expected one of ${[...new Set(rows.map(({ key }) => key))].join(', ')}, got ${baseline}`);
    const asked = MEASURES.filter(({ name }) => measures.includes(name));
    const all = [...this.#facts.keys()];
    const named = by === null ? [] : groupsOf(all, (s) => this.#facts[s]!.groups[by]);
    const parts = [[null, all] as const, ...named];
    const of = parts.length * rows.length * asked.length;
    let done = 0;
    const groups: GroupTable[] = [];
    for (const [group, sessions] of parts) {
      const tables: RowTable[] = [];
      for (const row of rows) {
        const table = this.#table(row, sessions);
        if (!table) {
          done += asked.length;
          continue;
        }
        const found: Record<string, Distribution | null> = {};
        const against: Record<string, PairedDifference | null> = {};
        for (const { name, better, share } of asked) {
          found[name] = distributionOf(this.#values(row, name, sessions), direction(better));
          if (base && base !== row) against[name] = pairedDifference(differences(row, base, name, sessions), direction(better), share);
          yield { done: ++done, of };
        }
        tables.push({ ...table, measures: found, against: base === null || base === row ? null : against });
      }
      groups.push({ group, sessions: sessions.length, rows: tables });
    }
    return {
      sessions: all.length,
      lines: this.#lines,
      duplicates: this.#duplicates,
      failed: this.#stillFailed(),
      engines: [...this.#engines].sort(),
      baseline,
      by,
      groups,
    };
  }

  answerInput(): AnswerInput {
    const rows = this.#inOrder();
    const all = [...this.#facts.keys()];
    const keys = keysOf(rows);
    return {
      rows: rows.map((row, i) => overSessions(this.#cells(row, keys[i]!, all))),
      named: new Map(rows.map((row, i) => [keys[i]!, row.key])),
      asked: this.#matched.size > 0 ? 'same' : this.#targets === null ? 'shipped' : 'own',
      target: this.#targets?.[1] ?? 1,
      agent: agentOfMost(this.#facts),
    };
  }

  overview(base: string | null, by: Grouping): Overview {
    const rows = this.#inOrder();
    const all = [...this.#facts.keys()];
    const keys = keysOf(rows);
    const baseline = base === null ? undefined : rows[keys.indexOf(base)];
    const shares = new Map((baseline ? this.#values(baseline, KEPT, all) : []).map(({ session, value }) => [session, value]));
    const over = (some: readonly number[]): readonly RowOfSet[] =>
      rows.flatMap((row, i) => {
        const cells = this.#cells(row, keys[i]!, some);
        return cells.sessions === 0 ? [] : [rowOfSet(cells, row === baseline ? null : shares)];
      });
    const found = over(all);
    const groups = groupsOf(all, (s) => this.#facts[s]!.groups[by]).map(
      ([name, some]): SetGroup => ({ name: by === 'model' && name === UNKNOWN ? '' : name, sessions: some.length, rows: over(some) }),
    );
    return {
      sessions: all.length,
      enough: new Set(found.flatMap(({ ticks }) => ticks.map(({ session }) => session))).size,
      facts: this.#needed(rows, all),
      rows: found,
      groups: groups.sort((a, b) => b.sessions - a.sessions),
      list: this.#facts
        .map(({ id, groups: { format }, messages, tokens, exact }) => ({ session: id, name: this.nameOf(id), format, messages, tokens, exact }))
        .sort((a, b) => compare(a.name, b.name) || compare(a.session, b.session)),
      targets: this.#targets,
      windows: this.#windows,
    };
  }

  #inOrder(): readonly Row[] {
    return [...this.#rows.values()].sort(inOrder);
  }

  #cells(row: Row, key: string, sessions: readonly number[]): RowCells {
    const outcomes = sessions.map((session) => OUTCOMES[row.outcomes.get(session)]).filter((outcome) => outcome !== undefined);
    return {
      key,
      strategy: row.strategy,
      sessions: outcomes.length,
      failed: outcomes.filter((outcome) => outcome !== 'compacted' && outcome !== 'unchanged').length,
      valuesOf: (cell) => this.#values(row, cell, sessions),
      counts: sessions.flatMap((session) => row.counts.get(session) ?? []),
    };
  }

  #needed(rows: readonly Row[], sessions: readonly number[]): number {
    const has = ({ columns }: Row, session: number): boolean => !Number.isNaN(columns.get(KEPT)!.get(session));
    const of = ({ columns }: Row, session: number): number => columns.get('neededFacts')!.get(session) || 0;
    return sessions
      .filter((session) => rows.some((row) => has(row, session)))
      .reduce((sum, session) => sum + Math.max(...rows.map((row) => of(row, session))), 0);
  }

  nameOf(session: string): string {
    const known = this.#sessions.get(session);
    const number = Number(session.split('#')[1] ?? 0);
    return known === undefined ? session : `${this.#facts[known]!.file}${number > 0 ? `#${number}` : ''}`;
  }

  #addFailed(line: FailedLine): boolean {
    const id = `${line.file}\n${line.session}`;
    if (this.#failed.has(id)) return false;
    this.#failed.set(id, line);
    return true;
  }

  #addResult(line: ResultLine): boolean {
    const session = this.#session(line);
    const row = this.#row(line);
    if (!Number.isNaN(row.outcomes.get(session))) return false;
    row.outcomes.set(session, OUTCOMES.indexOf(line.outcome));
    const counts = countsOf(line);
    if (counts) row.counts.set(session, this.#counted({ ...counts, agent: this.#agent(line) }));
    this.#targets = widened(this.#targets, cellOf(line, 'target'));
    this.#windows = widened(this.#windows, cellOf(line, 'window'));
    for (const [name, column] of row.columns) {
      const cell = cellOf(line, name);
      if (typeof cell === 'number' || typeof cell === 'boolean') column.set(session, Number(cell));
    }
    return true;
  }

  #counted(one: SessionCounts): SessionCounts {
    const { matched } = one;
    const sessions = matched ? this.#matched : this.#unmatched;
    if (sessions.size < LEAST_UNITS) {
      sessions.add(one.session);
      if (sessions.size < LEAST_UNITS) return one;
      for (const { counts } of this.#rows.values())
        for (const [session, other] of counts) if (other.matched === matched) counts.set(session, { ...other, cuts: [pooled(other.cuts)] });
    }
    return { ...one, cuts: [pooled(one.cuts)] };
  }

  #session({ session: id, file, format, model, task, agent, messages, tokens, exact }: ResultLine): number {
    const known = this.#sessions.get(id);
    if (known !== undefined) {
      // Of several names for the same bytes the first in the alphabet, whatever order the lines come in.
      const facts = this.#facts[known]!;
      if (file < facts.file) facts.file = file;
      return known;
    }
    const groups = { format: this.#name(format), model: this.#name(model ?? UNKNOWN), task: this.#name(task) };
    this.#sessions.set(id, this.#facts.length);
    return this.#facts.push({ id, file, groups, agent: this.#agent({ agent }), messages, tokens, exact }) - 1;
  }

  #agent({ agent }: Pick<ResultLine, 'agent'>): string | null {
    return agent === null ? null : this.#name(agent);
  }

  #row({ row: key, strategy, settings, engine }: ResultLine): Row {
    const id = `${key}\n${settings}\n${engine}`;
    const known = this.#rows.get(id);
    if (known) return known;
    const columns = new Map(MEASURES.map(({ name }) => [name, new Column()]));
    const row = { key, strategy, settings, engine, outcomes: new Column(), columns, counts: new Map() };
    this.#rows.set(id, row);
    return row;
  }

  #name(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#names.set(text, text);
    return text;
  }

  #stillFailed(): readonly FailedLine[] {
    const files = new Set(this.#facts.map(({ file }) => file));
    return [...this.#failed.values()]
      .filter(({ file, session }) => (session?.includes('#') ? !this.#sessions.has(session) : !files.has(file)))
      .sort((a, b) => compare(a.file, b.file) || compare(a.session ?? '', b.session ?? ''));
  }

  #table(row: Row, sessions: readonly number[]): Omit<RowTable, 'measures' | 'against'> | null {
    const outcomes = { compacted: 0, unchanged: 0, rejected: 0, refused: 0, failed: 0 };
    let lines = 0;
    for (const session of sessions) {
      const outcome = OUTCOMES[row.outcomes.get(session)];
      if (!outcome) continue;
      outcomes[outcome]++;
      lines++;
    }
    if (lines === 0) return null;
    const { key, strategy, settings, engine } = row;
    return { row: key, strategy, settings, engine, sessions: lines, outcomes };
  }

  #values({ columns }: Row, name: string, sessions: readonly number[]): readonly Tick[] {
    const column = columns.get(name)!;
    return sessions.flatMap((session) => {
      const value = column.get(session);
      return Number.isNaN(value) ? [] : { session: this.#facts[session]!.id, value };
    });
  }
}

const direction = (better: MeasureColumn['better']): Direction => (better === 'lower' ? 'lower' : 'higher');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const widened = (range: Range | null, cell: Cell): Range | null =>
  typeof cell === 'number' ? [Math.min(range?.[0] ?? cell, cell), Math.max(range?.[1] ?? cell, cell)] : range;

function keysOf(rows: readonly Row[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { key } of rows) times.set(key, (times.get(key) ?? 0) + 1);
  return rows.map(({ key, settings, engine }) => (times.get(key) === 1 ? key : `${key} [${settings}, ${engine}]`));
}

const inOrder = (a: Row, b: Row): number =>
  (RANK.get(a.strategy) ?? RANK.size) - (RANK.get(b.strategy) ?? RANK.size) ||
  compare(a.key, b.key) ||
  compare(a.settings, b.settings) ||
  compare(a.engine, b.engine);

function groupsOf(sessions: readonly number[], nameOf: (session: number) => string): readonly (readonly [string, readonly number[]])[] {
  const groups = new Map<string, number[]>();
  for (const session of sessions) {
    const name = nameOf(session);
    const group = groups.get(name);
    if (group) group.push(session);
    else groups.set(name, [session]);
  }
  return [...groups].sort(([a], [b]) => compare(a, b));
}

function differences(row: Row, base: Row, name: string, sessions: readonly number[]): readonly number[] {
  const [own, other] = [row.columns.get(name)!, base.columns.get(name)!];
  return sessions.flatMap((session) => {
    const difference = own.get(session) - other.get(session);
    return Number.isNaN(difference) ? [] : difference;
  });
}
