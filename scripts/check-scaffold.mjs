/**
 * Proves the guides "add a strategy" and "add a measure": copies the sources to a temporary folder, scaffolds a strategy there with
 * new-strategy.mjs, compiles, runs its test, the shared contract suite for it and the suite of the words, and checks that a
 * second scaffold of the same id is refused. A measure is scaffolded beside it: it touches four files and is then in the table, the JSON,
 * the CSV, the lists of losses and the docs. A broken scaffold, or a guide whose steps no longer hold, fails here.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
mkdirSync(path.join(root, '.cache'), { recursive: true });
const copy = mkdtempSync(path.join(root, '.cache/scaffold-'));
const ID = 'scaffolded-example';
const MEASURE = 'scaffolded-measure';
/** A measure with a column, a list, words in two languages and docs, without what `npm run docs` writes. */
const MOST_FILES = 4;
const FAMILY = 'removal';

function run(what, command, args, expected = 0) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', REQUIRE_SHARED: '' },
  });
  if (status === expected) {
    console.log(`scaffold: ${what}: ok`);
    return stdout;
  }
  console.error(`scaffold: ${what}: exit code ${status}, expected ${expected}\n${stdout}\n${stderr}`);
  process.exitCode = 1;
  throw new Error(what);
}

try {
  const parts = [
    'src',
    'docs',
    'scripts',
    'bench',
    'fixtures',
    'public',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'tsconfig.test.json',
    'vitest.config.ts',
  ];
  for (const part of parts) cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const node = process.execPath;
  const bin = (name) => path.join(root, 'node_modules/.bin', name);
  run('new measure', node, ['scripts/new-measure.mjs', MEASURE, 'Scaffolded measure']);
  run('the same measure again is refused', node, ['scripts/new-measure.mjs', MEASURE, 'Scaffolded measure'], 1);
  const touched = readdirSync(path.join(copy, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(copy, path.join(parentPath, name)))
    .filter((file) => !existsSync(path.join(root, file)) || !readFileSync(path.join(root, file)).equals(readFileSync(path.join(copy, file))));
  if (touched.length > MOST_FILES) throw new Error(`a measure touches ${touched.length} files: ${touched.join(', ')}`);
  console.log(`scaffold: a measure touches ${touched.join(', ')}`);
  cpSync(path.join(root, 'scripts/scaffolded-measure.txt'), path.join(copy, 'src/worker/scaffolded-measure.test.ts'));
  run('new strategy', node, ['scripts/new-strategy.mjs', ID, 'Scaffolded example', FAMILY]);
  run('the same id again is refused', node, ['scripts/new-strategy.mjs', ID, 'Scaffolded example', FAMILY], 1);
  run('an unknown family is refused', node, ['scripts/new-strategy.mjs', `${ID}-two`, 'Scaffolded example', 'no-such-family'], 1);
  run('types of the engine', bin('tsc'), ['-p', 'src/engine']);
  run('types of the tests', bin('tsc'), ['-p', 'tsconfig.test.json']);
  run('docs', node, ['scripts/docs.mjs']);
  const vitest = (filter, ...files) => {
    const out = run(`tests: ${files.join(' ')}${filter ? ` (${filter})` : ''}`, bin('vitest'), ['run', ...(filter ? ['-t', filter] : []), ...files]);
    const passed = Number(/Tests\s+(?:\d+ failed \| )?(\d+) passed/.exec(out)?.[1] ?? 0);
    if (passed === 0) throw new Error(`no test ran in ${files.join(' ')}`);
  };
  vitest(
    '',
    `src/engine/strategies/${FAMILY}/${ID}.test.ts`,
    'src/engine/pipelines/words.test.ts',
    'scripts/docs.test.ts',
    'src/i18n/chinese.test.ts',
    'src/i18n/reasons.test.ts',
    'src/engine/measures/contract.test.ts',
    'src/engine/measures/examples.test.ts',
    'src/worker/scaffolded-measure.test.ts',
  );
  vitest(ID, 'src/engine/strategies/contract.test.ts');
  console.log('scaffold: a new strategy and a new measure compile and pass their contracts');
} catch (error) {
  console.error(`scaffold: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
