/** A compared row of a session as one flat line: the values of `compare --json` by their names, one number for each measure. */
import type { ComparedRow } from '../compare.ts';
import { type Measured, plainMeasures } from '../measures/run/values.ts';
import type { Recall } from '../recall/contract.ts';
import { recallValues } from '../recall/values.ts';
import { BUILT_IN } from '../summarizers/contract.ts';
import type { Cell, LineOptions, ResultLine, SessionFacts, SetRow } from './contract.ts';
import { COUNTED } from './over-sessions.ts';
import { ENGINE, settingsHash } from './settings.ts';

export interface LineInput {
  readonly row: ComparedRow;
  /** As they were asked for. */
  readonly params: SetRow['params'];
  readonly facts: SessionFacts;
  readonly options: LineOptions;
  /** In use. */
  readonly window: number;
  /** Tokens; null with own defaults. */
  readonly target: number | null;
  /** What is lost, validity and cost; null where the row failed. */
  readonly standing: Measured | null;
  readonly recall: Recall | null;
}

/** Values of a row that failed. */
const NOTHING = {
  tokensAfter: null,
  messagesAfter: null,
  kept: null,
  edited: null,
  summarized: null,
  offloaded: null,
  dropped: null,
  tokenReduction: null,
  preservation: null,
  efficiency: null,
  metTarget: null,
  violations: null,
};

/** What a row says before anybody looks at what it lost. */
function sizes({ result, measures }: ComparedRow): { readonly tokensAfter: number | null; readonly [name: string]: Cell } {
  if (!result || !measures) return NOTHING;
  const { keep, edit, summarize, offload, drop } = measures.messagesByFate;
  const { violations } = measures;
  return {
    tokensAfter: result.tokensAfter,
    messagesAfter: result.layout.length,
    kept: keep,
    edited: edit,
    summarized: summarize,
    offloaded: offload,
    dropped: drop,
    tokenReduction: measures.tokenReduction,
    preservation: measures.preservation,
    efficiency: measures.efficiency,
    metTarget: result.metTarget,
    violations: result.outcome === 'compacted' && violations ? violations.filter(({ original }) => !original).length : null,
  };
}

/** Why, where the row failed: for programs, in English. Else the keys of what a person is told. */
function noteOf({ result, error }: ComparedRow): string {
  if (!result) return error?.message ?? '';
  return [result.why, result.note].flatMap((reason) => (reason ? [reason.key] : [])).join(' ');
}

/** Counts by cut; null where the row has none. */
function cutsOf(recall: Recall | null, key: string): string | null {
  const found = recall?.rows.find((row) => row.key === key)?.byCut;
  if (!found) return null;
  return JSON.stringify(
    found.map((tally) => Object.fromEntries(Object.entries(tally).map(([name, { kept, needed, chance }]) => [name, { kept, needed, chance }]))),
  );
}

/** Kept, needed, and kept by chance of strings, paths and the user's words at each cut, one after another; null where the row has none. */
function countsOf(recall: Recall | null, key: string): string | null {
  const found = recall?.rows.find((row) => row.key === key)?.byCut;
  if (!found) return null;
  const counts = found.flatMap((tally) => COUNTED.flatMap((name) => [tally[name].kept, tally[name].needed, Number(tally[name].chance.toFixed(4))]));
  return JSON.stringify(counts);
}

export function resultLine({ row, params, facts, options, window, target, standing, recall }: LineInput): ResultLine {
  const { key, strategy, result } = row;
  const { tokensAfter, ...more } = sizes(row);
  const future = recallValues(recall, key, result, BUILT_IN);
  return {
    kind: 'result',
    engine: ENGINE,
    settings: settingsHash({ strategy, params }, options),
    ...facts,
    row: key,
    strategy,
    outcome: result?.outcome ?? 'failed',
    window,
    target,
    tokensAfter,
    ...more,
    ...(plainMeasures({ ...standing?.measures, ...future.measures }) as Record<string, Cell>),
    params: JSON.stringify(result?.params ?? params),
    matched: recall ? recall.match !== null : null,
    counts: countsOf(recall, key),
    ...(options.byCut && { byCut: cutsOf(recall, key) }),
    note: noteOf(row),
  };
}
