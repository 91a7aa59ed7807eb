/** The keyword lists that the settings may replace, for the page: it may not import the engine beside its contracts. */
export {
  defaultWords,
  KEYWORD_LISTS,
  type KeywordList,
  type Keywords,
  LONGEST_WORD,
  MOST_WORDS,
} from '../engine/signals/keywords.ts';
