/** One comparison in steps that can be stopped: count, prepare, run the rows, build the view. */
import { type InUse, inUse, ownWindow } from '../engine/api.ts';
import { resolveTarget, type TokenCounts } from '../engine/tokens/contract.ts';
import { compareAll, type CompareOptions, matched, type RowRequest } from '../engine/compare.ts';
import { ruleSetOf } from '../engine/formats/contract.ts';
import { originalFigures } from '../engine/measures/run/measured-values.ts';
import { originalViolations } from '../engine/measures/request.ts';
import { type EngineRun, equalRuns } from '../engine/policy-run.ts';
import type { Recall } from '../engine/recall/contract.ts';
import { TEXT_LISTS } from '../engine/signals/keywords.ts';
import { languagesOf, uncoveredLanguage } from '../engine/signals/prose-languages.ts';
import type { Embeddings, PreparedTranscript } from '../engine/signals/contract.ts';
import { BUILT_IN, type ModelUsage } from '../engine/summarizers/contract.ts';
import type { Role, Transcript } from '../engine/transcript/types.ts';
import { breathe, countsOf, memoryOf, preparedOf, s1ErrorOf, unlessStopped, type RunControl } from './counted.ts';
import { embedderOf, type Helpers, optionsOf, signalsOf, type Stack, stackOf } from './levels.ts';
import type { LoadedFile } from './worker-loading.ts';
import { every, StopSignal } from './pause.ts';
import type { CompareReply, CompareRequest, HistoryView, ModelsView, RowEmbedding, RowResult, TranscriptView } from './protocol.ts';
import { byId } from '../engine/pipelines/index.ts';
import { ownTrigger } from '../engine/pipelines/run-spec.ts';
import { textsToEmbed } from '../engine/signals/embeddings.ts';
import { perPrepared } from '../engine/signals/remember.ts';
import type { ParamValues } from '../engine/strategies/params.ts';
import type { Situation } from '../engine/triggers/contract.ts';
import { checkRule, situationOf } from '../engine/triggers/watch.ts';
import type { Row, Settings } from '../scenario/schema.ts';

// Results of the engine as the page's table shows them.

/** US dollars; null where the price is not known. */
type PriceOf = (summarizer: string, usage: ModelUsage) => number | null;

/** The strategy's question to a person before it is carried out. */
function questionOf({ strategy, result }: EngineRun, tokens: number, window: number): RowResult['question'] {
  // The parameters of a result were resolved by the strategy's own schema.
  return (result && byId.get(strategy)?.question?.(result.params as ParamValues, tokens, window)) ?? null;
}

/** Whether the row's own trigger would fire now, or without one the common one (`share` of the window). */
function firesNow({ strategy, result }: EngineRun, now: Situation, share: number, model: string | null): RowResult['fires'] {
  if (!result) return null;
  const found = byId.get(strategy);
  const own = found && ownTrigger(found, result.params as ParamValues, now.window, model ?? undefined);
  const checked = checkRule(own?.rule ?? { triggers: [{ kind: 'ratio', share }], combine: 'any' }, now);
  return checked && { ...checked, own: own !== undefined };
}

/** Id of who writes a row's summaries. */
const summarizerOf = ({ summarizer }: Row, settings: Settings): string => summarizer ?? settings.summarizer;

/** Tokens of the texts of a context, by prepared context. */
const textTokens = perPrepared((prepared): number => {
  let tokens = 0;
  for (const text of textsToEmbed(prepared).keys()) tokens += prepared.counts.text(text);
  return tokens;
});

function embeddingOf({ embedded }: EngineRun, prepared: PreparedTranscript, priceOf: PriceOf): RowEmbedding | null {
  if (!embedded) return null;
  const tokens = textTokens(prepared);
  return { ...embedded, tokens, price: priceOf(embedded.id, { input: tokens, output: 0, cacheRead: 0, cacheWrite: 0 }) };
}

/** What the page has of each run; made once, because finished rows are shown again with each one that comes. */
function resultsOf({ rows, settings }: CompareRequest, prepared: PreparedTranscript, use: InUse, priceOf: PriceOf): (run: EngineRun) => RowResult {
  const now = situationOf(prepared, use.window);
  const writers = new Map(rows.map((row) => [row.key, summarizerOf(row, settings)]));
  const made = new Map<string, RowResult>();
  return (finished) => {
    const known = made.get(finished.key);
    if (known) return known;
    const { result: _context, error: _error, ...run } = finished;
    const { key, spent } = run;
    const row = {
      ...run,
      summarizer: writers.get(key) ?? BUILT_IN,
      price: spent?.usage ? priceOf(spent.summarizer, spent.usage) : null,
      embedded: embeddingOf(finished, prepared, priceOf),
      question: questionOf(finished, prepared.counts.total, use.window),
      fires: firesNow(finished, now, settings.trigger, use.model),
    };
    made.set(key, row);
    return row;
  };
}

