/** Clusters, topics, retrieval, chunks. */
export const similarity = {} as const;
