/** Strategies × measures over the sessions of a set. The statistics are the engine's. */
import { answerOfSet, keptOver, type SessionCounts } from '../../engine/answer/sets.ts';
import { byId } from '../../engine/pipelines/index.ts';
import type { Cell, ResultLine, SetGroup, Tick } from '../../engine/sets/contract.ts';
import { cutsOf, KEPT, overSessions, type RowCells, rowOfSet } from '../../engine/sets/over-sessions.ts';
import { distributionOf } from '../../engine/sets/statistics.ts';
import type { SessionFigures, SetTables, TablesRequest } from './protocol.ts';

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

const countsOf = (lines: readonly ResultLine[]): readonly SessionCounts[] =>
  lines.flatMap(({ session, agent, matched, counts }) => {
    const cuts = cutsOf(counts);
    return cuts ? [{ session, agent, matched: matched === true, cuts }] : [];
  });

function cellsOf(key: string, lines: readonly ResultLine[]): RowCells {
  const done = lines.filter(({ outcome }) => outcome === 'compacted' || outcome === 'unchanged');
  return {
    key,
    strategy: lines[0]!.strategy,
    sessions: lines.length,
    failed: lines.length - done.length,
    valuesOf: (cell: string) => ticksOf(lines, cell),
    counts: countsOf(lines),
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
                together: keptOver(countsOf(lines)),
                left: distributionOf(ticksOf(lines, 'recallLeft'), 'lower'),
              },
            ];
      }),
    }));
}