/** Milliseconds of work between two pauses. */
const COMPARING_STRETCH = 8;
/** Milliseconds after which finished rows are shown while others wait, and between two such answers. */
const SOON = 150;
/** Messages of all rows that one answer of a first comparison brings (9 bytes each): reading more of them would hold up the page. */
const MOST_AT_ONCE = 500_000;

/** A comparison, finished or partial: everything that the page shows is read from it. */
export interface Comparison {
  readonly request: CompareRequest;
  readonly stack: Stack;
  readonly transcript: Transcript;
  readonly prepared: PreparedTranscript;
  readonly inUse: InUse;
  /** Tokens; null as shipped. */
  readonly target: number | null;
  /** The options of its rows: the target is the one in force. */
  readonly options: CompareOptions;
  readonly rows: ReadonlyMap<string, EngineRun>;
  /** Vectors by row, for rows that use or requested them. */
  readonly embeddings: ReadonlyMap<string, Embeddings>;
  readonly reply: CompareReply;
  recalled?: Recall;
}

/** Progress of a run, and its stop signal. */
export interface ComparisonRun extends RunControl, Helpers {
  /** Receives finished rows while others wait for their summaries. */
  readonly soFar: (comparison: Comparison) => void;
  /** Activity and usage of real models so far. */
  readonly models: () => ModelsView;
  readonly priceOf: (summarizer: string, usage: ModelUsage) => number | null;
  /** Records what was carried out, and returns the history. */
  readonly history: (stack: Stack, full: TokenCounts) => HistoryView;
}

const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

function toolCallsOf({ messages }: Transcript): number {
  let calls = 0;
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') calls++;
  return calls;
}

const requestsOf = ({ rows, settings }: CompareRequest, prepared: PreparedTranscript, { writerFor, embeddingsOf }: Helpers): readonly RowRequest[] =>
  rows.map((row) => {
    const { key, strategy, params } = row;
    const id = summarizerOf(row, settings);
    const embedder = embedderOf(row, settings);
    const vectors = embedder === null ? null : embeddingsOf(settings, prepared, embedder);
    return {
      key,
      strategy,
      params,
      ...(id === BUILT_IN ? {} : { summarizer: writerFor(settings, id, key) }),
      ...(vectors && (vectors instanceof Promise ? { embedding: vectors } : { embeddings: vectors })),
    };
  });

/**
 * Runs the steps and rows whose summaries real models write, for what they would ask of them: `writerFor` gives summarisers that
 * write it down. Throws Stopped, as `runComparison`.
 */
export async function runRehearsal(loaded: LoadedFile, request: CompareRequest, helpers: Helpers, run: RunControl): Promise<void> {
  const { settings } = request;
  const { transcript } = await stackOf(loaded, request, helpers, run, false);
  const use = inUse(transcript, settings);
  const counts = await countsOf(transcript, use.tokenizer, settings.overhead, run);
  const prepared = preparedOf(transcript, counts, signalsOf(settings, request.marks));
  const requests = requestsOf(request, prepared, helpers);
  for (const { embedding } of requests) await embedding;
  const rows = requests.filter((row) => row.summarizer);
  const due = every(COMPARING_STRETCH);
  await compareAll(prepared, rows, optionsOf(settings, use, transcript, helpers.writerFor(settings, BUILT_IN)), {
    progress: () => (due() ? breathe(run).then(() => undefined) : undefined),
  });
}

