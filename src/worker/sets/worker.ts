/**
 * What a worker of a set does. All of the pool have the same code: they read files and run sessions; the page's first one also keeps the
 * results and makes tables of them. Runs in Node for tests.
 */
import { byId } from '../../engine/pipelines/index.ts';
import type { Line, ResultLine, SessionFacts } from '../../engine/sets/contract.ts';
import { failedLine, runSession, sessionFacts } from '../../engine/sets/session.ts';
import { settingsHash } from '../../engine/sets/settings.ts';
import type { SearchStep, Target } from '../../engine/tune/contract.ts';
import { hasRow } from '../../engine/strategies/contract.ts';
import { loadPrices, pricingOf } from '../../models/prices.ts';
import { PRICE_LIST } from '../../models/price-list.ts';
import { messageOf } from '../answers.ts';
import { exported } from './exports.ts';
import { setOptions } from './options.ts';
import type { ExportKind, Missing, ReadReply, RunReply, SetRequest, SetTables, TablesRequest, Why } from './protocol.ts';
import { fileOf, readForSet, sourceOf } from './reading.ts';
import { Results } from './results.ts';
import { tablesOf } from './tables.ts';
import {
  type PlanReply,
  type RowsReply,
  type SearchAsk,
  type SearchReply,
  type SearchRun,
  type TuneAsk,
  Tuning,
  type TunePart,
  type TunePlan,
  type TuneRuns,
} from './tuning.ts';

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

const why = (error: unknown): Why => ({ code: 'failed', reason: { key: 'error', values: { message: messageOf(error) } } });

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
  readonly #tuning = new Tuning((settings) => optionsFor({ settings, rows: [], byCut: true }));

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
      if (!listed) return { kind: 'failed', why: { code: 'no-transcript', reason: { key: 'import-no-messages' } } };
      const options = await optionsFor(request);
      const facts = await sessionFacts(listed, conversation, sourceOf(file, name), options);
      const lines = await runSession(listed.transcript, facts, options, { pricingOf });
      return { kind: 'lines', lines: new TextEncoder().encode(JSON.stringify(lines ?? [])) as Uint8Array<ArrayBuffer> };
    } catch (error) {
      return { kind: 'failed', why: why(error) };
    }
  }

  /** Sessions of which a row has no result yet, in the order of the list. */
  async missing(sessions: readonly Pick<SessionFacts, 'session' | 'compactions'>[], request: SetRequest): Promise<readonly Missing[]> {
    const options = await optionsFor(request);
    const hashes = options.rows.map((row) => ({ ...row, hash: settingsHash(row, options) }));
    const found: Missing[] = [];
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
