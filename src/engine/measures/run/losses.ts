/** What one result loses: as counts for every row of a comparison, and as lists when somebody asks. */
import type { CompactionResult } from '../../compaction/types.ts';
import type { Prepared } from '../../signals/contract.ts';
import { after as then, isRight } from '../shared/artifacts.ts';
import { textNumber } from '../shared/fact-map.ts';
import { factValue, lostFacts } from '../shared/fact-values.ts';
import { type LossMap, lossMaps } from './loss-map.ts';
import { DEGRADED, DEGRADED_SHARE, fateOf, type Level, LOST, PRESERVED, type Statement } from '../shared/statements.ts';
import { CUT, type Standing, standingOf, warmStanding, WHOLE } from './standing.ts';
import {
  type ArtifactValue,
  CONSTRAINT_ORIGINS,
  type FileOperation,
  type LossDifference,
  type LossList,
  type LossValues,
  type LostArtifact,
  type LostFact,
  type LostPair,
  type LostStatement,
  OPEN_WORK_KINDS,
  type PairValue,
  type Place,
  type StatementCounts,
} from '../types.ts';

/** Makes what the measures need to know of a transcript, in slices of about a millisecond; what is known takes none. */
export const warmLosses = (prepared: Prepared): Generator<void, void> => lossMaps.warm(prepared.transcript);

/** Reads what a result says that the original does not, in slices: a summary of a long recording has tens of thousands of lines. */
export function* warmResult(before: Prepared, after: CompactionResult): Generator<void, void> {
  if (after.outcome === 'compacted' && !values.has(after)) yield* warmStanding(lossMaps.of(before.transcript), before, after);
}

/** What stands of a place of the original itself. */
function levelAt({ facts }: LossMap, { parts, cuts }: Standing, place: Place): Level {
  const part = facts.firstPart[place.message]! + place.part;
  const state = parts[part]!;
  if (state & WHOLE) return PRESERVED;
  if (!(state & CUT)) return LOST;
  const length = Math.max(1, place.end - place.start);
  const left = length - Math.min(length, cuts.out(textNumber(facts, part, place.piece), place.start, place.end));
  return left === length ? PRESERVED : left >= length * DEGRADED_SHARE ? DEGRADED : LOST;
}

/** Level of every statement of the map, at its best place or in new texts. */
function levelsOf(map: LossMap, standing: Standing): Uint8Array {
  const levels = map.levels(standing.texts.map(({ reading }) => reading));
  map.statements.forEach(({ places }, s) => {
    for (let k = places.length - 1; k >= 0 && levels[s] !== PRESERVED; k--) levels[s] = Math.max(levels[s]!, levelAt(map, standing, places[k]!));
  });
  return levels;
}

/** By file: what the result tells was done to it last; undefined where it tells nothing. */
function toldOf({ artifacts, facts }: LossMap, { parts, cuts, texts }: Standing): (FileOperation | undefined)[] {
  const told: (FileOperation | undefined)[] = Array.from({ length: artifacts.last.length }, () => undefined);
  let next = 0;
  const tell = (upTo: number): void => {
    for (; next < texts.length && texts[next]!.before <= upTo; next++)
      for (const { file, operation } of texts[next]!.reading.claims) told[file] = then(told[file], operation);
  };
  for (const { message, part, file, operation, at, length } of artifacts.touches) {
    tell(message);
    const number = facts.firstPart[message]! + part;
    const state = parts[number]!;
    const start = Math.max(0, at);
    if (state & WHOLE || (state & CUT && cuts.out(textNumber(facts, number, 0), start, start + length) === 0))
      told[file] = then(told[file], operation);
  }
  tell(Number.POSITIVE_INFINITY);
  return told;
}

function artifactValue(map: LossMap, standing: Standing): ArtifactValue | null {
  const files = map.artifacts.last.length;
  if (files === 0) return null;
  const operations = toldOf(map, standing);
  let told = 0;
  let right = 0;
  operations.forEach((operation, file) => {
    if (operation === undefined) return;
    told++;
    if (isRight(map.artifacts, file, operation)) right++;
  });
  return { files, told, right, f1: (2 * right) / (files + told) };
}

