import { type Provider, resolveModel } from '../tokens/tokenizers.ts';
import type { FilePart, ImagePart, Origin, Reason, Transcript, Warning } from '../transcript/types.ts';

export type ContainerKind = 'json' | 'jsonl' | 'concatenated-json' | 'text';

/** One JSON value of the source with its place. `line` is 1-based; damaged lines never become records. */
export interface SourceRecord {
  readonly value: unknown;
  readonly line?: number;
  readonly path?: string;
}

/** The decoded source: text where the container is text, records otherwise (a JSON document is one record). */
export interface Source {
  readonly name: string;
  readonly container: ContainerKind;
  /** The whole text where the container is `text`; empty otherwise, because the records hold everything. */
  readonly text: string;
  /** The first characters of the file (at most 2,000), for error messages. */
  readonly head: string;
  readonly records: readonly SourceRecord[];
  readonly warnings: readonly Warning[];
  /** Set on text that begins like JSON: why it is not. */
  readonly notJson?: ImportError;
}

/** Called by an importer or exporter for everything it does not understand, repairs or omits. */
export type Report = (warning: Omit<Warning, 'count'> & { readonly count?: number }) => void;

/** 0 = certainly not, 1 = certainly. Formats that share keys answer lower, the less specific their evidence is. */
export type Confidence = number;

/** What the format can represent. */
export interface FormatCapabilities {
  readonly tools: boolean;
  readonly toolText: boolean;
  readonly toolDefinitions: boolean;
  readonly system: 'any' | 'first' | false;
  /** 'signed' = only with the provider's signature; 'own' = only if the transcript came in a format of `family`; 'own-or-signed' = of these, also without text where it is signed; 'encrypted' = of these, only with what the provider encrypted. */
  readonly reasoning: boolean | 'signed' | 'own' | 'own-or-signed' | 'encrypted';
  /** Reasoning is either readable or encrypted, never both. */
  readonly eitherReasoning?: true;
  readonly plainReasoning?: true;
  readonly oneText?: true;
  /** False = types of images and files are left out: whoever reads them finds out by the bytes. */
  readonly mimes?: false;
  /** Formats with the same notation: fields kept in `extra` are written back into them. */
  readonly family: readonly string[];
  readonly media: 'any' | 'not-assistant' | 'user' | false;
  /** Kinds of images and files it can hold; absent = all. The others become a note. */
  readonly holds?: (part: ImagePart | FilePart) => boolean;
  /** References to images and files that the receiver resolves beside web addresses, if the transcript came in a format of `family`; 'any' = all stay. Absent = none. */
  readonly references?: RegExp | 'any';
  /** Texts of documents as documents. Absent = as text under their title. */
  readonly documents?: true;
  /** When a message was written, by which model, with which usage; 'totals' = without how long the cache keeps what was written to it. */
  readonly records: boolean | 'totals';
  readonly isError: boolean;
  readonly compactions: boolean | 'summaries';
  readonly branches: boolean;
  readonly subagents: boolean;
  readonly title: boolean;
  readonly names: boolean;
  /** The mark `synthetic`; 'user' = on user messages only. */
  readonly synthetic: boolean | 'user';
  readonly parts: 'any' | 'grouped' | 'separate';
  readonly fileNames?: false;
  /** A provider accepts a file of this format directly, so on export every call is answered immediately after it. */
  readonly paired: boolean;
  readonly empty: boolean;
  readonly blankText: boolean;
  readonly finalSpace: boolean;
  readonly neighbours: boolean | 'one-answer';
}

/** What a provider's request holds: who says what with which tools, and no record of it. */
export const REQUEST_CARRIES = {
  tools: true,
  toolText: false,
  toolDefinitions: true,
  system: 'any',
  reasoning: true,
  records: false,
  isError: true,
  compactions: false,
  branches: false,
  subagents: false,
  title: false,
  names: false,
  synthetic: false,
  parts: 'any',
  paired: true,
  empty: false,
  blankText: true,
  finalSpace: true,
  neighbours: true,
} as const;

/** What a session that a program recorded holds. */
export const SESSION_CARRIES = {
  ...REQUEST_CARRIES,
  toolDefinitions: false,
  records: true,
  compactions: true,
  branches: true,
  title: true,
  synthetic: true,
  paired: false,
  empty: true,
} as const;

export type Evidence = 'recorded' | 'source' | 'fixtures';

export interface VersionMark {
  readonly by: string;
  readonly tested: string;
  readonly version: (source: Source) => unknown;
}

