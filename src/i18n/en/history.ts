/** Compactions that were carried out, undo, statistics. */
export const history = {} as const;
