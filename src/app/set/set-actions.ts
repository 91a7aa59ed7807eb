/** What a person does with a set: opening and adding files, choosing, cancelling, going on, exporting. */
import type { ExportKind, FoundSession } from '../../worker/sets/set-worker-protocol.ts';
import { saveBytes } from '../components/share-files.ts';
import { actions } from '../store/store-actions.ts';
import { currentSource } from '../store/loading.ts';
import { app, useApp } from '../store/store.ts';
import { showSet, useUi } from '../store/ui.ts';
import type { Sources } from './set-files.ts';
import { forgetSet, keepFiles, keepList, keptSet } from './keep.ts';
import { again, compareAll, endRun, fileOf, nameOf, readFiles } from './set-running.ts';
import { refresh, requestNow } from './request.ts';
import { chosenOf, EMPTY, show, useSet } from './set-state.ts';
import { endPool, keeping, nextTurn, thisTurn } from './pool.ts';

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

/** Leaves sessions out, or takes them in again. */
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

/** Ends what runs; what is finished stays. */
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

/** One session in Compare, or in its replay. */
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
