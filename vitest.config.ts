import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of these files replace modules, or have a document: each file has modules of its own. */
const APART = [
  'src/app/store/**/*.test.{ts,tsx}',
  'src/app/components/part.test.ts',
  'src/worker/supervisor.test.ts',
  'src/worker/sets/results.test.ts',
];

/** Component tests have a browser: vitest.component.config.ts. */
const IN_A_BROWSER = '**/*.browser.test.tsx';

const common = {
  // Generous: a busy machine is no failure.
  testTimeout: 180_000,
  setupFiles: ['src/engine/testing/seeded.ts', 'src/cli/testing/fresh.ts'],
};

export default defineConfig({
  test: {
    // A busy machine takes longer to end a process that holds every module.
    teardownTimeout: 60_000,
    // One processor less is the default; the main process mostly waits.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // Importing takes longer than most tests do: files of one process share what is imported, and `fresh.ts` puts back what they changed.
      {
        test: {
          ...common,
          name: 'together',
          isolate: false,
          include: ['{src,scripts,fixtures,research}/**/*.test.{ts,tsx}'],
          exclude: [...APART, IN_A_BROWSER],
        },
      },
      { test: { ...common, name: 'apart', include: APART, exclude: [IN_A_BROWSER] } },
    ],
  },
});
