/** What one result loses: as counts for every row of a comparison, and as lists when somebody asks. */
import { mustBePrepared, mustBeResult } from '../../lib/arguments.ts';
import type { Slice } from '../../lib/lib-steps.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { Losses } from '../contract.ts';
import { measures } from '../index.ts';
import { fieldsOf } from '../shared/define.ts';
import { textNumber } from '../shared/fact-map.ts';
import { CUT, type StandingContent, type StandingInput, WHOLE } from '../shared/stands.ts';
import { DEGRADED, DEGRADED_SHARE, type Level, LOST, PRESERVED } from '../shared/statements.ts';
import type { LossDifference, LossLine, LossList, LossValues, Place } from '../types.ts';
import { type LossMap, lossMaps } from './loss-map.ts';
import { standingOf, warmStanding } from './standing.ts';

export const warmLosses = (prepared: PreparedTranscript): Generator<Slice, void> => lossMaps.warm(prepared.transcript);

/** Reads what a result says that the original does not, in slices: a summary of a long recording has tens of thousands of lines. */
export function* warmResult(before: PreparedTranscript, after: CompactionResult): Generator<Slice, void> {
  if (after.outcome === 'compacted' && !values.has(after)) yield* warmStanding(lossMaps.of(before.transcript), before, after);
}

function levelAt({ facts }: LossMap, { parts, cuts }: StandingContent, place: Place): Level {
  const part = facts.firstPart[place.message]! + place.part;
  const state = parts[part]!;
  if (state & WHOLE) return PRESERVED;
  if (!(state & CUT)) return LOST;
  const length = Math.max(1, place.end - place.start);
  const left = length - Math.min(length, cuts.out(textNumber(facts, part, place.piece), place.start, place.end));
  return left === length ? PRESERVED : left >= length * DEGRADED_SHARE ? DEGRADED : LOST;
}

function levelsOf(map: LossMap, standing: StandingContent): Uint8Array {
  const levels = map.levels(standing.texts.map(({ reading }) => reading));
  map.statements.forEach(({ places }, s) => {
    for (let k = places.length - 1; k >= 0 && levels[s] !== PRESERVED; k--) levels[s] = Math.max(levels[s]!, levelAt(map, standing, places[k]!));
  });
  return levels;
}

function lookAt(map: LossMap, before: PreparedTranscript, standing: StandingContent): (id: string) => StandingInput<unknown> {
  const levels = levelsOf(map, standing);
  return (id) => {
    const { found, first, end } = map.found.get(id)!;
    return { before, found, facts: map.facts, artifacts: map.artifacts, standing, levels: levels.subarray(first, end) };
  };
}

const LOSSES = measures.flatMap(({ id, losses }) => (losses ? [{ id, losses }] : []));

export function lossValuesAt(map: LossMap, before: PreparedTranscript, standing: StandingContent): LossValues {
  const stands = lookAt(map, before, standing);
  return fieldsOf(Object.fromEntries(LOSSES.map(({ id, losses }) => [losses.name, losses.count(stands(id))])));
}

const values = new WeakMap<CompactionResult, LossValues>();
const NOTHING: LossValues = fieldsOf(Object.fromEntries(LOSSES.map(({ losses }) => [losses.name, null])));

/** The measures of loss of a result; all null where nothing was compacted. Remembered with the result. */
export function lossValues(before: PreparedTranscript, after: CompactionResult): LossValues {
  mustBePrepared(before);
  mustBeResult('result', after);
  if (after.outcome !== 'compacted') return NOTHING;
  let found = values.get(after);
  if (!found) {
    const map = lossMaps.of(before.transcript);
    found = lossValuesAt(map, before, standingOf(map, before, after));
    values.set(after, found);
  }
  return found;
}

/** By the name of a measure's losses: what is lost, by its number, so that two results can be compared. */
type NumberedLosses = ReadonlyMap<string, ReadonlyMap<number, unknown>>;

function numberedLosses(before: PreparedTranscript, after: CompactionResult, name = 'result'): NumberedLosses {
  mustBePrepared(before);
  mustBeResult(name, after);
  if (after.outcome !== 'compacted') return new Map(LOSSES.map(({ losses }) => [losses.name, new Map()]));
  const map = lossMaps.of(before.transcript);
  const stands = lookAt(map, before, standingOf(map, before, after));
  return new Map(LOSSES.map(({ id, losses }) => [losses.name, losses.lost(stands(id))]));
}

const without = (lost: ReadonlyMap<number, unknown>, other: ReadonlyMap<number, unknown>): Map<number, unknown> =>
  new Map([...lost].filter(([number]) => !other.has(number)));

/** What a result loses as lines of a list, by the id of a measure; `against` = only what this other result still has. */
export function lossLines(
  before: PreparedTranscript,
  after: CompactionResult,
  against: CompactionResult | null,
  neededBy: Parameters<Losses<unknown, unknown, unknown>['line']>[1],
): ReadonlyMap<string, readonly LossLine[]> {
  const lost = numberedLosses(before, after);
  const other = against && numberedLosses(before, against);
  return new Map(
    LOSSES.map(({ id, losses }) => {
      const own = lost.get(losses.name)!;
      const listed = other ? without(own, other.get(losses.name)!) : own;
      return [id, Array.from(listed.values(), (one) => losses.line(one, neededBy))];
    }),
  );
}

const listOf = (lost: NumberedLosses): LossList => fieldsOf(Object.fromEntries(Array.from(lost, ([name, items]) => [name, [...items.values()]])));

/** Everything that a result loses, in the order of the original; empty where nothing was compacted. */
export const lossList = (before: PreparedTranscript, after: CompactionResult): LossList => listOf(numberedLosses(before, after));

/** What one of two results still has and the other loses. A result that compacted nothing has everything. */
export function lossDifference(before: PreparedTranscript, first: CompactionResult, second: CompactionResult): LossDifference {
  const [a, b] = [numberedLosses(before, first, 'first'), numberedLosses(before, second, 'second')];
  const lostOnlyIn = (one: NumberedLosses, other: NumberedLosses): LossList =>
    listOf(new Map(Array.from(one, ([name, items]) => [name, without(items, other.get(name)!)])));
  return { onlyFirst: lostOnlyIn(b, a), onlySecond: lostOnlyIn(a, b) };
}
