/**
 * Message vectors from an embedding model: which text is embedded, how an answer is validated, and when the vectors may be used. All or
 * none: if one is missing, the strategy compares by words, because cosines of embeddings and of words are different scales.
 */
import { perPair, remembered } from './remember.ts';
import { textsOf } from '../tokens/count.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import type { Embeddings, PreparedTranscript, Reason } from './contract.ts';
import { structureOf } from './structure.ts';

export const EMBEDDED_CHARACTERS = 4000;
const CLEANED_CHARACTERS = 10 * EMBEDDED_CHARACTERS;

/** A source of vectors: a model behind an endpoint, a local one, or a table. */
export interface Embedder {
  readonly id: string;
  /** Applied to the text of a part before it is cut and embedded (masking of secrets); absent = unchanged. */
  readonly clean?: (text: string) => string;
  /**
   * One vector per text, in order; null (or anything that is not a vector of numbers) where there is none. `lacking` says why. A rejection
   * counts as no vectors at all.
   */
  embed(texts: readonly string[]): Promise<{ readonly vectors: readonly (ArrayLike<number> | null)[]; readonly lacking?: Reason }>;
}

const asItIs = (text: string): string => text;

/** The embedded text of a message: what is said and done, without reasoning, at most 4,000 characters. */
export const embeddedText = remembered((message: Message): string => textOf(message, asItIs));

/** Cleaned before it is cut, so that no half of a secret remains. */
function textOf({ parts }: Message, clean: (text: string) => string): string {
  let text = '';
  for (const part of parts) {
    if (part.type === 'reasoning') continue;
    for (const said of textsOf(part)) {
      if (text.length >= EMBEDDED_CHARACTERS) break;
      if (said.trim() !== '') text += `${clean(said.slice(0, CLEANED_CHARACTERS))}\n`;
    }
  }
  return text
    .slice(0, EMBEDDED_CHARACTERS)
    .trim()
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** Texts of a context to embed, mapped to what is sent for them. The header is never compared, so it is not embedded. */
export function textsToEmbed(
  { messages, header }: Pick<PreparedTranscript, 'messages' | 'header'>,
  clean?: Embedder['clean'],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let i = header; i < messages.length; i++) {
    const message = messages[i]!;
    const text = embeddedText(message);
    if (text !== '' && !found.has(text)) found.set(text, clean ? textOf(message, clean) : text);
  }
  return found;
}

/** Why an answer is not a vector, or null. `dimension` = of the others, 0 for the first. */
export function vectorError(vector: ArrayLike<number> | null | undefined, dimension: number): Reason | null {
  if (!vector || vector.length === 0) return { key: 'embeddings-empty' };
  let square = 0;
  for (let k = 0; k < vector.length; k++) {
    const x = vector[k]!;
    if (typeof x !== 'number' || !Number.isFinite(x)) return { key: 'embeddings-no-number', values: { place: k + 1 } };
    square += x * x;
  }
  if (!(square > 0) || !Number.isFinite(square)) return { key: 'embeddings-zero' };
  if (dimension > 0 && vector.length !== dimension) return { key: 'embeddings-dimension', values: { found: vector.length, dimension } };
  return null;
}

/** The same direction with length 1, so that a dot product is the cosine. */
function ofLengthOne(vector: ArrayLike<number>): Float32Array {
  let square = 0;
  for (let k = 0; k < vector.length; k++) square += vector[k]! * vector[k]!;
  const norm = 1 / Math.sqrt(square);
  return Float32Array.from(vector, (x) => x * norm);
}

/** Requests and validates the vectors of a context. Never rejects. */
export async function embeddingsOf(context: Pick<PreparedTranscript, 'messages' | 'header'>, embedder: Embedder): Promise<Embeddings> {
  const { id } = embedder;
  const asked = textsToEmbed(context, embedder.clean);
  const vectors = new Map<string, Float32Array>();
  let lacking: Reason | undefined;
  try {
    const answer = await embedder.embed([...asked.values()]);
    lacking = answer.lacking;
    let dimension = 0;
    let at = 0;
    for (const text of asked.keys()) {
      const vector = answer.vectors[at++];
      const wrong = vectorError(vector, dimension);
      if (wrong || !vector) {
        lacking ??= wrong ?? undefined;
        continue;
      }
      dimension ||= vector.length;
      vectors.set(text, ofLengthOne(vector));
    }
  } catch (error) {
    lacking = { key: 'embeddings-error', values: { message: error instanceof Error ? error.message : String(error) } };
  }
  return { id, vectors, ...(lacking && { lacking }) };
}

