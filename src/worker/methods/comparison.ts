/** The comparison, and reads of its rows and messages. */
import type { Wishes } from '../../engine/answer/contract.ts';
import { withHistory } from '../../engine/compaction/history.ts';
import { BUILT_IN, type Summarizer } from '../../engine/summarizers/contract.ts';
import type { Transcript, Warning } from '../../engine/transcript/types.ts';
import { BY_WORDS } from '../../models/contract.ts';
import { type Answer, fail, nothing, notWritten, ok } from '../answers.ts';
import type { Comparison, ComparisonRun } from '../comparing.ts';
import type { CurveView, DecayView, HandView, LossView, LostFact, MeasuresReply, MessageLosses, PaidRecall, RecallReply } from '../loss-protocol.ts';
import type {
  CellView,
  CompareReply,
  CompareRequest,
  DiffOp,
  FateView,
  FullMessage,
  InsertionView,
  Progress,
  RecordView,
  RowView,
  SendingView,
  UnifiedLine,
} from '../protocol.ts';
import { messageText } from '../text/message.ts';
import { cellView, clip, fateOf, findMessages, fullMessage, insertionViews, messageAt, messageView, type Place } from '../views.ts';
import { recordView } from '../worker-history.ts';
import type { State } from '../worker-state.ts';
import { type Control, inRange, noMessage, onRow, reading, unknownRow, working, writerOf } from './method.ts';

/** Longest list of lines of a unified diff in one answer. */
const MOST_LINES = 100_000;

