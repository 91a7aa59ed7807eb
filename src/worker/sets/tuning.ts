/** Tuning in a worker of a set: what is tried, the lines that came, and what they say. Lines stay in memory until the next run. */
import { byId } from '../../engine/pipelines/index.ts';
import type { SharedParam } from '../../engine/strategies/params.ts';
import type { ResultLine } from '../../engine/sets/contract.ts';
import type { AskedAxis, Axis, AxisError, SearchStep, Setting, Space, Target, TuneResult, TuneWishes } from '../../engine/tune/contract.ts';
import { MOST_PARAMS, type Searched, searched } from '../../engine/tune/search.ts';
import { axisOf, gridOf, searchable } from '../../engine/tune/space.ts';
import { tuned } from '../../engine/tune/tune.ts';

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

export interface TuneAsk {
  readonly space: Space;
  readonly settings: readonly Setting[];
  readonly targets: readonly Target[];
  readonly wishes: TuneWishes;
  readonly seed: number;
}

export interface SearchAsk {
  readonly space: Space;
  readonly target: Target;
  readonly sessions: readonly string[];
  readonly runs: number;
  readonly wishes: TuneWishes;
  readonly seed: number;
}
export interface SearchReply extends Pick<Searched, 'rungs' | 'runs' | 'idle'> {
  readonly result: TuneResult;
}

/** Lines as bytes of JSON; null = stopped. */
export type SearchRun = (settings: readonly Setting[], sessions: readonly string[]) => Promise<readonly Uint8Array<ArrayBuffer>[] | null>;

const read = (bytes: Uint8Array<ArrayBuffer>): readonly ResultLine[] => JSON.parse(new TextDecoder().decode(bytes)) as readonly ResultLine[];

export class Tuning {
  #lines = new Map<Target, ResultLine[]>();

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

  /** Forgets what was run. */
  begin(): void {
    this.#lines = new Map();
  }

  take(target: Target, bytes: Uint8Array<ArrayBuffer>): void {
    const lines = this.#lines.get(target) ?? [];
    lines.push(...read(bytes));
    this.#lines.set(target, lines);
  }

  /** What the lines so far say. */
  result({ space, settings, targets, wishes, seed }: TuneAsk): TuneResult {
    const trials = targets.map((target) => ({ target, lines: this.#lines.get(target) ?? [] }));
    return tuned({ space, settings, trials, wishes, seed });
  }

  /** `run` answers with the lines as bytes of JSON, or null where it was stopped; then so does the search. */
  async search(
    { space, target, sessions, runs, wishes, seed }: SearchAsk,
    run: SearchRun,
    progress: (step: SearchStep) => void,
  ): Promise<SearchReply | null> {
    const found = await searched({
      schema: byId.get(space.strategy)!.params,
      space,
      target,
      sessions,
      runs,
      seed,
      wishes,
      run: async (settings, some) => (await run(settings, some))?.flatMap(read) ?? null,
      progress,
    });
    if (!found) return null;
    const { settings, trials, halves, rungs, idle, runs: used } = found;
    return { result: tuned({ space, settings, trials: [trials], wishes, seed, ...(halves && { halves }) }), rungs, idle, runs: used };
  }
}
