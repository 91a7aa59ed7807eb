/** Transcripts that are the beginning of another: signals of the longer one are reused. */
import type { Transcript } from '../transcript/types.ts';

const wholes = new WeakMap<Transcript, Transcript>();

export function beginsAs(part: Transcript, whole: Transcript): void {
  wholes.set(part, whole);
}

export const wholeOf = (part: Transcript): Transcript | undefined => wholes.get(part);
