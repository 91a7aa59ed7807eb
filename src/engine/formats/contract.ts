import type { FilePart, ImagePart, Origin, Result, Transcript, Warning } from '../transcript/types.ts';

/** What a file looked like before any format was tried. */
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
  /** The whole text where the container is `text`; empty otherwise, because records hold everything then. */
  readonly text: string;
  /** The first characters of the file (at most 2,000), for error messages. */
  readonly head: string;
  readonly records: readonly SourceRecord[];
  /** Damage that reading the container met. */
  readonly warnings: readonly Warning[];
  /** Set on text that begins like JSON: why it is none. */
  readonly notJson?: ImportError;
}

/** Called by an importer or exporter for everything it does not understand, repairs or leaves out. */
export type Report = (warning: Omit<Warning, 'count'> & { readonly count?: number }) => void;

/** 0 = certainly not, 1 = certainly. Formats that share keys answer less the weaker their mark is. */
export type Confidence = number;

/**
 * What a file of the format has room for. An export says what it leaves out, and the round-trip comparison of the
 * contract suite ignores exactly that.
 */
export interface Carries {
  /** Calls and results as such. False = they become text. */
  readonly tools: boolean;
  /** Text of a tool that is no result of a call. False = it becomes user text. */
  readonly toolText: boolean;
  readonly toolDefinitions: boolean;
  /** 'first' = system messages at the beginning only; false = none. The others become user text that says so. */
  readonly system: 'any' | 'first' | false;
  /** 'signed' = only with the provider's signature; 'own' = only when the transcript came in one of `family`. */
  readonly reasoning: boolean | 'signed' | 'own';
  /** Reasoning is readable or encrypted there, never both. */
  readonly eitherReasoning?: true;
  /** Formats whose notation this one shares: fields kept in `extra` go back into them. */
  readonly family: readonly string[];
  /** Images and files with their data; 'user' = in user messages only, others move into one. */
  readonly media: 'any' | 'not-assistant' | 'user' | false;
  /** Which images and files it can hold at all; absent = all. The others become a note. */
  readonly holds?: (part: ImagePart | FilePart) => boolean;
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
  /** A provider accepts a file of this format as it stands, so on export every call is answered directly after it. */
  readonly paired: boolean;
  /** Messages without any content. False = they are left out. */
  readonly empty: boolean;
  /** Text that is white space and nothing else. False = it is left out. */
  readonly blankText: boolean;
  /** White space at the end of an answer that ends the conversation. False = it is left out. */
  readonly finalSpace: boolean;
  /** Neighbouring messages of one role stay apart, and any role may come first. */
  readonly neighbours: boolean;
}

/** A transcript format: one folder, `index.ts` exporting one of these, its test beside it. */
export interface Format {
  readonly id: string;
  /** Name as its makers write it; not translated. */
  readonly title: string;
  readonly extension: 'json' | 'jsonl' | 'md' | 'txt';
  /** What a person would expect to see in such a file, for error messages. */
  readonly expected: string;
  detect(source: Source): Confidence;
  /** Throws nothing: what it cannot read becomes a warning through `report`, or an error. */
  parse(source: Source, report: Report): Result<Transcript[], ImportError>;
  /** Text of one conversation in this format, valid for its provider. Absent = import only. */
  serialize?(transcript: Transcript, report: Report): string;
  /** Present with `serialize`. */
  readonly carries?: Carries;
}

export interface ImportError extends Origin {
  /** Stable code: `empty`, `binary`, `unknown-format`, `not-json`, `no-messages`, `too-large`, … */
  readonly code: string;
  readonly message: string;
  /** What was expected there. */
  readonly expected: string;
  /** First lines of the source (at most 3 × 200 characters), as text. */
  readonly excerpt?: string;
}

export interface Detected {
  readonly format: string;
  readonly confidence: Confidence;
}

export interface Parsed {
  readonly format: string;
  readonly confidence: Confidence;
  /** Every format that could be meant, best first. */
  readonly candidates: readonly Detected[];
  readonly conversations: readonly Transcript[];
  readonly warnings: readonly Warning[];
}
