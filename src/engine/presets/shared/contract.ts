import type { ChatMessage } from './chat.ts';

/** What becomes of a message. `summarise`: it goes, and a text that is put in stands for it. */
export type Fate = 'keep' | 'edit' | 'summarise' | 'drop';

/** A message that the product puts in. `before` = index of the message it precedes (the number of messages = at the end). */
export interface Inserted {
  readonly before: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: { readonly text: string } | { readonly summary: SummaryWanted };
}

/** A summary that the product asks its model for. */
export interface SummaryWanted {
  /** Indices of the messages that it stands for, in order: those with the fate `summarise`. */
  readonly of: readonly number[];
  /** Headings of its sections, in the product's order and wording. Absent: free text. */
  readonly sections?: readonly string[];
  /** Most tokens of its text. Absent: the product sets no limit. */
  readonly tokens?: number;
  /** Parts of `of` that are summarised one by one; the texts are joined. Absent: all in one request. */
  readonly chunks?: readonly (readonly number[])[];
}

/** What a product makes of a conversation: one fate per message, in order. Indices are those of the messages that it was given. */
export interface Outcome {
  readonly fates: readonly Fate[];
  /** The new content of every message with the fate `edit`. */
  readonly edits: ReadonlyMap<number, ChatMessage>;
  readonly inserted: readonly Inserted[];
}

/**
 * Whether the rule was checked by running the product's own code on the same conversations and comparing the three lists (kept, edited,
 * dropped), or read in its source or documentation.
 */
export type Evidence = 'checked' | 'read';

/** Where a rule comes from; shown beside everything that it does. */
export interface Source {
  /** The product's name as its makers write it. */
  readonly product: string;
  /** Release, commit or date that the rule belongs to; absent where nothing states one. */
  readonly version?: string;
  /** Package, file and function, or the title of the document. */
  readonly where: string;
  readonly evidence: Evidence;
}

/** Parameters of a product by the names that the product gives them. */
export type Values = Readonly<Record<string, number | string | boolean>>;

/** The compaction of one published product, with the product's own defaults and its own flaws. */
export interface Product<P extends Values = Values> {
  /** `pi`, `gemini-cli`, … unique among the products. */
  readonly id: string;
  readonly source: Source;
  /** The product's own values; numbers in the product's unit, which the doc comment of the type gives. */
  readonly defaults: P;
  /** The parameter that says how much stays, moved to reach an equal target; absent = the rule has no such number. */
  readonly knob?: string;
  /**
   * What it keeps, edits and drops if it compacted now. Pure. The product's trigger is not asked; limits that are part of the selection
   * ("only if at least 30,000 tokens can be saved") are.
   * @param window context window of the model in tokens
   * @param count tokens of a text by the model's tokenizer, for products that ask it; without it they estimate as they do where it is missing
   */
  compact(messages: readonly ChatMessage[], params: P, window: number, count?: (text: string) => number): Outcome;
}
