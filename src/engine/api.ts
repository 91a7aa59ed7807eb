/** The engine for other programs and for the terminal: a transcript and a few options in, results out. */
import { yoursIn } from './answer/yours.ts';
import { type AskOptions, type AskPlan, askPlan } from './ask/ask-plan.ts';
import { contextAt, type RecordedContext, recordedPlaces, recordingOf } from './compaction/compaction-recorded.ts';
import { LEAST_WINDOW, resolveTarget, TOKENIZER_IDS, type TokenizerId, type WindowSource } from './tokens/contract.ts';
import { type Level, levelCounts } from './compaction/history.ts';
import type { CompactionResult } from './compaction/types.ts';
import { compareAll, type CompareOptions as EngineOptions, compareRow, matched, type RowRequest } from './compare.ts';
import { type Decay, decayNow } from './decay/decay-rounds.ts';
import { ruleSetOf } from './formats/contract.ts';
import { mayBe, mustBe, mustBePrepared, mustHave, wrong } from './lib/arguments.ts';
import { DEFAULT_WEIGHT } from './measures/shared/define.ts';
import { byId, strategies } from './pipelines/index.ts';
import { unknownStrategy } from './pipelines/run-spec.ts';
import type { EngineRun } from './policy-run.ts';
import type { Recall } from './recall/contract.ts';
import { recallNow } from './recall/recall.ts';
import { type Embeddings, type PreparedTranscript, PRIORITIES, type SignalSettings } from './signals/contract.ts';
import { type Embedder, embeddingsOf } from './signals/embeddings.ts';
import { keywordsError } from './signals/keywords.ts';
import { DEFAULT_SIGNALS, prepare } from './signals/signal-prepare.ts';
import { hasRow } from './strategies/contract.ts';
import type { SharedParam } from './strategies/params.ts';
import { checkMilliseconds, createBuiltIn, DEFAULT_SUMMARIZE_MS, inTime } from './summarizers/built-in.ts';
import { MOCK_OUTCOMES, type MockOutcome, type Summarizer } from './summarizers/contract.ts';
import { countTranscript, DEFAULT_OVERHEAD } from './tokens/count.ts';
import { loadTokenizer, type Model, resolveModel } from './tokens/tokenizers.ts';
import { inEnglish } from './transcript/english.ts';
import { checkTranscript } from './transcript/transcript-json.ts';
import type { Transcript } from './transcript/types.ts';

// Validates options of the library: a bad number would otherwise give results that look right.

interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
const whole = (min: number, max: number): Range => ({ min, max, whole: true });
const MOST_MESSAGES = 100_000;
const MOST_TOKENS = 10_000_000;

const OPTIONS = {
  window: whole(LEAST_WINDOW, 100_000_000),
  weight: { min: 0, max: 1, whole: false },
  overhead: whole(0, 1000),
  seed: whole(0, 4_294_967_295),
} as const satisfies Record<string, Range>;

const SIGNALS = {
  longTokens: whole(0, MOST_TOKENS),
  shortTokens: whole(0, MOST_TOKENS),
  edgeStart: whole(0, MOST_MESSAGES),
  edgeEnd: whole(0, MOST_MESSAGES),
} as const satisfies Partial<Record<keyof SignalSettings, Range>>;

const SHARED: Readonly<Record<SharedParam, Range>> = {
  keepRecent: whole(0, MOST_MESSAGES),
  preserveStart: whole(0, MOST_MESSAGES),
  preserveEnd: whole(0, MOST_MESSAGES),
};

function inRange(name: string, value: unknown, { min, max, whole: isWhole }: Range): void {
  if (value === undefined || value === null) return;
  if (typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return;
  throw wrong(name, `a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`, value);
}

function oneOf(name: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || value === null || known.some((one) => one === value)) return;
  throw wrong(name, `one of ${known.join(', ')}`, value);
}

const isTarget = (value: unknown): boolean =>
  value === 'own' || value === 'same' || (typeof value === 'number' && ((value > 0 && value <= 1) || (Number.isInteger(value) && value >= 2)));

type UncheckedOptions = { readonly [K in keyof Omit<RunOptions, 'signals' | 'shared'>]?: unknown } & Pick<RunOptions, 'signals'> & {
    readonly shared?: Readonly<Partial<Record<SharedParam, unknown>>>;
    readonly params?: unknown;
  };

