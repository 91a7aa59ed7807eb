/** One attempt to compact the running context, remembered: the same history leads to the same attempt. */
import { perPair, perPrepared } from '../signals/remember.ts';
import { resolveTarget, type TokenCounts } from '../tokens/contract.ts';
import { textMessageTokens } from '../compaction/estimate.ts';
import { writtenOf } from '../compaction/summaries.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { quotes } from '../compaction/verify.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { strategies } from '../pipelines/index.ts';
import { type RunSpec, runSpec } from '../pipelines/run-spec.ts';
import { type Embeddings, type PreparedTranscript, PROTECTIONS, type Reason } from '../signals/contract.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { EDIT, KEEP, type LogLine, OFFLOAD } from '../strategies/contract.ts';
import type { ParamValues } from '../strategies/params.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import type { Message, RecordedCompaction, Transcript, Usage } from '../transcript/types.ts';
import type { ReplayOptions, SummaryPoint } from './contract.ts';
import type { Recording } from './recording.ts';

export interface Context {
  readonly messages: readonly Message[];
  readonly tokens: Float64Array;
  readonly origins: Int32Array;
}

export const EMPTY: Context = { messages: [], tokens: new Float64Array(0), origins: new Int32Array(0) };

export interface Delta {
  readonly fates: Uint8Array;
  /** By message: which of `inserted` absorbed it; absent if at most one of them is a summary. */
  readonly into: Int32Array | null;
  readonly inserted: readonly { readonly before: number; readonly message: Message; readonly tokens: number; readonly isSummary: boolean }[];
  readonly edited: ReadonlyMap<number, { readonly message: Message; readonly tokens: number }>;
}

export function appended(context: Context, recording: Recording, from: number, end: number): Context {
  const kept = context.messages.length;
  const n = kept + end - from;
  const tokens = new Float64Array(n);
  tokens.set(context.tokens);
  const origins = new Int32Array(n);
  origins.set(context.origins);
  for (let k = from; k < end; k++) {
    tokens[kept + k - from] = recording.tokensBefore[k + 1]! - recording.tokensBefore[k]!;
    origins[kept + k - from] = k;
  }
  return { messages: [...context.messages, ...recording.messages.slice(from, end)], tokens, origins };
}

export function deltaOf(counts: TokenCounts, { plan, layout, left, context, summaries }: CompactionResult): Delta {
  const after = context();
  const positions = new Map(summaries.map((s, k) => [s.position, k]));
  const inserted = layout.order.map((_, k) => {
    const message = after[layout.position[k]!]!;
    const [part] = message.parts;
    const tokens = part?.type === 'text' ? textMessageTokens(counts, part.text) : counts.message(message);
    return { before: layout.before[k]!, message, tokens, isSummary: positions.has(layout.position[k]!) };
  });
  const edited = new Map<number, { message: Message; tokens: number }>();
  let position = 0;
  let next = 0;
  for (let i = 0; i < plan.fates.length; i++) {
    for (; next < layout.before.length && layout.before[next]! <= i; next++) position++;
    const fate = plan.fates[i];
    if (fate === EDIT || fate === OFFLOAD) edited.set(i, { message: after[position]!, tokens: left[i]! });
    if (fate === KEEP || fate === EDIT || fate === OFFLOAD) position++;
  }
  return { fates: plan.fates, into: plan.summaries.length > 1 ? insertedOf(plan, layout) : null, inserted, edited };
}

function insertedOf({ into, summaries, insertions, fates }: CompactionResult['plan'], { order }: CompactionResult['layout']): Int32Array {
  const places = new Map<string, number>();
  order.forEach((index, place) => {
    const { content } = insertions[index]!;
    if ('summary' in content) places.set(content.summary, place);
  });
  const placeOf = summaries.map(({ id }) => places.get(id) ?? -1);
  const inserted = new Int32Array(fates.length).fill(-1);
  if (into) for (let i = 0; i < into.length; i++) if (into[i]! >= 0) inserted[i] = placeOf[into[i]!]!;
  return inserted;
}

export function changed(context: Context, { fates, inserted, edited }: Delta): Context {
  const most = fates.length + inserted.length;
  const messages: Message[] = [];
  const tokens = new Float64Array(most);
  const origins = new Int32Array(most);
  let next = 0;
  const put = (message: Message, size: number, origin: number): void => {
    tokens[messages.length] = size;
    origins[messages.length] = origin;
    messages.push(message);
  };
  for (let i = 0; i <= fates.length; i++) {
    for (; next < inserted.length && inserted[next]!.before <= i; next++) put(inserted[next]!.message, inserted[next]!.tokens, -1);
    if (i === fates.length) break;
    const fate = fates[i];
    if (fate === KEEP) put(context.messages[i]!, context.tokens[i]!, context.origins[i]!);
    else if (fate === EDIT || fate === OFFLOAD) {
      const edit = edited.get(i)!;
      put(edit.message, edit.tokens, context.origins[i]!);
    }
  }
  // Copies, so that a short context does not hold the memory of the long one before it.
  return { messages, tokens: tokens.slice(0, messages.length), origins: origins.slice(0, messages.length) };
}