/** Runs a comparison. Throws Stopped when it is no longer wanted, and errors of the engine (ranks that cannot be loaded). */
export async function runComparison(loaded: LoadedFile, request: CompareRequest, run: ComparisonRun): Promise<Comparison> {
  const { settings } = request;
  const writer = run.writerFor(settings, BUILT_IN);
  const stack = await stackOf(loaded, request, run, run);
  const { transcript } = stack;
  const use = inUse(transcript, settings);
  const counts = await countsOf(transcript, use.tokenizer, settings.overhead, run);
  const s1Error = await s1ErrorOf(transcript, counts, settings.overhead, run);
  const prepared = preparedOf(transcript, counts, signalsOf(settings, request.marks));
  const history = run.history(stack, await countsOf(stack.base, use.tokenizer, settings.overhead, run));
  const rules = ruleSetOf(transcript, use.model);

  const { n, turns, priority, priorityRule, protection } = prepared;
  const { exact, total, prefix } = counts;
  const view: TranscriptView = {
    conversation: request.conversation,
    title: transcript.title ?? '',
    format: loaded.reply.format,
    n,
    toolCalls: toolCallsOf(transcript),
    turns,
    ownModel: transcript.model ?? null,
    ...use,
    rules,
    ownWindow: ownWindow(transcript, settings.model),
    exact,
    calibration: counts.calibration ?? null,
    s1Error,
    total,
    toolDefinitionTokens: counts.toolDefinitions,
    tokens: counts.messages,
    prefix,
    priority,
    priorityRule,
    roles: Uint8Array.from(transcript.messages, (m) => ROLES.indexOf(m.role)),
    protection,
    compactions: transcript.compactions.map((c) => c.at),
    originalViolations: originalViolations(prepared, rules),
    figures: originalFigures(prepared, rules),
    languages: languagesOf(transcript),
    keywordNotice: uncoveredLanguage(prepared, TEXT_LISTS) ?? null,
  };
  const memory = memoryOf(transcript);
  const started = performance.now();
  const requests = requestsOf(request, prepared, run);
  const embeddings = new Map<string, Embeddings>();
  for (const { key, embeddings: known, embedding } of requests) {
    if (known) embeddings.set(key, known);
    void embedding?.then((found) => embeddings.set(key, found));
  }
  const resultOf = resultsOf(request, prepared, use, run.priceOf);
  const plain = optionsOf(settings, use, transcript, writer);
  const due = every(COMPARING_STRETCH);
  const options = matched(prepared, requests, plain);
  const isMatched = options !== plain;
  const target = options.own ? null : resolveTarget(options.target, counts.total, use.window);
  const comparisonOf = (rows: readonly EngineRun[]): Comparison => ({
    request,
    stack,
    transcript,
    prepared,
    inUse: use,
    target,
    options,
    rows: new Map(rows.map((row) => [row.key, row])),
    embeddings,
    reply: {
      transcript: view,
      history,
      rows: rows.map(resultOf),
      equal: equalRuns(rows),
      models: run.models(),
      target,
      match: isMatched ? options.match!.key : null,
      waiting: request.rows.length - rows.length,
      ms: performance.now() - started,
    },
  });

  let finished: readonly EngineRun[] | null = null;
  /** Keys of the rows that were shown. */
  let told: ReadonlySet<string> = new Set();
  let shownAt = started;
  const few = Math.max(1, Math.floor(MOST_AT_ONCE / prepared.n));
  /** Shows the rows that were shown and the next few of these. */
  const tell = (rows: readonly EngineRun[]): void => {
    const later = rows.filter(({ key }) => !told.has(key)).slice(few);
    const now = rows.filter((row) => !later.includes(row));
    told = new Set(now.map(({ key }) => key));
    run.soFar(comparisonOf(now));
    shownAt = performance.now();
  };
  const show = (): void => {
    if (finished && finished.length > told.size && performance.now() - shownAt >= SOON) tell(finished);
  };
  let over = false;
  /** Nobody takes a breath while a model writes: what is finished is shown a moment later. */
  const soon = (): void => {
    if (requests.some((row) => row.summarizer || row.embedding)) setTimeout(() => over || run.signal.aborted || show(), SOON);
  };
  try {
    const comparing = compareAll(prepared, requests, options, {
      progress: async (done, of) => {
        if (!due()) return;
        run.progress({ phase: 'comparing', done, of });
        await breathe(run);
        show();
      },
      soFar: (rowsSoFar, waits) => {
        // Row by row the first time only: later steps are quick, and a table that loses its rows for a moment would flicker.
        if (!waits && memory.compared) return;
        finished = rowsSoFar;
        if (waits) soon();
      },
    });
    const rows = await unlessStopped(comparing, run);
    run.signal.throwIfAborted();
    if (!rows) throw new StopSignal();
    // Summaries are there one right after the other: the last few of them come with the answer.
    while (!memory.compared && rows.filter(({ key }) => !told.has(key)).length > few) {
      tell(rows);
      await breathe(run);
    }
    memory.compared = true;
    return comparisonOf(rows);
  } finally {
    over = true;
  }
}
