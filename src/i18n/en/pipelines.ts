/** Strategies in a row: adaptive, combinations, own pipelines. */
export const pipelines = {} as const;
