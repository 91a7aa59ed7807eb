/**
 * Who owns which state. One store; nothing writes into it but the actions of this folder.
 *
 * - `scenario`: everything a link carries. Changing it is the only way to change a comparison.
 * - `load`, `running`: what the worker is doing. Loading and error are derived from these, never set elsewhere.
 * - `loaded`, `comparison`: the last finished answers of the worker. The old comparison stays until the new one is ready.
 * - `measured`, `recalled`: what was asked of the worker about the comparison once it was there (loss.ts).
 * - `hover`, `range`, `notice`: of this page only; never in a link.
 *
 * Message texts never enter the store: lists ask the worker for rows (`useRows`).
 */
import { byModel, type Match, type Wishes } from '../../engine/answer/contract.ts';
import { yoursOf } from '../../engine/answer/yours.ts';
import type { ImportError } from '../../engine/formats/contract.ts';
import type { Priority } from '../../engine/signals/contract.ts';
import type { Param } from '../../engine/strategies/params.ts';
import type { FileSetting, Scenario, Settings, TranscriptRef, View } from '../../scenario/schema.ts';
import type { Snapshot } from '../../scenario/snapshot-schema.ts';
import type { MeasuredRow, MeasuresReply, RecallReply, RecallRowView } from '../../worker/loss-protocol.ts';
import type { CompareReply, Description, LoadReply, Progress, RowResult, WorkerError } from '../../worker/protocol.ts';
import { type Kind, type Ticket, Tickets } from '../../worker/tickets.ts';

type LoadState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly name: string; readonly progress: Progress | null }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failed'; readonly name: string; readonly error: ImportError | WorkerError; readonly source: Blob | null };

export interface OpenSession {
  readonly ref: TranscriptRef;
  readonly name: string;
  readonly reply: LoadReply;
}

export interface SampleInfo {
  readonly id: string;
  readonly file: string;
  readonly format: string;
  readonly messages: number;
  readonly bytes: number;
}

interface FileExpectation {
  readonly name: string;
  readonly hash: string;
  readonly bytes: number;
  readonly wrong: { readonly name: string; readonly hash: string } | null;
}

export interface RowMeasurements {
  readonly of: CompareReply;
  readonly rows: ReadonlyMap<string, MeasuredRow>;
  readonly prices: MeasuresReply['prices'];
}

export interface RowRecalls {
  readonly of: CompareReply;
  readonly reply: RecallReply;
  readonly rows: ReadonlyMap<string, RecallRowView>;
}

export interface SentRun {
  readonly snapshot: Snapshot;
  readonly transcript: Extract<TranscriptRef, { readonly kind: 'file' }>;
  /** Characters of the link; null = it came as a file. */
  readonly length: number | null;
  /** What it says of the rows, as a comparison of our own would. */
  readonly said: Pick<AppState, 'comparison' | 'measured' | 'recalled'>;
  readonly starts: readonly number[];
}

export interface Notice {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly tone: 'info' | 'warn' | 'bad';
}

export const recordedIn = ({ loaded, scenario, sent }: Pick<AppState, 'loaded' | 'scenario'> & Partial<Pick<AppState, 'sent'>>): number =>
  (loaded ? loaded.reply.conversations[scenario.conversation]?.compactions : sent?.snapshot.original.compactions) ?? 0;

export const checkedAgainst = ({ sent, loaded }: Pick<AppState, 'sent' | 'loaded'>): SentRun | null => (loaded === null ? null : sent);

export const isEmpty = ({ sought, loaded, expected, sent, load }: Pick<AppState, 'sought' | 'loaded' | 'expected' | 'sent' | 'load'>): boolean =>
  sought && loaded === null && expected === null && sent === null && load.phase === 'idle';

export const isSent = ({ sent, loaded }: Pick<AppState, 'sent' | 'loaded'>): boolean => sent !== null && loaded === null;

export const isTheirs = ({ sent }: Pick<AppState, 'sent'>): boolean => sent !== null;

export const agentIn = ({ loaded, sent, scenario: { conversation } }: SessionState): string | null =>
  loaded ? (loaded.reply.conversations[conversation]?.agent ?? null) : (sent?.snapshot.original.agent ?? null);

const MATCHES = new Map<string, Match>();

type SessionState = Pick<AppState, 'loaded' | 'scenario'> & Partial<Pick<AppState, 'sent'>>;

function isAtRecorded({ loaded, sent, scenario: { conversation, until, applied } }: SessionState): boolean {
  if (until === undefined || applied.length > 0) return false;
  return loaded ? loaded.reply.conversations[conversation]?.readable.includes(until) === true : sent?.snapshot.cuts?.compactions != null;
}

/** A: the same object for the same agent; null before anything is open. */
export function yoursIn(state: SessionState): Match | null {
  const { loaded, sent } = state;
  if (!loaded && !sent) return null;
  const agent = agentIn(state);
  const isRecorded = isAtRecorded(state);
  const key = `${agent} ${isRecorded}`;
  const known = MATCHES.get(key) ?? yoursOf(agent, isRecorded);
  MATCHES.set(key, known);
  return known;
}

/** A, whose size the policies are held to; null where the settings ask for something else. */
export const matchIn = (state: SessionState): Match | null => (state.scenario.settings.budget === 'same' ? yoursIn(state) : null);