/** Why a context cannot be compared by these vectors; null if it can. */
export function embeddingsLack(context: Pick<PreparedTranscript, 'messages' | 'header'>, { id, vectors, lacking }: Embeddings): Reason | null {
  const asked = textsToEmbed(context);
  let missing = 0;
  for (const text of asked.keys()) if (!vectors.has(text)) missing++;
  if (missing === 0) return null;
  const values = { ...lacking?.values, model: id, missing, of: asked.size };
  return lacking ? { key: 'embeddings-lacking', values: { ...values, because: lacking.key } } : { key: 'embeddings-missing', values };
}

export const withEmbeddings = perPair((prepared: PreparedTranscript, embeddings: Embeddings): PreparedTranscript => ({ ...prepared, embeddings }));

/**
 * A context derived from another, with its vectors. Insertions of a compaction have no vector and resemble nothing. Throws a RangeError if
 * another message lacks one: compared by words it would be on a different scale.
 */
export function partWithEmbeddings(part: PreparedTranscript, embeddings: Embeddings | null | undefined): PreparedTranscript {
  if (!embeddings) return part;
  for (let i = part.header; i < part.n; i++) {
    const message = part.messages[i]!;
    if (message.synthetic === true || hasVector(message, embeddings)) continue;
    throw new RangeError(`message ${i + 1} of a context has no embedding by ${embeddings.id}`);
  }
  return withEmbeddings(part, embeddings);
}

const hasVector = (message: Message, { vectors }: Embeddings): boolean => {
  const text = embeddedText(message);
  return text === '' || vectors.has(text);
};

/** By unit (as `prepared.units`): its vector of length 1, null for empty units and the header. */
export interface UnitVectors {
  readonly transcript: Transcript;
  readonly vectors: readonly (Float32Array | null)[];
}

interface Block {
  readonly members: readonly Float32Array[];
  readonly mean: Float32Array;
}
const blocksOf = remembered<Embeddings, WeakMap<Message, Block>>(() => new WeakMap());

export const unitVectors = perPair((transcript: Transcript, embeddings: Embeddings): UnitVectors => {
  const { units, header } = structureOf(transcript);
  const vectors = units.map(({ members }) => {
    const of: Float32Array[] = [];
    for (const i of members) {
      const vector = i >= header && embeddings.vectors.get(embeddedText(transcript.messages[i]!));
      if (vector) of.push(vector);
    }
    return of.length < 2 ? (of[0] ?? null) : meanOf(of, transcript.messages[members.at(-1)!]!, embeddings);
  });
  return { transcript, vectors };
});

function meanOf(members: readonly Float32Array[], last: Message, embeddings: Embeddings): Float32Array | null {
  const known = blocksOf(embeddings);
  const found = known.get(last);
  if (found && found.members.length === members.length && found.members.every((vector, k) => vector === members[k])) return found.mean;
  const mean = weightedMean(
    members,
    members.map(() => 1),
  );
  if (mean) known.set(last, { members, mean });
  return mean;
}

/** Weighted sum of vectors, with length 1; null where they cancel out. */
export function weightedMean(vectors: readonly Float32Array[], weights: readonly number[]): Float32Array | null {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  vectors.forEach((vector, v) => {
    for (let k = 0; k < sum.length; k++) sum[k]! += weights[v]! * vector[k]!;
  });
  return vectorError(sum, 0) ? null : ofLengthOne(sum);
}

/** Cosine of two vectors of length 1, in millionths (so that equal vectors give exactly 1). */
export function dot(a: Float32Array, b: Float32Array): number {
  // Four independent sums, always in this order, so the result is the same to the last bit.
  const { length } = a;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 3 < length; k += 4) {
    s0 += a[k]! * b[k]!;
    s1 += a[k + 1]! * b[k + 1]!;
    s2 += a[k + 2]! * b[k + 2]!;
    s3 += a[k + 3]! * b[k + 3]!;
  }
  for (; k < length; k++) s0 += a[k]! * b[k]!;
  return Math.round(1e6 * (s0 + s1 + s2 + s3)) / 1e6;
}
