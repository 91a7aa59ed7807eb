/**
 * What a worker of a set does. All of the pool have the same code: they read files and run sessions; the page's first one also keeps the
 * results and makes tables of them. Runs in Node for tests.
 */
import { byId } from '../../engine/pipelines/index.ts';
import type { Cell, Line, LineOptions, ResultLine, SessionFacts, SetGroup, SetOptions, SetRow, Tick } from '../../engine/sets/contract.ts';
import { failedLine, runSession, sessionFacts, type SessionFile } from '../../engine/sets/session.ts';
import { cleanName, settingsHash } from '../../engine/sets/sets-lines.ts';
import type { SearchStep, Target } from '../../engine/tune/contract.ts';
import { hasRow } from '../../engine/strategies/contract.ts';
import { loadPrices, pricingOf } from '../../models/prices.ts';
import { PRICE_LIST } from '../../models/contract.ts';
import { messageOf } from '../answers.ts';
import type {
  ExportKind,
  FoundSession,
  SkippedMembers,
  MissingRows,
  ReadReply,
  RunReply,
  SessionFigures,
  SetRequest,
  SetTables,
  TablesRequest,
  SkipReason,
} from './set-worker-protocol.ts';
import type { Settings } from '../../scenario/schema.ts';
import { archiveKind, filesOf } from '../../engine/formats/archive.ts';
import { conversationsOf, type ListedConversation, parseTranscript, storeReader } from '../../engine/formats/index.ts';
import type { Parsed } from '../../engine/formats/contract.ts';
import { contextBefore } from '../../engine/signals/recorded-context.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import { sha256 } from '../../scenario/packing.ts';
import { partText } from '../text/message.ts';
import { Results } from './results.ts';
import { answerOfSet, keptOver } from '../../engine/answer/sets.ts';
import { countsOf, distributionOf, KEPT, overSessions, type RowCells, rowOfSet } from '../../engine/sets/sets-reduce.ts';
import {
  type PlanReply,
  type RowsReply,
  type SearchAsk,
  type SearchReply,
  type SearchRun,
  type TuneAsk,
  Tuner,
  type TunePart,
  type TunePlan,
  type TuneRuns,
} from './tuning.ts';

// Strategies × measures over the sessions of a set. The statistics are the engine's.

/** A switch that is on is 1. */
const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' || typeof cell === 'boolean' ? Number(cell) : null);

/** A measure of lines, without those that have none. */
const ticksOf = (lines: readonly ResultLine[], name: string): readonly Tick[] =>
  lines.flatMap((line) => {
    const value = numberOf(line[name]);
    return value === null ? [] : [{ session: line.session, value }];
  });

/** Lines of sessions, each of them under every row of the request. */
export function tablesOf(
  sessions: readonly (readonly ResultLine[])[],
  { request, baseline, other, group, wishes }: TablesRequest,
): Omit<SetTables, 'aside'> {
  const compared = sessions.filter((lines) => lines.length > 0);
  const byRow = (some: readonly (readonly ResultLine[])[], key: string): readonly ResultLine[] =>
    some.flatMap((lines) => lines.filter((line) => line.row === key));
  const base = new Map(baseline === null ? [] : ticksOf(byRow(compared, baseline), KEPT).map(({ session, value }) => [session, value]));
  const cells = request.rows.flatMap(({ key }) => {
    const lines = byRow(compared, key);
    return lines.length > 0 ? [cellsOf(key, lines)] : [];
  });
  const figured = cells.map(overSessions);
  const rows = cells.map((one, i) => rowOfSet(one, one.key === baseline ? null : base, figured[i]));
  const figures = compared.map((lines) => figuresOf(lines, baseline, other));
  const enough = figures.filter(({ session }) => compared.some((lines) => lines[0]?.session === session && lines.some(hasShare)));
  const facts = enough.reduce((sum, { needed }) => sum + (needed ?? 0), 0);
  return {
    answer: answerOfSet(figured, (strategy) => byId.get(strategy), wishes, request.settings.budget),
    sessions: compared.length,
    enough: enough.length,
    facts,
    rows,
    groups: groupsOf(
      compared,
      group,
      request.rows.map(({ key }) => key),
    ),
    figures,
  };
}

const hasShare = (line: ResultLine): boolean => typeof line[KEPT] === 'number';

