/**
 * The engine behind the page: one transcript file, its last comparison, and everything that is read from them. Runs in the
 * worker; nothing in it knows of one, so tests run it in Node.
 */
import type { CompactionResult } from '../engine/compaction/types.ts';
import { withHistory } from '../engine/compaction/history.ts';
import { formats, serializeTranscript } from '../engine/formats/index.ts';
import type { ImportError } from '../engine/formats/contract.ts';
import type { Words } from '../engine/report.ts';
import { BUILT_IN, type ModelUsage } from '../engine/summarizers/contract.ts';
import type { Look } from '../engine/replay/contract.ts';
import { TOKENIZER_IDS } from '../engine/tokens/contract.ts';
import { MODELS } from '../engine/tokens/models.ts';
import type { Result, Transcript } from '../engine/transcript/types.ts';
import { BY_WORDS, type StoredSummary } from '../models/contract.ts';
import type { DeviceModel } from '../models/device.ts';
import { type Answer, cancelled, fail, messageOf, nothing, ok } from './answers.ts';
import type { Comparison, Run } from './comparing.ts';
import type { Waiting } from './counted.ts';
import type { Decay, LossView, MeasuresReply, MessageLosses, PaidRecall, RecallReply } from './loss-protocol.ts';
import type * as Losses from './losses.ts';
import { HistoryLog, historyJson, recordView, savedTranscript } from './history.ts';
import { type Loaded, loadFile } from './loading.ts';
import type { Models } from './models.ts';
import type * as Work from './work.ts';
import { pause } from './pause.ts';
import type * as Replaying from './replay.ts';
import type { ReplayApi, ReplayReply, ReplayRequest, WorkerApi } from './replay-protocol.ts';
import type {
  CellView,
  CompareReply,
  CompareRequest,
  Description,
  DiffOp,
  EngineApi,
  FateView,
  FullMessage,
  InsertionView,
  LoadReply,
  Progress,
  ProgressListener,
  RecordView,
  RowView,
  SendingView,
  UnifiedLine,
  WorkerError,
} from './protocol.ts';
import { csvRow, toCsv } from './rows.ts';
import { secretsIn } from './secrets.ts';
import { Stopped } from './stopped.ts';
import { type KeptSummaries, keptSummaries } from './summary-store.ts';
import { type KeptVectors, keptVectors } from './vector-store.ts';
import { messageText } from './text/message.ts';
import { cellView, clip, fateOf, findMessages, fullMessage, insertionViews, messageView } from './views.ts';
import { Writers } from './writers.ts';

/** Longest list of rows, and of lines of a unified diff, in one answer. */
const MOST_ROWS = 1000;
const MOST_LINES = 100_000;

/** The words of exports are always English: other programs read them. Loaded when the first export asks. */
async function englishWords(): Promise<Words> {
  const [{ formatReason, lookup }] = await Promise.all([import('../i18n/index.ts'), import('../i18n/engine-words.ts')]);
  return { title: (strategy) => lookup(`strategy.${strategy}.title`) ?? strategy, reason: formatReason };
}

/** Who writes the summaries of a row. */
const writerIn = ({ request: { rows, settings } }: Pick<Comparison, 'request'>, key: string): string =>
  rows.find((row) => row.key === key)?.summarizer ?? settings.summarizer;

export class Session implements WorkerApi {
  #onProgress: ProgressListener = () => undefined;
  #loaded: Loaded | null = null;
  #comparison: Comparison | null = null;
  #newestLoad = 0;
  #newestCompare = 0;
  #newestReplay = 0;
  #newestMeasure = 0;
  #newestRecall = 0;
  #newestDecay = 0;
  #recallStoppedUpTo = 0;
  #replayStoppedUpTo = 0;
  #replayed: Replaying.Replayed | null = null;
  #cancelledUpTo = 0;
  #work: Promise<typeof Work> | null = null;
  readonly #history = new HistoryLog();
  readonly #writers: Writers;
  /** Ends what waits for a comparison that nobody waits for any more. */
  #halt: () => void = () => undefined;
  #progress: Progress = { phase: 'comparing', done: 0, of: 0 };

