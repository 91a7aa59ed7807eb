/**
 * A checker for Stryker that lets only a sample through. Mutants are ordered by a hash of the seed and of what they change, and
 * the first N are taken: with one seed always the same ones, with another seed others.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';

/** Place of a mutant in the order of a seed. Lines and columns count from 0 before a run and from 1 in its report: `from` says which. */
export function rank(seed, file, { location: { start, end }, mutatorName, replacement }, from) {
  const at = [start.line, start.column, end.line, end.column].map((count) => count - from);
  return createHash('sha256')
    .update(JSON.stringify([seed, file, at, mutatorName, replacement]))
    .digest('hex');
}

/** Path below the folder that Stryker works in: a sandbox of its own or the checkout. */
export const relative = (file) => file.slice(Math.max(0, file.lastIndexOf(`src${path.sep}engine`)));

class Sample {
  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const [size, seed] = [Number(process.env.MUTATE_SAMPLE), process.env.MUTATE_SEED];
    const inOrder = mutants.map((mutant) => ({ id: mutant.id, rank: rank(seed, relative(mutant.fileName), mutant, 0) }));
    inOrder.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    return Object.fromEntries(
      inOrder.map(({ id }, at) => [id, at < size ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' }]),
    );
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }];