export interface AppState {
  readonly sought: boolean;
  readonly description: Description | null;
  readonly samples: readonly SampleInfo[];
  readonly scenario: Scenario;
  readonly compared: readonly string[];
  readonly load: LoadState;
  readonly loaded: OpenSession | null;
  readonly running: { readonly progress: Progress | null; readonly since: number } | null;
  readonly compareError: WorkerError | null;
  readonly comparison: CompareReply | null;
  readonly former: CompareReply | null;
  readonly current: boolean;
  readonly measured: RowMeasurements | null;
  readonly recalled: RowRecalls | null;
  /** The smallest budget at which something works, where the answer of this recall is that nothing does; null = not looked for. */
  readonly smallest: { readonly of: RowRecalls; readonly wishes: Wishes; readonly share: number | null } | null;
  readonly recalling: number | null;
  readonly lossError: WorkerError | null;
  readonly hover: number | null;
  /** Visible part of the strips in tokens [from, to), or null for all. */
  readonly range: readonly [number, number] | null;
  readonly visible: readonly [number, number] | null;
  readonly reveal: { readonly index: number } | null;
  readonly notice: Notice | null;
  readonly expected: FileExpectation | null;
  readonly sent: SentRun | null;
}

/** Violations added by the strategy; those already in the transcript do not count against it. */
export const ownViolations = (result: RowResult): number => result.measures.violations?.filter((v) => !v.original).length ?? 0;

/** What a comparison alone says of a row as a candidate of the answer. */
export const outcomeOf = ({ kind }: Description['strategies'][number], result: RowResult | null) => ({
  control: kind === 'control',
  compacted: result?.outcome === 'compacted',
  accepted: result !== null && ownViolations(result) === 0,
  withinBudget: result?.metTarget !== false,
  model: byModel(result?.summaries ?? []),
});

/** The smallest budget at which something works, found for this recall and these wishes; undefined = not looked for. */
export const smallestIn = ({ smallest, recalled }: Pick<AppState, 'smallest' | 'recalled'>, wishes: Wishes): number | null | undefined =>
  smallest && smallest.of === recalled && smallest.wishes === wishes ? smallest.share : undefined;

export interface Actions {
  start(): Promise<void>;
  openFile(blob: Blob, name: string): Promise<void>;
  openText(text: string): Promise<void>;
  openSample(id: string): Promise<void>;
  openKept(id: string): Promise<void>;
  openLink(fragment: string): Promise<void>;
  forgetSent(): void;
  openAnyway(): Promise<void>;
  openScenario(scenario: Scenario): Promise<void>;
  chooseFormat(format: string | null): Promise<void>;
  chooseConversation(index: number): void;
  /** Stand before a compaction of the recorded agent (number from 1); null = at the end. */
  chooseUntil(until: number | null): void;
  forget(all?: boolean): Promise<void>;
  close(): void;
  cancel(): void;
  runAgain(): void;
  set<K extends keyof Settings>(key: K, value: Settings[K]): void;
  setSettings(change: Partial<Settings>): void;
  reset(key: keyof Settings): void;
  resetAll(): void;
  pinSetting(name: FileSetting, pinned: boolean): void;
  setView<K extends keyof View>(key: K, value: View[K]): void;
  setParams(params: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void;
  setParam(rowKey: string, strategy: string, param: string, value: Param['default'] | undefined): void;
  resetRow(rowKey: string): void;
  duplicateRow(rowKey: string): string;
  /** A row for each of these strategies, or none for those of them that nobody changed. */
  setRowsOf(ids: readonly string[], there: boolean): void;
  addRow(strategy: string, params: Readonly<Record<string, unknown>>): string;
  writeBuiltIn(rowKeys: readonly string[]): void;
  /** Who writes a row's summaries, or what it compares by; undefined = as the settings say. */
  setRowModel(rowKey: string, strategy: string, use: 'summarizer' | 'embedder', id: string | undefined): void;
  duplicateWith(rowKey: string, use: 'summarizer' | 'embedder', id: string): string;
  setModels(models: Settings['models'], renamed: { readonly from: string; readonly to: string } | null): void;
  /** Compares again with these models writing missing summaries, after consent. `only` = of these rows; null = of all. */
  sendTo(models: readonly string[], only: readonly string[] | null, always: boolean): void;
  cancelCalls(): void;
  removeRow(rowKey: string): void;
  compareWith(rowKey: string): void;
  mark(messageId: string, mark: Priority | 'pin' | null): void;
  carryOut(rowKey: string, answer?: string): Promise<void>;
  undoLevel(): Promise<void>;
  /** Drops the compactions of a link that could not be carried out. */
  dropPending(): void;
  undo(): void;
  redo(): void;
  select(index: number | null): void;
  hover(index: number | null): void;
  zoom(range: readonly [number, number] | null): void;
  setVisible(range: readonly [number, number] | null): void;
  reveal(index: number): void;
  notify(notice: Notice | null): void;
}

const tickets = new Tickets({});
let last = 0;

export const beginCall = (kind: Kind): Ticket => tickets.begin(kind, ++last);

export const endCalls = (...kinds: readonly Kind[]): void => tickets.cancel(last, kinds);
