/** Transcripts that are the beginning of another one: what was read out of the other's messages need not be read again. */
import type { Transcript } from '../transcript/types.ts';

const wholes = new WeakMap<Transcript, Transcript>();

/** Says that the messages of `part` are the first messages of `whole`. */
export function beginsAs(part: Transcript, whole: Transcript): void {
  wholes.set(part, whole);
}

/** The transcript that this one is the beginning of, where somebody said so. */
export const wholeOf = (part: Transcript): Transcript | undefined => wholes.get(part);
