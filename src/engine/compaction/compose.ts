/** Combines successive compactions into one plan over the originals with the same result. */
import type { Part } from '../transcript/types.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { DROP, EDIT, type Edits, type Insertion, KEEP, OFFLOAD, type Plan, type PlannedStrategy, SUMMARIZE } from '../strategies/contract.ts';
import type { SummaryRequest, SummarySpan } from '../summarizers/contract.ts';
import type { SummarySuccess, RawSummary } from './compaction-finish.ts';
import type { CompactionResult, WrittenSummary } from './types.ts';

export interface Link {
  readonly stage: number;
  readonly strategy: PlannedStrategy;
  readonly result: CompactionResult;
}

export interface Composition {
  readonly plan: Plan;
  readonly written: readonly RawSummary[];
}

interface Item {
  readonly link: number;
  readonly insertion: Insertion;
  readonly summary: WrittenSummary | undefined;
  readonly place: number;
  text: string;
  changed: boolean;
  into: Item | null;
  dropped: { readonly link: number; readonly at: number } | null;
}

interface Originals {
  readonly fates: Uint8Array;
  readonly by: Uint8Array;
  readonly at: Int32Array;
  readonly twice: Uint8Array;
  readonly item: Int32Array;
}

interface ChainTrace extends Originals {
  readonly items: readonly Item[];
  readonly standing: readonly Item[];
  /** For each link: the messages of its input. An original's index, or −1 − index into `items`. null = the originals themselves. */
  readonly sources: readonly (Int32Array | null)[];
}

/** The one plan. `links` = compacted results, the first over `prepared`; not empty. */
export function compose(prepared: PreparedTranscript, links: readonly Link[], explained: Pick<Plan, 'note' | 'trace'> = {}): Composition {
  const traced = trace(prepared, links);
  const { fates, standing, item, items } = traced;
  const summaries: SummaryRequest[] = [];
  const written: RawSummary[] = [];
  const insertions: Insertion[] = [];
  const indexOf = new Map<Item, number>();
  const ids = new Set<string>();
  for (const one of standing) {
    const { insertion, place, summary, text } = one;
    if (!summary) {
      insertions.push({ before: place, role: insertion.role, content: { text } });
      continue;
    }
    let { id } = summary.request;
    if (ids.has(id)) id = `${id}-stage-${links[one.link]!.stage}`;
    ids.add(id);
    insertions.push({ before: place, role: insertion.role, content: { summary: id } });
    indexOf.set(one, summaries.length);
    summaries.push(requestOf(one, id, () => membersOf(item, items.indexOf(one))));
    written.push({ outcome: outcomeOf(one, traced), generation: summary.generation, ...(one.changed ? {} : { whole: summary }) });
  }

  let into: Int16Array | undefined;
  const plan: Plan = {
    fates,
    edits: editsOf(traced, links),
    summaries,
    insertions,
    get into() {
      if (!into) {
        const summaryOf = items.map((one) => indexOf.get(one) ?? -1);
        into = new Int16Array(item.length);
        for (let i = 0; i < into.length; i++) into[i] = item[i]! < 0 ? -1 : summaryOf[item[i]!]!;
      }
      return into;
    },
    reason: reasons(prepared, links, traced),
    ...explained,
  };
  return { plan, written };
}

