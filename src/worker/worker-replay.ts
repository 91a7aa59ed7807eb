/** A replay in steps that can be stopped, and reads from the last one. A part of its own, loaded with the first replay. */
import type { Summarizer } from '../engine/summarizers/contract.ts';
import { type InUse, inUse } from '../engine/api.ts';
import { restore } from '../engine/compaction/history.ts';
import type { Look, Prices, ReplayOptions, ReplayRow, ReplaySeries, Replay as EngineReplay, ReplayMiss } from '../engine/replay/contract.ts';
import { firingWindow, neverFired, replaySteps } from '../engine/replay/replay.ts';
import type { PreparedTranscript, Reason } from '../engine/signals/contract.ts';
import { FATES, SUMMARIZE } from '../engine/strategies/contract.ts';
import { resolveModel } from '../engine/tokens/tokenizers.ts';
import type { Role, Transcript } from '../engine/transcript/types.ts';
import { byId } from '../engine/pipelines/index.ts';
import { systemTrigger } from '../engine/pipelines/run-spec.ts';
import { SEEDS, type TriggerRule } from '../engine/triggers/contract.ts';
import { PRICE_LIST } from '../models/contract.ts';
import { cachingOf } from '../engine/measures/shared/costs.ts';
import { loadPrices, tokenPrices } from '../models/prices.ts';
import { RANGES } from '../scenario/defaults.ts';
import type { Replay, Settings } from '../scenario/schema.ts';
import { countsOf, withPauses, preparedOf, type RunControl } from './counted.ts';
import { embedderOf, type EmbeddingsOf, signalsOf } from './levels.ts';
import type { LoadedFile } from './worker-loading.ts';
import type { InsertionView, RowView, SummaryView } from './protocol.ts';
import type { ContextView, PriceBasis, ReplayRecordView, ReplayReply, ReplayRequest, SeriesView } from './loss-protocol.ts';
import { excerpt, messageText } from './text/message.ts';
import { clip, messageView, PREVIEW } from './views.ts';
import { replacedIn } from './worker-history.ts';

/** Milliseconds of work between two pauses. */
const STRETCH = 10;
const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

export interface Replayed {
  readonly prepared: PreparedTranscript;
  readonly replay: EngineReplay;
  readonly summarizer: string;
  readonly reply: ReplayReply;
  look: { readonly key: string; readonly at: number; readonly value: Look } | null;
}

/** The common trigger: those of the scenario, or the page's one, and what is done by hand. */
export function ruleOf({ triggers, combine, hand }: Replay, { trigger }: Settings): TriggerRule {
  return {
    triggers: [
      ...(triggers ?? [{ kind: 'ratio' as const, share: trigger }]),
      ...(hand.length > 0 ? [{ kind: 'hand' as const, messages: hand }] : []),
    ],
    combine,
  };
}

async function pricedBy({ priceModel, caching }: Replay, inUseModel: string | null, recorded: Transcript): Promise<PriceBasis> {
  const model = priceModel ?? inUseModel;
  await loadPrices().catch(() => undefined);
  const prices: Prices | null = model === null ? null : tokenPrices(model);
  return {
    model,
    prices,
    caching: caching ?? cachingOf(resolveModel(model ?? undefined).provider, prices, recorded),
    list: `${PRICE_LIST.name} ${PRICE_LIST.version}`,
    date: PRICE_LIST.date,
  };
}

/** Prices and window of the model that writes the summaries, as far as they are known. The list is loaded. */
function summariesBy(model: string | null): Pick<ReplayOptions, 'summaryPrices' | 'summaryWindow'> {
  const prices = model === null ? null : tokenPrices(model);
  const { window, unknownWindow } = resolveModel(model ?? undefined);
  return { ...(prices && { summaryPrices: prices }), ...(model !== null && !unknownWindow && { summaryWindow: window }) };
}

const viewOf = ({ contextAt: _context, records: _records, misses: _misses, ...series }: ReplaySeries): SeriesView => series;

