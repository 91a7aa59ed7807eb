/** How products estimate tokens. Each decides with its own estimate; what the page shows is counted. */

/** Characters (UTF-16 units) per token that most products assume. */
export const CHARACTERS = 4;

export const quarter = (characters: number): number => Math.ceil(characters / CHARACTERS);

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export const bytes = (text: string): number => encoder.encode(text).length;

/** Characters ÷ 4, to the nearest whole number. */
export const nearestQuarter = (characters: number): number => Math.round(characters / CHARACTERS);
