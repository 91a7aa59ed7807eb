/** What a comparison lost, requested once it is there: the measures of the rows at once, recall when the comparison has been stable for a moment. */
import { isMeasuredByItself } from '../../engine/recall/contract.ts';
import type { Wishes } from '../../engine/answer/contract.ts';
import type { RowRecalls } from './store-state.ts';
import type { PaidRecall } from '../../worker/loss-protocol.ts';
import type { CompareReply, WorkerError } from '../../worker/protocol.ts';
import { client } from './engine.ts';
import { soon } from './idle.ts';
import { app, patch } from './store.ts';
import { beginCall, endCalls } from './store-tickets.ts';

/** Milliseconds that rows must be stable, while others wait for their summaries, before they are measured. */
const WAITING_MS = 1000;
/**
 * Milliseconds without a new comparison and without input before recall starts: it occupies a processor for seconds, which any interaction
 * meanwhile would have to share.
 */
const RECALL_MS = 800;

let lastInput = 0;
for (const event of ['pointerdown', 'keydown', 'wheel', 'input'])
  globalThis.addEventListener?.(
    event,
    () => {
      lastInput = performance.now();
    },
    { capture: true, passive: true },
  );

let stop = (): void => undefined;

const isWanted = (of: CompareReply): boolean => app().comparison === of;
const failed = ({ code }: WorkerError): boolean => code !== 'cancelled';

export function askWhatWasLost(of: CompareReply): void {
  stop();
  if (of.waiting > 0) stop = soon(() => isWanted(of) && void measure(of), WAITING_MS);
  else void measure(of);
}

export function forgetWhatWasLost(): void {
  stop();
  endCalls('recall');
  patch({ measured: null, recalled: null, recalling: null, lossError: null });
}

async function measure(of: CompareReply): Promise<void> {
  const reply = await client.measure();
  if (!isWanted(of)) return;
  if (reply.ok)
    patch({ measured: { of, rows: new Map(reply.value.rows.map((row) => [row.key, row])), prices: reply.value.prices }, lossError: null });
  else if (failed(reply.error)) patch({ lossError: reply.error });
  if (reply.ok && of.waiting === 0 && isMeasuredByItself(of.transcript.n)) {
    stop();
    if (client.isWarm()) stop = soon(() => recallAtRest(of), RECALL_MS, true);
    else void recall(of);
  }
}

function recallAtRest(of: CompareReply): void {
  if (!isWanted(of)) return;
  const busy = lastInput + RECALL_MS - performance.now();
  if (lastInput > 0 && busy > 0) stop = soon(() => recallAtRest(of), busy, true);
  else void recall(of);
}

async function recall(of: CompareReply, paid: PaidRecall | null = null): Promise<void> {
  const call = beginCall('recall');
  patch({ recalling: 0, lossError: null });
  const reply = await client.recall(paid, ({ done, of: all }) => {
    if (!call.stopped() && isWanted(of)) patch({ recalling: all > 0 ? done / all : 0 });
  });
  if (call.stopped()) return;
  patch({ recalling: null });
  if (!isWanted(of)) return;
  if (reply.ok) patch({ recalled: { of, reply: reply.value, rows: new Map(reply.value.rows.map((row) => [row.key, row])) }, lossError: null });
  else if (failed(reply.error)) patch({ lossError: reply.error });
}

export async function findSmallest(of: RowRecalls, wishes: Wishes): Promise<void> {
  const call = beginCall('recall');
  const reply = await client.smallest(wishes);
  if (!call.stopped() && app().recalled === of && reply.ok) patch({ smallest: { of, wishes, share: reply.value } });
}

export function cancelRecall(): void {
  endCalls('recall');
  client.cancel('recall');
  patch({ recalling: null, lossError: { code: 'cancelled', message: '' } });
}

export function payForRecall(paid: PaidRecall): void {
  const { comparison } = app();
  if (comparison) void recall(comparison, paid);
}

/** Requests a recall that was cancelled, failed, or does not run automatically. */
export function recallAgain(): void {
  const { comparison } = app();
  if (comparison) void recall(comparison);
}
