/** The state of the replay tab: of this page only, never in a link. The settings of a replay are in the scenario. */
import { create } from 'zustand';
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { markText } from '../store/ui.ts';
import type { WorkerError } from '../../worker/protocol.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import type { ChartView } from '../charts/Zoom.tsx';

export const PANELS = ['compactions', 'requests', 'misses', 'log', 'context'] as const;
export type Amount = 'size' | 'cost';
export type Panel = (typeof PANELS)[number];

/** `range`, `hover` and `at` are requests: both charts and the tables share them. */
export interface ReplayState extends ChartView {
  /** The last finished replay; it stays until the next one is there. */
  readonly reply: ReplayReply | null;
  /** What the runs of `reply` missed, by key, as far as it is known. */
  readonly misses: ReadonlyMap<string, readonly ReplayMiss[]>;
  /** Message that the context panel opens; a new object for every request. */
  readonly open: { readonly index: number } | null;
  /** 0–1 of the work. */
  readonly running: { readonly share: number } | null;
  readonly error: WorkerError | null;
  /** Run whose contexts are shown; null = the first. */
  readonly key: string | null;
  readonly panel: Panel;
  /** What the table of requests shows. */
  readonly amount: Amount;
  /** Lines for no compaction and for the recording. */
  readonly others: boolean;
  /** The axis reaches up to the highest line, however far above the window. */
  readonly tall: boolean;
  /** All runs in one chart above the table, instead of a lane for each. */
  readonly overlay: boolean;
  /** The part that has all the room. */
  readonly alone: 'cost' | 'panel' | null;
  readonly playing: boolean;
  /** If no trigger fires, the largest window in which one does is drawn; false = a person returned to the real one. */
  readonly whatIf: boolean;
  /** Incremented by every request to rerun an unchanged replay. */
  readonly attempt: number;
}

export const useReplay = create<ReplayState>()(() => ({
  reply: null,
  misses: new Map(),
  open: null,
  running: null,
  error: null,
  range: null,
  hover: null,
  at: null,
  key: null,
  panel: 'compactions',
  amount: 'size',
  others: true,
  tall: false,
  overlay: false,
  alone: null,
  playing: false,
  whatIf: true,
  attempt: 0,
}));

export const show = (change: Partial<ReplayState>): void => useReplay.setState(change);

/** The data of a chart as a table. */
export const showRequests = (amount: Amount): void => show({ panel: 'requests', amount });

/** The context of a run at a request, in its panel. */
export const openContext = (key: string, at: number): void => show({ key, at, panel: 'context', playing: false });

/** A message in that context, open and with the words marked. */
export function openInContext(key: string, at: number, index: number, texts: readonly string[]): void {
  markText({ index, texts });
  show({ key, at, panel: 'context', playing: false, open: { index } });
}