/** Tokens at the start of a context that a compaction did not change. */
export function commonPrefix(tokens: Float64Array, { fates, inserted }: Delta): number {
  const end = Math.min(inserted[0]?.before ?? fates.length, fates.length);
  let sum = 0;
  for (let i = 0; i < end && fates[i] === KEEP; i++) sum += tokens[i]!;
  return sum;
}

export function carrierAfter(prepared: PreparedTranscript, { fates, inserted }: Delta): number {
  const { lastUser } = prepared;
  if (lastUser < 0) return -1;
  let position = 0;
  let next = 0;
  for (let i = 0; i < fates.length; i++) {
    for (; next < inserted.length && inserted[next]!.before <= i; next++) position++;
    const stands = fates[i] === KEEP || fates[i] === EDIT || fates[i] === OFFLOAD;
    if (i === lastUser && stands) return position;
    if (stands) position++;
  }
  const words = prepared.messages[lastUser]!;
  const quoting = inserted.findLastIndex(({ message }) => message.parts.some((part) => part.type === 'text' && quotes(part.text, words)));
  if (quoting < 0) return -1;
  let before = quoting;
  for (let i = 0; i < inserted[quoting]!.before; i++) if (fates[i] === KEEP || fates[i] === EDIT || fates[i] === OFFLOAD) before++;
  return before;
}

export interface LastCompaction {
  readonly end: number;
  readonly carrier: number;
  readonly state: Readonly<Record<string, unknown>> | undefined;
  readonly stateAt: number;
}

export const START: LastCompaction = { end: 0, carrier: -1, state: undefined, stateAt: 0 };

/** Updates of each strategy's state per request: contexts are shared by the rows, so all strategies update theirs. */
const AFTER_REQUEST = [...new Set(strategies.flatMap((strategy) => (strategy.stages ? [] : (strategy.afterRequest ?? []))))];

const LAST_USER = PROTECTIONS.indexOf('last-user');

export function preparedAt(
  base: PreparedTranscript,
  recording: Recording,
  context: Context,
  { standing, end, request }: { readonly standing: LastCompaction; readonly end: number; readonly request: number },
  fixed: number,
): PreparedTranscript {
  const { messages } = context;
  const { persisted: _, ...extra }: Record<string, unknown> = { ...base.transcript.extra, ...standing.state };
  const compactions = compactionsIn(recording, standing.end, end, messages.length);
  let transcript: Transcript = { ...base.transcript, messages, compactions, branches: [], subagents: [], extra };
  for (let k = standing.stateAt; k < request; k++) {
    const later = AFTER_REQUEST.reduce((then, afterRequest) => afterRequest(then), transcript);
    if (later === transcript) break;
    transcript = later;
  }
  const prepared = prepare(transcript, countsOf(base, recording, context, fixed), base.settings);
  const since = recording.lastUserBefore[end]!;
  if (since >= standing.end || standing.carrier < 0 || standing.carrier === prepared.lastUser) return prepared;
  // Nobody has spoken since the last compaction: the message with the user's last words is protected.
  const protection = prepared.protection.map((by) => (by === LAST_USER ? 0 : by));
  for (const i of prepared.units[prepared.unitOf[standing.carrier]!]!.members) if (protection[i] === 0) protection[i] = LAST_USER;
  return { ...prepared, protection, lastUser: standing.carrier };
}

function compactionsIn(recording: Recording, from: number, end: number, n: number): readonly RecordedCompaction[] {
  const last = recording.compactions.findLast((one) => one.end > from && one.end <= end);
  return last ? [{ ...last.compaction, at: n - (end - last.end) }] : [];
}

function countsOf({ counts }: PreparedTranscript, recording: Recording, { messages, tokens, origins }: Context, fixed: number): TokenCounts {
  const prefix = new Float64Array(tokens.length + 1);
  for (let i = 0; i < tokens.length; i++) prefix[i + 1] = prefix[i]! + tokens[i]!;
  return {
    ...counts,
    messages: tokens,
    prefix,
    toolDefinitions: fixed,
    total: prefix[tokens.length]! + fixed,
    parts(i) {
      const origin = origins[i]!;
      const message = messages[i]!;
      if (origin >= 0 && recording.messages[origin] === message) return counts.parts(recording.source[origin]!);
      const overhead = counts.message({ ...message, parts: [] });
      return message.parts.map((part) => counts.message({ ...message, parts: [part] }) - overhead);
    },
  };
}

export interface Runner {
  readonly spec: RunSpec;
  /** Vectors that its contexts are compared by; null = by words. */
  readonly embeddings: Embeddings | null;
  readonly options: ReplayOptions;
}

