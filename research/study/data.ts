/** The data of the study: sums and counts by conversation, no text. */
import { INDEPENDENT, type Independent } from '../../src/engine/recall/independent/contract.ts';

export const KINDS = ['coding', 'tools', 'chat'] as const;
/** Coding agents, agents with other tools (customer service), chats without tools. */
export type Kind = (typeof KINDS)[number];

/** Shares of one compaction of the whole conversation; null where the measure does not apply. */
export interface Whole {
  readonly retention: number | null;
  readonly constraints: number | null;
  readonly artifacts: number | null;
  readonly openWork: number | null;
  readonly errorFix: number | null;
  /** Tokens of the common prefix ÷ tokens after. */
  readonly cache: number | null;
}

/** Items of one independent measure, pooled over the cuts; means are no whole numbers. */
export interface Counted {
  readonly kept: number;
  /** In the tokens that the strategy left: random messages, the newest messages, and the fact ledger. */
  readonly chance: number;
  readonly newest: number;
  readonly ledger: number;
  /** The clairvoyant choice of whole blocks in these tokens; null where it was not asked for, and for edits, which have none. */
  readonly oracle: number | null;
  /** The newest half, then older words and calls without results; null where it was not asked for, absent in data of before engine 13. */
  readonly plain?: number | null;
}
export type IndependentCounted = Readonly<Record<Independent, Counted>>;

/** One strategy at one target, over the cuts of a conversation. */
export interface Row {
  readonly id: string;
  /** Needed facts that are still there, and those of them that are among their words. */
  readonly kept: number;
  readonly bound: number;
  /** Tokens after ÷ tokens before, and ÷ target; means over the cuts. */
  readonly tokens: number;
  readonly used: number;
  /** Cuts at which the target was met, at which anything was compacted, at which the result broke a rule that the recording kept. */
  readonly met: number;
  readonly compacted: number;
  readonly invalid: number;
  /** Cuts at which a product as shipped left no message, or not the user's last; absent in data of before engine 13. */
  readonly lacks?: number;
  /** Needed facts that chance, the oracle and the ledger keep in exactly the tokens that this strategy left. */
  readonly randomAt: number;
  readonly oracleAt: number;
  readonly ledgerAt: number;
  readonly whole: Whole | null;
  readonly independent: IndependentCounted;
}

export interface AtTarget {
  readonly share: number;
  /** Needed facts that chance and the oracle keep within the target. */
  readonly random: number;
  readonly oracle: number;
  readonly rows: readonly Row[];
}

export interface Conversation {
  readonly file: string;
  readonly name: string;
  readonly format: string;
  readonly kind: Kind;
  readonly messages: number;
  readonly tokens: number;
  readonly cuts: number;
  /** Facts seen before the cuts, and needed from memory after them; pooled. */
  readonly seen: number;
  readonly needed: number;
  /** Items that the independent measures ask for; pooled. */
  readonly items: Readonly<Record<Independent, number>>;
  /** Tokens of what must stay ÷ tokens of the context, mean over the cuts. */
  readonly stays: number;
  /** The recorded agent's own compactions: needed facts that its context held. */
  readonly recorded: { readonly needed: number; readonly kept: number; readonly compactions: number } | null;
  readonly targets: readonly AtTarget[];
  /** Set where several conversations of a file that need too few facts each stand as one. */
  readonly pooled?: number;
}

export interface Strategies {
  readonly id: string;
  readonly kind: 'strategy' | 'pipeline' | 'control' | 'variant' | 'product';
  readonly title: string;
  /** A product that has no number to aim at a target. */
  readonly fixed?: true;
  /** A product whose result only its provider can read: nothing can be said of what it keeps. */
  readonly hidden?: true;
}

export interface StudyData {
  /** Version of the engine's results: stored rows of another one cannot be kept beside new ones. */
  readonly engine: string;
  /** Files and conversations that could be read. */
  readonly filesRead: number;
  readonly conversationsRead: number;
  /** Files that were read and are not measured: plain text, in which what a tool gave stands as the assistant's own words. */
  readonly leftOut: readonly string[];
  readonly strategies: readonly Strategies[];
  /** At least 30 needed facts or 30 needed strings each: what every average is made of. */
  readonly conversations: readonly Conversation[];
  /** Those with fewer of both, pooled by file: shown by kind only. */
  readonly few: readonly Conversation[];
}