function trace(prepared: PreparedTranscript, links: readonly Link[]): ChainTrace {
  const { n } = prepared;
  const originals: Originals = {
    fates: new Uint8Array(n),
    by: new Uint8Array(n),
    at: new Int32Array(n),
    twice: new Uint8Array(n),
    item: new Int32Array(n).fill(-1),
  };
  const items: Item[] = [];
  const sources: (Int32Array | null)[] = [];
  let earlier: (readonly [number, Item])[] = [];
  let standing: readonly Item[] = [];
  let source: Int32Array | null = null;
  links.forEach(({ result }, l) => {
    const { plan, layout } = result;
    const length = plan.fates.length;
    sources.push(source);
    const placeOf = (j: number): number => {
      if (j >= length) return n;
      const from = source ? source[j]! : j;
      return from >= 0 ? from : items[-1 - from]!.place;
    };
    // New items in order, and the positions of the plan's summaries among them.
    const first = items.length;
    const byId = new Map(result.summaries.map((s) => [s.request.id, s]));
    const itemOf = new Map<string, number>();
    layout.order.forEach((index, k) => {
      const insertion = plan.insertions[index]!;
      const { content } = insertion;
      const summary = 'text' in content ? undefined : byId.get(content.summary);
      if (summary) itemOf.set(summary.request.id, items.length);
      const text = 'text' in content ? content.text : (summary?.text ?? '');
      items.push({ link: l, insertion, summary, place: placeOf(layout.before[k]!), text, changed: false, into: null, dropped: null });
    });
    const summaryItem = Int32Array.from(plan.summaries, ({ id }) => itemOf.get(id) ?? -1);
    // With a single summary `into` need not be built.
    const several = plan.summaries.length > 1 ? plan.into : undefined;
    carryOver(originals, plan.fates, source, several, summaryItem, l);

    const order: Item[] = [];
    let next = 0;
    for (const [j, old] of earlier) {
      while (next < layout.before.length && layout.before[next]! <= j) order.push(items[first + next++]!);
      const fate = plan.fates[j];
      if (fate === SUMMARIZE) old.into = items[summaryItem[several ? several[j]! : 0]!]!;
      else if (fate === DROP) old.dropped = { link: l, at: j };
      else {
        order.push(old);
        if (fate !== KEEP) {
          old.text = textOf(plan.edits.get(j) ?? []);
          old.changed = true;
        }
      }
    }
    while (next < layout.before.length) order.push(items[first + next++]!);
    standing = order;
    if (l + 1 === links.length) return;
    source = sourceAfter(result.origins(), source, first);
    earlier = [];
    for (let j = 0; j < source.length; j++) if (source[j]! < 0) earlier.push([j, items[-1 - source[j]!]!]);
  });
  settleItems(originals, items);
  return { ...originals, items, standing, sources };
}

/** Fates that a link gives to originals. A loop over numbers alone, because it runs over every message for every link of a slider step. */
function carryOver(
  { fates, by, at, twice, item }: Originals,
  given: Uint8Array,
  source: Int32Array | null,
  into: Int16Array | undefined,
  summaryItem: Int32Array,
  link: number,
): void {
  for (let j = 0; j < given.length; j++) {
    const fate = given[j]!;
    if (fate === KEEP) continue;
    const from = source === null ? j : source[j]!;
    if (from < 0) continue;
    if (fates[from] !== KEEP) twice[from] = 1;
    fates[from] = fate;
    by[from] = link + 1;
    at[from] = j;
    if (fate === SUMMARIZE) item[from] = summaryItem[into === undefined ? 0 : into[j]!]!;
  }
}

function sourceAfter(origins: Int32Array, source: Int32Array | null, first: number): Int32Array {
  const after = new Int32Array(origins.length);
  let next = first;
  for (let j = 0; j < after.length; j++) {
    const origin = origins[j]!;
    if (origin < 0) after[j] = -1 - next++;
    else after[j] = source === null ? origin : source[origin]!;
  }
  return after;
}

function settleItems({ fates, by, at, item }: Originals, items: readonly Item[]): void {
  if (items.every(({ into, dropped }) => into === null && dropped === null)) return;
  const index = new Map(items.map((one, k) => [one, k]));
  const last = items.map((one) => {
    let end = one;
    while (end.into) end = end.into;
    return end;
  });
  for (let i = 0; i < item.length; i++) {
    if (item[i]! < 0) continue;
    const end = last[item[i]!]!;
    if (end.dropped) {
      fates[i] = DROP;
      by[i] = end.dropped.link + 1;
      at[i] = end.dropped.at;
      item[i] = -1;
    } else item[i] = index.get(end)!;
  }
}

