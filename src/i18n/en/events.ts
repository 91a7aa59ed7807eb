/** Scores, key events, questions and answers, tool chains, extraction; keyword lists; task types. */
export const events = {} as const;