/** The fields of a row in the file, in this order; `whole` or null and the independent measures follow. */
const FIELDS = ['kept', 'bound', 'tokens', 'used', 'met', 'compacted', 'invalid', 'lacks', 'randomAt', 'oracleAt', 'ledgerAt'] as const;
const COUNTED = ['kept', 'chance', 'newest', 'ledger', 'oracle', 'plain'] as const;
const WHOLE_FIELDS = ['retention', 'constraints', 'artifacts', 'openWork', 'errorFix', 'cache'] as const;

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
const numbers = (value: unknown): unknown =>
  typeof value === 'number'
    ? rounded(value)
    : Array.isArray(value)
      ? value.map(numbers)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, numbers(inner)]))
        : value;

/** The file: one line for each conversation, rows as lists, four decimals (what differs further on differs between machines). */
export function toJson({ conversations, few, ...head }: StudyData): string {
  // Data of before engine 13 lack some.
  const any = [...conversations, ...few][0]?.targets[0]?.rows[0];
  const counts = FIELDS.filter((field) => any === undefined || field in any);
  const counted = COUNTED.filter((field) => any === undefined || field in any.independent.strings);
  const lineOf = (conversation: Conversation): string =>
    JSON.stringify({
      ...(numbers({ ...conversation, targets: [] }) as object),
      targets: conversation.targets.map(({ rows, ...target }) => ({
        ...(numbers(target) as object),
        rows: rows.map((row) =>
          numbers([
            ...counts.map((field) => row[field]!),
            row.whole && WHOLE_FIELDS.map((field) => row.whole![field]),
            INDEPENDENT.map((name) => counted.map((field) => row.independent[name][field]!)),
          ]),
        ),
      })),
    });
  const list = (of: readonly Conversation[]): string => `[\n${of.map(lineOf).join(',\n')}\n]`;
  const fields = { fields: [...counts, { whole: WHOLE_FIELDS }, { independent: INDEPENDENT, each: counted }] };
  return `${JSON.stringify({ ...head, ...fields }).slice(0, -1)},\n"conversations":${list(conversations)},\n"few":${list(few)}}\n`;
}

type Values = readonly (number | null)[];
type RowList = readonly [...counts: number[], whole: Values | null, independent: readonly Values[]];

/** Values in the order of their names. */
const byName = (names: readonly string[], values: Values): object => Object.fromEntries(names.map((name, k) => [name, values[k]]));

/** @param fields those of the file, in its order; `each` = those of an independent measure */
function rowFrom(id: string, list: RowList, fields: readonly string[], each: readonly string[]): Row {
  const whole = list.at(-2) as Values | null;
  const independent = list.at(-1) as readonly Values[];
  return {
    id,
    // One value for each name, as `toJson` wrote them.
    ...(byName(fields, list.slice(0, fields.length) as Values) as Omit<Row, 'id' | 'whole' | 'independent'>),
    whole: whole && (byName(WHOLE_FIELDS, whole) as Whole),
    independent: Object.fromEntries(INDEPENDENT.map((name, m) => [name, byName(each, independent[m]!)])) as unknown as IndependentCounted,
  };
}

/** Reads what `toJson` wrote. */
export function fromJson(text: string): StudyData {
  const { fields, ...data } = JSON.parse(text) as StudyData & { readonly fields: readonly (string | { readonly each?: readonly string[] })[] };
  const named = fields.filter((one) => typeof one === 'string');
  const each = fields.flatMap((one) => (typeof one === 'string' ? [] : (one.each ?? [])));
  const ids = data.strategies.map(({ id }) => id);
  const conversation = (one: Conversation): Conversation => ({
    ...one,
    targets: one.targets.map(({ rows, ...target }) => ({
      ...target,
      // As the file has them: lists of values.
      rows: (rows as unknown as readonly RowList[]).map((list, r) => rowFrom(ids[r]!, list, named, each)),
    })),
  });
  return { ...data, conversations: data.conversations.map(conversation), few: data.few.map(conversation) };
}
