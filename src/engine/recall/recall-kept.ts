/** Which of the needed facts a compacted context still holds, and which of these among their former words. */
import type { CompactionResult } from '../compaction/types.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { TextFacts } from '../signals/facts/index.ts';
import { OFFLOAD } from '../strategies/contract.ts';
import { textsOf } from '../tokens/count.ts';
import type { Message } from '../transcript/types.ts';
import { isBound, Mentions } from './mentions.ts';
import type { Needs } from './needs.ts';

/** By local of the cut. */
export interface FactRetention {
  readonly there: Uint8Array;
  /** By needed fact: 1 where it is still among its words. */
  readonly bound: Uint8Array;
  /** By needed fact: 1 where a placeholder represents a message that held it. */
  readonly offloaded: Uint8Array;
}

/** A compacted context, reduced to what is measured. */
export interface MeasuredContext extends Pick<CompactionResult, 'context' | 'origins'> {
  readonly fates: Uint8Array;
}

/** A cut at which rows are measured. Remembers the words around facts from one row to the next; `mentions` = of all cuts. */
export class Checkpoint {
  readonly prefix: PreparedTranscript;
  readonly needs: Needs;
  readonly #reasoningSeen: boolean;
  readonly #mentions: Mentions;
  readonly #former = new Map<number, ReadonlySet<number>>();
  readonly #found = new WeakMap<TextFacts, readonly number[]>();
  /** By local: messages of the context that hold it. */
  readonly #holders: readonly number[][];

  constructor(prefix: PreparedTranscript, needs: Needs, reasoningSeen: boolean, mentions = new Mentions()) {
    this.prefix = prefix;
    this.needs = needs;
    this.#reasoningSeen = reasoningSeen;
    this.#mentions = mentions;
    this.#holders = needs.keys.map(() => []);
    needs.held.forEach((held, j) => {
      for (const local of held) this.#holders[local]!.push(j);
    });
  }

  keptIn(result: MeasuredContext): FactRetention {
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
    const look = (message: Message, originals: Message['parts']): void => {
      for (const facts of this.#mentions.of(message.parts, this.#reasoningSeen, originals)) {
        const found = this.#lookedFor(facts);
        for (let f = 0; f < found.length; f += 2) {
          const local = found[f]!;
          there[local] = 1;
          if (local >= needs.needed || bound[local] === 1) continue;
          if (isBound(this.#wordsOf(local), this.#mentions.around({ facts, k: found[f + 1]! }))) bound[local] = 1;
        }
      }
    };
    for (const message of inserted) look(message, []);
    for (const [message, origin] of edited) {
      if (result.fates[origin] === OFFLOAD) for (const local of needs.held[origin]!) if (local < needs.needed) offloaded[local] = 1;
      // An edit leaves facts of the message itself, or of its tool block: only facts found nowhere else are searched for.
      const open: number[] = [];
      for (const i of prefix.units[prefix.unitOf[origin]!]!.members) {
        for (const local of needs.held[i]!) if (there[local] === 0 || (local < needs.needed && bound[local] === 0)) open.push(local);
      }
      if (open.length > 0 && this.#mayHold(message, open)) look(message, prefix.messages[origin]!.parts);
    }
    return { there, bound, offloaded };
  }

  /** False if a message can contain none of these facts. Searching a text for a few words is far faster than extracting its facts. */
  #mayHold({ parts }: Message, locals: readonly number[]): boolean {
    const { traces } = this.needs;
    if (locals.some((local) => traces[local] === '')) return true;
    const texts = parts.flatMap(textsOf).map((text) => text.toLowerCase());
    return locals.some((local) => texts.some((text) => text.includes(traces[local]!)));
  }

  /** The wanted facts of a text: local and position among the facts, in pairs. */
  #lookedFor(facts: TextFacts): readonly number[] {
    let found = this.#found.get(facts);
    if (!found) {
      const { localOf } = this.needs;
      const pairs: number[] = [];
      for (let k = 0; k < facts.starts.length; k++) {
        const key = facts.keyOf(k);
        const local = key === null ? undefined : localOf.get(key);
        if (local !== undefined) pairs.push(local, k);
      }
      found = pairs;
      this.#found.set(facts, found);
    }
    return found;
  }

  #wordsOf(local: number): ReadonlySet<number> {
    let former = this.#former.get(local);
    if (!former) {
      const key = this.needs.keys[local]!;
      const words = new Set<number>();
      for (const j of this.#holders[local]!) {
        for (const word of this.#mentions.wordsWith(this.prefix.messages[j]!.parts, key, this.#reasoningSeen)) words.add(word);
      }
      former = words;
      this.#former.set(local, former);
    }
    return former;
  }
}