export interface Attempt {
  readonly node: number;
  readonly outcome: CompactionResult['outcome'];
  readonly why: Reason | null;
  readonly params: ParamValues;
  readonly knob: CompactionResult['knob'];
  readonly target: number | null;
  readonly before: number;
  readonly after: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** null where the context is unchanged. */
  readonly delta: Delta | null;
  readonly stops: boolean;
  readonly carrier: number;
  readonly state: Readonly<Record<string, unknown>> | undefined;
  readonly summaries: readonly (SummaryPoint & { readonly usage: Usage })[];
  readonly summaryTokens: number;
  readonly failures: number;
  readonly summaryMs: number;
  readonly log: readonly LogLine[];
  readonly prefix: number;
  readonly fixed: number;
}

const REMEMBERED = 25_000;

class Memory {
  private readonly attempts = new BoundedMap<string, Attempt>(REMEMBERED);
  private readonly runs = new Map<string, number>();
  private nodes = 0;

  runOf({ spec, embeddings, options: { target } }: Runner): string {
    const { strategy, params, knobSet, window, own, weight, model, seed, shared } = spec;
    const key = JSON.stringify([strategy.id, params, knobSet, embeddings?.id, window, target, own, weight, model, seed, shared]);
    const known = this.runs.get(key) ?? this.runs.size;
    this.runs.set(key, known);
    return `r${known}`;
  }
  find(key: string): Attempt | undefined {
    return this.attempts.get(key);
  }
  keep(key: string, attempt: Omit<Attempt, 'node'>): Attempt {
    const kept = { ...attempt, node: ++this.nodes };
    this.attempts.set(key, kept);
    return kept;
  }
}

export const memoryOf = perPair<PreparedTranscript, Summarizer, Memory>(() => new Memory());

export interface AttemptPlace {
  readonly standing: LastCompaction;
  readonly end: number;
  readonly request: number;
  readonly params: ParamValues;
  /** As in the budget; null = no check fired. */
  readonly firedAt: number | null;
}

export function fixedTokens({ counts }: PreparedTranscript, { unseen }: Pick<ReplayOptions, 'unseen'>): number {
  return counts.toolDefinitions + (unseen ?? counts.calibration?.offset ?? 0);
}

const FIRSTS = 4;
const firstsOf = perPrepared(() => new BoundedMap<string, PreparedTranscript>(FIRSTS));

/** `contextOf` builds the context at the place; it is not called if another row has been there before. */
export function preparedFor(
  base: PreparedTranscript,
  recording: Recording,
  place: AttemptPlace,
  contextOf: () => Context,
  fixed: number,
): PreparedTranscript {
  const { standing, end } = place;
  const shared = standing.end === 0 && standing.state === undefined;
  const known = firstsOf(base);
  const key = `${end}/${fixed}`;
  const found = shared ? known.get(key) : undefined;
  if (found) return found;
  const prepared = preparedAt(base, recording, contextOf(), place, fixed);
  if (shared) known.set(key, prepared);
  return prepared;
}

/** The compaction itself. Rejects and throws as the strategy does. */
export function compactAt(prepared: PreparedTranscript, { spec, options }: Runner, { params, firedAt }: AttemptPlace, ts: string | undefined) {
  const target = spec.own ? null : resolveTarget(options.target, prepared.counts.total, spec.window);
  return runSpec(prepared, spec, { target, params, firedAt, ts });
}

export function attemptOf(prepared: PreparedTranscript, result: CompactionResult): Omit<Attempt, 'node'> {
  const { outcome, why = null, params, knob, target, tokensBefore, tokensAfter, failures, summaryMs } = result;
  const { counts, protection } = prepared;
  const delta = outcome === 'compacted' ? deltaOf(counts, result) : null;
  let fixed = counts.toolDefinitions;
  for (let i = 0; i < protection.length; i++) {
    const fate = result.plan.fates[i];
    if (protection[i] !== 0) fixed += fate === EDIT || fate === OFFLOAD ? result.left[i]! : counts.messages[i]!;
  }
  return {
    outcome,
    why,
    params: params as ParamValues,
    knob,
    target,
    before: tokensBefore,
    after: tokensAfter,
    messagesBefore: prepared.n,
    messagesAfter: result.layout.length,
    delta,
    stops: result.plan.stops === true,
    carrier: delta ? carrierAfter(prepared, delta) : -1,
    state: result.record().state,
    summaries: delta ? summariesOf(prepared, result) : [],
    summaryTokens: result.summaries.reduce((sum, { tokens }) => sum + tokens, 0),
    failures: failures.length,
    summaryMs,
    log: result.log(),
    prefix: delta ? counts.toolDefinitions + commonPrefix(counts.messages, delta) : tokensBefore,
    fixed,
  };
}

function summariesOf(prepared: PreparedTranscript, result: CompactionResult): Attempt['summaries'] {
  return writtenOf(prepared, result).map(({ summary: { outcome, tokens, generation }, usage, calls }) => ({
    tokens,
    characters: outcome.text.length,
    generation,
    input: usage.input + usage.cacheRead + usage.cacheWrite,
    calls,
    usage,
  }));
}
