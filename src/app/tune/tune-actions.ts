import * as Comlink from 'comlink';
import type { AskedAxis, BestSetting, SearchSummary, SearchStep, Setting, Target, TuneWishes } from '../../engine/tune/contract.ts';
import type { NumberParam, Param } from '../../engine/strategies/params.ts';
import { sha256 } from '../../scenario/packing.ts';
import type { Settings } from '../../scenario/schema.ts';
import { type FoundSession, type ReadReply, type RunReply, type SetRequest, settingsAt } from '../../worker/sets/set-worker-protocol.ts';
import type { PlanReply, RowsReply, SearchAsk, TuneAsk, TunePart, TuneRow } from '../../worker/sets/tuning.ts';
import { requestNow } from '../set/set-actions.ts';
import { Pool, workersHere } from '../set/pool.ts';
import { chosenOf, useSet } from '../set/set-state.ts';
import { actions, app, type AppState, currentSource, keepsNothing, parseNumber } from '../store/index.ts';
import { showRow } from '../rows/useTableRows.ts';
import { type RangeInput, type TuneRun, type TuneRunRow, isHeld, NOTE, show, targetField, targetsOf, useTune } from './tune-state.ts';

const state = useTune.getState;

let keeper: Pool | null = null;
let pool: Pool | null = null;
/** Counts runs: answers of one that was cancelled are dropped. */
let turn = 0;
const keeping = (): Pool => (keeper ??= new Pool(1));
const working = (): Pool => (pool ??= new Pool(workersHere()));

