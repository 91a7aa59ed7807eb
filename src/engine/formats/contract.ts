import type { Origin, Result, Transcript, Warning } from '../transcript/types.ts';

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
  readonly text: string;
  readonly records: readonly SourceRecord[];
}

/** 0 = certainly not, 1 = certainly. Formats that share keys answer less the weaker their mark is. */
export type Confidence = number;

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
  parse(source: Source, report: (w: Omit<Warning, 'count'> & { count?: number }) => void): Result<Transcript[], ImportError>;
  /** Text of one conversation in this format, valid for its provider. Absent = import only. */
  serialize?(transcript: Transcript, report: (w: Omit<Warning, 'count'> & { count?: number }) => void): string;
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