function cellsOf(key: string, lines: readonly ResultLine[]): RowCells {
  const done = lines.filter(({ outcome }) => outcome === 'compacted' || outcome === 'unchanged');
  return {
    key,
    strategy: lines[0]!.strategy,
    sessions: lines.length,
    failed: lines.length - done.length,
    valuesOf: (cell: string) => ticksOf(lines, cell),
    counts: lines.flatMap((line) => countsOf(line) ?? []),
  };
}

function figuresOf(lines: readonly ResultLine[], baseline: string | null, other: string | null): SessionFigures {
  const of = (key: string | null, name: string): number | null => {
    const line = key === null ? undefined : lines.find((one) => one.row === key);
    return line ? numberOf(line[name]) : null;
  };
  const needed = lines.reduce<number | null>((most, line) => Math.max(most ?? 0, numberOf(line.neededFacts) ?? 0), null);
  return { session: lines[0]!.session, needed, a: of(baseline, KEPT), b: of(other, KEPT) };
}

function groupsOf(sessions: readonly (readonly ResultLine[])[], group: TablesRequest['group'], keys: readonly string[]): readonly SetGroup[] {
  const byName = new Map<string, (readonly ResultLine[])[]>();
  for (const lines of sessions) {
    const name = lines[0]![group] ?? '';
    byName.set(name, [...(byName.get(name) ?? []), lines]);
  }
  return [...byName]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, some]) => ({
      name,
      sessions: some.length,
      rows: keys.flatMap((key) => {
        const lines = some.flatMap((one) => one.filter((line) => line.row === key));
        const strategy = lines[0]?.strategy;
        return strategy === undefined
          ? []
          : [
              {
                key,
                strategy,
                together: keptOver(lines.flatMap((line) => countsOf(line) ?? [])),
                left: distributionOf(ticksOf(lines, 'recallLeft'), 'lower'),
              },
            ];
      }),
    }));
}

// A file of a set: its conversations with what the table of sessions shows.

/** Points of a curve of context sizes: as many as a cell has room for. */
const POINTS = 40;
/** A file that was read, with its conversations. */
interface ReadFile {
  readonly hash: string;
  readonly parsed: Parsed;
  readonly conversations: readonly ListedConversation[];
}

let last: { readonly bytes: string; readonly file: ReadFile } | null = null;

/** Conversations of a file come one after the other, so the last file is remembered. */
async function fileOf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ReadFile | Extract<ReadReply, { kind: 'failed' }>> {
  const hash = await sha256(bytes);
  if (last?.bytes === `${name} ${hash}`) return last.file;
  last = null;
  const parsed = parseTranscript(bytes, { name, store: await storeReader(bytes) });
  if (!parsed.ok) return { kind: 'failed', hash, why: { code: parsed.error.code, reason: parsed.error.reason } };
  const file: ReadFile = { hash, parsed: parsed.value, conversations: conversationsOf(parsed.value) };
  last = { bytes: `${name} ${hash}`, file };
  return file;
}

/** Reads a file as a part of a set; the files of an archive that is no whole are parts of their own. */
async function readForSet(bytes: Uint8Array<ArrayBuffer>, name: string, options: LineOptions): Promise<ReadReply> {
  if (archiveKind(bytes) === 'zip') {
    const left: SkippedMembers[] = [];
    const unpacked = filesOf(bytes, name, ({ code, path, count = 1 }) => {
      const reason = { key: 'archive-left-out', values: { code, count } };
      left.push({ name: path === undefined ? name : `${name}/${path}`, why: { code, reason } });
    });
    if (unpacked.ok && unpacked.value[0]?.bytes !== bytes) {
      const files = unpacked.value.map((file) => ({ name: `${name}/${file.name}`, bytes: file.bytes.slice() }));
      return { kind: 'files', files, left };
    }
  }
  const file = await fileOf(bytes, name);
  if ('kind' in file) return file;
  const sessions: FoundSession[] = [];
  for (const [index, listed] of file.conversations.entries()) {
    const facts = await sessionFacts(listed, index, sourceOf(file, name), options);
    sessions.push({ ...facts, ...curveOf(listed.transcript) });
  }
  return { kind: 'sessions', hash: file.hash, sessions };
}

/** The file as the engine's sets want it. */
const sourceOf = ({ hash, parsed }: ReadFile, name: string): SessionFile => ({
  file: name,
  hash,
  format: parsed.format,
  warnings: parsed.warnings,
});

