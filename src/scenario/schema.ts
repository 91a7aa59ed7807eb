/**
 * Everything a link carries. Types only; the zod schema, defaults, migrations and codec stand beside this file.
 * A scenario is data: no functions, no keys, no transcript text unless the person shares it.
 */
import type { Wishes } from '../engine/answer/contract.ts';
import type { MockOutcome, PromptId } from '../engine/summarizers/contract.ts';
import type { Priority } from '../engine/signals/contract.ts';
import type { ModelChoice } from '../models/contract.ts';
import type { TokenizerId } from '../engine/tokens/contract.ts';
import type { Caching } from '../engine/replay/contract.ts';
import type { Trigger } from '../engine/triggers/contract.ts';

export const SCENARIO_VERSION = 1;

/** Settings that follow the file: automatic again with the next one, unless a person pinned them (next-file.ts). */
export const FILE_SETTINGS = ['window', 'model', 'tokenizer', 'target', 'replayWindow', 'priceModel', 'caching'] as const;
export type FileSetting = (typeof FILE_SETTINGS)[number];

export interface Row {
  /** Unique in the scenario; equals the strategy id for the first row of a strategy, `<id>~2` … for duplicates. */
  readonly key: string;
  readonly strategy: string;
  /** Only what the person changed; everything else is the default or the shared control. */
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
  /** The transcript itself travels in the link (our own format, text). */
  | { readonly kind: 'inline'; readonly name: string; readonly text: string };

/** same = at most what A leaves (target where it leaves nearly all); shipped = each by its makers' settings; own = the target. */
export const BUDGETS = ['same', 'shipped', 'own'] as const;
export type Budget = (typeof BUDGETS)[number];

export interface Settings {
  /** Context window in tokens; null = what the recording states, else the model's, else 128,000. */
  readonly window: number | null;
  /** Share of the window, 0–1. */
  readonly trigger: number;
  /** 0 < x ≤ 1 share of the original tokens, or of the window where that is smaller; an integer ≥ 2 tokens, at most the window. */
  readonly target: number;
  /** What a policy may leave. */
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
  /** Who writes summaries: `built-in`, or the id of one of `models` (models/contract.ts: choiceId). */
  readonly summarizer: string;
  /** What is compared by where a strategy can compare by embeddings: `words` (absent too), or the id of one of `models` of that kind. */
  readonly embedder?: string;
  /** Real models that a person set up, without keys. */
  readonly models: readonly ModelChoice[];
  /** Instructions that a person edited, by system; the others are ours (models/prompt.ts). */
  readonly prompts: Readonly<Partial<Record<PromptId, string>>>;
  /** Keys, tokens, passwords, private keys are masked before anything is sent. */
  readonly maskSecrets: boolean;
  readonly maskEmails: boolean;
  /** Calls under way at the same time. */
  readonly parallelCalls: number;
  readonly summarizerOutcome: MockOutcome;
  readonly seed: number;
  /** Word lists that a person replaced, by list id (engine/signals/keywords.ts); a list that is not there has its default. */
  readonly keywords: Readonly<Record<string, readonly string[]>>;
}

/** A compaction that was carried out: everything its result depends on, so that running it again gives the same context. */
export interface Step {
  readonly strategy: string;
  /** Only what the person changed. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Who wrote its summaries; absent = as its settings say. */
  readonly summarizer?: string;
  /** What it compared by; absent = as its settings say. */
  readonly embedder?: string;
  readonly settings: Settings;
  readonly marks: Readonly<Record<string, Priority | 'pin'>>;
  /** ISO time at which it was carried out. */
  readonly at: string;
}

/** When a replay compacts, and what it counts with; window, target and everything else come from the settings. */
export interface Replay {
  /** Each row has the trigger of its system with its settings; `triggers` is that of the rows that have none. Else it is that of all. */
  readonly ownTriggers: boolean;
  /** null = one: the page's trigger, as use of the window. */
  readonly triggers: readonly Trigger[] | null;
  readonly combine: 'any' | 'all';
  /** Messages (indexes into the transcript) after which a person compacts by hand, ascending. */
  readonly hand: readonly number[];
  /** Share of the window at which a warning is given (S2); null = none. */
  readonly warning: number | null;
  /** Requests after a compaction without an automatic one. */
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
  /** Columns that it is sorted by, the first decides; with a `-` before the name: largest first. */
  readonly sort?: readonly string[];
  /** Columns switched on or off. */
  readonly columns?: Readonly<Record<string, boolean>>;
  /** Columns that stand elsewhere, from left to right, each with the one that it stands behind; '' = first. */
  readonly moved?: readonly (readonly [column: string, behind: string])[];
  /** px. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Columns that stay in view at an edge while the table scrolls sideways, or that no longer do. */
  readonly frozen?: Readonly<Record<string, 'start' | 'end' | 'no'>>;
  /** Column whose values are the groups of the rows. */
  readonly group?: string;
  /** What columns are filtered by. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Rows with their details, by id: open (true); groups: closed (false). */
  readonly open?: Readonly<Record<string, boolean>>;
}

/** Views of one session. */
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
   * Number (from 1) of the recorded agent's compaction that the comparison stands right before: all rows run on the context that the agent
   * had there. Absent = the end of the conversation.
   */
  readonly until?: number;
  /** Format chosen by the person, when not the detected one. */
  readonly format: string | null;
  readonly settings: Settings;
  /** Settings of the file that stay when another one is opened; absent = none. */
  readonly kept?: readonly FileSetting[];
  /** Rows that differ from "every strategy once with defaults": changed parameters and duplicates. */
  readonly rows: readonly Row[];
  readonly marks: Readonly<Record<string, Priority | 'pin'>>;
  /** Compactions carried out on top of one another, the oldest first: the working context is what they leave. */
  readonly applied: readonly Step[];
  /** How many of the compactions that the file itself brings are taken back, the newest first. */
  readonly undone: number;
  readonly replay: Replay;
  readonly view: View;
}
