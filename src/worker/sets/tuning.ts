/**
 * Tuning in a worker of a set: what is tried, what of it was run before, and what the lines say. Lines are kept like those of a set, by session,
 * settings and version of the engine. docs/adr/0054-results-of-a-set-are-kept-by-content.md
 */
import { byId } from '../../engine/pipelines/index.ts';
import type { SharedParam } from '../../engine/strategies/params.ts';
import type { LineOptions, ResultLine } from '../../engine/sets/contract.ts';
import { settingsHash } from '../../engine/sets/sets-lines.ts';
import type {
  AskedAxis,
  Axis,
  AxisError,
  Halves,
  SearchSummary,
  SearchStep,
  Setting,
  Space,
  Target,
  TuneWishes,
} from '../../engine/tune/contract.ts';
import { axisOf, gridOf, paramsOf, type RowRuns, searchable, tunedRows } from '../../engine/tune/tune.ts';
import { MOST_PARAMS, searched } from '../../engine/tune/search.ts';
import type { Settings } from '../../scenario/schema.ts';
import { settingsAt } from './set-worker-protocol.ts';
import { type Lines, Results, TUNING } from './results.ts';

/** What is to be tried; no axes = all parameters that a search may turn. */
export interface TunePlan {
  readonly strategy: string;
  /** The row's own values, and the page's shared ones. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly shared: Readonly<Partial<Record<SharedParam, number>>>;
  readonly axes: readonly { readonly param: string; readonly asked: AskedAxis }[];
}
export type PlanReply =
  | { readonly ok: true; readonly space: Space; readonly settings: readonly Setting[] }
  | { readonly ok: false; readonly error: AxisError };

/** A row and what of it is tried. */
export interface TuneRow {
  readonly key: string;
  readonly space: Space;
  readonly settings: readonly Setting[];
}

/** Everything that the runs depend on. */
export interface TuneRuns {
  readonly rows: readonly TuneRow[];
  readonly targets: readonly Target[];
  /** Ids. */
  readonly sessions: readonly string[];
  /** Of the page. */
  readonly settings: Settings;
}

export interface TuneAsk extends TuneRuns {
  readonly wishes: TuneWishes;
  readonly seed: number;
  /** Of a search; absent = drawn from the seed. */
  readonly halves?: Halves;
}

/** Settings of one row that were never run on one session at one target. */
export interface TunePart {
  /** Key of the row. */
  readonly row: string;
  readonly target: Target;
  readonly session: string;
  readonly settings: readonly Setting[];
}

export type RowsReply = ReturnType<typeof tunedRows>;

export interface SearchAsk extends Omit<TuneAsk, 'halves'> {
  /** Most runs of each row at each target. */
  readonly runs: number;
}
export interface SearchReply extends RowsReply {
  /** Settings that the search came to, by row. */
  readonly settings: readonly (readonly Setting[])[];
  readonly hows: readonly (readonly SearchSummary[])[];
  readonly halves?: Halves;
}

/** Lines as bytes of JSON; null = stopped. */
export type SearchRun = (parts: readonly TunePart[]) => Promise<readonly Uint8Array<ArrayBuffer>[] | null>;

const read = (bytes: Uint8Array<ArrayBuffer>): readonly ResultLine[] => JSON.parse(new TextDecoder().decode(bytes)) as readonly ResultLine[];

/** What the page's settings are to the engine. */
export type OptionsFor = (settings: Settings) => Promise<LineOptions>;

const groupOf = (session: string, strategy: string, target: Target): string => `${session} ${strategy} ${target}`;

export class Tuner {
  readonly #results = new Results(TUNING);
  readonly #optionsFor: OptionsFor;

  constructor(optionsFor: OptionsFor) {
    this.#optionsFor = optionsFor;
  }

  plan({ strategy, params, shared, axes }: TunePlan): PlanReply {
    const schema = byId.get(strategy)!.params;
    const wanted =
      axes.length > 0
        ? axes
        : searchable(schema)
            .slice(0, MOST_PARAMS)
            .map((param) => ({ param, asked: {} }));
    const made: Axis[] = [];
    for (const { param, asked } of wanted) {
      const axis = axisOf(schema, param, asked, params, shared);
      if (!axis.ok) return axis;
      made.push(axis.value);
    }
    const space: Space = { strategy, params, axes: made };
    // The combinations of everything are not meant.
    return { ok: true, space, settings: axes.length > 0 ? gridOf(space) : [] };
  }

  /** What has to be run: everything that is not kept. */
  async missing(ask: TuneRuns): Promise<readonly TunePart[]> {
    const found: TunePart[] = [];
    for (const target of ask.targets) {
      for (const row of ask.rows) {
        const hashes = await this.#hashes(row, ask.settings, target);
        for (const session of ask.sessions) {
          const lines = await this.#results.of(groupOf(session, row.space.strategy, target));
          const settings = row.settings.filter((_, i) => !(hashes[i]! in lines));
          if (settings.length > 0) found.push({ row: row.key, target, session, settings });
        }
      }
    }
    return found;
  }

