/** The state of the tab Set: of this page only, never in a link. Settings, rows and pins are those of the scenario. */
import { create } from 'zustand';
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { Answer, Wishes } from '../../engine/answer/contract.ts';
import { agentOfMost, type SetAgent } from '../../engine/answer/sets.ts';
import type { Grouping, RowOfSet, SetOverview } from '../../engine/sets/contract.ts';
import type { Reason } from '../../engine/transcript/types.ts';
import type { SetSentenceInput } from '../../i18n/answer-words.ts';
import type { Row, Scenario } from '../../scenario/schema.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';
import type { FoundSession, SetTables } from '../../worker/sets/set-worker-protocol.ts';
import { type Kind, type Letter, LETTERS, rulesOf, strategyTitle } from '../rows/compare-rows.ts';
import { comparedOf } from '../rows/useTableRows.ts';
import { app, useApp, writeStored } from '../store/index.ts';

/** A file of the set. Its bytes are not read before they are needed, and not kept in memory after. */
export interface SetFile {
  /** Its path below the chosen folder, or its name: unique in the set. */
  readonly path: string;
  readonly bytes: number;
  /** null = not here since the page was loaded again: it has to be given again. */
  readonly blob: Blob | null;
  readonly hash: string | null;
  readonly state: 'waiting' | 'reading' | 'read' | 'failed';
  readonly why: Reason | null;
}

export type Status = { readonly state: 'waiting' | 'running' | 'done' | 'missing' } | { readonly state: 'failed'; readonly why: Reason };

export interface Run {
  readonly done: number;
  readonly of: number;
  /** Tokens of the sessions that were compared, and of all that had to be. */
  readonly tokens: readonly [done: number, of: number];
  /** Sessions whose results were kept already. */
  readonly kept: number;
  readonly since: number;
}

interface LastRun {
  readonly at: number;
  readonly ms: number;
  readonly computed: number;
  readonly kept: number;
  readonly failed: number;
  readonly cancelled: boolean;
}

export const SHOWN = ['rows', 'plot', 'groups'] as const;

export interface SetState {
  readonly name: string;
  readonly files: readonly SetFile[];
  readonly sessions: readonly FoundSession[];
  /** The person's own sessions; samples are somebody else's. */
  readonly own: boolean;
  /** Ids of sessions that a person left out. */
  readonly left: ReadonlySet<string>;
  /** Files of a folder that were not taken: hidden ones, images, more than there is room for. */
  readonly skipped: number;
  readonly reading: { readonly done: number; readonly of: number } | null;
  readonly run: Run | null;
  readonly ran: LastRun | null;
  readonly status: ReadonlyMap<string, Status>;
  readonly tables: SetTables | null;
  /** The tables are of earlier settings or sessions. */
  readonly stale: boolean;
  /** Every row of the comparison, not only the short list. */
  readonly allRows: boolean;
  readonly shown: (typeof SHOWN)[number];
  readonly group: Grouping;
  readonly only: 'all' | 'loses' | 'outliers';
  /** Whether the browser keeps the set, so that a reload finds it. */
  readonly kept: boolean;
}

export const EMPTY: SetState = {
  name: '',
  files: [],
  sessions: [],
  own: true,
  left: new Set(),
  skipped: 0,
  reading: null,
  run: null,
  ran: null,
  status: new Map(),
  tables: null,
  stale: false,
  allRows: false,
  shown: 'rows',
  group: 'format',
  only: 'all',
  kept: false,
};

export const useSet = create<SetState>()(() => EMPTY);
export const show = (change: Partial<SetState>): void => useSet.setState(change);

/** Files that have to be given again. One that could not be read would not be read then either. */
export const goneOf = ({ files }: Pick<SetState, 'files'>): readonly SetFile[] =>
  files.filter(({ blob, state }) => blob === null && state !== 'failed');

export const chosenOf = ({ sessions, left }: Pick<SetState, 'sessions' | 'left'>): readonly FoundSession[] =>
  sessions.filter(({ session }) => !left.has(session));

// The set in use, kept in this browser (IndexedDB), so that a reload finds it: its list always, its files up to a limit. Nothing fails where
// the browser refuses storage: then nothing is kept.

/** Files of the set that are kept, in bytes all together; the others have to be given again after a reload. */
const MOST_KEPT = 200_000_000;
/** Set in localStorage where there is a set, so that a page without one need not look. */
const FLAG = 'set';

interface KeptSet extends Pick<SetState, 'name' | 'sessions' | 'own' | 'skipped' | 'allRows'> {
  readonly files: readonly Omit<SetFile, 'blob'>[];
  readonly left: readonly string[];
  /** A run had not ended. */
  readonly running: boolean;
}

const LIST = 'set';
const fileKey = (path: string): string => `file ${path}`;
let opened: UseStore | undefined;

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T | null> {
  try {
    opened ??= createStore('compaction-playground-set', 'set');
    return await opened(mode, work);
  } catch {
    return null;
  }
}

