import type { FilePart, ImagePart, Origin, Reason, Result, Transcript, Warning } from '../transcript/types.ts';

/** How a file looked before any format was tried. */
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
  /** Damage found while reading the container. */
  readonly warnings: readonly Warning[];
  /** Set on text that begins like JSON: why it is not. */
  readonly notJson?: ImportError;
}

/** Called by an importer or exporter for everything it does not understand, repairs or omits. */
export type Report = (warning: Omit<Warning, 'count'> & { readonly count?: number }) => void;

/** 0 = certainly not, 1 = certainly. Formats that share keys answer lower, the less specific their evidence is. */
export type Confidence = number;

/**
 * What the format can represent. An export reports what it omits, and the round-trip comparison of the contract suite ignores exactly that.
 */
export interface FormatCapabilities {
  /** Calls and results as such. False = they become text. */
  readonly tools: boolean;
  /** Text of a tool that is no result of a call. False = it becomes user text. */
  readonly toolText: boolean;
  readonly toolDefinitions: boolean;
  /** 'first' = system messages at the beginning only; false = none. The others become user text with a note. */
  readonly system: 'any' | 'first' | false;
  /** 'signed' = only with the provider's signature; 'own' = only if the transcript came in a format of `family`; 'own-or-signed' = of these, also without text where it is signed; 'encrypted' = of these, only with what the provider encrypted. */
  readonly reasoning: boolean | 'signed' | 'own' | 'own-or-signed' | 'encrypted';
  /** Reasoning is either readable or encrypted, never both. */
  readonly eitherReasoning?: true;
  /** Reasoning is its text alone, without what its provider signed or encrypted. */
  readonly plainReasoning?: true;
  /** Texts of a message, and of a result, are one text. */
  readonly oneText?: true;
  /** False = types of images and files are left out: whoever reads them finds out by the bytes. */
  readonly mimes?: false;
  /** Formats with the same notation: fields kept in `extra` are written back into them. */
  readonly family: readonly string[];
  /** Images and files with their data; 'user' = in user messages only, others move into one. */
  readonly media: 'any' | 'not-assistant' | 'user' | false;
  /** Kinds of images and files it can hold; absent = all. The others become a note. */
  readonly holds?: (part: ImagePart | FilePart) => boolean;
  /** References to images and files that the receiver resolves beside web addresses, if the transcript came in a format of `family`; 'any' = all stay. Absent = none. */
  readonly references?: RegExp | 'any';
  /** Texts of documents as documents. Absent = as text under their title. */
  readonly documents?: true;
  /** Time, model and recorded usage of a message. */
  readonly records: boolean;
  readonly isError: boolean;
  /** Marks of the recorded agent's compactions; 'summaries' = only those with a readable summary. */
  readonly compactions: boolean | 'summaries';
  readonly branches: boolean;
  readonly subagents: boolean;
  readonly title: boolean;
  /** Speakers' names. */
  readonly names: boolean;
  /** The mark `synthetic`; 'user' = on user messages only. */
  readonly synthetic: boolean | 'user';
  /** Order of parts in a message: kept; or reasoning, text, calls; or calls in a message of their own. */
  readonly parts: 'any' | 'grouped' | 'separate';
  /** False = names of files are left out. */
  readonly fileNames?: false;
  /** A provider accepts a file of this format directly, so on export every call is answered immediately after it. */
  readonly paired: boolean;
  /** Messages without any content. False = omitted. */
  readonly empty: boolean;
  /** Text that is only white space. False = omitted. */
  readonly blankText: boolean;
  /** White space at the end of a final answer. False = omitted. */
  readonly finalSpace: boolean;
  /** Adjacent messages of one role stay separate, and any role may come first; 'one-answer' = but adjacent answers become one. */
  readonly neighbours: boolean | 'one-answer';
}

/** How well a format is known: by files that its program recorded, by its program's source or reference, by files in the tests of other tools. */
export type Evidence = 'recorded' | 'source' | 'fixtures';

/** The mark of a program's version in its files. */
export interface VersionMark {
  /** The program, or the format where that has versions of its own. */
  readonly by: string;
  /** The newest version whose files were tested. */
  readonly tested: string;
  /** The version that a file states; a number or a text that holds one. */
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
  detect(source: Source): Confidence;
  /** Never throws: what it cannot read becomes a warning through `report`, or an error. */
  parse(source: Source, report: Report): Result<Transcript[], ImportError>;
  /** Text of one conversation in this format, valid for its provider. Absent = import only. */
  serialize?(transcript: Transcript, report: Report): string;
  /** Present with `serialize`. */
  readonly carries?: FormatCapabilities;
}

export interface ImportError extends Origin {
  /** Stable code: `empty`, `binary`, `unknown-format`, `not-json`, `no-messages`, `too-large`, … */
  readonly code: string;
  /** What a person is told. */
  readonly reason: Reason;
  /** What was expected there: any of these. */
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
