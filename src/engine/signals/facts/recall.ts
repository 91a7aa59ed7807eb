/** The facts of hindsight recall: those that are repeated when they are needed. */
import type { Fact } from '../contract.ts';
import { findNamed } from './find.ts';
import { asFact } from './names.ts';
import type { FactPlace } from './places.ts';

export interface RecallFact extends Fact {
  readonly key: string;
}

/** Facts of a text that count for recall, in order; the same fact may occur more than once. Linear. */
export function recallFacts(text: string, place: FactPlace = 'text'): RecallFact[] {
  return findNamed(text, place).flatMap((found) => {
    const key = found.name.keyIn('recall', place);
    return key === null ? [] : [{ ...asFact(found), key }];
  });
}
