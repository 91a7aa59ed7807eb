import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'fixtures/**/*.test.ts'],
    // Generous: a busy machine is no failure.
    testTimeout: 180_000,
    // One processor less is the default; the main process mostly waits.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Reasons as sentences: the page fetches their words when it has started.
    setupFiles: ['src/i18n/engine-words.ts', 'src/engine/testing/seeded.ts'],
  },
});
