/**
 * `npm run fuzz -- [MINUTES] [PATH …]`: runs the property tests repeatedly, each time with a random seed that is printed, until the time is
 * over (10 minutes by default) or one fails. Exits with 1 and the command that reproduces the failure.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensurePackages, root } from './setup.mjs';

ensurePackages();
const [first, ...rest] = process.argv.slice(2);
const minutes = first === undefined ? 10 : Number(first);
if (!(minutes > 0)) {
  console.error(`npm run fuzz -- [MINUTES] [PATH …]: expected minutes above 0, got ${first}`);
  process.exit(2);
}
const isProperty = (file) => /from '(?:@fast-check\/vitest|fast-check)'/.test(readFileSync(path.join(root, file), 'utf8'));
const files = ['src', 'scripts', 'fixtures', 'research']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file)))
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => rest.length === 0 || rest.some((part) => file.includes(part)))
  .filter(isProperty);
if (files.length === 0) {
  console.error(`no property test in ${rest.join(', ')}`);
  process.exit(2);
}
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const until = Date.now() + minutes * 60_000;
for (let run = 1; Date.now() < until; run++) {
  const seed = randomInt(2 ** 31);
  console.log(`run ${run}: seed ${seed}, ${files.length} files`);
  const env = { ...process.env, FUZZ_SEED: String(seed) };
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--reporter=dot', ...files], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`failed. Again: FUZZ_SEED=${seed} npx vitest run ${files.length > 3 ? 'FILE' : files.join(' ')}`);
    process.exit(1);
  }
}