/** The recording, counted and read for the summaries that a replay writes. */
async function preparedFor(transcript: Transcript, { settings, marks }: ReplayRequest, use: InUse, run: RunControl): Promise<PreparedTranscript> {
  const counts = await countsOf(transcript, use.tokenizer, settings.overhead, run);
  return preparedOf(transcript, counts, signalsOf(settings, marks));
}

/** How a replay goes, but for its rows. */
function optionsOf(
  { settings, replay, shipped }: Pick<ReplayRequest, 'settings' | 'replay' | 'shipped'>,
  use: InUse,
  more: Pick<ReplayOptions, 'summarizer' | 'prices' | 'caching' | 'summaryPrices' | 'summaryWindow'>,
): ReplayOptions {
  return {
    window: replay.window ?? use.window,
    trigger: ruleOf(replay, settings),
    ownTriggers: replay.ownTriggers,
    target: settings.target,
    own: settings.budget === 'shipped',
    ...(shipped !== undefined && { match: { key: shipped, shipped: true } }),
    weight: settings.weight,
    ...(use.model !== null && { model: use.model }),
    seed: settings.seed,
    shared: { keepRecent: settings.keepRecent, preserveStart: settings.preserveStart, preserveEnd: settings.preserveEnd },
    warning: replay.warning,
    cooldown: replay.cooldown,
    answer: replay.answer,
    now: () => performance.now(),
    ...more,
  };
}

/** Runs a replay of the recorded conversation. Throws Stopped when it is no longer wanted, and errors of the engine. */
export async function runReplay(
  loaded: LoadedFile,
  request: ReplayRequest,
  id: number,
  { writer, embeddingsOf }: { readonly writer: Summarizer; readonly embeddingsOf: EmbeddingsOf },
  run: RunControl,
): Promise<Replayed> {
  const { settings, replay } = request;
  const { transcript } = loaded.conversations[request.conversation]!;
  const use = inUse(transcript, settings);
  const prepared = await preparedFor(transcript, request, use, run);
  const { counts } = prepared;
  const priced = await pricedBy(replay, use.model, transcript);
  const options = optionsOf(request, use, {
    summarizer: writer,
    prices: priced.prices,
    caching: priced.caching,
    ...summariesBy(replay.summaryModel),
  });
  const changed = Object.fromEntries(request.systems.map(({ strategy, params }) => [strategy, params]));
  const started = performance.now();
  // Every row walks the whole recording, and so does the one without compaction.
  const runs = request.rows.length + 1;
  const places = new Map(request.rows.map(({ key }, i) => [key, i + 1]));
  const rows = await Promise.all(
    request.rows.map(async (row): Promise<ReplayRow> => {
      const { key, strategy, params } = row;
      const embedder = embedderOf(row, settings);
      const embeddings = embedder === null ? null : await embeddingsOf(settings, prepared, embedder);
      return { key, strategy, params, ...(embeddings && { embeddings }) };
    }),
  );
  const walked = (window: number): Promise<EngineReplay> =>
    withPauses(replaySteps(prepared, rows, { ...options, window }), run, STRETCH, ({ row, done, of }) => {
      const finished = (places.get(row) ?? 0) + done / Math.max(1, of);
      return { phase: 'comparing', done: finished, of: runs };
    });
  const first = await walked(options.window);
  const largest = neverFired(first) ? firingWindow(prepared, rows, options) : null;
  const fires = largest !== null && largest >= RANGES.window.min ? largest : null;
  const drawn = request.whatIf && replay.window === null ? fires : null;
  const replayed = drawn === null ? first : await walked(drawn);
  const { baseline, series, ...rest } = replayed;
  const reply: ReplayReply = {
    ...rest,
    id,
    baseline: viewOf(baseline),
    series: series.map(viewOf),
    transcript: {
      n: prepared.n,
      tokens: counts.messages,
      prefix: counts.prefix,
      roles: Uint8Array.from(transcript.messages, (m) => ROLES.indexOf(m.role)),
      priority: prepared.priority,
      exact: counts.exact,
    },
    whatIf: drawn === null ? null : { window: options.window, peak: first.baseline.peak },
    fires,
    windowFrom: replay.window === null ? use.windowFrom : 'set',
    rule: options.trigger,
    seeds: SEEDS.map((seed) => ({ seed, rule: systemTrigger(seed, changed, options.window, options).rule })),
    priced,
    ms: performance.now() - started,
  };
  return { prepared, replay: replayed, summarizer: writer.title, reply, look: null };
}

