import { vi } from 'vitest';

/** As soon as it holds. Generous: a busy machine is no failure. */
export const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 });
