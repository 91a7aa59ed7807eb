import { defineConfig } from 'vitest/config';

/**
 * Tests of one mutation run: the files that `MUTATE_TESTS` names (globs, comma between), without the slow ones: over whole
 * transcripts, the shared suite of all strategies, properties, and the oracle's bounds on work.
 */
export default defineConfig({
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(',').filter(Boolean),
    exclude: [
      '**/*.shared.test.ts',
      '**/real-transcripts-*.test.ts',
      '**/*.property.test.ts',
      '**/strategies/contract.test.ts',
      '**/recall/oracle-work.test.ts',
    ],
    // Each run of a mutant has a worker of its own; within it, files share what they import.
    isolate: false,
    testTimeout: 600_000,
    setupFiles: ['src/i18n/engine-words.ts', 'src/engine/testing/seeded.ts'],
  },
});
