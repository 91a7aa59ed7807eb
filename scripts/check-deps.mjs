/**
 * Runs the dependency rules over src/, asserts that modules were really read, then creates one violation per rule (in a temporary folder
 * shaped like src/) and asserts that it is reported: a check that cannot fail proves nothing.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';

const root = path.resolve(import.meta.dirname, '..');
const cache = path.join(root, '.cache');
mkdirSync(cache, { recursive: true });
const config = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs'));
const options = { ...config.options, validate: true, ruleSet: { forbidden: config.forbidden } };

function sources(dir) {
  return readdirSync(dir, { recursive: true }).filter((f) => /\.tsx?$/.test(String(f)) && !String(f).endsWith('.d.ts')).length;
}

/** strategies/shared holds what at least this many families use (pipelines count as one). */
const FAMILIES = 3;
const SHARED = /^src\/engine\/strategies\/shared\/(?!.*\.test\.ts$)/;

/** Files of strategies/shared that too few families import: they belong in the folder of the family that does. */
function tooFewFamilies(modules) {
  return modules
    .filter((m) => SHARED.test(m.source))
    .flatMap(({ source, dependents }) => {
      const families = new Set(
        dependents.flatMap((d) => /^src\/engine\/(?:strategies\/(?!shared\/)([^/]+)\/|(pipelines)\/)/.exec(d)?.slice(1) ?? []),
      );
      families.delete(undefined);
      return families.size < FAMILIES
        ? [{ rule: { name: 'shared-by-three-families' }, from: source, to: [...families].join(', ') || 'no family' }]
        : [];
    });
}

async function violations(baseDir) {
  process.chdir(baseDir);
  const { output } = await cruise(['src'], { ...options, baseDir });
  const modules = output.modules.filter((m) => m.source.startsWith('src/'));
  return { list: [...output.summary.violations, ...tooFewFamilies(modules)], modules: modules.length };
}

const real = await violations(root);
const expected = sources(path.join(root, 'src'));
let failed = false;
if (real.modules < expected) {
  console.error(`dependency rules: ${real.modules} modules were read, but src/ has ${expected} source files`);
  failed = true;
}
for (const v of real.list) {
  console.error(`${v.rule.name}: ${v.from} → ${v.to}${v.cycle ? ` (${v.cycle.map((c) => c.name).join(' → ')})` : ''}`);
  failed = true;
}

