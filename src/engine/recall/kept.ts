/** Which of the needed facts a compacted context still holds, and which of these with the words that they stood among. */
import type { CompactionResult } from '../compaction/types.ts';
import type { Prepared } from '../signals/contract.ts';
import { FACT_PLACES, factsOfParts } from '../signals/facts/index.ts';
import { OFFLOAD } from '../strategies/contract.ts';
import { textsOf } from '../tokens/parts.ts';
import type { Message } from '../transcript/types.ts';
import { ContextWords, isBound, type Occurrence } from './binding.ts';
import type { Needs } from './needs.ts';

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

  constructor(prefix: Prepared, needs: Needs, reasoningSeen: boolean) {
    this.prefix = prefix;
    this.needs = needs;
    this.#reasoningSeen = reasoningSeen;
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
      for (const { local, occurrence } of this.#occurrences(message, (key) => needs.localOf(key))) {
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

  #occurrences({ parts }: Message, localOf: (key: string) => number): { readonly local: number; readonly occurrence: Occurrence }[] {
    const found: { local: number; occurrence: Occurrence }[] = [];
    for (const { place, facts } of factsOfParts(parts, 'recall')) {
      if (FACT_PLACES[place] === 'reasoning' && !this.#reasoningSeen) continue;
      facts.keys.forEach((key, k) => {
        const local = key === null ? -1 : localOf(key);
        if (local >= 0) found.push({ local, occurrence: { facts, k } });
      });
    }
    return found;
  }

  /** Words that a needed fact stood among in the context at the cut. */
  #wordsOf(local: number): ReadonlySet<number> {
    let former = this.#former.get(local);
    if (!former) {
      const words = new Set<number>();
      this.needs.held.forEach((held, j) => {
        if (!held.includes(local)) return;
        for (const { occurrence } of this.#occurrences(this.prefix.messages[j]!, (key) => (this.needs.localOf(key) === local ? local : -1))) {
          for (const word of this.#words.around(occurrence)) words.add(word);
        }
      });
      former = words;
      this.#former.set(local, former);
    }
    return former;
  }
}