const seriesOf = ({ replay }: Replayed, key: string): ReplaySeries | undefined => [replay.baseline, ...replay.series].find((one) => one.key === key);

/** The last context of a run: after the last answer, or of the request that it was stopped before. Later requests were never sent. */
const lastContext = ({ requests }: EngineReplay, { stopped }: ReplaySeries): number => Math.min(stopped?.at ?? requests + 1, requests + 1);

/** Who wrote the summaries of a run. */
const writerOf = ({ summarizer }: Replayed, { strategy }: ReplaySeries): string => (byId.get(strategy)?.recorded ? 'recorded' : summarizer);

/** The context of a run at a request; null for an unknown run or request. */
export function lookOf(replayed: Replayed, key: string, at: number): Look | null {
  const { look, replay } = replayed;
  if (look?.key === key && look.at === at) return look.value;
  const series = seriesOf(replayed, key);
  if (!series || !Number.isInteger(at) || at < 1 || at > lastContext(replay, series)) return null;
  const value = series.contextAt(at);
  replayed.look = { key, at, value };
  return value;
}

/** Misses of a run; null for an unknown run. The first call reads the facts of the recording. */
export function missesOf(replayed: Replayed, key: string): readonly ReplayMiss[] | null {
  return seriesOf(replayed, key)?.misses() ?? null;
}

interface Inserted {
  /** Index in the context. */
  readonly place: number;
  /** Original that it precedes. */
  readonly before: number;
  /** Originals in it, ascending. */
  readonly members: readonly number[];
}

function insertedIn(look: Look): readonly Inserted[] {
  const members = new Map<number, number[]>();
  look.place.forEach((place, i) => {
    if (look.fates[i] !== SUMMARIZE || place < 0) return;
    const list = members.get(place);
    if (list) list.push(i);
    else members.set(place, [i]);
  });
  const inserted: Inserted[] = [];
  let before = look.fates.length;
  for (let place = look.messages.length - 1; place >= 0; place--) {
    const origin = look.origins[place]!;
    if (origin >= 0) before = origin;
    else inserted.unshift({ place, before, members: members.get(place) ?? [] });
  }
  return inserted;
}

/** Names of summaries as the side by side shows them, by place in the context. */
const namesOf = (inserted: readonly Inserted[]): ReadonlyMap<number, string> =>
  new Map(inserted.filter(({ members }) => members.length > 0).map(({ place }, k) => [place, `summary-${k + 1}`]));

/** Depth of a summary, by the compaction that wrote it; 1 if unknown. */
function generationOf({ points }: ReplaySeries, look: Look, { members }: Inserted): number {
  const level = Math.max(0, ...members.map((i) => look.decidedBy[i]!));
  const written = points.find((point) => point.level === level)?.summaries ?? [];
  return Math.max(1, ...written.map(({ generation }) => generation));
}

/** Tokens that are left of each message of the recording so far. */
function leftIn(look: Look): Float64Array {
  const left = new Float64Array(look.fates.length);
  look.origins.forEach((origin, place) => {
    if (origin >= 0) left[origin] = look.tokens[place]!;
  });
  return left;
}

