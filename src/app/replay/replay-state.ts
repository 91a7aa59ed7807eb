/** The state of the replay tab: of this page only, never in a link. The settings of a replay are in the scenario. */
import { create } from 'zustand';
import { useEffect } from 'react';
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { SYSTEM_ROW } from '../../engine/triggers/contract.ts';
import { allRows, type RowStrategy } from '../../scenario/scenario-rows.ts';
import { alone } from '../../scenario/defaults.ts';
import type { Row, Scenario } from '../../scenario/schema.ts';
import type { WorkerError } from '../../worker/protocol.ts';
import type { ReplayReply, ReplayRequest } from '../../worker/loss-protocol.ts';
import type { ChartView } from '../charts/ChartFrame.tsx';
import { beginCall, client, endCalls, markText, matchIn, recordedIn, useApp } from '../store/index.ts';

export const PANELS = ['compactions', 'requests', 'misses', 'log', 'context'] as const;
type Amount = 'size' | 'cost';
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

interface ReplayScenario extends Pick<Scenario, 'replay' | 'rows'> {
  readonly compared: readonly string[];
}

/** Rows of the replay, in the order of the choice, without missing ones. */
export function replayedRows({ replay, compared, rows }: ReplayScenario, strategies: readonly RowStrategy[], compactions: number): readonly Row[] {
  const all = new Map(allRows(rows, strategies, compactions).map((row) => [row.key, row]));
  const recorded = compactions > 0 ? strategies.flatMap((strategy) => (strategy.recorded ? strategy.id : [])) : [];
  return [...new Set(replay.strategies ?? [...compared, ...recorded])].flatMap((key) => all.get(key) ?? []);
}

const SPEAKING: readonly string[] = Object.values(SYSTEM_ROW);

export const systemRows = (rows: readonly Row[]): readonly Row[] => rows.filter(({ key }) => SPEAKING.includes(key));

let asked = '';
let of = '';

async function run(request: ReplayRequest, key: string): Promise<void> {
  const call = beginCall('replay');
  asked = key;
  show({ running: { share: 0 }, error: null });
  const reply = await client.replay(request, ({ done, of }) => {
    if (!call.stopped()) show({ running: { share: of > 0 ? done / of : 0 } });
  });
  if (call.stopped()) return;
  if (!reply.ok) {
    show({ running: null, error: reply.error });
    return;
  }
  const { at, key: chosen, reply: before, range } = useReplay.getState();
  const { requests, series, transcript } = reply.value;
  const same = before?.transcript.n === transcript.n && before.requests === requests;
  show({
    running: null,
    error: null,
    reply: reply.value,
    misses: new Map(),
    ...(same ? {} : { range: null, hover: null, at: null, playing: false }),
    ...(same && range && range[1] > requests ? { range: null } : {}),
    ...(at !== null && at > requests + 1 ? { at: null } : {}),
    ...(chosen !== null && !series.some((one) => one.key === chosen) ? { key: null } : {}),
  });
  void askForMisses(reply.value);
}

async function askForMisses({ id, series }: ReplayReply): Promise<void> {
  for (const { key, failed } of series) {
    if (failed) continue;
    const reply = await client.replayMisses(id, key);
    const { reply: now, misses } = useReplay.getState();
    if (now?.id !== id) return;
    if (reply.ok) show({ misses: new Map([...misses, [key, reply.value]]) });
  }
}

export function runAgain(): void {
  asked = '';
  show({ error: null, attempt: useReplay.getState().attempt + 1 });
}

export function cancelReplay(): void {
  endCalls('replay');
  client.cancel('replay');
  show({ running: null, error: { code: 'cancelled', message: '' } });
}

// A new worker has the transcript again, but no replay to read from.
client.onRestart(runAgain);

export function useReplayRun(): void {
  const loaded = useApp((s) => s.loaded);
  const description = useApp((s) => s.description);
  const scenario = useApp((s) => s.scenario);
  const busy = useApp((s) => s.load.phase === 'loading' || (s.running !== null && !s.comparison?.waiting));
  const attempt = useReplay((s) => s.attempt);
  const whatIf = useReplay((s) => s.whatIf);
  const compactions = useApp(recordedIn);
  const { conversation, marks, replay, rows } = scenario;
  const compared = useApp((s) => s.compared);
  const held = useApp((s) =>
    s.scenario.settings.budget === 'same' && s.comparison ? `${s.comparison.target} ${s.comparison.transcript.total}` : '',
  );
  const match = useApp(matchIn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a wish, it is not read
  useEffect(() => {
    if (!loaded || !description || busy) return;
    const conversationNow = `${loaded.reply.hash} ${conversation}`;
    if (conversationNow !== of) {
      of = conversationNow;
      if (!whatIf) {
        show({ whatIf: true });
        return;
      }
    }
    const [target = Number.NaN, total = 0] = held.split(' ').map(Number);
    // A goes by its own rule, the others to its share of the context.
    const settings = held === '' ? scenario.settings : alone(scenario.settings, '', match, { target, total }, 'share');
    const request: ReplayRequest = {
      conversation,
      settings,
      ...(match?.shipped && { shipped: match.key }),
      marks,
      replay,
      whatIf,
      rows: replayedRows({ replay, compared, rows }, description.strategies, compactions),
      systems: systemRows(rows),
    };
    const key = JSON.stringify([loaded.reply.hash, request]);
    if (key !== asked) void run(request, key);
  }, [loaded, description, busy, conversation, scenario.settings, held, match, marks, replay, compared, rows, compactions, whatIf, attempt]);
}
