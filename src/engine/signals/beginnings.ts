/** Transcripts that are the beginning of another: signals of the longer one are reused. */
import type { Transcript } from '../transcript/types.ts';

const wholes = new WeakMap<Transcript, Transcript>();

/** Declares that the messages of `part` are the first messages of `whole`. */
export function beginsAs(part: Transcript, whole: Transcript): void {
  wholes.set(part, whole);
}

/** The transcript that this one is the beginning of, where that was declared. */
export const wholeOf = (part: Transcript): Transcript | undefined => wholes.get(part);
