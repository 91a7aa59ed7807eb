/** S3: rules by item type, offload, fallback summary. */
export const selective = {} as const;
