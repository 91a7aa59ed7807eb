import type { PresetSource } from '../../strategies/contract.ts';
import type { OwnTrigger } from '../../triggers/contract.ts';
import type { BooleanParam, ChoiceParam, NumberParam, TextParam } from '../../strategies/params.ts';
import type { ChatMessage } from './chat.ts';

export type Fate = 'keep' | 'edit' | 'summarise' | 'drop';

export interface ProductInsertion {
  readonly before: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: { readonly text: string } | { readonly summary: ProductSummary };
}

export interface ProductSummary {
  readonly of: readonly number[];
  /** Headings of its sections, in the product's order and wording. Absent: free text. */
  readonly sections?: readonly string[];
  /** Most tokens of its text. Absent: the product sets no limit. */
  readonly tokens?: number;
  /** Parts of `of` that are summarised one by one; the texts are joined. Absent: all in one request. */
  readonly chunks?: readonly (readonly number[])[];
}

export interface Outcome {
  readonly fates: readonly Fate[];
  readonly edits: ReadonlyMap<number, ChatMessage>;
  readonly inserted: readonly ProductInsertion[];
}

export type { PresetSource as Source };

export type Values = Readonly<Record<string, number | string | boolean>>;

type ParamOf<V> = V extends number ? NumberParam : V extends boolean ? BooleanParam : ChoiceParam | TextParam;
export type ProductParams<P extends Values> = { readonly [K in keyof P]: ParamOf<P[K]> };

export interface Peer<P extends Values = Values> {
  /** Parameters that were not the product's own. */
  readonly params?: Partial<P>;
  /** Context window in tokens; 200,000 where absent. */
  readonly window?: number;
  readonly differs?: Readonly<Record<string, string>>;
}

/** The compaction of one published product, with the product's own defaults and its own flaws. */
export interface Product<P extends Values = Values> {
  /** `pi`, `gemini-cli`, … unique among the products. */
  readonly id: string;
  readonly source: PresetSource;
  /** By the product's own names, with its own values as defaults. */
  readonly params: ProductParams<P>;
  /** The defaults of `params`. */
  readonly defaults: P;
  /** Recordings of its published code, by name. Absent: its code was not run. */
  readonly peers?: Readonly<Record<string, Peer<P>>>;
  /** The parameter that says how much stays, moved to reach an equal target; absent = the rule has no such number. */
  readonly knob?: string;
  /** One of several rules of a product, or one that few use: it has a row where a person asks for it. */
  readonly onDemand?: true;
  /** What stands for the conversation is encrypted: nobody can see what it holds. */
  readonly hidden?: true;
  /** Values of its row where the product's own change nothing. */
  readonly row?: Partial<P>;
  /** Most tokens of a summary that it asks for, infinity where it sets no limit; absent = it writes none. */
  readonly summaries?: number;
  /** When the product compacts by itself in this window; absent = not known, and the common trigger decides. */
  trigger?(params: P, window: number): OwnTrigger;
  /**
   * What it keeps, edits and drops if it compacted now. Pure. The product's trigger is not asked; limits that are part of the selection
   * ("only if at least 30,000 tokens can be saved") are.
   * @param window context window of the model in tokens
   * @param count tokens of a text by the model's tokenizer, for products that ask it; without it they estimate as they do where it is missing
   */
  compact(messages: readonly ChatMessage[], params: P, window: number, count?: (text: string) => number): Outcome;
}
