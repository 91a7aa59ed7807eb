import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of these folders replace modules or change what a module holds (store, language, environment): each file has modules of its own. */
const APART = ['src/app/**', 'src/cli/**', 'src/i18n/**', 'src/worker/supervisor.test.ts'];

/** Component tests have a browser: vitest.component.config.ts. */
const IN_A_BROWSER = '**/*.browser.test.tsx';

const common = {
  // Generous: a busy machine is no failure.
  testTimeout: 180_000,
  // Reasons as sentences: the page fetches their words when it has started.
  setupFiles: ['src/i18n/engine-words.ts', 'src/engine/testing/seeded.ts', 'src/cli/testing/no-colour.ts'],
};

export default defineConfig({
  test: {
    // One processor less is the default; the main process mostly waits.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // Importing the engine takes longer than most of its tests do: files of one process share what is imported.
      {
        test: {
          ...common,
          name: 'engine',
          isolate: false,
          include: ['{src,scripts,fixtures}/**/*.test.{ts,tsx}'],
          exclude: [...APART, IN_A_BROWSER],
        },
      },
      { test: { ...common, name: 'apart', include: APART.map((path) => path.replace(/\*\*$/, '**/*.test.{ts,tsx}')), exclude: [IN_A_BROWSER] } },
    ],
  },
});
