/** The loss view as data: lines by group, and their filters. No React here. */
import type { LossView } from '../../worker/loss-protocol.ts';
import { LOSS_GROUPS, type LossGroup } from '../store/ui.ts';

/** What remains of it: nothing, a pointer that leads back to it, or a part. */
export type LineFate = 'lost' | 'recoverable' | 'degraded';
/** The fact's later use in the recording: needed from memory, said in several messages, or said once. */
export const USES = ['needed', 'again', 'once'] as const;
export type Use = (typeof USES)[number];

/** A message that a line leads to. `role` = its relation to the line. */
export interface Spot {
  readonly role: 'said' | 'needed' | 'error' | 'fix' | 'call';
  readonly message: number;
}

export interface LossLine {
  readonly id: string;
  readonly group: LossGroup;
  /** Of a fact, an origin, a kind of open work, an operation: dictionary key `loss.kind.<kind>`. */
  readonly kind: string;
  readonly fate: LineFate;
  readonly text: string;
  /** Words to mark at the target. */
  readonly marks: readonly string[];
  readonly spots: readonly Spot[];
  /** Of facts alone. */
  readonly use: Use | null;
  /** Messages of the original that said it; 0 = not counted. */
  readonly messages: number;
  /** Cut at which it was missed, from 1; 0 = none. */
  readonly cut: number;
  /** What leads back to a recoverable fact; what the result says about a file instead; the fix of an error. */
  readonly beside: { readonly key: 'pointer' | 'told' | 'fix'; readonly value: string } | null;
}

/** The last component of a path also occurs in its other forms. */
const tail = (text: string): string => text.split(/[\\/]/).findLast((part) => part !== '') ?? text;
/** Search text for a fact. */
export const marksOf = (kind: string, text: string): readonly string[] => (kind === 'path' && tail(text) !== text ? [text, tail(text)] : [text]);

/** Every line, group after group, each in the order of the original. */
export function linesOf({ list, misses, needs }: LossView): readonly LossLine[] {
  return [
    ...list.facts.map((fact, i): LossLine => {
      const miss = misses[needs[i] ?? -1];
      return {
        id: `facts ${i}`,
        group: 'facts',
        kind: fact.kind,
        fate: fact.fate,
        text: fact.text,
        marks: marksOf(fact.kind, fact.text),
        spots: [{ role: 'said', message: miss?.seenAt ?? fact.last.message }, ...(miss ? [{ role: 'needed', message: miss.neededAt } as const] : [])],
        use: miss ? 'needed' : fact.messages > 1 ? 'again' : 'once',
        messages: fact.messages,
        cut: 0,
        beside: fact.pointer ? { key: 'pointer', value: fact.pointer.text } : null,
      };
    }),
    ...misses.map(
      (miss, i): LossLine => ({
        id: `needed ${i}`,
        group: 'needed',
        kind: miss.kind,
        fate: miss.reFetchable ? 'recoverable' : 'lost',
        text: miss.fact,
        marks: marksOf(miss.kind, miss.fact),
        spots: [
          { role: 'said', message: miss.seenAt },
          { role: 'needed', message: miss.neededAt },
        ],
        use: null,
        messages: 0,
        cut: miss.cut + 1,
        beside: null,
      }),
    ),
    ...list.constraints.map((one, i): LossLine => ({ ...statement(one), id: `constraints ${i}`, group: 'constraints' })),
    ...list.artifacts.map(
      ({ path, operation, told, place }, i): LossLine => ({
        id: `artifacts ${i}`,
        group: 'artifacts',
        kind: operation,
        fate: told === null ? 'lost' : 'degraded',
        text: path,
        marks: marksOf('path', path),
        spots: [{ role: 'call', message: place.message }],
        use: null,
        messages: 0,
        cut: 0,
        beside: told === null ? null : { key: 'told', value: told },
      }),
    ),
    ...list.openWork.map((one, i): LossLine => ({ ...statement(one), id: `open-work ${i}`, group: 'open-work' })),
    ...list.errorFixPairs.map(
      ({ error, fix, errorStands, fixStands, errorPlace, fixPlace }, i): LossLine => ({
        id: `pairs ${i}`,
        group: 'pairs',
        kind: errorStands ? 'fix-gone' : fixStands ? 'error-gone' : 'both-gone',
        fate: errorStands || fixStands ? 'degraded' : 'lost',
        text: error,
        marks: [error],
        spots: [
          { role: 'error', message: errorPlace.message },
          { role: 'fix', message: fixPlace.message },
        ],
        use: null,
        messages: 0,
        cut: 0,
        beside: { key: 'fix', value: fix },
      }),
    ),
  ];
}

function statement({ text, fate, place, group }: LossView['list']['constraints'][number]): Omit<LossLine, 'id' | 'group'> {
  return {
    kind: group,
    fate,
    text,
    marks: [text],
    spots: [{ role: 'said', message: place.message }],
    use: null,
    messages: 0,
    cut: 0,
    beside: null,
  };
}

export interface LineFilter {
  readonly group: LossGroup;
  readonly kind: string | null;
  readonly fate: LineFate | null;
  readonly use: Use | null;
  readonly text: string;
}

/** Lines of the group that are of the kind, fate and use, and hold every word; null = any. */
export function filterLines(lines: readonly LossLine[], { group, kind, fate, use, text }: LineFilter): readonly LossLine[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(
    (line) =>
      line.group === group &&
      (kind === null || line.kind === kind) &&
      (fate === null || line.fate === fate) &&
      (use === null || line.use === use) &&
      words.every((word) => line.text.toLocaleLowerCase().includes(word) || (line.beside?.value.toLocaleLowerCase().includes(word) ?? false)),
  );
}

/** How many lines there are of each value, in the order of their first. */
export function countsBy<K extends string>(lines: readonly LossLine[], of: (line: LossLine) => K | null): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const line of lines) {
    const value = of(line);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** Lines by group, groups without any included. */
export function groupCounts(lines: readonly LossLine[]): Readonly<Record<LossGroup, number>> {
  const counts = countsBy(lines, ({ group }) => group);
  return Object.fromEntries(LOSS_GROUPS.map((group) => [group, counts.get(group) ?? 0])) as Record<LossGroup, number>;
}