export interface TunedRow {
  readonly key: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Settings that a result depends on beside its row: without the target, which is a field here, and without models, which have no part in it. */
export function depends(settings: Settings): string {
  const { target: _target, budget: _budget, models: _models, embedder: _embedder, summarizer: _summarizer, ...rest } = settings;
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const budgetsNow = (settings: Pick<Settings, 'budget' | 'target'>): string =>
  targetField(settings.budget === 'shipped' ? 'own' : settings.target);

interface Source {
  readonly session: string;
  readonly blob: Blob;
  readonly name: string;
  readonly conversation: number;
  readonly tokens: number;
}

export function sourcesKey(sessions: readonly { readonly session: string }[], open: string | null): string | null {
  return sessions.length > 0
    ? sessions
        .map(({ session }) => session)
        .sort()
        .join(' ')
    : open;
}
export const openKey = ({ loaded, scenario }: Pick<AppState, 'loaded' | 'scenario'>): string | null =>
  loaded && `${loaded.reply.hash}#${scenario.conversation}`;

async function sourcesOf(request: SetRequest): Promise<readonly Source[]> {
  const set = useSet.getState();
  const blobs = new Map(set.files.map(({ path, blob }) => [path, blob]));
  const inSet = chosenOf(set).flatMap(({ session, file, conversation, tokens }): Source[] => {
    const blob = blobs.get(file);
    return blob ? [{ session, blob, name: file, conversation, tokens }] : [];
  });
  if (inSet.length > 0) return inSet.sort((a, b) => b.tokens - a.tokens);
  const source = currentSource();
  if (!source) return [];
  const read = await working().run<ReadReply>((worker) => worker.read(source.blob, source.name, request));
  const wanted = app().scenario.conversation;
  const found: FoundSession | undefined =
    read.kind === 'sessions' ? (read.sessions.find(({ conversation }) => conversation === wanted) ?? read.sessions[0]) : undefined;
  return found ? [{ session: found.session, blob: source.blob, name: source.name, conversation: found.conversation, tokens: found.tokens }] : [];
}

/** A share is written in percent. */
export const scaleOf = (p: Param | undefined): number => (p?.kind === 'number' && p.unit === 'share' ? 100 : 1);

function axisOf(asked: RangeInput, p: Param | undefined): AskedAxis | null {
  if (p?.kind !== 'number') return {};
  const end = (text: string, otherwise: number): number | null => {
    if (text.trim() === '') return otherwise;
    const typed = parseNumber(text.replace('%', ''));
    return typed === null ? null : Number((typed / scaleOf(p)).toPrecision(12));
  };
  const [from, to] = [end(asked.from, p.min), end(asked.to, p.max)];
  return from === null || to === null ? null : { from, to, steps: asked.steps };
}

const rangeText = (p: NumberParam): string => `${p.min * scaleOf(p)} … ${p.max * scaleOf(p)}`;

async function planOf(
  row: TunedRow,
  schema: Readonly<Record<string, Param>>,
  asked: readonly RangeInput[],
): Promise<Extract<PlanReply, { ok: true }> | null> {
  const axes: { param: string; asked: AskedAxis }[] = [];
  for (const one of asked) {
    const p = schema[one.param];
    const axis = axisOf(one, p);
    if (!axis) {
      show({ wrong: { kind: 'values', param: one.param, expected: p?.kind === 'number' ? rangeText(p) : '' } });
      return null;
    }
    axes.push({ param: one.param, asked: axis });
  }
  const { keepRecent, preserveStart, preserveEnd } = app().scenario.settings;
  const shared = { keepRecent, preserveStart, preserveEnd };
  const plan = await keeping().run<PlanReply>((worker) => worker.tunePlan({ strategy: row.strategy, params: row.params, shared, axes }));
  if (plan.ok) return plan;
  const p = schema[plan.error.param];
  show({
    wrong: {
      kind: 'values',
      param: plan.error.param,
      expected: p?.kind === 'number' && plan.error.code !== 'steps' ? rangeText(p) : plan.error.expected,
    },
  });
  return null;
}

/** Equal parts: a worker that is done takes the next, and progress is told after each. */
function partsOf<T>(items: readonly T[], sessions: number): readonly (readonly T[])[] {
  const lanes = sessions >= workersHere() ? 1 : 2 * workersHere();
  const size = Math.max(LEAST_PART, Math.ceil(items.length / lanes));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
/** Smaller parts read and count the session more often than they save. */
const LEAST_PART = 3;

interface Job {
  readonly mine: number;
  readonly rows: readonly TuneRow[];
  readonly settings: Settings;
  readonly sources: readonly Source[];
}

/** Runs parts, those of one session and target together; `told` gets every piece of lines as it comes. Rejects with `cancelled`. */
async function runAll(
  { mine, rows, settings, sources }: Job,
  parts: readonly TunePart[],
  told: (target: Target, lines: Uint8Array<ArrayBuffer> | null, runs: number) => Promise<void> | void,
): Promise<void> {
  const spaces = new Map(rows.map(({ key, space }) => [key, space]));
  const groups = new Map<string, TunePart[]>();
  for (const part of parts) {
    const name = `${part.session} ${part.target}`;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  const tasks = [...groups.values()].flatMap((group) => {
    const { session, target } = group[0]!;
    const source = sources.find((one) => one.session === session);
    const asked = group.flatMap(({ row, settings: some }) => some.map(({ values }) => ({ space: spaces.get(row)!, values })));
    return source ? partsOf(asked, sources.length).map((part) => ({ source, target, part })) : [];
  });
  await Promise.all(
    tasks.map(async ({ source, target, part }) => {
      // Lines are known by what they are of, so that keys need only differ.
      const asked = part.map(({ space, values }, i) => ({ key: String(i), strategy: space.strategy, params: { ...space.params, ...values } }));
      const request: SetRequest = { settings: settingsAt(settings, target), rows: asked, byCut: true };
      const reply = await working()
        .run<RunReply>((worker) => worker.run(source.blob, source.name, source.conversation, request))
        .catch((): RunReply => ({ kind: 'failed', why: { code: 'crashed', reason: { key: 'error' } } }));
      if (mine !== turn) return;
      await told(target, reply.kind === 'lines' ? reply.lines : null, part.length);
    }),
  );
}

export interface RowPlan {
  readonly row: TunedRow;
  readonly schema: Readonly<Record<string, Param>>;
  /** None = all that matter. */
  readonly asked: readonly RangeInput[];
}

/** A sweep over every combination, or a search over all parameters that matter, of every row at every budget. */
export async function run(wanted: readonly RowPlan[]): Promise<void> {
  if (state().running) return;
  const mine = ++turn;
  const since = Date.now();
  const { budgets, wishes, seed, runs, choices, all: isSearch } = state();
  const targets = targetsOf(budgets ?? budgetsNow(app().scenario.settings));
  if (!targets) {
    show({ wrong: { kind: 'budgets' } });
    return;
  }
  show({ wrong: null, running: { done: 0, of: 0, step: null, row: null } });
  try {
    const rows: TuneRow[] = [];
    for (const one of wanted) {
      const plan = await planOf(one.row, one.schema, one.asked);
      if (!plan || mine !== turn) return;
      rows.push({ key: one.row.key, space: plan.space, settings: plan.settings });
    }
    const { settings } = requestNow();
    const sources = await sourcesOf({ settings, rows: [] });
    if (mine !== turn) return;
    const sessions = sources.map(({ session }) => session);
    const job: Job = { mine, rows, settings, sources };
    const counts = { done: 0, failed: 0 };
    const ask: TuneAsk = { rows, targets, sessions, settings, wishes, seed };
    const found = wanted.every(({ asked }) => asked.length > 0) ? await sweep(job, ask, counts) : await search(job, { ...ask, runs }, counts);
    if (mine !== turn || !found) return;
    const known = { targets, wishes, seed, choices, all: isSearch, sources: sourcesKey(sources, null) ?? '', sessions, settings };
    const all: TuneRun = { ...known, ...found, ms: Date.now() - since, runs: counts.done, failed: counts.failed };
    show({ found: all, at: targets[0] ?? null, shownRow: null });
    keep(all);
  } catch (error) {
    // A cancelled run ends its workers, which rejects what they were asked for.
    if (mine === turn) show({ wrong: { kind: 'failed', message: error instanceof Error ? error.message : String(error) } });
  } finally {
    if (mine === turn) show({ running: null });
    const { found, wishes: now, seed: seedNow } = state();
    // Wishes of while it ran.
    if (found && (found.wishes !== now || found.seed !== seedNow)) void decideAgain();
    rest();
  }
}

/** What a run makes, beside what was known before. */
type RunResult = Pick<TuneRun, 'rows' | 'races' | 'kept' | 'halves'>;
interface Counts {
  done: number;
  failed: number;
}

async function sweep(job: Job, ask: TuneAsk, counts: Counts): Promise<RunResult | null> {
  const { mine, rows } = job;
  const parts = await keeping().run((worker) => worker.tuneMissing(ask));
  if (mine !== turn) return null;
  const of = parts.reduce((sum, { settings }) => sum + settings.length, 0);
  const all = rows.reduce((sum, { settings }) => sum + settings.length, 0) * ask.targets.length * ask.sessions.length;
  show({ running: { done: 0, of, step: null, row: null } });
  await runAll(job, parts, async (target, lines, count) => {
    if (lines) await keeping().run((worker) => worker.tuneTake(target, Comlink.transfer(lines, [lines.buffer])));
    else counts.failed++;
    counts.done += count;
    if (mine === turn) show({ running: { done: counts.done, of, step: null, row: null } });
  });
  if (mine !== turn) return null;
  const reply = await keeping().run((worker) => worker.tuneResult(ask));
  return { ...madeOf(rows, reply, null), kept: all - of };
}

async function search(job: Job, ask: SearchAsk, counts: Counts): Promise<RunResult | null> {
  const { mine, rows } = job;
  const of = ask.runs * rows.length * ask.targets.length;
  // Of the searches that ended: a search counts its own runs alone.
  let before = 0;
  let last = '';
  const reply = await keeping().run((worker) =>
    worker.tuneSearch(
      ask,
      Comlink.proxy(async (parts: readonly TunePart[]) => {
        const all: Uint8Array<ArrayBuffer>[] = [];
        await runAll(job, parts, (_, lines, count) => {
          if (lines) all.push(lines);
          else counts.failed++;
          counts.done += count;
          const { running } = state();
          if (running && mine === turn) show({ running: { ...running, done: Math.min(of, running.done + count) } });
        });
        return mine === turn ? all : null;
      }),
      Comlink.proxy((step: SearchStep, row: string, target: Target) => {
        if (mine !== turn) return;
        if (last !== '' && last !== `${row} ${target}`) before += ask.runs;
        last = `${row} ${target}`;
        show({ running: { done: before + step.done, of, step, row } });
      }),
    ),
  );
  if (!reply) return null;
  const used = reply.hows.flat().reduce((sum, { runs }) => sum + runs, 0);
  const searched = rows.map((row, i) => ({ ...row, settings: reply.settings[i]! }));
  return { ...madeOf(searched, reply, reply.hows), kept: Math.max(0, used - counts.done), ...(reply.halves && { halves: reply.halves }) };
}

const madeOf = (
  rows: readonly TuneRow[],
  { results, races }: RowsReply,
  hows: readonly (readonly SearchSummary[])[] | null,
): Pick<TuneRun, 'rows' | 'races'> => ({
  rows: rows.map(({ key, space }, i): TuneRunRow => ({ key, space, result: results[i]!, hows: hows?.[i] ?? null })),
  races,
});

/** A worker without work costs memory. */
const REST_MS = 60_000;
let resting: ReturnType<typeof setTimeout> | undefined;
function rest(): void {
  clearTimeout(resting);
  resting = setTimeout(() => {
    if (state().running) return;
    pool?.end();
    pool = null;
  }, REST_MS);
}

/** What was run until here stays: the next run has less to do. */
export function cancel(): void {
  turn++;
  pool?.end();
  pool = null;
  show({ running: null });
}

const noteOf = (sources: string): Promise<string> => sha256(new TextEncoder().encode(sources) as Uint8Array<ArrayBuffer>);

/** Kept beside the runs, so that a reload shows it again; not where a person wants nothing kept. */
function keep(found: TuneRun): void {
  if (keepsNothing()) return;
  void noteOf(found.sources)
    .then((name) => keeping().run((worker) => worker.tuneKeepNote(name, { version: NOTE, found })))
    .catch(() => undefined);
}

/** Shows what was found last on these sessions. What is shown of others is put away. */
export async function restore(sources: string | null): Promise<void> {
  const isOther = (): boolean => state().found?.sources !== sources;
  if (!isOther() || state().running) return;
  show({ found: null, at: null, shownRow: null });
  if (sources === null) return;
  const name = await noteOf(sources);
  const note = (await keeping()
    .run((worker) => worker.tuneNote(name))
    .catch(() => null)) as { readonly version?: unknown; readonly found?: TuneRun } | null;
  if (note?.version !== NOTE || !note.found || !isOther() || state().running || nowKey() !== sources) return;
  const { found } = note;
  const { choices, all, wishes, seed, targets } = found;
  const written = targets.map(targetField).join(', ');
  // The same objects, so that nothing looks changed.
  show({ found, choices, all, wishes, seed, at: targets[0] ?? null, budgets: written === budgetsNow(app().scenario.settings) ? null : written });
}

const nowKey = (): string | null => sourcesKey(chosenOf(useSet.getState()), openKey(app()));

/** Decides once more over the same runs. Those of a search depend on the wishes: it has to be run again. */
async function decideAgain(): Promise<void> {
  const { found, wishes, seed } = state();
  if (!found || !isHeld(found) || state().running) return;
  const { targets, sessions, settings } = found;
  const rows = found.rows.map(({ key, space, result }): TuneRow => ({ key, space, settings: result.settings }));
  const again: RowsReply | null = await keeping()
    .run((worker) => worker.tuneResult({ rows, targets, sessions, settings, wishes, seed }))
    .catch(() => null);
  const now = state();
  if (!again || now.found !== found || now.wishes !== wishes || now.seed !== seed) return;
  const decided: TuneRun = { ...found, ...madeOf(rows, again, null), wishes, seed };
  show({ found: decided });
  keep(decided);
}

export function wish(change: Partial<TuneWishes>): void {
  show({ wishes: { ...state().wishes, ...change } });
  void decideAgain();
}

export function drawAgain(): void {
  show({ seed: state().seed + 1 });
  void decideAgain();
}

const valuesOf = ({ result }: TuneRunRow, { chosen }: BestSetting): Setting['values'] | null =>
  result.settings.find(({ key }) => key === chosen)?.values ?? null;

export function apply(row: TuneRunRow, best: BestSetting): void {
  const values = valuesOf(row, best);
  if (!values) return;
  for (const [param, value] of Object.entries(values)) actions.setParam(row.key, row.space.strategy, param, value);
}

/** A row of its own with these values; Compare opens at it. */
export function makeRow(row: TuneRunRow, best: BestSetting): void {
  const values = valuesOf(row, best);
  if (!values) return;
  showRow(actions.addRow(row.space.strategy, { ...row.space.params, ...values }));
}