/** [rule, importing file, imported file]. The imported file gets `export const x = 1`. */
const seeds = [
  ['engine-stands-alone', 'src/engine/tokens/a.ts', 'src/app/a.ts'],
  ['strategies-never-import-each-other', 'src/engine/strategies/cutting/a.ts', 'src/engine/strategies/cutting/b.ts'],
  ['strategies-never-import-each-other', 'src/engine/strategies/cutting/a.ts', 'src/engine/strategies/removal/b.ts'],
  ['strategies-never-import-each-other', 'src/engine/strategies/cutting/shared/a.ts', 'src/engine/strategies/cutting/b.ts'],
  ['families-keep-to-themselves', 'src/engine/strategies/cutting/a.ts', 'src/engine/strategies/ledger/shared/b.ts'],
  ['families-keep-to-themselves', 'src/engine/strategies/shared/a.ts', 'src/engine/strategies/ledger/shared/b.ts'],
  ['families-keep-their-insides', 'src/engine/replay/a.ts', 'src/engine/strategies/ledger/shared/b.ts'],
  ['shared-by-three-families', 'src/engine/strategies/cutting/a.ts', 'src/engine/strategies/shared/b.ts'],
  ['independent-measures-share-no-eye', 'src/engine/recall/independent/a.ts', 'src/engine/signals/facts/b.ts'],
  ['independent-measures-share-no-eye', 'src/engine/recall/independent/a.ts', 'src/engine/strategies/shared/b.ts'],
  ['scenario-imports-engine-only', 'src/scenario/a.ts', 'src/worker/a.ts'],
  ['models-import-engine-only', 'src/models/a.ts', 'src/worker/a.ts'],
  ['nothing-calls-a-model-but-worker-and-terminal', 'src/app/a.ts', 'src/models/call.ts'],
  ['adapters-import-engine-and-prompts', 'src/adapters/a.ts', 'src/models/call.ts'],
  ['adapters-import-engine-and-prompts', 'src/adapters/shared/a.ts', 'src/cli/a.ts'],
  ['nothing-imports-adapters', 'src/engine/tokens/a.ts', 'src/adapters/a.ts'],
  ['report-imports-engine-and-words', 'src/report/a.ts', 'src/worker/a.ts'],
  ['worker-imports-no-page', 'src/worker/a.ts', 'src/app/a.ts'],
  ['page-reaches-the-engine-through-the-worker', 'src/app/a.ts', 'src/engine/compare.ts'],
  ['the-chart-library-is-loaded-when-needed', 'src/app/charts/ChartFrame.tsx', 'src/app/charts/Drawing.tsx'],
  ['page-imports-no-terminal', 'src/app/a.ts', 'src/cli/a.ts'],
  ['terminal-imports-no-page', 'src/cli/a.ts', 'src/app/a.ts'],
  ['dictionary-imports-nothing', 'src/i18n/en/a.ts', 'src/app/a.ts'],
  ...config.forbidden
    .filter((r) => r.name.endsWith('-imports-upwards-only'))
    .map((r) => [r.name, `src/engine/${/engine\/(\w+)/.exec(r.from.path)[1]}/a.ts`, 'src/engine/sets/b.ts']),
  ...config.forbidden
    .filter((r) => r.name.endsWith('-imports-what-stands-below'))
    .map((r) => [r.name, `src/app/${/app\/(\w+)/.exec(r.from.path)[1]}/a.ts`, 'src/app/App.tsx']),
  ['app-store-imports-what-stands-below', 'src/app/store/a.ts', 'src/app/theme/b.ts'],
  ['app-share-imports-what-stands-below', 'src/app/share/a.ts', 'src/app/frame/b.ts'],
  ['folders-of-the-page-have-a-place', 'src/app/frame/a.ts', 'src/app/elsewhere/b.ts'],
];
const relative = (from, to) => {
  const r = path.relative(path.dirname(from), to);
  return r.startsWith('.') ? r : `./${r}`;
};
async function seeded(files, rule) {
  const dir = mkdtempSync(path.join(cache, 'seed-'));
  try {
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      writeFileSync(path.join(dir, file), text);
    }
    const { list } = await violations(dir);
    if (!list.some((v) => v.rule.name === rule)) {
      console.error(`dependency rules: a seeded violation of "${rule}" was not reported`);
      failed = true;
    }
  } finally {
    process.chdir(root);
    rmSync(dir, { recursive: true, force: true });
  }
}
for (const [rule, from, to] of seeds) {
  await seeded(
    [
      [from, `import { x } from '${relative(from, to)}';\nexport const y = x;\n`],
      [to, 'export const x = 1;\n'],
    ],
    rule,
  );
}
await seeded([['src/engine/tokens/a.ts', "import { readFileSync } from 'node:fs';\nexport const y = readFileSync;\n"]], 'engine-without-node');
await seeded(
  [
    ['src/engine/recall/independent/a.ts', "import { b } from '../../signals/b.ts';\nexport const a = b;\n"],
    ['src/engine/signals/b.ts', "import { c } from './facts/c.ts';\nexport const b = c;\n"],
    ['src/engine/signals/facts/c.ts', 'export const c = 1;\n'],
  ],
  'independent-measures-share-no-eye',
);
await seeded([['src/app/charts/a.ts', "import { Line } from 'recharts';\nexport const y = Line;\n"]], 'charts-are-drawn-by-the-kit');
await seeded([['src/engine/tokens/a.ts', "import { useState } from 'react';\nexport const y = useState;\n"]], 'engine-without-page-libraries');
await seeded(
  [
    ['src/cli/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n"],
    ['src/cli/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n"],
  ],
  'no-circular',
);
if (!failed) console.log(`dependency rules: ${real.modules} modules, 0 violations; ${seeds.length + 5} seeded violations were all reported`);
process.exit(failed ? 1 : 0);
