/** From bytes to a comparison: reading a source, comparing it, keeping it for the next visit. */
import { barOf } from '../../engine/answer/answer.ts';
import { type Wishes, WISHES } from '../../engine/answer/contract.ts';
import { isMeasuredByItself } from '../../engine/recall/contract.ts';
import { t } from '../../i18n/index.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { goesWithFile, scenarioForNew, withUntil } from '../../scenario/next-file.ts';
import { compareRequest } from '../../scenario/scenario-rows.ts';
import type { FileSetting, Scenario, TranscriptRef } from '../../scenario/schema.ts';
import type { PaidRecall } from '../../worker/loss-protocol.ts';
import type { CompareReply, CompareRequest, LoadReply, ModelsView, RowResult, WorkerError } from '../../worker/protocol.ts';
import type { Ticket } from '../../worker/tickets.ts';
import { writeAddress } from './address.ts';
import { client } from './engine.ts';
import { keepsNothing, remember, rememberFacts, rememberFragment } from './storage.ts';
import { type AppState, beginCall, endCalls, type OpenSession, outcomeOf, recordedIn, type RowRecalls, type SampleInfo } from './store-state.ts';
import { app, patch, soon, useApp } from './store.ts';

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
    if (client.isWarm()) recallAtRest(of, app().recalled ? RECALL_MS : 0);
    else void recall(of);
  }
}

/** The first recall of a file waits for nothing but a person's input, later ones at least `wait` milliseconds. */
function recallAtRest(of: CompareReply, wait = 0): void {
  if (!isWanted(of)) return;
  const busy = Math.max(wait, lastInput > 0 ? lastInput + RECALL_MS - performance.now() : 0);
  if (busy > 0) stop = soon(() => recallAtRest(of), busy, true);
  else void recall(of, null, contendersIn(app(), of));
}

/** Rows that may be the answer, with A, B and C: the others cannot change it and are measured after it is there. */
export function contendersIn(
  { description, compared, scenario }: Pick<AppState, 'description' | 'compared' | 'scenario'>,
  { rows }: CompareReply,
): readonly string[] {
  const wishes = scenario.view.wishes ?? WISHES;
  const infos = new Map(description?.strategies.map((info) => [info.id, info]));
  const mayBe = (row: RowResult): boolean => {
    const info = infos.get(row.strategy);
    return info !== undefined && barOf({ ...outcomeOf(info, row), left: null, constraints: null, cost: null }, null, wishes) === 'unmeasured';
  };
  return rows.filter((row) => compared.includes(row.key) || mayBe(row)).map(({ key }) => key);
}

