/** Everything a link carries. A scenario is data: no functions, no keys, no transcript text unless the person shares it. */
import type { Wishes } from '../engine/answer/contract.ts';
import type { Caching } from '../engine/replay/contract.ts';
import type { Priority } from '../engine/signals/contract.ts';
import type { MockOutcome, PromptId } from '../engine/summarizers/contract.ts';
import type { TokenizerId } from '../engine/tokens/contract.ts';
import type { Trigger } from '../engine/triggers/contract.ts';
import type { ModelChoice } from '../models/contract.ts';

export const SCENARIO_VERSION = 1;

/** Settings that follow the file: automatic again with the next one, unless a person pinned them (next-file.ts). */
export const FILE_SETTINGS = ['window', 'model', 'tokenizer', 'target', 'replayWindow', 'priceModel', 'caching'] as const;
export type FileSetting = (typeof FILE_SETTINGS)[number];

export interface Row {
  readonly key: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Who writes this row's summaries; absent = as the settings say. */
  readonly summarizer?: string;
  /** What this row compares by, where its strategy can compare by embeddings; absent = as the settings say. */
  readonly embedder?: string;
}

export type TranscriptRef =
  | { readonly kind: 'sample'; readonly id: string; readonly hash?: string }
  /** A file that the opener must supply; sha-256 of its bytes, hex. */
  | { readonly kind: 'file'; readonly name: string; readonly hash: string; readonly bytes: number }
  | { readonly kind: 'inline'; readonly name: string; readonly text: string };

/** same = at most what A leaves (target where it leaves nearly all); shipped = each by its makers' settings; own = the target. */
export const BUDGETS = ['same', 'shipped', 'own'] as const;
export type Budget = (typeof BUDGETS)[number];

export interface Settings {
  /** Context window in tokens; null = what the recording states, else the model's, else 128,000. */
  readonly window: number | null;
  /** Share of the window, 0–1. */
  readonly trigger: number;
  readonly target: number;
  readonly budget: Budget;
  readonly keepRecent: number;
  readonly preserveStart: number;
  readonly preserveEnd: number;
  readonly longTokens: number;
  readonly shortTokens: number;
  readonly edgeStart: number;
  readonly edgeEnd: number;
  /** Weight of token reduction, 0–1. */
  readonly weight: number;
  /** null = the transcript's own. */
  readonly model: string | null;
  /** null = the model's. */
  readonly tokenizer: TokenizerId | null;
  /** Tokens added per message (S1). */
  readonly overhead: number;
  readonly summarizer: string;
  /** What is compared by where a strategy can compare by embeddings: `words` (absent too), or the id of one of `models` of that kind. */
  readonly embedder?: string;
  readonly models: readonly ModelChoice[];
  readonly prompts: Readonly<Partial<Record<PromptId, string>>>;
  readonly maskSecrets: boolean;
  readonly maskEmails: boolean;
  readonly parallelCalls: number;
  readonly summarizerOutcome: MockOutcome;
  readonly seed: number;
  /** Word lists that a person replaced, by list id (engine/signals/keywords.ts); a list that is not there has its default. */
  readonly keywords: Readonly<Record<string, readonly string[]>>;
}

/** A compaction that was carried out: everything its result depends on, so that running it again gives the same context. */
export interface Step {
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Who wrote its summaries; absent = as its settings say. */
  readonly summarizer?: string;
  /** What it compared by; absent = as its settings say. */
  readonly embedder?: string;
  readonly settings: Settings;
  readonly marks: Readonly<Record<string, Priority | 'pin'>>;
  readonly at: string;
}

export interface Replay {
  readonly ownTriggers: boolean;
  /** null = one: the page's trigger, as use of the window. */
  readonly triggers: readonly Trigger[] | null;
  readonly combine: 'any' | 'all';
  readonly hand: readonly number[];
  /** Share of the window at which a warning is given (S2); null = none. */
  readonly warning: number | null;
  readonly cooldown: number;
  /** What is said to a strategy that asks first: null = yes, else its alternative. */
  readonly answer: string | null;
  /** Keys of the rows that run; null = A, B and C. */
  readonly strategies: readonly string[] | null;
  /** Instead of the window of the settings, tokens. */
  readonly window: number | null;
  /** Whose prices are counted with; null = the model in use. */
  readonly priceModel: string | null;
  /** Whose prices and window the calls have that write summaries; null = `priceModel`. */
  readonly summaryModel: string | null;
  /** How prompts are cached; null = as the provider of that model does. */
  readonly caching: Caching | null;
}

/** What a person changed of a table. A field that is absent is as the table has it by itself; names are ids of its columns. */
export interface TableView {
  readonly sort?: readonly string[];
  readonly columns?: Readonly<Record<string, boolean>>;
  readonly moved?: readonly (readonly [column: string, behind: string])[];
  /** px. */
  readonly widths?: Readonly<Record<string, number>>;
  readonly frozen?: Readonly<Record<string, 'start' | 'end' | 'no'>>;
  readonly group?: string;
  readonly filters?: Readonly<Record<string, string>>;
  readonly open?: Readonly<Record<string, boolean>>;
}

export const TABS = ['answer', 'policies', 'plot', 'replay'] as const;
export type Tab = (typeof TABS)[number];

export interface View {
  /** By the name of the table; absent = as it is by itself. */
  readonly tables: Readonly<Record<string, TableView>>;
  /** C: key of the policy opened last; absent = the best that is not ours. A and B follow the session. */
  readonly other?: string;
  /** Every row of the comparison, not only the short list (rows.ts: shownRows). */
  readonly allRows: boolean;
  readonly deltas: boolean;
  readonly color: 'priority' | 'fate' | 'role';
  readonly width: 'tokens' | 'messages';
  readonly layout: 'columns' | 'unified' | 'request';
  readonly onlyDifferences: boolean;
  /** Columns that the plot draws against each other; null = recall against tokens where there is recall, else what efficiency is made of. */
  readonly plot: { readonly x: string; readonly y: string } | null;
  /** Open message (index), or null. */
  readonly selected: number | null;
  readonly tab: Tab;
  /** What matters to the person; absent = what is kept, of rows that the provider accepts within the budget (engine/answer/contract.ts: WISHES). */
  readonly wishes?: Wishes;
}

export interface Scenario {
  readonly v: typeof SCENARIO_VERSION;
  readonly transcript: TranscriptRef;
  /** Conversation within the file, 0-based; subagents after the main lines, in order of appearance. */
  readonly conversation: number;
  /**
   * Number (from 1) of the recorded agent's compaction that the comparison is right before: all rows run on the context that the agent
   * had there. Absent = the end of the conversation.
   */
  readonly until?: number;
  /** Format chosen by the person, when not the detected one. */
  readonly format: string | null;
  readonly settings: Settings;
  /** Settings of the file that stay when another one is opened; absent = none. */
  readonly kept?: readonly FileSetting[];
  readonly rows: readonly Row[];
  readonly marks: Readonly<Record<string, Priority | 'pin'>>;
  readonly applied: readonly Step[];
  readonly undone: number;
  readonly replay: Replay;
  readonly view: View;
}

/** The replaceable keyword lists, for the page, which may import only contracts of the engine. */
export {
  defaultWords,
  KEYWORD_LISTS,
  type KeywordList,
  type Keywords,
  LONGEST_WORD,
  MOST_WORDS,
} from '../engine/signals/keywords.ts';