/** Does the fix of a pair stand: its call, or a text that says that the file was changed? */
function fixStands(map: LossMap, standing: Standing, pair: number): boolean {
  const { fixPlace, path } = map.pairs[pair]!;
  const part = map.facts.firstPart[fixPlace.message]! + fixPlace.part;
  const state = standing.parts[part]!;
  if (state & WHOLE) return true;
  // Arguments that were shortened still tell what was called; of a part that is gone nothing is left.
  if (state & CUT && !standing.cuts.takeAll(textNumber(map.facts, part, 0), fixPlace.end)) return true;
  const file = path === null ? -1 : map.artifacts.files.find(path);
  return file >= 0 && standing.texts.some(({ reading }) => reading.claims.some((claim) => claim.file === file && claim.operation !== 'read'));
}

/** Everything about one result that more than one measure needs. */
interface Looked {
  readonly map: LossMap;
  readonly standing: Standing;
  readonly levels: Uint8Array;
}

const firstOfOpenWork = ({ constraints }: LossMap): number => constraints.length;
const firstOfErrors = ({ constraints, openWork }: LossMap): number => constraints.length + openWork.length;
/** An error that is only shortened still says what was wrong. */
const errorStands = ({ map, levels }: Looked, pair: number): boolean => levels[firstOfErrors(map) + pair]! >= DEGRADED;

function pairValue(looked: Looked): PairValue | null {
  const { map, standing } = looked;
  if (map.pairs.length === 0) return null;
  const value = { both: 0, errorOnly: 0, fixOnly: 0, neither: 0 };
  map.pairs.forEach((_, pair) => {
    const error = errorStands(looked, pair);
    const fix = fixStands(map, standing, pair);
    value[error ? (fix ? 'both' : 'errorOnly') : fix ? 'fixOnly' : 'neither']++;
  });
  return value;
}

function byGroup<G extends string>(
  groups: readonly G[],
  statements: readonly Statement<G>[],
  levels: Uint8Array,
): { readonly all: StatementCounts; readonly of: Readonly<Record<G, StatementCounts>> } | null {
  if (statements.length === 0) return null;
  const all = { preserved: 0, degraded: 0, lost: 0 };
  const of = Object.fromEntries(groups.map((group) => [group, { preserved: 0, degraded: 0, lost: 0 }])) as Record<G, typeof all>;
  levels.forEach((level, s) => {
    const fate = fateOf(level);
    all[fate]++;
    of[statements[s]!.group][fate]++;
  });
  return { all, of };
}

/** The measures of loss of whatever stands. `before` gives the tokens by which tenths are told. */
export function lossValuesAt(map: LossMap, before: Prepared, standing: Standing): LossValues {
  const levels = levelsOf(map, standing);
  const constraints = byGroup(CONSTRAINT_ORIGINS, map.constraints, levels.subarray(0, firstOfOpenWork(map)));
  const openWork = byGroup(OPEN_WORK_KINDS, map.openWork, levels.subarray(firstOfOpenWork(map), firstOfErrors(map)));
  return {
    facts: factValue(map.facts, before, standing),
    constraints: constraints && { all: constraints.all, byOrigin: constraints.of },
    artifacts: artifactValue(map, standing),
    openWork: openWork && { all: openWork.all, byKind: openWork.of },
    errorFixPairs: pairValue({ map, standing, levels }),
  };
}

const values = new WeakMap<CompactionResult, LossValues>();
const NOTHING: LossValues = { facts: null, constraints: null, artifacts: null, openWork: null, errorFixPairs: null };

/** The measures of loss of a result; all null where nothing was compacted. Remembered with the result. */
export function lossValues(before: Prepared, after: CompactionResult): LossValues {
  if (after.outcome !== 'compacted') return NOTHING;
  let found = values.get(after);
  if (!found) {
    const map = lossMaps.of(before.transcript);
    found = lossValuesAt(map, before, standingOf(map, before, after));
    values.set(after, found);
  }
  return found;
}

/** Lists by the numbers of what they hold, so that two of them can be compared. */
interface Numbered {
  readonly facts: ReadonlyMap<number, LostFact>;
  readonly constraints: ReadonlyMap<number, LostStatement>;
  readonly artifacts: ReadonlyMap<number, LostArtifact>;
  readonly openWork: ReadonlyMap<number, LostStatement>;
  readonly errorFixPairs: ReadonlyMap<number, LostPair>;
}

