/** The replaceable keyword lists, for the page, which may import only contracts of the engine. */
export {
  defaultWords,
  KEYWORD_LISTS,
  type KeywordList,
  type Keywords,
  LONGEST_WORD,
  MOST_WORDS,
} from '../engine/signals/keywords.ts';