export function contextView(replayed: Replayed, key: string, at: number): ContextView | null {
  const look = lookOf(replayed, key, at);
  const series = seriesOf(replayed, key);
  if (!look || !series) return null;
  const inserted = insertedIn(look);
  const names = namesOf(inserted);
  const order = [...names.keys()];
  const summaries = inserted.filter(({ place }) => names.has(place));
  return {
    at,
    total: look.total,
    messages: look.messages.length,
    levels: look.levels,
    n: look.fates.length,
    fates: look.fates,
    into: order.length > 1 ? Int16Array.from(look.place, (place, i) => (look.fates[i] === SUMMARIZE ? order.indexOf(place) : -1)) : null,
    left: leftIn(look),
    summaries: summaries.map((one) => ({
      id: names.get(one.place)!,
      before: one.before,
      members: one.members.length,
      tokens: look.tokens[one.place]!,
      summarizer: writerOf(replayed, series),
      generation: generationOf(series, look, one),
    })),
    insertions: inserted.map(({ place, before }) => ({ before, role: look.messages[place]!.role })),
  };
}

export function contextRows({ prepared }: Replayed, look: Look, indexes: readonly number[]): readonly RowView[] {
  const inserted = insertedIn(look);
  const names = namesOf(inserted);
  const left = leftIn(look);
  return indexes.map((index) => {
    const fate = FATES[look.fates[index] ?? 0]!;
    const place = look.place[index] ?? -1;
    const changed = fate === 'edit' || fate === 'offload' ? look.messages[place] : undefined;
    const summary = fate === 'summarize' ? names.get(place) : undefined;
    return {
      message: messageView(prepared, index),
      cells: [
        {
          fate,
          tokensLeft: left[index] ?? 0,
          reason: { key: 'replay-untouched' },
          preview: changed ? excerpt(changed.parts, PREVIEW) : null,
          summary: summary === undefined ? null : { id: summary, spans: [] },
        },
      ],
    };
  });
}

export function contextInsertions(replayed: Replayed, key: string, at: number): readonly InsertionView[] | null {
  const look = lookOf(replayed, key, at);
  const series = seriesOf(replayed, key);
  if (!look || !series) return null;
  const { prepared } = replayed;
  const summarizer = writerOf(replayed, series);
  const inserted = insertedIn(look);
  const names = namesOf(inserted);
  return inserted.map((one) => {
    const { place, before, members } = one;
    const message = look.messages[place]!;
    const summary: SummaryView | null =
      members.length === 0
        ? null
        : {
            id: names.get(place)!,
            first: members[0]!,
            last: members.at(-1)!,
            members: members.length,
            sourceTokens: members.reduce((sum, i) => sum + prepared.counts.messages[i]!, 0),
            summarizer,
            masked: 0,
            generation: generationOf(series, look, one),
          };
    return { before, role: message.role, tokens: look.tokens[place]!, text: clip(messageText(message.parts)), summary };
  });
}

export async function contextWhy(look: Look, index: number): Promise<{ readonly reason: Reason; readonly level: number }> {
  const level = look.decidedBy[index] ?? 0;
  const reason = level > 0 ? await look.reasonOf(index) : null;
  return { reason: reason ?? { key: 'replay-untouched' }, level };
}

/** Texts of a message before and after an edit or a placeholder. */
export function contextTexts({ prepared }: Replayed, look: Look, index: number): readonly [string, string] | null {
  const message = prepared.messages[index];
  if (!message) return null;
  const place = look.place[index] ?? -1;
  const now = look.origins[place] === index ? look.messages[place]! : message;
  return [messageText(message.parts), messageText(now.parts)];
}

/** What a compaction of a run replaced; null for an unknown number. */
export function contextRecord(replayed: Replayed, key: string, level: number): ReplayRecordView | null {
  const { prepared, replay } = replayed;
  const series = seriesOf(replayed, key);
  const records = series?.records() ?? [];
  const record = records[level - 1];
  const point = series?.points.find((one) => one.level === level);
  if (!series || !record || !point) return null;
  const look = series.contextAt(Math.min(point.at, replay.requests + 1));
  const undone = restore(look.messages, records.slice(0, look.levels));
  const messages = undone.ok ? undone.value : [];
  const inTranscript = new Set(prepared.messages);
  return {
    summaries: record.summaries.map(clip),
    ...replacedIn(record, prepared.messages, prepared.counts),
    restored: { messages: messages.length, recorded: undone.ok && messages.every((message) => inTranscript.has(message)) },
  };
}