/** The size of the recorded context at evenly spread messages, and the compactions in it. Characters: a curve needs no exact count. */
function curveOf(transcript: Transcript): Pick<FoundSession, 'sizes' | 'marks'> {
  const { messages, compactions } = transcript;
  const n = messages.length;
  const lengths = messages.map(({ parts }) => parts.reduce((sum, part) => sum + partText(part).length, 0));
  const points = Math.min(POINTS, n);
  const sizes = Array.from({ length: points }, (_, i) => {
    let sum = 0;
    for (const index of contextBefore({ transcript, header: 0 }, Math.round(((i + 1) * n) / points))) sum += lengths[index] ?? 0;
    return sum;
  });
  return { sizes, marks: compactions.map(({ at }) => at / Math.max(1, n)) };
}

// What the engine's sets are asked for: the settings of the page, as its comparison reads them.

/** Marks are of one transcript, and models cost money: a set has neither. */
function lineOptions(settings: Settings, prices: string | null): LineOptions {
  const { budget, target, weight, overhead, keepRecent, preserveStart, preserveEnd, seed, summarizerOutcome, model, window, tokenizer } = settings;
  const { longTokens, shortTokens, edgeStart, edgeEnd, keywords } = settings;
  return {
    model,
    window,
    tokenizer,
    target: budget === 'shipped' ? 'own' : budget === 'same' ? 'same' : target,
    weight,
    overhead,
    signals: { longTokens, shortTokens, edgeStart, edgeEnd, keywords },
    shared: { keepRecent, preserveStart, preserveEnd },
    seed,
    summaryOutcome: summarizerOutcome,
    recall: true,
    prices,
  };
}

const rowsOf = ({ rows }: SetRequest): readonly SetRow[] => rows.map(({ key, strategy, params }) => ({ key, strategy, params }));

const setOptions = (request: SetRequest, prices: string | null): SetOptions => ({
  ...lineOptions(request.settings, prices),
  ...(request.byCut && { byCut: true }),
  rows: rowsOf(request),
});

// A set as a file: every session × row × measure.

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/**
 * JSON keeps a line as it is, CSV and Parquet have one column for every name that a line can have. Names of files are cleaned: in the page they
 * lead back to the files.
 */
async function exported(kind: ExportKind, kept: readonly Line[]): Promise<Uint8Array<ArrayBuffer>> {
  const lines = kept.map((line): Line => ({ ...line, file: cleanName(line.file) }));
  if (kind === 'json') return encoded(`${JSON.stringify(lines, null, 1)}\n`);
  const { csvHead, csvOf, parquetOf } = await import('../../engine/sets/table-files.ts');
  return kind === 'csv' ? encoded(csvHead() + lines.map(csvOf).join('')) : new Uint8Array(await parquetOf(lines));
}

/** What makes a price another one. */
const PRICES = `${PRICE_LIST.name} ${PRICE_LIST.version}`;

/** Costs are left out where the list cannot be loaded; then the results are others. */
async function optionsFor(request: SetRequest) {
  const priced = await loadPrices().then(
    () => true,
    () => false,
  );
  return setOptions(request, priced ? PRICES : null);
}

/** Recorded compactions are a row only where a session has some. */
function isRowOf(strategy: string, compactions: number): boolean {
  const found = byId.get(strategy);
  return !found?.recorded || hasRow(found, compactions);
}

const why = (error: unknown): SkipReason => ({ code: 'failed', reason: { key: 'error', values: { message: messageOf(error) } } });

/** A file that could not be read, for exports. */
export interface FailedFile {
  readonly file: string;
  readonly session: string | null;
  readonly code: string;
  readonly reason: string;
}

export class SetWorker {
  readonly #results = new Results();
  /** What the tab Tune has run. */
  readonly #tuning = new Tuner((settings) => optionsFor({ settings, rows: [], byCut: true }));

  /** Reads a file; never rejects. */
  async read(source: Blob, name: string, request: SetRequest): Promise<ReadReply> {
    try {
      return await readForSet(new Uint8Array(await source.arrayBuffer()), name, await optionsFor(request));
    } catch (error) {
      return { kind: 'failed', hash: null, why: why(error) };
    }
  }