/** Throws a RangeError for an embedder that is none. */
function checkEmbedder(embedder: unknown): void {
  mustHave('embedder', embedder, 'an object with id and embed(texts)', { id: 'string', embed: 'function' });
  mayBe('embedder.clean', (embedder as { readonly clean?: unknown }).clean, 'function');
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

function checkKinds(options: UncheckedOptions): void {
  const { model, summarizer, summarizeMs, embedder, now, progress, levels, params, signals, shared } = options;
  mayBe('model', model, 'string');
  if (isPresent(summarizer))
    mustHave('summarizer', summarizer, 'an object with id and summarize(input, request)', { id: 'string', summarize: 'function' });
  if (isPresent(summarizeMs)) checkMilliseconds('summarizeMs', summarizeMs);
  if (isPresent(embedder)) checkEmbedder(embedder);
  mayBe('now', now, 'function');
  mayBe('progress', progress, 'function');
  mayBe('levels', levels, 'list');
  for (const [i, level] of ((levels as readonly unknown[] | undefined) ?? []).entries())
    mustHave(`levels[${i}]`, level, 'what levelOf or restoredLevels gives', { transcript: 'object', record: 'object' });
  mayBe('params', params, 'object');
  mayBe('signals', signals, 'object');
  mayBe('signals.marks', signals?.marks, 'object');
  mayBe('shared', shared, 'object');
}

export function checkModel(choice: Pick<UncheckedOptions, 'model' | 'window' | 'tokenizer'>): void {
  mustBe('choice', choice, 'object');
  mayBe('model', choice.model, 'string');
  inRange('window', choice.window, OPTIONS.window);
  oneOf('tokenizer', choice.tokenizer, TOKENIZER_IDS);
}

export function checkRows(strategies: unknown, params: unknown): void {
  mayBe('strategies', strategies, 'list');
  for (const [i, id] of ((strategies as readonly unknown[] | undefined) ?? []).entries()) mustBe(`strategies[${i}]`, id, 'string');
  mayBe('params', params, 'object');
  for (const [id, own] of Object.entries((params as Readonly<Record<string, unknown>> | undefined) ?? {})) mayBe(`params.${id}`, own, 'object');
}

/** Throws a RangeError that names the option, what was expected, and what was given. */
export function checkOptions(options: UncheckedOptions): void {
  mustBe('options', options, 'object');
  checkKinds(options);
  for (const [name, range] of Object.entries(OPTIONS)) inRange(name, options[name as keyof typeof OPTIONS], range);
  if (options.target !== undefined && !isTarget(options.target))
    throw wrong('target', 'a share above 0 and up to 1, whole tokens from 2, "own" or "same"', options.target);
  oneOf('tokenizer', options.tokenizer, TOKENIZER_IDS);
  oneOf('summaryOutcome', options.summaryOutcome, MOCK_OUTCOMES);
  const signals = options.signals ?? {};
  const shared = options.shared ?? {};
  for (const [name, range] of Object.entries(SIGNALS)) inRange(`signals.${name}`, signals[name as keyof typeof SIGNALS], range);
  for (const [name, range] of Object.entries(SHARED)) inRange(`shared.${name}`, shared[name as SharedParam], range);
  for (const [id, mark] of Object.entries(signals.marks ?? {})) oneOf(`signals.marks.${id}`, mark, ['pin', ...PRIORITIES]);
  const keywords = keywordsError(signals.keywords ?? {});
  if (keywords) throw new RangeError(`${['keywords', ...keywords.path].join('.')}: expected ${inEnglish(keywords.expects)}`);
}

export function checkOpened(value: unknown): void {
  mustHave('comparison', value, 'what open or compare gives', { prepared: 'object', inUse: 'object' });
  mustBePrepared((value as { readonly prepared: unknown }).prepared);
}

const DEFAULT_TARGET = 0.5;

/** A person's choices; everything left out comes from the transcript's own model, else 128,000 tokens. */
export interface ModelChoice {
  readonly model?: string | null;
  readonly window?: number | null;
  readonly tokenizer?: TokenizerId | null;
}

export interface InUse {
  /** Id as chosen or recorded; null = none. */
  readonly model: string | null;
  readonly provider: Model['provider'];
  readonly window: number;
  readonly windowFrom: WindowSource;
  readonly tokenizer: TokenizerId;
}

/** The window unless a person set one: the recording's (for its own model only), else the model's, else 128,000. */
export function ownWindow(transcript: Transcript, chosen: string | null = null): { window: number; from: Exclude<WindowSource, 'set'> } {
  const id = chosen ?? transcript.model;
  if (transcript.window !== undefined && id === transcript.model) return { window: transcript.window, from: 'recording' };
  const { window, unknownWindow = false } = resolveModel(id);
  return { window, from: unknownWindow ? 'default' : 'model' };
}

export function inUse(transcript: Transcript, choice: ModelChoice = {}): InUse {
  mustBe('transcript', transcript, 'object');
  checkModel(choice);
  const id = choice.model ?? transcript.model ?? null;
  const model = resolveModel(id ?? undefined);
  const { window, from } = ownWindow(transcript, choice.model);
  return {
    model: id,
    provider: model.provider,
    window: choice.window ?? window,
    windowFrom: typeof choice.window === 'number' ? 'set' : from,
    tokenizer: choice.tokenizer ?? model.tokenizer,
  };
}

export interface RunOptions extends ModelChoice {
  /**
   * 0 < x ≤ 1 share of the original tokens, an integer ≥ 2 tokens; own = each strategy's own rule; same = what the agent that wrote the
   * session leaves, as its product ships (`yoursIn`), or 0.5 where it leaves nearly all. Default 0.5.
   */
  readonly target?: number | 'own' | 'same';
  /** Efficiency weight of token reduction, 0–1. Default 0.6. */
  readonly weight?: number;
  /** Tokens added per message. Default 4. */
  readonly overhead?: number;
  readonly signals?: Partial<SignalSettings>;
  readonly shared?: Readonly<Partial<Record<SharedParam, number>>>;
  /** Seed of everything random. Default 1. */
  readonly seed?: number;
  readonly summarizer?: Summarizer;
  /** Milliseconds that a `summarizer` of your own may take for a summary; then it has failed with `timeout`, and its `signal` ends. Default 30,000. */
  readonly summarizeMs?: number;
  /**
   * Outcome of the built-in summariser instead of a summary, to see how strategies react; ignored with another `summarizer`. Default `ok`.
   */
  readonly summaryOutcome?: MockOutcome;
  /**
   * Vectors for strategies that can use them (`strategies`: `embeds`). Default: none, they compare by words; so they do where a vector is
   * missing or invalid, and the row's `embedded.lacking` says why.
   */
  readonly embedder?: Embedder;
  /** A clock in milliseconds; without it every time is 0. */
  readonly now?: () => number;
  /**
   * Progress of long work: rows compared, steps of recall (rows at cuts), rows of decay. Called often; the receiver decides what to show.
   */
  readonly progress?: (phase: 'comparing' | 'recall' | 'decay', done: number, of: number) => void;
  /** Compactions in force on the transcript (restoredLevels): the run uses the context that they leave. */
  readonly levels?: readonly Level[];
  /**
   * Run on the context that the recorded agent had right before one of its own compactions, by its number from 1, instead of the end of the
   * recording; `levels` are ignored then. A bad option where there is no such compaction, or nothing before it.
   */
  readonly atCompaction?: number | 'last' | 'end' | null;
}

export interface OpenTranscript {
  readonly prepared: PreparedTranscript;
  /** The whole recording, where the context is the one before a compaction of its agent that can be read: its future is known. Else null. */
  readonly recording: PreparedTranscript | null;
  readonly inUse: InUse;
}

/**
 * Counts and prepares a transcript. Rejects when the tokenizer's ranks cannot be loaded, and with a RangeError that names the option for a
 * value out of range, an unknown mark, or malformed keyword lists.
 */
export async function open(transcript: Transcript, options: RunOptions = {}): Promise<OpenTranscript> {
  checkTranscript('transcript', transcript);
  checkOptions(options);
  const use = inUse(transcript, options);
  const tokenizer = await loadTokenizer(use.tokenizer);
  let counts = countTranscript(transcript, tokenizer, { overhead: options.overhead ?? DEFAULT_OVERHEAD });
  const signals = { ...DEFAULT_SIGNALS, ...options.signals };
  const place = placeOf(transcript, options);
  if (place) {
    const prepared = prepare(place.transcript, levelCounts(counts, transcript, place), signals);
    return { prepared, recording: recordingOf(place.transcript) && prepare(transcript, counts, signals), inUse: use };
  }
  let context = transcript;
  for (const level of options.levels ?? []) {
    counts = levelCounts(counts, context, level);
    context = level.transcript;
  }
  return { prepared: prepare(context, counts, signals), recording: null, inUse: use };
}

/** The context before the recorded compaction of the options; null at the end of the recording. Throws a RangeError for any other. */
function placeOf(transcript: Transcript, { atCompaction = null }: RunOptions): RecordedContext | null {
  if (atCompaction === null || atCompaction === 'end') return null;
  const known = recordedPlaces(transcript);
  const place = contextAt(transcript, atCompaction === 'last' ? (known.at(-1) ?? 0) : atCompaction);
  if (place) return place;
  const expected = known.length === 0 ? 'a recording with compactions of its own' : `last or one of ${known.join(', ')}`;
  throw wrong('atCompaction', expected, atCompaction);
}

export interface CompareOptions extends RunOptions {
  /**
   * Ids to run, with the agent's own after them where `target` is `same`; default the whole registry in order, except rows on demand;
   * `recorded` where the recording holds compactions.
   */
  readonly strategies?: readonly string[];
  /** Parameters by strategy id; others have their defaults. An id that no strategy has is a bad option. */
  readonly params?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Comparison extends OpenTranscript {
  /** Tokens; null with own defaults. */
  readonly target: number | null;
  readonly rows: readonly EngineRun[];
}

/** Every strategy on one transcript. An unknown strategy or a bad parameter fails its row, not the comparison; a bad option rejects as in `open`. */
export async function compare(transcript: Transcript, options: CompareOptions = {}): Promise<Comparison> {
  mustBe('options', options, 'object');
  checkRows(options.strategies, options.params);
  const opened = await open(transcript, options);
  const progress = (done: number, of: number): undefined => options.progress?.('comparing', done, of) as undefined;
  const requests = await requestsOf(opened, options);
  const settings = (await matched(opened.prepared, requests, rowOptions(opened, options)))!;
  const rows = await compareAll(opened.prepared, requests, settings, { progress });
  // Nothing can stop a comparison without a progress callback, so there are always rows.
  return { ...opened, target: targetOf(opened, settings), rows: rows ?? [] };
}

export const targetOf = ({ prepared, inUse: { window } }: OpenTranscript, { target, own }: Pick<EngineOptions, 'target' | 'own'>): number | null =>
  own ? null : resolveTarget(target, prepared.counts.total, window);

/**
 * Hindsight recall of the strategies that a comparison with these options runs: each compacts the recording at 12 cuts (`cuts`), or with
 * `atCompaction` right before each compaction of the recorded agent. Pass the built-in
 * summariser, or a model is asked twelve times as often.
 */
export async function recall(opened: OpenTranscript, options: CompareOptions & { readonly cuts?: number } = {}): Promise<Recall> {
  checkOpened(opened);
  mustBe('options', options, 'object');
  const { cuts } = options;
  if (cuts !== undefined && !(Number.isInteger(cuts) && cuts >= 1)) throw wrong('cuts', 'a whole number from 1', cuts);
  const settings = { ...rowOptions(opened, options), recorded: opened.recording !== null, ...(cuts !== undefined && { cuts }) };
  return recallNow(opened.recording ?? opened.prepared, await requestsOf(opened, options), settings, (step) => {
    if (step.kind === 'progress') options.progress?.('recall', step.done, step.of);
  });
}

/**
 * What a model is to be asked over the contexts that these strategies leave at the cuts. Nothing is sent: `askReport` scores the answers.
 */
export async function askContexts(
  opened: OpenTranscript,
  options: CompareOptions & Pick<AskOptions, 'masking' | 'cuts' | 'samples' | 'probes'>,
  told?: (done: number, of: number) => void | Promise<void>,
): Promise<AskPlan> {
  checkOpened(opened);
  const { masking, cuts, samples, probes } = options;
  const own = { masking, ...(cuts !== undefined && { cuts }), ...(samples !== undefined && { samples }), ...(probes !== undefined && { probes }) };
  return askPlan(opened.prepared, await requestsOf(opened, options), { ...rowOptions(opened, options), ...own }, told);
}

/** What several rounds of each strategy leave. Every round writes its own summaries: as for `recall`, pass the built-in summariser. */
export async function decay(opened: OpenTranscript, options: CompareOptions = {}): Promise<readonly Decay[]> {
  checkOpened(opened);
  const decays: Decay[] = [];
  const rows = await requestsOf(opened, options);
  for (const row of rows) {
    options.progress?.('decay', decays.length, rows.length);
    decays.push(await decayNow(opened.prepared, row, rowOptions(opened, options)));
  }
  return decays;
}

export async function requestsOf(opened: OpenTranscript, options: CompareOptions): Promise<readonly RowRequest[]> {
  mustBe('options', options, 'object');
  checkRows(options.strategies, options.params);
  const { compactions } = opened.prepared.transcript;
  const { strategies: ids = strategies.filter((s) => hasRow(s, compactions.length)).map((s) => s.id), params } = options;
  for (const id of Object.keys(params ?? {})) if (!byId.has(id)) throw unknownStrategy(id);
  const embeddings = await embeddingsFor(opened, ids, options);
  const yours = options.target === 'same' ? yoursIn(opened.prepared.transcript).key : null;
  const wanted = yours === null || ids.includes(yours) ? ids : [...ids, yours];
  return wanted.map((id) => ({ key: id, strategy: id, params: params?.[id] ?? {}, ...(embeddings && { embeddings }) }));
}

const known = new WeakMap<PreparedTranscript, WeakMap<Embedder, Embeddings>>();

async function embeddingsFor({ prepared }: OpenTranscript, ids: readonly string[], { embedder }: RunOptions): Promise<Embeddings | undefined> {
  if (!embedder || !ids.some((id) => byId.get(id)?.embeds)) return undefined;
  const found = known.get(prepared)?.get(embedder);
  if (found) return found;
  const embeddings = await embeddingsOf(prepared, embedder);
  known.set(prepared, new WeakMap([[embedder, embeddings]]));
  return embeddings;
}

export function rowOptions({ prepared, inUse: use }: OpenTranscript, options: RunOptions): EngineOptions {
  checkOptions(options);
  const { target = DEFAULT_TARGET } = options;
  return {
    window: use.window,
    target: target === 'own' ? 1 : target === 'same' ? DEFAULT_TARGET : target,
    own: target === 'own',
    ...(target === 'same' && { match: yoursIn(prepared.transcript) }),
    weight: options.weight ?? DEFAULT_WEIGHT,
    ...(use.model !== null && { model: use.model }),
    seed: options.seed ?? 1,
    ...(options.shared && { shared: options.shared }),
    rules: ruleSetOf(prepared.transcript, use.model),
    summarizer: options.summarizer
      ? inTime(options.summarizer, options.summarizeMs ?? DEFAULT_SUMMARIZE_MS)
      : createBuiltIn({ outcome: options.summaryOutcome ?? 'ok' }),
    ...(options.now && { now: options.now }),
  };
}

export interface CompactRequest extends RunOptions {
  readonly strategy: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** One strategy on one transcript. Rejects with a RangeError that names an unknown strategy, a bad parameter or a bad target. */
export async function compact(transcript: Transcript, request: CompactRequest): Promise<CompactionResult> {
  mustBe('options', request, 'object');
  mustBe('strategy', request.strategy, 'string');
  if (request.target === 'same')
    throw new RangeError('target: expected a share above 0 and up to 1, whole tokens from 2, or "own": "same" needs rows beside A');
  const opened = await open(transcript, request);
  const { strategy, params = {} } = request;
  const embeddings = await embeddingsFor(opened, [strategy], request);
  const row = { key: strategy, strategy, params, ...(embeddings && { embeddings }) };
  const { result, error } = await compareRow(opened.prepared, row, rowOptions(opened, request));
  if (!result) throw new RangeError(error?.message);
  return result;
}

/**
 * Exact tokens of a text in one of OpenAI's encodings. Rejects when the ranks cannot be loaded, and with a RangeError for anything but a
 * text and a known encoding.
 */
export async function countTokens(text: string, encoding: 'o200k_base' | 'cl100k_base' = 'o200k_base'): Promise<number> {
  mustBe('text', text, 'string');
  if (encoding !== 'o200k_base' && encoding !== 'cl100k_base') throw new RangeError('encoding: expected o200k_base or cl100k_base');
  return (await loadTokenizer(encoding)).count(text);
}