const textOf = (parts: readonly Part[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');

function membersOf(item: Int32Array, k: number): number[] {
  const members: number[] = [];
  for (let i = 0; i < item.length; i++) if (item[i] === k) members.push(i);
  return members;
}

function requestOf({ summary, changed }: Item, id: string, list: () => number[]): SummaryRequest {
  const { maxTokens, maxChars, style, before, after, spare } = summary!.request;
  let members: number[] | undefined;
  return {
    id,
    get members() {
      members ??= list();
      return members;
    },
    maxTokens,
    ...(maxChars === undefined ? {} : { maxChars }),
    style,
    ...(spare === undefined ? {} : { spare }),
    ...(changed || before === undefined ? {} : { before }),
    ...(changed || after === undefined ? {} : { after }),
  };
}

function outcomeOf(one: Item, traced: ChainTrace): SummarySuccess {
  const { outcome, tokens } = one.summary!;
  const source = traced.sources[one.link];
  if (!source && !one.changed) return outcome;
  const { spans: _, ...rest } = outcome;
  let spans: readonly SummarySpan[] | undefined;
  return {
    ...rest,
    ...(one.changed ? { text: one.text, tokens } : {}),
    get spans() {
      spans ??= spansOf(one, traced).filter(({ text }) => !one.changed || one.text.includes(text));
      return spans;
    },
  };
}

function spansOf(one: Item, traced: ChainTrace): readonly SummarySpan[] {
  const source = traced.sources[one.link];
  const own = one.summary!.outcome.spans;
  if (!source) return own;
  return own.map(({ text, section, source: from }): SummarySpan => {
    const named = { text, ...(section === undefined ? {} : { section }) };
    const origin = from === undefined ? undefined : source[from];
    if (origin === undefined) return named;
    if (origin >= 0) return { ...named, source: origin };
    const earlier = traced.items[-1 - origin]!;
    const same = earlier.summary && spansOf(earlier, traced).find((span) => span.text.includes(text) || text.includes(span.text));
    return same?.source === undefined ? named : { ...named, source: same.source };
  });
}

function editsOf({ fates, by, at, twice }: ChainTrace, links: readonly Link[]): Edits {
  let size = 0;
  for (let i = 0; i < fates.length; i++) if (fates[i] === EDIT || fates[i] === OFFLOAD) size++;
  const resultOf = (i: number): CompactionResult | undefined => (fates[i] === EDIT || fates[i] === OFFLOAD ? links[by[i]! - 1]?.result : undefined);
  const keepsShape = links.every(({ result }) => result.plan.edits.size === 0 || result.plan.edits.keepsShape);
  return {
    size,
    get: (i) => resultOf(i)?.plan.edits.get(at[i]!),
    tokens: (i) => resultOf(i)?.left[at[i]!] ?? 0,
    // The gaps of a second edit refer to a text that is no longer the original.
    gaps: (i, found) => twice[i] !== 1 && resultOf(i)?.plan.edits.gaps?.(at[i]!, found) === true,
    ...(keepsShape ? { keepsShape } : {}),
  };
}

function reasons(prepared: PreparedTranscript, links: readonly Link[], { by, at, sources }: ChainTrace): Plan['reason'] {
  const last = links.length - 1;
  const source = sources[last];
  let indexInLast: Int32Array | undefined;
  const lastIndex = (i: number): number => {
    if (!source) return i;
    if (!indexInLast) {
      indexInLast = new Int32Array(prepared.n);
      for (let j = 0; j < source.length; j++) if (source[j]! >= 0) indexInLast[source[j]!] = j;
    }
    return indexInLast[i]!;
  };
  return (i): Reason => {
    const l = by[i] === 0 ? last : by[i]! - 1;
    const { stage, strategy, result } = links[l]!;
    return { ...result.plan.reason(by[i] === 0 ? lastIndex(i) : at[i]!), via: { stage, strategy: strategy.id } };
  };
}
