/** The terms of a message, read once and remembered with it: the contexts of one recording share most of their messages. */
import { textsOf } from '../../tokens/token-parts.ts';
import type { Message } from '../../transcript/types.ts';
import { TermReader } from './terms.ts';

/** Characters of a message that are read; a long output shows its topic at the beginning. */
export const READ_CHARACTERS = 4000;

/** Arrays by distinct term, in the order in which the terms were met. */
export interface MessageTerms {
  /** Numbers in the reader's vocabulary. */
  readonly terms: Int32Array;
  /** Occurrences; 0 for a term that was met only in runs that were left out. */
  readonly counts: Uint16Array;
  readonly length: number;
  /** Characters that were read. */
  readonly read: number;
}

const known = new WeakMap<Message, { readonly reader: MessageReader; readonly terms: MessageTerms }>();

/** Reads messages into numbers of one vocabulary. */
export class MessageReader {
  readonly #reader = new TermReader(false);
  /** By term: the number of the last message with it, and its place there. */
  #message = new Int32Array(1 << 13);
  #place = new Int32Array(1 << 13);
  #messages = 0;

  /** Terms below this number are stop words, which no message has. */
  get stops(): number {
    return this.#reader.stops;
  }

  /** Number of terms so far, stop words included. */
  get size(): number {
    return this.#reader.vocabulary.size;
  }

  /** The terms of a message; one that another reader has read is read again. */
  termsOf(message: Message): MessageTerms {
    const found = known.get(message);
    if (found?.reader === this) return found.terms;
    const terms = this.#read(message);
    known.set(message, { reader: this, terms });
    return terms;
  }

  #read(message: Message): MessageTerms {
    const reader = this.#reader;
    const read = readMessage(reader, message);
    const own = ++this.#messages;
    this.#reserve(reader.vocabulary.size);
    const distinct: number[] = [];
    for (let k = 0; k < reader.met.length; k++) {
      const term = reader.met.get(k);
      if (this.#message[term] === own) continue;
      this.#message[term] = own;
      this.#place[term] = distinct.length;
      distinct.push(term);
    }
    const counts = new Uint16Array(distinct.length);
    for (let k = 0; k < reader.terms.length; k++) counts[this.#place[reader.terms.get(k)]!]! += 1;
    return { terms: Int32Array.from(distinct), counts, length: reader.terms.length, read };
  }

  #reserve(terms: number): void {
    if (terms <= this.#message.length) return;
    const message = new Int32Array(2 * terms);
    message.set(this.#message);
    this.#message = message;
    this.#place = new Int32Array(2 * terms);
  }
}

/** The reader that has read one of the messages already; a new one if there is none. */
export function readerOf(messages: readonly Message[]): MessageReader {
  for (const message of messages) {
    const found = known.get(message);
    if (found) return found.reader;
  }
  return new MessageReader();
}

/** Reads words and actions first, then reasoning in the remaining room. Returns the characters read. */
function readMessage(reader: TermReader, { parts }: Message): number {
  reader.clear();
  let left = READ_CHARACTERS;
  for (const thought of [false, true]) {
    for (const part of parts) {
      if ((part.type === 'reasoning') !== thought) continue;
      for (const text of textsOf(part)) {
        reader.read(text, left);
        left = Math.max(0, left - text.length);
      }
    }
  }
  return READ_CHARACTERS - left;
}

const writings = new WeakMap<Message, readonly string[]>();

/** The distinct terms of a message as first written in it, in the order of `MessageTerms`. Read again on demand: few are shown. */
export function writtenIn(message: Message): readonly string[] {
  let found = writings.get(message);
  if (!found) {
    const reader = new TermReader();
    readMessage(reader, message);
    found = reader.vocabulary.texts.slice(reader.stops);
    writings.set(message, found);
  }
  return found;
}
