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

export interface ReplayState extends ChartView {
  readonly reply: ReplayReply | null;
  readonly misses: ReadonlyMap<string, readonly ReplayMiss[]>;
  readonly open: { readonly index: number } | null;
  /** 0–1 of the work. */
  readonly running: { readonly share: number } | null;
  readonly error: WorkerError | null;
  /** Run whose contexts are shown; null = the first. */
  readonly key: string | null;
  readonly panel: Panel;
  readonly amount: Amount;
  readonly others: boolean;
  readonly tall: boolean;
  /** All runs in one chart above the table, instead of a lane for each. */
  readonly overlay: boolean;
  readonly alone: 'cost' | 'panel' | null;
  readonly playing: boolean;
  readonly whatIf: boolean;
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

export const showRequests = (amount: Amount): void => show({ panel: 'requests', amount });

export const openContext = (key: string, at: number): void => show({ key, at, panel: 'context', playing: false });

export function openInContext(key: string, at: number, index: number, texts: readonly string[]): void {
  markText({ index, texts });
  show({ key, at, panel: 'context', playing: false, open: { index } });
}
