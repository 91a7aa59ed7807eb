/** Embedders for tests: vectors without a model. */
import type { Embeddings, PreparedTranscript } from '../signals/contract.ts';
import { type Embedder, textsToEmbed } from '../signals/embeddings.ts';

/** Unit vectors along the axis that the table names for a text; other texts are unlike all others. */
export function meanings(table: Readonly<Record<string, number>>, dimension = 16): Embedder {
  let apart = dimension - 1;
  return {
    id: 'table',
    embed: (texts) =>
      Promise.resolve({
        vectors: texts.map((text) => {
          const named = Object.entries(table).find(([word]) => text.includes(word));
          const axis = named ? named[1] : apart--;
          return Array.from({ length: dimension }, (_, k) => (k === axis ? 2 : 0));
        }),
      }),
  };
}

/** Arbitrary vectors from the letters of each text, for properties that must hold for any model. */
export function lettered({ messages, header }: PreparedTranscript, dimension = 8): Embeddings {
  const vectors = new Map<string, Float32Array>();
  for (const text of textsToEmbed({ messages, header }).keys()) {
    const vector = new Float32Array(dimension).fill(0.01);
    for (let i = 0; i < text.length; i++) vector[text.charCodeAt(i) % dimension]! += 1;
    const norm = Math.hypot(...vector);
    vectors.set(
      text,
      vector.map((x) => x / norm),
    );
  }
  return { id: 'letters', vectors };
}
