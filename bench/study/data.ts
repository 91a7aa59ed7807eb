/** The data of the study: sums and counts by conversation, no text. */

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

/** One strategy at one target, over the cuts of a conversation. */
export interface Row {
  readonly id: string;
  /** Needed facts that are still there, and those of them that stand among their words. */
  readonly kept: number;
  readonly bound: number;
  /** Tokens after ÷ tokens before, and ÷ target; means over the cuts. */
  readonly tokens: number;
  readonly used: number;
  /** Cuts at which the target was met, at which anything was compacted, at which the result broke a rule that the recording kept. */
  readonly met: number;
  readonly compacted: number;
  readonly invalid: number;
  /** Needed facts that chance, the oracle and the ledger keep in exactly the tokens that this strategy left. */
  readonly randomAt: number;
  readonly oracleAt: number;
  readonly ledgerAt: number;
  readonly whole: Whole | null;
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
  /** Files and conversations that could be read. */
  readonly filesRead: number;
  readonly conversationsRead: number;
  /** Files that were read and are not measured: plain text, in which what a tool gave stands as the assistant's own words. */
  readonly leftOut: readonly string[];
  readonly strategies: readonly Strategies[];
  /** At least 30 needed facts each: what every average is made of. */
  readonly conversations: readonly Conversation[];
  /** Those with fewer, pooled by file: shown by kind only. */
  readonly short: readonly Conversation[];
}

/** The fields of a row in the file, in this order; `whole` follows, or null. */
const FIELDS = ['kept', 'bound', 'tokens', 'used', 'met', 'compacted', 'invalid', 'randomAt', 'oracleAt', 'ledgerAt'] as const;
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
export function toJson({ conversations, short, ...head }: StudyData): string {
  const lineOf = (conversation: Conversation): string =>
    JSON.stringify({
      ...(numbers({ ...conversation, targets: [] }) as object),
      targets: conversation.targets.map(({ rows, ...target }) => ({
        ...(numbers(target) as object),
        rows: rows.map((row) => numbers([...FIELDS.map((field) => row[field]), row.whole && WHOLE_FIELDS.map((field) => row.whole![field])])),
      })),
    });
  const list = (of: readonly Conversation[]): string => `[\n${of.map(lineOf).join(',\n')}\n]`;
  const fields = { fields: [...FIELDS, { whole: WHOLE_FIELDS }] };
  return `${JSON.stringify({ ...head, ...fields }).slice(0, -1)},\n"conversations":${list(conversations)},\n"short":${list(short)}}\n`;
}

type RowList = readonly [...number[], readonly (number | null)[] | null];

/** Reads what `toJson` wrote. */
export function fromJson(text: string): StudyData {
  const data = JSON.parse(text) as StudyData;
  const ids = data.strategies.map(({ id }) => id);
  const conversation = (one: Conversation): Conversation => ({
    ...one,
    targets: one.targets.map(({ rows, ...target }) => ({
      ...target,
      // As the file has them: lists of values.
      rows: (rows as unknown as readonly RowList[]).map((list, r): Row => {
        const whole = list.at(-1) as readonly (number | null)[] | null;
        return {
          id: ids[r]!,
          ...(Object.fromEntries(FIELDS.map((field, k) => [field, list[k]])) as Record<(typeof FIELDS)[number], number>),
          // One value for each field of `Whole`, in their order.
          whole: whole && (Object.fromEntries(WHOLE_FIELDS.map((field, k) => [field, whole[k]])) as unknown as Whole),
        };
      }),
    })),
  });
  return { ...data, conversations: data.conversations.map(conversation), short: data.short.map(conversation) };
}
