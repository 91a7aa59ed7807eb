/**
 * `npm run pictures`: stores a new picture of each view that no longer looks like the stored one (e2e/pictures/), for a review of the
 * difference. `npm run pictures -- --check` measures layout and accessibility of every view in every corner, and compares with the stored
 * pictures. Both take the name of one chapter of e2e/views.ts: `npm run pictures -- --check replay`.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuild, ensureChromium, ensurePackages, root } from './setup.mjs';

ensurePackages();
ensureBuild('site');
const chromium = await ensureChromium();
const check = process.argv.includes('--check');
const [chapter = ''] = process.argv.slice(2).filter((word) => word !== '--check');
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/playwright'),
  [
    'test',
    '-c',
    'e2e/playwright.config.ts',
    'views.spec.ts',
    '-g',
    `${chapter}.*: layout, accessibility and pictures`,
    ...(check ? [] : ['--update-snapshots']),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium, VIEWS: '1', ...(!check && { PICTURES: 'store' }) } },
);
process.exit(status ?? 1);
