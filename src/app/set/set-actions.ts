/** What a person does with a set: opening and adding files, choosing, cancelling, going on, exporting. */
import * as Comlink from 'comlink';
import { WISHES } from '../../engine/answer/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { allRows, shownRows } from '../../scenario/scenario-rows.ts';
import type { ExportKind, FoundSession, ReadReply, RunReply, SetRequest } from '../../worker/sets/set-worker-protocol.ts';
import { saveBytes } from '../components/elements.ts';
import { actions, app, currentSource, showSet, soon, useApp, useUi } from '../store/index.ts';
import { chosenOf, comparedInSet, EMPTY, forgetSet, keepFiles, keepList, keptSet, type SetFile, show, type Status, useSet } from './set-state.ts';
import { endPool, keeping, nextTurn, restPool, thisTurn, working } from './pool.ts';
import type { Source, Sources } from './set-files.ts';

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

/** Counts what was asked of the keeper: the newest tables win. */
let asked = 0;

/** Tables of what is kept of the chosen sessions under the settings in use. */
export async function refresh(): Promise<void> {
  const mine = ++asked;
  const chosen = chosenOf(state());
  const [baseline = null, other = null] = comparedInSet();
  const request = requestNow();
  const failed = [...state().status].filter(([, { state: how }]) => how === 'failed');
  const answer = await keeping()
    .run(async (worker) => ({
      missing: await worker.missing(
        chosen.map(({ session, compactions }) => ({ session, compactions })),
        request,
      ),
      tables: await worker.tables({
        request,
        sessions: chosen.map(({ session }) => session),
        baseline,
        other,
        group: state().group,
        wishes: app().scenario.view.wishes ?? WISHES,
      }),
    }))
    .catch(() => null);
  if (mine !== asked || !answer) return;
  const missing = new Set(answer.missing.map(({ session }) => session));
  if (state().run === null) {
    const status = new Map<string, Status>(chosen.map(({ session }) => [session, { state: missing.has(session) ? 'missing' : 'done' }]));
    for (const [session, how] of failed) if (missing.has(session)) status.set(session, how);
    show({ status });
  }
  show({ tables: answer.tables, stale: missing.size > failed.length });
}

const readingState = useSet.getState;

const fileOf = ({ path, blob }: Source): SetFile => ({ path, blob, bytes: blob.size, hash: null, state: 'waiting', why: null });
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const again = (file: SetFile, { blob }: Source): SetFile =>
  file.state === 'read' && blob.size === file.bytes
    ? { ...file, blob }
    : { ...file, blob, bytes: blob.size, hash: null, state: 'waiting', why: null };

/** Reads every file that waits. The files of an archive become files of the set. */
async function readFiles(): Promise<void> {
  const lasts = thisTurn();
  for (;;) {
    const waiting = readingState().files.filter(({ state: how }) => how === 'waiting');
    if (waiting.length === 0) break;
    let done = 0;
    show({ reading: { done, of: waiting.length } });
    await Promise.all(
      waiting.map(async (file) => {
        await readFile(file, lasts);
        if (lasts()) show({ reading: { done: ++done, of: waiting.length } });
      }),
    );
    if (!lasts()) return;
  }
  restPool();
  show({ reading: null });
}

