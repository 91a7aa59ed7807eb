/** How the methods of the table are called: their types on both sides, and which need more than a question and an answer. */
import type { DeviceModel } from '../models/device.ts';
import type { methods } from './methods/index.ts';
import type { Control } from './methods/method.ts';
import type { CompareReply, Progress, ProgressListener } from './protocol.ts';
import type { State } from './state.ts';
import type { Kind } from './tickets.ts';

type Methods = typeof methods;
export type MethodName = keyof Methods;
type Arguments<N extends MethodName> = Parameters<Methods[N]> extends [State, infer A extends readonly unknown[], ...unknown[]] ? A : [];
type Answered<N extends MethodName> = ReturnType<Methods[N]>;
/** Those that take a control: they go on for a while, tell their progress, and can be stopped. */
type Long = { [N in MethodName]: Parameters<Methods[N]> extends [State, readonly unknown[], Control] ? N : never }[MethodName];

/** The kind of each long call: of a kind the newest wins. */
export const LONG = {
  load: 'load',
  compare: 'compare',
  replay: 'replay',
  measure: 'measure',
  recall: 'recall',
  rehearseRecall: 'recall',
  decay: 'decay',
} as const satisfies Record<Long, Kind>;

/** Calls that do not read the last comparison: they go to the worker at once. All others wait until it holds what the page has accepted. */
const AT_ONCE: readonly MethodName[] = [
  'describe',
  'setKeys',
  'listModels',
  'takeSummaries',
  'keptSummaries',
  'clearSummaries',
  'replayContext',
  'replayRows',
  'replayInsertions',
  'replayWhy',
  'replayFull',
  'replayDiff',
  'replayMisses',
  'replayRecord',
];
export const goesAtOnce = (name: string): boolean => (AT_ONCE as readonly string[]).includes(name);

export const kindOf = (name: string): Kind | undefined => (Object.hasOwn(LONG, name) ? LONG[name as Long] : undefined);

/** What the worker exposes beside the methods. */
interface Base {
  /** One listener; set once after the start. */
  listen(onProgress: ProgressListener): Promise<void>;
  /** The browser's own language model, which only the page can reach; set once after the start. */
  setDevice(device: DeviceModel): Promise<void>;
  /** The heart-beat: answers as soon as the worker is not busy. */
  ping(): Promise<void>;
  /** Stops every long call with a ticket up to this one, of one kind or of all; what was there before stays in force. */
  cancel(ticket: number, kind?: Kind): Promise<void>;
}

/** What crosses the worker boundary: long calls end with their ticket, from one rising counter. */
export type Engine = Base & {
  readonly [N in MethodName]: (...args: N extends Long ? [...Arguments<N>, ticket: number] : [...Arguments<N>]) => Answered<N>;
};

/** Rows of a comparison that are finished (`soFar`) are in force until its answer comes. */
export type OnProgress = (progress: Progress, soFar?: CompareReply) => void;

/** The methods as the page calls them: long calls end with who is told of their progress. */
export type Asked = {
  readonly [N in MethodName]: (...args: N extends Long ? [...Arguments<N>, onProgress?: OnProgress] : [...Arguments<N>]) => Answered<N>;
};
