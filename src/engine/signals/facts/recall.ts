/** The selection of RECALL: facts that are said again where they are needed. */
import type { Fact } from '../contract.ts';
import { type FactPlace, findFacts } from './find.ts';
import { pathKey } from './keys.ts';

/** Identity of a fact as hindsight recall counts it; null where it does not count. `place`: where it stands. */
export function recallKey({ kind, text }: Pick<Fact, 'kind' | 'text'>, place: FactPlace): string | null {
  switch (kind) {
    case 'path':
      return `path ${pathKey(text)}`;
    case 'url':
    case 'identifier':
    case 'ticket':
      return `${kind} ${text}`;
    case 'command':
      return text.split(/\s+/).length >= 3 ? `command ${text}` : null;
    case 'number':
      return place !== 'arguments' && /\d{3}/.test(text) && !/^(?:19|20)\d\d$/.test(text) ? `number ${text}` : null;
    default:
      return null;
  }
}

export interface RecallFact extends Fact {
  readonly key: string;
}

/** Facts of a text that count for recall, in order; the same fact may occur more than once. */
export function recallFacts(text: string, place: FactPlace = 'text'): RecallFact[] {
  return findFacts(text, place).flatMap((fact) => {
    const key = recallKey(fact, place);
    return key === null ? [] : [{ ...fact, key }];
  });
}
