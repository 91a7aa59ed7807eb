/** A model asked over the contexts of rows: first what would be sent, then, after a yes, the answers. Loaded when somebody asks. */
import type { AskTask } from '../engine/ask/contract.ts';
import { type AskPlan, askPlan, readable } from '../engine/ask/ask-plan.ts';
import { askReport, judgeTasks } from '../engine/ask/score.ts';
import type { Summarizer } from '../engine/summarizers/contract.ts';
import { type AskResult, asking, askTasks } from '../models/asker.ts';
import { choiceId, endpointOf } from '../models/contract.ts';
import { callReason } from '../models/reason.ts';
import type { AskingView, AskPrompt, AskView, AskWish } from './loss-protocol.ts';
import type { Comparison } from './comparing.ts';
import { breathe, unlessStopped } from './counted.ts';
import type { Control } from './methods/method.ts';
import type { Models } from './worker-models.ts';

/** Requests of a plan that can be read one by one. */
const MOST_PROMPTS = 300;

/** What was shown for some rows: only that is sent. */
interface PromptPreview {
  readonly plan: AskPlan;
  readonly prompts: readonly Prompt[];
  /** By model. */
  readonly judged: Map<string, { readonly answers: AskResult['answers']; readonly tasks: readonly AskTask[]; readonly prompts: readonly Prompt[] }>;
}
const shown = new WeakMap<Comparison, Map<string, PromptPreview>>();
const rowsId = ({ rows, written }: AskWish): string => JSON.stringify([rows, written]);
const judgeId = ({ model, judge }: AskWish): string => JSON.stringify([model, judge]);
const shownFor = (comparison: Comparison, wish: AskWish): PromptPreview | undefined => shown.get(comparison)?.get(rowsId(wish));

/** What asking would send; null for a row or a model that is not there. */
export async function planAsking(
  comparison: Comparison,
  wish: AskWish,
  models: Models,
  writers: RowWriters,
  run: Control,
): Promise<AskingView | null> {
  const { settings } = comparison.request;
  if (!models.asker(wish.model, settings) || (wish.judge !== null && !models.asker(wish.judge, settings))) return null;
  // Summaries that failed the last time are asked for again; those that are kept cost nothing.
  const known = (wish.written ? undefined : shownFor(comparison, wish)) ?? (await planned(comparison, wish, writers, run));
  return known && sending(comparison, wish.model, known.plan.tasks, known.prompts, known.plan.cuts.length, models);
}

/** Who writes at the cuts: of every row, and of those that are given one, their own. */
export interface RowWriters {
  readonly builtIn: Summarizer;
  readonly of: (row: string) => Summarizer | undefined;
}

/** The plan of a wish; null for a row that is not there. Nothing of it is kept. Throws Stopped when it is no longer wanted. */
export async function planFor(comparison: Comparison, wish: AskWish, { builtIn, of }: RowWriters, run: Control): Promise<AskPlan | null> {
  const { prepared, request, embeddings, options } = comparison;
  const { settings } = request;
  const rows = wish.rows.flatMap((wanted) => request.rows.find(({ key }) => key === wanted) ?? []);
  if (rows.length === 0 || rows.length < wish.rows.length) return null;
  const requests = rows.map(({ key, strategy, params }) => {
    const vectors = embeddings.get(key);
    const summarizer = of(key);
    return { key, strategy, params, ...(vectors && { embeddings: vectors }), ...(summarizer && { summarizer }) };
  });
  const masking = { secrets: settings.maskSecrets, emails: settings.maskEmails };
  const planning = askPlan(prepared, requests, { ...options, summarizer: builtIn, masking }, async (done, all) => {
    run.progress({ phase: 'recall', done, of: all });
    await breathe(run);
  });
  return unlessStopped(planning, run);
}

async function planned(comparison: Comparison, wish: AskWish, writers: RowWriters, run: Control): Promise<PromptPreview | null> {
  const plan = await planFor(comparison, wish, writers, run);
  if (!plan) return null;
  const made: PromptPreview = { plan, prompts: promptsOf(plan.tasks), judged: new Map() };
  const all = shown.get(comparison) ?? new Map<string, PromptPreview>();
  shown.set(comparison, all.set(rowsId(wish), made));
  return made;
}