/** `first` = of these rows, then of all; null = of all at once. */
async function recall(of: CompareReply, paid: PaidRecall | null = null, first: readonly string[] | null = null): Promise<void> {
  const call = beginCall('recall');
  patch({ recalling: 0, lossError: null });
  const reply = await client.recall(paid, first, ({ done, of: all }) => {
    if (!call.stopped() && isWanted(of)) patch({ recalling: all > 0 ? done / all : 0 });
  });
  if (call.stopped()) return;
  const goesOn = isWanted(of) && reply.ok && first !== null;
  patch({ recalling: goesOn ? 0 : null });
  if (!isWanted(of)) return;
  if (reply.ok) patch({ recalled: { of, reply: reply.value, rows: new Map(reply.value.rows.map((row) => [row.key, row])) }, lossError: null });
  else if (failed(reply.error)) patch({ lossError: reply.error });
  if (goesOn) await recall(of);
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

export interface SourceFile {
  readonly blob: Blob;
  readonly name: string;
  readonly from: { readonly kind: 'sample'; readonly id: string } | { readonly kind: 'file' } | { readonly kind: 'inline'; readonly text: string };
}
let current: SourceFile | null = null;
/** The last file that was not the expected one. */
let refused: SourceFile | null = null;

export const refusedSource = (): SourceFile | null => refused;
export const currentSource = (): SourceFile | null => current;

function refOf(source: SourceFile, hash: string, bytes: number): TranscriptRef {
  switch (source.from.kind) {
    case 'sample':
      return { kind: 'sample', id: source.from.id, hash };
    case 'inline':
      return { kind: 'inline', name: source.name, text: source.from.text };
    case 'file':
      return { kind: 'file', name: source.name, hash, bytes };
  }
}

export async function load(source: SourceFile, wanted: Scenario | null, format: string | null = wanted?.format ?? null): Promise<void> {
  const call = beginCall('load');
  patch({ load: { phase: 'loading', name: source.name, progress: null } });
  const reply = await client.load(source.blob, source.name, format, (progress) => {
    if (!call.stopped()) patch({ load: { phase: 'loading', name: source.name, progress } });
  });
  if (call.stopped()) return;
  if (!reply.ok) {
    const cancelled = reply.error.code === 'cancelled';
    patch({
      load: cancelled ? { phase: app().loaded ? 'ready' : 'idle' } : { phase: 'failed', name: source.name, error: reply.error, source: source.blob },
    });
    return;
  }
  const { expected } = app();
  if (expected && expected.hash !== reply.value.hash) {
    refused = source;
    patch({ load: { phase: 'idle' }, expected: { ...expected, wrong: { name: source.name, hash: reply.value.hash } } });
    return;
  }
  current = source;
  const ref = refOf(source, reply.value.hash, reply.value.bytes);
  const { scenario, loaded } = app();
  // Settings made before any file was here, for example by a link for another file, do not belong to this one.
  const same = loaded === null || loaded.reply.hash === reply.value.hash;
  const left = wanted === null && !same ? goesWithFile(scenario) : [];
  const base = wanted === null ? scenarioForNew(scenario, ref, same) : loaded ? wanted : scenario;
  const { conversations } = reply.value;
  const conversation = wanted === null ? longestOf(conversations) : base.conversation < conversations.length ? base.conversation : 0;
  const next = { ref, name: source.name, reply: reply.value };
  const from = { ...base, transcript: ref, conversation, format };
  patch({
    load: { phase: 'ready' },
    current: false,
    loaded: next,
    scenario: wanted === null ? withUntil(from, opensAt(next, conversation)) : from,
    hover: null,
    range: null,
    visible: null,
    expected: null,
    ...(app().sent?.transcript.hash !== reply.value.hash && { sent: null }),
    ...(left.length > 0 && { notice: { key: 'notice.automatic', values: { settings: namesOf(left) }, tone: 'info' } as const }),
  });
  forgetWhatWasLost();
  if (source.from.kind === 'file') void keepForNextVisit(source, reply.value.hash);
  await compare();
}

const longestOf = (conversations: LoadReply['conversations']): number =>
  conversations.reduce((longest, { messages }, i) => (messages > conversations[longest]!.messages ? i : longest), 0);

/** Number of the compaction of the recorded agent that a conversation opens before; null = at its end. */
export const opensAt = ({ reply }: OpenSession, conversation: number): number | null => reply.conversations[conversation]?.opensAt ?? null;

export function followFacts(): void {
  let noted: TranscriptRef | null = null;
  useApp.subscribe(({ loaded, comparison, current: isCurrent }) => {
    const ref = loaded?.ref;
    if (!isCurrent || !comparison || ref?.kind !== 'file' || ref === noted) return;
    noted = ref;
    const { n: messages, total: tokens, exact } = comparison.transcript;
    void rememberFacts(ref.hash, { format: loaded!.reply.format, messages, tokens, exact });
  });
}

const namesOf = (settings: readonly FileSetting[]): string => settings.map((name) => t(`control.${name}`)).join(t('list.separator'));

async function keepForNextVisit(source: SourceFile, hash: string): Promise<void> {
  if (keepsNothing()) return;
  const kept = await remember({ name: source.name, hash, blob: source.blob });
  if (kept) await rememberFragment(hash, await writeAddress());
  else patch({ notice: { key: 'notice.notKept', tone: 'info' } });
}

export function requestNow(): CompareRequest | null {
  const { scenario, description, loaded } = app();
  if (!description || !loaded) return null;
  return compareRequest(scenario, description.strategies, recordedIn(app()));
}

let always: ReadonlySet<string> = new Set();
export function agreeAlways(models: readonly string[]): void {
  always = new Set([...always, ...models]);
}
export function withdrawAll(): void {
  always = new Set();
}

/** Milliseconds that a comparison must be stable before missing summaries are sent without a question: not at every step of a slider. */
const REST_MS = 800;

function sendAfterRest(call: Ticket, { unsent, spent }: ModelsView): void {
  if (spent?.error) withdrawAll();
  const models = [...new Set(unsent.map(({ choice }) => choice))].filter((id) => always.has(id));
  if (models.length > 0) soon(() => !call.stopped() && void compare(models), REST_MS);
}

const formerOf = ({ current: same, comparison, former }: AppState): CompareReply | null =>
  same ? (comparison?.waiting === 0 ? comparison : former) : null;

/** @param only rows whose summaries they may write; null = all */
export async function compare(agreed: readonly string[] = [], only: readonly string[] | null = null): Promise<void> {
  const request = requestNow();
  if (!request) return;
  const call = beginCall('compare');
  patch({ running: { progress: null, since: performance.now() } });
  const reply = await client.compare({ ...request, agreed, ...(only && { only }) }, (progress, soFar) => {
    const { running } = app();
    if (call.stopped() || !running) return;
    const { models } = running.progress ?? {};
    patch({
      running: { ...running, progress: models && !progress.models ? { ...progress, models } : progress },
      ...(soFar && { former: formerOf(app()), comparison: soFar, current: true, compareError: null }),
    });
    if (soFar) askWhatWasLost(soFar);
  });
  if (call.stopped()) return;
  if (reply.ok) {
    patch({ running: null, compareError: null, comparison: reply.value, former: null, current: true });
    askWhatWasLost(reply.value);
    sendAfterRest(call, reply.value.models);
  } else patch({ running: null, compareError: reply.error.code === 'cancelled' ? null : reply.error });
}

export function cancelAll(): void {
  endCalls('load', 'compare');
  void client.cancel();
  const { running, load: state, loaded } = app();
  patch({
    running: null,
    recalling: null,
    load: { phase: loaded ? 'ready' : 'idle' },
    ...(running && state.phase === 'ready' ? { compareError: { code: 'cancelled', message: '' } as const } : {}),
  });
}

export function unload(): void {
  endCalls('load', 'compare');
  current = null;
  forgetWhatWasLost();
  patch({
    sent: null,
    loaded: null,
    comparison: null,
    former: null,
    current: false,
    running: null,
    compareError: null,
    load: { phase: 'idle' },
    scenario: defaultScenario(),
  });
}

export async function fetchSamples(): Promise<readonly SampleInfo[]> {
  try {
    const response = await fetch('./samples/index.json');
    return response.ok ? ((await response.json()) as SampleInfo[]) : [];
  } catch {
    return [];
  }
}

export async function fetchSample(sample: SampleInfo): Promise<Blob> {
  const response = await fetch(`./samples/${sample.file}`);
  if (!response.ok) throw new Error(`${sample.file}: ${response.status}`);
  return response.blob();
}