async function readFile(file: SetFile, lasts: () => boolean): Promise<void> {
  const request = requestNow();
  const reply = await working()
    .run<ReadReply>(async (worker) => await worker.read(file.blob!, file.path, request))
    .catch((error: unknown) => ({ hash: null, ...crashed(error) }));
  if (!lasts()) return;
  const change = (next: Partial<SetFile>): readonly SetFile[] =>
    readingState().files.map((one) => (one.path === file.path ? { ...one, ...next } : one));
  if (reply.kind === 'failed') {
    show({ files: change({ state: 'failed', why: reply.why.reason, hash: reply.hash }) });
    return;
  }
  if (reply.kind === 'files') {
    const members = reply.files.map(({ name, bytes }) => fileOf({ path: name, blob: new Blob([bytes]) }));
    const left = reply.left.map(({ name, why }): SetFile => ({ path: name, blob: null, bytes: 0, hash: null, state: 'failed', why: why.reason }));
    show({ files: readingState().files.flatMap((one) => (one.path === file.path ? [...members, ...left] : [one])) });
    return;
  }
  const others = readingState().sessions.filter((one) => one.file !== file.path);
  // The same conversation twice is one session.
  const known = new Set(others.map(({ session }) => session));
  const order = new Map(readingState().files.map(({ path }, i) => [path, i]));
  const sessions = [...others, ...reply.sessions.filter(({ session }) => !known.has(session))].sort(
    (a, b) => order.get(a.file)! - order.get(b.file)! || a.conversation - b.conversation,
  );
  show({ files: change({ state: 'read', hash: reply.hash }), sessions });
}

const crashed = (error: unknown) => ({
  kind: 'failed' as const,
  why: { code: 'crashed', reason: { key: 'error', values: { message: error instanceof Error ? error.message : String(error) } } },
});

/** Sessions of one file after the other, so that a worker reads it once; the largest files first, so that no core waits at the end for one. */
export function inOrder(sessions: readonly FoundSession[]): readonly FoundSession[] {
  const sizes = new Map<string, number>();
  for (const { file, tokens } of sessions) sizes.set(file, (sizes.get(file) ?? 0) + tokens);
  return [...sessions].sort(
    (a, b) => sizes.get(b.file)! - sizes.get(a.file)! || (a.file < b.file ? -1 : Number(a.file > b.file)) || b.tokens - a.tokens,
  );
}

/** Compares every chosen session whose results are not kept. Sessions without their file wait until it is given again. */
export async function compareAll(): Promise<void> {
  if (state().run || state().reading) return;
  const lasts = nextTurn();
  const request = requestNow();
  const chosen = chosenOf(state());
  const missing = await keeping()
    .run((worker) =>
      worker.missing(
        chosen.map(({ session, compactions }) => ({ session, compactions })),
        request,
      ),
    )
    .catch(() => []);
  if (!lasts()) return;
  const wanted = new Map(missing.map((one) => [one.session, new Set(one.rows)]));
  const blobs = new Map(state().files.map(({ path, blob }) => [path, blob]));
  const tasks = inOrder(chosen.filter(({ session, file }) => wanted.has(session) && blobs.get(file)));
  const status = new Map<string, Status>(chosen.map(({ session }) => [session, { state: wanted.has(session) ? 'missing' : 'done' }]));
  for (const { session } of tasks) status.set(session, { state: 'waiting' });
  const since = Date.now();
  const total = tasks.reduce((sum, { tokens }) => sum + tokens, 0);
  const kept = chosen.length - wanted.size;
  show({ status, run: { done: 0, of: tasks.length, tokens: [0, total], kept, since }, stale: tasks.length > 0 });
  void keepList(state());
  const drawing = setInterval(() => void refresh(), REFRESH_MS);
  await Promise.all(tasks.map((session) => runOne(session, blobs.get(session.file)!, request, wanted.get(session.session)!, lasts)));
  clearInterval(drawing);
  if (lasts()) await endRun(false);
}

/** Tables of what is done so far are drawn this often. */
const REFRESH_MS = 1500;

/** What was told of sessions since the last drawing, which takes longer than a small session. */
const news = new Map<string, Status>();
const TOLD_MS = 150;

function tell(session: string, how: Status): void {
  if (news.size === 0) soon(flush, TOLD_MS);
  news.set(session, how);
}

function flush(): void {
  if (news.size === 0) return;
  show({ status: new Map([...state().status, ...news]) });
  news.clear();
}

