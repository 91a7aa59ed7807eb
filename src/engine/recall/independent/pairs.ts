/** Related pairs: two strings close together before, used together by one call later. */

/** Characters between two strings that stand together. */
export const NEAR = 120;
/** A call uses each of its strings together with this many that follow it: bounds the pairs of a call that writes a whole file. */
const FOLLOWING = 16;

/** Strings of a text as they follow each other: number, start and end of each. */
export type Occurrences = ArrayLike<number>;
export const FIELDS = 3;

/** Two different strings, the smaller number first. */
type Tell = (one: number, other: number) => void;
const inOrder = (a: number, b: number, tell: Tell): void => (a < b ? tell(a, b) : tell(b, a));

/** Pairs that stand within NEAR characters of each other. */
export function pairsNear(found: Occurrences, tell: Tell): void {
  for (let i = 0; i < found.length; i += FIELDS) {
    for (let j = i + FIELDS; j < found.length && found[j + 1]! - found[i + 2]! <= NEAR; j += FIELDS) {
      if (found[i] !== found[j]) inOrder(found[i]!, found[j]!, tell);
    }
  }
}

/** Pairs that a call uses together; `usable` = strings that were seen before it. */
export function pairsUsed(found: Occurrences, usable: (id: number) => boolean, tell: Tell): void {
  const ids = new Set<number>();
  for (let i = 0; i < found.length; i += FIELDS) if (usable(found[i]!)) ids.add(found[i]!);
  const list = [...ids];
  for (let i = 0; i < list.length; i++) {
    for (let j = i + 1; j < list.length && j <= i + FOLLOWING; j++) inOrder(list[i]!, list[j]!, tell);
  }
}