function numberedLosses(before: Prepared, after: CompactionResult): Numbered {
  const map = lossMaps.of(before.transcript);
  const standing = standingOf(map, before, after);
  const looked = { map, standing, levels: levelsOf(map, standing) };
  const said = (statements: readonly Statement<LostStatement['group']>[], first: number): Map<number, LostStatement> => {
    const lost = new Map<number, LostStatement>();
    statements.forEach(({ text, group, places }, k) => {
      const fate = fateOf(looked.levels[first + k]!);
      if (fate !== 'preserved') lost.set(k, { text, fate, place: places[0]!, group });
    });
    return lost;
  };
  return {
    facts: lostFacts(map.facts, standing),
    constraints: said(map.constraints, 0),
    artifacts: lostArtifacts(map, standing),
    openWork: said(map.openWork, firstOfOpenWork(map)),
    errorFixPairs: lostPairs(looked),
  };
}

function lostArtifacts(map: LossMap, standing: Standing): Map<number, LostArtifact> {
  const { files, touches, last } = map.artifacts;
  const told = toldOf(map, standing);
  const lost = new Map<number, LostArtifact>();
  last.forEach((operation, file) => {
    const says = told[file];
    if (says !== undefined && isRight(map.artifacts, file, says)) return;
    const touch = touches.findLast((t) => t.file === file && t.operation === operation)!;
    const start = Math.max(0, touch.at);
    const place = { message: touch.message, part: touch.part, piece: 0, start, end: touch.at < 0 ? 0 : start + touch.length };
    lost.set(file, { path: files.paths[file]!, operation, told: says ?? null, place });
  });
  return lost;
}

function lostPairs(looked: Looked): Map<number, LostPair> {
  const lost = new Map<number, LostPair>();
  looked.map.pairs.forEach(({ error, path, errorPlace, fixPlace }, pair) => {
    const stands = { errorStands: errorStands(looked, pair), fixStands: fixStands(looked.map, looked.standing, pair) };
    if (!stands.errorStands || !stands.fixStands) lost.set(pair, { error, fix: path ?? '', ...stands, errorPlace, fixPlace });
  });
  return lost;
}

const EMPTY: LossList = { facts: [], constraints: [], artifacts: [], openWork: [], errorFixPairs: [] };

function listOf({ facts, constraints, artifacts, openWork, errorFixPairs }: Numbered): LossList {
  return {
    facts: [...facts.values()],
    constraints: [...constraints.values()],
    artifacts: [...artifacts.values()],
    openWork: [...openWork.values()],
    errorFixPairs: [...errorFixPairs.values()],
  };
}

/** Everything that a result loses, in the order of the original; empty where nothing was compacted. */
export function lossList(before: Prepared, after: CompactionResult): LossList {
  return after.outcome === 'compacted' ? listOf(numberedLosses(before, after)) : EMPTY;
}

const without = <T>(lost: ReadonlyMap<number, T>, other: ReadonlyMap<number, unknown>): Map<number, T> =>
  new Map([...lost].filter(([number]) => !other.has(number)));

/** What one of two results still has and the other loses. A result that compacted nothing has everything. */
export function lossDifference(before: Prepared, first: CompactionResult, second: CompactionResult): LossDifference {
  const none: Numbered = { facts: new Map(), constraints: new Map(), artifacts: new Map(), openWork: new Map(), errorFixPairs: new Map() };
  const [a, b] = [first, second].map((result) => (result.outcome === 'compacted' ? numberedLosses(before, result) : none)) as [Numbered, Numbered];
  const lostOnlyIn = (one: Numbered, other: Numbered): LossList =>
    listOf({
      facts: without(one.facts, other.facts),
      constraints: without(one.constraints, other.constraints),
      artifacts: without(one.artifacts, other.artifacts),
      openWork: without(one.openWork, other.openWork),
      errorFixPairs: without(one.errorFixPairs, other.errorFixPairs),
    });
  return { onlyFirst: lostOnlyIn(b, a), onlySecond: lostOnlyIn(a, b) };
}
