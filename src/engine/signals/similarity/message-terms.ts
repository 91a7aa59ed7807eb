/** The terms of a message, read once and remembered with it: the contexts of one recording share most of their messages. */
import { textsOf } from '../../tokens/token-parts.ts';
import type { Message } from '../../transcript/types.ts';
import { TermReader } from './terms.ts';

export const READ_CHARACTERS = 4000;

export interface MessageTerms {
  readonly terms: Int32Array;
  readonly counts: Uint16Array;
  readonly length: number;
  readonly read: number;
}

const known = new WeakMap<Message, { readonly reader: MessageReader; readonly terms: MessageTerms }>();

export class MessageReader {
  readonly #reader = new TermReader(false);
  #message = new Int32Array(1 << 13);
  #place = new Int32Array(1 << 13);
  #messages = 0;

  get stops(): number {
    return this.#reader.stops;
  }

  get size(): number {
    return this.#reader.vocabulary.size;
  }

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

export function readerOf(messages: readonly Message[]): MessageReader {
  for (const message of messages) {
    const found = known.get(message);
    if (found) return found.reader;
  }
  return new MessageReader();
}

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