  /** Keeps lines, of one target. */
  async take(target: Target, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const groups = new Map<string, Record<string, ResultLine>>();
    for (const line of read(bytes)) {
      const group = groupOf(line.session, line.strategy, target);
      groups.set(group, { ...groups.get(group), [line.settings]: line });
    }
    for (const [group, lines] of groups) await this.#results.add(group, lines satisfies Lines, Date.now());
  }

  /** What the lines say that are there. */
  async result(ask: TuneAsk): Promise<RowsReply> {
    const { wishes, seed, halves } = ask;
    const rows: RowRuns[] = [];
    for (const row of ask.rows) {
      const trials = [];
      for (const target of ask.targets) trials.push({ target, lines: await this.#lines(row, ask, target, row.settings, ask.sessions) });
      rows.push({ row: row.key, space: row.space, settings: row.settings, trials });
    }
    this.#letGo(ask);
    return tunedRows({ rows, wishes, seed, ...(halves && { halves }) });
  }

  /**
   * Searches every row at every target; all have the halves of the first search. `run` answers with the lines as bytes of JSON, or null
   * where it was stopped; then so does the search.
   */
  async search(ask: SearchAsk, run: SearchRun, progress: (step: SearchStep, row: string, target: Target) => void): Promise<SearchReply | null> {
    const { runs, wishes, seed, sessions } = ask;
    let halves: Halves | undefined;
    const rows: RowRuns[] = [];
    const hows: SearchSummary[][] = [];
    for (const row of ask.rows) {
      const { space, key } = row;
      const trials = [];
      const settings = new Map<string, Setting>();
      const how: SearchSummary[] = [];
      for (const target of ask.targets) {
        const found = await searched({
          schema: byId.get(space.strategy)!.params,
          space,
          target,
          sessions,
          runs,
          seed,
          wishes,
          ...(halves && { halves }),
          run: async (some, on) => {
            const parts = await this.missing({ rows: [{ key, space, settings: some }], targets: [target], sessions: on, settings: ask.settings });
            if (parts.length > 0) {
              const lines = await run(parts);
              if (!lines) return null;
              for (const bytes of lines) await this.take(target, bytes);
            }
            return this.#lines(row, ask, target, some, on);
          },
          progress: (step) => progress(step, key, target),
        });
        if (!found) return null;
        halves ??= found.halves;
        for (const setting of found.settings) settings.set(setting.key, setting);
        trials.push(found.trials);
        how.push({ target, runs: found.runs, rungs: found.rungs, idle: found.idle });
      }
      rows.push({ row: key, space, settings: [...settings.values()], trials });
      hows.push(how);
    }
    this.#letGo(ask);
    const reply = tunedRows({ rows, wishes, seed, ...(halves && { halves }) });
    return { ...reply, settings: rows.map((row) => row.settings), hows, ...(halves && { halves }) };
  }

  /** What the page shows, kept with the lines that it is made of. */
  note(name: string): Promise<unknown> {
    return this.#results.note(name);
  }
  keepNote(name: string, note: unknown): Promise<void> {
    return this.#results.keepNote(name, note);
  }

  clear(): Promise<void> {
    return this.#results.clear();
  }

  /** Hashes of the settings, in their order. */
  async #hashes(row: TuneRow, page: Settings, target: Target, some = row.settings): Promise<readonly string[]> {
    const options = await this.#optionsFor(settingsAt(page, target));
    return some.map((setting) => settingsHash({ strategy: row.space.strategy, params: paramsOf(row.space, setting) }, options));
  }

  /** Kept lines of some settings and sessions, under the settings' own keys. */
  async #lines(
    row: TuneRow,
    { settings: page }: TuneRuns,
    target: Target,
    some: readonly Setting[],
    sessions: readonly string[],
  ): Promise<readonly ResultLine[]> {
    const hashes = await this.#hashes(row, page, target, some);
    const found: ResultLine[] = [];
    for (const session of sessions) {
      const lines = await this.#results.of(groupOf(session, row.space.strategy, target));
      for (const [i, { key }] of some.entries()) {
        const line = lines[hashes[i]!];
        if (line) found.push({ ...line, row: key });
      }
    }
    return found;
  }

  /** Lines of other sessions, rows and targets leave the memory. */
  #letGo({ sessions, rows, targets }: TuneRuns): void {
    this.#results.only(targets.flatMap((target) => rows.flatMap(({ space }) => sessions.map((session) => groupOf(session, space.strategy, target)))));
  }
}
