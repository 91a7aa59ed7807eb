/** Titles of columns that the page says before the words of the engine are there. */
export const columns = {
  'compare.column.tokens': 'Tokens left',
  'compare.column.messages': 'Messages',
  'compare.column.efficiency': 'Efficiency',
  'compare.column.facts': 'Facts',
  'compare.column.recall': 'Second measure',
  'compare.column.binding': 'Still in its sentence',
  'compare.column.independent': 'Needed later, kept',
  'compare.column.wording': 'Wording',
  'compare.column.user-words': 'Your own words',
  'compare.column.valid': 'Accepted',
  'compare.column.cost': 'Next call',
  'compare.column.time': 'Time',
} as const;
