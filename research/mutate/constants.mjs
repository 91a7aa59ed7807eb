/**
 * Numbers that have a name: each is made a little larger and a little smaller, and the tests near it run. Stryker has no mutation
 * of numbers, and a number at the top of a file is read before a test could switch it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CONSTANT = /^(?:export )?const ([A-Z][A-Z_0-9]+)(?:: number)? = (-?\d[\d_.]*(?:e-?\d+)?);/gm;

/** The named numbers of a file: name, value, line and where its digits are. */
export function constantsOf(text) {
  return [...text.matchAll(CONSTANT)].map((match) => {
    const [all, name, digits] = match;
    const from = match.index + all.lastIndexOf(digits);
    const line = text.slice(0, match.index).split('\n').length;
    return { name, digits, line, from, to: from + digits.length };
  });
}

/** The next values on both sides: a whole number ± 1, a fraction ± its last digit. */
export function neighbours(digits) {
  const value = Number(digits.replaceAll('_', ''));
  const decimals = /\.(\d+)$/.exec(digits)?.[1].length ?? 0;
  const step = /e-/.test(digits) ? value : 10 ** -decimals;
  return [value - step, value + step].map((one) => Number(one.toPrecision(12)));
}

/** The tests that stand nearest to a file, in two steps: its own, then those of its folder and below, else of the folder above. */
export function testsNear(root, file) {
  const all = (folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(folder, name))
      .filter((name) => name.endsWith('.test.ts') && !/(?:\.shared|\.property|real-transcripts-\d|strategies\/contract)\.test\.ts$/.test(name));
  const own = file.replace(/\.ts$/, '.test.ts');
  let folder = path.dirname(file);
  while (/\/(?:shared|run)$/.test(folder) || all(folder).length === 0) folder = path.dirname(folder);
  const found = all(folder);
  return (found.includes(own) ? [[own], found.filter((name) => name !== own)] : [found]).filter((step) => step.length > 0);
}

/** Runs tests again and again, each time with one file of the code changed. */
export async function changing(root) {
  const { createVitest } = await import('vitest/node');
  let changed = { file: '', text: '' };
  const vitest = await createVitest(
    'test',
    { config: path.join(root, 'research/mutate/vitest.config.ts'), root, watch: false, bail: 1, maxWorkers: 1, pool: 'threads', reporters: [{}] },
    {
      plugins: [
        {
          name: 'changed',
          enforce: 'pre',
          transform: (_, id) => (id.split('?')[0] === changed.file ? { code: changed.text, map: null } : null),
        },
      ],
    },
  );
  const run = async (tests) => {
    vitest.state.filesMap.clear();
    vitest.state.errorsSet.clear();
    const specifications = await vitest.globTestSpecifications(tests);
    const wanted = specifications.filter(({ moduleId }) => tests.includes(path.relative(root, moduleId)));
    if (wanted.length === 0) throw new Error(`no test: ${tests.join(', ')}`);
    // On a busy machine a worker may fail to start: that says nothing about the code.
    for (let tries = 0; tries < 3; tries++) {
      const { testModules } = await vitest.runTestSpecifications(wanted, true);
      if (testModules.length > 0) return testModules.some((module) => !module.ok());
    }
    throw new Error(`no test ran: ${tests.join(', ')}`);
  };
  return {
    /** Whether one of the tests failed with this text in place of a file's. */
    async fails(file, text, tests) {
      changed = { file: path.join(root, file), text };
      vitest.invalidateFile(changed.file);
      const failed = await run(tests);
      vitest.invalidateFile(changed.file);
      changed = { file: '', text: '' };
      return failed;
    },
    close: () => vitest.close(),
  };
}

/** Every named number of these files, and for each side whether a test noticed. Of `settled` ones (as found before) only the line is new. */
export async function measureConstants(root, files, skip, say, settled = []) {
  const tests = await changing(root);
  const found = [];
  const sound = new Set();
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const { name, digits, line, from, to } of constantsOf(text)) {
      if (skip(file, name) !== undefined) continue;
      const before = settled.find((one) => one.file === file && one.name === name && one.value === digits);
      if (before) {
        found.push({ ...before, line });
        continue;
      }
      const near = testsNear(root, file);
      for (const step of near) {
        if (!sound.has(step.join()) && (await tests.fails(file, text, step))) throw new Error(`the tests near ${file} fail without a change`);
        sound.add(step.join());
      }
      const sides = [];
      for (const value of neighbours(digits)) {
        const changed = text.slice(0, from) + value + text.slice(to);
        let noticed = false;
        for (const step of near) noticed ||= await tests.fails(file, changed, step);
        sides.push({ value, noticed });
      }
      found.push({ file, name, line, value: digits, sides });
      say(`${file}:${line} ${name} = ${digits}: ${sides.map((side) => `${side.value} ${side.noticed ? 'noticed' : 'NOT noticed'}`).join(', ')}`);
    }
  }
  await tests.close();
  return found;
}
