/** A model asked over the contexts of one row: first what would be sent, then, after a yes, the answers. Loaded when somebody asks. */
import { type AskPlan, askPlan } from '../engine/ask/plan.ts';
import { askReport } from '../engine/ask/score.ts';
import { asking, askTasks } from '../models/asker.ts';
import { type CallError, choiceId, endpointOf } from '../models/contract.ts';
import { callReason } from '../models/reason.ts';
import type { AskingView, AskView, AskWish } from './ask-protocol.ts';
import type { Comparison } from './comparing.ts';
import { breathe, unlessStopped } from './counted.ts';
import type { GatedSummarizer } from './gated.ts';
import { optionsOf } from './levels.ts';
import type { Control } from './methods/method.ts';
import type { Models } from './models.ts';

/** Plans of a comparison, by row: only what was shown is sent. */
const shown = new WeakMap<Comparison, Map<string, AskPlan>>();
const idOf = ({ row, model }: AskWish): string => JSON.stringify([row, model]);

/** What asking would send; null for a row or a model that is not there. */
export async function planAsking(
  comparison: Comparison,
  wish: AskWish,
  models: Models,
  writer: GatedSummarizer,
  run: Control,
): Promise<AskingView | null> {
  const { prepared, request, inUse, transcript, embeddings } = comparison;
  const { settings } = request;
  const row = request.rows.find(({ key }) => key === wish.row);
  const asker = models.asker(wish.model, settings);
  if (!row || !asker) return null;
  const { key, strategy, params } = row;
  const vectors = embeddings.get(key);
  const masking = { secrets: settings.maskSecrets, emails: settings.maskEmails };
  const options = { ...optionsOf(settings, inUse, transcript, writer), masking };
  const plan = await askPlan(prepared, [{ key, strategy, params, ...(vectors && { embeddings: vectors }) }], options, async (done, of) => {
    run.progress({ phase: 'recall', done, of });
    await breathe(run);
  });
  const plans = shown.get(comparison) ?? new Map<string, AskPlan>();
  shown.set(comparison, plans.set(idOf(wish), plan));
  const { choice, store } = asker;
  const told = await asking(choice, plan.tasks, store, (text) => prepared.counts.text(text));
  return { ...told, model: choiceId(choice), endpoint: endpointOf(choice) ?? '', cuts: plan.cuts.length };
}

/** Asks what was shown, with the answers that are known. null where nothing was shown. Throws Stopped when it is no longer wanted. */
export async function askNow(comparison: Comparison, wish: AskWish, models: Models, run: Control): Promise<AskView | null> {
  const plan = shown.get(comparison)?.get(idOf(wish));
  const asker = models.asker(wish.model, comparison.request.settings);
  if (!plan || !asker) return null;
  const stop = new AbortController();
  // Stored answers stay: the next call goes on with what is missing.
  run.ticket.halted.catch(() => stop.abort());
  const asked = askTasks(plan.tasks, { ...asker, signal: () => stop.signal }, (done, of) => run.progress({ phase: 'recall', done, of }));
  const { answers, failures } = await unlessStopped(asked, run);
  return { report: askReport(plan, answers), failures: failuresOf([...failures.values()]) };
}

/** Failures of a kind together. */
function failuresOf(errors: readonly CallError[]): AskView['failures'] {
  const byKind = new Map<string, { readonly reason: AskView['failures'][number]['reason']; count: number }>();
  for (const error of errors) {
    const known = byKind.get(error.kind);
    if (known) known.count++;
    else byKind.set(error.kind, { reason: callReason(error), count: 1 });
  }
  return [...byKind.values()];
}