  /** @param kept where real models' summaries are kept, and `vectors` those of embedding models; tests bring their own */
  constructor(kept: KeptSummaries = keptSummaries(), vectors: KeptVectors = keptVectors()) {
    this.#writers = new Writers(kept, vectors, (progress) => this.#onProgress(this.#newestCompare, { ...this.#progress, models: progress }));
    this.#loadWork().catch(() => undefined);
  }

  /** Strategies and everything that runs them: on its way while the first file is fetched and read. Where that fails, the next call tries again. */
  #loadWork(): Promise<typeof Work> {
    this.#work ??= import('./work.ts').catch((error: unknown) => {
      this.#work = null;
      throw error;
    });
    return this.#work;
  }

  async listen(onProgress: ProgressListener): Promise<void> {
    this.#onProgress = onProgress;
  }

  async ping(): Promise<void> {}

  async describe(): Promise<Answer<Description>> {
    let work: typeof Work;
    try {
      work = await this.#loadWork();
    } catch (error) {
      return fail('failed', messageOf(error));
    }
    return ok({
      strategies: work.strategies.map(({ id, kind, source, params, onDemand = false, embeds = false }) => ({
        id,
        kind,
        source,
        params,
        onDemand,
        embeds,
      })),
      formats: formats.map((f) => ({ id: f.id, title: f.title, extension: f.extension, canExport: f.serialize !== undefined })),
      models: MODELS,
      tokenizers: TOKENIZER_IDS.map((id) => ({ id, exact: id === 'o200k_base' || id === 'cl100k_base' })),
      keywordLists: work.KEYWORD_LISTS,
      keywordLimits: { words: work.MOST_WORDS, characters: work.LONGEST_WORD },
    });
  }

  async load(bytes: ArrayBuffer, name: string, format: string | null, ticket: number): Promise<Result<LoadReply, ImportError | WorkerError>> {
    this.#newestLoad = Math.max(this.#newestLoad, ticket);
    const stopped = (): boolean => ticket < this.#newestLoad || ticket <= this.#cancelledUpTo;
    const report = (done: number, of: number): void => this.#onProgress(ticket, { phase: 'parsing', done, of });
    try {
      await pause();
      if (stopped()) return cancelled;
      report(0, bytes.byteLength);
      const file = await loadFile(new Uint8Array(bytes), name, format, report);
      // A cancel that came while the file was read waits in the queue: let it in before the file takes the old one's place.
      await pause();
      if (stopped()) return cancelled;
      if (!file.ok) return file;
      this.#loaded = file.value;
      this.#comparison = null;
      this.#replayed = null;
      this.#writers.newFile();
      this.#halt();
      return ok(file.value.reply);
    } catch (error) {
      return fail('failed', `The file could not be read: ${messageOf(error)}`);
    }
  }

  async compare(request: CompareRequest, ticket: number): Promise<Answer<CompareReply>> {
    this.#newestCompare = Math.max(this.#newestCompare, ticket);
    this.#halt();
    const loaded = this.#loaded;
    const runWith = (work: typeof Work, models: Models): Run => ({
      halted: this.#haltable(),
      progress: (p) => {
        this.#progress = p;
        this.#onProgress(ticket, p);
      },
      soFar: (comparison) => {
        this.#comparison = comparison;
        this.#onProgress(ticket, { phase: 'comparing', done: comparison.rows.size, of: request.rows.length }, comparison.reply);
      },
      stopped: () => ticket < this.#newestCompare || ticket <= this.#cancelledUpTo || loaded !== this.#loaded,
      patientOf: (settings, summarizer = settings.summarizer) => this.#writers.patient(work, settings, summarizer),
      embeddingsOf: (settings, prepared, embedder) => models.embeddings(embedder, settings, prepared),
      models: () => models.view(),
      priceOf: (summarizer, usage) => models.price(summarizer, usage, request.settings),
      history: (stack, full) => this.#history.take(stack, full),
    });
    try {
      const work = await this.#loadWork();
      const models = this.#writers.models(work);
      const run = runWith(work, models);
      await pause();
      if (run.stopped()) return cancelled;
      if (!loaded) return fail('no-transcript', 'There is no transcript to compare.');
      if (!loaded.conversations[request.conversation]) {
        return fail('no-transcript', `There is no conversation ${request.conversation + 1}; the file has ${loaded.conversations.length}.`);
      }
      models.begin(request.agreed ?? [], request.settings.parallelCalls);
      if (usesModels(request)) await models.prepare();
      const comparison = await work.runComparison(loaded, request, run);
      if (run.stopped()) return cancelled;
      this.#comparison = comparison;
      return ok(comparison.reply);
    } catch (error) {
      return error instanceof Stopped ? cancelled : fail('failed', messageOf(error));
    }
  }

  /** A promise that ends the waits of this run when `#halt` is called. */
  #haltable(): Promise<never> {
    const halted = new Promise<never>((_, reject) => {
      this.#halt = () => reject(new Stopped());
    });
    // Nobody may be waiting when it ends.
    halted.catch(() => undefined);
    return halted;
  }

  async cancel(ticket: number): Promise<void> {
    this.#cancelledUpTo = Math.max(this.#cancelledUpTo, ticket);
    if (ticket < this.#newestCompare) return;
    this.#writers.cancel();
    this.#halt();
  }

  async rows(indexes: readonly number[], keys: readonly string[]): Promise<Answer<readonly RowView[]>> {
    return this.#read(({ prepared, rows, reply }) => {
      const compared = keys.map((key) => rows.get(key));
      const missing = compared.indexOf(undefined);
      if (missing >= 0) return unknownRow(keys[missing]!);
      const inRange = indexes.filter((i) => Number.isInteger(i) && i >= 0 && i < reply.transcript.n).slice(0, MOST_ROWS);
      const cell = (index: number, at: number): CellView => {
        const row = compared[at]!;
        if (row.result) return cellView(row.result, index);
        return { fate: 'keep', tokensLeft: prepared.counts.messages[index]!, reason: row.failed ?? { key: 'error' }, preview: null, summary: null };
      };
      return ok(inRange.map((index) => ({ message: messageView(prepared, index), cells: keys.map((_, at) => cell(index, at)) })));
    });
  }

  async full(index: number): Promise<Answer<FullMessage>> {
    return this.#read(({ prepared }) => (prepared.messages[index] ? ok(fullMessage(prepared, index)) : noMessage(index)));
  }

  // The diffs are chunks of their own: nobody needs them before the first edited message is looked at.
  async diff(index: number, key: string): Promise<Answer<readonly DiffOp[]>> {
    const { wordDiff } = await import('./text/words.ts');
    return this.#row(key, ({ prepared }, result) => {
      const message = prepared.messages[index];
      if (!message) return noMessage(index);
      const edited = result.plan.edits.get(index) ?? message.parts;
      return ok(wordDiff(messageText(message.parts), messageText(edited)).map(({ op, text }) => ({ op, text: clip(text) })));
    });
  }

  async insertions(key: string): Promise<Answer<readonly InsertionView[]>> {
    return this.#row(key, ({ prepared }, result) => ok(insertionViews(prepared, result)));
  }

  async fatesOf(index: number): Promise<Answer<readonly FateView[]>> {
    return this.#read(({ prepared, rows }) => {
      if (!prepared.messages[index]) return noMessage(index);
      return ok([...rows.values()].flatMap(({ key, result }) => (result ? [{ key, ...fateOf(result, index) }] : [])));
    });
  }

  async find(text: string): Promise<Answer<readonly number[]>> {
    return this.#read(({ prepared }) => ok(findMessages(prepared.messages, text)));
  }

  async unified(key: string, limit: number): Promise<Answer<{ readonly lines: readonly UnifiedLine[]; readonly total: number }>> {
    const { unifiedDiff } = await import('./text/unified.ts');
    return this.#row(key, ({ prepared }, result) => ok(unifiedDiff(prepared.messages, result, Math.min(limit, MOST_LINES))));
  }

  async request(key: string | null, format: string | null): ReturnType<EngineApi['request']> {
    const write = (transcript: Transcript) => {
      const id = format ?? (formats.some((f) => f.id === transcript.format && f.serialize) ? transcript.format : 'openai-chat');
      const written = serializeTranscript(transcript, id);
      return written.ok ? ok({ format: id, ...written.value }) : fail('failed', written.error.message);
    };
    // What is sent to a model has no history: that is what `saved` writes.
    if (key === null) return this.#read(({ transcript }) => write(withHistory(transcript, [])));
    return this.#row(key, ({ transcript }, result) =>
      write({ ...withHistory(transcript, []), messages: result.context(), branches: [], compactions: [], subagents: [] }),
    );
  }

  async exportComparison(kind: 'csv' | 'json'): Promise<Answer<string>> {
    const [words, { reportOf }, { loadPrices, pricingOf }] = await Promise.all([
      englishWords(),
      import('../engine/report.ts'),
      import('../models/prices.ts'),
    ]);
    await loadPrices();
    return this.#read(({ prepared, inUse, target, rows, request, recalled }) => {
      if (!this.#loaded) return nothing;
      const priceOf = (id: string, usage: ModelUsage) => this.#writers.price(id, usage, request.settings);
      const report = reportOf({
        prepared,
        parsed: this.#loaded.parsed,
        window: inUse.window,
        windowFrom: inUse.windowFrom,
        target,
        rows: [...rows.values()],
        words,
        priceOf,
        pricing: pricingOf(inUse.model, priceOf),
        model: inUse.model,
        recall: recalled ?? null,
        writerOf: (key) => writerIn({ request }, key),
      });
      if (kind === 'csv') return ok(toCsv(report.results.map(csvRow)));
      return ok(`${JSON.stringify({ ...report, settings: request.settings, marks: request.marks, applied: request.applied ?? [] }, null, 2)}\n`);
    });
  }

  async secrets(): ReturnType<EngineApi['secrets']> {
    const transcript = this.#current();
    return transcript ? ok(await secretsIn(transcript)) : nothing;
  }

  async ownFormat(): Promise<Answer<string>> {
    const transcript = this.#current();
    if (!transcript) return nothing;
    const written = serializeTranscript(transcript, 'playground');
    return written.ok ? ok(written.value.text) : fail('failed', written.error.message);
  }

  async record(level: number): Promise<Answer<RecordView>> {
    return this.#read(({ stack, prepared }) => {
      const found = stack.levels[level - 1];
      return found ? ok(recordView(found, prepared.counts)) : fail('unknown-row', `There is no level ${level}.`);
    });
  }

  async saved(key: string | null, now: string): Promise<Answer<string>> {
    return this.#read((comparison) => {
      if (key !== null && !comparison.rows.has(key)) return unknownRow(key);
      const damaged = Boolean(this.#loaded?.histories[comparison.request.conversation]?.warning);
      const written = serializeTranscript(savedTranscript(comparison, key, now, damaged), 'playground');
      return written.ok ? ok(written.value.text) : fail('failed', written.error.message);
    });
  }

  async exportHistory(): Promise<Answer<string>> {
    const words = await englishWords();
    return this.#read((comparison) => ok(historyJson(comparison, this.#loaded?.name ?? '', words)));
  }

  async rehearse(request: CompareRequest): Promise<Answer<readonly SendingView[]>> {
    return this.#withLoaded(request, (work, loaded, stopped) => this.#writers.rehearse(work, loaded, request, stopped));
  }

  async prompt(sending: number, index: number): ReturnType<EngineApi['prompt']> {
    return this.#writers.prompt(sending, index);
  }

  async setDevice(device: DeviceModel): Promise<void> {
    this.#writers.setDevice(device);
  }

  async setKeys(keys: Readonly<Record<string, string>>): Promise<Answer<null>> {
    this.#writers.setKeys(keys);
    return ok(null);
  }

  async listModels(choice: Parameters<EngineApi['listModels']>[0]): ReturnType<EngineApi['listModels']> {
    return this.#writers.list(await this.#loadWork(), choice);
  }

  async usedSummaries(request: CompareRequest): Promise<Answer<readonly StoredSummary[]>> {
    return this.#withLoaded(request, (work, loaded, stopped) => this.#writers.used(work, loaded, request, stopped));
  }

  async takeSummaries(summaries: readonly StoredSummary[]): Promise<Answer<null>> {
    await this.#writers.models(await this.#loadWork()).take(summaries);
    return ok(null);
  }

  async keptSummaries(): ReturnType<EngineApi['keptSummaries']> {
    return ok(await this.#writers.size());
  }

  async clearSummaries(): Promise<Answer<null>> {
    await this.#writers.clear();
    return ok(null);
  }

  async replay(request: ReplayRequest, ticket: number): Promise<Answer<ReplayReply>> {
    this.#newestReplay = Math.max(this.#newestReplay, ticket);
    const loaded = this.#loaded;
    const stopped = (): boolean =>
      ticket < this.#newestReplay || ticket <= Math.max(this.#cancelledUpTo, this.#replayStoppedUpTo) || loaded !== this.#loaded;
    try {
      const [work, { runReplay }] = await Promise.all([this.#loadWork(), import('./replay.ts')]);
      await pause();
      if (stopped()) return cancelled;
      if (!loaded?.conversations[request.conversation]) return nothing;
      // A session asks for hundreds of summaries: a replay writes them itself, and says what a model would have taken for them.
      const patient = this.#writers.patient(work, request.settings, BUILT_IN);
      // Nobody is asked here what may be sent: vectors that a comparison made are used.
      const helpers = { patient, embeddingsOf: this.#writers.models(work).storedEmbeddings };
      const replayed = await runReplay(loaded, request, ticket, helpers, { progress: (p) => this.#onProgress(ticket, p), stopped });
      if (stopped()) return cancelled;
      this.#replayed = replayed;
      return ok(replayed.reply);
    } catch (error) {
      return error instanceof Stopped ? cancelled : fail('failed', messageOf(error));
    }
  }

  async stopReplay(ticket: number): Promise<void> {
    this.#replayStoppedUpTo = Math.max(this.#replayStoppedUpTo, ticket);
  }

  async measure(ticket: number): Promise<Answer<MeasuresReply>> {
    this.#newestMeasure = Math.max(this.#newestMeasure, ticket);
    return this.#ofComparison(
      ticket,
      () => ticket < this.#newestMeasure,
      (comparison, run, { measureRows }) => measureRows(comparison, (id, usage) => this.#writers.price(id, usage, comparison.request.settings), run),
    );
  }

  async recall(ticket: number, paid?: PaidRecall): Promise<Answer<RecallReply>> {
    return this.#recalling(ticket, async (comparison, run, { recallRows, payForRecall }) => {
      const work = await this.#loadWork();
      const { settings } = comparison.request;
      const builtIn = this.#writers.patient(work, settings, BUILT_IN);
      if (paid) {
        const models = this.#writers.models(work);
        models.begin(paid.agreed, settings.parallelCalls);
        await models.prepare();
        try {
          const own = this.#writers.patient(work, settings, writerIn(comparison, paid.key));
          await payForRecall(comparison, paid.key, own.summarizer, builtIn, run);
        } finally {
          // What was agreed to was this recall.
          models.begin([], settings.parallelCalls);
        }
      }
      return recallRows(comparison, builtIn, run);
    });
  }

  async rehearseRecall(key: string, ticket: number): Promise<Answer<readonly SendingView[]>> {
    return this.#recalling(ticket, async (comparison, run, { recallBy }) => {
      const work = await this.#loadWork();
      const { settings } = comparison.request;
      const builtIn = this.#writers.patient(work, settings, BUILT_IN);
      return this.#writers.rehearseWith(work, settings, writerIn(comparison, key), (summarizer) =>
        recallBy(comparison, key, summarizer, builtIn, run),
      );
    });
  }

  #recalling<T>(ticket: number, answer: (comparison: Comparison, run: Waiting, losses: typeof Losses) => Promise<T>): Promise<Answer<T>> {
    this.#newestRecall = Math.max(this.#newestRecall, ticket);
    return this.#ofComparison(ticket, () => ticket < this.#newestRecall || ticket <= this.#recallStoppedUpTo, answer);
  }

  async stopRecall(ticket: number): Promise<void> {
    this.#recallStoppedUpTo = Math.max(this.#recallStoppedUpTo, ticket);
  }

  async decay(key: string, ticket: number): Promise<Answer<Decay>> {
    this.#newestDecay = Math.max(this.#newestDecay, ticket);
    const row = this.#comparison?.request.rows.find((one) => one.key === key);
    if (!row) return unknownRow(key);
    return this.#ofComparison(
      ticket,
      () => ticket < this.#newestDecay,
      async (comparison, run, { decayOf }) => {
        const work = await this.#loadWork();
        return decayOf(comparison, row, this.#writers.patient(work, comparison.request.settings, BUILT_IN), run);
      },
    );
  }

  async losses(key: string, against: string | null): Promise<Answer<LossView>> {
    const { lossesOf } = await import('./losses.ts');
    return this.#read((comparison) => {
      const view = lossesOf(comparison, key, against);
      return view ? ok(view) : unknownRow(key);
    });
  }

  async lossesIn(index: number, key: string): Promise<Answer<MessageLosses>> {
    const { lossesIn } = await import('./losses.ts');
    return this.#read((comparison) => {
      const losses = lossesIn(comparison, index, key);
      return losses ? ok(losses) : unknownRow(key);
    });
  }

  /** Longer work on the last comparison; a newer comparison ends it. */
  async #ofComparison<T>(
    ticket: number,
    overtaken: () => boolean,
    answer: (comparison: Comparison, run: Waiting, losses: typeof Losses) => Promise<T>,
  ): Promise<Answer<T>> {
    const loaded = this.#loaded;
    const stopped = (): boolean => overtaken() || ticket < this.#newestCompare || ticket <= this.#cancelledUpTo || loaded !== this.#loaded;
    try {
      const losses = await import('./losses.ts');
      await pause();
      if (stopped()) return cancelled;
      if (!this.#comparison) return nothing;
      const value = await answer(this.#comparison, { progress: (p) => this.#onProgress(ticket, p), stopped }, losses);
      return stopped() ? cancelled : ok(value);
    } catch (error) {
      return error instanceof Stopped ? cancelled : fail('failed', messageOf(error));
    }
  }

  replayContext: ReplayApi['replayContext'] = (id, key, at) => this.#ofReplay(id, (replayed, { contextView }) => contextView(replayed, key, at));

  replayRows: ReplayApi['replayRows'] = (id, key, at, indexes) =>
    this.#ofLook(id, key, at, (look, replayed, { contextRows }) =>
      contextRows(replayed, look, indexes.filter((i) => Number.isInteger(i) && i >= 0 && i < look.fates.length).slice(0, MOST_ROWS)),
    );

  replayInsertions: ReplayApi['replayInsertions'] = (id, key, at) =>
    this.#ofReplay(id, (replayed, { contextInsertions }) => contextInsertions(replayed, key, at));

  replayWhy: ReplayApi['replayWhy'] = (id, key, at, index) => this.#ofLook(id, key, at, (look, _, { contextWhy }) => contextWhy(look, index));

  replayFull: ReplayApi['replayFull'] = (id, index) =>
    this.#ofReplay(id, ({ prepared }) => (prepared.messages[index] ? fullMessage(prepared, index) : null));

  replayDiff: ReplayApi['replayDiff'] = async (id, key, at, index) => {
    const { wordDiff } = await import('./text/words.ts');
    return this.#ofLook(id, key, at, (look, replayed, { contextTexts }) => {
      const texts = contextTexts(replayed, look, index);
      return texts && wordDiff(...texts).map(({ op, text }) => ({ op, text: clip(text) }));
    });
  };

  replayMisses: ReplayApi['replayMisses'] = (id, key) => this.#ofReplay(id, (replayed, { missesOf }) => missesOf(replayed, key));

  replayRecord: ReplayApi['replayRecord'] = (id, key, level) =>
    this.#ofReplay(id, (replayed, { contextRecord }) => contextRecord(replayed, key, level));

  /** Reads from the last replay; null = there is no such run, request or message. */
  async #ofReplay<T>(
    id: number,
    answer: (replayed: Replaying.Replayed, replaying: typeof Replaying) => T | null | Promise<T | null>,
  ): Promise<Answer<T>> {
    const replayed = this.#replayed;
    if (replayed?.reply.id !== id) return fail('unknown-row', 'The replay has been run again.');
    try {
      const value = await answer(replayed, await import('./replay.ts'));
      return value === null ? fail('unknown-row', 'The replay has no such run, request or message.') : ok(value);
    } catch (error) {
      return fail('failed', messageOf(error));
    }
  }

  /** As #ofReplay, for one context. */
  #ofLook<T>(
    id: number,
    key: string,
    at: number,
    answer: (look: Look, replayed: Replaying.Replayed, replaying: typeof Replaying) => T | null | Promise<T | null>,
  ): Promise<Answer<T>> {
    return this.#ofReplay(id, (replayed, replaying) => {
      const look = replaying.lookOf(replayed, key, at);
      return look && answer(look, replayed, replaying);
    });
  }

  /** Work on the file that is open, as long as it is. */
  async #withLoaded<T>(
    { conversation }: CompareRequest,
    answer: (work: typeof Work, loaded: Loaded, stopped: () => boolean) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const loaded = this.#loaded;
    if (!loaded?.conversations[conversation]) return nothing;
    try {
      return await answer(await this.#loadWork(), loaded, () => loaded !== this.#loaded);
    } catch (error) {
      return fail('failed', messageOf(error));
    }
  }

  /** Reads from the last comparison; an exception becomes a described error. */
  #read<T>(answer: (comparison: Comparison) => Answer<T>): Answer<T> {
    if (!this.#comparison) return nothing;
    try {
      return answer(this.#comparison);
    } catch (error) {
      return fail('failed', messageOf(error));
    }
  }

  /** As #read, for one row that ran. */
  #row<T>(key: string, answer: (comparison: Comparison, result: CompactionResult) => Answer<T>): Answer<T> {
    return this.#read((comparison) => {
      const row = comparison.rows.get(key);
      if (!row) return unknownRow(key);
      return row.result ? answer(comparison, row.result) : fail('unknown-row', `The row "${key}" failed and has no result.`);
    });
  }

  /** The conversation of the last comparison, else the first of the file. */
  #current(): Transcript | undefined {
    return this.#comparison?.stack.base ?? this.#loaded?.conversations[0]?.transcript;
  }
}

/** Does anybody but the built-in summariser write in this comparison, or embed? */
const usesModels = ({ settings, rows, applied = [] }: CompareRequest): boolean =>
  [settings, ...rows, ...applied, ...applied.map((step) => step.settings)].some(
    ({ summarizer = BUILT_IN, embedder = BY_WORDS }) => summarizer !== BUILT_IN || embedder !== BY_WORDS,
  );

const unknownRow = (key: string) => fail('unknown-row', `There is no row "${key}" in the last comparison.`);
const noMessage = (index: number) => fail('failed', `There is no message ${index + 1}.`);
