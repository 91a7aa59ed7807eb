import type { ChatMessage } from './chat.ts';
import { remembered } from './remembered.ts';

/** Characters (UTF-16 units) per token that most products assume. */
export const CHARACTERS = 4;

export const quarter = (characters: number): number => Math.ceil(characters / CHARACTERS);

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export const bytes = (text: string): number => encoder.encode(text).length;

/** Characters ÷ 4, to the nearest whole number. */
export const nearestQuarter = (characters: number): number => Math.round(characters / CHARACTERS);

/** Code points of a text: what Python counts as its length. */
export const codePoints = (text: string): number => text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);

/** Code points ÷ 4, rounded up, of text, names of calls and their raw arguments: stands in where a product asks its model for a count. */
export const spokenQuarter = remembered(({ text, calls }: ChatMessage): number =>
  quarter(codePoints(text) + calls.reduce((sum, { name, args }) => sum + codePoints(name) + codePoints(args), 0)),
);

/** Code points of the text of a message. */
export const textPoints = remembered(({ text }: ChatMessage): number => codePoints(text));

/** Bytes of the text of a message in UTF-8. */
export const textBytes = remembered(({ text }: ChatMessage): number => bytes(text));

export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, of]) => `${JSON.stringify(key)}: ${pythonJson(of)}`)
    .join(', ')}}`;
}

/** Characters from which on Gemini CLI no longer looks at each. */
const MANY = 100_000;
const BEYOND_ASCII = 1.5;

export function geminiTextTokens(text: string): number {
  if (text.length > MANY) return Math.floor(text.length / CHARACTERS);
  let ascii = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) ascii++;
  return Math.floor(ascii / CHARACTERS + (text.length - ascii) * BEYOND_ASCII);
}

/** The first code points of a text; one takes at most two UTF-16 units. */
export const firstCodePoints = (text: string, count: number): string =>
  Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');