async function runOne(session: FoundSession, blob: Blob, request: SetRequest, rows: ReadonlySet<string>, lasts: () => boolean): Promise<void> {
  const told = (how: Status): void => tell(session.session, how);
  const only = { ...request, rows: request.rows.filter(({ key }) => rows.has(key)) };
  const reply = await working()
    .run<RunReply>(async (worker) => {
      if (lasts()) told({ state: 'running' });
      return await worker.run(blob, session.file, session.conversation, only);
    })
    .catch((error: unknown) => crashed(error));
  if (!lasts()) return;
  if (reply.kind === 'lines') await keeping().run((worker) => worker.take(session.session, Comlink.transfer(reply.lines, [reply.lines.buffer])));
  if (!lasts()) return;
  told(reply.kind === 'lines' ? { state: 'done' } : { state: 'failed', why: reply.why.reason });
  const { run } = state();
  if (run) show({ run: { ...run, done: run.done + 1, tokens: [run.tokens[0] + session.tokens, run.tokens[1]] } });
}

async function endRun(cancelled: boolean): Promise<void> {
  flush();
  const { run, status } = state();
  // What still runs after a cancel has no reader.
  if (cancelled) endPool();
  else restPool();
  if (!run) return;
  const failed = [...status.values()].filter(({ state: how }) => how === 'failed').length;
  show({ run: null, ran: { at: Date.now(), ms: Date.now() - run.since, computed: run.done - failed, kept: run.kept, failed, cancelled } });
  await keepList(state());
  await refresh();
}

const state = useSet.getState;
// The tab and the header, which are there before this part of the page, say what the set is.
useSet.subscribe(({ sessions, files, name }, before) => {
  if (sessions === before.sessions && files === before.files && name === before.name) return;
  const facts = {
    name,
    tokens: sessions.reduce((sum, { tokens }) => sum + tokens, 0),
    exact: sessions.every(({ exact }) => exact),
    formats: new Set(sessions.map(({ format }) => format)).size,
    failed: files.filter(({ state: how }) => how === 'failed').length,
    compactions: sessions.reduce((sum, { compactions }) => sum + compactions, 0),
  };
  useUi.setState({ sessions: sessions.length, facts });
});
/** Settles when the strategies are known. */
const described = (): Promise<void> =>
  new Promise((resolve) => {
    if (app().description) return resolve();
    const stop = useApp.subscribe(({ description }) => {
      if (!description) return;
      stop();
      resolve();
    });
  });

/** A new set of these files, the person's own or samples, compared at once. One of a single session is opened by itself instead. */
export async function openSet(sources: Sources, own = true): Promise<void> {
  endPool();
  nextTurn();
  await forgetSet();
  useSet.setState({ ...EMPTY, own, name: sources.name, skipped: sources.skipped, files: sources.files.map(fileOf) });
  showSet(true);
  await described();
  if (!(await read())) return;
  const { files, sessions } = state();
  const [only] = sessions;
  if (only && sessions.length === 1 && files.length === 1) {
    const [file] = files;
    await removeSet();
    if (file?.blob) await actions.openFile(file.blob, nameOf(file.path));
    return;
  }
  await begin();
}

/** Reads the files that wait. false = somebody cancelled. */
async function read(): Promise<boolean> {
  const lasts = thisTurn();
  await readFiles();
  return lasts();
}

/** What was dropped is kept, and compared at once. */
async function begin(): Promise<void> {
  await keepAll();
  await refresh();
  await compareAll();
}

/** The conversations of the file that is open in Compare. */
export async function openCurrent(): Promise<void> {
  const source = currentSource();
  if (source && state().files.length === 0) await openSet({ name: source.name, files: [{ path: source.name, blob: source.blob }], skipped: 0 });
}

/** More files of the set in use; those of the same path replace what is there, so that a folder can be given again. */
export async function addFiles(sources: Sources): Promise<void> {
  const { files, name, skipped } = state();
  if (files.length === 0) return openSet(sources);
  const given = new Map(sources.files.map((source) => [source.path, source]));
  const back = files.map((file) => {
    const source = given.get(file.path);
    given.delete(file.path);
    // The same bytes again: what was read of it holds.
    return source && (file.blob === null || file.state === 'failed' || source.blob.size !== file.bytes) ? again(file, source) : file;
  });
  show({ name, skipped: skipped + sources.skipped, files: [...back, ...[...given.values()].map(fileOf)] });
  showSet(true);
  if (await read()) await begin();
}

