/** Items of what strategies write, remembered by text: rows, cuts and targets shorten the same outputs to the same texts. */
import { perTranscript } from '../../signals/remember.ts';
import { textsOf } from '../../tokens/parts.ts';
import type { Message, Part } from '../../transcript/types.ts';
import { type Items, itemsOf } from './items.ts';

/** Characters of remembered texts; beyond that all are dropped. */
const REMEMBERED = 8_000_000;

class Scanned {
  readonly #items: Items;
  /** Parts that an edit left as they were, and parts that recur as the same object. */
  #parts = new WeakMap<Part, Int32Array>();
  /** By role and type of part: the arguments of a call are read otherwise than the words of an answer. */
  readonly #texts = new Map<string, Map<string, Int32Array>>();
  #characters = 0;

  constructor(items: Items) {
    this.#items = items;
  }

  /** The items of each part; one may be in several. */
  of({ role, parts }: Message): readonly Int32Array[] {
    return parts.map((part) => {
      let found = this.#parts.get(part);
      if (!found) {
        found = this.#ofText(role, part);
        this.#parts.set(part, found);
      }
      return found;
    });
  }

  #ofText(role: Message['role'], part: Part): Int32Array {
    const kind = `${role} ${part.type}`;
    const known = this.#texts.get(kind) ?? new Map<string, Int32Array>();
    this.#texts.set(kind, known);
    const key = textsOf(part).join('\n');
    let found = known.get(key);
    if (!found) {
      found = this.#items.itemsOf({ role, parts: [part] });
      this.#characters += key.length;
      if (this.#characters > REMEMBERED) {
        for (const texts of this.#texts.values()) texts.clear();
        this.#characters = key.length;
      }
      known.set(key, found);
    }
    return found;
  }
}

/** What is remembered of a transcript, for all cuts and rows. */
export const scannedOf = perTranscript((base) => new Scanned(itemsOf(base)));