interface WrittenRequest {
  readonly format: string;
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** Whether a real model writes summaries or embeds in this comparison. */
const usesModels = ({ settings, rows, applied = [] }: CompareRequest): boolean =>
  [settings, ...rows, ...applied, ...applied.map((step) => step.settings)].some(
    ({ summarizer = BUILT_IN, embedder = BY_WORDS }) => summarizer !== BUILT_IN || embedder !== BY_WORDS,
  );

export const comparisonMethods = {
  /** Runs the rows. Reads use the previous comparison, or the rows finished so far, until the answer is there. */
  compare: async (state: State, [request]: readonly [request: CompareRequest], { signal, progress }: Control): Promise<Answer<CompareReply>> => {
    const { loaded, writers } = state;
    let last: Progress = { phase: 'comparing', done: 0, of: 0 };
    state.onModels = (models) => progress({ ...last, models });
    const work = await state.work();
    signal.throwIfAborted();
    if (!loaded) return fail('no-transcript', 'There is no transcript to compare.');
    if (!loaded.conversations[request.conversation]) {
      return fail('no-transcript', `There is no conversation ${request.conversation + 1}; the file has ${loaded.conversations.length}.`);
    }
    const models = writers.models(work);
    models.begin(request.agreed ?? [], request.settings.parallelCalls);
    if (usesModels(request)) await models.prepare();
    const run: ComparisonRun = {
      signal,
      progress: (p) => {
        last = p;
        progress(p);
      },
      soFar: (comparison) => {
        state.comparison = comparison;
        progress({ phase: 'comparing', done: comparison.rows.size, of: request.rows.length }, comparison.reply);
      },
      writerFor: (settings, summarizer = settings.summarizer, row) =>
        writers.of(work, settings, summarizer, row === undefined || request.only === undefined || request.only.includes(row)),
      embeddingsOf: (settings, prepared, embedder) => models.embeddings(embedder, settings, prepared),
      models: () => models.view(),
      priceOf: (summarizer, usage) => models.price(summarizer, usage, request.settings),
      history: (stack, full) => state.history.take(stack, full),
    };
    const comparison = await work.runComparison(loaded, request, run);
    signal.throwIfAborted();
    state.comparison = comparison;
    return ok(comparison.reply);
  },

  /** Rows of the last comparison, `indexes` ascending, for up to three row keys; of each message the first `most` characters. */
  rows: reading(({ prepared, rows, reply }, indexes: readonly number[], keys: readonly string[], most?: number): Answer<readonly RowView[]> => {
    const compared = keys.map((key) => rows.get(key));
    const missing = compared.indexOf(undefined);
    if (missing >= 0) return unknownRow(keys[missing]!);
    const cell = (index: number, at: number): CellView => {
      const row = compared[at]!;
      if (row.result) return cellView(row.result, index);
      return { fate: 'keep', tokensLeft: prepared.counts.messages[index]!, reason: row.why ?? { key: 'error' }, preview: null, summary: null };
    };
    return ok(
      inRange(indexes, reply.transcript.n).map((index) => ({
        message: messageView(prepared, index, most),
        cells: keys.map((_, at) => cell(index, at)),
      })),
    );
  }),

  full: reading(
    ({ prepared }, index: number): Answer<FullMessage> => (prepared.messages[index] ? ok(fullMessage(prepared, index)) : noMessage(index)),
  ),

  // The diffs are chunks of their own, needed only when the first edited message is opened.
  /** Edited message of a row: word diff against the original, bounded. */
  diff: reading(async (comparison, index: number, key: string): Promise<Answer<readonly DiffOp[]>> => {
    const { wordDiff } = await import('../text/text-words.ts');
    return onRow(comparison, key, ({ plan }) => {
      const message = comparison.prepared.messages[index];
      if (!message) return noMessage(index);
      const edited = plan.edits.get(index) ?? message.parts;
      return ok(wordDiff(messageText(message.parts), messageText(edited)).map(({ op, text }) => ({ op, text: clip(text) })));
    });
  }),

  insertions: reading(
    (comparison, key: string): Answer<readonly InsertionView[]> =>
      onRow(comparison, key, (result) => ok(insertionViews(comparison.prepared, result))),
  ),

  /** Fate of one message in every row that ran, in row order. */
  fatesOf: reading(({ prepared, rows }, index: number): Answer<readonly FateView[]> => {
    if (!prepared.messages[index]) return noMessage(index);
    return ok([...rows.values()].flatMap(({ key, result }) => (result ? [{ key, ...fateOf(result, index) }] : [])));
  }),

  /** Index of the message at a place of the file; −1 = none. */
  messageAt: reading(({ prepared }, place: Place): Answer<number> => ok(messageAt(prepared.messages, place))),

  find: reading(({ prepared }, text: string): Answer<readonly number[]> => ok(findMessages(prepared.messages, text))),

  /** Unified diff of the whole request as text, at most `limit` lines, with the count of all. */
  unified: reading(
    async (comparison, key: string, limit: number): Promise<Answer<{ readonly lines: readonly UnifiedLine[]; readonly total: number }>> => {
      const { unifiedDiff } = await import('../text/unified.ts');
      return onRow(comparison, key, (result) => ok(unifiedDiff(comparison.prepared.messages, result, Math.min(limit, MOST_LINES))));
    },
  ),

  /** The exact compacted request in a format (default: the transcript's own); key null = the original. */
  request: async (state: State, [key, format]: readonly [key: string | null, format: string | null]): Promise<Answer<WrittenRequest>> => {
    const { formats, serializeTranscript } = await state.reading();
    const { comparison } = state;
    if (!comparison) return nothing;
    const write = (transcript: Transcript): Answer<WrittenRequest> => {
      const id = format ?? (formats.some((f) => f.id === transcript.format && f.serialize) ? transcript.format : 'openai-chat');
      const written = serializeTranscript(transcript, id);
      return written.ok ? ok({ format: id, ...written.value }) : notWritten(written.error);
    };
    // Requests to a model have no history; `saved` writes that.
    const original = withHistory(comparison.transcript, []);
    if (key === null) return write(original);
    return onRow(comparison, key, (result) => write({ ...original, messages: result.context(), branches: [], compactions: [], subagents: [] }));
  },

  /** What the level (from 1) replaced. */
  record: reading(({ stack, prepared }, level: number): Answer<RecordView> => {
    const found = stack.levels[level - 1];
    return found ? ok(recordView(found, prepared.counts)) : fail('unknown-row', `There is no level ${level}.`);
  }),
};

const builtInOf = async (state: State, { request }: Comparison): Promise<Summarizer> =>
  state.writers.of(await state.work(), request.settings, BUILT_IN);

/** Loaded with the first comparison. */
const lossPart = () => import('../worker-losses.ts');

export const lossMethods = {
  /** Every measure of the rows but those that need the future. */
  measure: working(async (comparison, { writers }, control): Promise<Answer<MeasuresReply>> => {
    const { measureRows } = await lossPart();
    return ok(await measureRows(comparison, (id, usage) => writers.price(id, usage, comparison.request.settings), control));
  }),

  /**
   * Takes seconds on a large transcript: reports progress, and is cached by everything that it depends on. `paid` = the row whose own model
   * writes at the cuts; null = none. `keys` = of these rows only; null = of all.
   */
  recall: working(async (comparison, state, control, paid: PaidRecall | null, keys: readonly string[] | null): Promise<Answer<RecallReply>> => {
    const { payForRecall, recallRows } = await lossPart();
    const { settings } = comparison.request;
    const work = await state.work();
    const builtIn = state.writers.of(work, settings, BUILT_IN);
    if (paid) {
      const models = state.writers.models(work);
      models.begin(paid.agreed, settings.parallelCalls);
      await models.prepare();
      try {
        const own = state.writers.of(work, settings, writerOf(comparison.request, paid.key));
        await payForRecall(comparison, paid.key, own, builtIn, control);
      } finally {
        // The consent was for this recall.
        models.begin([], settings.parallelCalls);
      }
    }
    return ok(await recallRows(comparison, builtIn, control, keys));
  }),

  /** The smallest budget at which something works, a share of the context; null = none. Takes as long as a comparison for each that is tried. */
  smallest: working(async (comparison, state, control, wishes: Wishes): Promise<Answer<number | null>> => {
    const { smallestOf } = await lossPart();
    const writer = await builtInOf(state, comparison);
    return ok(await smallestOf(comparison, writer, wishes, control));
  }),

  /** What the recall of a row with its own model would send, before anything is sent; prompts as for `rehearse`. */
  rehearseRecall: working(async (comparison, state, control, key: string): Promise<Answer<readonly SendingView[]>> => {
    const { recallBy } = await lossPart();
    const { settings } = comparison.request;
    const builtIn = await builtInOf(state, comparison);
    const own = writerOf(comparison.request, key);
    return ok(
      await state.writers.rehearseWith(await state.work(), settings, [own], (summarizerOf) =>
        recallBy(comparison, key, summarizerOf(own)!, builtIn, control),
      ),
    );
  }),

  /** A row compacted repeatedly on top of itself; the built-in summariser writes. */
  decay: working(async (comparison, state, control, key: string): Promise<Answer<DecayView>> => {
    const row = comparison.request.rows.find((one) => one.key === key);
    if (!row) return unknownRow(key);
    const { decayOf } = await lossPart();
    return ok(await decayOf(comparison, row, await builtInOf(state, comparison), control));
  }),

  /** What these rows keep of what was needed later at other budgets; the built-in summariser writes. */
  curves: working(async (comparison, state, control, keys: readonly string[]): Promise<Answer<readonly CurveView[]>> => {
    const { curvesOf } = await lossPart();
    const writer = await builtInOf(state, comparison);
    return ok(await curvesOf(comparison, keys, writer, control));
  }),

  lossesIn: reading(async (comparison, index: number, key: string): Promise<Answer<MessageLosses>> => {
    const losses = (await lossPart()).lossesIn(comparison, index, key);
    return losses ? ok(losses) : unknownRow(key);
  }),

  /** What was needed later and lost by some of these rows. */
  lostBy: async (state: State, keys: readonly string[]): Promise<Answer<readonly LostFact[]>> => {
    const { comparison } = state;
    if (!comparison) return nothing;
    const missing = keys.find((key) => !comparison.rows.has(key));
    if (missing !== undefined) return unknownRow(missing);
    const { lostBy, recallOnPage } = await lossPart();
    const writer = await builtInOf(state, comparison);
    return ok(lostBy(comparison, await recallOnPage(comparison, writer, keys), keys));
  },

  /** What these rows have in hand of one of those facts at its checkpoint. */
  inHand: async (state: State, [keys, fact]: readonly [keys: readonly string[], fact: LostFact]): Promise<Answer<readonly HandView[]>> => {
    const { comparison } = state;
    if (!comparison) return nothing;
    const { inHandOf, recallOnPage } = await lossPart();
    const writer = await builtInOf(state, comparison);
    return ok(await inHandOf(comparison, await recallOnPage(comparison, writer, keys), keys, fact, writer));
  },

  /** What a row lost; `against` = only what this other row still has. */
  losses: async (state: State, [key, against]: readonly [key: string, against: string | null]): Promise<Answer<LossView>> => {
    const { comparison } = state;
    if (!comparison) return nothing;
    const { lossesOf, recallOnPage } = await lossPart();
    const writer = await builtInOf(state, comparison);
    const recalled = await recallOnPage(comparison, writer, [key, ...(against === null ? [] : [against])]);
    const view = lossesOf(comparison, recalled, key, against);
    return view ? ok(view) : unknownRow(key);
  },
};