/** A transcript format: one folder, `index.ts` exporting one of these, its test beside it. Its name and content are in english.ts. */
export interface Format {
  readonly id: string;
  readonly extension: 'json' | 'jsonl' | 'md' | 'txt';
  readonly evidence: Evidence;
  /** Absent = its files state no version. */
  readonly written?: VersionMark;
  /** What of such files is not read, for the table of formats (docs/formats.md); absent = nothing that is known. */
  readonly unread?: string;
  /** Conversations without a message are kept: a compaction may leave one. */
  readonly keepsEmpty?: true;
  detect(source: Source): Confidence;
  /** Never throws: what it cannot read becomes a warning through `report`. An error only where it says more than that nobody spoke. */
  parse(source: Source, report: Report): readonly Transcript[] | ImportError;
  /** Text of one conversation in this format, valid for its provider. Absent = import only. */
  serialize?(transcript: Transcript, report: Report): string;
  readonly carries?: FormatCapabilities;
}

export interface ImportError extends Origin {
  /** Stable code: `empty`, `binary`, `unknown-format`, `not-json`, `no-messages`, `too-large`, … */
  readonly code: string;
  readonly reason: Reason;
  readonly expects: readonly Reason[];
  /** `reason` and `expects` in English, for programs. */
  readonly message: string;
  readonly expected: string;
  /** First lines of the source (at most 3 × 200 characters), as text. */
  readonly excerpt?: string;
}

export interface FormatMatch {
  readonly format: string;
  readonly confidence: Confidence;
}

export interface Parsed {
  readonly format: string;
  readonly confidence: Confidence;
  /** Every format that matches, best first. */
  readonly candidates: readonly FormatMatch[];
  readonly conversations: readonly Transcript[];
  readonly warnings: readonly Warning[];
}

export const RULE_SETS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
export type RuleSetId = (typeof RULE_SETS)[number];

/** Formats that are a provider's request, or of a program that uses one provider only. */
const OF_FORMAT: ReadonlyMap<string, RuleSetId> = new Map([
  ['openai-chat', 'openai-chat'],
  ['openai-finetune', 'openai-chat'],
  ['openai-responses', 'openai-responses'],
  ['codex-rollout', 'openai-responses'],
  ['codex-exec', 'openai-responses'],
  ['anthropic-messages', 'anthropic'],
  ['claude-code', 'anthropic'],
  ['claude-code-stream', 'anthropic'],
  ['managed-agents', 'anthropic'],
  ['claude-ai-export', 'anthropic'],
  ['gemini-api', 'gemini'],
  ['gemini-cli', 'gemini'],
]);

const OF_PROVIDER: Partial<Record<Provider, RuleSetId>> = { anthropic: 'anthropic', google: 'gemini' };

/** The rules of the format alone; null for a format of several providers. */
const formatRules = ({ format }: Pick<Transcript, 'format'>): RuleSetId | null => OF_FORMAT.get(format) ?? null;

/**
 * Which rules apply: the model's provider's if it has any, else the format's. OpenAI's models accept both of its request types, so the
 * format decides. `model` = chosen by the person, else the transcript's.
 */
export function ruleSetOf(transcript: Pick<Transcript, 'format' | 'model'>, model?: string | null): RuleSetId {
  const { provider } = resolveModel(model ?? transcript.model ?? undefined);
  const own = OF_PROVIDER[provider];
  if (own) return own;
  const byFormat = formatRules(transcript);
  if (provider === 'openai') return byFormat === 'openai-responses' ? byFormat : 'openai-chat';
  return byFormat ?? 'openai-chat';
}

/** Every rule set that a compaction of the transcript must satisfy: of the model in use, and of the export format. */
export function ruleSetsOf(transcript: Pick<Transcript, 'format' | 'model'>, model?: string | null): readonly RuleSetId[] {
  const own = ruleSetOf(transcript, model);
  const byFormat = formatRules(transcript);
  return byFormat === null || byFormat === own ? [own] : [own, byFormat];
}

/** Whether the model binds its thinking to everything before it ("preserved thinking"). */
export function bindsThinking(model: string | null | undefined): boolean {
  const name = (model ?? '').toLowerCase().replaceAll('.', '-');
  // `claude-opus-5-5`, `claude-opus-5-5-20260922` and `claude-5-5-opus`; a date is not a minor version.
  const found = /claude-(?:([a-z]+)-(\d+)(?:-(\d{1,2}))?(?!\d)|(\d+)(?:-(\d{1,2}))?-([a-z]+))/.exec(name);
  if (!found) return false;
  const family = found[1] ?? found[6];
  const version = Number(found[2] ?? found[4]) + Number(found[3] ?? found[5] ?? 0) / 100;
  return version >= (family === 'fable' || family === 'mythos' ? 5.01 : 5.05);
}
