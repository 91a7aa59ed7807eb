/**
 * Replays a session log of Gemini CLI. A line with an id is a message, or a newer state of it; `$rewindTo` takes a message and all after it
 * back; `$set.messages` replaces what the model sees: at a compression by a summary and what was kept, after a broken-off turn by less.
 */
import type { Origin } from '../../transcript/types.ts';
import { filled, isObject, jsonText, objectsOf, textOf, type JsonObject } from '../json.ts';

export interface Entry {
  readonly id: string | undefined;
  value: JsonObject;
  readonly origin: Origin;
}

export interface Compaction {
  /** Number of entries before it. */
  readonly at: number;
  readonly summary: Entry | undefined;
  /** The first earlier entry that the model still sees. */
  readonly kept: Entry | undefined;
}

/** Entries that were taken back, after the one that they followed. */
export interface Abandoned {
  readonly after: Entry | undefined;
  readonly entries: readonly Entry[];
}

/** Text that a compression leaves in the place of what it removed. */
const SNAPSHOT = /<state_snapshot>/;

export const isSnapshot = (text: string): boolean => SNAPSHOT.test(text);

const isSummary = ({ value }: Entry): boolean =>
  value.type === 'user' && isSnapshot(typeof value.content === 'string' ? value.content : jsonText(value.content));

/** What makes two states of a context show the same message, where ids were given anew. */
const sameAs = ({ type, content, toolCalls }: JsonObject): string => jsonText([type, content, toolCalls]);

export class Log {
  header: JsonObject = {};
  readonly entries: Entry[] = [];
  readonly abandoned: Abandoned[] = [];
  compactions: Compaction[] = [];
  /** What the model sees now. */
  #context: Entry[] = [];
  #byId = new Map<string, Entry>();

  /** False for a line that is none of a log. */
  read(value: JsonObject, origin: Origin): boolean {
    const target = filled(value.$rewindTo);
    if (target !== undefined) this.#rewind(this.#byId.get(target) ?? this.#context[0]);
    else if (isMessage(value)) this.#add(value, origin);
    else {
      const patch = isObject(value.$set) ? value.$set : value;
      const { messages, ...rest } = patch;
      if (!isObject(value.$set) && filled(value.sessionId) === undefined) return false;
      this.header = { ...this.header, ...rest };
      if (Array.isArray(messages)) this.#replace(objectsOf(messages), origin, isObject(value.$set) ? '$set.messages' : 'messages');
    }
    return true;
  }

  #add(value: JsonObject, origin: Origin): void {
    const id = filled(value.id);
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known) {
      known.value = value;
      return;
    }
    const entry = { id, value, origin };
    this.entries.push(entry);
    this.#see(entry);
  }

  #see(entry: Entry): void {
    this.#context.push(entry);
    if (entry.id !== undefined) this.#byId.set(entry.id, entry);
  }

  #forget(): readonly Entry[] {
    const before = this.#context;
    this.#context = [];
    this.#byId = new Map();
    return before;
  }

  /** Takes back an entry and all after it. */
  #rewind(first: Entry | undefined): void {
    if (!first) return;
    const from = this.entries.indexOf(first);
    this.abandoned.push({ after: this.entries[from - 1], entries: this.entries.splice(from) });
    this.compactions = this.compactions.filter(({ at }) => at < from);
    const left = new Set(this.entries);
    for (const entry of this.#forget()) if (left.has(entry)) this.#see(entry);
  }

  #replace(list: readonly JsonObject[], origin: Origin, name: string): void {
    const before = this.#context;
    const byContent = new Map(before.map((entry) => [sameAs(entry.value), entry]));
    const known = list.map((value) => this.#byId.get(filled(value.id) ?? '') ?? byContent.get(sameAs(value)));
    if (known.every((entry, i) => entry !== undefined && entry === before[i])) {
      this.#rewind(before[list.length]);
      return;
    }
    const at = this.entries.length;
    const kept = known.find((entry) => entry !== undefined);
    this.#forget();
    const added = list.map((value, i): Entry => {
      const entry = known[i] ?? { id: filled(value.id), value, origin: { ...origin, path: `${origin.path ?? '$'}.${name}[${i}]` } };
      this.#see(entry);
      if (!known[i]) this.entries.push(entry);
      return entry;
    });
    // The first list is the beginning of the session, or what it was resumed with.
    if (before.length > 0) this.compactions.push({ at, summary: added.find((entry, i) => !known[i] && isSummary(entry)), kept });
  }
}

const TYPES = new Set(['user', 'gemini', 'info', 'error', 'warning']);

export const isMessage = (value: JsonObject): boolean =>
  TYPES.has(textOf(value.type) ?? '') && ('content' in value || Array.isArray(value.toolCalls));
