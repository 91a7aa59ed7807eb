/** Words as a person types them, as a pattern that ignores case: without a copy of the text in lower case. */
export const patternOf = (words: string): RegExp => new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu');