export async function keepList(state: SetState): Promise<boolean> {
  const kept: KeptSet = {
    name: state.name,
    sessions: state.sessions,
    own: state.own,
    skipped: state.skipped,
    allRows: state.allRows,
    files: state.files.map(({ blob: _file, ...file }) => file),
    left: [...state.left],
    running: state.run !== null,
  };
  const done = await inStore('readwrite', async (store) => {
    store.put(kept, LIST);
    await promisifyRequest(store.transaction);
    return true;
  });
  writeStored(FLAG, done ? '1' : null);
  return done ?? false;
}

/** Keeps the files, the first ones up to the limit. Each is written by itself: one that cannot be read any more leaves the others. */
export async function keepFiles(files: readonly SetFile[]): Promise<void> {
  let room = MOST_KEPT;
  for (const { path, blob, state } of files) {
    if (!blob || state === 'failed' || blob.size > room) continue;
    room -= blob.size;
    await inStore('readwrite', async (store) => {
      store.put(blob, fileKey(path));
      await promisifyRequest(store.transaction);
    });
  }
}

/** The set of the last visit with those of its files that are kept; null = there is none. */
export async function keptSet(): Promise<{ readonly set: KeptSet; readonly blobs: ReadonlyMap<string, Blob> } | null> {
  return inStore('readonly', async (store) => {
    const set = (await promisifyRequest(store.get(LIST))) as KeptSet | undefined;
    if (!set) return null;
    const blobs = new Map<string, Blob>();
    const found = await Promise.all(set.files.map(({ path }) => promisifyRequest(store.get(fileKey(path))) as Promise<unknown>));
    for (const [i, blob] of found.entries()) if (blob instanceof Blob) blobs.set(set.files[i]!.path, blob);
    return { set, blobs };
  });
}

export async function forgetSet(): Promise<void> {
  writeStored(FLAG, null);
  await inStore('readwrite', async (store) => {
    store.clear();
    await promisifyRequest(store.transaction);
  });
}

export interface ResultRow extends RowOfSet {
  readonly title: string;
  readonly info: StrategyInfo;
  readonly letter: Letter | null;
  /** Group of the table; A, B and C are above all groups. */
  readonly kind: Exclude<Kind, 'aside'>;
  /** Its product wrote most of the tokens: this share of them. null for every other row. */
  readonly wrote: number | null;
  readonly answer: boolean;
  /** Below what chance keeps. */
  readonly below: boolean;
}

export const KIND_ORDER: readonly ResultRow['kind'][] = ['compared', 'agent', 'products', 'seeds', 'own', 'controls'];

export function resultRows(
  tables: SetTables,
  infos: ReadonlyMap<string, StrategyInfo>,
  compared: readonly string[],
  wanted: readonly Row[],
  agent: SetAgent | null,
  answer: string | null = null,
): readonly ResultRow[] {
  const params = new Map(wanted.map((row) => [row.key, row.params]));
  return tables.rows.flatMap((row) => {
    const info = infos.get(row.strategy);
    if (!info) return [];
    const letter = LETTERS[compared.indexOf(row.key)] ?? null;
    const isAgent = row.strategy === agent?.strategy;
    return [
      {
        ...row,
        info,
        title: strategyTitle(row.strategy, row.key, params.get(row.key) ?? {}),
        letter,
        kind: rulesOf({ info, agent: isAgent, pin: letter, isAnswer: false }),
        wrote: isAgent ? agent.share : null,
        answer: row.key === answer,
        below: row.together !== null && row.together.share < row.together.chance,
      } satisfies ResultRow,
    ];
  });
}

/** An interval that leaves out no difference. */
export const isSure = ({ difference }: Pick<RowOfSet, 'difference'>): boolean =>
  difference !== null && (difference.interval[0] > 0 || difference.interval[1] < 0);

interface SetAnswerInput {
  readonly rows: readonly ResultRow[];
  readonly tables: SetOverview;
  readonly found: Answer;
  readonly wishes: Wishes;
  readonly all: number;
}

/** By the settings of the scenario in use. */
export function toldSet({ settings }: Pick<Scenario, 'settings'>, { rows, tables, found, wishes, all }: SetAnswerInput): SetSentenceInput {
  const titles = new Map(rows.map(({ key, title }) => [key, title]));
  return { overview: tables, answer: found, rows, target: settings.target, wishes, all, titleOf: (key) => titles.get(key) ?? key };
}

const of = ({ sessions, tables }: Pick<SetState, 'sessions' | 'tables'>, other: string | null): string =>
  comparedOf(agentOfMost(sessions)?.strategy ?? null, tables?.answer ?? null, other, () => false).join(' ');

export const comparedInSet = (): readonly string[] => of(useSet.getState(), app().scenario.view.other ?? null).split(' ');

/** As one text: equal as long as the three are. */
export function useComparedInSet(): string {
  const other = useApp((s) => s.scenario.view.other ?? null);
  return useSet((s) => of(s, other));
}