async function keepAll(): Promise<void> {
  show({ kept: await keepList(state()) });
  await keepFiles(state().files);
}

export function choose(ids: readonly string[], on: boolean): void {
  const left = new Set(state().left);
  for (const id of ids) {
    if (on) left.delete(id);
    else left.add(id);
  }
  show({ left });
  void keepList(state());
  void refresh();
}

export function showAllRows(on: boolean): void {
  show({ allRows: on });
  void keepList(state());
  void refresh();
}

export async function cancel(): Promise<void> {
  nextTurn();
  if (state().reading) {
    endPool();
    // What was not read is left out.
    show({ reading: null, files: state().files.filter(({ state: how }) => how === 'read' || how === 'failed') });
    await keepAll();
    await refresh();
    return;
  }
  await endRun(true);
}

export async function openSession(
  { file, conversation }: Pick<FoundSession, 'file' | 'conversation'>,
  tab: 'answer' | 'replay' = 'answer',
): Promise<void> {
  const blob = state().files.find(({ path }) => path === file)?.blob;
  if (!blob) return;
  actions.setView('tab', tab);
  await actions.openFile(blob, nameOf(file));
  actions.chooseConversation(conversation);
}

/** The reason of a file that cannot be read, where Compare shows it. */
export async function openFailed(path: string): Promise<void> {
  const blob = state().files.find((file) => file.path === path)?.blob;
  if (blob) await actions.openFile(blob, nameOf(path));
}

export function dropFile(path: string): void {
  show({ files: state().files.filter((file) => file.path !== path), sessions: state().sessions.filter(({ file }) => file !== path) });
  void keepList(state());
  void refresh();
}

export async function exportSet(kind: ExportKind): Promise<void> {
  const { files, status, sessions, name } = state();
  const failed = [
    ...files.flatMap(({ path, hash, why }) => (why ? [{ file: path, session: hash, code: 'unreadable', reason: textOf(why) }] : [])),
    ...sessions.flatMap(({ session, file }) => {
      const how = status.get(session);
      return how?.state === 'failed' ? [{ file, session, code: 'failed', reason: textOf(how.why) }] : [];
    }),
  ];
  const bytes = await keeping().run((worker) =>
    worker.exported(
      kind,
      chosenOf(state()).map(({ session }) => session),
      requestNow(),
      failed,
    ),
  );
  saveBytes(`${name.replace(/[\\/:*?"<>|\s]+/g, '-') || 'set'}.sessions.${kind}`, bytes);
}

/** Exports are read by programs: the reason's key with its values. */
const textOf = ({ key, values }: { readonly key: string; readonly values?: Readonly<Record<string, unknown>> }): string =>
  values ? `${key} ${JSON.stringify(values)}` : key;

/** Forgets the set, its files and every kept result. */
export async function forgetAll(): Promise<void> {
  await keeping().run((worker) => worker.forget());
  await removeSet();
}

async function removeSet(): Promise<void> {
  nextTurn();
  endPool();
  useSet.setState(EMPTY);
  showSet(false);
  await forgetSet();
}

/** The set of the last visit, with what is kept of its results. A run that had not ended waits for "Resume". */
export async function restore(): Promise<void> {
  const [found] = await Promise.all([keptSet(), described()]);
  if (!found) showSet(false);
  if (!found || state().files.length > 0) return;
  const { set, blobs } = found;
  useSet.setState({
    ...EMPTY,
    name: set.name,
    sessions: set.sessions,
    own: set.own,
    skipped: set.skipped,
    allRows: set.allRows,
    left: new Set(set.left),
    files: set.files.map((file) => ({ ...file, blob: blobs.get(file.path) ?? null })),
    kept: true,
  });
  await refresh();
}
