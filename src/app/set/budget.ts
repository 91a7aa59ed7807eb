/** The budget as a share of a session's tokens; null = each row's own, or a number of tokens. */
export const resolveShare = (own: boolean, target: number): number | null => (own || target > 1 ? null : target);
