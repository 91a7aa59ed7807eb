/**
 * `npm run pictures -- [CHAPTER]`: stores a new sheet of each view (e2e/pictures/) that no longer looks like the stored one, for a review of
 * the difference. `npm run pictures -- --report [CHAPTER]` compares and stores nothing: `test-results/pictures/` then has old, new and
 * difference of everything that differs. A difference is no failure. CHAPTER is a name of e2e/views/.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild, ensureChromium, ensurePackages, root } from './setup.mjs';

ensurePackages();
ensureBuild('site');
const chromium = await ensureChromium();
const reports = process.argv.includes('--report');
const [chapter = ''] = process.argv.slice(2).filter((word) => word !== '--report');
const report = path.join(root, 'test-results/pictures');
rmSync(report, { recursive: true, force: true });
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/playwright'),
  ['test', '-c', 'e2e/playwright.config.ts', 'pictures.spec.ts', '-g', `${chapter}.*: pictures of`],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium, NIGHTLY: '1', DEEP: '1', PICTURES: reports ? 'report' : 'store' } },
);
if (reports) {
  const differ = existsSync(report) ? readdirSync(report).filter((name) => name.endsWith('-new.png')) : [];
  console.log(`${differ.length} pictures differ from the stored ones${differ.length > 0 ? `: ${path.relative(root, report)}` : ''}`);
}
process.exit(status ?? 1);
