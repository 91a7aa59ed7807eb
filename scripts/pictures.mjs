/**
 * `npm run pictures`: stores a new picture of each view that no longer looks like the stored one (e2e/pictures/), for a review of the
 * difference; `npm run test:deep` compares. `npm run pictures -- replay` does so for one chapter of e2e/views.ts.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuild, ensureChromium, ensurePackages, root } from './setup.mjs';

ensurePackages();
ensureBuild('site');
const chromium = await ensureChromium();
const [chapter = ''] = process.argv.slice(2);
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/playwright'),
  ['test', '-c', 'e2e/playwright.config.ts', 'views.spec.ts', '--update-snapshots', '-g', `${chapter}.*: layout, accessibility and pictures`],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium, DEEP: '1', PICTURES: 'store' } },
);
process.exit(status ?? 1);
