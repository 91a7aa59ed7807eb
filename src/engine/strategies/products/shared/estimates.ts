/** How products estimate tokens. Each decides with its own estimate; what the page shows is counted. */

/** Characters (UTF-16 units) per token that most products assume. */
export const CHARACTERS = 4;

export const quarter = (characters: number): number => Math.ceil(characters / CHARACTERS);
