/** What a person does with tuning: running, cancelling, applying. */
import * as Comlink from 'comlink';
import type { AskedAxis, Best, Setting, Space, Target, TuneResult, TuneWishes } from '../../engine/tune/contract.ts';
import type { NumberParam, Param } from '../../engine/strategies/params.ts';
import type { Settings } from '../../scenario/schema.ts';
import type { FoundSession, ReadReply, RunReply, SetRequest } from '../../worker/sets/protocol.ts';
import type { PlanReply } from '../../worker/sets/tuning.ts';
import { requestNow } from '../set/actions.ts';
import { Pool, workersHere } from '../set/pool.ts';
import { chosenOf, useSet } from '../set/state.ts';
import { parseNumber } from '../settings/numbers.ts';
import { actions } from '../store/actions.ts';
import { currentSource } from '../store/loading.ts';
import { app } from '../store/store.ts';
import { type Asked, type Found, show, targetField, targetsOf, useTune } from './state.ts';

const state = useTune.getState;

let keeper: Pool | null = null;
let pool: Pool | null = null;
/** Counts runs: answers of one that was cancelled are dropped. */
let turn = 0;
const keeping = (): Pool => (keeper ??= new Pool(1));
const working = (): Pool => (pool ??= new Pool(workersHere()));

/** The row that is tuned. */
export interface TunedRow {
  readonly key: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Settings that a result depends on beside its row: without what only concerns the look and the target, which is a field here. */
export function depends(settings: Settings): string {
  const { target: _target, own: _own, models: _models, ...rest } = settings;
  return JSON.stringify(rest);
}

/** The page's target where nobody wrote another. */
export const budgetsNow = (settings: Pick<Settings, 'own' | 'target'>): string => targetField(settings.own ? 'own' : settings.target);

interface Source {
  readonly session: string;
  readonly blob: Blob;
  readonly name: string;
  readonly conversation: number;
  readonly tokens: number;
}

/** The chosen sessions of the set, else the conversation that is open in Compare. */
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

function axisOf(asked: Asked, p: Param | undefined): AskedAxis | null {
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
  asked: readonly Asked[],
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
function partsOf(settings: readonly Setting[], sessions: number): readonly (readonly Setting[])[] {
  const lanes = sessions >= workersHere() ? 1 : 2 * workersHere();
  const size = Math.max(LEAST_PART, Math.ceil(settings.length / lanes));
  return Array.from({ length: Math.ceil(settings.length / size) }, (_, i) => settings.slice(i * size, (i + 1) * size));
}
/** Smaller parts read and count the session more often than they save. */
const LEAST_PART = 3;

interface Job {
  readonly mine: number;
  readonly row: TunedRow;
  readonly space: Space;
  readonly request: SetRequest;
}

/** Runs settings on sessions; `told` gets every piece of lines as it comes. Rejects with `cancelled`. */
async function runAll(
  { mine, row, space, request }: Job,
  target: Target,
  settings: readonly Setting[],
  sources: readonly Source[],
  told: (lines: Uint8Array<ArrayBuffer> | null, runs: number) => Promise<void> | void,
): Promise<void> {
  const at: SetRequest['settings'] = { ...request.settings, own: target === 'own', target: target === 'own' ? request.settings.target : target };
  const tasks = sources.flatMap((source) => partsOf(settings, sources.length).map((part) => ({ source, part })));
  await Promise.all(
    tasks.map(async ({ source, part }) => {
      const rows = part.map(({ key, values }) => ({ key, strategy: row.strategy, params: { ...space.params, ...values } }));
      const reply = await working()
        .run<RunReply>((worker) => worker.run(source.blob, source.name, source.conversation, { settings: at, rows, byCut: true }))
        .catch((): RunReply => ({ kind: 'failed', why: { code: 'crashed', reason: { key: 'error' } } }));
      if (mine !== turn) return;
      await told(reply.kind === 'lines' ? reply.lines : null, part.length);
    }),
  );
}

/** A sweep over every combination, or a search over all parameters. */
export async function run(row: TunedRow, schema: Readonly<Record<string, Param>>, kind: 'sweep' | 'search'): Promise<void> {
  if (state().running) return;
  const mine = ++turn;
  const since = Date.now();
  const { first, second, budgets, wishes, seed, runs } = state();
  const { settings } = app().scenario;
  const targets = targetsOf(budgets ?? budgetsNow(settings));
  if (!targets) {
    show({ wrong: { kind: 'budgets' } });
    return;
  }
  show({ wrong: null, running: { done: 0, of: 0, step: null } });
  try {
    const plan = await planOf(row, schema, kind === 'search' ? [] : [first, second].filter((one) => one !== null));
    if (!plan || mine !== turn) return;
    const request: SetRequest = { ...requestNow(), rows: [] };
    const sources = await sourcesOf(request);
    if (mine !== turn) return;
    const { space } = plan;
    const job: Job = { mine, row, space, request };
    let failed = 0;
    let done = 0;
    const common = { space, wishes, seed, row: row.key, of: depends(settings), asked: targets };
    if (kind === 'sweep') {
      const of = plan.settings.length * sources.length * targets.length;
      show({ running: { done, of, step: null } });
      letGo();
      await keeping().run((worker) => worker.tuneBegin());
      for (const target of targets) {
        await runAll(job, target, plan.settings, sources, async (lines, count) => {
          if (lines) await keeping().run((worker) => worker.tuneTake(target, Comlink.transfer(lines, [lines.buffer])));
          else failed++;
          done += count;
          if (mine === turn) show({ running: { done, of, step: null } });
        });
        if (mine !== turn) return;
      }
      const result = await keeping().run((worker) => worker.tuneResult({ space, settings: plan.settings, targets, wishes, seed }));
      if (mine !== turn) return;
      finish({ ...common, result, targets, held: true, search: null, ms: Date.now() - since, runs: done, failed });
      return;
    }
    const [target] = targets as [Target];
    const bySession = new Map(sources.map((source) => [source.session, source]));
    const search = await keeping().run((worker) =>
      worker.tuneSearch(
        { space, target, sessions: [...bySession.keys()], runs, wishes, seed },
        Comlink.proxy(async (some: readonly Setting[], sessions: readonly string[]) => {
          const all: Uint8Array<ArrayBuffer>[] = [];
          const wanted = sessions.flatMap((session) => bySession.get(session) ?? []);
          await runAll(job, target, some, wanted, (lines, count) => {
            if (lines) all.push(lines);
            else failed++;
            done += count;
            const { running } = state();
            if (running && mine === turn) show({ running: { ...running, done } });
          });
          return mine === turn ? all : null;
        }),
        Comlink.proxy((step) => {
          if (mine === turn) show({ running: { done, of: runs, step } });
        }),
      ),
    );
    if (mine !== turn || !search) return;
    const { result, ...how } = search;
    finish({ ...common, result, targets: [target], held: false, search: how, ms: Date.now() - since, runs: how.runs, failed });
  } catch (error) {
    // A cancelled run ends its workers, which rejects what they were asked for.
    if (mine === turn) show({ wrong: { kind: 'failed', message: error instanceof Error ? error.message : String(error) } });
  } finally {
    if (mine === turn) show({ running: null });
    const { found, wishes, seed } = state();
    // Wishes of while it ran.
    if (found && (found.wishes !== wishes || found.seed !== seed)) void decideAgain();
    rest();
  }
}

function finish(found: Found): void {
  show({ found, at: found.targets[0] ?? null });
}

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

/** The runs of what is shown are no longer at hand. */
function letGo(): void {
  const { found } = state();
  if (found?.held) show({ found: { ...found, held: false } });
}

export function cancel(): void {
  turn++;
  letGo();
  pool?.end();
  pool = null;
  keeper?.end();
  keeper = null;
  show({ running: null });
}

/** Decides once more over the same runs. Those of a search depend on the wishes: it has to be run again. */
async function decideAgain(): Promise<void> {
  const { found, wishes, seed } = state();
  if (!found?.held || state().running) return;
  const { space, targets, result } = found;
  const again: TuneResult | null = await keeping()
    .run((worker) => worker.tuneResult({ space, settings: result.settings, targets, wishes, seed }))
    .catch(() => null);
  const now = state();
  if (again && now.found?.held && now.found.space === space && now.wishes === wishes && now.seed === seed)
    show({ found: { ...now.found, result: again, wishes, seed } });
}

/** Another wish is answered at once. */
export function wish(change: Partial<TuneWishes>): void {
  show({ wishes: { ...state().wishes, ...change } });
  void decideAgain();
}

/** Other halves of the same runs. */
export function drawAgain(): void {
  show({ seed: state().seed + 1 });
  void decideAgain();
}

const valuesOf = ({ result }: Found, { chosen }: Best): Setting['values'] | null => result.settings.find(({ key }) => key === chosen)?.values ?? null;

/** Sets the values in the row. */
export function apply(found: Found, best: Best): void {
  const values = valuesOf(found, best);
  if (!values) return;
  for (const [param, value] of Object.entries(values)) actions.setParam(found.row, found.space.strategy, param, value);
}

/** A row of its own with these values, in Compare. */
export function makeRow(found: Found, best: Best): void {
  const values = valuesOf(found, best);
  if (!values) return;
  actions.addRow(found.space.strategy, { ...found.space.params, ...values });
}
