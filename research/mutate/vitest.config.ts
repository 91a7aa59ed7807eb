import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const wanted = (process.env.MUTATE_TESTS ?? '').split(',').filter(Boolean);

const SLOW = /(?:\.property|compaction\/history|run\/losses|pipelines\/golden|strategies\/contract)\.test\.ts$/;

/** Files in the order of `MUTATE_TESTS`, properties and the shared suite last: a mutant's first failure ends its run. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      wanted.findIndex((one) => moduleId.includes(one.replace(/\*.*/, ''))) + (SLOW.test(moduleId) ? wanted.length : 0);
    return files.toSorted((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/**
 * Tests of one mutation run: the files that `MUTATE_TESTS` names (globs, comma between), without the slow ones: over whole
 * transcripts, and the oracle's bounds on work.
 */
export default defineConfig({
  test: {
    include: wanted,
    exclude: ['**/*.shared.test.ts', '**/real-transcripts-*.test.ts', '**/recall/oracle-work.test.ts'],
    // Each run of a mutant has a worker of its own; within it, files share what they import.
    isolate: false,
    testTimeout: 600_000,
    setupFiles: ['src/i18n/en/engine.ts', 'src/engine/testing/seeded.ts'],
    sequence: { sequencer: InOrder },
  },
});
