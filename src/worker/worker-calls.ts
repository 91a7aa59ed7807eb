/** How the methods of the table are called: their types on both sides, and what a call waits for. */
import type { DeviceModel } from '../models/device.ts';
import type { Network } from '../models/network.ts';
import type { methods } from './methods/index.ts';
import type { Control } from './methods/method.ts';
import type { CompareReply, Progress, ProgressListener } from './protocol.ts';
import type { State } from './worker-state.ts';
import type { Kind } from './tickets.ts';

type Methods = typeof methods;
export type MethodName = keyof Methods;
type Arguments<N extends MethodName> = Parameters<Methods[N]> extends [State, infer A extends readonly unknown[], ...unknown[]] ? A : [];
type MethodReply<N extends MethodName> = ReturnType<Methods[N]>;
/** Those that take a control: they go on for a while, tell their progress, and can be stopped. */
type LongMethod = { [N in MethodName]: Parameters<Methods[N]> extends [State, readonly unknown[], Control] ? N : never }[MethodName];

/**
 * How each method is called. Long calls have a kind, of which the newest wins. `reads`: waits until the worker holds what the page has
 * accepted, as everything does that reads the comparison. `at-once`: waits for nothing.
 */
export const CALLS = {
  describe: 'at-once',
  load: 'load',
  secrets: 'reads',
  ownFormat: 'reads',
  compare: 'compare',
  rows: 'reads',
  full: 'reads',
  diff: 'reads',
  insertions: 'reads',
  fatesOf: 'reads',
  messageAt: 'reads',
  find: 'reads',
  unified: 'reads',
  request: 'reads',
  record: 'reads',
  exportComparison: 'reads',
  saved: 'reads',
  exportHistory: 'reads',
  measure: 'measure',
  recall: 'recall',
  rehearseRecall: 'recall',
  smallest: 'recall',
  decay: 'decay',
  curves: 'curves',
  rehearseAsk: 'ask',
  planAsk: 'ask',
  ask: 'ask',
  askPrompt: 'reads',
  judgeAsked: 'ask',
  lossesIn: 'reads',
  losses: 'reads',
  lostBy: 'reads',
  inHand: 'reads',
  rehearse: 'reads',
  prompt: 'reads',
  setKeys: 'at-once',
  listModels: 'at-once',
  usedSummaries: 'reads',
  takeSummaries: 'at-once',
  keptSummaries: 'at-once',
  clearSummaries: 'at-once',
  replay: 'replay',
  replayContext: 'at-once',
  replayRows: 'at-once',
  replayInsertions: 'at-once',
  replayWhy: 'at-once',
  replayFull: 'at-once',
  replayDiff: 'at-once',
  replayMisses: 'at-once',
  replayRecord: 'at-once',
} as const satisfies { readonly [N in MethodName]: N extends LongMethod ? Kind : 'reads' | 'at-once' };

export const METHOD_NAMES = Object.keys(CALLS) as readonly MethodName[];

export function kindOf(name: MethodName): Kind | undefined {
  const how = CALLS[name];
  return how === 'reads' || how === 'at-once' ? undefined : how;
}

/** What the worker exposes beside the methods. */
interface Base {
  /** One listener; set once after the start. */
  listen(onProgress: ProgressListener): Promise<void>;
  /** The browser's own language model, which only the page can reach; set once after the start. */
  setDevice(device: DeviceModel): Promise<void>;
  /** What sends requests to endpoints: the worker may not; set once after the start. */
  setNetwork(network: Network): Promise<void>;
  /** The heart-beat: answers as soon as the worker is not busy. */
  ping(): Promise<void>;
  /** Stops every long call with a ticket up to this one, of one kind or of all; what was there before stays in force. */
  cancel(ticket: number, kind?: Kind): Promise<void>;
}

/** What crosses the worker boundary: long calls end with their ticket, from one rising counter. */
export type Engine = Base & {
  readonly [N in MethodName]: (...args: N extends LongMethod ? [...Arguments<N>, ticket: number] : [...Arguments<N>]) => MethodReply<N>;
};

/** Rows of a comparison that are finished (`soFar`) are in force until its answer comes. */
export type OnProgress = (progress: Progress, soFar?: CompareReply) => void;

/** The methods as the page calls them: long calls end with who is told of their progress. */
export type EngineCalls = {
  readonly [N in MethodName]: (...args: N extends LongMethod ? [...Arguments<N>, onProgress?: OnProgress] : [...Arguments<N>]) => MethodReply<N>;
};
