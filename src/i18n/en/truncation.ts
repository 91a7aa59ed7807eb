/** Cutting messages: diffs, long messages, tool output, layers, time decay. */
export const truncation = {} as const;
