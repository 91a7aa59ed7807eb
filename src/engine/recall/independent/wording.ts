/** Wording: four words in a row. Where a script writes no spaces, two characters are a word. */
import type { Components } from './components.ts';
import type { Hash } from './ids.ts';

/** In halves of a word. */
const LENGTH = 8;
/** Characters of a run, spaces included; a character of a script without spaces counts as three. */
const SHORTEST = 18;

/** Calls back for the run that begins at each component, in their order, whether it is long enough for wording; its hash stands in `hash` then. */
export function shinglesIn({ count, start, end, ideograph, a, b }: Components, hash: Hash, tell: (long: boolean) => void): void {
  for (let i = 0; i < count; i++) {
    let halves = 0;
    let characters = 0;
    hash.start();
    let j = i;
    for (; j < count && halves < LENGTH; j++) {
      halves += ideograph[j] === 1 ? 1 : 2;
      characters += ideograph[j] === 1 ? 3 : end[j]! - start[j]!;
      hash.add(a[j]!).add(b[j]!);
    }
    if (halves < LENGTH) return;
    // Three spaces between four words.
    tell(characters + 3 >= SHORTEST);
  }
}
