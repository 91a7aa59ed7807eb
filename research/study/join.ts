/** Parts of the study that were measured apart, as one. */
import { INDEPENDENT, type Independent } from '../../src/engine/recall/independent/contract.ts';
import { LEAST_FACTS } from '../../src/engine/recall/recall.ts';
import type { Conversation, Counted, IndependentCounted, Row, StudyData } from './data.ts';

/** A conversation whose targets were measured one by one. */
export function joined(parts: readonly Conversation[]): Conversation {
  const [first] = parts as [Conversation, ...Conversation[]];
  return { ...first, targets: parts.flatMap(({ targets }) => targets).toSorted((a, b) => a.share - b.share) };
}

/** Pools the conversations of one file that need too few facts and strings each. */
export function pooled(file: string, conversations: readonly Conversation[]): Conversation {
  const [first] = conversations as [Conversation, ...Conversation[]];
  const total = (of: (c: Conversation) => number): number => conversations.reduce((sum, c) => sum + of(c), 0);
  const average = (of: (c: Conversation) => number): number => total(of) / conversations.length;
  return {
    file,
    name: file,
    format: first.format,
    kind: first.kind,
    messages: total((c) => c.messages),
    tokens: total((c) => c.tokens),
    cuts: total((c) => c.cuts),
    seen: total((c) => c.seen),
    needed: total((c) => c.needed),
    items: Object.fromEntries(INDEPENDENT.map((name) => [name, total((c) => c.items[name])])) as Record<Independent, number>,
    stays: average((c) => c.stays),
    recorded: null,
    pooled: conversations.length,
    targets: first.targets.map(({ share, rows }, t) => ({
      share,
      random: total((c) => c.targets[t]!.random),
      oracle: total((c) => c.targets[t]!.oracle),
      rows: rows.map(({ id }, r): Row => {
        const of = (c: Conversation): Row => c.targets[t]!.rows[r]!;
        return {
          id,
          kept: total((c) => of(c).kept),
          bound: total((c) => of(c).bound),
          tokens: average((c) => of(c).tokens),
          used: average((c) => of(c).used),
          met: total((c) => of(c).met),
          compacted: total((c) => of(c).compacted),
          invalid: total((c) => of(c).invalid),
          lacks: total((c) => of(c).lacks ?? 0),
          randomAt: total((c) => of(c).randomAt),
          oracleAt: total((c) => of(c).oracleAt),
          ledgerAt: total((c) => of(c).ledgerAt),
          whole: null,
          independent: pooledItems(conversations.map((c) => of(c).independent)),
        };
      }),
    })),
  };
}

function pooledItems(all: readonly IndependentCounted[]): IndependentCounted {
  const total = (of: (one: IndependentCounted) => number): number => all.reduce((sum, one) => sum + of(one), 0);
  return Object.fromEntries(
    INDEPENDENT.map((name): [Independent, Counted] => [
      name,
      {
        kept: total((one) => one[name].kept),
        chance: total((one) => one[name].chance),
        newest: total((one) => one[name].newest),
        ledger: total((one) => one[name].ledger),
        oracle: all.some((one) => one[name].oracle === null) ? null : total((one) => one[name].oracle!),
        plain: all.some((one) => one[name].plain == null) ? null : total((one) => one[name].plain!),
      },
    ]),
  ) as Record<Independent, Counted>;
}

/** Conversations that count each, and the others pooled by file; both in the order they came. */
export function sorted(all: readonly Conversation[]): Pick<StudyData, 'conversations' | 'few'> {
  const enough = (c: Conversation): boolean => c.needed >= LEAST_FACTS || c.items.strings >= LEAST_FACTS;
  const few = new Map<string, Conversation[]>();
  for (const c of all) if (!enough(c)) few.set(c.file, [...(few.get(c.file) ?? []), c]);
  return { conversations: all.filter(enough), few: [...few].map(([file, of]) => pooled(file, of)) };
}

/** Stored data with some rows measured anew; the others stay. An error where the two are not of one collection and one engine. */
export function withRows(stored: StudyData, fresh: StudyData, ids: readonly string[]): StudyData {
  if (stored.engine !== fresh.engine) throw new Error(`stored rows are of engine ${stored.engine}, not ${fresh.engine}: measure everything`);
  const merge = (before: readonly Conversation[], after: readonly Conversation[]): readonly Conversation[] => {
    const names = (of: readonly Conversation[]): string => of.map(({ name, needed }) => `${name} ${needed}`).join('\n');
    if (names(before) !== names(after)) throw new Error('stored rows are of other conversations: measure everything');
    return before.map((c, k) => ({
      ...c,
      targets: c.targets.map((target, t) => {
        const rows = new Map([...target.rows, ...after[k]!.targets[t]!.rows].map((row) => [row.id, row]));
        return { ...target, rows: fresh.strategies.map(({ id }) => rowIn(rows, id)) };
      }),
    }));
  };
  const rowIn = (rows: ReadonlyMap<string, Row>, id: string): Row => {
    const row = rows.get(id);
    if (!row) throw new Error(`${id} is neither stored nor measured (${ids.join(', ')})`);
    return row;
  };
  return { ...fresh, conversations: merge(stored.conversations, fresh.conversations), few: merge(stored.few, fresh.few) };
}