interface Prompt extends AskPrompt {
  readonly request: AskTask['request'];
}

function promptsOf(tasks: readonly AskTask[]): readonly Prompt[] {
  const found = new Map<AskTask['request'], { kind: AskTask['kind']; times: number }>();
  for (const { kind, request } of tasks) {
    const known = found.get(request);
    if (known) known.times++;
    else found.set(request, { kind, times: 1 });
  }
  return Array.from(found, ([request, { kind, times }]) => {
    const { system, user } = readable(request);
    return { kind, times, request, characters: system.length + user.length };
  });
}

async function sending(
  comparison: Comparison,
  model: string,
  tasks: readonly AskTask[],
  prompts: readonly Prompt[],
  cuts: number,
  models: Models,
): Promise<AskingView> {
  const { choice, store } = models.asker(model, comparison.request.settings)!;
  const told = await asking(choice, tasks, store, (text) => comparison.prepared.counts.text(text));
  return {
    ...told,
    model: choiceId(choice),
    endpoint: endpointOf(choice) ?? '',
    cuts,
    prompts: prompts.slice(0, MOST_PROMPTS).map(({ kind, characters, times }) => ({ kind, characters, times })),
    different: prompts.length,
  };
}

/** One request as it would be sent; `judging` = of those to the judge. null where nothing of the kind was shown. */
export function askedPrompt(
  comparison: Comparison,
  wish: AskWish,
  judging: boolean,
  index: number,
): { readonly system: string; readonly user: string } | null {
  const known = shownFor(comparison, wish);
  const prompts = judging ? known?.judged.get(judgeId(wish))?.prompts : known?.prompts;
  const request = prompts?.[index]?.request;
  return request ? readable(request) : null;
}

/** Asks what was shown, with the answers that are known. null where nothing was shown. Throws Stopped when it is no longer wanted. */
export async function askNow(comparison: Comparison, wish: AskWish, models: Models, run: Control): Promise<AskView | null> {
  const known = shownFor(comparison, wish);
  if (!known || !models.asker(wish.model, comparison.request.settings)) return null;
  const { plan } = known;
  const { answers, failures } = await answered(comparison, wish.model, plan.tasks, models, run);
  const report = askReport(plan, answers);
  // What a judge is sent follows from the answers.
  if (wish.judge === null) return { report, failures: failuresOf(failures), judging: null };
  const tasks = judgeTasks(plan, answers);
  const prompts = promptsOf(tasks);
  known.judged.set(judgeId(wish), { answers, tasks, prompts });
  const judging = tasks.length === 0 ? null : await sending(comparison, wish.judge, tasks, prompts, plan.cuts.length, models);
  return { report, failures: failuresOf(failures), judging };
}

/** Asks the judge what `askNow` showed. */
export async function judgeNow(comparison: Comparison, wish: AskWish, models: Models, run: Control): Promise<AskView | null> {
  const known = shownFor(comparison, wish);
  const judged = known?.judged.get(judgeId(wish));
  if (!known || !judged || wish.judge === null || !models.asker(wish.judge, comparison.request.settings)) return null;
  const { answers, failures } = await answered(comparison, wish.judge, judged.tasks, models, run);
  return { report: askReport(known.plan, judged.answers, answers), failures: failuresOf(failures), judging: null };
}

/** Stored answers stay: the next call goes on with what is missing. */
async function answered(comparison: Comparison, model: string, tasks: readonly AskTask[], models: Models, run: Control): Promise<AskResult> {
  const asker = models.asker(model, comparison.request.settings)!;
  const asked = askTasks(tasks, { ...asker, signal: () => run.signal }, (done, of) => run.progress({ phase: 'recall', done, of }));
  return unlessStopped(asked, run);
}

function failuresOf(errors: AskResult['failures']): AskView['failures'] {
  const byKind = new Map<string, { readonly reason: AskView['failures'][number]['reason']; count: number }>();
  for (const error of errors.values()) {
    const known = byKind.get(error.kind);
    if (known) known.count++;
    else byKind.set(error.kind, { reason: callReason(error), count: 1 });
  }
  return [...byKind.values()];
}
