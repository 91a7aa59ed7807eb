/** Which of the needed facts a compacted context still holds, and which of these with the words that they stood among. */
import type { CompactionResult } from '../compaction/types.ts';
import type { Prepared } from '../signals/contract.ts';
import { FACT_PLACES, factsOfParts, type TextFacts } from '../signals/facts/index.ts';
import { OFFLOAD } from '../strategies/contract.ts';
import { textsOf } from '../tokens/parts.ts';
import type { Message } from '../transcript/types.ts';
import { ContextWords, isBound, type Occurrence } from './binding.ts';
import { factsByLines } from './lines.ts';
import type { Needs } from './needs.ts';

/** No summary is so long (UTF-16 units). */
const LIST = 16_000;

/** By local of the cut. */
export interface Kept {
  /** 1 where the fact is still there. */
  readonly there: Uint8Array;
  /** By needed fact: 1 where it still stands among its words. */
  readonly bound: Uint8Array;
  /** By needed fact: 1 where a placeholder stands for a message that held it. */
  readonly offloaded: Uint8Array;
}

/** A compacted context, as far as it is looked at. */
export interface Compacted extends Pick<CompactionResult, 'context' | 'origins'> {
  readonly fates: Uint8Array;
}

/** A cut as rows are measured at it. Remembers the words around facts from one row to the next. */
export class Measured {
  readonly prefix: Prepared;
  readonly needs: Needs;
  readonly #reasoningSeen: boolean;
  readonly #words = new ContextWords();
  readonly #former = new Map<number, ReadonlySet<number>>();
  /** By local: messages of the context that hold it. */
  readonly #holders: readonly number[][];

  constructor(prefix: Prepared, needs: Needs, reasoningSeen: boolean) {
    this.prefix = prefix;
    this.needs = needs;
    this.#reasoningSeen = reasoningSeen;
    this.#holders = needs.keys.map(() => []);
    needs.held.forEach((held, j) => {
      for (const local of held) this.#holders[local]!.push(j);
    });
  }

  keptIn(result: Compacted): Kept {
    const { needs, prefix } = this;
    const there = new Uint8Array(needs.facts.length);
    const bound = new Uint8Array(needs.needed);
    const offloaded = new Uint8Array(needs.needed);
    const origins = result.origins();
    const inserted: Message[] = [];
    const edited: (readonly [message: Message, origin: number])[] = [];
    result.context().forEach((message, j) => {
      const origin = origins[j]!;
      if (origin < 0) inserted.push(message);
      else if (message !== prefix.messages[origin]) edited.push([message, origin]);
      else {
        for (const local of needs.held[origin]!) {
          there[local] = 1;
          if (local < needs.needed) bound[local] = 1;
        }
      }
    });
    const look = (message: Message): void => {
      for (const { local, occurrence } of this.#occurrences(message)) {
        there[local] = 1;
        if (local < needs.needed && bound[local] === 0 && isBound(this.#wordsOf(local), this.#words.around(occurrence))) bound[local] = 1;
      }
    };
    for (const message of inserted) look(message);
    for (const [message, origin] of edited) {
      if (result.fates[origin] === OFFLOAD) for (const local of needs.held[origin]!) if (local < needs.needed) offloaded[local] = 1;
      // What an edit leaves is of the message itself, or of its tool block: only what stands nowhere yet has to be looked for.
      const open = prefix.units[prefix.unitOf[origin]!]!.members.flatMap((i) =>
        Array.from(needs.held[i]!).filter((local) => there[local] === 0 || (local < needs.needed && bound[local] === 0)),
      );
      if (open.length > 0 && this.#mayHold(message, open)) look(message);
    }
    return { there, bound, offloaded };
  }

  /** False where none of these facts can stand in a message. Reading a text for a few words is far faster than finding its facts. */
  #mayHold({ parts }: Message, locals: readonly number[]): boolean {
    const texts = parts.flatMap(textsOf).map((text) => text.toLowerCase());
    return locals.some((local) => {
      const trace = this.needs.traces[local]!;
      return texts.some((text) => text.includes(trace));
    });
  }

  /** Every mention of a fact that is looked for. */
  #occurrences({ parts }: Message): { readonly local: number; readonly occurrence: Occurrence }[] {
    const { localOf } = this.needs;
    const found: { local: number; occurrence: Occurrence }[] = [];
    for (const facts of this.#factsOf(parts)) {
      for (let k = 0; k < facts.keys.length; k++) {
        const key = facts.keys[k]!;
        const local = key === null ? undefined : localOf.get(key);
        if (local !== undefined) found.push({ local, occurrence: { facts, k } });
      }
    }
    return found;
  }

  #factsOf(parts: Message['parts']): readonly TextFacts[] {
    const [only] = parts;
    // What a compaction puts in is one text; a long one is a list, whose lines come again at every cut.
    if (parts.length === 1 && only!.type === 'text' && only!.text.length > LIST) return [factsByLines(only!.text)];
    return factsOfParts(parts, 'recall').flatMap(({ place, facts }) => (FACT_PLACES[place] === 'reasoning' && !this.#reasoningSeen ? [] : facts));
  }

  /** Words that a needed fact stood among in the context at the cut. */
  #wordsOf(local: number): ReadonlySet<number> {
    let former = this.#former.get(local);
    if (!former) {
      const words = new Set<number>();
      const key = this.needs.keys[local]!;
      for (const j of this.#holders[local]!) {
        for (const facts of this.#factsOf(this.prefix.messages[j]!.parts)) {
          for (let k = 0; k < facts.keys.length; k++) {
            if (facts.keys[k] === key) for (const word of this.#words.around({ facts, k })) words.add(word);
          }
        }
      }
      former = words;
      this.#former.set(local, former);
    }
    return former;
  }
}