  /** Runs some rows of one conversation; never rejects. */
  async run(source: Blob, name: string, conversation: number, request: SetRequest): Promise<RunReply> {
    try {
      const file = await fileOf(new Uint8Array(await source.arrayBuffer()), name);
      if ('kind' in file) return { kind: 'failed', why: file.why };
      const listed = file.conversations[conversation];
      if (!listed) return { kind: 'failed', why: { code: 'no-transcript', reason: { key: 'import-no-message' } } };
      const options = await optionsFor(request);
      const facts = await sessionFacts(listed, conversation, sourceOf(file, name), options);
      const lines = await runSession(listed.transcript, facts, options, { pricingOf });
      return { kind: 'lines', lines: new TextEncoder().encode(JSON.stringify(lines ?? [])) as Uint8Array<ArrayBuffer> };
    } catch (error) {
      return { kind: 'failed', why: why(error) };
    }
  }

  /** Sessions of which a row has no result yet, in the order of the list. */
  async missing(sessions: readonly Pick<SessionFacts, 'session' | 'compactions'>[], request: SetRequest): Promise<readonly MissingRows[]> {
    const options = await optionsFor(request);
    const hashes = options.rows.map((row) => ({ ...row, hash: settingsHash(row, options) }));
    const found: MissingRows[] = [];
    for (const { session, compactions } of sessions) {
      const lines = await this.#results.of(session);
      const rows = hashes.flatMap(({ key, strategy, hash }) => (hash in lines || !isRowOf(strategy, compactions) ? [] : [key]));
      if (rows.length > 0) found.push({ session, rows });
    }
    return found;
  }

  /** Keeps the lines of a session. */
  async take(session: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const lines = JSON.parse(new TextDecoder().decode(bytes)) as readonly ResultLine[];
    await this.#results.add(session, Object.fromEntries(lines.map((line) => [line.settings, line])), Date.now());
  }

  async tables(request: TablesRequest): Promise<SetTables> {
    const tables = tablesOf(await this.#lines(request.sessions, request.request), request);
    return { ...tables, aside: this.#results.aside(request.sessions) };
  }

  /** Every session × row × measure, with the files that gave none. */
  async exported(
    kind: ExportKind,
    sessions: readonly string[],
    request: SetRequest,
    failed: readonly FailedFile[],
  ): Promise<Uint8Array<ArrayBuffer>> {
    const options = await optionsFor(request);
    const lines: Line[] = (await this.#lines(sessions, request)).flat();
    for (const { file, session, code, reason } of failed) lines.push(failedLine({ file, session }, { code, reason }, options));
    return exported(kind, lines);
  }

  async tunePlan(plan: TunePlan): Promise<PlanReply> {
    return this.#tuning.plan(plan);
  }

  async tuneMissing(ask: TuneRuns): Promise<readonly TunePart[]> {
    return this.#tuning.missing(ask);
  }

  async tuneTake(target: Target, lines: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#tuning.take(target, lines);
  }

  async tuneResult(ask: TuneAsk): Promise<RowsReply> {
    return this.#tuning.result(ask);
  }

  async tuneSearch(ask: SearchAsk, run: SearchRun, progress: (step: SearchStep, row: string, target: Target) => void): Promise<SearchReply | null> {
    return this.#tuning.search(ask, run, progress);
  }

  /** What the tab showed last of these sessions; null = nothing, or of an older engine. */
  async tuneNote(name: string): Promise<unknown> {
    return this.#tuning.note(name);
  }

  async tuneKeepNote(name: string, note: unknown): Promise<void> {
    await this.#tuning.keepNote(name, note);
  }

  /** Deletes every result that this browser keeps. */
  async forget(): Promise<void> {
    await Promise.all([this.#results.clear(), this.#tuning.clear()]);
  }

  async #lines(sessions: readonly string[], request: SetRequest): Promise<readonly (readonly ResultLine[])[]> {
    const options = await optionsFor(request);
    const hashes = options.rows.map((row) => ({ row, hash: settingsHash(row, options) }));
    this.#results.only(sessions);
    const all: (readonly ResultLine[])[] = [];
    for (const session of sessions) {
      const lines = await this.#results.of(session);
      // A copy of a row has the numbers of the other one, under its own key.
      all.push(hashes.flatMap(({ row, hash }) => (lines[hash] ? [{ ...lines[hash], row: row.key }] : [])));
    }
    return all;
  }
}
